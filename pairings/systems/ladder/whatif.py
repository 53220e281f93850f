"""Reasons why two players do not meet in a round on the ladder: the disadvantages if they did."""

from __future__ import annotations

from dataclasses import replace

from pairings.plan import Reason
from pairings.snapshot import Snapshot
from pairings.system import Pairs
from pairings.systems.ladder.engine import LadderField, Pair, cheapest_pairs, field_of, find_round
from pairings.systems.ladder.options import Options


def why_not(snapshot: Snapshot, options: Options, a: int, b: int, pairs: Pairs | None = None) -> tuple[Reason, ...]:
    """Return why a and b do not meet in the system's own round. Raises CannotPair if there is none."""
    facts = {"first": a, "second": b}
    if frozenset((a, b)) in field_of(snapshot, options).never:
        return (Reason("forbidden-pair", facts),)
    round_ = find_round(snapshot, options)
    field, pair = round_.field, frozenset((a, b))
    if round_.bye in pair:
        return (Reason("ladder-why-bye", {"player": round_.bye}),)
    if pair in field.soon:
        return (Reason("ladder-why-soon", {**facts, "round": field.soon[pair]}),)
    rest = cheapest_pairs(
        replace(field, order=tuple(number for number in field.order if number not in pair)), round_.bye
    )
    if rest is None:
        return (Reason("ladder-why-rest", facts),)
    return (_worse(field, round_.pairs, [*rest, (a, b)], facts),)


def _worse(field: LadderField, now: list[Pair], alternative: list[Pair], facts: dict[str, int]) -> Reason:
    """Return the reason why the second of two rounds is worse; its last pair is the one in question."""
    if _count_far_pairs(field, alternative) > _count_far_pairs(field, now):
        gap = field.gap(*alternative[-1])
        return Reason(
            "ladder-why-far" if gap > field.options.reach else "ladder-why-others-far", {**facts, "count": gap}
        )
    before, after = _gaps(field, now), _gaps(field, alternative)
    return Reason(
        "ladder-why-places" if after > before else "ladder-why-equal", {**facts, "now": before, "then": after}
    )


def _count_far_pairs(field: LadderField, pairs: list[Pair]) -> int:
    """Return how many pairs are further apart than a challenge may be."""
    return sum(field.is_far(*pair) for pair in pairs)


def _gaps(field: LadderField, pairs: list[Pair]) -> int:
    """Return the sum of the squared distances of opponents in the list."""
    return sum(field.gap(*pair) ** 2 for pair in pairs)
