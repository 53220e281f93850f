"""Answers to "by which criterion would the round be worse if these two players met", for all pairs of a round.

Theory. The pair contributes the same to every criterion in every pairing. So the best pairing of a bracket with the
pair is the best pairing of all other players, plus the pair. It is close to the known solution: two vertices are
removed from the best matching (`weighted.Matching.without`). That matching is computed once for each bracket.

All brackets above the first one that must change stay the same. The first one to change is the first bracket after
which, as it was paired, the pair makes completion impossible. If there is none, it is the bracket of the pair. That
bracket may then float more players, or higher ones. In that case the bracket above looked ahead for nothing, and may
float other players instead. If no alternative is as good, it stays the same, too.

Bounds for n players: two trees for a question (see `weighted`), and one matching for each bracket. If the bracket above
might change, add the order of its candidates (`exact`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from copy import copy
from dataclasses import replace

from pairings.matching.sets.bits import as_set, bits
from pairings.matching.sets.weighted import Matching
from pairings.swiss.explain.verdict import PairingDifference, difference_of, value_of_next
from pairings.swiss.rules.field import SwissField
from pairings.swiss.solve.completion import Completion
from pairings.swiss.solve.exact import ExactBracket, ExactOutcome
from pairings.swiss.solve.paired import BracketOutcome, PairedRound
from pairings.swiss.solve.quick import QuickBracket

Pair = tuple[int, int]


class Again:
    """The questions about one paired round. Pairs have the higher-ranked player first.

    `spent` counts the vertices visited for answers: in matchings, in their order, for a completion.
    """

    def __init__(self, field: SwissField, completion: Completion, best: PairedRound) -> None:
        self.field = field
        self.completion = completion
        self.best = best
        self.meets = {w: v for bracket in best.brackets for v, w in bracket.outcome.moved_pairs + bracket.outcome.pairs}
        self.meets |= {v: w for w, v in self.meets.items()}
        if best.bye is not None:
            self.meets |= {best.bye: field.size, field.size: best.bye}
        self.spent = 0
        self._cache: dict[tuple[int, bool], tuple[ExactBracket, Matching]] = {}

    def first_difference(self, pair: Pair, *, in_order: bool = False) -> tuple[PairingDifference, PairedRound] | None:
        """Return the first difference from the best round with a pair, and that round up to there.

        Without a criterion, another equally good candidate comes first. The pair's own bracket has any best pairing,
        the first if `in_order`. None if the answer is uncertain because the bye may decide, and if the pair leaves no
        completion.
        """
        bye_score, at = self.completion.bye_score, self._first_changed_bracket(pair)
        excluded = as_set(pair)
        if bye_score is not None and bye_score >= self.field.points[pair[1]]:
            return None
        if not self.best.brackets[at].residents & ~excluded:
            return None
        changed = self._first_to_change(at, excluded)
        if changed < 0:
            return None
        if changed < at:
            alternative = self._best_round_below(changed, *self._matching_without(changed, pair), in_order=in_order)
        else:
            alternative = self._inside(at, pair, in_order=in_order)
        if changed and self.best.brackets[changed].moved and self._floats_differ(changed, alternative):
            instead = self._floating_round(changed - 1, pair, alternative, in_order=in_order)
            changed, alternative = (changed - 1, instead) if instead else (changed, alternative)
        return difference_of(self.field, self.best, alternative, changed), alternative

    def of_equals(self, at: int, pair: Pair) -> tuple[PairingDifference, PairedRound]:
        """Return the difference if a pairing with the pair is equally good in bracket `at`: the order decides."""
        field = copy(self.field)
        field.legal = list(field.legal)
        keep_only_pairs(field, [pair], None)
        outcome = QuickBracket(field, Completion(field), self.best.brackets[at].moved, at).pair()
        alternative = self._round(at, outcome, None)
        return difference_of(self.field, self.best, alternative, at), alternative

    def _first_changed_bracket(self, pair: Pair) -> int:
        """Return the first bracket that cannot stay: the lower player's, or one above that pairs the higher."""
        own = self.field.scores.index(self.field.points[pair[1]])
        bracket_indexes = (
            at
            for at, bracket in enumerate(self.best.brackets[:own])
            if pair[0] not in bracket.outcome.floaters
            and (bracket.residents >> pair[0] & 1 or pair[0] in bracket.moved)
        )
        return next(bracket_indexes, own)

    def _first_to_change(self, at: int, excluded: int) -> int:
        """Return the first bracket after which, as paired, the pair leaves no completion; at the latest its own.

        -1 if there was no completion from the start. Without a completion after one bracket, the next has none either.
        """
        if self._completes(at, excluded):
            return at
        if not self._completes(0, excluded):
            return -1
        return bisect_left(range(1, at), True, key=lambda before: not self._completes(before, excluded))

    def _completes(self, brackets: int, excluded: int) -> bool:
        """Return whether the unpaired players after `brackets` brackets can be completed without `excluded`."""
        unpaired = self.field.everybody
        if brackets:
            above = self.best.brackets[brackets - 1]
            after = above.residents.bit_length()
            unpaired = unpaired >> after << after | as_set(above.outcome.floaters)
        self.spent += unpaired.bit_count()
        return self.completion.of(unpaired & ~excluded, self.meets)

    def _floats_differ(self, at: int, alternative: PairedRound) -> bool:
        points = self.field.points
        one, two = (
            sorted(points[v] for v in paired.brackets[at].outcome.floaters) for paired in (self.best, alternative)
        )
        return one != two

    def _floating_round(self, at: int, pair: Pair, alternative: PairedRound, *, in_order: bool) -> PairedRound | None:
        """Return the round in which this bracket floats others to improve the next one; None if it stays the same."""
        exact, without, numbers = self._matching_without(at, pair)
        improved = self._best_round_below(at, exact, without, numbers, in_order=in_order)
        if value_of_next(self.field, improved, at) >= value_of_next(self.field, alternative, at):
            stays, work = exact.is_first(without, self.best.brackets[at].outcome)
            self.spent += work
            if stays:
                return None
        return improved

    def _best_round_below(
        self, at: int, exact: ExactBracket, without: Matching, numbers: Pair, *, in_order: bool
    ) -> PairedRound:
        """Return a best round from a bracket above that of the pair."""
        outcome = exact.first(without, numbers) if in_order else exact.any(without, numbers)
        return self._round(at, outcome, self._next(at + 1, outcome))

    def _inside(self, at: int, pair: Pair, *, in_order: bool) -> PairedRound:
        """Return a best round from the first bracket that cannot stay, by the quickest certain method."""
        bracket = self.best.brackets[at]
        quick = self._quick(at, bracket.moved, pair, in_order=in_order)
        outcome = quick.by_bounds()
        outcome = (
            self._outcome_with_pair(at, bracket.moved, pair, outcome)
            if outcome
            else self._quick_outcome(at, pair, quick)
        )
        if outcome is None:
            exact, without, numbers = self._matching_without(at, pair)
            outcome = exact.first(without, numbers) if in_order else exact.any(without, numbers)
        if at + 1 == len(self.best.brackets) or sorted(outcome.floaters) == sorted(bracket.outcome.floaters):
            return self._round(at, outcome, None)
        if outcome.partners:
            return self._round(at, outcome, self._next(at + 1, outcome))
        floaters = sorted(outcome.floaters)
        below = self._quick(at + 1, floaters, pair, in_order=False).pair()
        return self._round(at, outcome, self._outcome_with_pair(at + 1, floaters, pair, below))

    def _quick(self, at: int, moved: list[int], pair: Pair, *, in_order: bool) -> QuickBracket:
        """Return a bracket of all players except the pair."""
        self.spent += self.best.brackets[at].residents.bit_count() + len(moved)
        return QuickBracket(
            self.field, self.completion, moved, at, excluded=as_set(pair), in_order=in_order, start=self.meets
        )

    def _outcome_with_pair(self, at: int, moved: list[int], pair: Pair, outcome: BracketOutcome) -> BracketOutcome:
        """Return the outcome of a bracket with the pair, whose higher player floats if the lower one is elsewhere."""
        (higher, lower), residents = pair, self.best.brackets[at].residents
        if residents >> higher & 1 or higher in moved:
            if residents >> lower & 1:
                (outcome.moved_pairs if higher in moved else outcome.pairs).append(pair)
            else:
                outcome.floaters.append(higher)
        return outcome

    def _quick_outcome(self, at: int, pair: Pair, quick: QuickBracket) -> BracketOutcome | None:
        if not quick.far_above():
            return None
        exact, matching = self._matching(at, near=True)
        if pair[1] not in exact.members:
            return None
        numbers = exact.number_of(pair[0]), exact.number_of(pair[1])
        without = self._count_work(matching.without(*numbers))
        if without is None or not exact.enough_ghosts(without):
            return None
        outcome = exact.first(without, numbers) if quick.in_order else exact.any(without, numbers)
        return outcome if quick.completes(outcome) else None

    def _matching_without(self, at: int, pair: Pair) -> tuple[ExactBracket, Matching, Pair]:
        """Return the best matching from a bracket on without the pair, and the local numbers of these two."""
        exact, matching = self._matching(at, near=False)
        numbers = exact.number_of(pair[0]), exact.number_of(pair[1])
        without = self._count_work(matching.without(*numbers))
        if without is None:
            raise AssertionError("the pair leaves a completion")
        return exact, without, numbers

    def _matching(self, at: int, *, near: bool) -> tuple[ExactBracket, Matching]:
        """Return the best matching of a bracket as paired, computed only once."""
        bracket = self.best.brackets[at]
        source = bracket.outcome.source if isinstance(bracket.outcome, ExactOutcome) else None
        if source is not None and source[0].whole != near:
            return source
        if (at, near) not in self._cache:
            exact = QuickBracket(self.field, self.completion, bracket.moved, at).exact(near=near)
            best = exact.best()
            self.spent += best.size + best.steps
            self._cache[at, near] = exact, best
        return self._cache[at, near]

    def _count_work(self, without: Matching | None) -> Matching | None:
        self.spent += without.size + without.steps if without else 0
        return without

    def _round(self, at: int, outcome: BracketOutcome, below: BracketOutcome | None) -> PairedRound:
        """Return the best round with another outcome of one bracket, and of the next one if given."""
        brackets = list(self.best.brackets)
        brackets[at] = replace(brackets[at], outcome=outcome)
        if below is not None:
            brackets[at + 1] = replace(brackets[at + 1], moved=sorted(outcome.floaters), outcome=below)
        return PairedRound(brackets, self.best.bye)

    def _next(self, at: int, outcome: BracketOutcome) -> BracketOutcome:
        """Return the next bracket from the matching: as few players as possible float from it."""
        residents = self.best.brackets[at].residents
        members = residents | as_set(outcome.floaters)
        pairs = [(v, w) for v, w in outcome.partners.items() if v < w and members >> v & 1 and residents >> w & 1]
        paired = as_set([v for pair in pairs for v in pair])
        return BracketOutcome([], pairs, list(bits(members & ~paired)), {})


def keep_only_pairs(field: SwissField, pairs: Iterable[Pair], bye: int | None) -> None:
    """Remove all other opponents of these players, and all other candidates for the bye if one is given."""
    for v, w in pairs:
        for one, two in ((v, w), (w, v)):
            for other in range(field.size):
                field.legal[other] &= ~(1 << one)
            field.legal[one] = 1 << two
            field.eligible &= ~(1 << one)
        field.legal[v], field.legal[w] = 1 << w, 1 << v
    if bye is not None:
        field.eligible &= 1 << bye
