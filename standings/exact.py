"""Exact arithmetic on the few values that tie-breaks need: sums, means, rounding. No floats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

ZERO = Fraction(0)


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


def _sum(ratios: Sequence[tuple[int, int]]) -> tuple[int, int]:
    common = lcm(*{denominator for _, denominator in ratios})
    return sum([numerator * (common // denominator) for numerator, denominator in ratios]), common


def half_up(value: Fraction, digits: int = 0) -> Fraction:
    """Rounded to so many decimals, a half away from zero."""
    scale = 10**digits
    scaled = abs(value) * scale
    rounded = Fraction((2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator), scale)
    return -rounded if value < 0 else rounded


def decimal(value: Fraction, digits: int) -> str:
    """For people: half up to so many decimals, with a point."""
    numerator, denominator = value.as_integer_ratio()
    rounded = (2 * abs(numerator) * 10**digits + denominator) // (2 * denominator)
    whole, rest = divmod(rounded, 10**digits)
    return ("-" if numerator < 0 and rounded else "") + (f"{whole}.{rest:0{digits}d}" if digits else str(whole))
