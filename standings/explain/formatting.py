"""Values for people: "55.56 %", "2½". Only here are the exact numbers of a table rounded for the eye."""

from __future__ import annotations

from fractions import Fraction

from pairings.numbers import amounts
from standings.core.rank import Standings
from standings.core.reckoning import Show
from standings.core.tiebreaks import tiebreak


def text(value: Fraction | None, code: str, table: Standings) -> str:
    """A value as the table shows it: "55.56 %", "7½", "–" where undefined. Rules that round show no more."""
    if value is None:
        return "–"
    if tiebreak(code).show is Show.PERCENT:
        digits = table.rules.percentages.rounding
        return f"{amounts.decimal(value * 100, 2 if digits is None else max(0, digits - 2))} %"
    return plain(value, table)


def plain(value: Fraction, table: Standings) -> str:
    """An amount that is no criterion's value, as the game of the table writes it."""
    return amounts.decimal_text(value, halves=table.reckoning.scoring.halves)
