"""Reasons for the pairs, bye and colours of a round of matches. Their codes begin with the prefix of the edition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pairings.numbers.amounts import exact
from pairings.plan import Fact, Reason
from pairings.swiss.matches.brackets import TeamBracket
from pairings.swiss.matches.field import MatchField
from pairings.swiss.rules.colours import WHITE, Allocation
from pairings.swiss.rules.field import Competitor


def of_pair(field: MatchField, bracket: TeamBracket, at: int) -> Iterator[Reason]:
    """Yield why these two meet: the smaller number's place in its group, the free opponents, the upfloaters."""
    top, bottom = bracket.pairs[at]
    free = [pair[1] for pair in bracket.pairs[at:]]
    first = min(free, key=lambda index: field.players[index].number)
    facts: dict[str, Fact] = {
        "higher": field.players[top].number,
        "lower": field.players[bottom].number,
        "place": at + 1,
        "natural": field.players[first].number,
    }
    if first == bottom:
        yield system_reason(field, "first-free", facts, "3.6")
    elif field.legal[top] >> first & 1:
        yield system_reason(field, "not-first", facts, "3.6")
    else:
        yield system_reason(field, "first-barred", facts, "C1")
    for index in (top, bottom):
        if bracket.upfloaters >> index & 1:
            yield _upfloat_reason(field, bracket, index)


def _upfloat_reason(field: MatchField, bracket: TeamBracket, index: int) -> Reason:
    score = max(field.points[resident] for pair in bracket.pairs for resident in pair)
    facts: dict[str, Fact] = {
        "player": field.players[index].number,
        "points": exact(field.points[index], field.unit),
        "then": exact(score, field.unit),
        "count": bracket.upfloaters.bit_count(),
    }
    return system_reason(field, "upfloat", facts, "C4–C7, 3.5")


def of_bye(field: MatchField, bye: int) -> Reason:
    """Return why a player has the bye."""
    team = field.players[bye]
    facts: dict[str, Fact] = {"player": team.number, "points": exact(team.points, field.unit)}
    return system_reason(field, "bye", {**facts, "count": len(team.past.colours)}, "3.4")


def of_colours(field: MatchField, higher: Competitor, lower: Competitor, found: Allocation) -> Reason:
    """Return the step of article 4.3 that gave the colours."""
    white, black = (higher, lower) if found.colour == WHITE else (lower, higher)
    facts: dict[str, Fact] = {"first": white.number, "second": black.number, "higher": higher.number}
    return Reason(
        f"{field.edition.prefix}-colours-{found.step}", facts, field.edition.articles.allocation[found.step - 1]
    )


def system_reason(field: MatchField, code: str, facts: Mapping[str, Fact], article: str) -> Reason:
    """Return a reason of the field's system, with an article of its book."""
    return Reason(f"{field.edition.prefix}-{code}", facts, field.edition.articles.cite(article))
