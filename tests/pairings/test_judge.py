"""The general promises that the judge checks for every plan."""

from random import Random

import pytest

from pairings.judge import violations
from pairings.plan import PlannedBye, PlannedPairing, RoundPlan
from pairings.snapshot import Bye, ByeKind, Decision, ForbiddenPair, Outcome, Pairing, Player, Result, Round, Snapshot
from pairings.swiss import promises
from pairings.swiss.promises import Past
from pairings.systems import SYSTEMS
from pairings.systems.manual import engine as manual
from pairings.wording.sentences import sentence

FOUR = tuple(Player(number, name) for number, name in enumerate(("Ann", "Bo", "Cy", "Di"), start=1))


def by_hand(snapshot):
    return manual.pair(snapshot, manual.Options(), Random(0))


def codes(snapshot, plan):
    return [violation.reason.code for violation in violations(snapshot, plan)]


def test_complete_first_round_has_no_violation():
    snapshot = Snapshot(players=FOUR, fixed=((1, 2), (3, 4)))
    assert codes(snapshot, by_hand(snapshot)) == []


def test_unpaired_player_is_reported():
    snapshot = Snapshot(players=FOUR, fixed=((1, 2),))
    assert [sentence(v.reason, {3: "Cy", 4: "Di"}) for v in violations(snapshot, by_hand(snapshot))] == [
        "Cy has no opponent and no bye.",
        "Di has no opponent and no bye.",
    ]


def test_requested_bye_is_no_violation():
    snapshot = Snapshot(players=FOUR[:3], fixed=((1, 2),), byes=(Bye(3, ByeKind.HALF),))
    assert codes(snapshot, by_hand(snapshot)) == []


@pytest.mark.parametrize(("decision", "expected"), [(Decision.PLAYED, ["met-before"]), (Decision.FORFEIT, [])])
def test_only_a_played_game_counts_as_a_meeting(decision, expected):
    earlier = Pairing(1, 2, 1, Result(Outcome.WIN, Outcome.LOSS, decision=decision))
    snapshot = Snapshot(players=FOUR[:2], rounds=(Round(1, (earlier,)),), next_round=2, fixed=((1, 2),))
    assert codes(snapshot, by_hand(snapshot)) == expected


def test_violations_that_the_database_refuses_are_marked_impossible():
    snapshot = Snapshot(players=FOUR)
    plan = RoundPlan(1, (PlannedPairing(1, 1, 1), PlannedPairing(1, 2, 9), PlannedPairing(2, 3, 4)))
    found = {v.reason.code: v.impossible for v in violations(snapshot, plan)}
    assert found == {"against-self": True, "twice-in-round": True, "unknown-player": True, "table-twice": True}


def test_manual_bye_must_be_in_the_plan():
    three = Snapshot(players=tuple(Player(n) for n in (1, 2, 3)), fixed=((1, 0),))
    stored = RoundPlan(1, (PlannedPairing(1, 2, 3),), (PlannedBye(1),))
    broken = RoundPlan(1, (PlannedPairing(1, 1, 2),), (PlannedBye(3),))
    assert violations(three, stored) == ()
    assert [v.reason.code for v in violations(three, broken)] == ["fixed-bye-broken"]


class Counted(int):
    """A player's number that counts how often it is looked up or compared."""

    times = 0

    def __hash__(self):
        Counted.times += 1
        return int.__hash__(self)

    def __eq__(self, other):
        Counted.times += 1
        return int.__eq__(self, other)


class Anew(Snapshot):
    """A snapshot that creates new numbers for each request, so that none is equal by identity."""

    def to_be_paired(self):
        return tuple(Player(Counted(player.number)) for player in Snapshot.to_be_paired(self))


class Walked(dict):
    """A dictionary that counts how often it is iterated."""

    times = 0

    def __iter__(self):
        Walked.times += 1
        return super().__iter__()


@pytest.mark.parametrize("system", ["dutch", "papp", "round-robin", "circular", None])
def test_work_of_the_judge_grows_linearly_with_tables(system):
    judge = system and SYSTEMS[system]

    def looked_up(tables):
        players = tuple(Player(Counted(number)) for number in range(1, 2 * tables + 1))
        rules = tuple(ForbiddenPair(frozenset({Counted(n), Counted(n + 2)})) for n in range(1, 2 * tables - 2))
        pairs = [(Counted(number), Counted(number + 1)) for number in range(1, 2 * tables, 2)]
        games = tuple(Pairing(table, *pair, Result(Outcome.WIN, Outcome.LOSS)) for table, pair in enumerate(pairs, 1))
        snapshot = Anew(players=players, rounds=(Round(1, games),), next_round=2, fixed=tuple(pairs), forbidden=rules)
        plan = RoundPlan(2, tuple(PlannedPairing(table, *pair) for table, pair in enumerate(pairs, 1)), ())
        Counted.times = 0
        violations(snapshot, plan, judge and judge.promises, judge and judge.options())
        return Counted.times

    assert looked_up(100) < 2.2 * looked_up(50) + 50


def test_dutch_judge_does_not_examine_all_players_at_each_table(monkeypatch):
    monkeypatch.setattr(promises, "Past", lambda *given: count_walks(Past(*given)))

    def count_walks(past):
        past.cards = Walked(past.cards)
        return past

    players = tuple(Player(number) for number in range(1, 101))
    pairs = [(number, number + 1) for number in range(1, 100, 2)]
    plan = RoundPlan(1, tuple(PlannedPairing(table, *pair) for table, pair in enumerate(pairs, 1)), ())
    Walked.times = 0
    violations(Snapshot(players=players), plan, SYSTEMS["dutch"].promises, SYSTEMS["dutch"].options())
    assert Walked.times < 10
