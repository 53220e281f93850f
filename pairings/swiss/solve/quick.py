"""A bracket by bounds and search if that is certain; else by the exact method with few players.

Theory. Ignore the players below the bracket. The best candidate of this easier question is also the best of the real
one if two conditions hold. The rest can be completed after it, and the next bracket can be as good as it ever could.
The real question has fewer candidates, in the same order. So three methods are tried in this order, each with a proof
of its answer:

1. `bounds` and `search` on the bracket alone; then counting (nearly always) or a matching shows that;
2. the exact method on the bracket and the next score group; then the same for those below;
3. the exact method on all unpaired players.

Two facts simplify the easier question further. A bracket without floaters leaves the next one unchanged, so that a
look-ahead checks nothing. And the score of the bye is known beforehand, in editions that require one: in the brackets
below that score the bye belongs to one of the players moved down. If only one may have it, that player stays over in
every candidate, and the rest of the field is even.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pairings.matching.proof import prove_complete
from pairings.matching.sets.bits import as_set, bits
from pairings.swiss.rules.criterion import FinishedBracket, Scope
from pairings.swiss.rules.field import SwissField
from pairings.swiss.solve.bounds import LocalBracket, tight_pairs
from pairings.swiss.solve.completion import Completion
from pairings.swiss.solve.paired import BracketOutcome
from pairings.swiss.solve.search import BracketSearch, Pairs

if TYPE_CHECKING:
    from pairings.swiss.solve.exact import ExactBracket

#: Players of the next score group that are tried as the one who moves on from there.
TRIES = 8


class QuickBracket:
    """One bracket: `moved` players moved down (field indexes, in order) and the score group number `group`.

    Players in `excluded` are left out: to find the best bracket with a given pair, it is taken out. If not `in_order`,
    any pairing as good as the first one is accepted; `start` are pairs that fit most of them.
    """

    def __init__(
        self,
        field: SwissField,
        completion: Completion,
        moved: list[int],
        group: int,
        *,
        excluded: int = 0,
        in_order: bool = True,
        start: Mapping[int, int] | None = None,
    ) -> None:
        self.field = field
        self.completion = completion
        self.group = group
        self.score = field.scores[group]
        self.bye = self._known_bye(moved)
        self.excluded = excluded
        self.in_order = in_order
        self.start = start or {}
        self.moved = [player for player in moved if player != self.bye and not excluded >> player & 1]
        self.residents = field.groups[self.score] & ~excluded
        self.last = group + 1 == len(field.scores)
        following = 0 if self.last else field.groups[field.scores[group + 1]]
        upper = (field.groups[self.score] | following).bit_length()
        self.next = following & ~excluded
        self.below = field.everybody >> upper << upper & ~excluded
        self.near_bye = self.bye is None and completion.bye_score is not None and completion.bye_score >= self.score

    def _known_bye(self, moved: list[int]) -> int | None:
        """Return the moved-down player who must have the bye, or None if that is uncertain."""
        bye_score = self.completion.bye_score
        if bye_score is None or bye_score <= self.score:
            return None
        candidates = [v for v in moved if self.field.points[v] == bye_score and self.field.eligible >> v & 1]
        return candidates[0] if len(candidates) == 1 else None

    def pair(self) -> BracketOutcome:
        outcome = self.by_bounds() or self._quick_outcome() or self._whole()
        if self.bye is not None:
            outcome.floaters.append(self.bye)
        return outcome

    def exact(self, *, near: bool) -> ExactBracket:
        """Return the exact method: on the bracket and the next score group if `near`, else on all unpaired players."""
        from pairings.swiss.solve.exact import ExactBracket  # few brackets need it

        candidates = self.completion.bye_candidates if self.bye is None and not near else 0
        return ExactBracket(
            self.field, self.moved, self.group, whole=not near, bye_candidates=candidates, excluded=self.excluded
        )

    def _whole(self) -> BracketOutcome:
        return self.exact(near=False).solve(in_order=self.in_order)

    def far_above(self) -> bool:
        """Return whether leaving out the players below makes the question much smaller."""
        return not self.near_bye and self.below.bit_count() > self.residents.bit_count() + self.next.bit_count()

    def _quick_outcome(self) -> BracketOutcome | None:
        if not self.far_above():
            return None
        outcome = self.exact(near=True).solve(in_order=self.in_order)
        return outcome if self.completes(outcome) else None

    def completes(self, outcome: BracketOutcome) -> bool:
        """Return whether an outcome found without the players below leaves them a completion."""
        unpaired = (as_set(outcome.floaters) | self.next) & ~as_set(list(outcome.partners))
        return self.completion.of(unpaired | self.below)

    def by_bounds(self) -> BracketOutcome | None:
        """Return the outcome by counting and search; None if that is uncertain."""
        floaters = self._may_float()
        if floaters < 0 or len(self.moved) > self.residents.bit_count():
            return None
        bracket = LocalBracket(self.field, self.moved, self.field.groups[self.score], self.excluded)
        tight = tight_pairs(bracket, bracket.local(floaters))
        if tight is None:
            return None
        search = BracketSearch(tight.neighbours, bracket.size, len(self.moved), floating=bool(floaters))
        if not self.in_order:
            outcome = self._by_search(search.any(self._local_start(bracket)), bracket, tight.neighbours)
            if outcome is not None or not floaters:
                return outcome
        return self._by_search(search.first(), bracket, tight.neighbours)

    def _local_start(self, bracket: LocalBracket) -> dict[int, int]:
        """Return `start` by local numbers."""
        number = {player: v for v, player in enumerate(bracket.members)}
        return {v: number[w] for v, w in ((v, self.start.get(u)) for u, v in number.items()) if w in number}

    def _by_search(
        self, found: tuple[Pairs, Pairs] | None, bracket: LocalBracket, neighbours: list[int]
    ) -> BracketOutcome | None:
        """Return the result of a search as an outcome, or None if it may not be best for those below."""
        if found is None:
            return None
        prove(neighbours, [*found[0], *found[1]], bracket.size)
        chosen, pairs = [[(bracket.members[v], bracket.members[w]) for v, w in part] for part in found]
        paired = as_set([player for pair in chosen + pairs for player in pair])
        floaters = (as_set(bracket.members)) & ~paired
        if not self._rest_is_best(floaters):
            return None
        return BracketOutcome(chosen, pairs, list(bits(floaters)), {})

    def _may_float(self) -> int:
        """Return the residents of whom one floats in an odd bracket; 0 if nobody must, -1 if it is uncertain."""
        if (len(self.moved) + self.residents.bit_count()) % 2 == 0:
            return 0
        if self.near_bye:
            return self._for_bye() if self.completion.bye_score == self.score else -1
        if self.field.edition.collapses and self.last:
            return self.residents & self.field.eligible or -1
        return as_set([v for v in bits(self.residents) if self.field.legal[v] & self.next]) or -1

    def _for_bye(self) -> int:
        """Return the players of the bracket who may have the bye and are best by its criteria; -1 if there are none."""
        candidates = self.completion.bye_candidates & self.residents
        for criterion in self.field.edition.of(Scope.BYE):
            values = {v: criterion.value(FinishedBracket(bye=self.field.kind(v))) for v in bits(candidates)}
            least = min(values.values(), default=())
            candidates = as_set([v for v, value in values.items() if value == least])
        return candidates or -1

    def _rest_is_best(self, floaters: int) -> bool:
        """Return whether each floater gets an opponent in the next bracket, and the rest can be paired.

        At most one player of the next bracket is left over.
        """
        if not floaters or self.near_bye or self.last:
            return self.last or self.completion.of(self.next | self.below)
        bracket = floaters | self.next
        if bracket.bit_count() % 2 == 0:
            return self.completion.pairable(bracket) and self.completion.of(self.below)
        if not self.below:
            return self.completion.can_leave_one_unpaired(bracket, self.next & self.completion.bye_candidates)
        for attempt, over in enumerate(bits(self.next)):
            if self.completion.of(self.below | 1 << over) and self.completion.pairable(bracket & ~(1 << over)):
                return True
            if attempt == TRIES:
                break
        return False


def prove(neighbours: list[int], pairs: Pairs, size: int) -> None:
    """Raise BrokenProof unless the pairs are a complete tight matching; the floater has the last vertex."""
    mate = dict(pairs)
    mate |= {w: v for v, w in pairs}
    if len(neighbours) > size:
        over = next(v for v in range(size + 1) if v not in mate)
        mate |= {over: size, size: over}
    prove_complete(neighbours, (1 << len(neighbours)) - 1, mate)
