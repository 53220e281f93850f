"""Days and births as report files write them: one reader for import, check and pages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_YEAR_FIRST = re.compile(r"(\d{4}|\d{2})\s*([/.-])\s*(\d{1,2})\s*\2\s*(\d{1,2})", re.ASCII)
_YEAR_LAST = re.compile(r"(\d{1,2})\s*([/.-])\s*(\d{1,2})\s*\2\s*(\d{4})", re.ASCII)
_GERMAN = re.compile(r"(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{2})", re.ASCII)
_DAY_WITH_MONTH_NAME = re.compile(r"(\d{1,2})[ .-]*([A-Za-z]{3})[a-z]*[ ,.-]*(\d{4})", re.ASCII)
_DAY_IN_DIGITS = re.compile(r"(\d{4})(\d{2})(\d{2})", re.ASCII)
_YEAR = re.compile(r"(\d{4})(?:[/.-]00[/.-]00)?|00[/.-]00[/.-](\d{4})", re.ASCII)
#: Nobody who plays was born before, and no tournament is planned for a later year.
OLDEST, LATEST = 1900, 2200


def day_of(text: str) -> date | None:
    """Return the day at the start of a text: 2005/07/28, 05/07/28, 28.07.2005, 28/07/2005, 28 July 2005 and similar.

    In 07/08/2005 the first number is the day, unless it can only be the month. None for an unreadable day.
    """
    value = text.strip()
    if found := _YEAR_LAST.match(value):
        day, month, year = int(found[1]), int(found[3]), int(found[4])
        return _day(year, month, day) or (_day(year, day, month) if found[2] == "/" else None)
    if found := _DAY_IN_DIGITS.match(value):
        return _day(*map(int, found.groups()))
    if found := _GERMAN.match(value):
        german = _day(_century(found[3]), int(found[2]), int(found[1]))
        if german is not None:
            return german
    if found := _YEAR_FIRST.match(value):
        return _day(_century(found[1]), int(found[3]), int(found[4]))
    if (found := _DAY_WITH_MONTH_NAME.match(value)) and found[2].lower() in _MONTHS:
        return _day(int(found[3]), _MONTHS.index(found[2].lower()) + 1, int(found[1]))
    return None


def first_day_in(texts: Sequence[str]) -> date | None:
    """Return the first day of a tournament, from the texts of its record 042."""
    return day_of(texts[0]) if texts else None


def birth_of(text: str) -> str | None:
    """Return a birth as it is stored: 1990/05/31, or 1990 if the day is unknown; "" for nothing or zeros.

    None for an invalid birth.
    """
    value = text.strip()
    if not value.strip("0/.- "):
        return ""
    if year := _YEAR.fullmatch(value):
        number = int(year[1] or year[2])
        return f"{number:04d}" if OLDEST <= number <= LATEST else None
    found = day_of(value)
    return None if found is None else f"{found:%Y/%m/%d}"


def _century(text: str) -> int:
    """Return the year of four digits, or of two: 69 to 99 are of the last century."""
    year = int(text)
    if len(text) > 2:
        return year
    return year + (2000 if year < 69 else 1900)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day) if OLDEST <= year <= LATEST else None
    except ValueError:
        return None
