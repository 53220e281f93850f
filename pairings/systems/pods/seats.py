"""Who goes first: the seats of a table, so that everybody has had each of them as evenly as can be."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import permutations

from pairings.snapshot import Snapshot

#: How often each has sat on each seat, by number; seat 1 goes first.
Sat = Mapping[int, Counter[int]]


def recorded_seats(snapshot: Snapshot) -> Sat:
    """Seats of all recorded rounds, but those of tables that were not played."""
    found: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for _number, table in snapshot.recorded_pairings():
        if table.result is None or table.result.played:
            for seat, number in enumerate(table.players, start=1):
                found[number][seat] += 1
    return found


def seat_order(players: Sequence[int], before: Sat) -> tuple[int, ...]:
    """The players in the order of their seats.

    As few as possible sit where they have sat often: the squares of how often add up to least. Then who sat late before
    sits early, and equals as they are given.
    """
    late = {number: sum(seat * times for seat, times in before[number].items()) for number in players}

    def key(order: Sequence[int]) -> tuple[int, int]:
        seats = list(enumerate(order, start=1))
        again = sum((before[number][seat] + 1) ** 2 - before[number][seat] ** 2 for seat, number in seats)
        return again, sum(seat * late[number] for seat, number in seats)

    return min(permutations(players), key=key)
