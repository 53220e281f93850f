"""How the comments of a report file (`###`) tell of players who were expelled: Kierros' own words, written and read."""

from __future__ import annotations

import re
from collections.abc import Iterable

#: The event, before the round in which it happened.
EVENT = "Expelled"
_LEFT_OUT = ", left out of the table"
_COMMENT = re.compile(rf"{EVENT} @ Round \d+: (\d+)({_LEFT_OUT})?")


def told(number: int, *, left_out: bool) -> str:
    """What a comment says of the player of this number."""
    return f"{number}{_LEFT_OUT if left_out else ''}"


def left_out_in(comments: Iterable[str]) -> frozenset[int]:
    """The players without a place in the table; the last comment on each is the one that holds."""
    found = {int(line[1]): line[2] is not None for line in map(_COMMENT.match, comments) if line}
    return frozenset(number for number, left_out in found.items() if left_out)
