"""Why not a pair of the same bracket: the best bracket that has it, where the rest of the round stays as it is.

Theory. The pair contributes the same to every criterion wherever it is made, so the best bracket with it is the best
bracket of everybody else, with the pair put back. The brackets above stay as they are if, after them, everybody can
still be paired with the pair made (C4, C5), and if C8 of the bracket above has nothing to choose: nobody came down from
there, or this bracket floats as many players of the same scores as before. Then the first criterion by which this
bracket is worse is that of the round.
"""

from __future__ import annotations

from pairings.systems.dutch.explain.verdict import Difference, Paired, difference_of
from pairings.systems.dutch.rules.field import Field, as_set
from pairings.systems.dutch.solve.brackets import PairedBracket
from pairings.systems.dutch.solve.completion import Completion
from pairings.systems.dutch.solve.exact import Outcome
from pairings.systems.dutch.solve.quick import QuickBracket


def within(
    field: Field, completion: Completion, best: Paired, at: int, pair: tuple[int, int], *, in_order: bool
) -> tuple[Difference, Paired] | None:
    """The first difference of `best` to the best round with `pair` in its bracket `at` (from 0), and that round.

    The other round is right in the brackets that the difference speaks of; if not `in_order` it is one of the equally
    good ones. None where the answer is not certain.
    """
    bracket = best.brackets[at]
    gone = 1 << pair[0] | 1 << pair[1]
    near_bye = completion.bye_score is not None and completion.bye_score >= bracket.score
    if near_bye or not bracket.residents & ~gone:
        return None
    start = bracket.residents & -bracket.residents
    left = field.everybody & ~(start - 1) | as_set(bracket.moved)
    if not completion.of(left & ~gone):
        return None
    without = QuickBracket(field, completion, bracket.moved, at, gone=gone, in_order=in_order)
    outcome = _with_pair(without.pair(), bracket, pair)
    floaters, kept = sorted(outcome.floaters), sorted(bracket.outcome.floaters)
    if bracket.moved and [field.points[v] for v in floaters] != [field.points[v] for v in kept]:
        return None
    brackets = list(best.brackets)
    brackets[at] = PairedBracket(bracket.number, bracket.score, bracket.moved, bracket.residents, outcome)
    if floaters != kept and at + 1 < len(brackets):
        below = brackets[at + 1]
        floating = QuickBracket(field, completion, floaters, at + 1, in_order=in_order).pair()
        brackets[at + 1] = PairedBracket(below.number, below.score, floaters, below.residents, floating)
    then = Paired(brackets, best.bye)
    return difference_of(field, best, then, at), then


def _with_pair(outcome: Outcome, bracket: PairedBracket, pair: tuple[int, int]) -> Outcome:
    (outcome.moved_pairs if pair[0] in bracket.moved else outcome.pairs).append(pair)
    return outcome
