"""Reasons why two players do not meet, and the facts about each before a round."""

from __future__ import annotations

from collections.abc import Mapping

from pairings.numbers.amounts import exact
from pairings.plan import Fact, Reason
from pairings.snapshot import Snapshot
from pairings.swiss.explain.cards import Cards
from pairings.swiss.explain.refusals import forbidding_reason
from pairings.system import PairingCard, Pairs
from pairings.systems.us_chess.engine import PairedRound, find_pairs
from pairings.systems.us_chess.field import UsField
from pairings.systems.us_chess.groups import CRITERIA, GroupOrder, UsChessGroup, best
from pairings.systems.us_chess.options import BOOK, EDITION, Options


def cards(snapshot: Snapshot, options: Options) -> Mapping[int, PairingCard]:
    """Return the cards of all players available for the next round, by number."""
    return Cards(UsField(snapshot, options))


def why_not(snapshot: Snapshot, options: Options, a: int, b: int, pairs: Pairs | None = None) -> tuple[Reason, ...]:
    """Return why a and b do not meet in the round by the rules. Raises as `find_pairs` does."""
    reason = forbidding_reason(snapshot, EDITION.articles, a, b)
    if reason is not None:
        return (reason,)
    found = find_pairs(snapshot, options)
    index = {player.number: player.index for player in found.field.players}
    if not {a, b} <= set(index):
        return (Reason("dutch-why-by-hand", {"first": a, "second": b}),)
    if found.bye in {index[a], index[b]}:
        return (Reason("us-why-bye", {"player": found.field.players[found.bye].number}, f"{BOOK} 28L2"),)
    one, other = sorted((index[a], index[b]))
    group, its = _group_of(found, one), _group_of(found, other)
    facts: dict[str, Fact] = {"first": a, "second": b}
    if group is its:
        return (_by_criteria(found.field, group, one, other, facts),)
    upper = min(group, its, key=found.brackets.index)
    points = exact(max(found.field.points[at] for pair in upper.pairs for at in pair), found.field.scale.scale)
    return (Reason("us-why-group", {**facts, "points": points}, f"{BOOK} 27A2"),)


def _group_of(found: PairedRound, index: int) -> UsChessGroup:
    """Return the group in which a player is paired."""
    return next(group for group in found.brackets if group.players >> index & 1)


def _by_criteria(field: UsField, group: UsChessGroup, one: int, other: int, facts: dict[str, Fact]) -> Reason:
    """Return the criterion by which the best pairing of a group with this pair is worse than the actual one."""
    order = GroupOrder(field, group.players, group.incoming)
    place = {player: at for at, player in enumerate(order.players)}
    alternative = best(order, (place[one], place[other]))
    if alternative is None:
        return Reason("us-why-rest", facts, f"{BOOK} 27A2")
    now = order.total((place[first], place[second]) for first, second in group.pairs)
    for (key, rule), value, other_value in zip(CRITERIA.items(), now, order.total(alternative), strict=True):
        if value != other_value:
            limits = {"limit": field.equalise if "equalise" in key or key == "unequal" else field.alternate}
            return Reason(f"us-why-{key}", {**facts, **limits, "now": value, "then": other_value}, f"{BOOK} {rule}")
    return Reason("us-why-equal", facts, f"{BOOK} 27A3")
