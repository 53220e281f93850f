"""A table of costs under dual values: the cheap pairs, without checking all of them.

The columns are cut into blocks. A pair of u with a vertex of a block costs at least the least cost of u in the block,
so its slack is at least twice that cost minus the highest dual value there; this bound skips whole blocks. If players
are in the order of their scores, most blocks are skipped.

If thousands of pairs cost the same, not all vertices should choose the same few. So among pairs of equal slack those
come first that follow the vertex's *start*, a place in the order that differs widely from one vertex to the next.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeVar

from pairings.matching.packed import PackedRows

#: Columns of a block; blocks searched for near vertices; vertices in the sample.
WIDTH = 48
REACH = 3
SAMPLE = 192
#: The golden section of 2**32: its multiples lie far apart.
SPREAD = 2_654_435_769

Table = Sequence[Sequence[int]]
#: A slack, the turn among equals, and the vertex.
Offer = tuple[int, int, int]
#: A tuple that begins with a slack.
Each = TypeVar("Each", tuple[int, int], Offer)


class PricedTable:
    """A symmetric table of whole costs; the diagonal is ignored. `price` sets its current dual values."""

    def __init__(self, costs: Table) -> None:
        self.costs = costs
        self.n = len(costs)
        self.blocks = [range(begin, min(begin + WIDTH, self.n)) for begin in range(0, self.n, WIDTH)]
        self.fields = PackedRows(self.n)
        self.least = self._least_slacks()
        self.shuffled = 2 * sorted(range(self.n), key=lambda v: v * SPREAD % 2**32)
        self.price([0] * self.n)

    def price(self, duals: Sequence[int]) -> None:
        self.duals = duals
        self.shuffled_duals = [duals[v] for v in self.shuffled]
        self.tops = [max(duals[block.start : block.stop]) for block in self.blocks]

    def cheapest(self) -> list[int]:
        """Return the least cost of every vertex: feasible duals, since costs count twice."""
        return [min(least) // 2 for least in self.least]

    def near(self, u: int, many: int, alike: int, besides: Collection[int] = ()) -> list[int]:
        """Return up to `many` vertices of little slack with u, `alike` of one slack, without those in `besides`.

        There is at least one if any exists.
        """
        n, start = self.n, u * SPREAD % self.n
        found: list[Offer] = []
        for visited, (bound, _turn, at) in enumerate(self._by_bound(u, start)):
            if found and (visited >= REACH or (len(found) == many and bound >= found[-1][0])):
                break
            offers = self._of_block(u, at, start, besides)
            offered = [(slack, (v - start) % n, v) for slack, v in _first(offers, many, alike)]
            found = _first(sorted(found + offered), many, alike)
        return [v for _slack, _turn, v in found]

    def sample_vertices(self, u: int, many: int, alike: int) -> list[int]:
        """Return such vertices from SAMPLE ones across the table, different ones for each u."""
        row, start = self.costs[u], u * SPREAD % 2**32 * self.n >> 32
        end = start + min(SAMPLE, self.n)
        window = self.shuffled[start:end]
        slacks = [2 * row[v] - dual for v, dual in zip(window, self.shuffled_duals[start:end], strict=True)]
        order = sorted(range(len(window)), key=slacks.__getitem__)
        offers = ((slacks[at], window[at]) for at in order if window[at] != u)
        return [v for _slack, v in _first(offers, many, alike)]

    def worst_vertices(self, u: int, many: int, seen: Sequence[int]) -> list[int]:
        """Return the `many` vertices after u with the most negative slack to it.

        `seen` are the duals as u sees them: less the weight of the blossoms that contain both, so never above `duals`.
        """
        yu, row, n, start, first = self.duals[u], self.costs[u], self.n, u * SPREAD % self.n, u // WIDTH
        worse: list[Offer] = []
        for block, least, top in zip(self.blocks[first:], self.least[u][first:], self.tops[first:], strict=True):
            if least < yu + top:
                edges = zip(row[block.start : block.stop], seen[block.start : block.stop], strict=True)
                worse += [
                    (slack, (v - start) % n, v)
                    for v, (cost, dual) in enumerate(edges, block.start)
                    if (slack := cost + cost - dual) < yu and v > u
                ]
        worse.sort()
        return [v for _slack, _turn, v in worse[:many]]

    def _of_block(self, u: int, at: int, start: int, besides: Collection[int]) -> Iterator[tuple[int, int]]:
        """Yield the slacks and the vertices of a block, the least slack first; among equals from the start on."""
        block = self.blocks[at]
        begin, end = block.start, block.stop
        edges = zip(self.costs[u][begin:end], self.duals[begin:end], strict=True)
        slacks = [cost + cost - dual for cost, dual in edges]
        places: Sequence[int] = range(end - begin)
        if begin < start < end:
            places = [*range(start - begin, end - begin), *range(start - begin)]
        for place in sorted(places, key=slacks.__getitem__):
            v = begin + place
            if v != u and v not in besides:
                yield slacks[place], v

    def _by_bound(self, u: int, start: int) -> list[Offer]:
        """Return the blocks by the least cost of their pairs with u; among equals from the one with the start on."""
        blocks, first = len(self.blocks), start // WIDTH
        return sorted(
            [
                (least - top, (at - first) % blocks, at)
                for at, (least, top) in enumerate(zip(self.least[u], self.tops, strict=True))
            ]
        )

    def _least_slacks(self) -> list[list[int]]:
        """Return the least slack of each vertex in each block without duals: for all vertices together, by symmetry."""
        rows = [self.costs[block.start : block.stop] for block in self.blocks]
        found = [self.fields.least_slacks(each, [0] * len(each)) for each in rows]
        least = [list(slacks) for slacks in zip(*found, strict=True)]
        for u, row in enumerate(self.costs):
            own = self.blocks[u // WIDTH]
            others = [*row[own.start : u], *row[u + 1 : own.stop]]
            least[u][u // WIDTH] = 2 * (min(others) if others else max(row))  # a block of u alone holds no pair
        return least

    def slacks_beside(self, duals: Sequence[int], step: int) -> list[int]:
        """Return each vertex's least slack to every `step`th one, which has these duals, before its own dual."""
        return self.fields.least_slacks(self.costs[::step], duals)


def _first(offers: Iterable[Each], many: int, alike: int) -> list[Each]:
    """Return the first `many` in the order of their slacks, but at most `alike` of each slack."""
    found: list[Each] = []
    last, times = None, 0
    for offer in offers:
        times = times + 1 if offer[0] == last else 1
        last = offer[0]
        if times <= alike:
            found.append(offer)
            if len(found) == many:
                break
    return found
