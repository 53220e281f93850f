"""One line of a rating list, as the table of a list keeps it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from tournaments.models.player import sort_key

LONGEST_NAME = 100
LONGEST_ID = 24


class NotARatingList(ValueError):
    """A file from which no list can be loaded; the text says why and what to do."""


class Entry(NamedTuple):
    """`id` is the number by which the list itself knows a player, `fide_id` FIDE's in a national list.

    An empty text is what the list does not say; a rating of 0 is none.
    """

    id: str = ""
    name: str = ""
    key: str = ""
    federation: str = ""
    sex: str = ""
    title: str = ""
    born: int | None = None
    standard: int | None = None
    rapid: int | None = None
    blitz: int | None = None
    k_standard: int | None = None
    k_rapid: int | None = None
    k_blitz: int | None = None
    fide_id: str = ""
    club: str = ""
    active: bool = True


@dataclass
class Reading:
    """A list as it is read: its lines, one after the other, and what was found on the way.

    `listed_on` is the day that the file itself names, `is_fide` whether it is one of FIDE's forms. `skipped` counts the
    lines of which nobody could be made, and `faults` tells the first of them.
    """

    entries: Iterator[Entry]
    is_fide: bool
    listed_on: date | None = None
    skipped: int = 0
    faults: list[str] = field(default_factory=list)

    def skip(self, fault: str) -> None:
        self.skipped += 1
        if len(self.faults) < 5:
            self.faults.append(fault)


def number(text: str) -> int | None:
    """A rating, a K or a year; None for nothing, 0 or a dash. Raises ValueError for what is none."""
    text = text.strip()
    if not text or text in ("0", "-", "–"):
        return None
    found = int(text)
    if not 0 <= found <= 9999:
        raise ValueError(text)
    return found or None


def key_of(name: str) -> str:
    """A name as it is searched: without case, accents and punctuation."""
    plain = name.lower() if name.isascii() else sort_key(name)
    return " ".join(plain.translate(_MARKS).split())


_MARKS = str.maketrans(dict.fromkeys(",.;:'’`´\"()-_/", " "))
SEXES = {"m": "m", "f": "w", "w": "w"}
