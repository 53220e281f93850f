"""The difference between two pairings of a round in words: the deciding criterion, its figures, the other pairs.

Reasons that mention it briefly cite the article by which the first of several equals is taken.
"""

from __future__ import annotations

from dataclasses import replace

from pairings.numbers.amounts import exact
from pairings.plan import Fact, Reason
from pairings.swiss.explain.again import Again
from pairings.swiss.explain.verdict import PairingDifference
from pairings.swiss.rules.criterion import Criterion, Figures, Value
from pairings.swiss.rules.field import SwissField
from pairings.swiss.solve.paired import PairedRound

#: The topic of a pairing that somebody made, and that is not the program's.
WORSE = "worse"
#: Pairs of another pairing that are named.
MOST_NAMED_PAIRS = 6

#: Vertices for each player that reasons may ask in passing; beyond that no further criterion is looked for.
WORK = 30


def quick_difference(questions: Again, pair: tuple[int, int]) -> tuple[Reason, ...]:
    """Return the difference by its criterion alone; empty if finding it would take too long."""
    field = questions.field
    found = None if questions.spent > WORK * field.size else questions.first_difference(pair)
    if found is None:
        return ()
    difference, alternative = found
    if difference.criterion is None:
        difference = replace(difference, article=field.edition.articles.first_of_equals)
    first, second = (field.players[v].number for v in pair)
    return difference_reasons(
        field, questions.best, difference, alternative, "why-not", {"first": first, "second": second}
    )[:1]


def _exact(field: SwissField, points: int) -> str:
    return exact(points, field.scale.scale)


def difference_reasons(
    field: SwissField,
    best: PairedRound,
    difference: PairingDifference,
    alternative: PairedRound,
    topic: str,
    facts: dict[str, Fact],
) -> tuple[Reason, ...]:
    bracket = best.brackets[difference.at]
    facts = {**facts, "bracket": bracket.number, "points": _exact(field, bracket.score)}
    if difference.criterion is None:
        first = Reason(f"dutch-{topic}-{difference.back or 'order'}", facts, difference.article)
    else:
        first = of_criterion(field, topic, facts, difference.criterion, difference.better, difference.worse)
    return first, *_other_pairs(field, best, alternative, difference.at, topic)


def of_criterion(
    field: SwissField, topic: str, facts: dict[str, Fact], criterion: Criterion, better: Value, worse: Value
) -> Reason:
    edition = field.edition
    figures = _figures(field, criterion.figures, better, worse)
    return Reason(edition.code(topic, criterion), {**facts, **figures}, edition.cite(criterion))


def _figures(field: SwissField, figures: Figures, now: Value, alternative: Value) -> dict[str, Fact]:
    """Return both values: numbers of players, or lists of points."""
    if figures is Figures.POINTS:
        return {"now": _points_fact(field, now), "then": _points_fact(field, alternative)}
    if figures is Figures.SQUARES:
        square = field.scale.scale**2
        return {"now": exact(now[0], square), "then": exact(alternative[0], square)}
    return {"now": now[0], "then": alternative[0]} if figures is Figures.COUNT else {}


def _points_fact(field: SwissField, values: tuple[int, ...]) -> Fact:
    """Return points as a list; a player who moves down again has an arrow instead of a difference."""
    return tuple("↓" if value > max(field.points) else _exact(field, value) for value in values) or "–"


def _other_pairs(
    field: SwissField, best: PairedRound, alternative: PairedRound, at: int, topic: str
) -> tuple[Reason, ...]:
    """Return the first few pairs by which the other pairing differs in the bracket.

    If a manual pairing is the worse one, the pairs are those that the rules require.
    """
    one, two = best.brackets[at].outcome, alternative.brackets[at].outcome
    if topic == WORSE:
        one, two = two, one
    old_pairs = set(one.moved_pairs + one.pairs)
    new = [pair for pair in two.moved_pairs + two.pairs if pair not in old_pairs]
    if not new:
        return ()
    players = field.players
    pairs = tuple((players[v].number, players[w].number) for v, w in new[:MOST_NAMED_PAIRS])
    code = "dutch-then-instead" if topic == WORSE else "dutch-then-pairs"
    code = code if len(new) <= MOST_NAMED_PAIRS else f"{code}-more"
    return (Reason(code, {"pairs": pairs, "count": len(new)}),)
