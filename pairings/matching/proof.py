"""The proof of an answer, checked by arithmetic that knows nothing of how it was found.

For any perfect matching M, dual values y and odd sets B with weights z(B) >= 0 such that

    2 cost(u, v) - y(u) - y(v) + (sum of z over the sets that hold both) >= 0        for every edge

adding this up over M gives 2 cost(M) >= sum of y - sum of z(B) (|B| - 1) / 2, since M has at most (|B| - 1) / 2 edges
inside B. The bound does not depend on M. A matching that reaches it is therefore cheapest. It reaches it exactly if its
own edges have slack 0 and every B with z(B) > 0 holds (|B| - 1) / 2 of them (complementary slackness).

A barrier is proved by counting: odd sets that only touch a smaller separator cannot all be matched.

Source: J. Edmonds, "Maximum Matching and a Polyhedron with 0,1-Vertices" (1965); W. Tutte, "The Factorization of Linear
Graphs" (1947) for the barrier.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pairings.matching.answer import Barrier, BrokenProof, Matching


def prove_table(costs: Sequence[Sequence[int]], matching: Matching) -> None:
    """Raises BrokenProof unless the matching is proved to be the cheapest of the whole table."""
    _matched_once(len(costs), matching)
    sets = _Sets(matching)
    y = matching.duals
    for u, bounds in sets.seen_from_each(y):
        yu, row = y[u], costs[u]
        broken = [
            v
            for v, (cost, yv) in enumerate(zip(row[u + 1 :], bounds[u + 1 :], strict=True), start=u + 1)
            if cost + cost < yu + yv
        ]
        if broken:
            raise BrokenProof(f"Edge {u}-{broken[0]} has negative slack.")
    _complementary(matching, {(u, v): costs[u][v] for u, v in matching.pairs()}, sets)


def prove_graph(n: int, edges: Iterable[tuple[int, int, int]], matching: Matching) -> None:
    """Raises BrokenProof unless the matching is proved to be the cheapest over these edges."""
    _matched_once(n, matching)
    sets = _Sets(matching)
    y = matching.duals
    cheapest: dict[tuple[int, int], int] = {}
    for u, v, cost in edges:
        pair = (min(u, v), max(u, v))
        cheapest[pair] = min(cost, cheapest.get(pair, cost))
        if 2 * cost - y[u] - y[v] + sets.common_weight(u, v) < 0:
            raise BrokenProof(f"Edge {u}-{v} has negative slack.")
    if any(pair not in cheapest for pair in matching.pairs()):
        raise BrokenProof("A matched pair is no edge.")
    _complementary(matching, {pair: cheapest[pair] for pair in matching.pairs()}, sets)


def prove_barrier(n: int, edges: Iterable[tuple[int, int, int]], barrier: Barrier) -> None:
    """Raises BrokenProof unless the barrier shows that these edges have no perfect matching."""
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


def _matched_once(n: int, matching: Matching) -> None:
    mate = matching.mate
    if len(mate) != n or any(not 0 <= v < n or v == u or mate[v] != u for u, v in enumerate(mate)):
        raise BrokenProof("Not everybody is matched exactly once.")


class _Sets:
    """The odd sets of an answer, checked to be odd, larger ones first, and the numbers of those around each vertex."""

    def __init__(self, matching: Matching) -> None:
        self.sets = sorted(matching.blossoms, key=lambda blossom: -len(blossom.vertices))
        self.around: list[list[int]] = [[] for _ in matching.mate]
        for number, blossom in enumerate(self.sets):
            size = len(blossom.vertices)
            if blossom.weight < 0 or size % 2 == 0 or len(set(blossom.vertices)) != size:
                raise BrokenProof("A blossom is even, or its weight negative.")
            for vertex in blossom.vertices:
                self.around[vertex].append(number)

    def common_weight(self, u: int, v: int) -> int:
        """The summed weight of the sets that hold both vertices."""
        if not self.around[u] or not self.around[v]:
            return 0
        return sum(self.sets[number].weight for number in set(self.around[u]).intersection(self.around[v]))

    def seen_from_each(self, y: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
        """Every vertex u, with y(v) less the weight of the sets around both for all v. The list is used anew each time.

        Vertices in the same sets follow each other, and those in nearly the same ones, so little is reckoned twice.
        """
        seen, inside = list(y), list[int]()
        for u in sorted(range(len(y)), key=self.around.__getitem__):
            around = self.around[u]
            same = next((at for at, (a, b) in enumerate(zip(inside, around, strict=False)) if a != b), None)
            same = min(len(inside), len(around)) if same is None else same
            for number in inside[same:]:
                for v in self.sets[number].vertices:
                    seen[v] += self.sets[number].weight
            for number in around[same:]:
                for v in self.sets[number].vertices:
                    seen[v] -= self.sets[number].weight
            inside = around
            yield u, seen


def _complementary(matching: Matching, costs: dict[tuple[int, int], int], sets: _Sets) -> None:
    y = matching.duals
    for (u, v), cost in costs.items():
        if 2 * cost - y[u] - y[v] + sets.common_weight(u, v) != 0:
            raise BrokenProof(f"The matched edge {u}-{v} is not tight.")
    for blossom in matching.blossoms:
        inside = set(blossom.vertices)
        if sum(matching.mate[vertex] in inside for vertex in blossom.vertices) != len(blossom.vertices) - 1:
            raise BrokenProof("A blossom is not matched but for its base.")
    if sum(costs.values()) != matching.total:
        raise BrokenProof("The total is not the sum of the costs.")
