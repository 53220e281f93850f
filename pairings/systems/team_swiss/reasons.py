"""Why a round of teams is as it is, in reasons."""

from __future__ import annotations

from collections.abc import Iterator

from pairings.plan import Fact, Reason
from pairings.swiss.rules.colours import WHITE, Allocation
from pairings.swiss.rules.field import Competitor
from pairings.swiss.rules.points import exact
from pairings.systems.team_swiss.brackets import Bracket
from pairings.systems.team_swiss.field import TeamField
from pairings.systems.team_swiss.options import BOOK, STEPS


def of_pair(field: TeamField, bracket: Bracket, at: int) -> Iterator[Reason]:
    """Why these two meet: which place the smaller number has in its group, who was free, and who came up."""
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
        yield Reason("team-first-free", facts, f"{BOOK} 3.6")
    elif field.legal[top] >> first & 1:
        yield Reason("team-not-first", facts, f"{BOOK} 3.6")
    else:
        yield Reason("team-first-barred", facts, f"{BOOK} C1")
    for index in (top, bottom):
        if bracket.upfloaters >> index & 1:
            yield _risen(field, bracket, index)


def _risen(field: TeamField, bracket: Bracket, index: int) -> Reason:
    score = max(field.points[resident] for pair in bracket.pairs for resident in pair)
    facts: dict[str, Fact] = {
        "player": field.players[index].number,
        "points": exact(field.points[index], field.unit),
        "then": exact(score, field.unit),
        "count": bracket.upfloaters.bit_count(),
    }
    return Reason("team-upfloat", facts, f"{BOOK} C4–C7, 3.5")


def of_bye(field: TeamField, bye: int) -> Reason:
    """Why a team has the bye."""
    team = field.players[bye]
    facts: dict[str, Fact] = {"player": team.number, "points": exact(team.points, field.unit)}
    return Reason("team-bye", {**facts, "count": len(team.past.colours)}, f"{BOOK} 3.4")


def of_colours(higher: Competitor, lower: Competitor, found: Allocation) -> Reason:
    """Which step of article 4.3 gave the colours of the first boards."""
    white, black = (higher, lower) if found.colour == WHITE else (lower, higher)
    facts: dict[str, Fact] = {"first": white.number, "second": black.number, "higher": higher.number}
    return Reason(f"team-colours-{found.step}", facts, STEPS[found.step - 1])
