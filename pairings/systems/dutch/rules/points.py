"""Points as people write them."""

from __future__ import annotations

from fractions import Fraction


def points_text(points: int, scale: int) -> str:
    """Whole and half points as 3, 3½ and ½; others as a decimal or, failing that, as a fraction."""
    value = Fraction(points, scale)
    if value.denominator == 1:
        return str(value.numerator)
    if value.denominator == 2 and value > 0:
        whole = value.numerator // 2
        return f"{whole or ''}½"
    if (value * 100).denominator == 1:
        return f"{float(value):.2f}".rstrip("0")
    return f"{value.numerator}/{value.denominator}"
