"""Reasons why two players do not meet in a round by Keizer: the least cost if they did."""

from __future__ import annotations

from dataclasses import replace

from pairings.plan import Reason
from pairings.snapshot import Snapshot
from pairings.system import Pairs
from pairings.systems.keizer.engine import KeizerField, cheapest_pairs, field_of, find_pairs
from pairings.systems.keizer.options import Options


def why_not(snapshot: Snapshot, options: Options, a: int, b: int, pairs: Pairs | None = None) -> tuple[Reason, ...]:
    """Return why a and b do not meet in the system's own round. Raises CannotPair if there is none."""
    facts = {"first": a, "second": b}
    whole = field_of(snapshot, options)
    if frozenset((a, b)) in whole.never:
        return (Reason("forbidden-pair", facts),)
    field, found, bye = find_pairs(snapshot, options)
    if bye in {a, b} and not any(bye in pair for pair in snapshot.fixed):
        return (Reason("keizer-why-bye", {"player": bye}),)
    pair = frozenset((a, b))
    if field.is_often(pair):
        return (Reason("keizer-why-often", {**facts, "count": field.games[pair]}),)
    if field.is_soon(pair):
        return (Reason("keizer-why-soon", {**facts, "round": field.last_met[pair]}),)
    remaining = tuple(number for number in field.order if number not in pair)
    rest = cheapest_pairs(replace(field, order=remaining), bye) if len(remaining) == len(field.order) - 2 else None
    if rest is None:
        return (Reason("keizer-why-rest", facts),)
    now, forced = _gaps(field, found), _gaps(field, [*rest, (a, b)])
    return (Reason("keizer-why-places" if forced > now else "keizer-why-equal", {**facts, "now": now, "then": forced}),)


def _gaps(field: KeizerField, pairs: list[tuple[int, int]]) -> int:
    """Return the sum of the squared distances of opponents in the order."""
    place = {number: at for at, number in enumerate(field.order)}
    return sum((place[one] - place[other]) ** 2 for one, other in pairs)
