"""Groups: number, members, order of games, and manual changes of a round."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from pairings.judge import violations
from pairings.plan import CannotPair, PlannedPairing, RoundPlan, as_recorded
from pairings.snapshot import Outcome, Pairing, Player, Result, Round, Snapshot
from pairings.systems import SYSTEMS
from pairings.systems.groups import Options, groups_of, snake

SNAKE = Path(__file__).parent / "snake.tsv"
GROUPS = SYSTEMS["groups"]
WON = Result(Outcome.WIN, Outcome.LOSS)


@pytest.mark.parametrize("line", SNAKE.read_text().splitlines()[1:], ids=lambda line: "-".join(line.split("\t")[:2]))
def test_seats_are_assigned_in_a_snake(line):
    players, groups, _sizes, seats = line.split("\t")
    assert " | ".join(" ".join(map(str, group)) for group in snake(int(players), int(groups))) == seats


@pytest.mark.parametrize(
    ("players", "options", "sizes"),
    [
        (22, Options(), [3, 3, 4, 4, 4, 4]),
        (22, Options(size=3), [3, 3, 3, 3, 3, 3, 4]),
        (5, Options(size=3), [5]),
        (8, Options(count=2), [4, 4]),
        (23, Options(size=3), [3, 3, 3, 3, 3, 4, 4]),
        (18, Options(count=4), [4, 4, 5, 5]),
    ],
)
def test_number_of_groups_follows_the_chosen_size(players, options, sizes):
    assert sorted(map(len, groups_of(players, options))) == sizes


def test_every_group_has_more_players_than_advance():
    for players in range(3, 50):
        for options in (Options(), Options(size=3), Options(size=2, through=1), Options(size=5, through=3)):
            if players > options.through:
                assert min(map(len, groups_of(players, options))) > options.through
    with pytest.raises(CannotPair) as refused:
        groups_of(10, Options(count=4))
    assert refused.value.reason.code == "groups-too-small"
    with pytest.raises(CannotPair) as refused:
        groups_of(2, Options())
    assert refused.value.reason.code == "groups-too-few"
    with pytest.raises(CannotPair) as refused:
        groups_of(200, Options())
    assert refused.value.reason.code == "groups-too-many"


def sets_of_rounds(players, **options):
    return [
        {frozenset(game) for game in each.games}
        for each in GROUPS.scheduling.schedule(players, Options(**options)).rounds
    ]


def test_groups_of_two_are_allowed_if_everyone_advances():
    assert list(map(len, groups_of(8, Options(count=4, everyone=True, through=4)))) == [2, 2, 2, 2]
    with pytest.raises(CannotPair) as refused:
        groups_of(7, Options(count=4, everyone=True))
    assert (refused.value.reason.code, refused.value.reason.facts["most"]) == ("groups-of-one", 3)
    with pytest.raises(CannotPair) as refused:
        groups_of(1, Options(everyone=True))
    assert refused.value.reason.code == "too-few-players"


def test_judge_finds_no_violation_if_everyone_advances():
    options = Options(size=3, everyone=True, through=10)
    snapshot = Snapshot(tuple(map(Player, range(1, 12))))
    assert not list(violations(snapshot, GROUPS.pair(snapshot, options, Random(0)), GROUPS.promises, options))


class TestSchedule:
    def test_groups_of_three_and_four_have_the_known_schedule(self):
        assert sets_of_rounds(3) == [{frozenset(pair)} for pair in ((2, 3), (1, 3), (1, 2))]
        wanted = (((1, 4), (2, 3)), ((1, 3), (2, 4)), ((1, 2), (3, 4)))
        assert sets_of_rounds(4) == [set(map(frozenset, pairs)) for pairs in wanted]

    @pytest.mark.parametrize("players", range(3, 21))
    def test_all_meet_once_and_the_two_strongest_in_the_last_round(self, players):
        rounds = sets_of_rounds(players, count=1)
        met = Counter(game for games in rounds for game in games)
        assert met == Counter(map(frozenset, combinations(range(1, players + 1), 2)))
        assert frozenset((1, 2)) in rounds[-1]
        assert len(rounds) == players - 1 + players % 2

    @pytest.mark.parametrize("players", range(3, 40))
    def test_sides_are_even_and_groups_end_together(self, players):
        schedule = GROUPS.scheduling.schedule(players, Options())
        sides = Counter()
        for each in schedule.rounds:
            for first, second in each.games:
                sides[first] += 1
                sides[second] -= 1
        assert max(map(abs, sides.values())) <= 1
        last = {seat for game in schedule.rounds[-1].games for seat in game}
        assert all(len(set(group) - last) <= 1 for group in groups_of(players, Options()))

    def test_second_cycle_swaps_sides(self):
        games = [game for each in GROUPS.scheduling.schedule(4, Options(cycles=2)).rounds for game in each.games]
        assert len(games) == 12
        assert set(games) == {(a, b) for a in range(1, 5) for b in range(1, 5) if a != b}


class TestChangedByHand:
    def test_all_players_of_a_group_still_meet_each_other(self):
        players = tuple(Player(number) for number in range(1, 9))
        options, played = Options(count=2), []
        for number in range(1, 10):
            snapshot = Snapshot(players, tuple(played), next_round=number)
            if number > GROUPS.scheduling.length(snapshot, options):
                with pytest.raises(CannotPair):
                    GROUPS.pair(snapshot, options, Random(1))
                break
            plan = GROUPS.pair(snapshot, options, Random(1))
            if number == 1:  # group A plays the pairs of its last round
                last = [p for p in plan.pairings if p.first not in {1, 4, 5, 8}]
                plan = RoundPlan(1, (PlannedPairing(1, 1, 4), PlannedPairing(2, 5, 8), *last))
                assert [r.code for r in GROUPS.questions.consequences(snapshot, options, plan)] == ["groups-changed"]
            recorded = as_recorded(plan)
            tables = tuple(Pairing(t, p.first, p.second, WON) for t, p in enumerate(recorded.pairings, start=1))
            played.append(Round(number, tables, recorded.byes))
        met = Counter(frozenset((p.first, p.second)) for each in played for p in each.pairings)
        for group in groups_of(8, options):
            assert all(met[frozenset(pair)] == 1 for pair in combinations(group, 2))
        assert len(played) == 3

    def test_game_between_two_groups_is_a_consequence_and_a_violation(self):
        snapshot = Snapshot(tuple(Player(number) for number in range(1, 9)))
        plan = RoundPlan(1, tuple(PlannedPairing(n, 2 * n - 1, 2 * n) for n in range(1, 5)))
        assert {r.code for r in GROUPS.questions.consequences(snapshot, Options(count=2), plan)} >= {"groups-across"}
        found = violations(snapshot, plan, GROUPS.promises, Options(count=2))
        assert {violation.reason.code for violation in found} == {"groups-across"}


class TestFinalGroups:
    @pytest.mark.parametrize(
        ("players", "options", "sizes"),
        [
            (8, {"size": 4}, [4, 4]),
            (14, {"size": 4}, [4, 4, 4, 2]),
            (13, {"size": 4}, [4, 4, 5]),
            (3, {"size": 4}, [3]),
            (14, {"count": 4}, [4, 4, 3, 3]),
        ],
    )
    def test_take_seats_in_order(self, players, options, sizes):
        groups = groups_of(players, Options(finals=True, **options))
        assert [len(group) for group in groups] == sizes
        assert [seat for group in groups for seat in group] == list(range(1, players + 1))

    @pytest.mark.parametrize("players", range(2, 24))
    @pytest.mark.parametrize("options", [{"size": 4}, {"size": 3}, {"count": 2, "size": 4}])
    def test_have_no_violations(self, players, options):
        if players // options.get("count", 1) < 2:
            return
        chosen = Options(finals=True, **options)
        snapshot = Snapshot(tuple(map(Player, range(1, players + 1))))
        for _round in GROUPS.scheduling.schedule(players, chosen).rounds:
            plan = GROUPS.pair(snapshot, chosen, Random(0))
            assert not list(violations(snapshot, plan, GROUPS.promises, chosen))
            played = Round(plan.number, tuple(Pairing(p.table, p.first, p.second, WON) for p in plan.pairings))
            snapshot = replace(snapshot, rounds=(*snapshot.rounds, played), next_round=plan.number + 1)
