"""Complete matchings of greatest weight in general graphs, exact, for whole-number weights of any size.

Theory (Edmonds' primal-dual method). Every vertex v has a dual y(v), every odd set B that was shrunk a dual z(B) >= 0;
an edge of weight w is *tight* when y(u) + y(v) = 2w (counting z of the sets around both). Only tight edges are matched
and no edge is ever short (y(u) + y(v) < 2w), so that a matching of everybody cannot be outweighed. Vertices without
partner grow `trees`, all at once. All this is kept in quarters of a weight; trees whose roots have duals of one parity
have duals of that parity, and an edge among them becomes tight at a whole number.

The graph is given as `rows[v]`: for each weight the set of neighbours as bits of an `int`, for weights repeat a lot
where vertices are of a few kinds. With vertices kept by dual too, the tight neighbours of a vertex are a few `&`, and
its next event is found by walking through weights and duals from the nearest on.

Each answer is proved by its duals before it is returned; a barrier proves that there is none
(`pairings.matching.proof`).

Solutions are used again: the first `duals` come from an easier question or an answered one, and where two vertices are
removed, a few trees repair the matching (`without`).

Bounds, for n vertices with R weights in a row and D different duals (neither more than n, both small for vertices of
few kinds). A solution completes a path for two vertices that the start leaves alone, hence at most n/2 of them: O(n^2 R
D) operations on sets; `without` one of them, and at most one for each odd set around the two that go.

Source: J. Edmonds, "Paths, trees, and flowers" (1965); Z. Galil, "Efficient algorithms for finding maximum matching in
graphs" (1986).
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping, Sequence

from pairings.matching import proof
from pairings.matching.sets.bits import bits
from pairings.matching.sets.blossom import odd_sets
from pairings.matching.sets.state import MatchingState, Row, by_value
from pairings.matching.sets.trees import Trees

#: Weights are stored multiplied by this.
SCALE = 4

Rows = Sequence[dict[int, int]]


class NoCompleteMatching(Exception):
    """Some vertex cannot have a partner."""


class Matching:
    """A heaviest matching of all vertices that have an edge. `mate[v]` is v's partner or -1, `dual[v]` is y(v).

    `duals` are initial values that leave no edge short. Raises NoCompleteMatching. `trees` and `steps` count the grown
    trees, and the vertices visited for tight edges or for their next event.
    """

    def __init__(self, rows: Rows, duals: Sequence[int] | None = None, start: Mapping[int, int] | None = None) -> None:
        scaled = [sorted(((SCALE * weight, mask) for weight, mask in row.items()), reverse=True) for row in rows]
        members = sum(1 << v for v, row in enumerate(rows) if row)
        duals = _first_duals(scaled, members) if duals is None else list(duals)
        self._solve(MatchingState(scaled, members, duals), start or {})

    def _solve(self, state: MatchingState, start: Mapping[int, int]) -> None:
        self._state = state
        self.rows, self.size, self.members = state.rows, len(state.rows), state.members
        self.mate, self.dual = state.mate, state.dual
        self.trees = self.steps = 0
        self._start(start)
        self._complete()
        self._heaviest = proof.prove_rows(self.rows, self.members, self.mate, self.dual, self.odd_sets())

    def _start(self, pairs: Mapping[int, int]) -> None:
        """Match `pairs` that are tight, then each vertex in order with its first possible partner."""
        free = sum(1 << v for v in bits(self.members) if self.mate[v] < 0)
        for v, w in pairs.items():
            if v < w and free >> v & free >> w & 1 and self.tight(v) >> w & 1:
                self.mate[v], self.mate[w] = w, v
                free &= ~(1 << v | 1 << w)
        for v in bits(free):
            if free >> v & 1:
                possible = self.tight(v) & free & ~(1 << v)
                if possible:
                    w = (possible & -possible).bit_length() - 1
                    self.mate[v], self.mate[w] = w, v
                    free &= ~(1 << v | 1 << w)

    def _complete(self) -> None:
        """Give a partner to all vertices without one: trees for all of them whose duals have one parity.

        If two are left, one tree is enough.
        """
        unmatched = [v for v in bits(self.members) if self.mate[v] < 0]
        while unmatched:
            parity = self.dual[unmatched[0]] % 2
            roots = [v for v in unmatched if self.dual[v] % 2 == parity] if len(unmatched) > 2 else unmatched[:1]
            others = 0
            for v in set(unmatched).difference(roots):
                others |= self._state.top[v].mask
            self._grow(roots, others)
            unmatched = [v for v in unmatched if self.mate[v] < 0]

    def _grow(self, roots: Sequence[int], others: int) -> None:
        trees = Trees(self._state, roots, others)
        found = trees.grow()
        self.trees += len(roots)
        self.steps += trees.steps
        if not found:
            proof.prove_alone([_neighbours(row) for row in self.rows], self.members, *trees.barrier())
            raise NoCompleteMatching

    # What was found

    def pairs(self) -> list[tuple[int, int]]:
        return [(v, w) for v, w in enumerate(self.mate) if v < w]

    def tight(self, v: int) -> int:
        """Return the vertices joined to v by a tight edge, without those in an odd set with v."""
        return self.at(v, self.dual[v]) & self.members

    def at(self, v: int, dual: int) -> int:
        """Return the vertices whose edge to v would be tight if v had this dual."""
        by_dual, found = self._state.by_dual, 0
        for weight, neighbours in self.rows[v]:
            same = by_dual.get(weight - dual)
            if same:
                found |= neighbours & same
        return found

    def odd_sets(self) -> list[tuple[int, int]]:
        """Return the shrunken sets that have a dual, with it."""
        return odd_sets(self._state.top)

    def prove(self, mate: Sequence[int]) -> None:
        """Raise BrokenProof unless a matching of the same vertices is heaviest too."""
        self._heaviest.prove(mate)

    def without(self, v: int, w: int) -> Matching | None:
        """Return the heaviest matching of all others, from the present duals and pairs; None if there is none."""
        other, state = object.__new__(Matching), self._state.copy()
        state.take_out(v)
        state.take_out(w)
        try:
            other._solve(state, {})
        except NoCompleteMatching:
            return None
        return other


def add_ghosts(rows: Rows, ghosts: int) -> list[dict[int, int]]:
    """Return the rows with `ghosts` more vertices of weight 0, so that as many vertices may stay alone.

    The greatest weight of matchings is concave in the number of their edges. So if two ghosts are matched with each
    other in a best matching, more ghosts would not make it heavier.
    """
    size = len(rows)
    everybody = sum(1 << v for v, row in enumerate(rows) if row)
    all_ghosts = (1 << ghosts) - 1 << size
    found = [{**row, 0: row.get(0, 0) | all_ghosts} if row else {} for row in rows]
    return found + [{0: everybody | all_ghosts & ~(1 << size + i)} for i in range(ghosts)]


def _first_duals(rows: Sequence[Row], members: int) -> list[int]:
    """Return first duals: the heaviest edge of each vertex, then in order the least that leaves no edge short."""
    duals = [row[0][0] if row else 0 for row in rows]
    by_dual = by_value(duals, members)
    values = sorted(by_dual)
    for v in bits(members):
        dual = max(weight - _least_value(by_dual, values, others) for weight, others in rows[v])
        if dual != duals[v]:
            by_dual[duals[v]] &= ~(1 << v)
            if dual not in by_dual:
                insort(values, dual)
            by_dual[dual] = by_dual.get(dual, 0) | 1 << v
            duals[v] = dual
    return duals


def _neighbours(row: Row) -> int:
    found = 0
    for _, others in row:
        found |= others
    return found


def _least_value(by_dual: dict[int, int], values: list[int], members: int) -> int:
    """Return the least value of the members; `values` are in order."""
    return next(value for value in values if by_dual[value] & members)
