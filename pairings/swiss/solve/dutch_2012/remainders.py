"""The B.3 factor in the remainder of the last bracket (Dutch system of 2012, D.4).

For each choice of opponents of the moved-down players, only the pairings of the remainder with the smallest sum of
squared score differences count. Between the choices the requirements decide, and they ignore the factor. So a choice is
as good as the best of these pairings makes it, and no sum over pairs expresses that.

Theory. Without the factor every choice is at least as good. So the first of the best candidates without it is the
answer if its remainder happens to have the least factor. Otherwise its choice is split: first with the required
remainder, then all other choices, split by the opponent who differs (Lawler 1972). The next
part is the one with the best first candidate, the first in order among equals.

The number of parts has no bound in the number of players: mostly one, but many if clubs and colours leave few pairs
(`going_back` has the figures).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

from pairings.matching.sets.bits import as_set, bits
from pairings.matching.sets.weighted import NoCompleteMatching
from pairings.swiss.rules.criterion import BracketKind
from pairings.swiss.rules.measures import both_absolute
from pairings.swiss.solve.dutch_2012.stages import PlayersStaying, Stage, StagedBracket
from pairings.swiss.solve.dutch_2012.weighed import BestMatching, Pairs, Place, of_stage
from pairings.swiss.solve.paired import BracketOutcome


def with_least_remainder(bracket: StagedBracket, stage: Stage, tell: Callable[[], None]) -> BracketOutcome | None:
    """Return the outcome of a stage; None if the factor has no effect, or all residents have one score.

    `tell` is called at each choice.
    """
    counts = any(each.bracket_kind is BracketKind.LAST for each in bracket.field.edition.criteria)
    if not (counts and bracket.last and stage.apart) or len(bracket.field.scores_in(bracket.residents)) == 1:
        return None
    return _Choices(bracket, stage).first(tell)


@dataclass(frozen=True, slots=True)
class _Part:
    """Choices in which all of `met` and none of `unmet` meet moved-down players; sets of local numbers."""

    met: int
    unmet: int
    stayed: PlayersStaying | None


class _Choices:
    def __init__(self, bracket: StagedBracket, stage: Stage) -> None:
        self.bracket, self.stage, self.field = bracket, stage, bracket.field
        self.lowest = min(self.field.points[v] for v in bracket.members)
        self._least: dict[int, Pairs] = {}
        self._number = count()
        self._heap: list[tuple[int, Place, int, _Part | None, BestMatching, tuple[Pairs, Pairs]]] = []

    def first(self, tell: Callable[[], None]) -> BracketOutcome:
        for each in self._parts():
            self._push_part(each)
        while self._heap:
            tell()
            *_, part, matching, (moved_pairs, pairs) = heappop(self._heap)
            met = as_set([w for _, w in moved_pairs])
            remainder = self.bracket.resident_mask & ~met
            least = self._least_of(remainder)
            if part is None or self._worth(remainder, pairs) == self._worth(remainder, least):
                return matching.as_outcome(moved_pairs, pairs)
            self._push_least(matching, part, remainder, least)
            self._split(part, met)
        raise AssertionError("the stage has a candidate")

    def _parts(self) -> Iterator[_Part]:
        """Yield all choices, by the moved-down player who has the bye if one of them must."""
        tops = range(len(self.bracket.moved))
        if self.stage.moved == len(tops):
            yield _Part(0, 0, None)
            return
        for over in tops:
            if self.field.eligible >> self.bracket.members[over] & 1:
                yield _Part(0, 0, (1 << over,))

    def _push_part(self, part: _Part) -> None:
        bracket = self.bracket
        near = bracket.near(self.stage)
        for v, others in enumerate(near):
            if part.met >> v & 1:
                near[v] = others & bracket.moved_mask
            elif part.unmet >> v & 1:
                near[v] = others & bracket.resident_mask & ~part.met
            else:
                near[v] = others & ~(part.unmet if bracket.moved_mask >> v & 1 else part.met)
        try:
            found = of_stage(bracket, self.stage, part.stayed, near)
        except NoCompleteMatching:
            return
        self._push(part, found, found.first())

    def _push(self, part: _Part | None, found: BestMatching, pair_lists: tuple[Pairs, Pairs]) -> None:
        total = sum(found.weight(v, w) for each in pair_lists for v, w in each)
        heappush(self._heap, (-total, found.place(*pair_lists), next(self._number), part, found, pair_lists))

    def _push_least(self, found: BestMatching, part: _Part, remainder: int, least: Pairs) -> None:
        """Add the choice with the required remainder."""
        near, tops = self.bracket.near(self.stage), self.bracket.moved_mask
        mates = {v: 1 << w for pair in least for v, w in (pair, pair[::-1])}
        near = [
            mates.get(v, 0) if remainder >> v & 1 else others & (~remainder if tops >> v & 1 else tops)
            for v, others in enumerate(near)
        ]
        best = of_stage(self.bracket, self.stage, part.stayed, near)
        self._push(None, best, (best.first()[0], least))

    def _split(self, part: _Part, met: int) -> None:
        """Add all other choices of a part, split by the first of those `met` who is unmet in them."""
        for v in bits(met & ~part.met):
            part = _Part(part.met, part.unmet | 1 << v, part.stayed)
            self._push_part(part)
            part = _Part(part.met | 1 << v, part.unmet & ~(1 << v), part.stayed)

    def _least_of(self, remainder: int) -> Pairs:
        """Return the first best pairing of a remainder with the least factor, in the numbers of the bracket."""
        members = self.bracket.members
        if remainder not in self._least:
            players = as_set([members[v] for v in bits(remainder)])
            pairs: Pairs = []
            if remainder.bit_count() > 1:
                last_bracket = StagedBracket(self.field, [], players, last=True)
                best = of_stage(last_bracket, last_bracket.first_stage(), lowest=self.lowest)
                number = {player: v for v, player in enumerate(members)}
                pairs = [(number[last_bracket.members[v]], number[last_bracket.members[w]]) for v, w in best.first()[1]]
            self._least[remainder] = pairs
        return self._least[remainder]

    def _worth(self, remainder: int, pairs: Pairs) -> tuple[int, int]:
        """Return the values above the requirements: pairs that break B.2, and the factor, the bye included."""
        points = [self.field.points[v] for v in self.bracket.members]
        kinds = [self.field.kind(v) for v in self.bracket.members]
        over = remainder & ~as_set([v for pair in pairs for v in pair])
        squares = sum((points[v] - points[w]) ** 2 for v, w in pairs)
        squares += sum((points[v] - self.lowest + self.field.scale.scale) ** 2 for v in bits(over))
        return sum(both_absolute(kinds[v], kinds[w]) for v, w in pairs), squares
