"""Reasons why two players do not meet, and the facts about each before a round."""

from __future__ import annotations

from collections.abc import Mapping

from pairings.numbers.amounts import exact
from pairings.plan import Fact, Reason
from pairings.snapshot import Snapshot
from pairings.swiss.explain.cards import Cards
from pairings.swiss.explain.refusals import forbidding_reason
from pairings.swiss.rules.colours import WHITE
from pairings.system import PairingCard, Pairs
from pairings.systems.lim.engine import PairedRound, find_pairs
from pairings.systems.lim.field import LimField
from pairings.systems.lim.groups import LimGroup
from pairings.systems.lim.options import BOOK, EDITION, Options


def cards(snapshot: Snapshot, options: Options) -> Mapping[int, PairingCard]:
    """Return the cards of all players available for the next round, by number."""
    return Cards(LimField(snapshot, options))


def why_not(snapshot: Snapshot, options: Options, a: int, b: int, pairs: Pairs | None = None) -> tuple[Reason, ...]:
    """Return why a and b do not meet in the round by the rules. Raises as `find_pairs` does."""
    reason = forbidding_reason(snapshot, EDITION.articles, a, b)
    if reason is not None:
        return (reason,)
    found = find_pairs(snapshot, options)
    index = {player.number: player.index for player in found.field.players}
    if not {a, b} <= set(index):
        return (Reason("dutch-why-by-hand", {"first": a, "second": b}),)
    facts: dict[str, Fact] = {"first": a, "second": b}
    if not found.field.legal[index[a]] >> index[b] & 1:
        wish = found.field.players[index[a]].preference.wants
        return (Reason("dutch-both-w" if wish == WHITE else "dutch-both-b", facts, EDITION.articles.same_colour),)
    return _by_order(found, index[a], index[b], facts)


def _by_order(found: PairedRound, one: int, other: int, facts: dict[str, Fact]) -> tuple[Reason, ...]:
    if found.bye in {one, other}:
        return (Reason("lim-why-bye", {"player": found.field.players[found.bye].number}, f"{BOOK} 1.1"),)
    first, second = (_group_of(found, index) for index in (one, other))
    if first is not second:
        group = min(first, second, key=found.brackets.index)
        score = exact(
            max(found.field.points[i] for pair in group.pairs for i in (pair.one, pair.other)), found.field.scale.scale
        )
        return (Reason("lim-why-group", {**facts, "points": score}, f"{BOOK} 2.2"),)
    if found.field.clash(one, other):
        return (Reason("lim-why-colours", facts, f"{BOOK} 5.2"),)
    return (Reason("lim-why-order", facts, f"{BOOK} 4.1"),)


def _group_of(found: PairedRound, index: int) -> LimGroup:
    """Return the group in which a player is paired."""
    return next(group for group in found.brackets for pair in group.pairs if index in {pair.one, pair.other})
