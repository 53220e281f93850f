"""The floaters of a group towards the median (C.04.4.3 art. 2.3 and 3).

Only the players float whom even the largest compatible pairing leaves alone, without an opponent or to make the number
even. They are chosen one after the other among the players whom some largest pairing leaves alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairings.matching.sets.bits import as_set, bits
from pairings.matching.sets.unweighted import find_unmatched
from pairings.systems.lim.field import LimField

#: Types of floaters (3.9), by whether a player has floated into the group, and has an opponent in the next one.
TYPES = {(True, False): "a", (True, True): "b", (False, False): "c", (False, True): "d"}
MEETING = {"b", "d"}


def floaters(field: LimField, players: int, incoming: int, following: int, *, downwards: bool) -> dict[int, str]:
    """Return the floaters with their types, in the order of choice.

    `incoming` of the players have floated into the group.
    """
    found: dict[int, str] = {}
    remaining = players
    unmatched_count, some = find_unmatched(remaining, field.legal)
    while unmatched_count:
        meeting = as_set([one for one, kind in found.items() if kind in MEETING])
        kind, one = _next(field, remaining, some, incoming, meeting, following, downwards=downwards)
        found[one] = kind
        remaining &= ~(1 << one)
        unmatched_count, some = find_unmatched(remaining, field.legal)
    return found


def _next(
    field: LimField, players: int, some: int, incoming: int, meeting: int, following: int, *, downwards: bool
) -> tuple[str, int]:
    """Return the next floater out of `some`, with the type.

    The criteria are the least bad type (3.9), not one who has just floated (3.10), and colour. `meeting` are those
    chosen before who have an opponent in the next group, which nobody else can have then.
    """
    kinds = {
        one: TYPES[bool(incoming >> one & 1), can_meet(field, meeting | 1 << one, following)] for one in bits(some)
    }
    kind = max(kinds.values())
    group = [one for one in kinds if kinds[one] == kind]
    # A player who floated in the round before does not float again, if there is another of the same type (3.10).
    group = [one for one in group if not field.floated >> one & 1] or group
    in_order = sorted(group, reverse=downwards)
    return kind, _by_colour(field, players, in_order)


def _by_colour(field: LimField, players: int, in_order: Sequence[int]) -> int:
    """Return the first player due the colour in surplus; the first of all if there is no surplus (art. 3.2)."""
    whites, blacks = players & field.whites, players & field.blacks
    surplus = whites if whites.bit_count() > blacks.bit_count() else blacks
    if whites.bit_count() == blacks.bit_count():
        return in_order[0]
    # A player of the colour in surplus floats, so that fewer lose their due colour (3.2). In a maxi-tournament the
    # ratings must be near enough for this.
    coloured = next((one for one in in_order if surplus >> one & 1), in_order[0])
    return coloured if field.near(coloured, in_order[0]) else in_order[0]


def can_meet(field: LimField, players: int, following: int) -> bool:
    """Return whether all of some players can each have an opponent in the next group (3.3)."""
    partner: dict[int, int] = {}

    def place(one: int, seen: set[int]) -> bool:
        for other in bits(field.legal[one] & following):
            if other not in seen:
                seen.add(other)
                if other not in partner or place(partner[other], seen):
                    partner[other] = one
                    return True
        return False

    return all(place(one, set()) for one in bits(players))
