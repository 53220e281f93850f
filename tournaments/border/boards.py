"""Matches of teams as pages and programs read them: their boards with who sat there, and what each member brought."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pairings.snapshot import Result
from tournaments.models import Appearance, MatchSheet, Pairing, Player, Round, TeamMember, Tournament
from tournaments.words import boards


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board of a match: who sits there, None where nobody does or nobody has said it, and its result as written."""

    number: int
    first: TeamMember | None
    second: TeamMember | None
    result: str


@dataclass(slots=True)
class Record:
    """What a member has brought: `points` of the boards that are in, of which so many were `played`."""

    member: TeamMember
    boards: int = 0
    played: int = 0
    points: Fraction = field(default_factory=Fraction)
    rounds: list[tuple[int, int, Player, TeamMember | None, str]] = field(default_factory=list)

    @property
    def percent(self) -> Fraction:
        """Points of a hundred boards."""
        return 100 * self.points / self.boards if self.boards else Fraction(0)


def lines_of(sheet: MatchSheet | None, members: Mapping[str, TeamMember], count: int) -> list[BoardLine]:
    """The boards of a match, as many as there are; nobody sits there before both line-ups are in."""
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
    """The boards of a match as everybody may read them; none where there is nothing to be read yet."""
    sheet = MatchSheet.objects.filter(pairing=pairing).first()
    if sheet is None or not (sheet.is_known or any(sheet.boards)):
        return []
    return lines_of(sheet, members_of(Player.objects.filter(appearances__pairing=pairing)), tournament.best_of)


def lines_by_match(round_: Round) -> dict[int, list[BoardLine]]:
    """The same of all matches of a round, by the keys of their pairings."""
    tournament = round_.tournament
    sheets = [
        sheet for sheet in MatchSheet.objects.filter(pairing__round=round_) if sheet.is_known or any(sheet.boards)
    ]
    members = members_of(tournament.players.all()) if sheets else {}
    return {sheet.pairing_id: lines_of(sheet, members, tournament.best_of) for sheet in sheets}


def members_of(teams: Iterable[Player]) -> dict[str, TeamMember]:
    """The members of teams by their ids, each with the team."""
    return {row.public_id: row for row in TeamMember.objects.filter(team__in=teams).select_related("team")}


def records(tournament: Tournament) -> list[Record]:
    """What every member of every team has brought in the rounds that everybody sees, in the order of the best: by
    percent, then boards, then place in the team.
    """
    found = {key: Record(row) for key, row in members_of(tournament.players.all()).items()}
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


def records_of(team: Player) -> list[Record]:
    """The same of the members of one team, in their order."""
    own = [each for each in records(team.tournament) if each.member.team_id == team.pk]
    return sorted(own, key=lambda each: each.member.place)


def by_board(tournament: Tournament) -> list[tuple[int, list[Record]]]:
    """Who has sat at a board, under the place in the team; 0 are the reserves, at last."""
    groups: dict[int, list[Record]] = defaultdict(list)
    for each in records(tournament):
        if each.boards:
            place = each.member.place
            groups[place if place <= tournament.best_of else 0].append(each)
    return sorted(groups.items(), key=lambda group: (not group[0], group[0]))


def _count(
    own: Record, where: tuple[int, int, Player, TeamMember | None], result: Result | None, *, first: bool
) -> None:
    if result is None:
        return
    brought = boards.points(result, first=first)
    own.boards += 1
    own.played += result.played
    own.points += brought
    own.rounds.append((*where, boards.told(result, first=first)))


def _teams(sheets: Iterable[MatchSheet]) -> dict[int, dict[int, Player]]:
    found: dict[int, dict[int, Player]] = defaultdict(dict)
    for place in Appearance.objects.filter(pairing__sheet__in=sheets).select_related("player").defer("reasons"):
        found[place.pairing_id or 0][place.side or 0] = place.player
    return found
