"""Read team matches for pages and programs: their boards with the players, and the points of each member."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from threading import Condition

from cachetools import LRUCache, cached
from cachetools.keys import hashkey

from pairings.numbers import scores
from pairings.snapshot import Result
from pairings.system import TeamOfSeats
from pairings.systems import SYSTEMS
from tournaments.core import snapshot
from tournaments.core.words import boards
from tournaments.models import Appearance, MatchSheet, Pairing, Player, Round, Stage, TeamMember, Tournament


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board of a match: its players, None if nobody sits there or the line-up is unknown, and its result in
    notation.
    """

    number: int
    first: TeamMember | None
    second: TeamMember | None
    result: str


@dataclass(slots=True)
class MemberRecord:
    """A member's record: `points` from `boards` with results, of which `played` were played."""

    member: TeamMember
    boards: int = 0
    played: int = 0
    points: Fraction = field(default_factory=Fraction)
    rounds: list[tuple[int, int, Player, TeamMember | None, str]] = field(default_factory=list)

    @property
    def percent(self) -> Fraction:
        """The points as a percentage of the boards."""
        return 100 * self.points / self.boards if self.boards else Fraction(0)


def lines_of(sheet: MatchSheet | None, members: Mapping[str, TeamMember], count: int) -> list[BoardLine]:
    """Return the boards of a match; they have no players before both line-ups are in."""
    if sheet is None:
        return [BoardLine(number, None, None, "") for number in range(1, count + 1)]
    first = sheet.first if sheet.is_known else None
    second = sheet.second if sheet.is_known else None
    return [
        BoardLine(
            at + 1,
            members.get(first[at] or "") if first else None,
            members.get(second[at] or "") if second else None,
            sheet.boards[at] if at < len(sheet.boards) else "",
        )
        for at in range(count)
    ]


def match_lines(pairing: Pairing, tournament: Tournament) -> list[BoardLine]:
    """Return the public boards of a match; [] if there is nothing to show yet."""
    sheet = MatchSheet.objects.filter(pairing=pairing).first()
    if sheet is None or not (sheet.is_known or any(sheet.boards)):
        return []
    return lines_of(sheet, members_of(Player.objects.filter(appearances__pairing=pairing)), tournament.best_of)


def lines_by_match(round_: Round) -> dict[int, list[BoardLine]]:
    """Return the public boards of all matches of a round, by the keys of their pairings."""
    tournament = round_.tournament
    sheets = [
        sheet for sheet in MatchSheet.objects.filter(pairing__round=round_) if sheet.is_known or any(sheet.boards)
    ]
    members = members_of(tournament.players.all()) if sheets else {}
    return {sheet.pairing_id: lines_of(sheet, members, tournament.best_of) for sheet in sheets}


def lines_to_enter(pairings: Sequence[Pairing], tournament: Tournament) -> dict[int, list[BoardLine]]:
    """Return the boards of all these matches, by the keys of the pairings, including matches without any data."""
    sheets = {sheet.pairing_id: sheet for sheet in MatchSheet.objects.filter(pairing__in=pairings)}
    members = members_of(Player.objects.filter(appearances__pairing__in=pairings)) if sheets else {}
    return {each.pk: lines_of(sheets.get(each.pk), members, tournament.best_of) for each in pairings}


def members_of(teams: Iterable[Player]) -> dict[str, TeamMember]:
    """Return the members of teams by their ids, each with the team."""
    return {row.public_id: row for row in TeamMember.objects.filter(team__in=teams).select_related("team")}


def records(tournament: Tournament) -> list[MemberRecord]:
    """Return the records of all team members over the published rounds, the best first.

    They are ordered by percentage, then number of boards, then place in the team.
    """
    found = {key: MemberRecord(row) for key, row in members_of(tournament.players.all()).items()}
    sheets = MatchSheet.objects.filter(pairing__round__tournament=tournament).exclude(
        pairing__round__status=Round.Status.DRAFT
    )
    teams = _teams(sheets)
    for sheet in sheets.select_related("pairing__round").order_by("pairing__round__number"):
        if sheet.first is None or sheet.second is None:
            continue
        number = sheet.pairing.round.number
        for at, result in enumerate(boards.read(sheet.boards), start=1):
            sides = [found.get(line_up[at - 1] or "") for line_up in (sheet.first, sheet.second)]
            for side, (own, other) in enumerate((sides, sides[::-1])):
                if own is not None:
                    opponents = teams[sheet.pairing_id][2 - side]
                    _count(own, (number, at, opponents, other.member if other else None), result, first=side == 0)
    return sorted(found.values(), key=lambda each: (-each.percent, -each.boards, each.member.place, each.member.name))


def records_of(team: Player) -> list[MemberRecord]:
    """Return the records of one team's members, in team order."""
    own = [each for each in records(team.tournament) if each.member.team_id == team.pk]
    return sorted(own, key=lambda each: each.member.place)


def by_board(tournament: Tournament) -> list[tuple[int, list[MemberRecord]]]:
    """Return the records of members by board, their place in the team; the reserves come last, under 0."""
    groups: dict[int, list[MemberRecord]] = defaultdict(list)
    for each in records(tournament):
        if each.boards:
            place = each.member.place
            groups[place if place <= tournament.best_of else 0].append(each)
    return sorted(groups.items(), key=lambda group: (not group[0], group[0]))


def with_ranks(ordered: Sequence[MemberRecord]) -> list[tuple[int, MemberRecord]]:
    """Return records in order with their ranks; the same percentage of the same number of boards shares a rank."""
    ranks: dict[tuple[Fraction, int], int] = {}
    return [(ranks.setdefault((each.percent, each.boards), at), each) for at, each in enumerate(ordered, start=1)]


def _count(
    own: MemberRecord, place: tuple[int, int, Player, TeamMember | None], result: Result | None, *, first: bool
) -> None:
    if result is None:
        return
    brought = boards.points(result, first=first)
    own.boards += 1
    own.played += result.played
    own.points += brought
    own.rounds.append((*place, boards.board_for_side(result, first=first)))


def _teams(sheets: Iterable[MatchSheet]) -> dict[int, dict[int, Player]]:
    found: dict[int, dict[int, Player]] = defaultdict(dict)
    for place in Appearance.objects.filter(pairing__sheet__in=sheets).select_related("player").defer("reasons"):
        found[place.pairing_id or 0][place.side or 0] = place.player
    return found


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team: the points of each of its players, in board order, and its place in the table.

    `rank` is None in a match of two teams, which has a score and no places.
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
        """The board count: each board's number times its points, added up.

        Among teams with equal points the lower count is better (C.07 11).
        """
        return sum((board * points for board, points in enumerate(self.boards, start=1)), Fraction(0))

    @property
    def order(self) -> tuple[Fraction, ...]:
        """The sort key; lower is better: points, then the board count, then the points of board 1, of board 2 and so
        on.
        """
        return (-self.points, self.board_count, *(-points for points in self.boards))

    @property
    def lines(self) -> list[tuple[Player, Fraction]]:
        return list(zip(self.players, self.boards, strict=True))


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round: the points of each team so far, the score after it, and the number of its open games."""

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
        """Whether both teams have equal points, so that the board count matters."""
        return len({team.points for team in self.teams}) < len(self.teams)

    @property
    def missing(self) -> int:
        return sum(line.missing for line in self.lines)


def teams_of(view: snapshot.View) -> tuple[TeamOfSeats, ...]:
    """Return the teams of a stage of single players; () if each plays alone."""
    system, options = snapshot.system_of(view.stage)
    ask = system.questions.teams
    return ask(view.snapshot, options) if ask else ()


def tell_teams(stage: Stage, players: Iterable[Player]) -> None:
    """Set the team of each player of a stage, if players play for teams."""
    if SYSTEMS[stage.system].questions.teams is None:
        return
    names = _names(stage, stage.tournament.revision)
    for player in players:
        player.plays_for = names.get(player.pk, "")


@cached(LRUCache(64), key=lambda stage, revision: hashkey(stage.pk, revision), condition=Condition())
def _names(stage: Stage, _revision: int) -> Mapping[int, str]:
    """Return the team of each player, by the player's key."""
    view = snapshot.take_view(stage)
    return {view.players[number].pk: team.name for team in teams_of(view) for number in team.players}


def team_score(view: snapshot.View) -> TeamScore | None:
    """Return the score of the teams of a stage; None if there are none."""
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
    return TeamScore(tuple(found if len(found) == 2 else _rank_teams(found)), tuple(lines))


def score_of(stage: Stage) -> TeamScore | None:
    """Return the score of the teams of a stage, from a new view of the stage; None if there are none."""
    return team_score(snapshot.take_view(stage)) if SYSTEMS[stage.system].questions.teams else None


def csv_lines(score: TeamScore) -> Iterator[list[object]]:
    """Yield the score for a spreadsheet: a line for each player, the teams in the order of their table."""
    yield ["place", "team", "team points", "board count", "board", "name", "points"]
    for team in score.table:
        head = ["" if team.rank is None else team.rank, team.name, team.points, team.board_count]
        for board, (player, points) in enumerate(team.lines, start=1):
            yield [*head, board, player.name, points]


def _rank_teams(teams: Sequence[TeamLine]) -> Iterator[TeamLine]:
    """Yield the teams with their places, which tied teams share."""
    orders = sorted(team.order for team in teams)
    for team in teams:
        yield TeamLine(team.name, team.players, team.boards, orders.index(team.order) + 1)
