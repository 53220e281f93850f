"""The rounds of a team event in a report file: matches and their boards, from the players' records 001.

A match is made of its boards: the opponents of a team's players in a round. Record 300 gives the boards; otherwise it
is the order of the team's list. If the two teams then disagree, the opponents of the first team's players decide. The
points of the boards are the game points, and the team with more of them has won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pairings.files.reading.team_records import Team, TeamRecords, ToldLineUp
from pairings.files.trf.errors import TrfError
from pairings.files.trf.reading.player_read import BLOCK, FIRST_BLOCK
from pairings.files.trf.records import BYES, PLAYED_CODES, TrfCell
from pairings.files.trf.replay import result_of
from pairings.numbers import scores
from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Player, Result, Round, Snapshot
from pairings.wording.mark import gettext_noop as _

#: The worth of a code to its player, in games won and drawn.
_WON, _DRAWN = frozenset("1W+"), frozenset("=D")
_OTHER = {"w": "b", "b": "w"}
_FORFEITS = {
    "+-": Result(Outcome.WIN, Outcome.LOSS, Decision.FORFEIT),
    "-+": Result(Outcome.LOSS, Outcome.WIN, Decision.FORFEIT),
    "--": Result(Outcome.LOSS, Outcome.LOSS, Decision.FORFEIT),
}
#: The code of a board with a player of the first team only, of the second only, or of neither.
_ALONE = {(True, False): "+-", (False, True): "-+", (False, False): "--"}


@dataclass(slots=True)
class TeamMatch:
    """A team's match as its own boards show it.

    `first` says whether it has White on the first of them, and `whites` on how many it has.
    """

    opponent: int
    whites: int = 0
    won: int = 0
    drawn: int = 0
    played: bool = False
    is_open: bool = False
    first: bool | None = None


@dataclass(frozen=True, slots=True)
class BoardSheet:
    """The boards of a match: by boards the player numbers of both teams, None for an empty seat, and results.

    The result of an open game is None.
    """

    first: tuple[int | None, ...]
    second: tuple[int | None, ...]
    results: tuple[Result | None, ...]


class TeamEvent:
    """The rounds of teams, and the boards of each match by its round and its first team. Raises TrfError."""

    def __init__(self, records: TeamRecords) -> None:
        self.records = records
        self.rounds: tuple[Round, ...] = ()
        last = max((number for number in self._numbers() if self._is_played(number)), default=0)
        for number in range(1, last + 1):
            self.rounds += (self._round(number),)
        self.sheets: Mapping[tuple[int, int], BoardSheet] = {
            (played.number, pairing.first): sheet
            for played in self.rounds
            for pairing in played.pairings
            if (sheet := self._sheet(played.number, pairing)) is not None
        }

    @property
    def before(self) -> Snapshot:
        """The event before its next round."""
        return Snapshot(
            players=tuple(Player(team.number, team.name, team.rating) for team in self.records.teams.values()),
            rounds=self.rounds,
            scoring=self.records.scoring,
            next_round=len(self.rounds) + 1,
        )

    def _numbers(self) -> range:
        """Return the rounds that any record covers."""
        numbers = [number for number, _team in (*self.records.forfeits, *self.records.line_ups)]
        return range(1, max([self.records.document.columns, *numbers]) + 1)

    def _is_played(self, number: int) -> bool:
        has_record = any(at == number for at, _team in (*self.records.forfeits, *self.records.line_ups))
        cells = (player.cell(number) for player in self.records.players.values())
        return has_record or any(cell is not None and cell.opponent is not None for cell in cells)

    def _round(self, number: int) -> Round:
        matches = ((team.number, self._match(team, number)) for team in self.records.teams.values())
        by_team = {team: match for team, match in matches if match is not None}
        pairs: list[tuple[int, int, Result | None]] = []
        for (round_number, first), (kind, second) in self.records.forfeits.items():
            if round_number == number and not any(by_team[side].played for side in (first, second) if side in by_team):
                pairs.append((first, second, _FORFEITS[kind]))
        placed = {side for one, other, _result in pairs for side in (one, other)}
        pairs += self._find_matches(number, {team: match for team, match in by_team.items() if team not in placed})
        placed |= {side for one, other, _result in pairs for side in (one, other)}
        for entry in self.records.line_ups.values():
            if entry.round_number == number and entry.opponent in self.records.teams and self._is_new(entry, placed):
                pairs.append((entry.team, entry.opponent, None))
                placed |= {entry.team, entry.opponent}
        byes = [Bye(team, kind) for team, kind in self._byes(number) if team not in placed]
        return Round(number, tuple(self._at_tables(pairs)), tuple(byes))

    def _is_new(self, line_up: ToldLineUp, placed: set[int]) -> bool:
        return line_up.team != line_up.opponent and not {line_up.team, line_up.opponent} & placed

    def _find_matches(self, number: int, by_team: Mapping[int, TeamMatch]) -> Iterator[tuple[int, int, Result | None]]:
        """Yield the matches from boards, each only once, seen from its first team."""
        for team, match in by_team.items():
            other = by_team.get(match.opponent)
            if other is None and not match.played:  # who did not come has no line of it
                other = TeamMatch(team)
            if other is None or other.opponent != team:
                line = self.records.teams[team].line
                raise TrfError(line, 74, _("a team whose players all met players of one other team"), f"{number}")
            if match.drawn != other.drawn:
                line = self.records.lines[self.records.teams[team].members[0]]
                raise TrfError(line, _column(number), _("boards drawn for both teams or for neither"), f"{number}")
            if self._is_first(team, match, other):
                yield team, match.opponent, _result(match, other)

    def _at_tables(self, pairs: Sequence[tuple[int, int, Result | None]]) -> Iterator[Pairing]:
        """Yield pairings in the order of C.04.2 article 3.6, by the match points of the rounds before."""
        points = scores.points(self.before)
        keys = {one: sorted((points[one], points[other]), reverse=True) for one, other, _result in pairs}
        ordered = sorted(pairs, key=lambda pair: (-keys[pair[0]][0], -sum(keys[pair[0]]), min(pair[:2])))
        for table, (one, other, result) in enumerate(ordered, start=1):
            yield Pairing(table, one, other, result)

    def _match(self, team: Team, number: int) -> TeamMatch | None:
        """Return the match of a team according to its boards, or None if it had none."""
        opposed = list(self._boards(team, number))
        met = [cell.opponent for _board, _member, cell in opposed if cell.opponent is not None]
        opponents = Counter(self.records.team_of.get(opponent, 0) for opponent in met)
        if not met:
            return None
        opponent, _times = opponents.most_common(1)[0]
        if len(opponents) > 1 or opponent in (0, team.number):
            raise self._stray(opposed, team, number)
        if len(opposed) > self.records.boards:
            line = self.records.lines[team.members[0]]
            raise TrfError(
                line, _column(number), _("no more players per team than boards in a match (352)"), f"{number}"
            )
        match = TeamMatch(opponent)
        for board, _member, cell in opposed:
            self._add(match, board, cell)
        return match

    def _stray(self, opposed: Sequence[tuple[int, int, TrfCell]], team: Team, number: int) -> TrfError:
        """Return the fault of a team that did not meet exactly one other team.

        It is at the opponent without a team, else at the first member who met another team than most did.
        """
        met = [(member, cell.opponent) for _board, member, cell in opposed if cell.opponent is not None]
        for _member, opponent in met:
            if opponent not in self.records.team_of:
                expected = _("a player in a team (310), because the player has a game in this round")
                return TrfError(self.records.lines[opponent], _column(number), expected, f"{opponent}")
        teams = Counter(self.records.team_of[opponent] for _member, opponent in met)
        usual = next((each for each, _times in teams.most_common() if each != team.number), None)
        member, opponent = next(each for each in met if self.records.team_of[each[1]] != usual)
        expected = _("players of one team who all met players of one other team")
        return TrfError(self.records.lines[member], _column(number), expected, f"{opponent}")

    def _boards(self, team: Team, number: int) -> Iterator[tuple[int, int, TrfCell]]:
        """Yield (board from 0, member, cell) of each seated team member: by record 300, else in the team's order."""
        line_up = self.records.line_ups.get((number, team.number))
        members = [member for member in team.members if self.records.sat(member, number)]
        if line_up is not None and set(members) <= {*line_up.members}:
            places = [(board, member) for board, member in enumerate(line_up.members) if member in members]
        else:
            places = list(enumerate(members))
        for board, member in places:
            cell = self.records.players[member].cell(number)
            if cell is not None:
                yield board, member, cell

    def _add(self, match: TeamMatch, board: int, cell: TrfCell) -> None:
        match.whites += cell.colour == "w"
        match.won += cell.result in _WON
        match.drawn += cell.result in _DRAWN
        match.is_open |= not cell.result
        match.played |= cell.result in PLAYED_CODES or not cell.result
        if match.first is None and cell.colour:
            colours = self.records.colours
            is_reversed = colours[board : board + 1] == "B" if colours else board % 2 == 1
            match.first = (_OTHER[cell.colour] if is_reversed else cell.colour) == "w"

    def _is_first(self, team: int, match: TeamMatch, other: TeamMatch) -> bool:
        """Return whether a team is first, by the first boards of both.

        If these contradict each other, as in a line-up out of order without a record 300, the team with more Whites is
        first.
        """
        own, opposite = match.first, None if other.first is None else not other.first
        if own is not None and opposite is not None and own != opposite:
            if match.whites != other.whites:
                return match.whites > other.whites
            return own if team < match.opponent else opposite
        is_first = opposite if own is None else own
        return team < match.opponent if is_first is None else is_first

    def _byes(self, number: int) -> Iterator[tuple[int, ByeKind]]:
        """Yield each team's bye if it has no match: allocated, requested, or from its players' lines."""
        byes = {bye.player: bye.kind for bye in self.records.away(number)}
        for team in self.records.teams.values():
            if self.records.byes.get(number) == team.number:
                yield team.number, ByeKind.ALLOCATED
            elif team.number in byes:
                yield team.number, byes[team.number]
            else:
                cells = [self.records.players[member].cell(number) for member in team.members]
                codes = Counter(BYES[cell.result] for cell in cells if cell is not None and cell.result in BYES)
                yield team.number, codes.most_common(1)[0][0] if codes else ByeKind.ZERO

    def _sheet(self, number: int, pairing: Pairing) -> BoardSheet | None:
        """Return the boards of a match; None if all are empty."""
        one, other = (self._line_up(team, number) for team in (pairing.first, pairing.second))
        if not any(one) and not any(other):
            return None
        other = self._opposite(number, one, other)
        results = (self._board(number, *both) for both in zip(one, other, strict=True))
        return BoardSheet(tuple(one), tuple(other), tuple(results))

    def _line_up(self, team: int, number: int) -> list[int | None]:
        found: list[int | None] = [None] * self.records.boards
        for board, member, _cell in self._boards(self.records.teams[team], number):
            found[board] = member
        return found

    def _opposite(self, number: int, one: Sequence[int | None], other: Sequence[int | None]) -> list[int | None]:
        """Return the second line-up, reordered by the opponents of the first if needed, the others last."""
        met = [self._opponent(member, number) for member in one]
        members = {member for member in other if member}
        opponents = [opponent if opponent in members else None for opponent in met]
        if all(want in (None, sits) for want, sits in zip(opponents, other, strict=True)):
            return list(other)
        remaining = [member for member in other if member and member not in opponents]
        free = [board for board, member in enumerate(one) if member is None]
        for board, member in zip(
            [*free, *(at for at, want in enumerate(opponents) if want is None)], remaining, strict=False
        ):
            opponents[board] = member
        return opponents

    def _opponent(self, member: int | None, number: int) -> int | None:
        cell = self.records.players[member].cell(number) if member else None
        return cell.opponent if cell is not None else None

    def _board(self, number: int, one: int | None, other: int | None) -> Result | None:
        if one is None or other is None:
            return _FORFEITS[_ALONE[one is not None, other is not None]]
        cells = [self.records.players[member].cell(number) for member in (one, other)]
        first, second = (cell.result if cell is not None else "" for cell in cells)
        return result_of(first, second)


def _result(match: TeamMatch, other: TeamMatch) -> Result | None:
    """Return the match by its boards, of which some may be lost for both; open while one is.

    A match without a played board is a forfeit, unless both won equally many.
    """
    if match.is_open or other.is_open:
        return None
    ahead = match.won - other.won
    sides = (Outcome.WIN, Outcome.LOSS) if ahead > 0 else (Outcome.LOSS, Outcome.WIN)
    if match.played or other.played or (not ahead and match.won):
        outcome = sides if ahead else (Outcome.DRAW, Outcome.DRAW)
        return Result(*outcome, games=(match.won, other.won, match.drawn))
    return Result(*(sides if ahead else (Outcome.LOSS, Outcome.LOSS)), Decision.FORFEIT)


def _column(number: int) -> int:
    """Return the column of a round in a player's line."""
    return FIRST_BLOCK + BLOCK * (number - 1)
