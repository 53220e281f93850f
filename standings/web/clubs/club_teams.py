"""The club teams of a tournament: the stored rule, and the table for pages, the API and CSV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from standings.clubs.reasons import reasons
from standings.clubs.rule import ClubRule, Origin, check
from standings.clubs.teams import ClubPlayerLine, ClubTeam, club_teams
from standings.core.tiebreaks import tiebreak
from standings.explain.formatting import plain
from standings.web.table.current import StageStandings
from tournaments.core.words.texts import translate
from tournaments.models import Player, Tournament


@dataclass(frozen=True, slots=True)
class ClubLine:
    """A line of the table: the team with its players, the other players of the club, and the reasons in the reader's
    language.
    """

    team: ClubTeam
    name: str
    members: tuple[tuple[Player, ClubPlayerLine], ...]
    rest: tuple[tuple[Player, ClubPlayerLine], ...]
    reasons: tuple[str, ...]


def rule_of(tournament: Tournament) -> ClubRule | None:
    """Return the tournament's rule of club teams; None without club teams."""
    return None if tournament.club_teams is None else rule_from_json(tournament.club_teams)


def rule_to_json(rule: ClubRule) -> dict[str, object]:
    """Return a rule in its stored form."""
    return asdict(rule)


def rule_from_json(stored: Mapping[str, Any]) -> ClubRule:
    """Return a stored rule. Raises RuleError for an invalid rule, ValueError for invalid data."""
    try:
        rule = ClubRule(**{**stored, "by": Origin(stored["by"])})
        switches = all(isinstance(stored[name], bool) for name in ("several", "short"))
    except (TypeError, KeyError) as error:
        raise ValueError(str(error)) from error
    if not switches or isinstance(stored["best"], bool) or not isinstance(stored["best"], int):
        raise ValueError(stored)
    return check(rule)


def first_tie_break(now: StageStandings) -> str | None:
    """Return the first criterion after the leading one that has a value for each player; None without one."""
    return next((code for code in now.table.rules.chain[1:] if tiebreak(code).order is None), None)


def table_of(rule: ClubRule, now: StageStandings) -> list[ClubLine]:
    """Return the club teams of a table of players, best first; empty before a round counts."""
    if not now.round:
        return []
    code = first_tie_break(now)
    lines = [
        ClubPlayerLine(row.player, row.rank, row.points, _worth(now, row.player, code), player.club, player.federation)
        for row in now.table.rows
        if not row.struck
        for player in [now.player(row)]
    ]
    teams = club_teams(rule, lines)
    return [_team_line(rule, now, team, below) for team, below in pairwise([*teams, None]) if team is not None]


def _worth(now: StageStandings, player: int, code: str | None) -> Fraction:
    return (now.table.value(player, code) if code else None) or Fraction(0)


def _team_line(rule: ClubRule, now: StageStandings, team: ClubTeam, below: ClubTeam | None) -> ClubLine:
    texts = reasons(rule, team, below, name_of(below) if below else "", lambda value: plain(Fraction(value), now.table))
    return ClubLine(
        team, name_of(team), _players(now, team.members), _players(now, team.rest), tuple(map(translate, texts))
    )


def _players(now: StageStandings, lines: Sequence[ClubPlayerLine]) -> tuple[tuple[Player, ClubPlayerLine], ...]:
    return tuple((now.view.players[line.player], line) for line in lines)


def name_of(team: ClubTeam) -> str:
    """Return the name of a team: its club, with a number from the second team on."""
    if team.number == 1:
        return team.name
    return _("{club} {number}").format(club=team.name, number=team.number)


def lines_of(rule: ClubRule, now: StageStandings) -> Iterator[list[object]]:
    """Yield the table for a spreadsheet: a line for each player of a club, in the order of teams."""
    yield ["rank", "team", "team points", "first tie-break", "sum of places", "counts", "place", "name", "points"]
    for shown in table_of(rule, now):
        team = shown.team
        head = ["" if team.rank is None else team.rank, shown.name, team.points, team.tie_break, team.places]
        for counts, players in (("yes", shown.members), ("no", shown.rest)):
            for player, line in players:
                yield [*head, counts, line.rank, player.name, line.points]
