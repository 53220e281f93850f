"""The checks that the round can be completed, and the players who may have the bye."""

from __future__ import annotations

from collections.abc import Mapping

from pairings.matching.proof import Neighbours
from pairings.matching.sets.bits import bits
from pairings.matching.sets.unweighted import complete_matching, enough_partners
from pairings.swiss.rules.field import SwissField


class Completion:
    """The candidates for the bye, found once a round, and the check that the rest of the field can be completed."""

    def __init__(self, field: SwissField) -> None:
        self.field = field
        self.neighbours = field.legal
        self.most_barred = max((field.size - legal.bit_count() for legal in field.legal), default=0)
        self.odd = field.size % 2 == 1
        self._last: Mapping[int, int] = {}
        self.bye_score: int | None = None
        self.bye_candidates = self._candidates() if self.odd else 0
        self.possible = bool(self.bye_candidates) if self.odd else self.pairable(field.everybody)

    def pairable(self, members: int, start: Mapping[int, int] | None = None) -> bool:
        """Return whether all of some players can be paired. For large sets, counting over the whole field decides.

        `start` are pairs that fit most of them.
        """
        size = members.bit_count()
        if size % 2 == 0 and 2 * self.most_barred <= size:
            return True
        if start is None and (size % 2 or enough_partners(members, self.neighbours, size // 2)):
            return size % 2 == 0
        return self._complete(members, self.neighbours, start) is not None

    def _complete(self, members: int, neighbours: Neighbours, start: Mapping[int, int] | None) -> dict[int, int] | None:
        """Return a complete matching, None if there is none.

        The last one found is a good start, because one rest of a field after another is checked.
        """
        found = complete_matching(members, neighbours, self._last if start is None else start)
        self._last = found or self._last
        return found

    def _candidates(self) -> int:
        """Return the eligible players up to the lowest score that a player left over can have.

        In editions without a score of the bye: all eligible players, if one of them can be left over.
        """
        field, found = self.field, 0
        if field.edition.collapses:
            return field.eligible if self.can_leave_one_unpaired(field.everybody, field.eligible) else 0
        # C5: the bye goes to the lowest score for which the rest of the field can be paired. This comes before all
        # criteria of single brackets, so it is decided once, before the first bracket.
        for score in reversed(field.scores):
            eligible = field.groups[score] & field.eligible
            if eligible and self.can_leave_one_unpaired(field.everybody, eligible):
                self.bye_score = score
                return found | eligible
            found |= eligible
        return 0

    def can_leave_one_unpaired(self, members: int, candidates: int, start: Mapping[int, int] | None = None) -> bool:
        """Return whether all members except one of the candidates can be paired."""
        for last in bits(candidates & members) if start is None else ():
            if self.pairable(members & ~(1 << last)):
                return True
            break
        return self._with_bye(members, candidates, start) is not None

    def _with_bye(self, members: int, candidates: int, start: Mapping[int, int] | None) -> dict[int, int] | None:
        """Return a complete matching in which the bye is one more partner, for the candidates only."""
        bye = self.field.size
        neighbours = {v: self.neighbours[v] | (candidates >> v & 1) << bye for v in bits(members)}
        neighbours[bye] = candidates & members
        return self._complete(members | 1 << bye, neighbours, start)

    def of(self, rest: int, start: Mapping[int, int] | None = None) -> bool:
        """Return whether the rest of the field can be completed; `start` are pairs that fit most (the bye is last)."""
        if rest.bit_count() % 2 == 0:
            return self.pairable(rest, start)
        return self.can_leave_one_unpaired(rest, self.bye_candidates, start)
