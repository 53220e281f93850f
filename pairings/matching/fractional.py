"""Fractional matchings: every vertex gives half of itself to one vertex and takes half from one.

The cheapest fractional matching is an assignment of all vertices to all vertices, itself excepted, and so a problem of
two sides without blossoms. Its prices are the best duals that there are without blossoms, and close to those of the
cheapest whole matching: a search that starts from them has little left to do. A fractional matching consists of rings
of tight edges. Every second edge of a ring can be kept, so only rings of an odd length leave a vertex unmatched.

A vertex *asks* for another at that one's price, and prices stay feasible:

    cost(u, v) - asking(u) - price(v) >= 0, with 0 (tight) where u has v

The algorithm works in turns. Alternating paths of tight edges lead from vertices without a partner to vertices that
nobody has taken. One pass follows many paths, and each vertex on a path changes its partner. Then prices move by the
distances from the vertices without a partner, until the paths to half of the free targets are tight.

Cost. A turn checks every edge a few times and finds a partner for at least one vertex. So n vertices and m edges take
O(n m log m) steps; a few turns are usual. With even costs and prices everything stays even.

Source: R. Jonker and A. Volgenant, "A Shortest Augmenting Path Algorithm for Dense and Sparse Linear Assignment
Problems", Computing 38 (1987); J. Hopcroft and R. Karp, "An n^5/2 Algorithm for Maximum Matchings in Bipartite Graphs",
SIAM Journal on Computing 2 (1973), for many ways in one pass; U. Derigs and A. Metz, "On the Use of Optimal Fractional
Matchings for Solving the (Integer) Matching Problem", Computing 36 (1986), for the start.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from math import inf

from pairings.progress import NO_PROGRESS, Work
from pairings.wording.mark import gettext_noop as _

#: The progress message of `run`.
PROGRESS_MESSAGE = _("Searching for opponents, first estimate: {done} of {of} players.")

Adjacency = Sequence[Sequence[tuple[int, int]]]


class Fractional:
    """A fractional matching of a graph that may get more edges between two runs.

    `has[u]` is the vertex to which u gives itself and `of[v]` the one from which v takes, -1 for none; `visits` counts
    edges. The pairs of `mate` are proposed: the tight ones are kept. `work` receives the number of giving vertices.
    """

    def __init__(
        self, adjacency: Adjacency, price: list[int], mate: Sequence[int] | None = None, work: Work = NO_PROGRESS
    ) -> None:
        self.adjacency, self.price, self.work = adjacency, price, work
        self.has = list(mate or [-1] * len(adjacency))
        self.of = list(self.has)
        self.visits = 0

    def run(self) -> None:
        """Find the cheapest fractional matching; a vertex without any path stays free."""
        tight = [self._tight(u) for u in range(len(self.has))]
        for u, v in enumerate(self.has):
            if v >= 0 and v not in tight[u]:
                self.has[u] = self.of[v] = -1
        free = self._lead_free(tight)
        while free:
            moved = self._move_prices(free)
            if not moved:
                break
            self.visits += sum(len(self.adjacency[v]) for v in moved)
            for u in {u for v in moved for u, _cost in self.adjacency[v]}:
                tight[u] = self._tight(u)
            self.work.at(PROGRESS_MESSAGE, len(self.has) - len(free), len(self.has))
            free = self._lead_free(tight)

    def duals(self) -> list[int]:
        """Return feasible duals for whole matchings of the graph."""
        return [(self._asking(u) + price) // 2 for u, price in enumerate(self.price)]

    def pairs(self) -> list[int]:
        """Return the partner of each vertex if every second edge of a ring is kept; -1 without one."""
        mate, visited = [-1] * len(self.has), [False] * len(self.has)
        for start in range(len(self.has)):
            ring, v = list[int](), start
            while v >= 0 and not visited[v]:
                visited[v] = True
                ring.append(v)
                v = self.has[v]
            for u, v in zip(ring[::2], ring[1::2], strict=False):
                mate[u], mate[v] = v, u
        return mate

    def _asking(self, u: int) -> int:
        price = self.price
        self.visits += len(self.adjacency[u])
        return min([cost - price[v] for v, cost in self.adjacency[u]], default=0)

    def _tight(self, u: int) -> list[int]:
        """Return the vertices with a tight edge from u."""
        asking, price = self._asking(u), self.price
        return [v for v, cost in self.adjacency[u] if cost - price[v] == asking]

    def _lead_free(self, tight: Sequence[Sequence[int]]) -> list[int]:
        """Lead free vertices along tight edges, many in one pass; return those left when a pass leads none."""
        free = [u for u, v in enumerate(self.has) if v < 0]
        while True:
            visited = bytearray(len(tight))
            remaining = [u for u in free if not self._leads(u, tight, visited)]
            if not remaining or len(remaining) == len(free):
                return remaining
            free = remaining

    def _leads(self, start: int, tight: Sequence[Sequence[int]], visited: bytearray) -> bool:
        """Return whether a path of tight edges leads to a free vertex; ends `visited` before are closed."""
        of = self.of
        way, rest, chosen = [start], [iter(tight[start])], list[int]()
        while way:
            v = next((v for v in rest[-1] if not visited[v]), -1)
            if v < 0:
                way.pop()
                rest.pop()
                del chosen[-1:]
                continue
            visited[v] = True
            chosen.append(v)
            if of[v] < 0:
                for u, chosen_vertex in zip(way, chosen, strict=True):
                    self.has[u], of[chosen_vertex] = chosen_vertex, u
                return True
            way.append(of[v])
            rest.append(iter(tight[of[v]]))
        return False

    def _move_prices(self, free: Sequence[int]) -> list[int]:
        """Make paths from free vertices to half of the available ones tight; return vertices with changed prices."""
        far, limit = self._distances(free)
        if limit == inf:
            return []
        moved = [v for v, distance in enumerate(far) if distance < limit]
        for v in moved:
            self.price[v] += int(far[v] - limit)
        return moved

    def _distances(self, free: Sequence[int]) -> tuple[list[float], float]:
        """Return the distances from the nearest free vertex, and the distance of half of the available vertices."""
        adjacency, price, of = self.adjacency, self.price, self.of
        far: list[float] = [inf] * len(price)
        heap: list[tuple[int, int]] = []
        ends: list[int] = []
        pending = [(0, u, self._asking(u)) for u in free]
        while True:
            for base, u, asking in pending:
                self.visits += len(adjacency[u])
                for v, cost in adjacency[u]:
                    distance = base + cost - price[v] - asking
                    if distance < far[v]:
                        far[v] = distance
                        heappush(heap, (distance, v))
            while heap and heap[0][0] != far[heap[0][1]]:
                heappop(heap)
            if not heap or 2 * len(ends) >= len(free):
                return far, ends[-1] if ends else inf
            base, v = heappop(heap)
            u = of[v]
            if u < 0:
                ends.append(base)
                pending = []
            else:
                pending = [(base, u, next(cost for w, cost in adjacency[u] if w == v) - price[v])]
