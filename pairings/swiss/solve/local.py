"""Local numbers: the players of a bracket as 0, 1, 2 ..., so that sets of them are small integers."""

from __future__ import annotations

from pairings.matching.sets.bits import bits


class LocalNumbers:
    """Local numbers: moved-down players first, then the field from `start` to before `end`, but not `excluded`."""

    def __init__(self, moved: list[int], start: int, end: int, excluded: int) -> None:
        self.moved = moved
        self.start = start
        self.members = moved + [player for player in range(start, end) if not excluded >> player & 1]
        self._within = (1 << end - start) - 1
        self._holes = list(bits(excluded >> start & self._within))[::-1]

    def local(self, players: int) -> int:
        """Return a set of the field's players as local numbers."""
        found = players >> self.start & self._within
        for hole in self._holes:
            found = found & (1 << hole) - 1 | found >> hole + 1 << hole
        if self.moved:
            found <<= len(self.moved)
            for i, player in enumerate(self.moved):
                found |= (players >> player & 1) << i
        return found
