"""Points that the arbiter deducts change scores in the table, but not the games."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pairings.snapshot import Deduction
from standings.core.rank import rank
from standings.core.reckoning import Reckoning
from standings.core.tiebreaks import tiebreak
from standings.explain import wording
from standings.explain.derivation import derivation
from standings.rulesets.presets import RULES
from tests.standings.test_criteria import CUP
from tests.standings.test_properties import COLUMNED

FIDE = RULES["fide-2026"]
#: A win in a match of three games scores 1 point; Ada loses 1 in round 2, Di is awarded a half in round 1.
FINED = replace(
    CUP,
    virtual_points={},
    rounds=(
        replace(CUP.rounds[0], deductions=(Deduction(4, Fraction(1, 2)),)),
        replace(CUP.rounds[1], deductions=(Deduction(1, Fraction(-1)),)),
        CUP.rounds[2],
    ),
)


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("PTS", "3/2 2 3/2 1/2"),
        ("MP", "3/2 2 3/2 1/2"),
        ("WIN", "2 2 1 0"),
        ("BH", "4 7/2 4 5"),
        ("SB", "13/4 2 5/4 0"),
        ("PS", "3 3 4 3/2"),
    ],
)
def test_values_of_criteria_with_deductions(code, values):
    reckoning = Reckoning(FINED, replace(FIDE, percentages=RULES["mtr"].percentages))
    assert [str(reckoning.value(tiebreak(code), number)) for number in (1, 2, 3, 4)] == values.split()


@pytest.mark.parametrize("code", COLUMNED)
def test_columns_equal_contributions(code):
    rules = replace(FIDE, percentages=RULES["mtr"].percentages)
    whole, single, criterion = Reckoning(FINED, rules), Reckoning(FINED, rules), tiebreak(code)
    column = whole.column(criterion)
    assert {n: single.reckon(criterion, n)[-1] for n in whole.players} == {n: column[n] for n in whole.players}


def test_table_and_derivation_include_deductions():
    table = rank(FINED, FIDE)
    assert [row.player for row in table.rows] == [2, 1, 3, 4]
    assert rank(FINED, FIDE, through_round=1).row(1).points == 1
    sentences = [wording.sentence(each, {}) for each in wording.reasons(derivation(table, 1, "PTS"), table)]
    assert "Round 2, deducted or added by the arbiter: -1." in sentences


def test_deductions_count_if_absence_gives_points():
    paid = replace(FINED, scoring=replace(FINED.scoring, zero_bye=Fraction(1, 4)))
    assert Reckoning(paid, FIDE).points[1] == Fraction(3, 2)
