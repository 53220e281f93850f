"""Minimum-cost perfect matching of a sparse graph and of a full table of costs.

A graph is solved by one search (`pairings.matching.search`) for each vertex that the start leaves unmatched. The start
gives every vertex the dual value of its cheapest edge, then tightens greedily, which matches most vertices of a field
in which many pairs cost the same.

A table of n players has n(n-1)/2 pairs, of which the answer needs few. *Price-out* (D. Applegate and W. Cook, "Solving
Large-Scale Matching Problems", 1993) solves with the likely edges, looks with the dual values at all the others, adds
those that would break dual feasibility, and solves again from the duals it has, until there are none. The answer is
then optimal for the whole table, and proved so for the whole table.

Likely edges of a player are those of smallest slack under the duals of the start, a few of each value: where many
pairs cost the same, one kind of opponent must not take all the places. Among equals those count that follow soonest
in the order of the table. So the order of the vertices decides between optimal answers, and nothing else does.

Source of the warm start: dropping a blossom of weight z and lowering y of its vertices by z/2 keeps every slack at or
above 0 and the edges inside tight.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from math import inf
from operator import add, sub

from pairings.matching import proof
from pairings.matching.answer import Blossom, Matching, NoPerfectMatching, TooMuchWork
from pairings.matching.forest import Forest
from pairings.matching.search import Adjacency, Search

Edge = tuple[int, int, int]
Table = Sequence[Sequence[int]]

#: Likely edges of each vertex at the start of price-out, of these at most so many of one slack, and how many edges a
#: vertex may add in one turn.
LIKELY = 24
ALIKE = 4
ADDED = 24
#: With fewer different values than this many times LIKELY / ALIKE, each is looked for in turn.
FEW_VALUES = 16


def match_graph(n: int, edges: Iterable[Edge]) -> Matching:
    """The perfect matching of smallest total cost over edges (u, v, cost), vertices 0 .. n-1, whole costs of any sign.

    Raises NoPerfectMatching with a proved barrier; ValueError for an edge from a vertex to itself or out of range.
    """
    known = list(edges)
    adjacency = _adjacency(n, known)
    solver = _Solver(adjacency, _cheapest(adjacency), [-1] * n)
    try:
        solver.run()
    except NoPerfectMatching as none:
        proof.prove_barrier(n, known, none.barrier)
        raise
    matching = solver.answer(len(known))
    proof.prove_graph(n, known, matching)
    return matching


def match_table(costs: Table, start: Matching | None = None, most: float = inf) -> Matching:
    """The perfect matching of smallest total cost of a symmetric table of whole costs; the diagonal is not read.

    `start` is the answer for a similar table, from whose duals the search sets out. Raises ValueError for an odd table,
    TooMuchWork when searches look at more than `most` edges.
    """
    n = len(costs)
    if n % 2:
        raise ValueError("A table of an odd number of vertices has no perfect matching.")
    adjacency, y, mate = _likely_graph(costs, start)
    solves = 0
    while True:
        solver = _Solver(adjacency, y, mate)
        solves += 1
        try:
            most -= solver.run(most)
            missing = _violators(costs, solver)
        except NoPerfectMatching as none:
            missing = _way_out(n, none.barrier.odd_sets, set(none.barrier.separator))
        if not missing:
            break
        y, mate = solver.flattened()
        _add(adjacency, costs, missing)
    matching = solver.answer(sum(map(len, adjacency)) // 2, solves)
    proof.prove_table(costs, matching)
    return matching


class _Solver:
    """A graph with feasible duals on the way to a perfect matching."""

    def __init__(self, adjacency: Adjacency, y: list[int], mate: list[int]) -> None:
        self.adjacency, self.y = adjacency, y
        self.forest = Forest(len(adjacency))
        self.forest.mate = mate

    def run(self, most: float = inf) -> int:
        """Match everybody; how many edges were looked at. Raises NoPerfectMatching, TooMuchWork beyond `most` edges."""
        self._tighten()
        looked = 0
        for root, mate in enumerate(self.forest.mate):
            if mate < 0:
                search = Search(self.adjacency, self.y, self.forest)
                search.run(root)
                looked += search.looked
                if looked > most:
                    raise TooMuchWork
        return looked

    def _tighten(self) -> None:
        """Make the duals feasible, keep the proposed pairs that are tight, raise the others and match at once."""
        y, mate, adjacency = self.y, self.forest.mate, self.adjacency
        for u, edges in enumerate(adjacency):
            if edges:
                least = min([cost - y[v] for v, cost in edges])
                if least < y[u] and mate[u] >= 0:
                    mate[mate[u]], mate[u] = -1, -1
                y[u] = min(y[u], least)
        for u in range(len(adjacency)):
            if mate[u] >= 0 and not self._is_tight(u, mate[u]):
                mate[mate[u]], mate[u] = -1, -1
        for u, edges in enumerate(adjacency):
            if mate[u] < 0 and edges:
                y[u] = least = min([cost - y[v] for v, cost in edges])
                for v, cost in edges:
                    if mate[v] < 0 and cost - y[v] == least:
                        mate[u], mate[v] = v, u
                        break

    def _is_tight(self, u: int, v: int) -> bool:
        return any(w == v and cost == self.y[u] + self.y[v] for w, cost in self.adjacency[u])

    def flattened(self) -> tuple[list[int], list[int]]:
        """Duals without blossoms, and the pairs found: where the next solve sets out."""
        y, (order, stretches) = list(self.y), self.forest.stretches()
        steps = [0] * (len(order) + 1)
        for node, (begin, end) in stretches.items():
            steps[begin] += self.forest.weight[node] // 2
            steps[end] -= self.forest.weight[node] // 2
        for vertex, weight in zip(order, accumulate(steps[:-1]), strict=True):
            y[vertex] -= weight
        return y, list(self.forest.mate)

    def answer(self, edges: int, solves: int = 1) -> Matching:
        forest = self.forest
        total = sum(cost for u, row in enumerate(self.adjacency) for v, cost in row if forest.mate[u] == v) // 4
        order, stretches = forest.stretches()
        blossoms = tuple(
            Blossom(tuple(sorted(order[slice(*stretches[node])])), forest.weight[node])
            for node in forest.blossoms()
            if forest.weight[node]
        )
        return Matching(tuple(forest.mate), total, tuple(self.y), blossoms, edges, solves)


def _adjacency(n: int, edges: Iterable[Edge]) -> Adjacency:
    """Doubled costs by vertex; of parallel edges the cheapest."""
    rows: list[dict[int, int]] = [{} for _ in range(n)]
    for u, v, cost in edges:
        if u == v or not (0 <= u < n and 0 <= v < n):
            raise ValueError(f"There is no edge from {u} to {v} in a graph of {n} vertices.")
        if v not in rows[u] or 2 * cost < rows[u][v]:
            rows[u][v] = rows[v][u] = 2 * cost
    return [list(row.items()) for row in rows]


def _cheapest(adjacency: Adjacency) -> list[int]:
    """Half the cheapest edge of every vertex: feasible, since costs are doubled."""
    return [min([cost for _, cost in edges]) // 2 if edges else 0 for edges in adjacency]


def _likely_graph(costs: Table, start: Matching | None) -> tuple[Adjacency, list[int], list[int]]:
    """The likely edges of every vertex, with feasible duals of the whole table to begin with."""
    n = len(costs)
    y, mate = _table_duals(costs, start), list(start.mate) if start else [-1] * n
    neighbours: list[set[int]] = [{other} if other >= 0 else set() for other in mate]
    for u, row in enumerate(costs):
        slack = list(map(sub, map(add, row, row), y))
        likely = _likely(u, slack)
        neighbours[u].update(likely)
        for v in likely:
            neighbours[v].add(u)
    return [_from_next(u, near, costs[u]) for u, near in enumerate(neighbours)], y, mate


def _from_next(u: int, near: set[int], row: Sequence[int]) -> list[tuple[int, int]]:
    """Edges of u, those to the vertices that follow it first: with equal costs the nearest are looked at first."""
    ascending = sorted(near)
    following = bisect(ascending, u)
    return [(v, 2 * row[v]) for v in (*ascending[following:], *ascending[:following])]


def _likely(u: int, slack: list[int]) -> list[int]:
    """The LIKELY vertices of least slack, but no more than ALIKE of each value, those that follow u first."""
    n, around = len(slack), [*slack[u + 1 :], *slack[:u]]
    values = set(around)
    if len(values) * ALIKE < LIKELY * FEW_VALUES:
        places = _first_of_each(around, sorted(values))
    else:
        bound = _bound(sorted(around))
        places, alike = [], dict[int, int]()
        for value, at in sorted([(value, at) for at, value in enumerate(around) if value <= bound]):
            alike[value] = alike.get(value, 0) + 1
            if alike[value] <= ALIKE:
                places.append(at)
    return [(u + 1 + at) % n for at in places[:LIKELY]]


def _first_of_each(around: list[int], values: Iterable[int]) -> list[int]:
    """The first ALIKE places of each value, for LIKELY places: quick where most values are there often."""
    found: list[int] = []
    for value in values:
        at = -1
        for _ in range(ALIKE):
            try:
                at = around.index(value, at + 1)
            except ValueError:
                break
            found.append(at)
        if len(found) >= LIKELY:
            break
    return found


def _bound(ascending: list[int]) -> int:
    """The slack of the LIKELY-th vertex when no more than ALIKE of each value count."""
    last, alike, counted = None, 0, 0
    for value in ascending:
        alike = alike + 1 if value == last else 1
        last = value
        counted += alike <= ALIKE
        if counted == LIKELY:
            return value
    return ascending[-1]


def _table_duals(costs: Table, start: Matching | None) -> list[int]:
    if start:
        y = list(start.duals)
        for blossom in start.blossoms:
            for vertex in blossom.vertices:
                y[vertex] -= blossom.weight // 2
    else:
        y = [min([*row[:u], *row[u + 1 :]]) for u, row in enumerate(costs)]
    for u, row in enumerate(costs):
        slack = list(map(sub, map(add, row, row), y))
        del slack[u]
        y[u] = min(slack)
    return y


def _violators(costs: Table, solver: _Solver) -> list[tuple[int, int]]:
    """Pairs whose slack is negative, the worst ADDED of each vertex, looked at from its smaller vertex."""
    y = solver.y
    seen = list(y)
    found: list[list[tuple[int, int]]] = [[] for _ in y]
    for vertices in _seen_from_inside(seen, solver.forest):
        for u in vertices:
            yu = y[u]
            worse = [
                (cost + cost - yv, v)
                for v, (cost, yv) in enumerate(zip(costs[u][u + 1 :], seen[u + 1 :], strict=True), start=u + 1)
                if cost + cost < yu + yv
            ]
            worse.sort()
            found[u] = [(u, v) for _, v in worse[:ADDED]]
    return [pair for pairs in found for pair in pairs]


def _seen_from_inside(seen: list[int], forest: Forest) -> Iterator[list[int]]:
    """The vertices directly inside each blossom, and those in none, while `seen` has the duals as these see them.

    That is, every dual value less the weight of the blossoms that the two share.
    """
    order, stretches = forest.stretches()
    direct: dict[int, list[int]] = {-1: []}
    blossoms: dict[int, list[int]] = {-1: []}
    for node in (*range(forest.n), *stretches):
        (direct if node < forest.n else blossoms).setdefault(forest.parent[node], []).append(node)
    pending = [(-1, True)]
    while pending:
        node, entering = pending.pop()
        if node >= 0:
            weight = -forest.weight[node] if entering else forest.weight[node]
            for vertex in order[slice(*stretches[node])] if weight else ():
                seen[vertex] += weight
        if entering:
            yield direct.get(node, [])
            pending.append((node, False))
            pending += [(inner, True) for inner in blossoms.get(node, ())]


def _way_out(n: int, odd_sets: Iterable[Sequence[int]], separator: set[int]) -> list[tuple[int, int]]:
    """Pairs that lead out of the odd sets of a barrier of the sparse graph, some for each vertex."""
    found = []
    for vertices in odd_sets:
        inside = set(vertices)
        for u in vertices:
            outside = [v % n for v in range(u + 1, u + n) if v % n not in inside and v % n not in separator]
            found += [(u, v) for v in outside[:ADDED]]
    return found


def _add(adjacency: Adjacency, costs: Table, pairs: Iterable[tuple[int, int]]) -> None:
    known = [{v for v, _ in edges} for edges in adjacency]
    for u, v in pairs:
        if v not in known[u]:
            known[u].add(v)
            known[v].add(u)
            adjacency[u].append((v, 2 * costs[u][v]))
            adjacency[v].append((u, 2 * costs[u][v]))
