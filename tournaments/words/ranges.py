"""Numbers of tables as people write them: 5, 17-20."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from pairings.hall import HIGHEST, Room

#: One number, or two with a hyphen or dash between them.
_RANGE = re.compile(r"(\d{1,9})(?:\s*[-–—]\s*(\d{1,9}))?")
#: A room: its name, perhaps a colon, and its tables.
_ROOM = re.compile(r"(.*?)[\s:,;]*?(\d{1,9})\s*[-–—]\s*(\d{1,9})")


class NotNumbers(ValueError):
    """The text says what cannot be read and how to write it."""


def read(text: str) -> frozenset[int]:
    """The numbers that a text lists. Raises NotNumbers."""
    found: set[int] = set()
    for part in filter(None, (part.strip() for part in re.split(r"[,;\n]", text))):
        match = _RANGE.fullmatch(part)
        if match is None:
            raise NotNumbers(_("“{text}” is no table. Write numbers like 5, 17-20.").format(text=part[:40]))
        first = int(match[1])
        found |= set(_between(first, int(match[2] or first)))
    return frozenset(found)


def read_rooms(text: str) -> tuple[Room, ...]:
    """The rooms that a text lists, one a line. Raises NotNumbers."""
    return tuple(_room(line) for line in filter(None, (line.strip() for line in text.splitlines())))


def _room(line: str) -> Room:
    match = _ROOM.fullmatch(line)
    if match is None:
        text = _("“{text}” is no room. Write its name and its tables, like Main hall 1-60.")
        raise NotNumbers(text.format(text=line[:60]))
    tables = _between(int(match[2]), int(match[3]))
    return Room(" ".join(match[1].split()), tables[0], tables[-1])


def _between(first: int, last: int) -> range:
    if not 1 <= first <= last <= HIGHEST:
        raise NotNumbers(
            _("Tables have numbers from 1 to {most}, and the lower one comes first: {first}-{last} does not.").format(
                most=HIGHEST, first=first, last=last
            )
        )
    return range(first, last + 1)


def written(numbers: Iterable[int]) -> str:
    """The numbers as `read` reads them, neighbours drawn together."""
    return ", ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in _runs(sorted(numbers)))


def _runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    begin = 0
    for at, number in enumerate(numbers, start=1):
        if at == len(numbers) or numbers[at] != number + 1:
            yield numbers[begin], number
            begin = at
