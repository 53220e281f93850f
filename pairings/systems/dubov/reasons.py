"""Reasons for the pairs and byes of a round by Dubov."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pairings.numbers.amounts import exact
from pairings.plan import Fact, Reason, RoundPlan
from pairings.snapshot import Snapshot
from pairings.systems.dubov.field import DubovField
from pairings.systems.dubov.groups import DubovBracket
from pairings.systems.dubov.options import BOOK


def of_pair(field: DubovField, bracket: DubovBracket, at: int) -> Iterator[Reason]:
    """Yield why the pair at this place of S1 meets: upfloaters, shifted players, and the order."""
    top, low = bracket.pairs[at]
    facts: dict[str, Fact] = {
        "higher": field.players[top].number,
        "lower": field.players[low].number,
        "average": field.averages[top],
        "place": at + 1,
        "count": len(bracket.pairs),
        "score": exact(max(field.points[top], field.points[low]), field.scale.scale),
    }
    free = [pair[1] for pair in bracket.pairs[at:]]
    first = min(free, key=lambda index: field.players[index].number)
    if first == low:
        yield Reason("dubov-first-free" if bracket.by_wish else "dubov-halves", facts, f"{BOOK} 4.4")
    else:
        facts["natural"] = field.players[first].number
        if field.legal[top] >> first & 1:
            yield Reason("dubov-not-first", facts, f"{BOOK} 4.4")
        else:
            yield Reason("dubov-first-barred", facts, f"{BOOK} 4.4")
    for index in (top, low):
        yield from _of_player(field, bracket, index)


def _of_player(field: DubovField, bracket: DubovBracket, index: int) -> Iterator[Reason]:
    player = field.players[index]
    if bracket.upfloaters >> index & 1:
        score = exact(max(field.points[resident] for pair in bracket.pairs for resident in pair), field.scale.scale)
        facts: dict[str, Fact] = {"player": player.number, "points": exact(player.points, field.scale.scale)}
        facts |= {"then": score, "times": field.ups[index]}
        yield Reason("dubov-upfloat-again" if field.ups[index] else "dubov-upfloat", facts, f"{BOOK} C5–C10, 4.2")
    if index in bracket.shifted:
        yield Reason("dubov-shifted", {"player": player.number}, f"{BOOK} 4.3")


def of_bye(field: DubovField, bye: int) -> Reason:
    """Return why a player has the bye."""
    player = field.players[bye]
    facts: dict[str, Fact] = {"player": player.number, "points": exact(player.points, field.scale.scale)}
    return Reason("dubov-bye", {**facts, "count": len(player.past.colours)}, f"{BOOK} 3.1")


def with_warnings(snapshot: Snapshot, plan: RoundPlan) -> RoundPlan:
    """Return the plan with warnings for the organiser: players without a rating."""
    without = tuple(player.number for player in snapshot.to_be_paired() if not player.rating)
    if not without:
        return plan
    few: dict[str, Fact] = {"players": without[:MOST_NAMED_PLAYERS], "count": len(without)}
    code = "dubov-unrated" if len(without) <= MOST_NAMED_PLAYERS else "dubov-unrated-more"
    return replace(plan, reasons=(*plan.reasons, Reason(code, few, f"{BOOK} 1")))


#: Players that a sentence names.
MOST_NAMED_PLAYERS = 10
