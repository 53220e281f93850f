"""The table of club teams, derived from the table of players, with whose points count and what separates the teams.

Teams are ordered by the points of the players who count, then by the sum of their first tie-break, the lower sum of
their places, and the better best place. A missing player has no points, no tie-break, and the place after the last of
the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType

from standings.clubs.rule import ClubRule, Origin


class ClubTeamCriterion(StrEnum):
    """The criteria that separate two club teams, in this order."""

    POINTS = "points"
    TIE_BREAK = "tie-break"
    PLACES = "places"
    BEST = "best"


@dataclass(frozen=True, slots=True)
class ClubPlayerLine:
    """A line of the table of players. `tie_break` is the value of the first tie-break, 0 without one."""

    player: int
    rank: int
    points: Fraction
    tie_break: Fraction = Fraction(0)
    club: str = ""
    federation: str = ""


@dataclass(frozen=True, slots=True)
class ClubTeam:
    """A club's `number`th team. `rest` are players of the club who count for no team, listed with its last team.

    `rank` is None for an incomplete team if the rule does not rank those. `separated_by` is the criterion in which the
    next team is lower. It is None in the last line and where the next team shares the rank.
    """

    name: str
    number: int
    members: tuple[ClubPlayerLine, ...]
    missing: int
    points: Fraction
    tie_break: Fraction
    places: int
    best: int
    rest: tuple[ClubPlayerLine, ...] = ()
    rank: int | None = None
    separated_by: ClubTeamCriterion | None = None


_VALUE: Mapping[ClubTeamCriterion, Callable[[ClubTeam], Fraction | int]] = MappingProxyType(
    {
        ClubTeamCriterion.POINTS: lambda team: -team.points,
        ClubTeamCriterion.TIE_BREAK: lambda team: -team.tie_break,
        ClubTeamCriterion.PLACES: lambda team: team.places,
        ClubTeamCriterion.BEST: lambda team: team.best,
    }
)


def club_teams(rule: ClubRule, lines: Sequence[ClubPlayerLine]) -> tuple[ClubTeam, ...]:
    """Return the club teams of a table of players, best first, followed by unranked teams by name."""
    found = [team for club in _clubs(rule, lines) for team in _teams_of(rule, club, len(lines) + 1)]
    ranked = [team for team in found if rule.short or not team.missing]
    order = sorted(ranked, key=lambda team: ([worth(team) for worth in _VALUE.values()], team.name, team.number))
    behind = sorted((team for team in found if team not in ranked), key=lambda team: team.name)
    return (*_with_ranks(order), *behind)


def origin_of(line: ClubPlayerLine, by: Origin) -> str:
    """Return the normalised club or federation of a player, empty if unknown."""
    return " ".join((line.club if by is Origin.CLUB else line.federation).casefold().split())


def _clubs(rule: ClubRule, lines: Sequence[ClubPlayerLine]) -> Iterator[tuple[str, list[ClubPlayerLine]]]:
    """Yield each club, spelled as its best player spells it, with its players, best first."""
    clubs: dict[str, list[ClubPlayerLine]] = {}
    for line in lines:
        clubs.setdefault(origin_of(line, rule.by), []).append(line)
    for key, members in clubs.items():
        if key:
            yield members[0].club if rule.by is Origin.CLUB else members[0].federation, members


def _teams_of(rule: ClubRule, club: tuple[str, list[ClubPlayerLine]], behind: int) -> list[ClubTeam]:
    """Return the teams of a club: the first one, and further teams if the rule allows several and there are enough
    players.
    """
    name, players = club
    first, *others = (tuple(players[at : at + rule.best]) for at in range(0, len(players), rule.best))
    teams = [first, *(each for each in others if rule.several and (rule.short or len(each) == rule.best))]
    rest = tuple(players[sum(map(len, teams)) :])
    return [
        _team(rule, name, number, members, rest if number == len(teams) else (), behind)
        for number, members in enumerate(teams, start=1)
    ]


def _team(
    rule: ClubRule,
    name: str,
    number: int,
    members: tuple[ClubPlayerLine, ...],
    rest: tuple[ClubPlayerLine, ...],
    behind: int,
) -> ClubTeam:
    missing = rule.best - len(members)
    return ClubTeam(
        name,
        number,
        members,
        missing,
        sum((each.points for each in members), Fraction(0)),
        sum((each.tie_break for each in members), Fraction(0)),
        sum(each.rank for each in members) + missing * behind,
        min(each.rank for each in members),
        rest,
    )


def _with_ranks(order: Sequence[ClubTeam]) -> Iterator[ClubTeam]:
    """Yield the teams with their ranks; teams that nothing separates share one."""
    below = [_separation(one, other) for one, other in pairwise(order)]
    rank = 1
    for place, team in enumerate(order, start=1):
        rank = place if place == 1 or below[place - 2] is not None else rank
        yield replace(team, rank=rank, separated_by=below[place - 1] if place < len(order) else None)


def _separation(one: ClubTeam, other: ClubTeam) -> ClubTeamCriterion | None:
    return next((by for by, worth in _VALUE.items() if worth(one) != worth(other)), None)
