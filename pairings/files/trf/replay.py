"""Snapshots from a report file: the tournament before each of its rounds.

The lines of two opponents must describe the same game. As in the engines, a forfeit need not be in the other line: one
that stands alone is a bye of the same value. Table numbers are not in the file; tables are in the order of C.04.2
article 3.6.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import repeat, zip_longest
from operator import itemgetter
from typing import NamedTuple

from pairings.files.trf.comments.by_hand import manual_places_in, orders_in, values_in
from pairings.files.trf.comments.own import KierrosComment, own_in
from pairings.files.trf.errors import TrfError
from pairings.files.trf.rated import counting
from pairings.files.trf.ratings import rank_ratings
from pairings.files.trf.reading.player_read import BLOCK, FIRST_BLOCK
from pairings.files.trf.records import (
    BYES,
    FORFEIT,
    OUTCOMES,
    PLAYED_CODES,
    AbnormalPoints,
    ByeList,
    PlayerRecord,
    TrfCell,
    TrfDocument,
)
from pairings.files.trf.settings import Settings, settings, trim_zeros
from pairings.numbers import scores
from pairings.snapshot import (
    Bye,
    ByeKind,
    Decision,
    Deduction,
    ForbiddenPair,
    Pairing,
    Player,
    Result,
    Round,
    Scoring,
    Snapshot,
)
from pairings.wording.mark import Sentence
from pairings.wording.mark import gettext_noop as _

_SIDES = {"w": "first", "b": "second"}


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player's record with its line, and the pairing number."""

    line: int
    number: int
    record: PlayerRecord


class Replay:
    """A document whose lines agree with each other. Raises TrfError at the first disagreement.

    `played` is the number of recorded rounds; `untold` are the tables of each round with forfeits whose colours no line
    gives; `points` are all points of the rounds. Numbers in snapshots are pairing numbers: those of the file, or with
    `XXC rank` the order of the lines; `ids` gives those of the file. `games` rounds of the file are one here.
    """

    games = 1

    def __init__(self, document: TrfDocument) -> None:
        self.document = document = counting(document)
        for fault in disagreements(document):
            raise fault
        self.untold: dict[int, frozenset[int]] = {}
        self.settings: Settings = self._settings()
        self.entrants = _entrants(document, self.settings.by_position)
        self.ids: Mapping[int, int] = {e.number: e.record.number for e in self.entrants}
        self._numbers = {file_number: number for number, file_number in self.ids.items()}
        self._columns = tuple(zip_longest(*(entrant.record.cells for entrant in self.entrants)))
        self.played = _last_paired_round(self._columns)
        self._abnormal = Abnormal(document.records(AbnormalPoints), self.settings.scoring)
        self.virtual_points = self._virtual_points()
        self._deductions = self._read_deductions()
        written = {points for row in self.virtual_points.values() for points in row}
        written |= {each.points for row in self._deductions.values() for each in row}
        parts = scores.denominator(self.settings.scoring, written)
        self._worth = scores.Worth(self.settings.scoring, Fraction(1, parts))
        self._extra = {number: tuple(map(self._worth.whole, row)) for number, row in self.virtual_points.items()}
        self._scores = dict.fromkeys(self.ids, 0)
        self._sides = {e.record.number: (e.number, place) for place, e in enumerate(self.entrants)}
        self.rounds = tuple(self._round(number) for number in range(1, self.played + 1))
        self.points: Mapping[int, Fraction] = {n: Fraction(score, parts) for n, score in self._scores.items()}

    @property
    def names(self) -> dict[int, str]:
        """The names of players for people, with their numbers in the file."""
        return {e.number: f"{e.record.name or 'player'} ({e.record.number})" for e in self.entrants}

    def snapshot(self, round_number: int) -> Snapshot:
        """Return the tournament before `round_number` is paired. Raises ValueError for a round that is out of range."""
        if not 1 <= round_number <= self.played + 1:
            raise ValueError(f"Give a round from 1 to {self.played + 1}.")
        return Snapshot(
            players=self._players,
            rounds=self.rounds[: round_number - 1],
            scoring=self.settings.scoring,
            next_round=round_number,
            planned_rounds=self.settings.planned_rounds,
            byes=self._absences(round_number),
            forbidden=self._forbidden,
            virtual_points=self.virtual_points,
            first_colour=_SIDES.get(self.settings.first_colour or self._seen_colour),
        )

    def colour_known(self, round_number: int, number: int) -> bool:
        """Return whether the file states the player's colour; it may be missing for a forfeited game."""
        _number, place = self._sides[self.ids[number]]
        cell = self._columns[round_number - 1][place]
        return cell is not None and cell.colour != ""

    @cached_property
    def ratings(self) -> Mapping[int, int | None]:
        """The ranking ratings from national records, if any, by numbers in the file."""
        return rank_ratings(self.document)

    @cached_property
    def _players(self) -> tuple[Player, ...]:
        comments = self.document.texts("###")
        placed, values = manual_places_in(orders_in(comments, self._numbers)), values_in(comments)
        return tuple(
            replace(
                _player(entrant, self.ratings),
                outside=values.get(entrant.record.number),
                placed=placed.get(entrant.record.number),
            )
            for entrant in self.entrants
        )

    @cached_property
    def own(self) -> KierrosComment:
        """The data in the comment of a file written by Kierros."""
        return own_in(self.document.texts("###"))

    def _settings(self) -> Settings:
        found = settings(self.document)
        return replace(found, scoring=self.own.match.scoring(found.scoring)) if self.own.match else found

    @cached_property
    def _pods(self) -> Mapping[int, tuple[tuple[int, ...], ...]]:
        """The pods of booster drafts, with players of the file."""
        numbers = self._numbers
        return {
            number: tuple(tuple(numbers[player] for player in pod) for pod in pods)
            for number, pods in self.own.pods.items()
            if all(player in numbers for pod in pods for player in pod)
        }

    def _cells(self, round_number: int) -> Iterator[tuple[Entrant, TrfCell | None]]:
        """Yield all entrants with their cells of a round, written or not."""
        written = round_number <= len(self._columns)
        return zip(self.entrants, self._columns[round_number - 1] if written else repeat(None), strict=False)

    @cached_property
    def _forbidden(self) -> tuple[ForbiddenPair, ...]:
        numbers = self._numbers
        return tuple(
            replace(rule, players=frozenset(numbers[player] for player in rule.players if player in numbers))
            for rule in self.settings.forbidden
        )

    def deductions(self, round_number: int) -> tuple[Deduction, ...]:
        """Return additional points (record 299) of a round, by number."""
        return self._deductions.get(round_number, ())

    def _virtual_points(self) -> Mapping[int, tuple[Fraction, ...]]:
        """Return virtual points, plus additional points that were given before the first round."""
        table = {self._numbers[i]: list(points) for i, points in self.settings.virtual_points.items()}
        width = max(self.played + 1, self.settings.planned_rounds or 0)
        for number, extra in ((e.number, self._abnormal.at_start(e.record.number)) for e in self.entrants):
            if extra:
                row = table.setdefault(number, [])
                row.extend([Fraction(0)] * (width - len(row)))
                row[:] = [value + extra for value in row]
        return {number: trim_zeros(row) for number, row in table.items() if any(row)}

    def _read_deductions(self) -> Mapping[int, tuple[Deduction, ...]]:
        found: dict[int, list[Deduction]] = {}
        for entrant in self.entrants:
            for number, points in self._abnormal.of_rounds(entrant.record).items():
                if points:
                    found.setdefault(number, []).append(Deduction(entrant.number, points))
        return {number: tuple(row) for number, row in found.items()}

    def _absences(self, round_number: int) -> tuple[Bye, ...]:
        """Return the byes of players who are not to be paired.

        In a recorded round these are all unpaired players, else those whom the file names as absent.
        """
        byes: dict[int, ByeKind] = {}
        for entrant, cell in self._cells(round_number):
            if cell is not None and not cell.took_part:
                byes[entrant.number] = BYES[cell.result]
            elif cell is None and round_number <= self.played:
                byes[entrant.number] = ByeKind.ZERO
        if round_number > self.played:
            for listed in self.document.records(ByeList):
                if listed.round_number in (None, round_number):
                    byes.update({self._numbers[i]: listed.kind for i in listed.players if i in self._numbers})
        return tuple(Bye(number, kind) for number, kind in sorted(byes.items()))

    @cached_property
    def _seen_colour(self) -> str:
        """The initial colour from the first coloured round: the first player's, reversed at every even place.

        Places count only those who had taken part in a pairing by then (C.04.3 article 5.2.5).
        """
        columns = self._columns[: self.played]
        coloured = next((at for at, column in enumerate(columns) if any(map(_shows_colour, column))), None)
        if coloured is None:
            return ""
        place = 0
        for so_far in zip(*columns[: coloured + 1], strict=True):
            place += any(cell is not None and cell.took_part for cell in so_far)
            if _shows_colour(so_far[-1]):
                break
        colour = so_far[-1].colour
        return colour if place % 2 else {"w": "b", "b": "w"}[colour]

    def _round(self, round_number: int) -> Round:
        """Return the recorded round, and add its points to the running scores that order the next round's tables."""
        tables: list[tuple[tuple[int, int, int], int, int, _GameClaim]] = []
        byes: list[Bye] = []
        column, standing = self._columns[round_number - 1], self._standing(round_number)
        for cell, (file_number, (number, _place)) in zip(column, self._sides.items(), strict=True):
            if cell is None:
                continue
            opponent, place = self._sides[cell.opponent] if cell.opponent else (0, -1)
            other_cell = column[place] if opponent else None
            if other_cell is None or other_cell.opponent != file_number:
                byes.append(Bye(number, _lone(cell)))
                continue
            claim = _result_of_codes(cell.colour, cell.result, other_cell.colour, other_cell.result)
            if claim.is_first or (claim.is_first is None and file_number < (cell.opponent or 0)):
                key = _table_key(standing[number], standing[opponent], number, opponent)
                tables.append((key, number, opponent, claim))
        tables.sort(key=itemgetter(0))
        pairings = tuple([Pairing(at, one, other, claim.result) for at, (_, one, other, claim) in enumerate(tables, 1)])
        if more := self.own.tables.get(round_number):
            pairings = tuple(more[self.ids[p.first]].on(p) if self.ids[p.first] in more else p for p in pairings)
        self.untold[round_number] = frozenset([at for at, table in enumerate(tables, 1) if table[3].is_untold])
        pods = self._pods.get(round_number, ())
        played = Round(round_number, pairings, tuple(byes), self.deductions(round_number), booster_pods=pods)
        for number, points in scores.of_round(played, self._worth, self._scores):
            self._scores[number] += points
        return played

    def _standing(self, round_number: int) -> Mapping[int, int]:
        """Return all pairing scores of a round, in parts of a point like all scores here."""
        standing = dict(self._scores)
        for number, extra in self._extra.items():
            if round_number <= len(extra):
                standing[number] += extra[round_number - 1]
        return standing


def to_snapshot(document: TrfDocument, round_number: int) -> Snapshot:
    """Return the tournament before `round_number`.

    Raises TrfError if lines of the file disagree, ValueError for a round that is out of range.
    """
    return Replay(document).snapshot(round_number)


def disagreements(document: TrfDocument) -> Iterator[TrfError]:
    """Yield every place at which one player's line contradicts another's, in line order."""
    return (denial.fault() for denial in denials(document))


class Denial(NamedTuple):
    """A place at which the line of one player contradicts another's."""

    line: int
    number: int
    round_number: int
    cell: TrfCell
    other_cell: TrfCell | None
    is_there: bool

    def fault(self) -> TrfError:
        line, cell, other_cell, opponent = self.line, self.cell, self.other_cell, self.cell.opponent
        column = FIRST_BLOCK + BLOCK * (self.round_number - 1)
        if not self.is_there or opponent == self.number:
            return TrfError(line, column, _("the number of another player of this file"), str(opponent))
        if other_cell is None or other_cell.opponent != self.number:
            expected = Sentence(_("an opponent whose own line has player {number} in this round"), number=self.number)
            return TrfError(line, column, expected, str(opponent))
        if cell.colour == other_cell.colour and (cell.result in FORFEIT) == (other_cell.result in FORFEIT):
            expected = Sentence(_("the opposite colour of player {number}"), number=opponent)
            return TrfError(line, column + 5, expected, cell.colour)
        facts = {"result": repr(other_cell.result), "number": opponent}
        expected = Sentence(_("a result that matches {result} of player {number}"), **facts)
        return TrfError(line, column + 7, expected, cell.result)


def denials(document: TrfDocument) -> Iterator[Denial]:
    """Yield the contradictions between lines, as data."""
    cells_of = {record.number: record.cells for record in document.records(PlayerRecord)}
    for line, record in document.records_with_lines(PlayerRecord):
        number = record.number
        for at, cell in enumerate(record.cells):
            if cell is None or cell.opponent is None:
                continue
            cells = cells_of.get(cell.opponent)
            other_cell = cells[at] if cells is not None and at < len(cells) else None
            if other_cell is not None and other_cell.opponent == number != cell.opponent:
                if _agree(cell.colour, cell.result, other_cell.colour, other_cell.result):
                    continue
            elif cells is not None and number != cell.opponent and cell.result in FORFEIT:
                continue  # a bye of the same worth
            yield Denial(line, number, at + 1, cell, other_cell, cells is not None)


@cache
def _agree(colour: str, result: str, their_colour: str, their_result: str) -> bool:
    """Return whether two lines can describe the same game."""
    if (result in FORFEIT) != (their_result in FORFEIT):
        return False
    return result in FORFEIT or (colour != their_colour and (result in PLAYED_CODES) == (their_result in PLAYED_CODES))


def _entrants(document: TrfDocument, by_position: bool) -> tuple[Entrant, ...]:
    located = list(document.records_with_lines(PlayerRecord))
    if by_position:
        return tuple(Entrant(line, place, record) for place, (line, record) in enumerate(located, start=1))
    located.sort(key=lambda pair: pair[1].number)
    return tuple(Entrant(line, record.number, record) for line, record in located)


def _last_paired_round(columns: tuple[tuple[TrfCell | None, ...], ...]) -> int:
    """Return the last paired round: a player took part in it, or the file has byes for all."""
    for number in range(len(columns), 0, -1):
        cells = columns[number - 1]
        present = [cell for cell in cells if cell is not None]
        if any(cell.took_part for cell in present):
            return number
        if len(present) == len(cells) and any(cell.result.strip() for cell in present):
            return number
    return 0


def _player(entrant: Entrant, ratings: Mapping[int, int | None]) -> Player:
    record = entrant.record
    rating = ratings.get(record.number, record.rating or None)
    return Player(entrant.number, record.name, rating, record.title, federation=record.federation)


def _shows_colour(cell: TrfCell | None) -> bool:
    return cell is not None and cell.colour != "" and cell.took_part


def _lone(cell: TrfCell) -> ByeKind:
    """Return the bye of a cell without a game; a forfeit missing in the other line is one too."""
    if cell.opponent is not None:
        return ByeKind.FULL if cell.result == "+" else ByeKind.ZERO
    return BYES[cell.result]


class _GameClaim(NamedTuple):
    """A game as two lines describe it, seen from the first of them: its result; whether to list that side.

    That is White; None if forfeits leave colours open. Last, whether a forfeit's colours are in neither line.
    """

    result: Result | None
    is_first: bool | None
    is_untold: bool


@cache
def _result_of_codes(colour: str, code: str, their_colour: str, their_code: str) -> _GameClaim:
    result = result_of(code, their_code)
    is_first = None if colour == their_colour else colour == "w" or their_colour == "b"
    return _GameClaim(result, is_first, bool(result) and code in FORFEIT and not colour and not their_colour)


def _table_key(one: int, other: int, first: int, second: int) -> tuple[int, int, int]:
    """The key that orders tables: the higher score, the sum, the number of the player with the higher score."""
    if one > other or (one == other and first < second):
        return -one, -one - other, first
    return -other, -one - other, second


def result_of(code: str, opposite_code: str) -> Result | None:
    """Return the result of a game by the codes of its two lines."""
    if not code:
        return None
    decision = Decision.PLAYED
    if code in FORFEIT:
        decision = Decision.FORFEIT
    elif code in "WDL":
        decision = Decision.RULING
    return Result(OUTCOMES[code], OUTCOMES[opposite_code], decision)


class Abnormal:
    """Additional points from records 299, summed by player, code and round beforehand."""

    def __init__(self, lines: Iterable[AbnormalPoints], scoring: Scoring) -> None:
        self.sums: dict[int, dict[tuple[str, int], Fraction]] = {}
        for line in lines:
            points = line.points - (_ordinary(line.code, scoring) if line.code else 0)
            for number in set(line.players):
                amounts = self.sums.setdefault(number, {})
                amounts[line.code, line.round_number] = amounts.get((line.code, line.round_number), 0) + points

    def at_start(self, number: int) -> Fraction:
        """Return a player's points before the first round, by number in the file: those without code and round."""
        return self.sums.get(number, {}).get(("", 0), Fraction(0))

    def of_rounds(self, record: PlayerRecord) -> dict[int, Fraction]:
        """Return the points of a player in each round."""
        sums = self.sums.get(record.number, {})
        found = {number: points for (code, number), points in sums.items() if number and not code}
        for number, cell in enumerate(record.cells, start=1) if sums else ():
            if cell is not None and cell.result:
                more = sums.get((cell.result, 0), 0) + (sums.get((cell.result, number), 0))
                found[number] = found.get(number, Fraction(0)) + more
        return found


def _ordinary(code: str, scoring: Scoring) -> Fraction:
    if code in BYES and code in "FHZ":
        return scoring.points_of_bye(BYES[code])
    return scoring.points_of(OUTCOMES[code], Decision.FORFEIT if code in FORFEIT else Decision.PLAYED)
