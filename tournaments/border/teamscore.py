"""The score of teams of single players (Scheveningen, Hutton): board by board, round by round, and who is ahead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from threading import Condition
from typing import Any

from cachetools import LRUCache, cached
from cachetools.keys import hashkey

from pairings import scores
from pairings.system import TeamOfSeats
from pairings.systems import SYSTEMS
from tournaments import border
from tournaments.models import Player, Stage


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team: what each of its players has brought, in the order of the boards, and its place in the table.

    `rank` is None in a match of two, which has a score and no places.
    """

    name: str
    players: tuple[Player, ...]
    boards: tuple[Fraction, ...]
    rank: int | None = None

    @property
    def points(self) -> Fraction:
        return sum(self.boards, Fraction(0))

    @property
    def board_count(self) -> Fraction:
        """Each board's number times its points; the lower is better among teams with as many points (C.07 11)."""
        return sum((board * points for board, points in enumerate(self.boards, start=1)), Fraction(0))

    @property
    def order(self) -> tuple[Fraction, ...]:
        """The lower, the better: points, then the board count, then the points of board 1, of board 2 and so on."""
        return (-self.points, self.board_count, *(-points for points in self.boards))

    @property
    def lines(self) -> list[tuple[Player, Fraction]]:
        return list(zip(self.players, self.boards, strict=True))


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round: what it brought each team so far, the score after it, and how many of its games are open."""

    number: int
    points: tuple[Fraction, ...]
    total: tuple[Fraction, ...]
    missing: int


@dataclass(frozen=True, slots=True)
class TeamScore:
    """The teams in the order of their seats, and the published rounds."""

    teams: tuple[TeamLine, ...]
    lines: tuple[RoundLine, ...]

    @property
    def is_match(self) -> bool:
        return len(self.teams) == 2

    @property
    def table(self) -> list[TeamLine]:
        """The teams, the best first; in a match the first team comes first."""
        return sorted(self.teams, key=lambda team: team.rank or 0)

    @property
    def podium(self) -> list[TeamLine]:
        return [team for team in self.table if team.rank is not None and team.rank <= 3]

    @property
    def level(self) -> bool:
        """Whether two teams have as many points, so that the board count matters."""
        return len({team.points for team in self.teams}) < len(self.teams)

    @property
    def missing(self) -> int:
        return sum(line.missing for line in self.lines)


def teams_of(view: border.View) -> tuple[TeamOfSeats, ...]:
    """Who plays for whom in a stage of single players; nothing where they sit for themselves."""
    system, options = border.system_of(view.stage)
    ask = system.questions.teams
    return ask(view.snapshot, options) if ask else ()


def tell_teams(stage: Stage, players: Iterable[Player]) -> None:
    """Let players of a stage know for whom they play, where they play for somebody."""
    if SYSTEMS[stage.system].questions.teams is None:
        return
    names = _names(stage, stage.tournament.revision)
    for player in players:
        player.plays_for = names.get(player.pk, "")


@cached(LRUCache(64), key=lambda stage, revision: hashkey(stage.pk, revision), condition=Condition())
def _names(stage: Stage, _revision: int) -> Mapping[int, str]:
    """The team of each player, by the player's key."""
    view = border.take_view(stage)
    return {view.players[number].pk: team.name for team in teams_of(view) for number in team.players}


def team_score(view: border.View) -> TeamScore | None:
    """The score of the teams of a stage; None where there are none."""
    snapshot, teams = view.snapshot, teams_of(view)
    if not teams:
        return None
    own = {number: side for side, team in enumerate(teams) for number in team.players}
    brought = dict.fromkeys(own, Fraction(0))
    totals, lines = [Fraction(0)] * len(teams), []
    for played in snapshot.rounds:
        points = [Fraction(0)] * len(teams)
        for number, gained in scores.of_round(played, snapshot.scoring, own):
            points[own[number]] += gained
            brought[number] += gained
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        missing = sum(pairing.result is None for pairing in played.pairings)
        lines.append(RoundLine(played.number + view.stage.first_round - 1, tuple(points), tuple(totals), missing))
    found = [
        TeamLine(team.name, tuple(view.players[n] for n in team.players), tuple(brought[n] for n in team.players))
        for team in teams
    ]
    return TeamScore(tuple(found if len(found) == 2 else _ranked(found)), tuple(lines))


def score_of(stage: Stage) -> TeamScore | None:
    """The same, for a stage of which nobody has looked up anything yet."""
    return team_score(border.take_view(stage)) if SYSTEMS[stage.system].questions.teams else None


def csv_lines(score: TeamScore) -> Iterator[list[Any]]:
    """The score for a spreadsheet: a line for each player, the teams in the order of their table."""
    yield ["place", "team", "team points", "board count", "board", "name", "points"]
    for team in score.table:
        head = ["" if team.rank is None else team.rank, team.name, team.points, team.board_count]
        for board, (player, points) in enumerate(team.lines, start=1):
            yield [*head, board, player.name, points]


def _ranked(teams: Sequence[TeamLine]) -> Iterator[TeamLine]:
    """The teams with their places, shared by those that nothing separates."""
    orders = sorted(team.order for team in teams)
    for team in teams:
        yield TeamLine(team.name, team.players, team.boards, orders.index(team.order) + 1)
