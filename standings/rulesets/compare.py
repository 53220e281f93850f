"""The comparison of two rule sets: whose place changes, and which line of the rules causes it.

Rule sets differ in lines: the floor, the rounding, how byes count, the chain. Each line is changed alone in the first
rule set, and the table is calculated again. A line that moves the player alone is a cause of the move. If no line alone
moves the player, all of them together do. Other points are a line too: they belong to the tournament, not the rule set.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pairings.snapshot import Scoring, Snapshot
from standings.core.rank import rank
from standings.core.rules import Rules
from standings.rulesets.customise import RuleDifference, differing_lines, with_line

#: The line of the points, which belong to the tournament and not to the rule set.
POINTS = "points"


@dataclass(frozen=True, slots=True)
class PlaceDifference:
    """A player whose place differs. A place is None for an unlisted player.

    `causes` are the lines that each move the player alone; empty if only several together do.
    """

    player: int
    first: int | None
    second: int | None
    causes: tuple[RuleDifference, ...]


@dataclass(frozen=True, slots=True)
class RuleSetComparison:
    """The lines in which two rule sets differ, and the moves in the order of the first table."""

    first: Rules
    second: Rules
    lines: tuple[RuleDifference, ...]
    moves: tuple[PlaceDifference, ...]


def compare(
    snapshot: Snapshot, first: Rules, second: Rules, through_round: int | None = None, scoring: Scoring | None = None
) -> RuleSetComparison:
    """Return the comparison of two rule sets; `scoring` are other points for the second one. Raises the errors of
    `rank`.
    """
    lines = tuple(differing_lines(first, second))
    other = snapshot if scoring is None else replace(snapshot, scoring=scoring)
    if other != snapshot:
        lines = (RuleDifference(POINTS, snapshot.scoring, other.scoring), *lines)
    before, after = _places(snapshot, first, through_round), _places(other, second, through_round)
    moved = [player for player in {**before, **after} if before.get(player) != after.get(player)]
    places_by_line = (
        {line.name: _places_with_line(snapshot, first, line, through_round) for line in lines} if moved else {}
    )
    moves = tuple(
        PlaceDifference(
            player,
            before.get(player),
            after.get(player),
            tuple(line for line in lines if places_by_line[line.name].get(player) != before.get(player)),
        )
        for player in moved
    )
    return RuleSetComparison(first, second, lines, moves)


def _places_with_line(
    snapshot: Snapshot, first: Rules, line: RuleDifference, through_round: int | None
) -> dict[int, int]:
    """Return the places if this line were the only difference."""
    if line.name == POINTS:
        return _places(replace(snapshot, scoring=line.second), first, through_round)
    return _places(snapshot, with_line(first, line), through_round)


def _places(snapshot: Snapshot, rules: Rules, through_round: int | None) -> dict[int, int]:
    return {row.player: row.rank for row in rank(snapshot, rules, through_round, columns=()).rows}
