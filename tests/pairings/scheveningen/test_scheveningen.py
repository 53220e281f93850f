"""Scheveningen: tables, balances, manual changes, and the judge."""

import csv
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from pairings.judge import unexplained_violations, violations
from pairings.plan import CannotPair, PlannedBye, PlannedPairing, RoundPlan, as_recorded
from pairings.snapshot import Bye, ByeKind, Player, Snapshot
from pairings.systems import scheveningen
from pairings.systems.scheveningen.promises import promises

DATA = Path(__file__).with_name("scheveningen.tsv")
GAME = re.compile(r"([AB])(\d+)-([AB])(\d+)")


def tables_of_data():
    """Return {players in a team: the games of each round, as (first, second) by seats} from the data."""
    found = {}
    for row in csv.DictReader(DATA.read_text().splitlines(), delimiter="\t"):
        size = int(row["n"])
        seats = [(team, int(place), int(other)) for team, place, _team, other in GAME.findall(row["games white-black"])]
        games = [(one, size + two) if team == "A" else (size + one, two) for team, one, two in seats]
        found.setdefault(size, []).append(tuple(games))
    return found


def field(players, **more):
    people = tuple(Player(number, f"P{number}") for number in range(1, players + 1))
    return Snapshot(people, **more)


def pair_round(snapshot, options=None):
    return scheveningen.pair(snapshot, options or scheveningen.Options(), Random(1))


def play_all(players, options=None, until=99):
    """Return (plans of all rounds, each checked by the judge; the snapshot after them)."""
    snapshot, plans = field(players), []
    while len(plans) < until:
        try:
            plans.append(pair_round(snapshot, options))
        except CannotPair:
            break
        assert unexplained_violations(snapshot, plans[-1], promises, options or scheveningen.Options()) == ()
        rounds = (*snapshot.rounds, as_recorded(plans[-1]))
        snapshot = replace(snapshot, rounds=rounds, next_round=len(rounds) + 1)
    return plans, snapshot


@pytest.mark.parametrize("size", range(3, 11))
def test_tables_match_the_data(size):
    assert scheveningen.whole_plan(2 * size, scheveningen.Options()) == tables_of_data()[size]


@pytest.mark.parametrize("size", range(2, 11))
def test_everyone_meets_all_opponents_with_even_colours(size):
    rounds = scheveningen.whole_plan(2 * size, scheveningen.Options())
    games = [game for line in rounds for game in line]
    assert len(rounds) == size
    assert {frozenset(game) for game in games} == {
        frozenset((one, other)) for one in range(1, size + 1) for other in range(size + 1, 2 * size + 1)
    }
    whites = Counter(first for first, _second in games)
    assert {whites[seat] for seat in range(1, 2 * size + 1)} <= {size // 2, (size + 1) // 2}
    for line in rounds if size > 2 else ():
        assert sum(first <= size for first, _second in line) in {size // 2, (size + 1) // 2}


@pytest.mark.parametrize("players", range(3, 21))
@pytest.mark.parametrize("cycles", [1, 2])
def test_whole_match_passes_the_judge(players, cycles):
    options = scheveningen.Options(cycles=cycles)
    plans, snapshot = play_all(players, options)
    assert len(plans) == scheveningen.rounds(players, options) == scheveningen.length(snapshot, options)
    met = Counter(frozenset((p.first, p.second)) for plan in plans for p in plan.pairings)
    assert set(met.values()) == {cycles}
    if cycles == 2:
        sides = Counter((p.first, p.second) for plan in plans for p in plan.pairings)
        assert set(sides.values()) == {1}


def test_team_with_one_player_less_leaves_an_opponent_free_each_round():
    plans, _snapshot = play_all(7)
    assert [[bye.kind for bye in plan.byes] for plan in plans] == [[ByeKind.ZERO]] * 4
    assert {bye.player for plan in plans for bye in plan.byes} == {1, 2, 3, 4}


@pytest.mark.parametrize("players", range(5, 20, 2))
def test_balances_differ_by_one_game_at_most_with_one_player_less(players):
    plans, _snapshot = play_all(players)
    ahead = Counter()
    for plan in plans:
        teams = Counter(pairing.first <= (players + 1) // 2 for pairing in plan.pairings)
        assert abs(teams[True] - teams[False]) <= 2
        ahead.update(pairing.first for pairing in plan.pairings)
        ahead.subtract(pairing.second for pairing in plan.pairings)
    assert max(map(abs, ahead.values())) <= 2


def test_removed_game_is_played_later():
    plans, snapshot = play_all(8, until=1)
    stored = replace(snapshot.rounds[0], pairings=snapshot.rounds[0].pairings[1:])
    missed = {plans[0].pairings[0].first, plans[0].pairings[0].second}
    rounds = [stored]
    while True:
        now = field(8, rounds=tuple(rounds), next_round=len(rounds) + 1)
        try:
            plan = pair_round(now)
        except CannotPair:
            break
        assert unexplained_violations(now, plan, promises, scheveningen.Options()) == ()
        rounds.append(as_recorded(plan))
    games = [frozenset((p.first, p.second)) for each in rounds for p in each.pairings]
    assert len(games) == len(set(games)) == 16
    assert missed in games
    assert len(rounds) == scheveningen.length(field(8, rounds=(stored,), next_round=2), scheveningen.Options())


def test_swapped_colours_that_stay_uneven_are_reported():
    """After one colour swap, B3 has White in both of the table's first two rounds, and in the third."""
    _plans, snapshot = play_all(6, until=2)
    seat = next(p.first for p in play_all(6)[0][2].pairings if p.first > 3)
    turned = tuple(
        replace(
            each,
            pairings=tuple(replace(p, first=seat, second=p.first) if p.second == seat else p for p in each.pairings),
        )
        for each in snapshot.rounds
    )
    now = replace(snapshot, rounds=turned)
    plan = pair_round(now)
    assert [reason.facts["player"] for reason in plan.reasons if reason.code == "scheveningen-player-sides"][-1:] == [
        seat
    ]
    assert unexplained_violations(now, plan, promises, scheveningen.Options()) == ()
    assert violations(now, plan, promises, scheveningen.Options())


def test_requested_bye_keeps_the_game():
    plan = pair_round(field(6, byes=(Bye(1, ByeKind.HALF),)))
    codes = [reason.code for pairing in plan.pairings for reason in pairing.reasons]
    assert codes.count("scheveningen-bye-asked") == 1
    assert len(plan.pairings) == 3


@pytest.mark.parametrize("players", [0, 2, 21])
def test_numbers_without_a_table_are_refused(players):
    with pytest.raises(CannotPair) as refusal:
        pair_round(field(players))
    assert refusal.value.reason.code == "scheveningen-players"
    assert scheveningen.rounds(players, scheveningen.Options()) is None


class TestJudge:
    def broken_codes(self, *games, players=6, byes=(), before=()):
        plan = RoundPlan(
            len(before) + 1,
            tuple(PlannedPairing(table, one, other) for table, (one, other) in enumerate(games, 1)),
            tuple(PlannedBye(*bye) for bye in byes),
        )
        snapshot = field(players, rounds=tuple(before), next_round=len(before) + 1)
        return [each.reason.code for each in violations(snapshot, plan, promises, scheveningen.Options())]

    def test_reports_own_team_and_wrong_sides(self):
        assert "scheveningen-own-team" in self.broken_codes((1, 2), (3, 4), (5, 6))
        assert "scheveningen-sides" in self.broken_codes((1, 4), (2, 5), (3, 6))
        assert self.broken_codes((1, 4), (5, 2), (3, 6)) == []
        free = ((3, ByeKind.ZERO), (6, ByeKind.ZERO))
        assert "scheveningen-left-out" in self.broken_codes((1, 4), (5, 2), byes=free)
        assert "scheveningen-bye-points" in self.broken_codes(
            (1, 4), (5, 2), byes=((3, ByeKind.HALF), (6, ByeKind.ZERO))
        )

    def test_reports_rematches_and_uneven_colours(self):
        _plans, snapshot = play_all(6, until=2)
        again = [(p.first, p.second) for p in snapshot.rounds[0].pairings]
        assert "scheveningen-again" in self.broken_codes(*again, before=snapshot.rounds)
        turned = [(p.second, p.first) for p in play_all(6)[0][2].pairings]
        assert "scheveningen-player-sides" in self.broken_codes(*turned, before=snapshot.rounds)
