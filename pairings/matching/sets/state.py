"""A matching in progress: partners, duals and shrunken sets, between the searches that change them."""

from __future__ import annotations

from collections.abc import Sequence

from pairings.matching.sets.bits import bits
from pairings.matching.sets.blossom import Blossom, copy_blossoms, open_all, open_blossom

#: The neighbours of a vertex by weight, heaviest first.
Row = Sequence[tuple[int, int]]


class MatchingState:
    """The state: `mate[v]` is v's partner or -1, `dual[v]` its dual, `top[v]` its outermost set."""

    __slots__ = ("by_dual", "dual", "mate", "members", "rows", "top")

    def __init__(self, rows: Sequence[Row], members: int, dual: list[int]) -> None:
        self.rows = rows
        self.members = members
        self.dual = dual
        self.by_dual = by_value(dual, members)
        self.mate = [-1] * len(rows)
        self.top = [Blossom(v, 1 << v) for v in range(len(rows))]

    def copy(self) -> MatchingState:
        other = object.__new__(MatchingState)
        other.rows, other.members, other.dual, other.mate = self.rows, self.members, list(self.dual), list(self.mate)
        other.by_dual, other.top = dict(self.by_dual), copy_blossoms(self.top)
        return other

    def take_out(self, v: int) -> None:
        """Leave the partner of v alone, and open the sets around v: their duals go to their vertices.

        That keeps all edges inside them as tight as they were; their base loses its partner.
        """
        while self.top[v].children:
            blossom = self.top[v]
            if blossom.z:
                self.part(blossom.base)
                for u in bits(blossom.mask):
                    self.set_dual(u, self.dual[u] + blossom.z // 2)
                blossom.z = 0
            for child in open_blossom(blossom, self.top):
                if child.children and not child.z:
                    open_all(child, self.top)
        self.part(v)
        self.members &= ~(1 << v)
        self.by_dual[self.dual[v]] &= ~(1 << v)
        if not self.by_dual[self.dual[v]]:
            del self.by_dual[self.dual[v]]

    def part(self, v: int) -> None:
        """Separate v from its partner, if it has one."""
        if self.mate[v] >= 0:
            self.mate[self.mate[v]] = -1
            self.mate[v] = -1

    def set_dual(self, v: int, value: int) -> None:
        old = self.dual[v]
        if value != old:
            self.by_dual[old] &= ~(1 << v)
            if not self.by_dual[old]:
                del self.by_dual[old]
            self.by_dual[value] = self.by_dual.get(value, 0) | 1 << v
            self.dual[v] = value


def by_value(values: Sequence[int], members: int) -> dict[int, int]:
    """Return the members by their value."""
    found: dict[int, int] = {}
    for v in bits(members):
        found[values[v]] = found.get(values[v], 0) | 1 << v
    return found
