"""A paired round asked again: by what would it be worse if two players met? For all questions of a round at once.

Theory. The pair contributes the same to every criterion wherever it is made. So the best pairing of a bracket with the
pair is that of everybody else, with the pair put back, and that differs little from what is known: two vertices are
taken out of the best matching (`weighted.Matching.without`), which is found once for each bracket and kept.

The brackets down to the first that can no longer be as it is stay the same. Which one that is: the first after which,
as it was paired, the pair leaves those below no completion (C4, C5), else the bracket of the pair. If that bracket then
floats more players, or higher ones, the bracket above is worse by C8, and may float others instead to make up for it;
if no other way is as good as the one taken, it stays, too.

Bounds for n players: two trees for a question (see `weighted`), and once a bracket a matching; where the bracket above
might change, the order of its candidates (`exact`).
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace

from pairings.systems.dutch.explain.verdict import Difference, Paired, difference_of, value_of_next
from pairings.systems.dutch.rules.field import Field, as_set, bits
from pairings.systems.dutch.solve.completion import Completion
from pairings.systems.dutch.solve.exact import ExactBracket, Outcome
from pairings.systems.dutch.solve.quick import QuickBracket
from pairings.systems.dutch.solve.weighted import Matching

Pair = tuple[int, int]


class Again:
    """The questions of one paired round. Pairs have the higher ranked player first.

    `spent` counts the vertices of brackets that were put in order for questions.
    """

    def __init__(self, field: Field, completion: Completion, best: Paired) -> None:
        self.field = field
        self.completion = completion
        self.best = best
        self.meets = {w: v for bracket in best.brackets for v, w in bracket.outcome.moved_pairs + bracket.outcome.pairs}
        self.meets |= {v: w for w, v in self.meets.items()}
        if best.bye is not None:
            self.meets |= {best.bye: field.size, field.size: best.bye}
        self.spent = 0
        self._known: dict[tuple[int, bool], tuple[ExactBracket, Matching]] = {}

    def first_difference(self, at: int, pair: Pair, *, above: bool = True) -> tuple[Difference, Paired] | None:
        """The first difference to the best round with a pair in bracket `at` (from 0), and that round up to there.

        Article 4 as criterion: another candidate that is as good comes first. None where the answer is not certain, for
        the bye may decide, where the pair leaves no completion, and unless `above` where a bracket above that of the
        pair changes.
        """
        bye_score, bracket = self.completion.bye_score, self.best.brackets[at]
        gone = as_set(pair)
        if (bye_score is not None and bye_score >= bracket.score) or not bracket.residents & ~gone:
            return None
        changed = self._first_to_change(at, gone)
        if changed < 0 or (changed < at and not above):
            return None
        then = self._below(changed, pair) if changed < at else self._inside(at, pair)
        if changed and self.best.brackets[changed].moved and self._floats_differ(changed, then):
            if not above:
                return None
            instead = self._above(changed - 1, pair, then)
            changed, then = (changed - 1, instead) if instead else (changed, then)
        return difference_of(self.field, self.best, then, changed), then

    def _first_to_change(self, at: int, gone: int) -> int:
        """The first bracket after which, as it was paired, the pair leaves no completion; at the latest its own.

        -1 if there is none to begin with. What cannot be completed after a bracket cannot be after the next one.
        """
        if self._completes(at, gone):
            return at
        if not self._completes(0, gone):
            return -1
        return bisect_left(range(1, at), True, key=lambda before: not self._completes(before, gone))

    def _completes(self, brackets: int, gone: int) -> bool:
        """C4: whether after so many brackets those who are left but the pair can be completed."""
        left = self.field.everybody
        if brackets:
            above = self.best.brackets[brackets - 1]
            after = above.residents.bit_length()
            left = left >> after << after | as_set(above.outcome.floaters)
        return self.completion.of(left & ~gone, self.meets)

    def _floats_differ(self, at: int, then: Paired) -> bool:
        points = self.field.points
        one, two = (sorted(points[v] for v in paired.brackets[at].outcome.floaters) for paired in (self.best, then))
        return one != two

    def _above(self, at: int, pair: Pair, then: Paired) -> Paired | None:
        """The round in which this bracket floats others to better the next one; None where it stays as it is."""
        anew = self._below(at, pair)
        if value_of_next(self.field, anew, at) >= value_of_next(self.field, then, at):
            exact, without, _ = self._without(at, pair)
            self.spent += without.size
            first, kept = exact.first(without), self.best.brackets[at].outcome
            if sorted(first.moved_pairs + first.pairs) == sorted(kept.moved_pairs + kept.pairs):
                return None
        return anew

    def _below(self, at: int, pair: Pair) -> Paired:
        """A best round from a bracket above that of the pair."""
        exact, without, numbers = self._without(at, pair)
        outcome = exact.any(without, numbers)
        return self._round(at, outcome, self._next(at + 1, outcome))

    def _inside(self, at: int, pair: Pair) -> Paired:
        """A best round from the pair's own bracket, by the quickest method that is certain."""
        bracket = self.best.brackets[at]
        quick = QuickBracket(self.field, self.completion, bracket.moved, at, gone=as_set(pair), in_order=False)
        outcome = quick.by_bounds()
        if outcome is not None:
            (outcome.moved_pairs if pair[0] in bracket.moved else outcome.pairs).append(pair)
        outcome = outcome or self._near(at, pair, quick)
        if outcome is None:
            exact, without, numbers = self._without(at, pair)
            outcome = exact.any(without, numbers)
        if at + 1 == len(self.best.brackets) or sorted(outcome.floaters) == sorted(bracket.outcome.floaters):
            return self._round(at, outcome, None)
        if outcome.partners:
            return self._round(at, outcome, self._next(at + 1, outcome))
        floaters = sorted(outcome.floaters)
        below = QuickBracket(self.field, self.completion, floaters, at + 1, in_order=False).pair()
        return self._round(at, outcome, below)

    def _near(self, at: int, pair: Pair, quick: QuickBracket) -> Outcome | None:
        if not quick.far_above():
            return None
        exact, matching = self._matching(at, near=True)
        numbers = exact.number_of(pair[0]), exact.number_of(pair[1])
        without = matching.without(*numbers)
        if without is None or not exact.enough_ghosts(without):
            return None
        outcome = exact.any(without, numbers)
        return outcome if quick.completes(outcome) else None

    def _without(self, at: int, pair: Pair) -> tuple[ExactBracket, Matching, Pair]:
        """The best matching from a bracket on of everybody but the pair, and the local numbers of these two."""
        exact, matching = self._matching(at, near=False)
        numbers = exact.number_of(pair[0]), exact.number_of(pair[1])
        without = matching.without(*numbers)
        if without is None:
            raise AssertionError("the pair leaves a completion")
        return exact, without, numbers

    def _matching(self, at: int, *, near: bool) -> tuple[ExactBracket, Matching]:
        """The best matching of a bracket as it stands, found once."""
        bracket = self.best.brackets[at]
        source = bracket.outcome.source
        if source is not None and source[0].whole != near:
            return source
        if (at, near) not in self._known:
            exact = QuickBracket(self.field, self.completion, bracket.moved, at).exact(near=near)
            self._known[at, near] = exact, exact.best()
        return self._known[at, near]

    def _round(self, at: int, outcome: Outcome, below: Outcome | None) -> Paired:
        """The best round with another outcome of one bracket, and of the next one if it is given."""
        brackets = list(self.best.brackets)
        brackets[at] = replace(brackets[at], outcome=outcome)
        if below is not None:
            brackets[at + 1] = replace(brackets[at + 1], moved=sorted(outcome.floaters), outcome=below)
        return Paired(brackets, self.best.bye)

    def _next(self, at: int, outcome: Outcome) -> Outcome:
        """The next bracket as the matching has it: it floats as few there as it can (C8)."""
        residents = self.best.brackets[at].residents
        members = residents | as_set(outcome.floaters)
        pairs = [(v, w) for v, w in outcome.partners.items() if v < w and members >> v & 1 and residents >> w & 1]
        paired = as_set([v for pair in pairs for v in pair])
        return Outcome([], pairs, list(bits(members & ~paired)), {})
