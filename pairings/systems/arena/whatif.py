"""Reasons why two players do not meet in a round of an arena: the disadvantages if they did."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pairings.plan import Reason
from pairings.snapshot import Snapshot
from pairings.system import Pairs
from pairings.systems.arena.engine import ArenaField, cheapest_pairs, find_round
from pairings.systems.arena.options import Options


def why_not(snapshot: Snapshot, options: Options, a: int, b: int, pairs: Pairs | None = None) -> tuple[Reason, ...]:
    """Return why a and b do not meet in the system's own round. Raises CannotPair if there is none."""
    facts = {"first": a, "second": b}
    elsewhere = next((reason for player in (a, b) for reason in _absence_reasons(snapshot, player)), None)
    if elsewhere is not None:
        return (elsewhere,)
    field, own = find_round(replace(snapshot, fixed=()), options)
    if field.is_barred(a, b):
        return (_barred_reason(field, a, b),)
    rest = cheapest_pairs(replace(field, order=tuple(number for number in field.order if number not in (a, b))))
    now, forced = field.price(own.pairs, own.waiting), field.price((*rest.pairs, (a, b)), rest.waiting)
    if forced.waiting != now.waiting:
        return (Reason("arena-why-waiting", {**facts, "now": now.waiting, "then": forced.waiting}),)
    if forced[:-1] != now[:-1]:
        return (Reason("arena-why-turn", facts),)
    code = "arena-why-distance" if forced > now else "arena-why-equal"
    return (Reason(code, {**facts, "now": now.distance, "then": forced.distance}),)


def _absence_reasons(snapshot: Snapshot, player: int) -> Iterator[Reason]:
    """Yield why a player is not free."""
    for number, pairing in snapshot.recorded_pairings():
        if pairing.result is None and player in (pairing.first, pairing.second):
            yield Reason("arena-why-plays", {"player": player, "round": number})
    if all(each.number != player for each in snapshot.to_be_paired()):
        yield Reason("arena-why-away", {"player": player})


def _barred_reason(field: ArenaField, a: int, b: int) -> Reason:
    """Return why two free players may not meet."""
    facts, met = {"first": a, "second": b}, field.recent_game(a, b)
    if frozenset((a, b)) in field.never:
        return Reason("forbidden-pair", facts)
    return Reason("arena-why-same-side", facts) if met is None else Reason("arena-why-soon", {**facts, "round": met})
