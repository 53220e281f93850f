"""Seats of a knock-out by lot: around the seeds, or from pots, with players of one origin apart as long as possible.

A seat is a seed, and the tree determines the first possible round of two seeds. Players are drawn inside groups of
equivalent seats: with seeds the seats 1, 2, 3-4, 5-8 and so on for the players with a place by rating, and all others
together; from pots the seats of each pot, one in every part of the tree.

Two players of one origin who can first meet in round r of k cost 4 to the power of k - r. A draw puts one player after
the other, largest origins first, at the least added cost, with a lot among equals; then players of a group change seats
while that makes it cheaper. The best possible distance of an origin is known: half of its players in each half of the
tree, a quarter in each quarter. If the draw reaches that, it is optimal. Small groups are tried in all orders, so their
answer is the least possible. Otherwise the text says that nothing better was found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, permutations, product
from math import factorial, prod
from random import Random

from pairings.plan import Reason
from pairings.seating.record import SeatingField, SeatOrder
from pairings.snapshot import Player
from pairings.systems.knock_out.tree import seed_order, size_of

#: Up to this many orders are tried one by one.
MOST_ORDERS = 50_000

Seats = list[Player]
Groups = list[list[int]]


def by_seeds(field: SeatingField, rng: Random) -> SeatOrder:
    """Return the best by rating in the first seats, so that they cannot meet early; the others by lot."""
    count = len(field.players)
    seeds = field.options.seeds
    seeded = min(count, _usual_seeds(count) if seeds is None else seeds)
    return _draw(field, _seat_groups(seeded, count), Reason("seats-tree-seeds", {"count": seeded}), rng)


def by_pots(field: SeatingField, rng: Random) -> SeatOrder:
    """Return seats from pots by rating: each pot has one player for every part of the tree."""
    count, size = len(field.players), int(field.options.pot)
    groups = [list(range(first, min(first + size, count))) for first in range(0, count, size)]
    return _draw(field, groups, Reason("seats-tree-pots", {"count": len(groups), "size": size}), rng)


def _usual_seeds(count: int) -> int:
    """Return the default number of seeds: a quarter of the places, at least two."""
    return max(2, size_of(count) // 4)


def _seat_groups(seeded: int, count: int) -> Groups:
    """Return seats 1, 2, 3-4, 5-8 ... for the seeds, and all others."""
    groups, first, size = [], 0, 1
    while first < seeded:
        groups.append(list(range(first, min(first + size, seeded))))
        first += size
        size = max(1, first)
    rest = list(range(seeded, count))
    return [*groups, rest] if rest else groups


def _draw(field: SeatingField, groups: Groups, rule: Reason, rng: Random) -> SeatOrder:
    best_first = sorted(field.players, key=lambda player: (player.rating is None, -(player.rating or 0), player.number))
    draw = _Draw(field, groups, best_first)
    seated = draw.draw_seats(rng)
    if not field.origins():
        return SeatOrder(tuple(seated), (rule, Reason(f"seats-tree-alone-{field.apart}")))
    cost, least = draw.cost(seated), draw.least()
    all_tried = cost > least and draw.orders() <= MOST_ORDERS
    if all_tried:
        seated = draw.best_of_all(seated)
    proved = "seats-tree-best" if cost == least else "seats-tree-tried" if all_tried else "seats-tree-found"
    early = [
        Reason("seats-tree-first", {"first": one.number, "second": other.number, "origin": field.origin(one)})
        for one, other in draw.first_matches(seated)
    ]
    return SeatOrder(tuple(seated), (rule, Reason(f"seats-tree-{field.apart}"), Reason(proved), *early))


class _Draw:
    def __init__(self, field: SeatingField, groups: Groups, players: Sequence[Player]) -> None:
        self.field = field
        self.groups = groups
        self.players = players
        self.size = size_of(len(players))
        self.depth = self.size.bit_length() - 1
        lines = {seed - 1: line for line, seed in enumerate(seed_order(self.size))}
        self.line = [lines[seat] for seat in range(len(players))]

    def price(self, one: int, other: int) -> int:
        """Return the cost of two players of one origin in two seats."""
        return _worth(self.depth - (self.line[one] ^ self.line[other]).bit_length())

    def draw_seats(self, rng: Random) -> Seats:
        """Return the draw: each player at the least added cost, then exchanges while they help."""
        seated: list[Player | None] = [None] * len(self.players)
        counts = self.field.origins()
        for group in self.groups:
            drawn = [self.players[seat] for seat in group]
            rng.shuffle(drawn)
            drawn.sort(key=lambda player: -counts[self.field.origin(player)])
            free = list(group)
            rng.shuffle(free)
            for player in drawn:
                mates = [seat for seat, other in enumerate(seated) if other and self.field.together(player, other)]
                seat = min(free, key=lambda seat: sum(self.price(seat, mate) for mate in mates))
                free.remove(seat)
                seated[seat] = player
        full = [player for player in seated if player is not None]
        self._exchange(full)
        return full

    def _exchange(self, seated: Seats) -> None:
        better = bool(self.field.origins())
        while better:
            better = False
            for group in self.groups:
                for one, other in combinations(group, 2):
                    if self._change(seated, one, other) < 0:
                        seated[one], seated[other] = seated[other], seated[one]
                        better = True

    def _change(self, seated: Seats, one: int, other: int) -> int:
        own_mates, other_mates = self._mates(seated, one, other), self._mates(seated, other, one)
        before = sum(self.price(one, mate) for mate in own_mates) + sum(self.price(other, mate) for mate in other_mates)
        return (
            sum(self.price(other, mate) for mate in own_mates)
            + sum(self.price(one, mate) for mate in other_mates)
            - before
        )

    def _mates(self, seated: Seats, seat: int, but: int) -> list[int]:
        player = seated[seat]
        if not self.field.origin(player):
            return []
        return [at for at, mate in enumerate(seated) if at not in {seat, but} and self.field.together(player, mate)]

    def cost(self, seated: Sequence[Player]) -> int:
        places: dict[str, list[int]] = {}
        for seat, player in enumerate(seated):
            if self.field.origin(player):
                places.setdefault(self.field.origin(player), []).append(seat)
        return sum(self.price(*pair) for seats in places.values() for pair in combinations(seats, 2))

    def least(self) -> int:
        """Return a lower bound of the cost of any seating: every origin spread evenly, as if it were alone."""
        return sum(_evenly(count, self.depth, self.depth) for count in self.field.origins().values())

    def orders(self) -> int:
        return prod(factorial(len(group)) for group in self.groups)

    def best_of_all(self, seated: Seats) -> Seats:
        """Return the cheapest of all orders of all groups; the present one among equals."""
        best, least = seated, self.cost(seated)
        for orders in product(*(permutations(group) for group in self.groups)):
            other = list(seated)
            for group, order in zip(self.groups, orders, strict=True):
                for seat, source in zip(group, order, strict=True):
                    other[seat] = seated[source]
            cost = self.cost(other)
            if cost < least:
                best, least = other, cost
        return best

    def first_matches(self, seated: Sequence[Player]) -> Iterable[tuple[Player, Player]]:
        """Yield players of one origin who meet in the first round."""
        for seat, player in enumerate(seated):
            other = self.size - 1 - seat
            if seat < other < len(seated) and self.field.together(player, seated[other]):
                yield player, seated[other]


def _worth(rounds_left: int) -> int:
    """Return the cost of a meeting with `rounds_left` rounds left."""
    return 1 << (2 * rounds_left)


@lru_cache(maxsize=1024)
def _evenly(count: int, rounds: int, depth: int) -> int:
    """Return the least cost of `count` players of one origin in a tree of `rounds` rounds, part of a deeper one."""
    if count < 2 or not rounds:
        return 0
    half = count // 2
    return (
        half * (count - half) * _worth(depth - rounds)
        + _evenly(half, rounds - 1, depth)
        + _evenly(count - half, rounds - 1, depth)
    )
