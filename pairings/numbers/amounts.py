"""Amounts – points, and values made of points – as people read them: exact inside, formatted for the game.

If a drawn game is written ½-½, half a point is ½ and two and a half are 2½ (`halves`); otherwise they are 0.5 and 2.5.
Everything else is a decimal: exact with up to three places if possible, else rounded half up to three.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

_AMOUNT_PATTERN = re.compile(r"(?<![\d.])-?(?:\d{0,9}½|\d{1,9}/0*[1-9]\d{0,8}|\d{1,9}\.\d{1,9})(?!\d)")
_PLACES = 3


def decimal_text(value: Fraction, *, halves: bool) -> str:
    """Return an amount as text: 3, 2½ or 2.5, 0.75, 0.333."""
    return _text(*value.as_integer_ratio(), halves)


@lru_cache(maxsize=4096)  # a table has thousands of few different ones
def _text(numerator: int, denominator: int, halves: bool) -> str:
    if denominator == 2 and halves:
        return f"{'-' if numerator < 0 else ''}{abs(numerator) // 2 or ''}½"
    exact = (digits for digits in range(_PLACES) if numerator * 10**digits % denominator == 0)
    return decimal(Fraction(numerator, denominator), next(exact, _PLACES))


def spell_amounts(text: str, *, halves: bool) -> str:
    """Return a text with each amount formatted as `decimal_text` does, from 5/2, 2½ or 2.5."""
    return _AMOUNT_PATTERN.sub(lambda found: decimal_text(_read(found[0]), halves=halves), text)


def _read(written: str) -> Fraction:
    whole, half, _nothing = written.partition("½")
    if not half:
        return Fraction(written)
    sign = -1 if whole.startswith("-") else 1
    return sign * (int(whole.lstrip("-") or 0) + Fraction(1, 2))


def decimal(value: Fraction, digits: int) -> str:
    """Return a value rounded half up to that number of decimals, with a point."""
    numerator, denominator = value.as_integer_ratio()
    rounded = (2 * abs(numerator) * 10**digits + denominator) // (2 * denominator)
    whole, rest = divmod(rounded, 10**digits)
    return ("-" if numerator < 0 and rounded else "") + (f"{whole}.{rest:0{digits}d}" if digits else str(whole))


@lru_cache(maxsize=1024)
def exact(points: int, scale: int) -> str:
    """Return points in units, `scale` units to a point, as an exact number: 3, 5/2."""
    return str(Fraction(points, scale))
