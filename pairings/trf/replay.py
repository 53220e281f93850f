"""From a report file to snapshots: the tournament as it stood before each of its rounds.

The lines of two opponents must tell the same game. As the engines do, a forfeit is not held against the other line:
one that stands alone is a bye of the same worth. Table numbers are not in the file; tables are in the order of
C.04.2 article 3.6.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from pairings import scores
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
from pairings.trf.errors import TrfError
from pairings.trf.player_read import BLOCK, FIRST_BLOCK
from pairings.trf.records import BYES, FORFEIT, PLAYED, AbnormalPoints, ByeList, Cell, Document, PlayerRecord
from pairings.trf.settings import Settings, settings, trimmed

_OUTCOMES = {
    "1": Outcome.WIN,
    "W": Outcome.WIN,
    "+": Outcome.WIN,
    "=": Outcome.DRAW,
    "D": Outcome.DRAW,
    "0": Outcome.LOSS,
    "L": Outcome.LOSS,
    "-": Outcome.LOSS,
}
_SIDES = {"w": "first", "b": "second"}


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player's record with its line, and the number by which he is paired."""

    line: int
    number: int
    record: PlayerRecord


class Replay:
    """A document whose lines agree with each other. Raises TrfError at the first disagreement.

    `played` is how many rounds are recorded. Numbers in snapshots are pairing numbers: those of the file, or with
    `XXC rank` the order of the lines; `ids` leads back to the numbers of the file.
    """

    def __init__(self, document: Document) -> None:
        for fault in disagreements(document):
            raise fault
        self.document = document
        self.settings: Settings = settings(document)
        self.entrants = _entrants(document, self.settings.by_position)
        self.ids: Mapping[int, int] = {e.number: e.record.number for e in self.entrants}
        self._numbers = {file_number: number for number, file_number in self.ids.items()}
        self._cells = {e.number: e.record for e in self.entrants}
        self.played = _played(self.entrants, document.columns)
        self.virtual_points = self._virtual_points()
        written = {points for row in self.virtual_points.values() for points in row}
        parts = scores.denominator(self.settings.scoring, written)
        self._worth = scores.Worth(self.settings.scoring, Fraction(1, parts))
        self._extra = {number: tuple(map(self._worth.whole, row)) for number, row in self.virtual_points.items()}
        self._scores = dict.fromkeys(self.ids, 0)
        self.rounds = tuple(self._round(number) for number in range(1, self.played + 1))

    def snapshot(self, round_number: int) -> Snapshot:
        """The tournament before `round_number` is paired. Raises ValueError for a round that is out of reach."""
        if not 1 <= round_number <= self.played + 1:
            raise ValueError(f"Give a round from 1 to {self.played + 1}.")
        return Snapshot(
            players=tuple(_player(entrant) for entrant in self.entrants),
            rounds=self.rounds[: round_number - 1],
            scoring=self.settings.scoring,
            next_round=round_number,
            planned_rounds=self.settings.planned_rounds,
            byes=self._away(round_number),
            forbidden=self._forbidden,
            virtual_points=self.virtual_points,
            first_colour=_SIDES.get(self.settings.first_colour or self._seen_colour),
        )

    def colour_known(self, round_number: int, number: int) -> bool:
        """Whether the file says which colour the player had; of a forfeited game it need not."""
        cell = self._cells[number].cell(round_number)
        return cell is not None and cell.colour != ""

    @cached_property
    def _forbidden(self) -> tuple[ForbiddenPair, ...]:
        numbers = self._numbers
        return tuple(
            replace(rule, players=frozenset(numbers[player] for player in rule.players if player in numbers))
            for rule in self.settings.forbidden
        )

    def _virtual_points(self) -> Mapping[int, tuple[Fraction, ...]]:
        """Virtual points, with points out of the ordinary (record 299) on top in every round after their own."""
        table = {self._numbers[i]: list(points) for i, points in self.settings.virtual_points.items()}
        width = max(self.played + 1, self.settings.planned_rounds or 0)
        abnormal = _Abnormal(self.document.records(AbnormalPoints), self.settings.scoring)
        for entrant in self.entrants:
            extra = abnormal.points_after(entrant.record)
            if any(extra.values()):
                row = table.setdefault(entrant.number, [])
                row.extend([Fraction(0)] * (width - len(row)))
                sums = accumulate(extra.get(number, Fraction(0)) for number in range(len(row)))
                row[:] = [value + more for value, more in zip(row, sums, strict=True)]
        return {number: trimmed(row) for number, row in table.items() if any(row)}

    def _away(self, round_number: int) -> tuple[Bye, ...]:
        """Who is not to be paired: in a recorded round whoever was not, else whom the file names as absent."""
        byes: dict[int, ByeKind] = {}
        for entrant in self.entrants:
            cell = entrant.record.cell(round_number)
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
        """The initial colour as the first coloured round betrays it: the first player's, turned at every even place.

        Places count those only who had taken part in a pairing by then (C.04.3 article 5.2.5).
        """
        taken_part: set[int] = set()
        for round_number in range(1, self.played + 1):
            place = 0
            for entrant in self.entrants:
                cell = entrant.record.cell(round_number)
                if cell is not None and cell.took_part:
                    taken_part.add(entrant.number)
                place += entrant.number in taken_part
                if cell is not None and cell.colour and cell.took_part:
                    return cell.colour if place % 2 else {"w": "b", "b": "w"}[cell.colour]
        return ""

    def _round(self, round_number: int) -> Round:
        """The round as recorded, and its points added to the running scores that order the tables of the next."""
        pairs: list[tuple[int, int, Result | None]] = []
        byes: list[Bye] = []
        for entrant in self.entrants:
            cell = entrant.record.cell(round_number)
            if cell is None:
                continue
            opponent = self._cells[self._numbers[cell.opponent]] if cell.opponent else None
            theirs = opponent.cell(round_number) if opponent else None
            if theirs is None or theirs.opponent != entrant.record.number:
                byes.append(Bye(entrant.number, _lone(cell)))
            elif _is_first(entrant.record, cell, theirs):
                pairs.append((entrant.number, self._numbers[cell.opponent or 0], _result(cell, theirs)))
        pairs.sort(key=lambda pair: self._table_key(round_number, pair[0], pair[1]))
        pairings = tuple(Pairing(table, *pair) for table, pair in enumerate(pairs, start=1))
        played = Round(round_number, pairings, tuple(byes))
        for number, points in scores.of_round(played, self._worth, self._scores):
            self._scores[number] += points
        return played

    def _table_key(self, round_number: int, first: int, second: int) -> tuple[int, int, int]:
        pairs = [(-self._pairing_score(round_number, number), number) for number in (first, second)]
        higher, lower = sorted(pairs)
        return higher[0], higher[0] + lower[0], higher[1]

    def _pairing_score(self, round_number: int, number: int) -> int:
        """In parts of a point, as all scores here."""
        extra = self._extra.get(number, ())
        score = self._scores[number]
        return score + extra[round_number - 1] if round_number <= len(extra) else score


def to_snapshot(document: Document, round_number: int) -> Snapshot:
    """The tournament as it stood before `round_number`.

    Raises TrfError when lines of the file disagree, ValueError for a round that is out of reach.
    """
    return Replay(document).snapshot(round_number)


def disagreements(document: Document) -> Iterator[TrfError]:
    """Every place where one player's line denies another's, in the order of lines."""
    by_number = {record.number: record for record in document.records(PlayerRecord)}
    for line, record in document.located(PlayerRecord):
        for round_number, cell in enumerate(record.cells, start=1):
            if cell is not None and cell.opponent is not None:
                other = by_number.get(cell.opponent)
                theirs = other.cell(round_number) if other else None
                yield from _disagreement(
                    line, FIRST_BLOCK + BLOCK * (round_number - 1), record.number, cell, other, theirs
                )


def _disagreement(
    line: int, column: int, number: int, cell: Cell, other: PlayerRecord | None, theirs: Cell | None
) -> Iterator[TrfError]:
    if other is None or other.number == number:
        yield TrfError(line, column, "the number of another player of this file", str(cell.opponent))
        return
    mutual = theirs is not None and theirs.opponent == number
    if not mutual and cell.result not in FORFEIT:
        yield TrfError(
            line, column, f"an opponent whose own line has player {number} in this round", str(cell.opponent)
        )
    if not mutual or theirs is None:
        return
    if (cell.result in FORFEIT) != (theirs.result in FORFEIT):
        yield TrfError(line, column + 7, f"a result to match {theirs.result!r} of player {other.number}", cell.result)
    elif cell.result not in FORFEIT and cell.colour == theirs.colour:
        yield TrfError(line, column + 5, f"the colour that player {other.number} did not have", cell.colour)
    elif (cell.result in PLAYED) != (theirs.result in PLAYED):
        yield TrfError(line, column + 7, f"a result to match {theirs.result!r} of player {other.number}", cell.result)


def _entrants(document: Document, by_position: bool) -> tuple[Entrant, ...]:
    located = list(document.located(PlayerRecord))
    if by_position:
        return tuple(Entrant(line, place, record) for place, (line, record) in enumerate(located, start=1))
    located.sort(key=lambda pair: pair[1].number)
    return tuple(Entrant(line, record.number, record) for line, record in located)


def _played(entrants: tuple[Entrant, ...], columns: int) -> int:
    """The last round that was paired: somebody took part in it, or everybody has a bye in it."""
    for number in range(columns, 0, -1):
        cells = [entrant.record.cell(number) for entrant in entrants]
        if all(cells) or any(cell is not None and cell.took_part for cell in cells):
            return number
    return 0


def _player(entrant: Entrant) -> Player:
    record = entrant.record
    return Player(entrant.number, record.name, record.rating or None, record.title, federation=record.federation)


def _lone(cell: Cell) -> ByeKind:
    """The bye that a cell without a game amounts to; a forfeit that the other line does not know is one too."""
    if cell.opponent is not None:
        return ByeKind.FULL if cell.result == "+" else ByeKind.ZERO
    return BYES[cell.result]


def _is_first(record: PlayerRecord, cell: Cell, theirs: Cell) -> bool:
    """Whether this is the side to list: White, or where forfeits leave colours open the lower number."""
    if {cell.colour, theirs.colour} in ({"w", "b"}, {"w", ""}, {"b", ""}):
        return cell.colour == "w" or theirs.colour == "b"
    return record.number < (cell.opponent or 0)


def _result(cell: Cell, theirs: Cell) -> Result | None:
    if not cell.result:
        return None
    decision = Decision.PLAYED
    if cell.result in FORFEIT:
        decision = Decision.FORFEIT
    elif cell.result in "WDL":
        decision = Decision.RULING
    return Result(_OUTCOMES[cell.result], _OUTCOMES[theirs.result], decision)


class _Abnormal:
    """Points beyond the ordinary ones, from records 299, summed by player, code and round beforehand."""

    def __init__(self, lines: Iterable[AbnormalPoints], scoring: Scoring) -> None:
        self.sums: dict[int, dict[tuple[str, int], Fraction]] = {}
        for line in lines:
            points = line.points - (_ordinary(line.code, scoring) if line.code else 0)
            for number in set(line.players):
                known = self.sums.setdefault(number, {})
                known[line.code, line.round_number] = known.get((line.code, line.round_number), 0) + points

    def points_after(self, record: PlayerRecord) -> dict[int, Fraction]:
        """What a player gets in each round; round 0 is before the first."""
        sums = self.sums.get(record.number, {})
        found = {number: points for (code, number), points in sums.items() if not code}
        for number, cell in enumerate(record.cells, start=1) if sums else ():
            if cell is not None and cell.result:
                more = sums.get((cell.result, 0), 0) + (sums.get((cell.result, number), 0))
                found[number] = found.get(number, Fraction(0)) + more
        return found


def _ordinary(code: str, scoring: Scoring) -> Fraction:
    if code in BYES and code in "FHZ":
        return scoring.points_of_bye(BYES[code])
    return scoring.points_of(_OUTCOMES[code], Decision.FORFEIT if code in FORFEIT else Decision.PLAYED)
