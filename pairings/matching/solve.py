"""Minimum-cost perfect matching of a sparse graph and of a full table of costs.

A graph is solved by a search (`pairings.matching.search`) that matches the vertices that the start leaves unmatched.
The start gives every vertex the dual value of its cheapest edge, then tightens greedily, which matches most vertices of
a field in which many pairs cost the same.

A table of n players has n(n-1)/2 pairs, of which the answer needs few. *Price-out* (D. Applegate and W. Cook, "Solving
Large-Scale Matching Problems", 1993) solves with the likely edges, looks with the dual values at all the others, adds
those that would break dual feasibility, and solves again from the duals it has, until there are none. The answer is
then optimal for the whole table, and proved so for the whole table.

Price-out runs twice: first for fractional matchings (`pairings.matching.fractional`), which are quick to solve again.
Then it runs for whole matchings, which start from these duals and need few more edges. If the edges allow no whole
matching, the barrier shows which sets need edges to the outside. The first duals of all come from a sample: every
fourth vertex alone, solved the same way. A vertex that is like one of the sample gets the dual value of that one.

Likely edges of a player are those of smallest slack under the first duals, near ones and some of a sample, a few of
each value: where many pairs cost the same, one kind of opponent must not take all the places. Which of them are taken
depends on the order of the vertices. So the order decides between optimal answers, and nothing else does.

Source of the warm start: dropping a blossom of weight z and lowering y of its vertices by z/2 keeps every slack at or
above 0 and the edges inside tight.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate
from math import inf

from pairings.matching import proof
from pairings.matching.answer import Barrier, Blossom, Matching, NoPerfectMatching, TooMuchWork
from pairings.matching.forest import Forest
from pairings.matching.fractional import Fractional
from pairings.matching.priced import PricedTable, Table
from pairings.matching.search import Adjacency, MatchingSearch
from pairings.progress import NO_PROGRESS, Work

Edge = tuple[int, int, int]

#: Likely edges of each vertex, near ones and sampled ones: how many, and how many of one slack.
NEAR_EDGES, SAMPLE_EDGES = (6, 3), (12, 8)
#: Edges that a vertex may add in a turn (of whole matchings in the first, then twice as many each); vertices of an odd
#: set without a way out that look for one, and edges for each.
EDGES_PER_TURN = 16
LEADING = 64, 2
#: For a table larger than this, a sample is solved first: one in this many.
LARGE, SAMPLE_DIVISOR = 200, 4


def match_graph(n: int, edges: Iterable[Edge]) -> Matching:
    """Return the perfect matching of smallest total cost over edges (u, v, cost), vertices 0 .. n-1.

    Costs are whole, of any sign. Raises NoPerfectMatching with a proved barrier; ValueError for an edge from a vertex
    to itself or out of range.
    """
    edge_list = list(edges)
    adjacency = _adjacency(n, edge_list)
    solver = _Solver(adjacency, _cheapest(adjacency), [-1] * n)
    try:
        solver.run()
    except NoPerfectMatching as none:
        proof.prove_barrier(n, edge_list, none.barrier)
        raise
    matching = solver.answer(len(edge_list))
    proof.prove_graph(n, edge_list, matching)
    return matching


def match_table(costs: Table, start: Matching | None = None, most: float = inf, work: Work = NO_PROGRESS) -> Matching:
    """Return the perfect matching of smallest total cost of a symmetric table of whole costs; the diagonal is ignored.

    `start` is the answer for a similar table, whose duals are the starting point; its `mate` is -1 without a partner.
    `work` receives the number of matched vertices, which starts again when edges are added. Raises ValueError for an
    odd table, TooMuchWork if searches visit more than `most` edges.
    """
    n = len(costs)
    if n % 2:
        raise ValueError("A table of an odd number of vertices has no perfect matching.")
    sparse = _Sparse(PricedTable(costs), most, work)
    y, mate = sparse.fractional(start)
    while True:
        solver = _Solver(sparse.adjacency, list(y), list(mate))
        sparse.solves += 1
        try:
            sparse.visits += solver.run(most - sparse.visits, work)
        except NoPerfectMatching as none:
            sparse.outgoing_pairs(none.barrier, y)
            continue
        if not sparse.add(_find_negative_pairs(sparse.table, solver, EDGES_PER_TURN << sparse.solves)):
            break
        y, mate = solver.flatten_duals()
    matching = solver.answer(sum(map(len, sparse.adjacency)) // 2, sparse.solves)
    proof.prove_table(costs, matching)
    return matching


class _Sparse:
    """The known pairs of a table, and the number of visited ones, at most `most`."""

    def __init__(self, table: PricedTable, most: float, work: Work) -> None:
        self.table, self.most, self.work = table, most, work
        self.neighbours: list[set[int]] = [set() for _ in range(table.n)]
        self.adjacency: Adjacency = [[] for _ in range(table.n)]
        self.visits, self.solves = 0, 0

    def add(self, pairs: Iterable[tuple[int, int]]) -> bool:
        """Add pairs to the graph, and return whether any of them is new."""
        found = False
        for u, v in pairs:
            if v not in self.neighbours[u]:
                found = True
                self.neighbours[u].add(v)
                self.neighbours[v].add(u)
                cost = 2 * self.table.costs[u][v]
                self.adjacency[u].append((v, cost))
                self.adjacency[v].append((u, cost))
        return found

    def fractional(self, start: Matching | None = None) -> tuple[list[int], list[int]]:
        """Return the duals and pairs of the cheapest fractional matching of the whole table."""
        table, everybody = self.table, range(self.table.n)
        y = start.flat_duals() if start else self._first_duals()
        table.price(y)
        self.add((u, v) for u in everybody for v in table.near(u, *NEAR_EDGES))
        self.add((u, v) for u in everybody for v in table.sample_vertices(u, *SAMPLE_EDGES))
        self.add(start.pairs() if start else ())
        matching = Fractional(self.adjacency, [dual - dual % 2 for dual in y], start.mate if start else None, self.work)
        while True:
            matching.run()
            if self.visits + matching.visits > self.most:
                raise TooMuchWork
            y = matching.duals()
            table.price(y)
            if not self.add((u, v) for u in everybody for v in table.worst_vertices(u, EDGES_PER_TURN, y)):
                self.visits += matching.visits
                return y, matching.pairs()

    def _first_duals(self) -> list[int]:
        """Return initial duals: the sample's own, and for the others the rest that its duals leave."""
        costs = self.table.costs
        if self.table.n <= LARGE:
            return self.table.cheapest()
        sample = _Sparse(PricedTable([row[::SAMPLE_DIVISOR] for row in costs[::SAMPLE_DIVISOR]]), self.most, self.work)
        sample_duals, _mate = sample.fractional()
        self.visits = sample.visits
        y = self.table.slacks_beside(sample_duals, SAMPLE_DIVISOR)
        y[::SAMPLE_DIVISOR] = sample_duals
        return y

    def outgoing_pairs(self, barrier: Barrier, y: list[int]) -> None:
        """Pairs that lead out of the odd sets of a barrier."""
        self.table.price(y)
        separator, (vertices_of_set, each) = set(barrier.separator), LEADING
        for vertices in barrier.odd_sets:
            besides = separator.union(vertices)
            for u in vertices[:: len(vertices) // vertices_of_set + 1]:
                self.add((u, v) for v in self.table.near(u, each, each, besides))


class _Solver:
    """A graph with feasible duals on the way to a perfect matching."""

    def __init__(self, adjacency: Adjacency, y: list[int], mate: list[int]) -> None:
        self.adjacency, self.y = adjacency, y
        self.forest = Forest(len(adjacency))
        self.forest.mate = mate

    def run(self, most: float = inf, work: Work = NO_PROGRESS) -> int:
        """Match all vertices and return the number of visited edges.

        Raises NoPerfectMatching, and TooMuchWork beyond `most` edges.
        """
        self._tighten()
        search = MatchingSearch(self.adjacency, self.y, self.forest, most, work)
        search.run()
        return search.visits

    def _tighten(self) -> None:
        """Make the duals feasible, keep the proposed tight pairs, raise the others and match greedily."""
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

    def flatten_duals(self) -> tuple[list[int], list[int]]:
        """Return duals without blossoms, and the found pairs: the starting point of the next solve."""
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
    """Return doubled costs by vertex; of parallel edges the cheapest."""
    rows: list[dict[int, int]] = [{} for _ in range(n)]
    for u, v, cost in edges:
        if u == v or not (0 <= u < n and 0 <= v < n):
            raise ValueError(f"There is no edge from {u} to {v} in a graph of {n} vertices.")
        if v not in rows[u] or 2 * cost < rows[u][v]:
            rows[u][v] = rows[v][u] = 2 * cost
    return [list(row.items()) for row in rows]


def _cheapest(adjacency: Adjacency) -> list[int]:
    """Return half the cheapest edge of every vertex: feasible, since costs are doubled."""
    return [min([cost for _, cost in edges]) // 2 if edges else 0 for edges in adjacency]


def _find_negative_pairs(table: PricedTable, solver: _Solver, many: int) -> Iterator[tuple[int, int]]:
    """Yield pairs with negative slack, the `many` worst of each vertex, from their smaller vertex."""
    table.price(solver.y)
    duals = list(solver.y)
    for vertices in _duals_inside_blossoms(duals, solver.forest):
        for u in vertices:
            for v in table.worst_vertices(u, many, duals):
                yield u, v


def _duals_inside_blossoms(duals: list[int], forest: Forest) -> Iterator[list[int]]:
    """Return the vertices directly inside each blossom, and those in none, if `duals` are the values as they see them.

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
                duals[vertex] += weight
        if entering:
            yield direct.get(node, [])
            pending.append((node, False))
            pending += [(inner, True) for inner in blossoms.get(node, ())]
