"""Exact arithmetic on the few values that tie-breaks need: sums, means, rounding. No floats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

ZERO = Fraction(0)
#: Longer numbers take longer than fractions.
COMMON = 512


def total(amounts: Iterable[Fraction]) -> Fraction:
    """The sum, reduced once: numerators are added over the common denominator."""
    return Fraction(*_sum([amount.as_integer_ratio() for amount in amounts]))


def mean(amounts: Sequence[Fraction]) -> Fraction | None:
    """The arithmetic mean, None of nothing."""
    return mean_of_ratios([amount.as_integer_ratio() for amount in amounts]) if amounts else None


def mean_of_ratios(ratios: Sequence[tuple[int, int]]) -> Fraction:
    """The mean of one or more (numerator, denominator)."""
    numerator, denominator = _sum(ratios)
    return Fraction(numerator, denominator * len(ratios))


def larger(one: Fraction, other: Fraction) -> Fraction:
    """The larger of two, the first of equals; quicker than `max`, which asks of what kind they are."""
    (a, b), (c, d) = one.as_integer_ratio(), other.as_integer_ratio()
    return one if a * d >= c * b else other


def over_common_denominator(values: Iterable[Fraction]) -> tuple[list[int], int] | None:
    """All numerators over the common denominator, and this; None where it has more than COMMON bits."""
    ratios = [value.as_integer_ratio() for value in values]
    common = 1
    for denominator in {denominator for _, denominator in ratios}:
        common = lcm(common, denominator)
        if common.bit_length() > COMMON:
            return None
    return [numerator * (common // denominator) for numerator, denominator in ratios], common


def _sum(ratios: Sequence[tuple[int, int]]) -> tuple[int, int]:
    common = lcm(*{denominator for _, denominator in ratios})
    return sum([numerator * (common // denominator) for numerator, denominator in ratios]), common


def half_up(value: Fraction, digits: int = 0) -> Fraction:
    """Rounded to that number of decimals, a half away from zero."""
    scale = 10**digits
    scaled = abs(value) * scale
    rounded = Fraction((2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator), scale)
    return -rounded if value < 0 else rounded
