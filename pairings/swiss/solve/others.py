"""Another candidate of the bracket above, which moves down others (Dutch system of 2012, C.12).

Wanted is the first, by requirements and order, of those in the stage of the upper bracket that move down as many
players with the same scores as now, but not the same, with whom the stage of the lower one that failed has a candidate.

Where one player leaves without an opponent, those who will do are tried one by one, and one matching chooses among
them. Where more do, candidates are taken in their order, the best first, and split by whom they move down (Lawler
1972): a part of them is left out as soon as a matching of both brackets shows that nobody in it will do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from itertools import count

from pairings.matching.sets.bits import as_set, bits
from pairings.matching.sets.unweighted import complete_matching
from pairings.matching.sets.weighted import NoCompleteMatching
from pairings.swiss.solve.outcome import Outcome
from pairings.swiss.solve.stages import Bracket, Stage, Stayed
from pairings.swiss.solve.weighed import Pairs, Place, Weighed, of_stage


@dataclass(frozen=True, slots=True)
class Asked:
    """The lower bracket as it is with those who `came`; its `own` have moved down before, when it was joined."""

    bracket: Bracket
    own: int
    came: frozenset[int]
    given_up: list[frozenset[int]]

    def with_others(self, floaters: frozenset[int]) -> Bracket:
        old = self.bracket
        return Bracket(old.field, sorted([*floaters, *bits(self.own)]), old.residents, last=old.last)

    def allows(self, floaters: frozenset[int], failed: Stage | None) -> bool:
        """Whether these will do: all have opponents, and the stage that failed (None: the first) has a candidate."""
        if floaters == self.came or floaters in self.given_up:
            return False
        bracket, old = self.with_others(floaters), self.bracket
        if bracket.lacking:
            return False
        if failed is None or (bracket.apart and not old.apart):
            return bracket.possible(bracket.first_stage())
        if failed.apart and not bracket.apart:
            failed = Stage(failed.pairs, 0, apart=False)
        return bracket.possible(failed)


def other_floaters(above: Bracket, stage: Stage, asked: Asked, failed: Stage | None) -> Outcome | None:
    """The upper bracket paired so; None if there is no such candidate."""
    left = asked.came - frozenset(bits(above.gone))
    if not left:
        return None
    search = _Others(above, stage, asked, failed, left)
    found = search.one() if len(left) == 1 else search.several()
    return None if found is None else found[0].as_outcome(*found[1])


Found = tuple[Weighed, tuple[Pairs, Pairs]]


class _Others:
    """`left` are those who stay alone in the upper bracket as it is paired now."""

    def __init__(self, above: Bracket, stage: Stage, asked: Asked, failed: Stage | None, left: frozenset[int]) -> None:
        self.above, self.stage, self.asked, self.failed = above, stage, asked, failed
        self.field = above.field
        self.left = left
        self.scores = Counter(self.field.points[v] for v in left)
        self.always = frozenset(bits(above.gone))
        below = asked.bracket.residents | asked.own
        mates = below if len(left) == 1 else below | as_set(above.members)
        self.candidates = as_set(
            [v for v in above.members if self.field.points[v] in self.scores and self.field.legal[v] & mates]
        )

    def allows(self, left: frozenset[int]) -> bool:
        same = Counter(self.field.points[v] for v in left) == self.scores
        return same and self.asked.allows(left | self.always, self.failed)

    def one(self) -> Found | None:
        will_do = as_set([v for v in bits(self.candidates) if self.allows(frozenset({v}))])
        return self._first(0, will_do) if will_do else None

    def _first(self, must: int, may: int) -> Found | None:
        """The first candidate of which all of `must` stay alone, and none but those and some of `may`."""
        stayed = self._stayed(must, may)
        if stayed is None:
            return None
        try:
            weighed = of_stage(self.above, self.stage, stayed)
        except NoCompleteMatching:
            return None
        return weighed, weighed.first()

    def _stayed(self, must: int, may: int) -> Stayed | None:
        """Who stays alone, a set each: as the stage has it, with each of `must` in one of its own."""
        wide = self.above.stayed(self.stage)
        if wide is None:
            return None
        musts, found = list(bits(self.above.local(must))), []
        for members in wide:
            own = next((v for v in musts if members >> v & 1), None)
            if own is None:
                found.append(members & self.above.local(may))
            else:
                musts.remove(own)
                found.append(1 << own)
        return None if musts else tuple(found)

    # More than one

    def several(self) -> Found | None:
        number = count()
        heap: list[tuple[int, Place, int, int, int, Found]] = []

        def put(must: int, may: int) -> None:
            found = self._first(must, may) if self._could_do(must, may) else None
            if found is not None:
                heappush(heap, (-found[0].total, found[0].place(*found[1]), next(number), must, may, found))

        put(0, self.candidates)
        while heap:
            *_, must, may, found = heappop(heap)
            left = self._left_of(found)
            if self.allows(frozenset(bits(left))):
                return found
            for one in bits(left & ~must):
                put(must, may & ~(1 << one))
                must |= 1 << one
                may &= ~(1 << one)
        return None

    def _left_of(self, found: Found) -> int:
        paired = as_set([self.above.members[v] for part in found[1] for pair in part for v in pair])
        return as_set(self.above.members) & ~paired

    def _could_do(self, must: int, may: int) -> bool:
        """Whether a matching of both brackets with as few alone below as the stage asks leaves the question open."""
        near = dict(self._near(must, may))
        players = as_set(list(near))
        alone = self._most_alone()
        free = self.asked.bracket.residents | self.asked.own | must | may
        for ghost in range(self.field.size, self.field.size + alone):
            near[ghost] = free & players
            for v in bits(free & players):
                near[v] |= 1 << ghost
        members = as_set(list(near))
        if members.bit_count() % 2:
            ghost = self.field.size + alone
            near[ghost] = free & players
            for v in bits(free & players):
                near[v] |= 1 << ghost
            members |= 1 << ghost
        ghosts = [v for v in near if v >= self.field.size]
        for ghost in ghosts:
            near[ghost] |= as_set(ghosts) & ~(1 << ghost)
        return complete_matching(members, near) is not None

    def _near(self, must: int, may: int) -> Iterator[tuple[int, int]]:
        """Whom each player may meet: who must leave, nobody of the upper bracket who stays; who stays, nobody below."""
        above, legal = as_set(self.above.members), self.field.legal
        leaving = must | may | self.above.gone
        below = self.asked.bracket.residents | self.asked.own
        tops = as_set(self.above.moved) if self.stage.apart else 0
        for v in [*bits(above), *bits(self.above.gone | below)]:
            one = 1 << v
            if below & one or self.above.gone & one:
                yield v, legal[v] & (below | leaving)
            else:
                inside = 0 if must & one else above & ~must & ~(tops if tops & one else 0)
                yield v, legal[v] & (inside | ((below | leaving) if leaving & one else 0))

    @cached_property
    def _least(self) -> int:
        """At least so many players of the lower bracket count in it."""
        below = self.asked.bracket.residents | self.asked.own
        alone = [v for v in bits(self.asked.bracket.residents) if not self.field.legal[v] & below]
        return below.bit_count() - (0 if self.asked.bracket.last else len(alone)) + len(self.asked.came)

    def _most_alone(self) -> int:
        """At most so many of the lower bracket stay alone."""
        everybody = (self.asked.bracket.residents | self.asked.own).bit_count() + len(self.asked.came)
        pairs = self._least // 2
        if self.failed is not None:
            pairs = min(pairs, self.failed.pairs)
        return everybody - 2 * pairs
