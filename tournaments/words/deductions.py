"""Points that the arbiter deducts from a player, or gives, as people write them and as a player's row keeps them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypedDict

from pairings.amounts import shown
from pairings.trf.errors import TooWide
from pairings.trf.fields import points_field

LONGEST_REASON = 200
MOST = 99
_AMOUNT = re.compile(r"([+-]?)(\d{0,2})(?:½|[.,]5|)")


class StoredDeduction(TypedDict):
    """`points` is exact, and below zero where they are taken."""

    round: int
    points: str
    reason: str


@dataclass(frozen=True, slots=True)
class Deduction:
    """Points taken (below zero) or given in a round, the tournament's number, and why."""

    round: int
    points: Fraction
    reason: str


class NotPoints(ValueError):
    """No number of points that can be deducted or given."""


def parse(text: str) -> Fraction:
    """-1, −½, 1.5 or +2: halves up to 9½, whole points up to 99, not 0. Raises NotPoints."""
    written = text.replace("\N{MINUS SIGN}", "-").replace("1/2", "½").replace(" ", "")
    found = _AMOUNT.fullmatch(written)
    if found is None or not written.strip("+-"):
        raise NotPoints(text)
    half = Fraction(1, 2) if written[-1] == "½" or written[-2:] in (".5", ",5") else Fraction(0)
    points = (int(found[2] or 0) + half) * (-1 if found[1] == "-" else 1)
    if not can_be(points):
        raise NotPoints(text)
    return points


def can_be(points: Fraction) -> bool:
    """Whether so much can be deducted or given, and written in four columns of a report file."""
    try:
        points_field(points)
    except TooWide:
        return False
    return points != 0 and points.denominator <= 2 and abs(points) <= MOST


def signed(points: Fraction, *, halves: bool) -> str:
    """Points with their sign, as people read them: −1, +½."""
    return ("+" if points > 0 else "\N{MINUS SIGN}") + shown(abs(points), halves=halves)


def stored(known: Iterable[Deduction]) -> list[StoredDeduction]:
    """What a player's row keeps of them, in the order of rounds."""
    ordered = sorted(known, key=lambda each: each.round)
    return [{"round": each.round, "points": str(each.points), "reason": each.reason} for each in ordered]


def read(rows: Iterable[Mapping[str, object]]) -> tuple[Deduction, ...]:
    return tuple(Deduction(int(str(row["round"])), Fraction(str(row["points"])), str(row["reason"])) for row in rows)
