"""Expelled players in the comments of a report file (`###`): Kierros' own wording, written and read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

#: The word that begins such a comment, before the round in which it happened.
EVENT = "Expelled"
_OMISSION_TEXT = ", left out of the table"
_COMMENT = re.compile(rf"{EVENT} @ Round (\d{{1,3}}): ([1-9]\d{{0,3}})({_OMISSION_TEXT})?(?:: (.*))?")


@dataclass(frozen=True, slots=True)
class Expulsion:
    """An expulsion: its round, whether the player is left out of the table, and the reason, if given."""

    round: int
    left_out: bool
    reason: str


def comment_for(number: int, *, left_out: bool) -> str:
    """Return the comment for the expulsion of the player with this number."""
    return f"{number}{_OMISSION_TEXT if left_out else ''}"


def expelled_in(comments: Iterable[str]) -> dict[int, Expulsion]:
    """Return the expelled players by their numbers in the file; the last comment on each player counts."""
    return {
        int(found[2]): Expulsion(int(found[1]), found[3] is not None, found[4] or "")
        for found in map(_COMMENT.fullmatch, comments)
        if found
    }


def excluded_players_in(comments: Iterable[str]) -> frozenset[int]:
    """Return the players without a place in the table."""
    return frozenset(number for number, expulsion in expelled_in(comments).items() if expulsion.left_out)
