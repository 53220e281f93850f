"""A table of costs under dual values: which pairs are cheap, without a look at all of them.

The columns are cut into blocks. A pair of u with a vertex of a block costs at least the least cost of u in the block,
so its slack is at least twice that less the highest dual value there; whole blocks are passed over by this bound. Where
players are in the order of their scores, most are.

Where thousands of pairs cost the same, not everybody must turn to the same few. So among pairs of the same slack those
come first that follow the vertex's *start*, a place in the order that differs widely from one vertex to the next.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

#: Columns of a block; so many blocks are looked into for near vertices; so many vertices are sampled.
WIDTH = 48
REACH = 3
SAMPLE = 192
#: The golden section of 2**32: its multiples lie far apart.
SPREAD = 2_654_435_769

Table = Sequence[Sequence[int]]
#: A slack, the turn among equals, and the vertex.
Offer = tuple[int, int, int]


class Priced:
    """A symmetric table of whole costs; the diagonal is not read. `price` sets the dual values it is looked at with."""

    def __init__(self, costs: Table) -> None:
        self.costs = costs
        self.n = len(costs)
        self.blocks = [range(begin, min(begin + WIDTH, self.n)) for begin in range(0, self.n, WIDTH)]
        self.least = [self._least(u, row) for u, row in enumerate(costs)]
        self.shuffled = 2 * sorted(range(self.n), key=lambda v: v * SPREAD % 2**32)
        self.price([0] * self.n)

    def price(self, duals: Sequence[int]) -> None:
        self.duals = duals
        self.tops = [max(duals[block.start : block.stop]) for block in self.blocks]

    def cheapest(self) -> list[int]:
        """The least cost of every vertex: feasible duals, since costs count twice."""
        return [min(least) for least in self.least]

    def near(self, u: int, many: int, alike: int, besides: Collection[int] = ()) -> list[int]:
        """Up to `many` vertices of little slack with u, `alike` of one slack, none of `besides` among them.

        There is one if there is any.
        """
        duals, row, n, start = self.duals, self.costs[u], self.n, u * SPREAD % self.n
        found: list[Offer] = []
        for visited, (bound, _turn, at) in enumerate(self._by_bound(u, start)):
            if found and (visited >= REACH or (len(found) == many and bound >= found[-1][0])):
                break
            offers = [
                (row[v] + row[v] - duals[v], (v - start) % n, v) for v in self.blocks[at] if v != u and v not in besides
            ]
            found = _first(found + offers, many, alike)
        return [v for _slack, _turn, v in found]

    def sampled(self, u: int, many: int, alike: int) -> list[int]:
        """The same among SAMPLE vertices from all over the table, for each u other ones."""
        duals, row, start = self.duals, self.costs[u], u * SPREAD % 2**32 * self.n >> 32
        window = self.shuffled[start : start + min(SAMPLE, self.n)]
        offers = [(row[v] + row[v] - duals[v], at, v) for at, v in enumerate(window) if v != u]
        return [v for _slack, _at, v in _first(offers, many, alike)]

    def broken(self, u: int, many: int, seen: Sequence[int]) -> list[int]:
        """The vertices after u whose slack with it is negative, the `many` worst.

        `seen` are the duals as u sees them: less the weight of the blossoms that both are in, so never above `duals`.
        """
        yu, row, n, start, first = self.duals[u], self.costs[u], self.n, u * SPREAD % self.n, u // WIDTH
        worse: list[Offer] = []
        for block, least, top in zip(self.blocks[first:], self.least[u][first:], self.tops[first:], strict=True):
            if least + least < yu + top:
                worse += [
                    (slack, (v - start) % n, v) for v in block if (slack := row[v] + row[v] - seen[v]) < yu and v > u
                ]
        worse.sort()
        return [v for _slack, _turn, v in worse[:many]]

    def _by_bound(self, u: int, start: int) -> list[Offer]:
        """The blocks by what their pairs with u cost at least; among equals from the one with the start on."""
        blocks, first = len(self.blocks), start // WIDTH
        return sorted(
            [
                (least + least - top, (at - first) % blocks, at)
                for at, (least, top) in enumerate(zip(self.least[u], self.tops, strict=True))
            ]
        )

    def _least(self, u: int, row: Sequence[int]) -> list[int]:
        least = [min(row[block.start : block.stop]) for block in self.blocks]
        own = self.blocks[u // WIDTH]
        others = [*row[own.start : u], *row[u + 1 : own.stop]]
        least[u // WIDTH] = min(others) if others else max(row)  # a block of u alone holds no pair
        return least


def _first(offers: list[Offer], many: int, alike: int) -> list[Offer]:
    """The best `many`, but no more than `alike` of each slack."""
    offers.sort()
    found: list[Offer] = []
    last, times = None, 0
    for offer in offers:
        times = times + 1 if offer[0] == last else 1
        last = offer[0]
        if times <= alike:
            found.append(offer)
            if len(found) == many:
                break
    return found
