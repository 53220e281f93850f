"""Why a graph has no complete matching: a small set of players who are in each other's way.

Theory (Tutte, Berge; Gallai and Edmonds). Take the players whom some largest matching leaves alone. Those among them
who can meet form groups of odd size; outside its own group each of them can only meet the *others*, the neighbours of
all groups. Each group needs one partner from outside, and there are more groups than others. Groups that can be left
out while this stays true are left out, the largest first, so that what remains can be read by people.
"""

from __future__ import annotations

from dataclasses import dataclass

from pairings.matching.sets.bits import bits
from pairings.matching.sets.unweighted import ever_alone, groups_of


@dataclass(frozen=True, slots=True)
class Block:
    """`groups` are sets of odd size without a partner for each in `others`, the only ones they can meet."""

    groups: list[int]
    others: int

    @property
    def inside(self) -> int:
        found = 0
        for group in self.groups:
            found |= group
        return found


def blocking(members: int, neighbours: dict[int, int]) -> Block | None:
    """A block of the members, None when all can be paired. A lone odd member counts as not paired."""
    alone, sometimes_alone = ever_alone(members, neighbours)
    if not alone:
        return None
    return _smallest(groups_of(sometimes_alone, neighbours), members & ~sometimes_alone, neighbours)


def _smallest(groups: list[int], outside: int, neighbours: dict[int, int]) -> Block:
    """As few groups as do, each in turn left out if the others still block each other."""
    kept = sorted(groups, key=int.bit_count)
    for group in reversed(list(kept)):
        fewer = [other for other in kept if other is not group]
        if len(fewer) > _others(fewer, outside, neighbours).bit_count():
            kept = fewer
    return Block(kept, _others(kept, outside, neighbours))


def _others(groups: list[int], outside: int, neighbours: dict[int, int]) -> int:
    found = 0
    for group in groups:
        for v in bits(group):
            found |= neighbours[v]
    return found & outside
