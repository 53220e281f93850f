"""Points as reasons hold them."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache


@lru_cache(maxsize=1024)
def exact(points: int, scale: int) -> str:
    """Points in units, of which `scale` make one, as an exact number: 3, 5/2."""
    return str(Fraction(points, scale))
