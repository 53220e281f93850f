"""Values for people: "55.56 %", "2½" stays 2.5. Only here are exact numbers rounded for the eye."""

from __future__ import annotations

from fractions import Fraction

from standings.exact import decimal
from standings.rules import Rules
from standings.tiebreaks import tiebreak
from standings.tiebreaks.criterion import Show


def text(value: Fraction | None, code: str, rules: Rules) -> str:
    """A value as it is shown in a table: "55.56 %", "7.5", "–" where undefined. Rules that round show no more."""
    if value is None:
        return "–"
    if tiebreak(code).show is Show.PERCENT:
        digits = rules.percentages.rounding
        return f"{decimal(value * 100, 2 if digits is None else max(0, digits - 2))} %"
    return plain(value)


def plain(value: Fraction) -> str:
    """An exact short decimal where there is one with up to two places, else three places, half up."""
    numerator, denominator = value.as_integer_ratio()
    exact = (digits for digits in (0, 1, 2) if numerator * 10**digits % denominator == 0)
    return decimal(value, next(exact, 3))
