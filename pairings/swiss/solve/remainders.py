"""The B.3 factor in the remainder of the last bracket (Dutch system of 2012, D.4).

For each choice of opponents of the moved-down players only those pairings of the remainder count in which the squared
differences of scores add up to as little as they can; between the choices the requirements decide, and they know of no
factor. So a choice is as good as the best of these pairings makes it, and no sum over pairs says that.

Theory. Without the factor every choice is at least as good. So the best of all candidates without it is the answer
where its remainder happens to have the least factor, and else a bound on all choices: they are split by the opponent of
the first moved-down player, then of the next, in the order in which they come, and where the bound is no better than
what was found, left out.
"""

from __future__ import annotations

from pairings.matching.sets.bits import as_set, bits
from pairings.matching.sets.weighted import NoCompleteMatching
from pairings.swiss.rules.criterion import Where
from pairings.swiss.rules.measures import both_absolute
from pairings.swiss.solve.outcome import Outcome
from pairings.swiss.solve.stages import Bracket, Stage, Stayed
from pairings.swiss.solve.weighed import Pairs, Weighed, of_stage


def with_least_remainder(bracket: Bracket, stage: Stage) -> Outcome | None:
    """The outcome of a stage; None where the factor has nothing to say, or all residents have one score."""
    counts = any(each.where is Where.LAST for each in bracket.field.edition.criteria)
    if not (counts and bracket.last and stage.apart) or len(bracket.field.scores_in(bracket.residents)) == 1:
        return None
    search = _Choices(bracket, stage)
    search.look()
    return search.found


class _Choices:
    """`found` is the best outcome so far, and `total` what it weighs."""

    def __init__(self, bracket: Bracket, stage: Stage) -> None:
        self.bracket, self.stage, self.field = bracket, stage, bracket.field
        self.lowest = min(self.field.points[v] for v in bracket.members)
        self.found: Outcome | None = None
        self.total = 0
        self._least: dict[int, Pairs] = {}

    def look(self) -> None:
        """Through all sets of moved-down players who are paired (D.3), and their opponents."""
        tops = list(range(len(self.bracket.moved)))
        if self.stage.moved == len(tops):
            self._look_from(tops, {}, None)
        else:
            for over in reversed(tops):
                if self.field.eligible >> self.bracket.members[over] & 1:
                    self._look_from([top for top in tops if top != over], {}, (1 << over,))

    def _look_from(self, tops: list[int], chosen: dict[int, int], stayed: Stayed | None) -> None:
        """All choices in which the first of `tops` have the opponents that are `chosen`."""
        try:
            bound = of_stage(self.bracket, self.stage, stayed, chosen)
        except NoCompleteMatching:
            return
        if self.found is not None and bound.total <= self.total:
            return
        moved_pairs, pairs = bound.first()
        remainder = self.bracket.resident_mask & ~as_set([w for _, w in moved_pairs])
        least = self._least_of(remainder)
        if self._worth(remainder, pairs) == self._worth(remainder, least):
            self._take(bound, moved_pairs, pairs)
        elif len(chosen) == len(tops):
            self._take(bound, moved_pairs, least)
        else:
            top = tops[len(chosen)]
            for opponent in bits(self.bracket.legal[top] & self.bracket.resident_mask & ~as_set(chosen.values())):
                self._look_from(tops, {**chosen, top: opponent}, stayed)

    def _take(self, bound: Weighed, moved_pairs: Pairs, pairs: Pairs) -> None:
        total = sum(bound.weight(v, w) for v, w in moved_pairs + pairs)
        if self.found is None or total > self.total:
            self.found, self.total = bound.as_outcome(moved_pairs, pairs), total

    def _least_of(self, remainder: int) -> Pairs:
        """The first of the best pairings of a remainder with the least factor, in the numbers of the bracket."""
        members = self.bracket.members
        if remainder not in self._least:
            players = as_set([members[v] for v in bits(remainder)])
            pairs: Pairs = []
            if remainder.bit_count() > 1:
                alone = Bracket(self.field, [], players, last=True)
                best = of_stage(alone, alone.first_stage(), lowest=self.lowest)
                number = {player: v for v, player in enumerate(members)}
                pairs = [(number[alone.members[v]], number[alone.members[w]]) for v, w in best.first()[1]]
            self._least[remainder] = pairs
        return self._least[remainder]

    def _worth(self, remainder: int, pairs: Pairs) -> tuple[int, int]:
        """What goes before the requirements: pairs that break B.2, and the factor, who has the bye included."""
        points = [self.field.points[v] for v in self.bracket.members]
        kinds = [self.field.kind(v) for v in self.bracket.members]
        over = remainder & ~as_set([v for pair in pairs for v in pair])
        squares = sum((points[v] - points[w]) ** 2 for v, w in pairs)
        squares += sum((points[v] - self.lowest + self.field.scale.scale) ** 2 for v in bits(over))
        return sum(both_absolute(kinds[v], kinds[w]) for v, w in pairs), squares
