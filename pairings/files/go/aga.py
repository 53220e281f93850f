"""Result files of the American Go Association: players by their member numbers, then the games of each round.

    TOURNEY Spring Open, Oulu
    start=2026-01-10
    PLAYERS
    12345   Example, Ann    3d
    GAMES 1
    12345   12346   W       0       7.5

A game has White, Black, the winner (W, B or ? for an open one), Black's stones and the komi. One stone is written by
its komi: 0 stones and 0 points. A player without a game in a round is omitted; the file has no draws and no byes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pairings.files.go.h9 import OPPOSITE, BrokenSheet, H9Cell, H9Line, H9Sheet
from pairings.numbers import ranks
from pairings.wording.mark import gettext_noop as _

#: Member numbers of those who have none here: from this one down.
HIGHEST_DUMMY = 99_999
#: Less komi than this with no stones is a game of one stone.
_EVEN = 1.0
_KOMI = "7.5"
_HEADERS = {"start": "DT", "location": "PC"}
_RESULTS = {"W": "+", "B": "-", "?": "?"}


def is_one(text: str) -> bool:
    """Return whether this is a result file of the AGA, valid or not."""
    rows = (row.split("#")[0].strip() for row in text.lstrip("\ufeff").splitlines())
    return next(filter(None, rows), "")[:7].upper() == "TOURNEY"


def read(text: str) -> H9Sheet:
    """Return players in the order of the file, with no scores. Raises BrokenSheet."""
    reading = _Reading()
    for number, row in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        written = row.split("#")[0].strip()
        if written:
            reading.line(number, written)
    return reading.sheet()


class _Reading:
    """The state after the lines read so far. `part` is the word of the current section."""

    def __init__(self) -> None:
        self.headers: dict[str, str] = {}
        self.names: dict[int, tuple[str, int]] = {}
        self.rounds: list[dict[int, H9Cell]] = []
        self.part = ""

    def line(self, number: int, written: str) -> None:
        word, rest = (*written.split(maxsplit=1), "")[:2]
        if word.upper() in {"TOURNEY", "PLAYERS", "GAMES", "END"}:
            self._begin(number, word.upper(), rest)
        elif self.part == "TOURNEY":
            self.headers |= _header(written)
        elif self.part == "PLAYERS":
            member, name, rank = _player(number, written)
            if member in self.names:
                text = _("Line {number}: duplicate member number {id}. Give each player a different one.")
                raise BrokenSheet(text, number=number, id=member)
            self.names[member] = (name, rank)
        elif self.part == "GAMES":
            _game(number, written, self.names, self.rounds[-1])

    def _begin(self, number: int, word: str, rest: str) -> None:
        self.part = word
        if word == "TOURNEY":
            self.headers["EV"] = rest
        if word == "GAMES":
            round_text = rest.partition("(")[0].strip()  # some programs tell the columns behind it, in brackets
            if round_text not in {"", str(len(self.rounds) + 1)}:
                raise BrokenSheet(_("Line {number}: rounds must be in order, starting with GAMES 1."), number=number)
            self.rounds.append({})

    def sheet(self) -> H9Sheet:
        if not self.names:
            raise BrokenSheet(
                _("The file contains no players. Write PLAYERS, then a line with number, name and rank for each."),
            )
        place = {member: at for at, member in enumerate(self.names, start=1)}
        lines = []
        for member, (name, rank) in self.names.items():
            row = [played.get(member, H9Cell(0, "-")) for played in self.rounds]
            cells = [H9Cell(place.get(c.opponent, 0), c.result, c.colour, c.stones) for c in row]
            lines.append(H9Line(place[member], name, rank, cells=tuple(cells)))
        return H9Sheet(tuple(lines), self.headers, titles=())


def _header(written: str) -> dict[str, str]:
    name, _equals, value = written.partition("=")
    key = _HEADERS.get(name.strip().lower())
    return {} if key is None else {key: value.strip()}


_PLAYER = re.compile(r"(\d{1,9})\s+(.+?)\s+(-?\d+(?:\.\d+)?|\d+\s?[kKdD])(?:\s+\S.*)?")


def _player(number: int, written: str) -> tuple[int, str, int]:
    found = _PLAYER.fullmatch(written)
    if found is None:
        raise BrokenSheet(_("Line {number} is not a player. Write member number, name and rank."), number=number)
    try:
        rank = _of_rating(float(found[3])) if found[3][-1].isdigit() else ranks.parse(found[3])
    except ValueError as error:
        text = _("Line {number}: {rank} is not a rank from 30k to 9d.")
        raise BrokenSheet(text, number=number, rank=found[3]) from error
    return int(found[1]), " ".join(found[2].replace(",", " ").split()), rank


def _of_rating(rating: float) -> int:
    """Return the rank of a rating: 1.0 to 1.9 is 1 dan and -1.0 to -1.9 is 1 kyu, with nothing between."""
    rank = int(rating)
    return max(ranks.LOWEST, min(ranks.HIGHEST, rank - 1 if rank > 0 else rank))


_GAME = re.compile(r"(\d{1,9})\s+(\d{1,9})\s+([WwBb?])(?:\s+(\d))?(?:\s+(-?\d+(?:\.\d+)?))?")


def _game(number: int, written: str, names: Mapping[int, object], cells: dict[int, H9Cell]) -> None:
    found = _GAME.fullmatch(written)
    if found is None:
        text = _("Line {number} is not a game. Write White, Black, W or B, handicap and komi.")
        raise BrokenSheet(text, number=number)
    white, black = int(found[1]), int(found[2])
    for member in (white, black):
        if member not in names:
            raise BrokenSheet(_("Line {number}: unknown player number {id}."), number=number, id=member)
        if member in cells or white == black:
            text = _("Line {number}: player {id} has two games in this round.")
            raise BrokenSheet(text, number=number, id=member)
    stones, result = int(found[4] or 0), _RESULTS[found[3].upper()]
    if not stones and found[5] and abs(float(found[5])) < _EVEN:
        stones = 1
    cells[white] = H9Cell(black, result, "w", stones)
    cells[black] = H9Cell(white, OPPOSITE[result], "b", stones)


def write(sheet: H9Sheet) -> str:
    """Return the text of a sheet's games, without draws and unplayed games: the format has neither."""
    member = {line.place: HIGHEST_DUMMY + 1 - at for at, line in enumerate(sheet.lines, start=1)}
    return "".join(f"{line}\n" for line in _lines(sheet, member))


def _lines(sheet: H9Sheet, member: Mapping[int, int]) -> Iterator[str]:
    yield f"TOURNEY {sheet.headers.get('EV', '')}".rstrip()
    first, _comma, last = sheet.headers.get("DT", "").partition(",")
    for name, day in (("start", first), ("finish", last or first)):
        if day:
            yield f"\t{name}={day}"
    yield "\trules=AGA"
    yield "PLAYERS"
    for line in sheet.lines:
        surname, _space, rest = line.name.partition(" ")
        name = f"{surname}, {rest}" if rest else surname
        yield f"{member[line.place]}\t{name}\t{line.rank_text}"
    for at in range(sheet.rounds):
        yield f"GAMES {at + 1}"
        for line in sheet.lines:
            cell = line.cells[at] if at < len(line.cells) else H9Cell(0, "-")
            if cell.colour == "w" and cell.opponent and cell.result in "+-?" and not cell.by_default:
                stones = cell.stones or 0
                winner = {"+": "W", "-": "B"}.get(cell.result, "?")
                komi = "0" if stones else sheet.headers.get("KM", _KOMI)
                handicap = stones if stones > 1 else 0
                yield f"{member[line.place]}\t{member[cell.opponent]}\t{winner}\t{handicap}\t{komi}"
    yield "END"
