"""Reasons why two players do not meet."""

from __future__ import annotations

from pairings.numbers.amounts import exact
from pairings.plan import Fact, Reason
from pairings.snapshot import Snapshot
from pairings.swiss.explain import whatif as dutch
from pairings.swiss.explain.refusals import forbidding_reason
from pairings.swiss.rules.colours import ABSOLUTE, WHITE
from pairings.system import Pairs
from pairings.systems.burstein.bracket import BursteinBracket
from pairings.systems.burstein.engine import PairedRound, as_dutch, is_seeding, pairs_after_seeding
from pairings.systems.burstein.options import BOOK, EDITION, Options


def why_not(snapshot: Snapshot, options: Options, a: int, b: int, pairs: Pairs | None = None) -> tuple[Reason, ...]:
    """Return why a and b do not meet in the round by the rules. Raises as `pair` does."""
    if is_seeding(snapshot):
        return dutch.why_not(snapshot, as_dutch(options), a, b)
    reason = forbidding_reason(snapshot, EDITION.articles, a, b)
    if reason is not None:
        return (reason,)
    found = pairs_after_seeding(snapshot, options)
    index = {player.number: player.index for player in found.field.players}
    facts: dict[str, Fact] = {"first": a, "second": b}
    one, other = (found.field.players[index[number]] for number in (a, b))
    wish = one.preference.wants
    if one.preference.strength == other.preference.strength == ABSOLUTE and wish == other.preference.wants:
        return (Reason("dutch-both-w" if wish == WHITE else "dutch-both-b", facts, EDITION.articles.same_colour),)
    return _by_order(found, index[a], index[b], facts)


def _by_order(found: PairedRound, one: int, other: int, facts: dict[str, Fact]) -> tuple[Reason, ...]:
    if found.bye in {one, other}:
        return (Reason("burstein-why-bye", {"player": found.field.players[found.bye].number}, f"{BOOK} 3.1"),)
    first, second = (_bracket_of(found, index) for index in (one, other))
    if first is not second:
        bracket = min(first, second, key=found.brackets.index)
        score = exact(max(found.field.points[i] for i in bracket.players), found.field.scale.scale)
        return (Reason("burstein-why-group", {**facts, "points": score}, f"{BOOK} C5–C7"),)
    clash = found.field.players[one].preference.wants == found.field.players[other].preference.wants
    code = "burstein-why-colours" if clash else "burstein-why-order"
    return (Reason(code, facts, f"{BOOK} C8, 4" if clash else f"{BOOK} 4"),)


def _bracket_of(found: PairedRound, index: int) -> BursteinBracket:
    """Return the bracket in which a player is paired."""
    return next(bracket for bracket in found.brackets if any(index in pair for pair in bracket.pairs))
