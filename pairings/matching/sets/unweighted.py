"""Complete matchings of general graphs without weights, and the vertices that the largest matchings leave alone.

Theory (Edmonds). Start from a greedy matching. From a vertex without partner grow a tree of alternating paths: *outer*
vertices are reached over an even number of edges, *inner* ones over an odd number. An edge from an outer vertex to
another one without partner completes an augmenting path; an edge between two outer ones closes an odd cycle (a
blossom), all of whose members become outer. A vertex whose tree ends without a path can never be partnered by a
complete matching, so the search ends there; the blossoms of the tree are a barrier that proves it. With neighbourhoods
as integers one `&` finds all new neighbours.

Each answer is proved before it is returned: a matching by its pairs, the absence of one by the barrier
(`pairings.matching.proof`).

Bounds for n vertices: a tree asks each one once, and each blossom takes in at least two others, for O(n) operations
on sets and O(n) steps on a path for each blossom. There are at most n/2 trees.
"""

from __future__ import annotations

from collections.abc import Mapping

from pairings.matching.proof import Neighbours, prove_alone, prove_complete
from pairings.matching.sets.bits import bits


def complete_matching(
    members: int, neighbours: Neighbours, start: Mapping[int, int] | None = None
) -> dict[int, int] | None:
    """Return a matching that leaves no member alone, as a map both ways, or None if there is none.

    `neighbours[v]` is the set of neighbours of v (non-members are ignored, so that one graph serves for many
    questions). `start` is an initial matching; impossible pairs are ignored.
    """
    if members.bit_count() % 2:
        return None
    mate: dict[int, int] = {}
    unmatched = _start(members, neighbours, mate, start) if start else members
    unmatched = _greedy(unmatched, neighbours, mate)
    while unmatched:
        root = unmatched.bit_length() - 1
        end = AlternatingTree(members, neighbours, mate, unmatched).grow(root)
        if end < 0:
            return None
        unmatched &= ~(1 << root | 1 << end)
    prove_complete(neighbours, members, mate)
    return mate


def find_unmatched(members: int, neighbours: Neighbours) -> tuple[int, int]:
    """Return how many members a largest matching leaves alone, and all who are left alone by some largest matching.

    Those are the members reached as outer from a member without partner, when no augmenting path is left (Gallai,
    Edmonds): their connected groups are odd, and have too few neighbours outside.
    """
    mate: dict[int, int] = {}
    unmatched = _greedy(members, neighbours, mate)
    roots = 0
    while unmatched:
        root = unmatched.bit_length() - 1
        end = AlternatingTree(members, neighbours, mate, unmatched).grow(root)
        unmatched &= ~(1 << root)
        if end < 0:
            roots |= 1 << root
        else:
            unmatched &= ~(1 << end)
    found = 0
    for root in bits(roots):
        tree = AlternatingTree(members, neighbours, mate, 0)
        tree.grow(root)
        found |= tree.outer
    groups, others = groups_of(found, neighbours), 0
    for v in bits(found):
        others |= neighbours[v] & members & ~found
    prove_alone(neighbours, members, others, groups, roots.bit_count())
    return roots.bit_count(), found


def groups_of(members: int, neighbours: Neighbours) -> list[int]:
    """Return the connected groups of some members."""
    found = []
    while members:
        group = fresh = members & -members
        while fresh:
            reached = 0
            for v in bits(fresh):
                reached |= neighbours[v] & members
            fresh = reached & ~group
            group |= fresh
        members &= ~group
        found.append(group)
    return found


def enough_partners(members: int, neighbours: Neighbours, least: int) -> bool:
    """Return whether each member has at least `least` neighbours among the members.

    If each of an even number m has m/2, there is a complete matching (Dirac).
    """
    return all((neighbours[v] & members).bit_count() >= least for v in bits(members))


def _start(members: int, neighbours: Neighbours, mate: dict[int, int], start: Mapping[int, int]) -> int:
    unmatched = members
    for v, w in start.items():
        if v < w and unmatched >> v & 1 and unmatched >> w & 1 and neighbours[v] >> w & 1:
            mate[v], mate[w] = w, v
            unmatched &= ~(1 << v | 1 << w)
    return unmatched


def _greedy(members: int, neighbours: Neighbours, mate: dict[int, int]) -> int:
    """Match each vertex, last first, with the last partner available; return the unmatched ones."""
    rest, unmatched = members, 0
    while rest:
        v = rest.bit_length() - 1
        rest ^= 1 << v
        possible = neighbours[v] & rest
        if possible:
            w = possible.bit_length() - 1
            mate[v], mate[w] = w, v
            rest ^= 1 << w
        else:
            unmatched |= 1 << v
    return unmatched


class AlternatingTree:
    """The tree of one vertex without a partner."""

    def __init__(self, members: int, neighbours: Neighbours, mate: dict[int, int], alone: int) -> None:
        self.members = members
        self.neighbours = neighbours
        self.mate = mate
        self.alone = alone
        self.parent: dict[int, int] = {}
        self.above: dict[int, int] = {}
        self.inside: dict[int, int] = {}
        self.outer = self.visited = 0

    def grow(self, root: int, goal: int = 0) -> int:
        """Grow the tree of `root`, augment, and return the other end of the path; -1 if there is none.

        It ends early when one of `goal` is outer. Otherwise vertices outside the odd sets of its barrier can never be
        left alone instead of `root`.
        """
        self.outer = self.visited = 1 << root
        self.above[root], self.inside[root] = root, 1 << root
        self.queue = [root]
        others = self.alone & ~self.outer
        for u in self.queue:
            if self.outer & goal:
                return -1
            found = self.neighbours[u] & self.members
            if found & others:
                end = (found & others).bit_length() - 1
                self.augment(u, end)
                return end
            self._reach(u, found & ~self.visited)
            self._close_cycles(u, found)
        odd_sets = [inside for base, inside in self.inside.items() if self.outer >> base & 1]
        prove_alone(self.neighbours, self.members, self.visited & ~self.outer, odd_sets)
        return -1

    def around(self, v: int) -> int:
        """Return the odd set of an outer member."""
        return self.inside[self._base(v)]

    def _reach(self, u: int, fresh: int) -> None:
        while fresh:
            low = fresh & -fresh
            fresh ^= low
            v = low.bit_length() - 1
            w = self.mate[v]
            self.parent[v] = u
            self.above[v], self.above[w] = v, w
            self.inside[v], self.inside[w] = low, 1 << w
            self.outer |= 1 << w
            self.visited |= low | 1 << w
            fresh &= ~(1 << w)
            self.queue.append(w)

    def _base(self, v: int) -> int:
        """Return the base of the blossom around v."""
        above = self.above
        while above[v] != v:
            above[v] = v = above[above[v]]
        return v

    def _close_cycles(self, u: int, found: int) -> None:
        hits = found & self.outer & ~self.inside[self._base(u)]
        while hits:
            self._contract(u, hits.bit_length() - 1)
            hits &= ~self.inside[self._base(u)]

    def _contract(self, u: int, v: int) -> None:
        base = self._common_base(u, v)
        merged: set[int] = set()
        self._mark(u, v, base, merged)
        self._mark(v, u, base, merged)
        for other in merged:
            self.above[other] = base
            self.inside[base] |= self.inside.pop(other)
        fresh = self.inside[base] & ~self.outer
        self.outer |= fresh
        while fresh:
            low = fresh & -fresh
            fresh ^= low
            self.queue.append(low.bit_length() - 1)

    def _common_base(self, u: int, v: int) -> int:
        passed: set[int] = set()
        w = self._base(u)
        passed.add(w)
        while w in self.mate:
            w = self._base(self.parent[self.mate[w]])
            passed.add(w)
        w = self._base(v)
        while w not in passed:
            w = self._base(self.parent[self.mate[w]])
        return w

    def _mark(self, v: int, child: int, base: int, bases: set[int]) -> None:
        """Walk from v to the base, recording the bases on the way and a parent for former inner vertices."""
        while (own := self._base(v)) != base:
            bases.add(own)
            bases.add(self._base(self.mate[v]))
            self.parent[v] = child
            child = self.mate[v]
            v = self.parent[child]

    def augment(self, u: int, end: int) -> None:
        """Swap the path from outer member u to the root; u gets `end`."""
        v = end
        while True:
            previous = self.mate.get(u)
            self.mate[u], self.mate[v] = v, u
            if previous is None:
                return
            v = previous
            u = self.parent[v]
