"""A team event in a report file (TRF26): its teams as players, its matches as pairings (C.02.03 annexure A).

Records 310 name the teams and their players. A match is made of its boards: whom the players of a team met in a round,
as records 001 have it; the points of the boards are the game points, and who has more of them won. Records 320 are byes
of teams, 330 matches of which no board was played, 352 the colours of the boards and 362 the match points. In records
240 and 260 of a team event the numbers are those of teams.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pairings.reading.recorded import Recorded
from pairings.snapshot import (
    Bye,
    ByeKind,
    Decision,
    ForbiddenPair,
    Outcome,
    Pairing,
    Player,
    Result,
    Round,
    Scoring,
    Snapshot,
)
from pairings.systems.team_swiss.options import options_named
from pairings.trf.errors import TrfError
from pairings.trf.fields import MOST_ROUNDS, Fields
from pairings.trf.records import (
    BYES,
    PLAYED,
    ByeList,
    Cell,
    Document,
    Forbidden,
    InitialColour,
    PlannedRounds,
    PlayerRecord,
)
from pairings.wording.mark import gettext_noop as _

#: What a code is worth to who has it, in games won and drawn.
_WON, _DRAWN = frozenset("1W+"), frozenset("=D")
_OTHER = {"w": "b", "b": "w"}


@dataclass(slots=True)
class Team:
    """Record 310. `members` are numbers of players in the order of their boards."""

    line: int
    number: int
    name: str
    members: tuple[int, ...]


@dataclass(slots=True)
class Match:
    """What is known of a team's match from its own boards; `first` says whether it has White on the first of them."""

    opponent: int
    won: int = 0
    drawn: int = 0
    played: bool = False
    is_open: bool = False
    first: bool | None = None


def named_system(document: Document) -> Mapping[str, object] | None:
    """The options of the Swiss team system, where a file says that it was paired by it and has teams; else None."""
    if not any(line.code == "310" for line in document.lines):
        return None
    codes = [code.strip().upper() for code in document.texts("192") if code.strip()]
    return options_named(codes[0]) if codes else None


def read_teams(document: Document, options: Mapping[str, object]) -> Recorded:
    """The event as the team system sees it. Raises TrfError for what contradicts itself."""
    event = _Event(document)
    played = tuple(event.rounds())
    planned = next((record.count for record in document.records(PlannedRounds)), None)
    colour = next((record.colour for record in document.records(InitialColour) if record.colour), "")
    before = Snapshot(
        players=tuple(Player(team.number, team.name) for team in event.teams.values()),
        rounds=played,
        scoring=event.scoring,
        next_round=len(played) + 1,
        planned_rounds=planned,
        forbidden=tuple(
            ForbiddenPair(frozenset(rule.players) & event.teams.keys(), rule.first_round, rule.last_round)
            for rule in document.records(Forbidden)
        ),
        first_colour={"w": "first", "b": "second"}.get(colour),
    )
    asked = {number: event.away(number) for number in range(len(played) + 1, len(played) + 2)}
    return Recorded(before, {n: str(n) for n in event.teams}, "team-swiss", dict(options), asked, {})


class _Event:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.players = {record.number: record for record in document.records(PlayerRecord)}
        self.lines = {record.number: line for line, record in document.located(PlayerRecord)}
        self.teams = {team.number: team for team in sorted(self._teams(), key=lambda team: team.number)}
        self.team_of = {member: team.number for team in self.teams.values() for member in team.members}
        self.colours = next((line.text[4:].strip().upper() for line in self._lines("352")), "")
        self.byes: Mapping[int, int] = {}
        self.scoring = self._scoring()
        self.line_ups = {(number, team): members for number, team, members in self._line_ups()}
        self.forfeits = {(number, first): (kind, second) for kind, number, first, second in self._forfeits()}

    def _lines(self, code: str) -> Iterator[Fields]:
        for number, line in enumerate(self.document.lines, start=1):
            if line.code == code:
                yield Fields(number, line.text)

    def _teams(self) -> Iterator[Team]:
        seen: dict[int, int] = {}
        for line in self._lines("310"):
            number = line.whole(5, 7, _("a team's number"), 1, 999)
            members = line.players(74)
            for member in members:
                if member not in self.players or member in seen:
                    raise line.error(74, _("players of this file, each in one team"), str(member))
                seen[member] = number
            yield Team(line.line, number, line.field(9, 40), members)

    def _scoring(self) -> Scoring:
        """The match points, and what a bye brings: those of a draw unless record 320 says otherwise."""
        values = {"TW": Fraction(2), "TD": Fraction(1), "TL": Fraction(0)}
        for line in self._lines("362"):
            words = [word for _column, word in line.words()]
            for name, text in zip(words[::2], words[1::2], strict=False):
                if name in values:
                    values[name] = line.as_points(text, 5)
        byes = {}
        allocated = values["TD"]
        for line in self._lines("320"):
            allocated = line.points_or_none(5, 8, _("match points such as 1.0")) or allocated
            for at, column in enumerate(range(15, len(line.text.rstrip()) + 1, 4), start=1):
                team = line.whole_or_none(column, column + 2, _("the number of a team, 000 for none"))
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
            best_of=len(self.colours) or max((len(team.members) for team in self.teams.values()), default=1),
        )

    def _line_ups(self) -> Iterator[tuple[int, int, list[int]]]:
        for line in self._lines("300"):
            number = line.whole(5, 7, _("a round"), 1, MOST_ROUNDS)
            team = line.whole(9, 11, _("a team's number"), 1, 999)
            columns = range(17, len(line.text.rstrip()) + 1, 5)
            members = [line.whole_or_none(at, at + 3, _("a player's number (1 to 9999)")) or 0 for at in columns]
            yield number, team, members

    def _forfeits(self) -> Iterator[tuple[str, int, int, int]]:
        for line in self._lines("330"):
            kind = line.field(5, 6)
            if kind not in {"+-", "-+", "--"}:
                raise line.error(5, _("+-, -+ or --"), kind)
            number = line.whole(8, 10, _("a round"), 1, MOST_ROUNDS)
            sides = [line.whole(column, column + 2, _("a team's number"), 1, 999) for column in (12, 16)]
            yield kind, number, sides[0], sides[1]

    def rounds(self) -> Iterator[Round]:
        count = max((len(player.cells) for player in self.players.values()), default=0)
        met = [number for number in range(1, count + 1) if self._is_played(number)]
        for number in range(1, max(met, default=0) + 1):
            yield self._round(number)

    def _is_played(self, number: int) -> bool:
        cells = (player.cell(number) for player in self.players.values())
        return any(cell is not None and cell.opponent is not None for cell in cells)

    def _round(self, number: int) -> Round:
        matches = ((team.number, self._match(team, number)) for team in self.teams.values())
        by_team = {team: match for team, match in matches if match is not None}
        pairs: list[Pairing] = []
        for team, match in by_team.items():
            other = by_team.get(match.opponent)
            if other is None or other.opponent != team:
                line = self.teams[team].line
                raise TrfError(line, 74, _("a team whose players met those of one other team"), f"{number}")
            if match.drawn != other.drawn:
                line = self.lines[self.teams[team].members[0]]
                raise TrfError(line, 92, _("boards that were drawn for both teams or for neither"), f"{number}")
            if self._is_first(team, match, other):
                pairs.append(Pairing(len(pairs) + 1, team, match.opponent, _result(match, other)))
        placed = {side for pairing in pairs for side in (pairing.first, pairing.second)}
        for (round_number, first), (kind, second) in self.forfeits.items():
            if round_number == number and not {first, second} & placed:
                pairs.append(Pairing(len(pairs) + 1, first, second, _FORFEITS[kind]))
                placed |= {first, second}
        byes = [Bye(team, kind) for team, kind in self._byes(number) if team not in placed]
        return Round(number, tuple(pairs), tuple(byes))

    def _match(self, team: Team, number: int) -> Match | None:
        """What the boards of a team say of its match; None if it had none, or none of them was played."""
        opposed = list(self._boards(team, number))
        met = [cell.opponent for _board, cell in opposed if cell.opponent is not None]
        opponents = Counter(self.team_of.get(opponent, 0) for opponent in met)
        if not met:
            return None
        opponent, _times = opponents.most_common(1)[0]
        if len(opponents) > 1 or not opponent:
            line = self.lines[team.members[0]]
            raise TrfError(line, 92, _("players of one team that all met players of one other team"), f"{number}")
        match = Match(opponent)
        for board, cell in opposed:
            self._add(match, board, cell)
        return match if match.played else None

    def _boards(self, team: Team, number: int) -> Iterator[tuple[int, Cell]]:
        """The boards at which somebody of the team sat: as record 300 has them, else its players in their order."""
        told = self.line_ups.get((number, team.number))
        if told is None:
            cells = (self.players[member].cell(number) for member in team.members)
            yield from enumerate(cell for cell in cells if cell is not None and _sat(cell))
            return
        for board, member in enumerate(told):
            cell = self.players[member].cell(number) if member in self.players else None
            if cell is not None and _sat(cell):
                yield board, cell

    def _add(self, match: Match, board: int, cell: Cell) -> None:
        match.won += cell.result in _WON
        match.drawn += cell.result in _DRAWN
        match.is_open |= not cell.result
        match.played |= cell.result in PLAYED or not cell.result
        if match.first is None and cell.colour:
            turned = self.colours[board : board + 1] == "B" if self.colours else board % 2 == 1
            match.first = (_OTHER[cell.colour] if turned else cell.colour) == "w"

    def _is_first(self, team: int, match: Match, other: Match) -> bool:
        if match.first is not None:
            return match.first
        return team < match.opponent if other.first is None else not other.first

    def _byes(self, number: int) -> Iterator[tuple[int, ByeKind]]:
        """Every team's bye, were it to have no match: allocated, as asked for, or as its first player's line has it."""
        told = {bye.player: bye.kind for bye in self.away(number)}
        for team in self.teams.values():
            if self.byes.get(number) == team.number:
                yield team.number, ByeKind.ALLOCATED
            elif team.number in told:
                yield team.number, told[team.number]
            else:
                cells = [self.players[member].cell(number) for member in team.members]
                codes = Counter(BYES[cell.result] for cell in cells if cell is not None and cell.result in BYES)
                yield team.number, codes.most_common(1)[0][0] if codes else ByeKind.ZERO

    def away(self, number: int) -> tuple[Bye, ...]:
        """The byes that records 240 have for a round."""
        found = {
            team: listed.kind
            for listed in self.document.records(ByeList)
            if listed.round_number == number
            for team in listed.players
            if team in self.teams
        }
        return tuple(Bye(team, kind) for team, kind in sorted(found.items()))


def _sat(cell: Cell) -> bool:
    """Whether somebody sat at a board; with a colour and no opponent there was nobody at the other side."""
    return cell.opponent is not None or bool(cell.colour)


def _result(match: Match, other: Match) -> Result | None:
    """The match by its boards, of which some may be lost for both; open as long as one is."""
    if match.is_open:
        return None
    ahead = match.won - other.won
    sides = (Outcome.WIN, Outcome.LOSS) if ahead > 0 else (Outcome.LOSS, Outcome.WIN)
    outcome = sides if ahead else (Outcome.DRAW, Outcome.DRAW)
    return Result(*outcome, games=(match.won, other.won, match.drawn))


_FORFEITS = {
    "+-": Result(Outcome.WIN, Outcome.LOSS, Decision.FORFEIT),
    "-+": Result(Outcome.LOSS, Outcome.WIN, Decision.FORFEIT),
    "--": Result(Outcome.LOSS, Outcome.LOSS, Decision.FORFEIT),
}
