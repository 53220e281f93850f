"""One phase of Edmonds' algorithm: grow an alternating tree from an unmatched vertex until it reaches another.

Theory. Costs are doubled and whole, y is a dual value per vertex and z >= 0 one per blossom, feasible when

    slack(u, v) = 2 cost(u, v) - y(u) - y(v) + (sum of z over the blossoms that hold both u and v) >= 0

for every edge; matched edges have slack 0 (are tight), and blossoms with z > 0 are matched but for their base. If all
vertices are matched this way, no perfect matching is cheaper (complementary slackness).

The tree. Its root is an unmatched vertex. *Outer* nodes are at an even distance from the root, *inner* ones at an odd
distance; from an outer node tight edges lead on, from an inner one the matched edge. Time passes: y of outer vertices
rises with it, y of inner ones falls, z of outer blossoms rises twice as fast and that of inner ones falls. Tight edges
of the tree stay tight, and at the next event one of these happens:

    AUGMENT  an edge to an unmatched vertex becomes tight: swap the matching along the path to the root; done
    GROW     an edge to a matched node outside becomes tight: it joins as inner, its partner as outer
    SHRINK   an edge between two outer nodes becomes tight: the ring through their common ancestor is a blossom
    EXPAND   z of an inner blossom falls to 0: it is opened, the half that carries the tree's path stays in it

If there is no event, the outer nodes are odd sets whose only neighbours are the inner vertices, one fewer: a barrier,
there is no perfect matching.

Cost. Events wait in a heap by time. Duals are written lazily: while a vertex is outer, `y` holds y - time, while inner
y + time (z likewise, twice), so that no event touches what it does not change. `near[v]` is the best offer of an outer
vertex to v; only a better one makes an event. Once some unmatched vertex is in reach at time `limit`, later events are
not even noted. Everything stays whole: tight edges give all vertices of a tree the same parity of y, so the slack
between outer vertices is even.

Source: J. Edmonds, "Paths, Trees, and Flowers" (1965) and "Maximum Matching and a Polyhedron with 0,1-Vertices" (1965);
the events in heaps follow Z. Galil, "Efficient Algorithms for Finding Maximum Matching in Graphs", Computing Surveys 18
(1986).
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import inf

from pairings.matching.answer import Barrier, NoPerfectMatching
from pairings.matching.forest import Forest

#: Where a vertex stands: outside the tree, or in it at an odd or an even distance from the root.
OUTSIDE, INNER, OUTER = range(3)
#: Events; at the same time the first of these comes first.
AUGMENT, GROW, SHRINK, EXPAND = range(4)

Adjacency = list[list[tuple[int, int]]]


class Search:
    """The tree of one unmatched root. `run` matches one more pair; `y` and the forest are changed in place."""

    __slots__ = (
        "adjacency", "entry", "events", "forest", "label", "limit", "looked", "near", "now", "place", "via", "y",
    )  # fmt: skip

    def __init__(self, adjacency: Adjacency, y: list[int], forest: Forest) -> None:
        n = len(adjacency)
        self.adjacency, self.y, self.forest = adjacency, y, forest
        self.place = [OUTSIDE] * n
        self.near: list[float] = [inf] * n
        self.via = [-1] * n
        self.label: dict[int, int] = {}
        self.entry: dict[int, tuple[int, int]] = {}
        self.events: list[tuple[int, int, int, int]] = []
        self.limit: float = inf
        self.now = 0
        self.looked = 0

    def run(self, root: int) -> None:
        """Raises NoPerfectMatching with its barrier when the root cannot be matched."""
        self._make_outer(self.forest.outermost(root))
        while self.events:
            time, kind, a, b = heappop(self.events)
            if kind == AUGMENT:
                if self._is_due(a, time):
                    self._augment(self.via[a], a)
                    return
            elif kind == GROW:
                self._grow(a, time)
            elif kind == SHRINK:
                self._shrink(a, b, time)
            else:
                self._expand(a, time)
        raise NoPerfectMatching(self._barrier())

    def _is_due(self, vertex: int, time: int) -> bool:
        """Whether an event of a vertex outside still holds: no better one came, and it has not joined the tree."""
        return self.place[vertex] == OUTSIDE and self.near[vertex] - self.y[vertex] == time

    def _scan(self, u: int) -> None:
        """Note what a new outer vertex can reach. The inner loop of everything."""
        y, near, place, group, mate = self.y, self.near, self.place, self.forest.group, self.forest.mate
        events, limit, yu, own_group = self.events, self.limit, self.y[u], self.forest.group[u]
        self.looked += len(self.adjacency[u])
        for v, cost in self.adjacency[u]:
            offer = cost - yu
            if place[v] == OUTER:
                if group[v] != own_group and (time := (offer - y[v]) // 2) < limit:
                    heappush(events, (time, SHRINK, u, v))
            elif offer < near[v]:
                near[v], self.via[v] = offer, u
                if place[v] == OUTSIDE and (time := offer - y[v]) < limit:
                    if mate[v] < 0:
                        limit = time
                        heappush(events, (time, AUGMENT, v, 0))
                    else:
                        heappush(events, (time, GROW, v, 0))
        self.limit = limit

    def _make_outer(self, node: int) -> None:
        """A node from outside becomes outer."""
        forest, y, now = self.forest, self.y, self.now
        self.label[node] = OUTER
        forest.weight[node] -= 2 * now
        vertices = forest.vertices(node)
        for vertex in vertices:
            self.place[vertex] = OUTER
            y[vertex] -= now
        for vertex in vertices:
            self._scan(vertex)

    def _make_inner(self, node: int, entry: tuple[int, int]) -> None:
        """Label a node whose vertices are written as inner already; `entry` is the tight edge (outer, into it)."""
        self.label[node] = INNER
        self.entry[node] = entry
        if node >= self.forest.n:
            weight = self.forest.weight[node] + 2 * self.now
            self.forest.weight[node] = weight
            heappush(self.events, (weight // 2, EXPAND, node, 0))

    def _grow(self, vertex: int, time: int) -> None:
        if not self._is_due(vertex, time):
            return
        self.now = time
        forest = self.forest
        node = forest.outermost(vertex)
        for inside in forest.vertices(node):
            self.place[inside] = INNER
            self.y[inside] += time
        self._make_inner(node, (self.via[vertex], vertex))
        self._make_outer(forest.outermost(forest.mate[forest.base[node]]))

    def _shrink(self, u: int, v: int, time: int) -> None:
        forest = self.forest
        if forest.outermost(u) == forest.outermost(v):
            return
        self.now = time
        top = self._common_ancestor(u, v)
        left, left_links = self._climb(forest.outermost(u), top)
        right, right_links = self._climb(forest.outermost(v), top)
        ring = [top, *reversed(left), *right]
        links = [(y, x) for x, y in reversed(left_links)] + [(u, v), *right_links]
        fresh = [vertex for child in ring for vertex in self._absorb(child)]
        node = forest.shrink(ring, links)
        forest.weight[node] = -2 * time
        self.label[node] = OUTER
        for vertex in fresh:
            self._scan(vertex)

    def _absorb(self, child: int) -> list[int]:
        """Take a node off the tree's list before it disappears in a blossom; its vertices if they become outer now."""
        forest, now = self.forest, self.now
        if self.label.pop(child) == OUTER:
            forest.weight[child] += 2 * now
            return []
        forest.weight[child] -= 2 * now
        fresh = forest.vertices(child)
        for vertex in fresh:
            self.place[vertex] = OUTER
            self.y[vertex] -= 2 * now
        return fresh

    def _above(self, node: int) -> int:
        """The outer node two steps nearer the root; -1 above the root."""
        forest = self.forest
        mate = forest.mate[forest.base[node]]
        return -1 if mate < 0 else forest.outermost(self.entry[forest.outermost(mate)][0])

    def _common_ancestor(self, u: int, v: int) -> int:
        """The lowest outer node above both, climbing in turns: no longer than twice the ring."""
        seen = set()
        ends = [self.forest.outermost(u), self.forest.outermost(v)]
        while True:
            for side in (0, 1):
                node = ends[side]
                if node in seen:
                    return node
                if node >= 0:
                    seen.add(node)
                    ends[side] = self._above(node)

    def _climb(self, node: int, top: int) -> tuple[list[int], list[tuple[int, int]]]:
        """The nodes from an outer node to below `top`, and the edge from each to the next (the last one to `top`)."""
        forest = self.forest
        nodes, links = [], []
        while node != top:
            base = forest.base[node]
            inner = forest.outermost(forest.mate[base])
            outer_end, inner_end = self.entry[inner]
            nodes += [node, inner]
            links += [(base, forest.mate[base]), (inner_end, outer_end)]
            node = forest.outermost(outer_end)
        return nodes, links

    def _expand(self, node: int, time: int) -> None:
        """Open an inner blossom whose z is 0. From its entry the even way round the ring leads to its base."""
        forest = self.forest
        if self.label.get(node) != INNER or forest.weight[node] != 2 * time:
            return
        self.now = time
        outer_end, inner_end = self.entry.pop(node)
        del self.label[node]
        children, links = forest.children[node], forest.links[node]
        at = children.index(forest.child_towards(node, inner_end))
        forest.open(node)
        if at % 2:
            around = [*range(at, len(children)), 0]
            edges = [links[k] for k in around[:-1]]
        else:
            around = list(range(at, -1, -1))
            edges = [(links[k][1], links[k][0]) for k in around[1:]]
        new_outer = [children[k] for k in around[1::2]]
        entries = [(outer_end, inner_end), *edges[1::2]]
        for k, entry in zip(around[::2], entries, strict=True):
            self._make_inner(children[k], entry)
        self._put_outside(set(children) - {children[k] for k in around[::2]})
        for child in new_outer:
            self._make_outer(child)

    def _put_outside(self, nodes: set[int]) -> None:
        """Children of an opened inner blossom that are no longer inner; the offers they had become events again."""
        for node in sorted(nodes):
            for vertex in self.forest.vertices(node):
                self.place[vertex] = OUTSIDE
                self.y[vertex] -= self.now
                time = self.near[vertex] - self.y[vertex]
                if time < self.limit:
                    heappush(self.events, (int(time), GROW, vertex, 0))

    def _augment(self, u: int, v: int) -> None:
        """Match v, which was unmatched, with u, and swap the edges from u to the root."""
        forest = self.forest
        self.now = int(self.near[v]) - self.y[v]
        while True:
            node = forest.outermost(u)
            old = forest.mate[forest.base[node]]
            forest.rebase(node, u)
            forest.mate[u], forest.mate[v] = v, u
            if old < 0:
                break
            inner = forest.outermost(old)
            u, v = self.entry[inner]
            forest.rebase(inner, v)
        self._settle()

    def _settle(self) -> None:
        """Write all duals as they are now, and open outermost blossoms that no longer count."""
        forest, y = self.forest, self.y
        for node, label in self.label.items():
            passed = self.now if label == OUTER else -self.now
            forest.weight[node] += 2 * passed
            for vertex in forest.vertices(node):
                y[vertex] += passed
        pending = [node for node in self.label if node >= forest.n]
        while pending:
            node = pending.pop()
            if node >= forest.n and forest.weight[node] == 0:
                pending.extend(forest.children[node])
                forest.open(node)

    def _barrier(self) -> Barrier:
        inner = [node for node, label in self.label.items() if label == INNER]
        outer = [node for node, label in self.label.items() if label == OUTER]
        return Barrier(tuple(sorted(inner)), tuple(tuple(sorted(self.forest.vertices(node))) for node in outer))
