"""Points have one definition: engines, judge and standings all use `pairings.numbers.scores`."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.numbers import scores
from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Player, Result, Round, Scoring, Snapshot
from pairings.swiss import promises as judge
from pairings.swiss.rules.editions.edition_2026 import OF_UNPLAYED
from pairings.swiss.rules.history import Points, read_past
from pairings.systems.papp.options import Options
from pairings.systems.papp.record import records
from standings.core.reckoning import Reckoning
from standings.core.withdrawal import strikes
from standings.rulesets.presets import RULES
from tests.standings.test_properties import snapshots

SCORINGS = st.sampled_from(
    (
        Scoring(),
        Scoring(zero_bye=Fraction(1, 4), half_bye=Fraction(3, 4)),
        Scoring(win=Fraction(3), draw=Fraction(1), forfeit_win=Fraction(2), forfeit_loss=Fraction(-1)),
        Scoring(loss=Fraction(1, 3), zero_bye=Fraction(1)),
    )
)
WON = Result(Outcome.WIN, Outcome.LOSS)


def without_open_tables(snapshot):
    """Return the snapshot without open tables, which each engine reads in its own way."""
    rounds = tuple(
        replace(played, pairings=tuple(p for p in played.pairings if p.result is not None))
        for played in snapshot.rounds
    )
    return replace(snapshot, rounds=rounds)


@settings(max_examples=200, deadline=None)
@given(snapshots(), SCORINGS)
@pytest.mark.rotates(3)
def test_standings_use_them(snapshot, scoring):
    snapshot = replace(snapshot, scoring=scoring)
    for key in ("mtr", "fide-2026-round-robin"):
        rules = RULES[key]
        gone = strikes(snapshot, len(snapshot.rounds)) if rules.strikes_below_half else ()
        assert Reckoning(snapshot, rules).points == scores.points(snapshot, gone)


@settings(max_examples=200, deadline=None)
@given(snapshots(), SCORINGS)
@pytest.mark.rotates(3)
def test_engines_and_judge_use_them(snapshot, scoring):
    snapshot = without_open_tables(replace(snapshot, scoring=scoring))
    expected = scores.points(snapshot)
    units = Points(scoring, {})
    past = read_past(snapshot, units, OF_UNPLAYED)
    assert {number: Fraction(each.score, units.scale) for number, each in past.items()} == expected
    judged = judge.Past(snapshot, {})
    for played in snapshot.rounds:
        judged.add(played)
    assert {number: Fraction(card.points, judged.parts) for number, card in judged.cards.items()} == expected
    step = scores.step(scoring)
    own = {number: record.score * step for number, record in records(snapshot, Options()).items()}
    assert own == {number: expected[number] for number in own}


class TestPointsOfARound:
    def test_absence_is_a_zero_point_bye_also_before_entry_and_after_withdrawal(self):
        players = (Player(1), Player(2), Player(3, entered=2), Player(4, withdrawn=0))
        played = Round(1, (Pairing(1, 1, 2, WON),))
        snapshot = Snapshot(players, (played,), Scoring(zero_bye=Fraction(1, 4)), 2)
        assert scores.points(snapshot) == {1: 1, 2: 0, 3: Fraction(1, 4), 4: Fraction(1, 4)}

    def test_an_open_table_gives_nothing_yet(self):
        snapshot = Snapshot((Player(1), Player(2)), (Round(1, (Pairing(1, 1, 2),)),), Scoring(zero_bye=Fraction(1)), 2)
        assert scores.points(snapshot) == {1: 0, 2: 0}

    def test_a_struck_player_gives_nobody_anything(self):
        played = Round(1, (Pairing(1, 1, 2, WON),), (Bye(3, ByeKind.FULL),))
        snapshot = Snapshot((Player(1), Player(2), Player(3)), (played,), next_round=2)
        assert scores.points(snapshot, {2}) == {1: 0, 2: 0, 3: 1}
        assert scores.points(snapshot, {3}) == {1: 1, 2: 0, 3: 0}


@pytest.mark.parametrize(
    ("scoring", "parts", "step"),
    [
        (Scoring(), 2, Fraction(1, 2)),
        (Scoring(win=Fraction(3), draw=Fraction(1), half_bye=Fraction(1)), 1, 1),
        (Scoring(win=Fraction(2), draw=Fraction(0), forfeit_win=Fraction(2), allocated_bye=Fraction(2),
                 full_bye=Fraction(2), half_bye=Fraction(0)), 1, 2),
    ],
)  # fmt: skip
def test_the_units_of_a_scoring(scoring, parts, step):
    assert scores.denominator(scoring) == parts
    assert scores.step(scoring) == step
    worth = scores.Worth(scoring, Fraction(1, parts))
    assert worth.game[Outcome.DRAW, Decision.FORFEIT] == scoring.draw * parts
