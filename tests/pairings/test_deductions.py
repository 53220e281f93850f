"""Points that the arbiter deducts: in every system they count in the pairing scores, are judged, and are written."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from pairings import judge
from pairings.files import trf
from pairings.numbers import scores
from pairings.snapshot import Deduction, Outcome, Pairing, Player, Result, Round, Scoring, Snapshot
from pairings.systems import SYSTEMS
from pairings.systems.burstein.engine import is_seeding
from pairings.systems.double_swiss.files import as_games, as_matches
from tests.pairings.burstein import literal
from tests.pairings.swiss_positions import agrees_with_text, as_set, positions, round_of

HALF = Fraction(1, 2)
WON = Result(Outcome.WIN, Outcome.LOSS)


def deduct_points(snapshot, seed):
    """Return the snapshot with some deductions in its rounds, and virtual points with the same effect on pairing."""
    lots, rounds = Random(seed), []
    sums = defaultdict(lambda: [Fraction(0)] * (snapshot.next_round + 1))
    for played in snapshot.rounds:
        taken = tuple(
            Deduction(player.number, Fraction(lots.choice((-4, -2, -1, 1)), 2))
            for player in snapshot.players
            if lots.random() < 0.3
        )
        for each in taken:
            row = sums[each.player]
            row[played.number :] = [points + each.points for points in row[played.number :]]
        rounds.append(replace(played, deductions=taken))
    return replace(snapshot, rounds=tuple(rounds)), {number: tuple(row) for number, row in sums.items()}


def games(plan):
    return plan and as_set(plan)


@pytest.mark.parametrize("key", ["dutch", "dubov", "lim"])
@pytest.mark.rotates(8)
def test_deducted_points_pair_like_points_of_their_round(key):
    system, seen = SYSTEMS[key], 0
    options = system.options()
    for seed, (before, _options, _plan) in enumerate(positions(SYSTEMS["dubov"], 60, (3, 5, 6))):
        now, virtual = deduct_points(before, seed)
        plan = round_of(system, now, options)
        alike = round_of(system, replace(before, virtual_points=virtual), options)
        assert games(plan) == games(alike)
        if plan is not None:
            assert judge.violations(now, plan, system.promises, options) == ()
            seen += games(plan) != games(round_of(system, before, options))
    assert seen > 10


def test_burstein_index_includes_deductions():
    system, seen = SYSTEMS["burstein"], 0
    for seed, (before, options, _plan) in enumerate(positions(system, 80, (3, 5, 6))):
        now, virtual = deduct_points(before, seed)
        if is_seeding(now) or not virtual:
            continue
        plan = round_of(system, now, options)
        assert agrees_with_text(system, now, options, plan, lambda there: literal.Round(there).find_pairs())
        if plan is not None:
            assert judge.violations(now, plan, system.promises, options) == ()
            seen += 1
    assert seen > 20


def four(*deductions, scoring=None):
    players = tuple(Player(number, f"P{number}", 2400 - number) for number in range(1, 5))
    first = Round(1, (Pairing(1, 1, 3, WON), Pairing(2, 4, 2, Result(*2 * [Outcome.DRAW]))), (), deductions)
    return Snapshot(players, (first,), scoring or Scoring(), next_round=2, planned_rounds=3, first_colour="first")


@pytest.mark.parametrize("key", ["dutch", "dubov", "lim", "double-swiss", "papp"])
def test_half_point_deduction_counts_with_whole_points(key):
    three = Scoring(win=Fraction(3), draw=Fraction(1), forfeit_win=Fraction(3), allocated_bye=Fraction(3))
    before = four(Deduction(2, HALF), Deduction(1, Fraction(-2)), scoring=three)
    assert scores.points(before) == {1: 1, 2: Fraction(3, 2), 3: 0, 4: 1}
    options = SYSTEMS[key].options()
    plan = SYSTEMS[key].pair(before, options, Random(1))
    assert judge.violations(before, plan, SYSTEMS[key].promises, options) == ()
    if key != "papp":
        assert {frozenset((p.first, p.second)) for p in plan.pairings} == {frozenset((1, 2)), frozenset((3, 4))}


def test_deductions_of_an_excluded_player_are_ignored():
    assert scores.points(four(Deduction(1, Fraction(-1))), struck={1}) == {1: 0, 2: HALF, 3: 0, 4: HALF}


def test_match_of_two_games_has_each_deduction_once():
    before = replace(four(Deduction(2, HALF)), scoring=Scoring(best_of=2, by_games=True))
    games = as_games(before)
    assert [len(played.deductions) for played in games.rounds] == [0, 1]
    assert as_matches(games.rounds)[0].deductions == before.rounds[0].deductions


class TestInReportFiles:
    def test_record_299_is_written_and_read(self):
        before = four(Deduction(1, Fraction(-1)), Deduction(4, HALF))
        document = trf.document_of(before)
        assert [line.text for line in document.lines if line.code == "299"] == [
            "299          -1.0    1    1", "299           0.5    1    4",
        ]  # fmt: skip
        again = trf.Replay(trf.read(trf.write(document)))
        assert again.snapshot(2).rounds[0].deductions == before.rounds[0].deductions
        assert again.points == scores.points(before)
        assert not trf.remarks(again)

    def test_older_edition_writes_deductions_as_virtual_points(self):
        before = four(Deduction(1, Fraction(-1)))
        document = trf.document_of(before, edition=trf.Edition.TRF16)
        assert [line.text for line in document.lines if line.code in ("299", "XXA")] == ["XXA    1  0.0 -1.0 -1.0"]
        there = trf.Replay(trf.read(trf.write(document))).snapshot(2)
        paired = (SYSTEMS["dutch"].pair(each, SYSTEMS["dutch"].options(), Random(1)) for each in (before, there))
        assert games(next(paired)) == games(next(paired))
