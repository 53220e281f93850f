"""Exact arithmetic on the few values that tie-breaks need: sums, means, rounding. No floats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

ZERO = Fraction(0)
#: The limit in bits of a common denominator; above it integers are slower than fractions.
COMMON = 512


def total(amounts: Iterable[Fraction]) -> Fraction:
    """Return the sum, reduced once: numerators are added over the common denominator."""
    return Fraction(*_sum([amount.as_integer_ratio() for amount in amounts]))


def mean(amounts: Sequence[Fraction]) -> Fraction | None:
    """Return the arithmetic mean, None if there are no amounts."""
    return mean_of_ratios([amount.as_integer_ratio() for amount in amounts]) if amounts else None


def mean_of_ratios(ratios: Sequence[tuple[int, int]]) -> Fraction:
    """Return the mean of one or more (numerator, denominator)."""
    numerator, denominator = _sum(ratios)
    return Fraction(numerator, denominator * len(ratios))


def larger(one: Fraction, other: Fraction) -> Fraction:
    """Return the larger of two, the first if equal. It is faster than `max`, which checks the types of its
    arguments.
    """
    (a, b), (c, d) = one.as_integer_ratio(), other.as_integer_ratio()
    return one if a * d >= c * b else other


def over_common_denominator(values: Iterable[Fraction]) -> tuple[list[int], int] | None:
    """Return all numerators over the common denominator, and the denominator; None if it has more than COMMON bits."""
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
    """Return the value rounded to this number of decimals, halves away from zero."""
    scale = 10**digits
    scaled = abs(value) * scale
    rounded = Fraction((2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator), scale)
    return -rounded if value < 0 else rounded
