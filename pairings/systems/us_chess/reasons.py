"""Reasons for the pairs and byes of a round by US Chess rules."""

from __future__ import annotations

from collections.abc import Iterator

from pairings.numbers.amounts import exact
from pairings.plan import Fact, Reason
from pairings.systems.us_chess.field import UsField
from pairings.systems.us_chess.groups import GroupOrder, UsChessGroup
from pairings.systems.us_chess.options import BOOK

Facts = dict[str, Fact]


def of_group(field: UsField, group: UsChessGroup) -> Iterator[tuple[tuple[int, int], list[Reason]]]:
    """Yield each pair of a group, higher-ranked first: its origin, floaters into it, and its cost."""
    order = GroupOrder(field, group.players, group.incoming)
    place = {one: at for at, one in enumerate(order.players)}
    for pair in group.pairs:
        reasons = [_of_pair(order, place[pair[0]], place[pair[1]])]
        reasons += [_downfloat_reason(field, one) for one in pair if group.incoming >> one & 1]
        yield pair, [*reasons, *_colours(field, *pair)]


def _of_pair(order: GroupOrder, one: int, other: int) -> Reason:
    """Return the natural pair, or the objection to it."""
    field, natural = order.field, order.natural
    facts = _facts(order, one, other)
    if natural[one] == other:
        if one < order.down:
            return Reason("us-highest", facts, f"{BOOK} 29D2")
        return Reason("us-halves", facts, f"{BOOK} 27A3")
    facts |= {"natural": _number(order, natural[one]), "change": order.change(one, other)}
    against = [(at, natural[at]) for at in (one, other)]
    for pair in against:
        if not order.legal(*pair):
            pair_facts: Facts = {**facts, "player": _number(order, pair[0]), "natural": _number(order, pair[1])}
            return Reason("us-barred", pair_facts, f"{BOOK} 27A1")
    if (one in order.upper) == (other in order.upper):
        return Reason("us-interchange", facts, f"{BOOK} 29E5e")
    for pair in against:
        lost = field.colour_loss(*(order.players[at] for at in pair))
        who: Facts = {**facts, "player": _number(order, pair[0]), "natural": _number(order, pair[1])}
        if lost.third:
            return Reason("us-for-third", who, f"{BOOK} 29E5f")
        if lost.unequal:
            return Reason("us-to-equalise", who, f"{BOOK} 29E5b")
        if lost.clash:
            return Reason("us-to-alternate", who, f"{BOOK} 29E5a")
    return Reason("us-for-others", facts, f"{BOOK} 29E5c")


def _downfloat_reason(field: UsField, one: int) -> Reason:
    player = field.players[one]
    facts: Facts = {"player": player.number, "points": exact(player.points, field.scale.scale)}
    return Reason("us-odd-again" if field.dropped >> one & 1 else "us-odd", facts, f"{BOOK} 29D1")


def _colours(field: UsField, one: int, other: int) -> Iterator[Reason]:
    """Yield the colour losses of the pair."""
    facts: Facts = {"first": field.players[one].number, "second": field.players[other].number}
    lost = field.colour_loss(one, other)
    if lost.third:
        yield Reason("us-third", facts, f"{BOOK} 29E5f")
    elif lost.unequal:
        yield Reason("us-unequal", {**facts, "limit": field.equalise}, f"{BOOK} 29E5b")
    elif lost.clash:
        yield Reason("us-not-due", {**facts, "limit": field.alternate}, f"{BOOK} 29E5a")


def _facts(order: GroupOrder, one: int, other: int) -> Facts:
    points = max(order.field.points[order.players[at]] for at in (one, other))
    return {
        "higher": _number(order, one),
        "lower": _number(order, other),
        "points": exact(points, order.field.scale.scale),
    }


def _number(order: GroupOrder, place: int) -> int:
    return order.field.players[order.players[place]].number


def of_bye(field: UsField, bye: int) -> Reason:
    """Return why a player has the bye."""
    player = field.players[bye]
    facts: Facts = {"player": player.number, "points": exact(player.points, field.scale.scale)}
    if field.unrated >> bye & 1:
        return Reason("us-bye-unrated", facts, f"{BOOK} 28L2")
    if field.half >> bye & 1:
        return Reason("us-bye-half", facts, f"{BOOK} 28L4")
    return Reason("us-bye", facts, f"{BOOK} 28L2")
