"""Reasons why two players do not meet in a round of a booster draft."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from pairings.plan import NoLegalPairing, Reason
from pairings.snapshot import Snapshot
from pairings.system import Pairs
from pairings.systems.booster.field import BoosterField, cost_table, field_of, games_of
from pairings.systems.booster.options import Options


def why_not(snapshot: Snapshot, options: Options, a: int, b: int, pairs: Pairs | None = None) -> tuple[Reason, ...]:
    """Return why a and b do not meet in the system's own round. Raises CannotPair if there is none.

    `pairs`, a manual round, is ignored. Before a draft nobody has a seat yet, so the pods are drawn by the question's
    own lot: then the answer is only the rule.
    """
    facts = {"first": a, "second": b}
    if b in snapshot.forbidden_opponents().get(a, ()):
        return (Reason("forbidden-pair", facts),)
    field = field_of(snapshot, options, Random("booster"))
    if field.by_seats:
        return (Reason("booster-why-seats", facts),)
    pods = field.draft.pod_of
    if not options.across and pods[a] != pods[b]:
        return (Reason("booster-why-pods", {**facts, "pod": pods[a], "other": pods[b]}),)
    part = next((part for part in field.parts if {a, b} <= set(part)), ())
    if not part:
        return (Reason("booster-why-equal", facts),)
    games, bye = games_of(field, part)
    if bye in {a, b}:
        return (Reason("booster-why-bye", {"player": bye}),)
    return (_compare_games(field, part, games, a, b, bye),)


def _compare_games(
    field: BoosterField, part: tuple[int, ...], games: list[tuple[int, int]], a: int, b: int, bye: int | None
) -> Reason:
    facts = {"first": a, "second": b}
    players = tuple(number for number in part if number != bye)
    rest = replace(field, parts=(tuple(number for number in players if number not in {a, b}),))
    try:
        others, _none = games_of(rest, rest.parts[0])
    except NoLegalPairing:
        return Reason("booster-why-wishes", facts)
    table, _never = cost_table(field, players)
    at = {number: place for place, number in enumerate(players)}
    now = sum(table[at[one]][at[other]] for one, other in games)
    forced = sum(table[at[one]][at[other]] for one, other in [*others, (a, b)])
    if forced <= now:
        return Reason("booster-why-equal", facts)
    pair = frozenset((a, b))
    if field.met[pair] and not any(field.met[frozenset(game)] for game in games):
        return Reason("booster-why-met", {**facts, "count": field.met[pair]})
    return Reason("booster-why-cost", facts)
