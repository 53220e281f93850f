"""The same 20 players under FIDE's five Swiss systems: each system gives its own answer; differences are listed."""

import re

import pytest

from pairings.__main__ import main
from pairings.files.trf import Replay, read
from pairings.library import comparison
from pairings.library.system_calls import judged_plan
from pairings.snapshot import Outcome, Pairing, Player, Result, Round, Snapshot
from pairings.systems import SYSTEMS

FIVE = ["dutch", "dubov", "burstein", "lim", "double-swiss"]


@pytest.fixture(scope="module")
def twenty(tmp_path_factory):
    """A file of 20 players and six rounds, paired by the Dutch system."""
    path = tmp_path_factory.mktemp("comparing") / "twenty.trf"
    given = ["--players", "20", "--rounds", "6", "--seed", "7", "--system", "dutch", "--half-byes", "0"]
    assert main(["generate", *given, "--output", str(path)]) == 0
    return path


def pairs_met(plan):
    return {frozenset((each.first, each.second)) for each in plan.pairings}


@pytest.mark.parametrize("number", [1, 3, 6])
def test_each_answer_equals_the_pairing_of_the_system(twenty, number):
    snapshot = Replay(read(twenty.read_bytes())).snapshot(number)
    answers = comparison.compare_systems(snapshot, {}, "0")
    assert [answer.system.key for answer in answers] == FIVE
    first = answers[0]
    for answer in answers:
        own = judged_plan(answer.system.key, snapshot, SYSTEMS[answer.system.key].options(), "0")
        assert pairs_met(answer.plan) == pairs_met(own)
        for player in snapshot.to_be_paired():
            opponent = answer.opponent(player.number)
            if opponent:
                assert frozenset((player.number, opponent)) in pairs_met(own)
            else:
                assert player.number in answer.free
        only = {frozenset((each.first, each.second)) for each in answer.only_here(first)}
        assert only == pairs_met(own) - pairs_met(first.plan)
        assert all(table.reasons for table in answer.only_here(first))
    different = {frozenset(pairs_met(answer.plan)) for answer in answers}
    assert len(different) > 1 if number > 1 else pairs_met(answers[1].plan) == pairs_met(first.plan)


def test_system_without_pairing_gives_the_reason():
    players = tuple(Player(number, f"P{number}", 2000 - number) for number in (1, 2))
    empty = Snapshot(players=players, planned_rounds=3)
    plan = judged_plan("dutch", empty, SYSTEMS["dutch"].options(), "0")
    won = Result(Outcome.WIN, Outcome.LOSS)
    played = tuple(Pairing(table.table, table.first, table.second, won) for table in plan.pairings)
    snapshot = Snapshot(players=players, planned_rounds=3, next_round=2, rounds=(Round(1, played),))
    answers = comparison.compare_systems(snapshot, {}, "0")
    assert [answer.plan for answer in answers] == [None] * 5
    assert all(answer.refused for answer in answers)
    assert answers[0].opponent(1) is None
    assert answers[1].only_here(answers[0]) == ()


def test_command_shows_all_systems_side_by_side_with_reasons(twenty, capsys):
    assert main(["compare", str(twenty), "--round", "4"]) == 0
    table, _, why = capsys.readouterr().out.partition("\n\n")
    head, *lines = table.splitlines()
    assert head.split() == FIVE
    assert len(lines) == 20
    snapshot = Replay(read(twenty.read_bytes())).snapshot(4)
    answers = comparison.compare_systems(snapshot, {}, "0")
    for line, player in zip(lines, snapshot.to_be_paired(), strict=True):
        cells = re.findall(r"(\d+) ([WB])(\*?)", line.removeprefix(f"{player.number:4}  {player.name}"))
        assert [int(opponent) for opponent, _side, _star in cells] == [a.opponent(player.number) for a in answers]
        assert [side == "W" for _o, side, _s in cells] == [
            a.tables[player.number].first == player.number for a in answers
        ]
        same = answers[0].opponent(player.number)
        assert [bool(star) for _o, _s, star in cells] == [a.opponent(player.number) != same for a in answers]
    for key in FIVE:
        assert SYSTEMS[key].summary in why
    assert "[C.04.4.1 4.4]" in why
    assert "[C.04.4.2 4]" in why


def test_only_swiss_systems_are_compared(twenty, capsys):
    assert main(["compare", str(twenty), "--system", "round-robin"]) == 2
    assert "--system is one of dutch, dubov, burstein, lim, double-swiss" in capsys.readouterr().err
