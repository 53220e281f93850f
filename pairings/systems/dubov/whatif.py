"""Reasons why two players do not meet."""

from __future__ import annotations

from pairings.numbers.amounts import exact
from pairings.plan import Fact, Reason
from pairings.snapshot import Snapshot
from pairings.swiss.explain.refusals import forbidding_reason
from pairings.swiss.rules.colours import ABSOLUTE, WHITE
from pairings.system import Pairs
from pairings.systems.dubov.engine import PairedRound, pair_field
from pairings.systems.dubov.groups import DubovBracket
from pairings.systems.dubov.options import BOOK, EDITION, Options


def why_not(snapshot: Snapshot, options: Options, a: int, b: int, pairs: Pairs | None = None) -> tuple[Reason, ...]:
    """Return why a and b do not meet in the round by the rules. Raises as `pair_field` does."""
    reason = forbidding_reason(snapshot, EDITION.articles, a, b)
    if reason is not None:
        return (reason,)
    found = pair_field(snapshot, options)
    index = {player.number: player.index for player in found.field.players}
    facts: dict[str, Fact] = {"first": a, "second": b}
    one, other = found.field.players[index[a]], found.field.players[index[b]]
    wish = one.preference.wants
    if one.preference.strength == other.preference.strength == ABSOLUTE and wish == other.preference.wants:
        return (Reason("dutch-both-w" if wish == WHITE else "dutch-both-b", facts, EDITION.articles.same_colour),)
    return _by_order(found, index[a], index[b], facts)


def _by_order(found: PairedRound, one: int, other: int, facts: dict[str, Fact]) -> tuple[Reason, ...]:
    if found.bye in {one, other}:
        return (Reason("dubov-why-bye", {"player": found.field.players[found.bye].number}, f"{BOOK} 3.1"),)
    first, second = (_bracket_of(found, index) for index in (one, other))
    if first is not second:
        bracket = min(first, second, key=found.brackets.index)
        score = exact(max(found.field.points[i] for pair in bracket.pairs for i in pair), found.field.scale.scale)
        return (Reason("dubov-why-group", {**facts, "points": score}, f"{BOOK} C5–C10"),)
    tops = {top for top, _low in first.pairs}
    if one in tops and other in tops:
        return (Reason("dubov-why-first-group", facts, f"{BOOK} C7"),)
    if {one, other} & tops:
        return (Reason("dubov-why-order", facts, f"{BOOK} 4.4"),)
    return (Reason("dubov-why-second-group", facts, f"{BOOK} C7"),)


def _bracket_of(found: PairedRound, index: int) -> DubovBracket:
    return next(bracket for bracket in found.brackets if any(index in pair for pair in bracket.pairs))
