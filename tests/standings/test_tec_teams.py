"""FIDE's exercises in team tie-breaks: every published number, and the order of tied teams."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Player, Result, Round, Scoring, Snapshot
from standings.core.exact import half_up
from standings.core.reckoning import Reckoning
from standings.core.rules import Chess
from standings.core.tiebreaks import tiebreak
from standings.rulesets.presets import RULES

TEC = json.loads((Path(__file__).parents[1] / "data/standings/fide/tec_teams.json").read_text())
SCORING = Scoring(
    allocated_bye=Fraction(1),
    win=Fraction(2),
    draw=Fraction(1),
    forfeit_win=Fraction(2),
    full_bye=Fraction(2),
    half_bye=Fraction(1),
    best_of=4,
)
WON = Result(Outcome.WIN, Outcome.LOSS)


def match(points):
    """Return a match in which the first team scored this many game points; half a point means one drawn game."""
    won, lost = int(points), int(4 - points)
    sides = (points > 2) - (points < 2)
    result = {1: WON, 0: Result(Outcome.DRAW, Outcome.DRAW), -1: Result(Outcome.LOSS, Outcome.WIN)}[sides]
    return replace(result, games=(won, lost, 4 - won - lost))


def round_of(number):
    pairings, byes = [], []
    for team, cells in enumerate(TEC["rounds"], 1):
        opponent, _space, points = cells[number - 1].partition(" ")
        if not points:
            byes.append(Bye(team, ByeKind(opponent)))
        elif points == "+":
            forfeit = replace(WON, decision=Decision.FORFEIT)
            pairings.append(Pairing(len(pairings) + 1, team, int(opponent), forfeit))
        elif points != "-" and team < int(opponent):
            pairings.append(Pairing(len(pairings) + 1, team, int(opponent), match(Fraction(points))))
    return Round(number, tuple(pairings), tuple(byes))


EVENT = Snapshot(
    tuple(Player(number, name) for number, name in enumerate(TEC["names"], 1)),
    tuple(map(round_of, range(1, 8))),
    SCORING,
    8,
    7,
)
RECKONING = Reckoning(EVENT, replace(RULES["fide-teams"], chain=("PTS",), chess=Chess("2024")))


def test_both_sides_of_a_match_agree():
    for team, cells in enumerate(TEC["rounds"], 1):
        for number, cell in enumerate(cells):
            opponent, _space, points = cell.partition(" ")
            if points and points not in "+-":
                assert TEC["rounds"][int(opponent) - 1][number] == f"{team} {float(4 - Fraction(points)):g}"


@pytest.mark.parametrize("code", TEC["values"])
def test_published_values(code):
    found = [RECKONING.value(tiebreak(code), team) for team in range(1, 15)]
    assert [half_up(value, 2) for value in found] == [*map(Fraction, TEC["values"][code].split())]


@pytest.mark.parametrize("code", TEC["cut_of_five"])
def test_published_values_with_cuts(code):
    found = [RECKONING.value(tiebreak(code), team) for team in range(1, 6)]
    assert found == [*map(Fraction, TEC["cut_of_five"][code].split())]


@pytest.mark.parametrize("exercise", TEC["ede"], ids=lambda each: str(each["exercise"]))
def test_extended_direct_encounter(exercise):
    """In exercise 45 the game points of 1, 2 and 3 in their mutual matches decide, not their match points: a direct
    encounter continues with its own score.
    """
    found = tiebreak("EDE").order(RECKONING, exercise["group"])
    assert [list(part) for part in found] == exercise["parts"]


def test_the_factor_of_nine_rounds_by_game_points():
    """The second example of exercise 49: at most 36 game points, divided by 2 match points."""
    by_games = replace(RECKONING.rules, chain=("MPVGP", "PTS"))
    longer = Reckoning(replace(EVENT, planned_rounds=9), by_games)
    assert {term.factor for term in tiebreak("SSSC").contributions(longer, 1)} == {18}
