"""Why two do not meet in a round of matches."""

from __future__ import annotations

from pairings.matching.sets.weighted import NoCompleteMatching
from pairings.plan import Fact, Reason
from pairings.swiss.groupwise import Paired
from pairings.swiss.matches.brackets import Bracket, cheapest_with, total
from pairings.swiss.matches.field import MatchField
from pairings.swiss.matches.reasons import system_reason
from pairings.swiss.rules.points import exact


def apart(found: Paired[MatchField, Bracket], a: int, b: int) -> Reason:
    """Why a and b, who may meet, do not in a round as it was found."""
    field = found.field
    index = {player.number: player.index for player in field.players}
    facts: dict[str, Fact] = {"first": a, "second": b}
    if found.bye in {index[a], index[b]}:
        return system_reason(field, "why-bye", {"player": field.players[found.bye].number}, "3.4")
    first, second = (_bracket_of(found, index[number]) for number in (a, b))
    if first is not second:
        where = min(first, second, key=found.brackets.index)
        score = exact(max(field.points[i] for pair in where.pairs for i in pair), field.unit)
        return system_reason(field, "why-group", {**facts, "points": score}, "C4–C7, 3.5")
    return _within(field, first, index[a], index[b], facts)


def _within(field: MatchField, bracket: Bracket, one: int, other: int, facts: dict[str, Fact]) -> Reason:
    """Of two in one bracket: what the best pairing in which they meet costs more, or the order."""
    now = total(field, bracket.pairs, bracket.upfloaters)
    try:
        then = cheapest_with(field, bracket, one, other)
    except NoCompleteMatching:
        return system_reason(field, "why-rest", facts, "C1")
    for name, before, after in zip(field.quality, now, then, strict=True):
        if after > before:
            return system_reason(field, f"why-{name}", {**facts, "now": before, "then": after}, name)
    return system_reason(field, "why-order", facts, "3.6")


def _bracket_of(found: Paired[MatchField, Bracket], index: int) -> Bracket:
    return next(bracket for bracket in found.brackets if bracket.players >> index & 1)
