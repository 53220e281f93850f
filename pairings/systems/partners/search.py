"""Partners and opponents of a round: exchanges of two players until none gains.

The cost of a game is a sum over its six pairs: repeated partners cost most, then the squared number of earlier games as
opponents. Wishes cost more than both. Finding the least is as hard as finding whist tournaments, so several starts are
improved and the cheapest result is used. No exchange of two players improves it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from pairings.systems.partners.record import PartnersRecord

Table = tuple[int, int, int, int]
#: Two of one group as partners where pairs are mixed, and two who must or must not be partners.
SAME, WISH = 10**12, 10**15
#: A court further from the place in the standings, squared; partners again; opponents again, squared; met at all.
FAR, AGAIN, AGAINST, MET = 10**9, 10**6, 6, 4
#: Starts, the size of a large field, which has fewer, and random exchanges tried on each court.
STARTS, OF_LARGE, TRIES = 10, 120, 160


@dataclass(frozen=True, slots=True)
class Costs:
    """The costs of two players as partners, and as opponents, by places in `players`."""

    players: tuple[int, ...]
    partners: Sequence[Sequence[int]]
    opponents: Sequence[Sequence[int]]

    def table(self, seats: Sequence[int]) -> int:
        """Return the cost of a game, partners opposite each other."""
        a, b, c, d = seats
        against = self.opponents
        return self.partners[a][c] + self.partners[b][d] + against[a][b] + against[a][d] + against[c][b] + against[c][d]


def costs_of(
    players: Sequence[int],
    record: PartnersRecord,
    barred: Mapping[int, frozenset[int]],
    pairs: Sequence[tuple[int, int]],
    group: Callable[[int], str] | None = None,
    courts: Mapping[int, int] | None = None,
) -> Costs:
    """Return the costs of some players. `group` must differ between partners; `courts` are the players' places."""
    wished_pairs = {frozenset(pair) for pair in pairs}

    def both(one: int, other: int) -> tuple[int, int]:
        pair = frozenset((one, other))
        together, against = record.together[pair], record.against[pair]
        met = MET * (together + against)
        if courts is not None:
            met += FAR * (courts[one] - courts[other]) ** 2
        partner = AGAIN * together + met
        if other in barred.get(one, ()):
            partner += WISH
        if pair in wished_pairs:
            partner -= WISH
        elif group is not None and group(one) == group(other):
            partner += SAME
        return partner, AGAINST * against**2 + met

    costs = [[both(one, other) if one != other else (0, 0) for other in players] for one in players]
    return Costs(
        tuple(players), [[each[0] for each in row] for row in costs], [[each[1] for each in row] for row in costs]
    )


def best_tables(
    costs: Costs, certain: int, tables: int, rng: Random, start: Sequence[int] | None = None
) -> tuple[list[Table], list[int]]:
    """Return the tables and the resting players, by numbers.

    The first `certain` players play, and as many of the others as fit. `start` are places in the initial seating order.
    """
    everybody = list(range(len(costs.players)))
    starts = max(2, min(STARTS, OF_LARGE // len(everybody))) if start is None else 2
    found: list[tuple[int, list[int]]] = []
    for at in range(starts):
        order = list(start or everybody)
        if at or start is None:
            head, tail = order[:certain], order[certain:]
            rng.shuffle(tail)
            playing = head + tail[: 4 * tables - certain]
            rng.shuffle(playing)
            order = playing + tail[4 * tables - certain :]
        search = _PartnersSearch(costs, order, certain, tables)
        search.shuffle(rng)
        search.settle()
        found.append((search.cost(), search.order))
    order = min(found, key=lambda each: each[0])[1]
    numbers = [costs.players[place] for place in order]
    games = [(a, b, c, d) for a, b, c, d in zip(*(numbers[at : 4 * tables : 4] for at in range(4)), strict=True)]
    return games, sorted(numbers[4 * tables :])


class _PartnersSearch:
    """Players in an order: four by four at the tables, then the resting ones."""

    def __init__(self, costs: Costs, order: list[int], certain: int, tables: int) -> None:
        self.costs, self.order, self.certain, self.seats = costs, order, certain, 4 * tables

    def cost(self) -> int:
        return sum(self.costs.table(self.order[at : at + 4]) for at in range(0, self.seats, 4))

    def shuffle(self, rng: Random) -> None:
        """Make random exchanges that cost nothing."""
        for _try in range(TRIES * self.seats // 4):
            place, other_place = rng.randrange(self.seats), rng.randrange(len(self.order))
            self._exchange(place, other_place, least=0)

    def settle(self) -> None:
        """Exchange two players until no exchange gains."""
        gained = True
        while gained:
            gained = False
            for place in range(self.seats):
                for other_place in range(place + 1, len(self.order)):
                    gained |= self._exchange(place, other_place, least=-1)

    def _exchange(self, place: int, other_place: int, least: int) -> bool:
        """Exchange two players if that costs at most `least` more, and return whether it was done."""
        order = self.order
        if place == other_place or (other_place >= self.seats and order[place] < self.certain):
            return False
        before = self._cost_of_courts(place, other_place)
        order[place], order[other_place] = order[other_place], order[place]
        if self._cost_of_courts(place, other_place) - before <= least:
            return True
        order[place], order[other_place] = order[other_place], order[place]
        return False

    def _cost_of_courts(self, place: int, other_place: int) -> int:
        first, second = place // 4, other_place // 4
        cost = self.costs.table(self.order[4 * first : 4 * first + 4])
        if second != first and other_place < self.seats:
            cost += self.costs.table(self.order[4 * second : 4 * second + 4])
        return cost
