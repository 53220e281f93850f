"""How the comments of a report file (`###`) tell of players who were expelled: Kierros' own words, written and read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

#: The event, before the round in which it happened.
EVENT = "Expelled"
_LEFT_OUT = ", left out of the table"
_COMMENT = re.compile(rf"{EVENT} @ Round (\d{{1,3}}): ([1-9]\d{{0,3}})({_LEFT_OUT})?(?:: (.*))?")


@dataclass(frozen=True, slots=True)
class Expulsion:
    """After which round a player was expelled, whether he has no place in the table, and why, if the file says it."""

    round: int
    left_out: bool
    reason: str


def comment_for(number: int, *, left_out: bool) -> str:
    """What a comment says about the player of this number."""
    return f"{number}{_LEFT_OUT if left_out else ''}"


def expelled_in(comments: Iterable[str]) -> dict[int, Expulsion]:
    """Who was expelled, by their numbers in the file; the last comment on each is the one that holds."""
    return {
        int(found[2]): Expulsion(int(found[1]), found[3] is not None, found[4] or "")
        for found in map(_COMMENT.fullmatch, comments)
        if found
    }


def excluded_players_in(comments: Iterable[str]) -> frozenset[int]:
    """The players without a place in the table."""
    return frozenset(number for number, expulsion in expelled_in(comments).items() if expulsion.left_out)
