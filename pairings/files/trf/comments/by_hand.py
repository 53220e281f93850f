"""Manual decisions about the standings, in the comments of a report file (`###`), written and read.

They are the order of level players, and external values for a tie-break, in Kierros' own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pairings.numbers.amounts import decimal_text
from pairings.snapshot import ManualPlace

#: The events, before the round after which they hold.
ORDER = "Order by hand"
VALUE = "Value from outside"
_NUMBER = r"[1-9]\d{0,3}"
_ORDER = re.compile(rf"{ORDER} @ Round (\d{{1,3}}): ({_NUMBER}(?:, {_NUMBER})+)(?:: (.*))?")
_VALUE = re.compile(rf"{VALUE} @ Round \d{{1,3}}: (-?\d{{1,6}}(?:\.\d{{1,3}})?) for ({_NUMBER})")


@dataclass(frozen=True, slots=True)
class ManualOrder:
    """A manual order after a round, with its reason: level players by their file numbers, best first."""

    after: int
    players: tuple[int, ...]
    reason: str


def order_comment(players: Sequence[int], reason: str) -> str:
    """Return the comment that puts level players in this order."""
    return f"{', '.join(map(str, players))}: {reason}"


def value_comment(number: int, value: Fraction) -> str:
    """Return the comment for a player's external value."""
    return f"{decimal_text(value, halves=False)} for {number}"


def orders_in(comments: Iterable[str], numbers: Mapping[int, int]) -> list[ManualOrder]:
    """Return the orders of a file that are not before round 1.

    Orders with unknown players, or with players of another order, are left out.
    """
    found: list[ManualOrder] = []
    for match in filter(None, map(_ORDER.fullmatch, comments)):
        order = ManualOrder(int(match[1]), tuple(map(int, match[2].split(", "))), match[3] or "")
        players = set(order.players).intersection(numbers).difference(*(each.players for each in found))
        if order.after and len(players) == len(order.players):
            found.append(order)
    return found


def manual_places_in(orders: Iterable[ManualOrder]) -> dict[int, ManualPlace]:
    """Return the place that the orders give each player, by number."""
    return {
        number: ManualPlace(order.after, tie, len(order.players), place)
        for tie, order in enumerate(orders, start=1)
        for place, number in enumerate(order.players, start=1)
    }


def values_in(comments: Iterable[str]) -> dict[int, Fraction]:
    """Return the values of a file, by number; the last comment for each counts."""
    return {int(found[2]): Fraction(found[1]) for found in map(_VALUE.fullmatch, comments) if found}
