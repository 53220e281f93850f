"""Exact arithmetic on the few values that tie-breaks need: sums, means, rounding. No floats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

ZERO = Fraction(0)


def total(amounts: Iterable[Fraction]) -> Fraction:
    """The sum. Numerators over equal denominators are added as integers, which spares most of the reducing."""
    by_denominator: dict[int, int] = {}
    for amount in amounts:
        numerator, denominator = amount.as_integer_ratio()
        by_denominator[denominator] = by_denominator.get(denominator, 0) + numerator
    if len(by_denominator) == 1:
        denominator, numerator = by_denominator.popitem()
        return Fraction(numerator, denominator)
    return sum((Fraction(numerator, denominator) for denominator, numerator in by_denominator.items()), ZERO)


def mean(amounts: Sequence[Fraction]) -> Fraction | None:
    """The arithmetic mean, None of nothing."""
    return total(amounts) / len(amounts) if amounts else None


def half_up(value: Fraction, digits: int = 0) -> Fraction:
    """Rounded to so many decimals, a half away from zero."""
    scale = 10**digits
    scaled = abs(value) * scale
    rounded = Fraction((2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator), scale)
    return -rounded if value < 0 else rounded


def decimal(value: Fraction, digits: int) -> str:
    """For people: half up to so many decimals, with a point."""
    rounded = half_up(value, digits)
    whole, rest = divmod(abs(rounded.numerator) * 10**digits // rounded.denominator, 10**digits)
    return ("-" if rounded < 0 else "") + (f"{whole}.{rest:0{digits}d}" if digits else str(whole))
