"""Edmonds' algorithm: alternating trees grow from all unmatched vertices at once until every two have met.

Theory. Costs are doubled and whole, y is a dual value per vertex and z >= 0 one per blossom, feasible when

    slack(u, v) = 2 cost(u, v) - y(u) - y(v) + (sum of z over the blossoms that hold both u and v) >= 0

for every edge; matched edges have slack 0 (are tight), and blossoms with z > 0 are matched but for their base. If all
vertices are matched this way, no perfect matching is cheaper (complementary slackness).

The trees. Their roots are the unmatched vertices. *Outer* nodes are at an even distance from their root, *inner* ones
at an odd distance; from an outer node tight edges lead on, from an inner one the matched edge. Time passes: y of outer
vertices rises with it, y of inner ones falls, z of outer blossoms rises twice as fast and that of inner ones falls.
Tight edges of a tree stay tight, and at the next event one of these happens:

    MEET     an edge between two outer nodes becomes tight. Of two trees: swap the matching along the path from root to
             root; both trees are finished and their vertices are outside again. Of one tree: the ring through their
             common ancestor is a blossom
    GROW     an edge to a matched node outside becomes tight: it joins as inner, its partner as outer
    EXPAND   z of an inner blossom falls to 0: it is opened, the half that carries the tree's path stays in it

If there is no event, the outer nodes are odd sets whose only neighbours are the inner vertices, fewer than they are: a
barrier, there is no perfect matching.

Cost. Events wait in a heap by time. Duals are written lazily: while a vertex is outer, `y` holds y - time, while inner
y + time (z likewise, twice), so that no event touches what it does not change. `near[v]` is the best offer of an outer
vertex to v outside; only a better one makes an event. Trees that grow at the same time stay small: a single tree would
often cross the whole graph. When a tree is finished, outside vertices that had their best offer from it get another.

All numbers stay whole: y of the roots is made even at the start and they all rise together. Tight edges give all
vertices of a tree the same parity of y, so the slack between outer vertices is even.

Work. Between two meetings of trees each vertex is visited only a few times, so n vertices and m edges take
O(n m log m) steps; `visits` counts the edges.

Source: J. Edmonds, "Paths, Trees, and Flowers" (1965) and "Maximum Matching and a Polyhedron with 0,1-Vertices" (1965);
the events in heaps follow Z. Galil, "Efficient Algorithms for Finding Maximum Matching in Graphs", Computing Surveys 18
(1986); many trees with one time for all, W. Cook and A. Rohe, "Computing Minimum-Weight Perfect Matchings" (1999).
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from math import inf

from pairings.matching.answer import Barrier, NoPerfectMatching, TooMuchWork
from pairings.matching.forest import Forest
from pairings.progress import NO_PROGRESS, Work
from pairings.wording.mark import gettext_noop as _

#: The place of a vertex: outside the trees, or in one at an odd or an even distance from its root.
OUTSIDE, INNER, OUTER = range(3)
#: Kinds of events; of simultaneous events the first kind comes first.
MEET, GROW, EXPAND = range(3)

#: The progress message of `run`.
PROGRESS_MESSAGE = _("Searching for opponents: {done} of {of} players have one.")

Adjacency = list[list[tuple[int, int]]]


class MatchingSearch:
    """The trees of all unmatched vertices. `run` matches all of them; `y` and the forest are changed in place.

    `visits` counts the visited edges; beyond `most` of them the search raises TooMuchWork. `work` receives the number
    of matched vertices.
    """

    __slots__ = (
        "adjacency",
        "entry",
        "events",
        "exposed",
        "forest",
        "label",
        "members",
        "most",
        "near",
        "now",
        "place",
        "tree",
        "via",
        "visits",
        "work",
        "y",
    )  # fmt: skip

    def __init__(
        self, adjacency: Adjacency, y: list[int], forest: Forest, most: float = inf, work: Work = NO_PROGRESS
    ) -> None:
        n = len(adjacency)
        self.adjacency, self.y, self.forest, self.most, self.work = adjacency, y, forest, most, work
        self.place = [OUTSIDE] * n
        self.near: list[float] = [inf] * n
        self.via = [-1] * n
        self.label: dict[int, int] = {}
        self.tree: dict[int, int] = {}
        self.members: dict[int, list[int]] = {}
        self.entry: dict[int, tuple[int, int]] = {}
        self.events: list[tuple[int, int, int, int, int]] = []
        self.exposed = 0
        self.now = 0
        self.visits = 0

    def run(self) -> None:
        """Match all vertices. Raises NoPerfectMatching with its barrier if that is impossible."""
        roots = [vertex for vertex, mate in enumerate(self.forest.mate) if mate < 0]
        self.exposed = len(roots)
        for root in roots:
            self.y[root] -= self.y[root] % 2
            self.members[root] = []
            self._make_outer(self.forest.outermost(root), root)
        while self.exposed and self.events:
            time, kind, a, b, cost = heappop(self.events)
            if kind == MEET:
                self._meet(a, b, cost, time)
            elif kind == GROW:
                self._grow(a, time)
            else:
                self._expand(a, time)
            if self.visits > self.most:
                raise TooMuchWork
        if self.exposed:
            barrier = self._barrier()
            self._settle(list(self.label))
            raise NoPerfectMatching(barrier)

    def _scan(self, u: int) -> None:
        """Record the vertices in reach of a new outer vertex: the innermost loop of the search."""
        y, near, via, place, group = self.y, self.near, self.via, self.place, self.forest.group
        events, yu, own_group = self.events, self.y[u], self.forest.group[u]
        self.visits += len(self.adjacency[u])
        for v, cost in self.adjacency[u]:
            position = place[v]
            if position == OUTSIDE:
                offer = cost - yu
                if offer < near[v]:
                    near[v], via[v] = offer, u
                    heappush(events, (offer - y[v], GROW, v, 0, 0))
            elif position == OUTER and group[v] != own_group:
                heappush(events, ((cost - yu - y[v]) // 2, MEET, u, v, cost))

    def _seek(self, vertices: Iterable[int]) -> None:
        """Find the current best offers of outside vertices."""
        y, place = self.y, self.place
        for v in vertices:
            best, via = inf, -1
            self.visits += len(self.adjacency[v])
            for u, cost in self.adjacency[v]:
                if place[u] == OUTER and cost - y[u] < best:
                    best, via = cost - y[u], u
            self.near[v], self.via[v] = best, via
            if via >= 0:
                heappush(self.events, (int(best) - y[v], GROW, v, 0, 0))

    def _join(self, node: int, tree: int, label: int) -> None:
        self.label[node], self.tree[node] = label, tree
        self.members[tree].append(node)

    def _make_outer(self, node: int, tree: int) -> None:
        """Make an outside node outer."""
        forest, y, now = self.forest, self.y, self.now
        self._join(node, tree, OUTER)
        forest.weight[node] -= 2 * now
        vertices = forest.vertices(node)
        for vertex in vertices:
            self.place[vertex] = OUTER
            y[vertex] -= now
        for vertex in vertices:
            self._scan(vertex)

    def _make_inner(self, node: int, tree: int, entry: tuple[int, int]) -> None:
        """Label a node whose vertices are already recorded as inner; `entry` is the tight edge (outer, into it)."""
        self._join(node, tree, INNER)
        self.entry[node] = entry
        if node >= self.forest.n:
            weight = self.forest.weight[node] + 2 * self.now
            self.forest.weight[node] = weight
            heappush(self.events, (weight // 2, EXPAND, node, 0, 0))

    def _grow(self, vertex: int, time: int) -> None:
        """Add an outside vertex with its node and that node's partner, if this is still its best offer."""
        if self.place[vertex] != OUTSIDE or self.near[vertex] - self.y[vertex] != time:
            return
        self.now = time
        forest = self.forest
        node, tree = forest.outermost(vertex), self.tree[forest.outermost(self.via[vertex])]
        for inside in forest.vertices(node):
            self.place[inside] = INNER
            self.y[inside] += time
        self._make_inner(node, tree, (self.via[vertex], vertex))
        self._make_outer(forest.outermost(forest.mate[forest.base[node]]), tree)

    def _meet(self, u: int, v: int, cost: int, time: int) -> None:
        """Handle a tight edge between two outer nodes, if still valid: a ring in one tree, a path between two."""
        if self.place[u] != OUTER or self.place[v] != OUTER or cost - self.y[u] - self.y[v] != 2 * time:
            return
        one, other = self.forest.outermost(u), self.forest.outermost(v)
        if one == other:
            return
        self.now = time
        if self.tree[one] == self.tree[other]:
            self._shrink(u, v)
            return
        self._swap(u, v)
        self._swap(v, u)
        self.exposed -= 2
        self.work.at(PROGRESS_MESSAGE, len(self.adjacency) - self.exposed, len(self.adjacency))
        self._dissolve(self.tree[one], self.tree[other])

    def _shrink(self, u: int, v: int) -> None:
        forest = self.forest
        top = self._common_ancestor(u, v)
        tree = self.tree[top]
        left, left_links = self._climb(forest.outermost(u), top)
        right, right_links = self._climb(forest.outermost(v), top)
        ring = [top, *reversed(left), *right]
        links = [(y, x) for x, y in reversed(left_links)] + [(u, v), *right_links]
        fresh = [vertex for child in ring for vertex in self._absorb(child)]
        node = forest.shrink(ring, links)
        forest.weight[node] = -2 * self.now
        self._join(node, tree, OUTER)
        for vertex in fresh:
            self._scan(vertex)

    def _absorb(self, child: int) -> list[int]:
        """Remove a node from the tree's list before it goes into a blossom; return its vertices if newly outer."""
        forest, now = self.forest, self.now
        del self.tree[child]
        if self.label.pop(child) == OUTER:
            forest.weight[child] += 2 * now
            return []
        forest.weight[child] -= 2 * now
        fresh = forest.vertices(child)
        for vertex in fresh:
            self.place[vertex] = OUTER
            self.y[vertex] -= 2 * now
        return fresh

    def _grandparent(self, node: int) -> int:
        """Return the outer node two steps nearer the root; -1 above the root."""
        forest = self.forest
        mate = forest.mate[forest.base[node]]
        return -1 if mate < 0 else forest.outermost(self.entry[forest.outermost(mate)][0])

    def _common_ancestor(self, u: int, v: int) -> int:
        """Return the lowest outer node above both, climbing alternately: at most twice the ring."""
        visited = set()
        ends = [self.forest.outermost(u), self.forest.outermost(v)]
        while True:
            for side in (0, 1):
                node = ends[side]
                if node in visited:
                    return node
                if node >= 0:
                    visited.add(node)
                    ends[side] = self._grandparent(node)

    def _climb(self, node: int, top: int) -> tuple[list[int], list[tuple[int, int]]]:
        """Return the nodes from an outer node to below `top`, and the edge from each to the next (last: `top`)."""
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
        tree = self.tree.pop(node)
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
            self._make_inner(children[k], tree, entry)
        self._move_outside(set(children) - {children[k] for k in around[::2]})
        for child in new_outer:
            self._make_outer(child, tree)

    def _move_outside(self, nodes: set[int]) -> None:
        """Put children of an opened inner blossom that are no longer inner outside."""
        for node in sorted(nodes):
            vertices = self.forest.vertices(node)
            for vertex in vertices:
                self.place[vertex] = OUTSIDE
                self.y[vertex] -= self.now
            self._seek(vertices)

    def _swap(self, u: int, v: int) -> None:
        """Match u with v, and swap the edges from u to its root."""
        forest = self.forest
        while True:
            node = forest.outermost(u)
            old = forest.mate[forest.base[node]]
            forest.rebase(node, u)
            forest.mate[u] = v
            if old < 0:
                return
            inner = forest.outermost(old)
            u, v = self.entry[inner]
            forest.rebase(inner, v)
            forest.mate[v] = u

    def _dissolve(self, one: int, other: int) -> None:
        """End two trees: their vertices are outside, and vertices that lost their best offer look for another."""
        nodes = dict.fromkeys([*self.members.pop(one), *self.members.pop(other)])
        freed = self._settle([node for node in nodes if self.tree.get(node) in {one, other}])
        via, place = self.via, self.place
        lost = [v for u in freed for v, _cost in self.adjacency[u] if via[v] == u and place[v] == OUTSIDE]
        self._seek(dict.fromkeys([*freed, *lost]))

    def _settle(self, nodes: list[int]) -> list[int]:
        """Store the current duals of these nodes and put them outside; open blossoms that no longer count."""
        forest, y = self.forest, self.y
        freed: list[int] = []
        for node in nodes:
            del self.tree[node]
            passed = self.now if self.label.pop(node) == OUTER else -self.now
            forest.weight[node] += 2 * passed
            vertices = forest.vertices(node)
            for vertex in vertices:
                y[vertex] += passed
                self.place[vertex] = OUTSIDE
            freed += vertices
        pending = list(nodes)
        while pending:
            node = pending.pop()
            if node >= forest.n and forest.weight[node] == 0:
                pending.extend(forest.children[node])
                forest.open(node)
        return freed

    def _barrier(self) -> Barrier:
        inner = [node for node, label in self.label.items() if label == INNER]
        outer = [node for node, label in self.label.items() if label == OUTER]
        return Barrier(tuple(sorted(inner)), tuple(tuple(sorted(self.forest.vertices(node))) for node in outer))
