"""The reasons for deducted or added points, in comments of a report file (`###`), next to record 299.

They are Kierros' own words, written and read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from pairings.numbers.amounts import decimal_text

#: The word that begins such a comment, before the round in which it happened.
EVENT = "Points"
_COMMENT = re.compile(rf"{EVENT} @ Round ([1-9]\d{{0,2}}): -?\d+(?:\.\d+)? for ([1-9]\d{{0,3}}): (.+)")


def comment_for(number: int, points: Fraction, reason: str) -> str:
    """Return the comment for the deduction of the player with this number."""
    return f"{decimal_text(points, halves=False)} for {number}: {reason}"


def reasons_in(comments: Iterable[str]) -> dict[tuple[int, int], str]:
    """Return the reasons, by round and the player's number in the file."""
    return {(int(found[1]), int(found[2])): found[3] for found in map(_COMMENT.fullmatch, comments) if found}
