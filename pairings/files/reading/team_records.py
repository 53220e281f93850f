"""The records of teams in a report file (C.02.03 annexure A): 310 or the older 013, 300, 320, 330, 352 and 362.

In records 240, 250, 260 and 299 of a team event the numbers are those of teams; record 013 has no number, and its teams
are numbered in their order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pairings.files.trf.fields import MOST_ROUNDS, TrfLineReader
from pairings.files.trf.records import ByeList, PlayerRecord, TrfDocument
from pairings.snapshot import Bye, Scoring
from pairings.wording.mark import gettext_noop as _

#: More boards than this no match has.
MOST_BOARDS = 25


@dataclass(frozen=True, slots=True)
class Team:
    """Record 310, or 013. `members` are numbers of players in board order.

    `points` are the match points and the game points in the file, None without them.
    """

    line: int
    number: int
    name: str
    members: tuple[int, ...]
    rating: int | None = None
    points: tuple[Fraction | None, Fraction | None] = (None, None)


@dataclass(frozen=True, slots=True)
class ToldLineUp:
    """Record 300: by boards the numbers of players, 0 for an empty board."""

    line: int
    round_number: int
    team: int
    opponent: int
    members: tuple[int, ...]


class TeamRecords:
    """The teams of a document, from its records. Raises TrfError for contradictions.

    `colours` are the colours of the first team's boards, from record 352. `byes` are the teams with the allocated bye
    by round. `forfeits` are the matches without a played board: by round and first team the signs and the other team.
    `strange` are records 300 that name players of another team, which are ignored.
    """

    def __init__(self, document: TrfDocument) -> None:
        self.document = document
        self.players = {record.number: record for record in document.records(PlayerRecord)}
        self.lines = {record.number: line for line, record in document.records_with_lines(PlayerRecord)}
        self.teams: Mapping[int, Team] = {
            team.number: team for team in sorted(self._teams(), key=lambda team: team.number)
        }
        self.team_of = {member: team.number for team in self.teams.values() for member in team.members}
        self.colours = next((line.text[4:].strip().upper() for line in self._lines("352")), "")
        self.byes: Mapping[int, int] = {}
        self.scoring = self._scoring()
        self.strange: list[ToldLineUp] = []
        self.line_ups: Mapping[tuple[int, int], ToldLineUp] = {
            (line_up.round_number, line_up.team): line_up for line_up in self._line_ups()
        }
        self.forfeits = {(number, first): (kind, second) for kind, number, first, second in self._forfeits()}

    @property
    def boards(self) -> int:
        return self.scoring.best_of

    def away(self, number: int) -> tuple[Bye, ...]:
        """Return the byes of records 240 for a round."""
        found = {
            team: listed.kind
            for listed in self.document.records(ByeList)
            if listed.round_number == number
            for team in listed.players
            if team in self.teams
        }
        return tuple(Bye(team, kind) for team, kind in sorted(found.items()))

    def _lines(self, code: str) -> Iterator[TrfLineReader]:
        for number, line in enumerate(self.document.lines, start=1):
            if line.code == code:
                yield TrfLineReader(number, line.text)

    def _teams(self) -> Iterator[Team]:
        old = not any(True for _line in self._lines("310"))
        used: set[int] = set()
        numbers: set[int] = set()
        for at, line in enumerate(self._lines("013" if old else "310"), start=1):
            column = 37 if old else 74
            team = self._old_team(line, at) if old else self._team(line)
            if team.number in numbers:
                raise line.error(5, _("a number not used by another team"), str(team.number))
            numbers.add(team.number)
            for member in team.members:
                if member not in self.players or member in used:
                    raise line.error(column, _("players of this file, each in one team"), str(member))
                used.add(member)
            yield team

    def _team(self, line: TrfLineReader) -> Team:
        number = line.whole(5, 7, _("a team's number"), 1, MOST_ROUNDS)
        strength = line.field(48, 53)
        hint = _("points such as 4.0")
        points = (line.points_or_none(55, 60, hint), line.points_or_none(62, 67, hint))
        rating = int(strength) if strength.isascii() and strength.isdecimal() else None
        return Team(line.line, number, line.field(9, 40), line.players(74), rating or None, points)

    def _old_team(self, line: TrfLineReader, number: int) -> Team:
        return Team(line.line, number, line.field(5, 36), line.players(37))

    def _scoring(self) -> Scoring:
        """Return the match points, and the points of a bye: those of a draw unless record 320 differs."""
        values = {"TW": Fraction(2), "TD": Fraction(1), "TL": Fraction(0)}
        for line in self._lines("362"):
            words = [word for _column, word in line.words()]
            for name, text in zip(words[::2], words[1::2], strict=False):
                if name in values:
                    values[name] = line.as_points(text, 5)
        byes = {}
        allocated = values["TD"]
        for line in self._lines("320"):
            points = line.points_or_none(5, 8, _("match points such as 1.0"))
            allocated = allocated if points is None else points
            for at, column in enumerate(range(15, len(line.text.rstrip()) + 1, 4), start=1):
                team = line.optional_number(column, column + 2, _("the number of a team, 000 for none"))
                if team:
                    byes[at] = team
        self.byes = byes
        return Scoring(
            win=values["TW"],
            draw=values["TD"],
            loss=values["TL"],
            forfeit_win=values["TW"],
            forfeit_loss=values["TL"],
            allocated_bye=allocated,
            full_bye=values["TW"],
            half_bye=values["TD"],
            zero_bye=Fraction(0),
            best_of=len(self.colours) or self._board_count(),
            boards=True,
        )

    def _board_count(self) -> int:
        """Return the most boards that one team ever filled; before a game the size of the smallest team."""
        rounds = range(1, self.document.columns + 1)
        filled = [
            sum(self.players[member].cell(number) is not None and self.sat(member, number) for member in team.members)
            for team in self.teams.values()
            for number in rounds
        ]
        return max(filled, default=0) or min((len(team.members) for team in self.teams.values()), default=1)

    def sat(self, member: int, number: int) -> bool:
        """Return whether a player sat at a board in a round; one without an opponent has a colour and a win."""
        cell = self.players[member].cell(number)
        return cell is not None and (cell.opponent is not None or (cell.colour != "" and cell.result == "+"))

    def _line_ups(self) -> Iterator[ToldLineUp]:
        for line in self._lines("300"):
            number = line.whole(5, 7, _("a round"), 1, MOST_ROUNDS)
            team = line.whole(9, 11, _("a team's number"), 1, MOST_ROUNDS)
            opponent = line.optional_number(13, 15, _("a team's number")) or 0
            columns = range(17, len(line.text.rstrip()) + 1, 5)
            members = tuple(line.optional_number(at, at + 3, _("a player's number (1 to 9999)")) or 0 for at in columns)
            line_up = ToldLineUp(line.line, number, team, opponent, members)
            own = {0, *(self.teams[team].members if team in self.teams else ())}
            if set(members) <= own and len([each for each in members if each]) == len({*members} - {0}):
                yield line_up
            else:
                self.strange.append(line_up)

    def _forfeits(self) -> Iterator[tuple[str, int, int, int]]:
        for line in self._lines("330"):
            kind = line.field(5, 6)
            if kind not in {"+-", "-+", "--"}:
                raise line.error(5, _("+-, -+ or --"), kind)
            number = line.whole(8, 10, _("a round"), 1, MOST_ROUNDS)
            sides = [line.whole(column, column + 2, _("a team's number"), 1, MOST_ROUNDS) for column in (12, 16)]
            for column, team in zip((12, 16), sides, strict=True):
                if team not in self.teams:
                    raise line.error(column, _("the number of a team of this file"), str(team))
            yield kind, number, sides[0], sides[1]


def says_matches(document: TrfDocument) -> bool:
    """Return whether records 192 and 092 say that teams play matches, instead of only listing members."""
    codes = [code.upper() for code in document.texts("192")]
    texts = [text.casefold() for text in document.texts("092")]
    return any("TEAM" in code for code in codes) or any("team" in each and "indiv" not in each for each in texts)
