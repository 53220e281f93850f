"""Record 001: a player and what he did in each round."""

from __future__ import annotations

import re

from pairings.trf.fields import MOST_ROUNDS, Fields
from pairings.trf.records import BYES, FORFEIT, PLAYED, Cell, PlayerRecord

#: The blocks of rounds: two blanks, then opponent, colour and result, with a blank after each of the first two.
FIRST_BLOCK = 92
BLOCK = 10
_NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)
_COLOURS = {"w": "w", "b": "b", "W": "w", "B": "b", "-": "", "": "", " ": ""}
_RESULTS = frozenset("1=0WDL+-HFUZ")


def player(fields: Fields) -> PlayerRecord:
    """The record of one line. Raises TrfError."""
    return PlayerRecord(
        number=fields.whole(5, 8, "the starting rank", 1, 9999),
        sex=fields.field(10, 10),
        title=fields.field(11, 13),
        name=fields.field(15, 47),
        rating=fields.whole_or_none(49, 52, "a rating, or blanks"),
        federation=fields.field(54, 56),
        fide_id=fields.field(58, 68),
        birth=fields.field(70, 79),
        points=fields.points_or_none(81, 84, "points such as 4.5, or blanks"),
        rank=fields.whole_or_none(86, 89, "a rank, or blanks"),
        cells=_cells(fields),
    )


def _cells(fields: Fields) -> tuple[Cell | None, ...]:
    end = len(fields.text.rstrip())
    if end >= FIRST_BLOCK + BLOCK * MOST_ROUNDS:
        column = FIRST_BLOCK + BLOCK * MOST_ROUNDS
        raise fields.error(column, f"the end of the line: there are at most {MOST_ROUNDS} rounds")
    return tuple(_cell(fields, column) for column in range(FIRST_BLOCK, end + 1, BLOCK))


def _cell(fields: Fields, column: int) -> Cell | None:
    block = fields.text[column - 1 : column + 7].ljust(8)
    _gaps(fields, column)
    if not block.strip():
        return None
    cell = Cell(_opponent(fields, column, block[:4]), _colour(fields, column, block[5]), block[7].strip().upper())
    if cell.result == "*":
        cell = Cell(cell.opponent, cell.colour, "")
    _judge(fields, column, cell)
    return cell


def _gaps(fields: Fields, column: int) -> None:
    """Something between the fields means that the columns have slipped, and every number after it would be wrong."""
    for first, last in ((column - 2, column - 1), (column + 4, column + 4), (column + 6, column + 6)):
        found = fields.text[first - 1 : last]
        if found.strip():
            raise fields.error(first, "a blank between the fields of a round", found)


def _opponent(fields: Fields, column: int, found: str) -> int | None:
    found = found.strip()
    if found and not _NUMBER.fullmatch(found):
        raise fields.error(column, "an opponent's number, 0000 or blanks", found)
    return int(found or 0) or None


def _colour(fields: Fields, column: int, found: str) -> str:
    if found not in _COLOURS:
        raise fields.error(column + 5, "the colour w, b, - or a blank", found)
    return _COLOURS[found]


def _judge(fields: Fields, column: int, cell: Cell) -> None:
    """Whether opponent, colour and result of one block can stand together."""
    if cell.result and cell.result not in _RESULTS:
        raise fields.error(column + 7, "a result: 1 = 0 W D L + - H F U Z or a blank", cell.result)
    if cell.opponent is None:
        if cell.result not in BYES:
            raise fields.error(column, "the opponent of this game", cell.result)
    elif cell.result in PLAYED or not cell.result:
        if not cell.colour:
            raise fields.error(column + 5, "the colour of this game, w or b")
    elif cell.result not in FORFEIT:
        raise fields.error(column + 7, "the result of a game: there is an opponent", cell.result)
