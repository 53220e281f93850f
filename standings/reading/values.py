"""Checks of values in JSON files; the error names the invalid value in one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from unicodedata import category

from standings.reading.document import BrokenFile

#: Categories of control characters and surrogates.
_WRITES_NOTHING = frozenset({"Cc", "Cs"})
#: More than any real tournament, so that a file cannot cause endless work.
MOST_PLAYERS, MOST_ROUNDS, MOST_GAMES = 100_000, 999, 999


def whole(value: object, name: str, least: int, most: int) -> int:
    """Return a whole number within these bounds. Raises BrokenFile."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BrokenFile(f"{name} is no whole number from {least} to {most}.")
    return value


def label(value: object, name: str) -> str:
    """Return a printable name or id. Raises BrokenFile."""
    if isinstance(value, bool) or not isinstance(value, str | int) or _WRITES_NOTHING & set(map(category, str(value))):
        raise BrokenFile(f"{name} is no text.")
    return str(value)


def rows(data: Mapping[str, object], name: str, most: int) -> list[Mapping[str, Any]]:
    """Return a list of objects. Raises BrokenFile."""
    found = data[name]
    if not isinstance(found, list) or not all(isinstance(row, dict) for row in found) or len(found) > most:
        raise BrokenFile(f"{name!r} has the wrong type: it is a list of at most {most} objects.")
    return found
