"""Values as text for people: "55.56 %", "2½". Only this module rounds the exact numbers of a table."""

from __future__ import annotations

from fractions import Fraction

from pairings.numbers import amounts
from standings.core.rank import Standings
from standings.core.reckoning import Show
from standings.core.tiebreaks import tiebreak


def text(value: Fraction | None, code: str, table: Standings) -> str:
    """Return a value as the table shows it: "55.56 %", "7½", "–" if undefined. Rounded values show no more decimals."""
    if value is None:
        return "–"
    if tiebreak(code).show is Show.PERCENT:
        digits = table.rules.percentages.rounding
        return f"{amounts.decimal(value * 100, 2 if digits is None else max(0, digits - 2))} %"
    return plain(value, table)


def plain(value: Fraction, table: Standings) -> str:
    """Return an amount that is not a criterion's value, in the notation of the table's game."""
    return amounts.decimal_text(value, halves=table.reckoning.scoring.halves)
