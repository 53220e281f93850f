"""Orders of tied players by their own games: direct encounter, head-to-head, mini-tables.

These are operations on a group and not sort keys. The order depends on who else is tied, and three players may beat
each other in a circle. FIDE's direct encounter (C.07, article 6): if all have met, the mini-table of their games
decides, and each group still tied starts again. If not, a player comes first whose points are above what every other
could still reach, then the next such player. At the first undecided place the remaining players start again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from pairings.snapshot import Decision, Outcome
from pairings.wording.mark import gettext_noop as _
from standings.core.exact import ZERO, mean, total
from standings.core.reckoning import Criterion, Order, Reckoning, RulesPart, Tell
from standings.core.tiebreaks.criterion import Groups, add_up, by_score, is_game, no_value


@dataclass(frozen=True, slots=True)
class MiniTable:
    """Points from games among the members of a group, and each member's number of `missing` games. Several meetings
    count once, by their mean.
    """

    scores: dict[int, Fraction]
    missing: dict[int, int]


def mini_table(reckoning: Reckoning, group: Sequence[int], forfeits: bool) -> MiniTable:
    members = frozenset(group)
    scores: dict[int, Fraction] = {}
    missing: dict[int, int] = {}
    for member in group:
        meetings = _meetings(reckoning, member, members, forfeits)
        scores[member] = total(mean(points) or ZERO for points in meetings.values())
        missing[member] = len(group) - 1 - len(meetings)
    return MiniTable(scores, missing)


def _meetings(reckoning: Reckoning, member: int, members: frozenset[int], forfeits: bool) -> dict[int, list[Fraction]]:
    meetings: dict[int, list[Fraction]] = {}
    for entry in reckoning.entries[member]:
        if entry.opponent in members and (forfeits or is_game(reckoning, entry)):
            meetings.setdefault(entry.opponent or 0, []).append(entry.points)
    return meetings


def direct_encounter(forfeits: bool = False) -> Order:
    def order(reckoning: Reckoning, group: Sequence[int]) -> Groups:
        if len(group) < 2 or _is_out_of_reach(reckoning, len(group)):
            return (tuple(group),)
        table = mini_table(reckoning, group, forfeits)
        if any(table.missing.values()):
            return _settle_safe_places(reckoning, group, table, order)
        parts = by_score(group, table.scores)
        if len(parts) == 1:
            return parts
        return tuple(finer for part in parts for finer in order(reckoning, part))

    return order


def _is_out_of_reach(reckoning: Reckoning, members: int) -> bool:
    """Return whether too many players are tied for any place to be safe, whatever the games.

    Each player has met at most one opponent a round. The wins still possible against the others are worth at least the
    points of any games so far.
    """
    scoring, rounds = reckoning.scoring, reckoning.rounds
    paid = [scoring.points_of(outcome, decision) for outcome in Outcome for decision in Decision]
    return min(paid) >= 0 and scoring.win * (members - 1 - rounds) >= max(paid) * rounds and members > rounds + 1


def _settle_safe_places(reckoning: Reckoning, group: Sequence[int], table: MiniTable, order: Order) -> Groups:
    """Return the order with players placed one by one if no missing game could take their place; the rest start
    again.
    """
    win = reckoning.scoring.win
    best = {member: table.scores[member] + win * table.missing[member] for member in group}
    placed: list[tuple[int, ...]] = []
    remaining = list(group)
    while len(remaining) > 1:
        first = max(remaining, key=lambda member: table.scores[member])
        if any(best[other] >= table.scores[first] for other in remaining if other != first):
            break
        placed.append((first,))
        remaining.remove(first)
    if not placed:
        return (tuple(group),)
    return (*placed, *order(reckoning, tuple(remaining)))


def points_among(forfeits: bool = False) -> Tell:
    """Return a function of two members' points in the mini-table, or in the mini-table of those tied in it."""

    def tell(
        reckoning: Reckoning, group: Sequence[int], above: int, below: int
    ) -> tuple[str, Fraction, Fraction] | None:
        scores = mini_table(reckoning, group, forfeits).scores
        if scores[above] != scores[below]:
            return ("points", scores[above], scores[below]) if scores[above] > scores[below] else None
        part = tuple(member for member in group if scores[member] == scores[above])
        return tell(reckoning, part, above, below) if len(part) < len(group) else None

    return tell


def only_two(reckoning: Reckoning, group: Sequence[int]) -> Groups:
    """Return head-to-head of exactly two players who met; any other group stays as it is."""
    if len(group) != 2:
        return (tuple(group),)
    table = mini_table(reckoning, group, forfeits=True)
    return (tuple(group),) if any(table.missing.values()) else by_score(group, table.scores)


DE = Criterion(
    "DE",
    _("Direct encounter"),
    _("The games among the tied players."),
    "C.07 6",
    no_value,
    add_up,
    order=direct_encounter(),
    tell=points_among(),
    takes="GP",
    variant=lambda criterion, modifiers: replace(
        criterion, order=direct_encounter(modifiers.forfeits), tell=points_among(modifiers.forfeits)
    ),
    reads=RulesPart.CHESS,
)
H2H = Criterion(
    "H2H",
    _("Head-to-head"),
    _("The match between exactly two tied players."),
    _("Play! Pokémon Tournament Rules 5.6.1"),
    no_value,
    add_up,
    order=only_two,
    tell=points_among(forfeits=True),
)
