"""The pairs of a group, after its floaters have left (C.04.4.3 art. 2.4, 3.6 to 3.8, 4 and 5).

Players who have floated into it are paired first. The others are in order, from the top or, below the median, from the
bottom, the first half against the second, number i against number i of the other. A player who is not compatible with
the opponent takes the next of the second half, then the last of the first (4.1: six players, number 1: 4, 5, 6, 3, 2).
The same order is used again for due colours (5.2). All other players of the group must always keep an opponent (4.4).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from pairings.matching.sets.bits import bits
from pairings.matching.sets.unweighted import complete_matching
from pairings.systems.lim.field import LimField


class How(StrEnum):
    """The way in which a player got this opponent."""

    NATURAL = "natural"
    BARRED = "barred"
    COLOURS = "colours"
    OTHERS = "others"


@dataclass(frozen=True, slots=True)
class Pair:
    """The player paired first, and the opponent. `natural` is the opponent without `how`; `floated` marks a floater."""

    one: int
    other: int
    natural: int
    how: How
    floated: bool


@dataclass(slots=True)
class LimGroup:
    """A paired group: `players` are its players, with those from above and below, and its floaters.

    `opened` are those whose pairs were broken open for the median group (2.6).
    """

    players: int
    down: int
    up: int
    downwards: bool
    floaters: dict[int, str]
    pairs: list[Pair] = field(default_factory=list)
    opened: int = 0


def pair_group(lim: LimField, group: LimGroup) -> None:
    """Make the pairs of a group; its players without the floaters have at least one complete pairing."""
    remaining = group.players
    for floater in group.floaters:
        remaining &= ~(1 << floater)
    seats = _Seats(lim, remaining)
    down = list(bits(group.down & remaining))
    up = list(bits(group.up & remaining))[::-1]
    incoming = group.down | group.up
    for one in [*down, *up] if group.downwards else [*up, *down]:
        if seats.remaining >> one & 1:
            residents, others = seats.remaining & ~incoming, seats.remaining & incoming & ~(1 << one)
            orders = [list(bits(each)) for each in (residents, others)]
            in_order = [each for order in orders for each in (order if group.downwards else order[::-1])]
            group.pairs.append(seats.pair(one, in_order, floated=True))
    standing = list(bits(seats.remaining))
    standing = standing if group.downwards else standing[::-1]
    group.pairs += _halves(seats, standing)


def _halves(seats: _Seats, standing: Sequence[int]) -> Iterator[Pair]:
    """Yield the first half against the second. The first of the second half replaces a player taken from the first."""
    half = len(standing) // 2
    order = {one: place for place, one in enumerate(standing)}
    first, second = list(standing[:half]), list(standing[half:])
    while first:
        one = first.pop(0)
        pair = seats.pair(one, [*second, *first[::-1]], floated=False)
        if pair.other in second:
            second.remove(pair.other)
        else:
            first.remove(pair.other)
            # An opponent from the first half leaves it one short, so the next of the second half moves up (4.1: of six
            # players 1-3, 2-5, 4-6).
            first = sorted([*first, second.pop(0)], key=order.__getitem__)
        yield pair


class _Seats:
    """Players with a complete pairing, taken out pair by pair so that the others always keep one."""

    def __init__(self, lim: LimField, players: int) -> None:
        found = complete_matching(players, lim.legal)
        if found is None:
            raise AssertionError("the group can be paired")
        self.lim = lim
        self.remaining = players
        self.mate = found

    def pair(self, one: int, order: Sequence[int], *, floated: bool) -> Pair:
        """Return the first possible opponent, or for the sake of colours another one that is near enough."""
        compatible = [other for other in order if self.lim.legal[one] >> other & 1]
        plain = next(other for other in compatible if self._leaves(one, other))
        chosen, way = plain, How.NATURAL
        if plain != order[0]:
            way = How.OTHERS if self.lim.legal[one] >> order[0] & 1 else How.BARRED
        # Both are due the same colour: the next compatible opponent due the other one is taken (5.2), if all others
        # keep an opponent (4.4).
        if self.lim.clash(one, plain):
            better = (other for other in compatible if not self.lim.clash(one, other) and self.lim.near(other, plain))
            chosen = next((other for other in better if self._leaves(one, other)), plain)
            way = How.COLOURS if chosen != plain else way
        self._take(one, chosen)
        return Pair(one, chosen, order[0], way, floated)

    def _leaves(self, one: int, other: int) -> bool:
        """Return whether all others then have an opponent."""
        if self.mate[one] == other:
            return True
        remaining = self.remaining & ~(1 << one | 1 << other)
        found = complete_matching(remaining, self.lim.legal, self.mate)
        if found is None:
            return False
        self.mate = {**found, one: other, other: one}
        return True

    def _take(self, one: int, other: int) -> None:
        if not self._leaves(one, other):
            raise AssertionError("the others have opponents")
        self.remaining &= ~(1 << one | 1 << other)
        del self.mate[one], self.mate[other]
