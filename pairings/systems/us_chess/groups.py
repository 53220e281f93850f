"""The pairs of a score group with its downfloaters (29C to 29E): the smallest change for the sake of colours.

The *natural* pairing: each downfloater meets the highest free player of the group (29D2); of the others the upper half
by rating meets the lower half, first against first (27A3). Every higher player of a pair is in the upper half, the
others in the lower one. The *change* of a pair is the smaller of two differences: between the ratings of one and of the
other's natural opponent, and the other way round (29E5c). `CRITERIA` are the values to minimise, one after the other.

Theory. Each criterion is a sum over pairs, so the criteria are the digits of one cost, and a cheapest matching is the
answer; of several the first, in which the highest-ranked has the highest-ranked opponent, and so on (`Face`). If the
natural pairs are allowed and lose no colour, they cost nothing, and no other pairing costs as little.

Bounds, for k players: one matching of k(k-1)/2 costs, O(k^3) steps for the search, and k trees among its tight pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import starmap
from math import prod
from operator import add

from pairings.matching.sets.bits import as_set, bits
from pairings.matching.sets.weighted import Matching
from pairings.matching.solve import match_table
from pairings.swiss.solve.face import Face, room_for
from pairings.systems.us_chess.field import UsField

#: The values to minimise, the most important first, with their rule.
CRITERIA = {
    "third": "29E5f",
    "beyond-equalise": "29E5b",
    "unequal": "29E5b",
    "beyond-alternate": "29E5a",
    "not-due": "29E5a",
    "halves": "29E5e",
    "ratings": "29E5c",
    "places": "27A3",
}
Digits = tuple[int, ...]
NOTHING: Digits = (0,) * len(CRITERIA)


class GroupOrder:
    """Players of a group by rank, `incoming` of them from above; places are in `players`, `natural` is by place."""

    def __init__(self, field: UsField, players: int, incoming: int) -> None:
        self.field = field
        self.players = list(bits(players))
        self.size = len(self.players)
        down = (players & incoming).bit_count()
        self.down = down if 2 * down <= self.size else 0
        half = (self.size - 2 * self.down) // 2
        upper = [*range(self.down), *range(2 * self.down, 2 * self.down + half)]
        lower = [*range(self.down, 2 * self.down), *range(2 * self.down + half, self.size)]
        self.upper = frozenset(upper)
        self.natural = [0] * self.size
        for one, other in zip(upper, lower, strict=True):
            self.natural[one], self.natural[other] = other, one
        self.ratings = [field.ratings[one] for one in self.players]
        self.kinds = [field.kind_of_wish(one) for one in self.players]

    def pairs(self) -> list[tuple[int, int]]:
        """Return the natural pairs by places, in the order of the higher-ranked players."""
        return sorted((one, self.natural[one]) for one in self.upper)

    def legal(self, one: int, other: int) -> bool:
        return bool(self.field.legal[self.players[one]] >> self.players[other] & 1)

    def change(self, one: int, other: int) -> int:
        """Return the rating points by which a pair differs from the natural one."""
        ratings, natural = self.ratings, self.natural
        return min(abs(ratings[other] - ratings[natural[one]]), abs(ratings[one] - ratings[natural[other]]))

    def digits(self, one: int, other: int) -> Digits:
        """Return the amounts of a pair for each of the criteria."""
        field, natural = self.field, self.natural
        lost = field.colour_loss(self.players[one], self.players[other])
        change = self.change(one, other)
        return (
            int(lost.third),
            max(0, change - field.equalise),
            int(lost.unequal),
            max(0, change - field.alternate),
            int(lost.clash),
            int((one in self.upper) == (other in self.upper)),
            change,
            min(abs(other - natural[one]), abs(one - natural[other])),
        )

    def total(self, pairs: Iterable[tuple[int, int]]) -> Digits:
        """Return the total amounts of some pairs, given by places."""
        found = NOTHING
        for digits in starmap(self.digits, pairs):
            found = tuple(map(add, found, digits))
        return found

    def is_natural(self) -> bool:
        """Return whether the pairing is the natural one."""
        players = self.players
        return all(
            self.legal(*pair) and not self.field.colour_loss(*(players[at] for at in pair)).clash
            for pair in self.pairs()
        )


@dataclass(frozen=True, slots=True)
class UsChessGroup:
    """A paired group: its players, those of them from above, and pairs (higher, lower) of the field.

    `odd` are the players who left it, in the order of choice.
    """

    players: int
    incoming: int
    odd: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]


def pair_group(field: UsField, players: int, incoming: int, odd: Sequence[int]) -> UsChessGroup:
    """Return the pairing of the players who stay in a group; at least one complete pairing exists."""
    order = GroupOrder(field, players, incoming)
    places = order.pairs() if order.is_natural() else best(order)
    if places is None:
        raise AssertionError("the group can be paired")
    pairs = [(order.players[min(pair)], order.players[max(pair)]) for pair in places]
    return UsChessGroup(players, incoming, tuple(odd), tuple(sorted(pairs)))


def best(order: GroupOrder, together: tuple[int, int] | None = None) -> list[tuple[int, int]] | None:
    """Return the first of the best pairings by places, with a pair `together`; None if there is none."""
    bounds = _bounds(order)
    never = prod(bounds)
    costs = _costs(order, bounds, never, together)
    found = match_table(costs)
    if any(costs[one][other] == never for one, other in found.pairs()):
        return None
    rows: list[dict[int, int]] = [{} for _ in order.players]
    room = room_for(order.size)
    for one, other, cost in found.tight(costs):
        for v, w in ((one, other), (other, one)):
            rows[v][-cost << room] = rows[v].get(-cost << room, 0) | 1 << w
    face = Face(Matching(rows, start=dict(enumerate(found.mate))))
    pairs = []
    while face.members:
        top = (face.members & -face.members).bit_length() - 1
        other = face.first(top, face.members)
        face.take(top)
        pairs.append((top, other))
    return pairs


def _costs(order: GroupOrder, bounds: Digits, never: int, together: tuple[int, int] | None) -> list[list[int]]:
    """Return the cost of each pair: `digits` as one number; `never`, more than any pairing, for forbidden pairs."""
    worth = [prod(bounds[at + 1 :]) for at in range(len(bounds))]
    field, ratings, natural = order.field, order.ratings, order.natural
    changes = [
        max(0, change - field.equalise) * worth[1] + max(0, change - field.alternate) * worth[3] + change * worth[6]
        for change in range(max(ratings) - min(ratings) + 1)
    ]
    lost, same = _colours(order, worth), worth[5]
    player_facts = [
        (at, ratings[at], natural[at], ratings[natural[at]], at in order.upper, kind)
        for at, kind in enumerate(order.kinds)
    ]
    rows: list[list[int]] = []
    for one, rating, nat, opponent, upper, kind in player_facts:
        of_kind = lost[kind]
        rows.append(
            [
                of_kind[its]
                + changes[min(abs(their_rating - opponent), abs(rating - their_opponent))]
                + (same if half == upper else 0)
                + min(abs(other - nat), abs(one - their_nat))
                for other, their_rating, their_nat, their_opponent, half, its in player_facts[:one]
            ]
        )
    costs = [[*row, never, *[later[one] for later in rows[one + 1 :]]] for one, row in enumerate(rows)]
    for one, other in _forbidden_places(order, together):
        costs[one][other] = costs[other][one] = never
    return costs


def _colours(order: GroupOrder, worth: Sequence[int]) -> list[list[int]]:
    """Return the colour losses of every two kinds of players who meet."""
    one_of = {kind: player for player, kind in zip(order.players, order.kinds, strict=True)}
    found = [[0] * (max(one_of) + 1) for _ in range(max(one_of) + 1)]
    for kind, one in one_of.items():
        for its, other in one_of.items():
            lost = order.field.colour_loss(one, other)
            found[kind][its] = lost.third * worth[0] + lost.unequal * worth[2] + lost.clash * worth[4]
    return found


def _forbidden_places(order: GroupOrder, together: tuple[int, int] | None) -> Iterator[tuple[int, int]]:
    """Yield forbidden pairs by places, and other pairs of two who are to be `together`."""
    place = {player: at for at, player in enumerate(order.players)}
    members = as_set(order.players)
    for one, player in enumerate(order.players):
        for other in bits(members & ~order.field.legal[player]):
            yield one, place[other]
    for one in together or ():
        yield from ((one, other) for other in range(order.size) if other not in (together or ()))


def _bounds(order: GroupOrder) -> Digits:
    """Return upper bounds, above every possible sum of each criterion in a pairing."""
    pairs = order.size // 2
    change = max(order.ratings) - min(order.ratings)
    field = order.field
    beyond = [pairs * max(0, change - limit) + 1 for limit in (field.equalise, field.alternate)]
    return pairs + 1, beyond[0], pairs + 1, beyond[1], pairs + 1, pairs + 1, pairs * change + 1, pairs * order.size + 1
