"""The proof of an answer, checked by arithmetic that knows nothing of how it was found.

For any perfect matching M, dual values y and odd sets B with weights z(B) >= 0 such that

    2 cost(u, v) - y(u) - y(v) + (sum of z over the sets that hold both) >= 0        for every edge

adding this up over M gives 2 cost(M) >= sum of y - sum of z(B) (|B| - 1) / 2, since M has at most (|B| - 1) / 2 edges
inside B. The bound does not depend on M. A matching that reaches it is therefore cheapest. It reaches it exactly if its
own edges have slack 0 and every B with z(B) > 0 holds (|B| - 1) / 2 of them (complementary slackness).

A barrier is proved by counting: odd sets that only touch a smaller separator cannot all be matched.

A graph comes as a table of costs, as a list of edges, or as rows of sets: for each vertex and weight the neighbours as
bits of an `int`. What is heavy there is cheap here: weights and their duals count with the other sign, and have their
slack by sets, the neighbours of a weight against all vertices whose dual is too small for it. Bound for n vertices, R
weights in a row and S sets around a vertex: O(n R (S + log n)) operations on sets, and O(n) for a barrier.

Source: J. Edmonds, "Maximum Matching and a Polyhedron with 0,1-Vertices" (1965); W. Tutte, "The Factorization of Linear
Graphs" (1947) for the barrier, C. Berge, "Sur le couplage maximum d'un graphe" (1958) for how many it leaves alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from pairings.matching.packed import LARGEST, PackedRows
from pairings.matching.sets.bits import bits

if TYPE_CHECKING:
    from pairings.matching.answer import Barrier, Matching

#: Of a vertex: pairs of a weight and the set of neighbours.
Row = Sequence[tuple[int, int]]
#: For each vertex the set of its neighbours.
Neighbours = Sequence[int] | Mapping[int, int]


class BrokenProof(Exception):
    """An answer of the solver does not prove itself: a bug in the program."""


def prove_table(costs: Sequence[Sequence[int]], matching: Matching) -> None:
    """Raise BrokenProof unless the matching is proved to be the cheapest of the whole table."""
    n = len(costs)
    _prove(_WeightTable(costs, matching.duals), range(n), matching.mate, _of_answer(n, matching))
    _adds_up((costs[u][v] for u, v in matching.pairs()), matching)


def prove_graph(n: int, edges: Iterable[tuple[int, int, int]], matching: Matching) -> None:
    """Raise BrokenProof unless the matching is proved to be the cheapest over these edges."""
    graph = _Edges(edges, matching.duals)
    _prove(graph, range(n), matching.mate, _of_answer(n, matching))
    _adds_up((graph.cheapest[pair] for pair in matching.pairs()), matching)


def prove_rows(
    rows: Sequence[Row], members: int, mate: Sequence[int], duals: Sequence[int], odd_sets: Sequence[tuple[int, int]]
) -> Heaviest:
    """Raise BrokenProof unless the matching is proved to be heaviest of all that match every member.

    `odd_sets` are pairs of a set and its dual; weights and duals are on one scale. The returned object proves others.
    """
    heaviest = Heaviest(rows, members, duals, odd_sets)
    heaviest.prove(mate)
    return heaviest


class Heaviest:
    """Duals of rows that leave no edge short, checked only once; they prove every heaviest matching.

    Raises BrokenProof if they leave one short.
    """

    def __init__(
        self, rows: Sequence[Row], members: int, duals: Sequence[int], odd_sets: Sequence[tuple[int, int]]
    ) -> None:
        if any(odd & ~members for odd, _ in odd_sets):
            raise BrokenProof("An odd set has vertices that are not there.")
        self._sets = _Sets(len(rows), [([*bits(odd)], dual) for odd, dual in odd_sets])
        self._rows = _Rows(rows, members, tuple(duals))
        self._vertices = [*bits(members)]
        _feasible(self._rows, self._sets)

    def prove(self, mate: Sequence[int]) -> None:
        """Raise BrokenProof unless this matching of every member is heaviest too."""
        _require_bound(self._rows, self._vertices, mate, self._sets)


def prove_barrier(n: int, edges: Iterable[tuple[int, int, int]], barrier: Barrier) -> None:
    """Raise BrokenProof unless the barrier shows that these edges have no perfect matching."""
    home = dict.fromkeys(barrier.separator, -1)
    for number, odd_set in enumerate(barrier.odd_sets):
        if len(odd_set) % 2 == 0 or any(vertex in home for vertex in odd_set):
            raise BrokenProof("A set of the barrier is even or meets another.")
        home.update(dict.fromkeys(odd_set, number))
    if len(barrier.odd_sets) <= len(barrier.separator):
        raise BrokenProof("The separator is large enough.")
    outside = -2
    for u, v, _ in edges:
        ends = {home.get(u, outside), home.get(v, outside)}
        if len(ends) == 2 and -1 not in ends:
            raise BrokenProof(f"Edge {u}-{v} leaves its odd set.")


def prove_alone(
    neighbours: Neighbours, members: int, separator: int, odd_sets: Sequence[int], unmatched: int = 1
) -> None:
    """Raise BrokenProof unless the barrier shows that every matching leaves at least `unmatched` members alone.

    If a matching leaves no more than these, no matching as large leaves a member outside all odd sets alone.
    """
    used = separator
    for odd in odd_sets:
        if odd.bit_count() % 2 == 0 or odd & used or odd & ~members:
            raise BrokenProof("A set of the barrier is even or meets another.")
        used |= odd
        inside = odd | separator
        for v in bits(odd):
            if neighbours[v] & members & ~inside:
                raise BrokenProof(f"An edge of {v} leaves its odd set.")
    if len(odd_sets) - separator.bit_count() < unmatched:
        raise BrokenProof("The separator is large enough.")


def prove_complete(neighbours: Neighbours, members: int, mate: Mapping[int, int]) -> None:
    """Raise BrokenProof unless every member is matched exactly once, with a neighbour who is a member."""
    remaining = members
    for v, w in mate.items():
        if v < w and mate.get(w) == v and neighbours[v] >> w & members >> w & members >> v & 1:
            remaining ^= 1 << v | 1 << w
    if remaining:
        raise BrokenProof(f"Vertex {next(bits(remaining))} is not matched exactly once, with a neighbour.")


class _Graph(Protocol):
    """A graph with the duals of its vertices."""

    def slack(self, u: int, v: int) -> int | None:
        """Return the slack of an edge without odd sets, or None if there is no edge."""

    def negative(self, sets: _Sets) -> tuple[int, int] | None:
        """Return an edge whose slack is negative, counting odd sets; None if there is none."""


def _prove(graph: _Graph, vertices: Sequence[int], mate: Sequence[int], sets: _Sets) -> None:
    _feasible(graph, sets)
    _require_bound(graph, vertices, mate, sets)


def _feasible(graph: _Graph, sets: _Sets) -> None:
    """Raise BrokenProof unless the duals bound every matching."""
    edge = graph.negative(sets)
    if edge is not None:
        raise BrokenProof(f"Edge {edge[0]}-{edge[1]} has negative slack.")


def _require_bound(graph: _Graph, vertices: Sequence[int], mate: Sequence[int], sets: _Sets) -> None:
    """Raise BrokenProof unless the matching meets the bound of the duals."""
    _matched_once(vertices, mate, len(sets.around))
    for u, v in ((u, mate[u]) for u in vertices if u < mate[u]):
        slack = graph.slack(u, v)
        if slack is None:
            raise BrokenProof(f"The matched pair {u}-{v} is no edge.")
        if slack + sets.common_weight(u, v) != 0:
            raise BrokenProof(f"The matched edge {u}-{v} is not tight.")
    sets.are_left_once(mate)


def _matched_once(vertices: Sequence[int], mate: Sequence[int], size: int) -> None:
    members = set(vertices)
    if len(mate) != size or any((v := mate[u]) not in members or v == u or mate[v] != u for u in vertices):
        raise BrokenProof("Not everybody is matched exactly once.")


def _adds_up(costs: Iterable[int], matching: Matching) -> None:
    if sum(costs) != matching.total:
        raise BrokenProof("The total is not the sum of the costs.")


def _of_answer(n: int, matching: Matching) -> _Sets:
    return _Sets(n, [(blossom.vertices, blossom.weight) for blossom in matching.blossoms])


class _Sets:
    """The odd sets of an answer, checked to be odd, larger ones first, and the numbers of those around each vertex."""

    def __init__(self, n: int, sets: Iterable[tuple[Sequence[int], int]]) -> None:
        self.sets = sorted(sets, key=lambda each: -len(each[0]))
        self.around: list[list[int]] = [[] for _ in range(n)]
        for number, (vertices, weight) in enumerate(self.sets):
            size = len(vertices)
            if weight < 0 or size % 2 == 0 or len(set(vertices)) != size:
                raise BrokenProof("A blossom is even, or its weight negative.")
            for vertex in vertices:
                self.around[vertex].append(number)

    def common_weight(self, u: int, v: int) -> int:
        """Return the total weight of the sets that contain both vertices."""
        if not self.around[u] or not self.around[v]:
            return 0
        return sum(self.sets[number][1] for number in set(self.around[u]).intersection(self.around[v]))

    def are_left_once(self, mate: Sequence[int]) -> None:
        for vertices, _ in self.sets:
            inside = set(vertices)
            if sum(mate[vertex] in inside for vertex in vertices) != len(vertices) - 1:
                raise BrokenProof("A blossom is not matched but for its base.")


class _WeightTable:
    def __init__(self, costs: Sequence[Sequence[int]], duals: Sequence[int]) -> None:
        self.costs, self.duals = costs, duals

    def slack(self, u: int, v: int) -> int | None:
        return 2 * self.costs[u][v] - self.duals[u] - self.duals[v]

    def negative(self, sets: _Sets) -> tuple[int, int] | None:
        for u, duals in self._duals_by_vertex(sets):
            if not duals.is_clear(u, self.costs[u]):
                v = duals.negative(u, self.costs[u])
                if v is not None:
                    return u, v
        return None

    def _duals_by_vertex(self, sets: _Sets) -> Iterator[tuple[int, _DualsAt]]:
        """Yield each vertex u with the view of the duals from it; one view object is changed each time.

        Vertices in the same sets follow each other, and those in nearly the same ones, so little is calculated twice.
        """
        duals, inside = _DualsAt(self.duals, sum(weight for _, weight in sets.sets)), list[int]()
        for u in sorted(range(len(self.duals)), key=sets.around.__getitem__):
            around = sets.around[u]
            same = next((at for at, (a, b) in enumerate(zip(inside, around, strict=False)) if a != b), None)
            same = min(len(inside), len(around)) if same is None else same
            for sign, numbers in ((1, inside[same:]), (-1, around[same:])):
                for number in numbers:
                    vertices, weight = sets.sets[number]
                    duals.add(vertices, sign * weight)
            inside = around
            yield u, duals


class _DualsAt:
    """Duals as a vertex sees them: y(v) less the weight of the sets around both, for all v.

    They are kept packed too, unless some are too large, and all edges of a vertex are checked in one step.
    """

    def __init__(self, duals: Sequence[int], weights: int) -> None:
        self.duals, self.values = duals, list(duals)
        self.fields = PackedRows(len(duals))
        self.packed = self.fields.pack(duals) if weights < LARGEST else None

    def add(self, vertices: Sequence[int], weight: int) -> None:
        for v in vertices:
            self.values[v] += weight
        if self.packed is not None:
            self.packed += weight * self.fields.marks(vertices)

    def is_clear(self, u: int, row: Sequence[int]) -> bool:
        """Return whether no edge of u has a negative slack. False also if packed numbers cannot decide that."""
        if self.packed is None:
            return False
        costs = self.fields.pack(row)
        if costs is None:  # with smaller costs slacks are smaller
            costs = self.fields.pack([cost if cost < LARGEST else LARGEST - 1 for cost in row])
        if costs is None:
            return False
        slacks = costs + costs - self.packed - self.duals[u] * self.fields.ones
        return not self.fields.has_negative(slacks, besides=u)

    def negative(self, u: int, row: Sequence[int]) -> int | None:
        """Return the first vertex whose edge with u has a negative slack, or None."""
        yu = self.duals[u]
        edges = enumerate(zip(row, self.values, strict=True))
        return next((v for v, (cost, yv) in edges if cost + cost < yu + yv and v != u), None)


class _Edges:
    """A graph of edges; `cheapest` is the least cost of each pair that has an edge."""

    def __init__(self, edges: Iterable[tuple[int, int, int]], duals: Sequence[int]) -> None:
        self.duals = duals
        self.cheapest: dict[tuple[int, int], int] = {}
        for u, v, cost in edges:
            pair = (min(u, v), max(u, v))
            self.cheapest[pair] = min(cost, self.cheapest.get(pair, cost))

    def slack(self, u: int, v: int) -> int | None:
        cost = self.cheapest.get((u, v))
        return None if cost is None else 2 * cost - self.duals[u] - self.duals[v]

    def negative(self, sets: _Sets) -> tuple[int, int] | None:
        y = self.duals
        for (u, v), cost in self.cheapest.items():
            if 2 * cost - y[u] - y[v] + sets.common_weight(u, v) < 0:
                return u, v
        return None


class _Rows:
    """A graph of rows; only neighbours who are members count."""

    def __init__(self, rows: Sequence[Row], members: int, duals: Sequence[int]) -> None:
        self.rows, self.members, self.duals = rows, members, duals

    def slack(self, u: int, v: int) -> int | None:
        weight = max((weight for weight, others in self.rows[u] if others >> v & 1), default=None)
        return None if weight is None else self.duals[u] + self.duals[v] - weight

    def negative(self, sets: _Sets) -> tuple[int, int] | None:
        vertices = [*bits(self.members)]
        by_dual: dict[int, int] = {}
        for v in vertices:
            by_dual[self.duals[v]] = by_dual.get(self.duals[v], 0) | 1 << v
        values = sorted(by_dual)
        lesser = [0]
        for value in values:
            lesser.append(lesser[-1] | by_dual[value])
        masks = [sum(1 << v for v in members) for members, _ in sets.sets]
        for v in vertices:
            regions = self._regions(v, masks, sets)
            for weight, others in self.rows[v]:
                for region, around in regions:
                    short = lesser[bisect_left(values, weight - self.duals[v] - around)] & others & region
                    if short:
                        return v, short.bit_length() - 1
        return None

    def _regions(self, v: int, masks: Sequence[int], sets: _Sets) -> list[tuple[int, int]]:
        """Return the vertices by the sets that contain them and v: (vertices, the sum of their duals)."""
        found, region, around = [], self.members, 0
        for number in sets.around[v]:
            if masks[number] & ~region:
                raise BrokenProof("Two odd sets overlap.")
            found.append((region & ~masks[number], around))
            region, around = masks[number], around + sets.sets[number][1]
        return [*found, (region, around)]
