"""The quality of a paired bracket: the edition's criteria as numbers, and the first by which another is worse.

The criteria are counted here on a finished pairing, while the engine sums costs of pairs. Fewer is better everywhere,
and lists are compared from their highest number.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import zip_longest

from pairings.matching.sets.bits import as_set, bits
from pairings.swiss.rules.articles import Articles
from pairings.swiss.rules.criterion import MOVED_DOWN, Criterion, FinishedBracket, PlayerKind, Scope, Shape, Value
from pairings.swiss.rules.editions import Rest
from pairings.swiss.rules.field import SwissField
from pairings.swiss.solve.paired import BracketOutcome, PairedBracket, PairedRound


def judged_bracket(field: SwissField, paired: PairedRound, at: int) -> FinishedBracket:
    """Return a bracket of a paired round as the criteria see it."""
    bracket = paired.brackets[at]
    floaters = bracket.outcome.floaters
    only_bye = paired.bye is not None and floaters == [paired.bye]
    pairs = bracket.outcome.moved_pairs + bracket.outcome.pairs
    return FinishedBracket(
        pairs=[(_kind(field, bracket, v), _kind(field, bracket, w)) for v, w in pairs],
        floaters=[_kind(field, bracket, v, floating=True) for v in floaters],
        next_floaters=_floaters_of_next(field, paired, at),
        bye=field.kind(floaters[0]) if only_bye else None,
        top=max(field.points),
    )


def _floaters_of_next(field: SwissField, paired: PairedRound, at: int) -> list[PlayerKind] | None:
    """Return the players who leave the next bracket, or None if this bracket does not look ahead to it."""
    if at + 1 == len(paired.brackets) or paired.brackets[at].penultimate:
        return None
    ends = at + 2 == len(paired.brackets)
    floaters = paired.brackets[at + 1].outcome.floaters
    return [field.kind(v)._replace(barred=int(ends and not field.eligible >> v & 1)) for v in floaters]


def _kind(field: SwissField, bracket: PairedBracket, player: int, *, floating: bool = False) -> PlayerKind:
    kind = field.kind(player)
    if floating and field.edition.collapses:
        kind = kind._replace(fall=field.fall(player, field.scores_in(bracket.residents)[-1]))
    return kind if bracket.residents >> player & 1 else kind._replace(role=MOVED_DOWN)


def value_of_next(field: SwissField, paired: PairedRound, at: int) -> tuple[Value, ...]:
    """Return the quality of the bracket after this one, by the criteria that look ahead."""
    judged = judged_bracket(field, paired, at)
    return tuple(criterion.value(judged) for criterion in field.edition.of(Scope.NEXT_BRACKET))


def first_worse(
    criteria: Iterable[Criterion], one: FinishedBracket, other: FinishedBracket
) -> tuple[Criterion, Value, Value] | None:
    """Return the first criterion by which two differ, with both values; None if they are equally good."""
    for criterion in criteria:
        one_value, other_value = criterion.value(one), criterion.value(other)
        if one_value != other_value:
            return criterion, one_value, other_value
    return None


@dataclass(frozen=True, slots=True)
class PairingDifference:
    """The first difference between two pairings of a round: the bracket (from 0), and the criterion with both values.

    If both are equally good, `article` says which comes first; `criterion` is then None. `back` names what the rules
    went back for, if that decides: "next", the next bracket, or "last", the last one.
    """

    at: int
    article: str
    criterion: Criterion | None = None
    better: Value = ()
    worse: Value = ()
    back: str = ""


def in_brackets_of(best: PairedRound, other: PairedRound) -> PairedRound:
    """Return another round in the brackets of the best one, up to the first with other pairs; then its own.

    Completion may have merged brackets in only one of the two. A bracket in which the other has more than its own
    players counts as one that was paired so that all below can be.
    """
    lower = dict(pair for bracket in other.brackets for pair in bracket.outcome.moved_pairs + bracket.outcome.pairs)
    found: list[PairedBracket] = []
    for bracket, own in zip_longest(best.brackets, other.brackets[: len(best.brackets)]):
        members = [*bracket.moved, *bits(bracket.residents)]
        pairs = [(v, lower[v]) for v in members if v in lower and bracket.residents >> lower[v] & 1]
        unpaired = as_set(members) & ~as_set([v for pair in pairs for v in pair])
        moved = set(bracket.moved)
        outcome = BracketOutcome(
            [pair for pair in pairs if pair[0] in moved],
            [pair for pair in pairs if pair[0] not in moved],
            list(bits(unpaired)),
            {},
        )
        penultimate = bracket.penultimate if own is None else own.penultimate or own.collapsed != bracket.collapsed
        for_next = bracket.for_next if own is None else own.for_next
        found.append(replace(bracket, outcome=outcome, penultimate=penultimate, for_next=for_next))
        if _pairs(pairs) != _pairs(bracket.outcome.moved_pairs + bracket.outcome.pairs):
            if not bracket.collapsed:
                found += other.brackets[len(found) :]
            break
    return PairedRound(found, other.bye)


def first_difference(field: SwissField, best: PairedRound, other: PairedRound) -> PairingDifference | None:
    """Return the first criterion by which `best` is better, or the article of the order that puts it first.

    None if both are the same. The value of the other is better only if the engine is wrong.
    """
    for at in range(len(best.brackets)):
        one, two = best.brackets[at].outcome, other.brackets[at].outcome
        if _pairs(one.moved_pairs + one.pairs) == _pairs(two.moved_pairs + two.pairs):
            continue
        return difference_of(field, best, other, at)
    return None


def difference_of(field: SwissField, best: PairedRound, other: PairedRound, at: int) -> PairingDifference:
    """Return the first difference of one bracket that has other pairs."""
    edition = field.edition
    if edition.rest is Rest.GOING_BACK:
        return _difference_by_second_pairing(field, best, other, at)
    if edition.collapses:
        return _by_outlook(field, best, other, at)
    found = first_worse(edition.criteria, judged_bracket(field, best, at), judged_bracket(field, other, at))
    return _by_order(field, best, other, at) if found is None else _by_criterion(field, at, *found)


def _by_criterion(field: SwissField, at: int, criterion: Criterion, better: Value, worse: Value) -> PairingDifference:
    return PairingDifference(at, field.edition.cite(criterion), criterion, better, worse)


def _by_order(field: SwissField, best: PairedRound, other: PairedRound, at: int) -> PairingDifference:
    return PairingDifference(at, _article_of_order(field.edition.articles, best.brackets[at], other.brackets[at]))


def _by_outlook(field: SwissField, best: PairedRound, other: PairedRound, at: int) -> PairingDifference:
    """Return the first difference if only one bracket ensures completion.

    The outcome of a look-ahead is comparable only if the next bracket, too, is then paired for its own sake. Both
    rounds are complete. If only one was paired to ensure this, that decides, and not that the other could not be.
    """
    edition, one, two = field.edition, judged_bracket(field, best, at), judged_bracket(field, other, at)
    penultimate = [paired.brackets[at].penultimate for paired in (best, other)]
    after = [
        each.penultimate or each.collapsed for paired in (best, other) for each in paired.brackets[at + 1 : at + 2]
    ]
    ahead = not any(penultimate + after)
    criteria = [each for each in edition.criteria if ahead or each.scope is not Scope.NEXT_BRACKET]
    found = first_worse(criteria, one, two)
    if found is not None and found[1] < found[2]:
        return _by_criterion(field, at, *found)
    is_last = at + 1 == len(best.brackets)
    if penultimate[0] != penultimate[1] and not (is_last and found is None):
        return PairingDifference(at, edition.cite(edition.find_criterion("completion")), back="last")
    if ahead or penultimate[0] or is_last:
        return _by_order(field, best, other, at)
    return _by_criterion(field, at, edition.find_criterion("next-bracket"), (), ())


def _difference_by_second_pairing(
    field: SwissField, best: PairedRound, other: PairedRound, at: int
) -> PairingDifference:
    """Return the first difference if brackets are paired again for those below, which decides without a criterion."""
    edition, one, two = field.edition, best.brackets[at], other.brackets[at]
    shape = Shape(
        field.scores_in(one.residents), None, field.played_rounds, about_bye=False, bracket_kind=one.bracket_kind
    )
    criteria = [criterion for criterion in edition.criteria if criterion.speaks(shape)]
    found = first_worse(criteria, judged_bracket(field, best, at), judged_bracket(field, other, at))
    if found is not None and found[1] < found[2]:
        return PairingDifference(at, edition.cite(found[0]), *found)
    if one.penultimate or two.penultimate:
        return PairingDifference(at, edition.articles.collapsed, back="last")
    if one.for_next or two.for_next:
        return PairingDifference(at, edition.articles.other_downfloaters, back="next")
    return PairingDifference(at, _article_of_order(edition.articles, one, two))


def _pairs(pairs: list[tuple[int, int]]) -> set[tuple[int, int]]:
    return set(pairs)


def _article_of_order(articles: Articles, best: PairedBracket, other: PairedBracket) -> str:
    """Return the article of the order that puts one of two equally good candidates first."""
    one, two = best.outcome, other.outcome
    if {v for v, _ in one.moved_pairs} != {v for v, _ in two.moved_pairs}:
        return articles.moved_down
    if _pairs(one.moved_pairs) != _pairs(two.moved_pairs):
        return articles.transposition
    exchanged = {v for v, _ in one.pairs} != {v for v, _ in two.pairs}
    return articles.exchange if exchanged else articles.transposition
