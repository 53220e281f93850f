"""In or out before the last round by points only: compared with every way to score the open points."""

from fractions import Fraction
from itertools import product

import pytest

from pairings.snapshot import Scoring
from standings.core.rank import rank
from standings.rulesets.presets import RULES
from standings.verdict.answer import FinalState
from standings.verdict.reach import reach
from tests.standings.test_verdict import field

RULES_OF_POINTS = RULES["fide-2026"]
CHESS = Scoring()


def least_of(snapshot, rules):
    return {row.player: row.points for row in rank(snapshot, rules).rows}


@pytest.mark.parametrize("top", [1, 2, 3])
@pytest.mark.parametrize("seed", range(3))
def test_verdicts_are_exact_for_every_outcome(seed, top):
    """Each player gains between zero and a win in each round. A verdict is given if and only if it is true in every
    outcome.
    """
    snapshot = field(seed, 5, 3, CHESS, open_rounds=0)
    found = reach(snapshot, RULES_OF_POINTS, top, 1)
    now = least_of(snapshot, RULES_OF_POINTS)
    gains = {
        each.player: (Fraction(0), Fraction(1, 2), Fraction(1)) if each.most > each.least else (Fraction(0),)
        for each in found.players
    }
    above = {player: set() for player in gains}
    places = {player: set() for player in gains}
    for chosen in product(*gains.values()):
        end = {player: now[player] + gain for player, gain in zip(gains, chosen, strict=True)}
        for player, points in end.items():
            level = sum(other >= points for other in end.values()) - 1
            higher = sum(other > points for other in end.values())
            above[player].add((level < top, higher >= top))
            places[player] |= {higher + 1, level + 1}
    for each in found.players:
        certain = {pair[0] for pair in above[each.player]} == {True}
        lost = {pair[1] for pair in above[each.player]} == {True}
        assert (each.best, each.worst) == (min(places[each.player]), max(places[each.player]))
        assert each.state is (FinalState.IN if certain else FinalState.OUT if lost else FinalState.DEPENDS)


def test_open_game_counts_as_a_round_and_withdrawn_players_gain_nothing():
    snapshot = field(4, 7, 3, CHESS, open_rounds=1)
    found = {each.player: each for each in reach(snapshot, RULES_OF_POINTS, 2, 2).players}
    playing = {n for _r, p in snapshot.recorded_pairings() if p.result is None for n in p.players}
    left = {player.number for player in snapshot.players if player.withdrawn is not None}
    assert playing
    for number, each in found.items():
        rounds = 0 if number in left else 2
        assert each.most - each.least == rounds + (number in playing)


def test_a_win_of_three_points_gains_three():
    snapshot = field(1, 4, 2, Scoring(win=Fraction(3), draw=Fraction(1), allocated_bye=Fraction(3)), 0)
    assert {each.most - each.least for each in reach(snapshot, RULES["third"], 1, 1).players} <= {0, 3}


def test_no_verdict_if_points_do_not_bound_the_outcome():
    snapshot = field(1, 4, 2, CHESS, open_rounds=0)
    assert reach(snapshot, RULES_OF_POINTS, 4, 1) is None
    negative = field(1, 4, 2, Scoring(loss=Fraction(-1)), open_rounds=0)
    assert reach(negative, RULES_OF_POINTS, 1, 1) is None
