"""Reasons why two players do not share a table in a round of pods: the cost if they did."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

from pairings.plan import NoLegalPairing, Reason
from pairings.snapshot import Snapshot
from pairings.system import Pairs
from pairings.systems.pods.field import field_of
from pairings.systems.pods.options import Options
from pairings.systems.pods.tables import cheapest


def why_not(snapshot: Snapshot, options: Options, a: int, b: int, pairs: Pairs | None = None) -> tuple[Reason, ...]:
    """Return why a and b do not share a table in the system's own round. Raises CannotPair if there is none.

    `pairs` are no pods, and are ignored.
    """
    facts = {"first": a, "second": b}
    if b in snapshot.forbidden_opponents().get(a, ()):
        return (Reason("forbidden-pair", facts),)
    field = field_of(snapshot, options, _lots())
    for player in (a, b):
        if player in field.byes:
            return (Reason("pods-why-bye", {"player": player}),)
    now = _cost(snapshot, options)
    try:
        alternative = _cost(replace(snapshot, fixed=(*snapshot.fixed, (a, b))), options)
    except NoLegalPairing:
        return (Reason("pods-why-wishes", facts),)
    if now is None or alternative is None or alternative <= now:
        return (Reason("pods-why-equal", facts),)
    found = [Reason("pods-why-cost", {**facts, "now": str(now), "then": str(alternative)})]
    if count := field.met[frozenset((a, b))]:
        found.append(Reason("pods-why-met", {**facts, "count": count}))
    return tuple(found)


def _lots() -> Random:
    """Return a fixed lot: the question has no lots of the round, and only costs are compared."""
    return Random("pods")


def _cost(snapshot: Snapshot, options: Options) -> Fraction | None:
    rng = _lots()
    field = field_of(snapshot, options, rng)
    cost, _tables, _proved = cheapest(field, rng)
    return field.squares_of_points(cost) if field.is_legal(cost) else None
