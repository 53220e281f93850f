"""Rounds as colours: an edge colouring gives every game a round so that nobody has two games in one round.

`vizing` colours any graph with one colour more than the highest degree, after J. Misra and D. Gries, "A constructive
proof of Vizing's theorem", 1992. To place game (u, v): if u and v have a free colour in common, take it. Otherwise
build a fan of u: a list of neighbours beginning with v, in which the colour of each game (u, w) is free at the
neighbour before it. Swap the path of colours c (free at u) and d (free at the end of the fan) that begins at u. Then d
is free at u, and the fan can be shifted up to a neighbour at which d is free as well. Cost: games times (rounds +
players) at worst.

`level_rounds` makes the rounds equally large without using more of them. Two rounds together form paths and even rings.
If one round has more games, some path has one more of them; exchanging the rounds on it reduces the difference by two.
So any number of rounds not below the least can be filled evenly (D. de Werra, 1971; C. McDiarmid, 1972), and T tables
need no more than max(rounds, games/T rounded up) time slots.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from itertools import pairwise

from pairings.systems.circular.passes import CircularGame


def vizing(edges: Sequence[tuple[int, int]], vertices: int, colours: int) -> list[int]:
    """Return a colour from 0 for each edge between vertices 1 to `vertices`.

    `colours` must exceed the highest degree.
    """
    fans = _Fans(vertices, colours)
    for first, second in edges:
        fans.lay(first, second)
    return [fans.colour_of(first, second) for first, second in edges]


class _Fans:
    """The neighbour of each vertex in each colour, and the free colours, as bits of a number."""

    def __init__(self, vertices: int, colours: int) -> None:
        self.at: list[dict[int, int]] = [{} for _vertex in range(vertices + 1)]
        self.colours: list[dict[int, int]] = [{} for _vertex in range(vertices + 1)]
        self.free = [(1 << colours) - 1] * (vertices + 1)

    def colour_of(self, one: int, other: int) -> int:
        return self.colours[one][other]

    def lay(self, hub: int, end: int) -> None:
        common = self.free[hub] & self.free[end]
        if common:
            self._give(hub, end, _lowest(common))
            return
        fan = self._fan(hub, end)
        at_hub, at_end = _lowest(self.free[hub]), _lowest(self.free[fan[-1]])
        self._turn(hub, at_end, at_hub)
        self._shift(hub, fan, at_end)

    def _fan(self, hub: int, end: int) -> list[int]:
        """Return a longest fan: each next neighbour's colour is free at the one before."""
        fan, inside = [end], {end}
        while True:
            open_colours = self.free[fan[-1]] & ~self.free[hub]
            found = None
            while open_colours and found is None:
                neighbour = self.at[hub][_lowest(open_colours)]
                found = neighbour if neighbour not in inside else None
                open_colours &= open_colours - 1
            if found is None:
                return fan
            fan.append(found)
            inside.add(found)

    def _turn(self, start: int, colour: int, other: int) -> None:
        """Exchange the two colours on the path that begins at `start` with `colour`."""
        path = [start]
        current, alternate = colour, other
        while current in self.at[path[-1]]:
            path.append(self.at[path[-1]][current])
            current, alternate = alternate, current
        steps = list(pairwise(path))
        old_colours = [self._take(one, two) for one, two in steps]
        for (one, two), was in zip(steps, old_colours, strict=True):
            self._give(one, two, other if was == colour else colour)

    def _shift(self, hub: int, fan: list[int], colour: int) -> None:
        """Move the colours of the fan up to the first neighbour where `colour` is free, which takes it."""
        last = 0
        while not self.free[fan[last]] >> colour & 1:
            last += 1
        for place in range(last):
            moved = self._take(hub, fan[place + 1])
            self._give(hub, fan[place], moved)
        self._give(hub, fan[last], colour)

    def _give(self, one: int, other: int, colour: int) -> None:
        for vertex, neighbour in ((one, other), (other, one)):
            self.at[vertex][colour] = neighbour
            self.colours[vertex][neighbour] = colour
            self.free[vertex] &= ~(1 << colour)

    def _take(self, one: int, other: int) -> int:
        colour = self.colours[one].pop(other)
        del self.colours[other][one]
        for vertex in (one, other):
            del self.at[vertex][colour]
            self.free[vertex] |= 1 << colour
        return colour


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def level_rounds(rounds: Sequence[Sequence[CircularGame]], count: int) -> list[list[CircularGame]]:
    """Return the same games in `count` rounds, not fewer than given, whose sizes differ by at most one."""
    found = [list(each) for each in rounds] + [[] for _extra in range(count - len(rounds))]
    largest = [(-len(games), place) for place, games in enumerate(found)]
    smallest = [(len(games), place) for place, games in enumerate(found)]
    heapq.heapify(largest)
    heapq.heapify(smallest)
    while True:
        while -largest[0][0] != len(found[largest[0][1]]):
            heapq.heappop(largest)
        while smallest[0][0] != len(found[smallest[0][1]]):
            heapq.heappop(smallest)
        high, low = largest[0][1], smallest[0][1]
        if len(found[high]) - len(found[low]) < 2:
            return found
        found[high], found[low] = _even_out(found[high], found[low])
        for place in (high, low):
            heapq.heappush(largest, (-len(found[place]), place))
            heapq.heappush(smallest, (len(found[place]), place))


def _even_out(large: list[CircularGame], small: list[CircularGame]) -> tuple[list[CircularGame], list[CircularGame]]:
    """Return two rounds of equal size, or differing by one, after exchanging paths with one more game of the larger."""
    moves = (len(large) - len(small)) // 2
    in_large = {seat: each for each in large for seat in (each.first, each.second)}
    in_small = {seat: each for each in small for seat in (each.first, each.second)}
    to_small: set[CircularGame] = set()
    to_large: set[CircularGame] = set()
    for start in sorted(set(in_large) - set(in_small)):
        if moves == 0:
            break
        from_large, from_small = _path(start, in_large, in_small)
        if len(from_large) > len(from_small) and not to_small & set(from_large):
            to_small |= set(from_large)
            to_large |= set(from_small)
            moves -= 1
    return (
        [each for each in large if each not in to_small] + [each for each in small if each in to_large],
        [each for each in small if each not in to_large] + [each for each in large if each in to_small],
    )


def _path(
    start: int, in_large: dict[int, CircularGame], in_small: dict[int, CircularGame]
) -> tuple[list[CircularGame], list[CircularGame]]:
    """Return the games of both rounds on the path that begins at a seat with a game only in `in_large`."""
    found: tuple[list[CircularGame], list[CircularGame]] = ([], [])
    seat, turn = start, 0
    while (each := (in_large, in_small)[turn].get(seat)) is not None:
        found[turn].append(each)
        seat = each.second if each.first == seat else each.first
        turn = 1 - turn
    return found
