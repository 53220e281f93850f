"""Record 001: a player, with opponent, colour and result of each round."""

from __future__ import annotations

import re
from functools import lru_cache

from pairings.files.trf.fields import MOST_ROUNDS, TrfLineReader
from pairings.files.trf.records import BYES, FORFEIT, PLAYED_CODES, PlayerRecord, TrfCell
from pairings.wording.mark import Sentence
from pairings.wording.mark import gettext_noop as _

#: The blocks of rounds: two blanks, then opponent, colour and result, with a blank after each of the first two.
FIRST_BLOCK = 92
BLOCK = 10
_NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)
#: A block as programs usually write it: nothing between its fields, the opponent's number right-aligned.
_USUAL_BLOCK = re.compile(r"  ( *[0-9]+|    ) ([-wbWB ]) (.)", re.ASCII)
_COLOURS = {"w": "w", "b": "b", "W": "w", "B": "b", "-": "", "": "", " ": ""}
_RESULTS = frozenset("1=0WDL+-HFUZ")
#: The codes of a game whose result is still open: FIDE has ?, some programs *.
_OPEN_CODES = frozenset("?*")
_BLANK = TrfCell(None, "", "")


def player(fields: TrfLineReader) -> PlayerRecord:
    """Return the record of one line. Raises TrfError."""
    return PlayerRecord(
        number=fields.whole(5, 8, _("the starting rank"), 1, 9999),
        sex=fields.field(10, 10),
        title=fields.field(11, 13),
        name=fields.field(15, 47),
        rating=fields.optional_number(49, 52, _("a rating, or blanks")),
        federation=fields.field(54, 56),
        fide_id=fields.field(58, 68),
        birth=fields.field(70, 79),
        points=fields.points_or_none(81, 84, _("points such as 4.5, or blanks")),
        rank=fields.optional_number(86, 89, _("a rank, or blanks")),
        cells=_cells(fields),
    )


def _cells(fields: TrfLineReader) -> tuple[TrfCell | None, ...]:
    end = len(fields.text.rstrip())
    if end >= FIRST_BLOCK + BLOCK * MOST_ROUNDS:
        column = FIRST_BLOCK + BLOCK * MOST_ROUNDS
        expected = _("the end of the line: at most {most} rounds")
        raise fields.error(column, Sentence(expected, most=MOST_ROUNDS))
    text = fields.text.ljust(end + BLOCK)
    return tuple(
        [
            _usual(block := text[column - 3 : column + 7]) or _unusual(fields, column, block)
            for column in range(FIRST_BLOCK, end + 1, BLOCK)
        ]
    )


@lru_cache(maxsize=20_000)
def _usual(block: str) -> TrfCell | None:
    """Return the cell of a block in the usual form, cached for equal blocks; None if it is blank, odd or wrong."""
    match = _USUAL_BLOCK.fullmatch(block)
    if match is None:
        return None
    cell = _cell(int(match[1].strip() or 0) or None, _COLOURS[match[2]], match[3].strip())
    return None if cell == _BLANK or _block_fault(cell) else cell


def _unusual(fields: TrfLineReader, column: int, block: str) -> TrfCell | None:
    """Return the cell of any block; None if it is blank. Raises TrfError."""
    if block.isspace():
        return None
    _gaps(fields, column)
    cell = _cell(_opponent(fields, column, block[2:6]), _colour(fields, column, block[7]), block[9].strip())
    if wrong := _block_fault(cell):
        place, expected, found = wrong
        raise fields.error(column + place, expected, found)
    return cell


def _cell(opponent: int | None, colour: str, result: str) -> TrfCell:
    return TrfCell(opponent, colour, "" if result in _OPEN_CODES else result.upper())


def _gaps(fields: TrfLineReader, column: int) -> None:
    """Raise TrfError for text between the fields: the columns have slipped, so all later numbers would be wrong."""
    for first, last in ((column - 2, column - 1), (column + 4, column + 4), (column + 6, column + 6)):
        found = fields.text[first - 1 : last]
        if found.strip():
            raise fields.error(first, _("a blank between the fields of a round"), found)


def _opponent(fields: TrfLineReader, column: int, found: str) -> int | None:
    found = found.strip()
    if found and not _NUMBER.fullmatch(found):
        raise fields.error(column, _("an opponent's number, 0000 or blanks"), found)
    return int(found or 0) or None


def _colour(fields: TrfLineReader, column: int, found: str) -> str:
    if found not in _COLOURS:
        raise fields.error(column + 5, _("the colour w, b, - or a blank"), found)
    return _COLOURS[found]


def _block_fault(cell: TrfCell) -> tuple[int, str, str] | None:
    """Return why opponent, colour and result of a block contradict: place, the error, and the expected value."""
    if cell.result and cell.result not in _RESULTS:
        return 7, _("a result: 1 = 0 W D L + - H F U Z ? or a blank"), cell.result
    if cell.opponent is None:
        if cell.result not in BYES:
            return 0, _("the opponent of this game"), cell.result
    elif cell.result in PLAYED_CODES or not cell.result:
        if not cell.colour:
            return 5, _("the colour of this game, w or b"), ""
    elif cell.result not in FORFEIT:
        return 7, _("the result of a game, because there is an opponent"), cell.result
    return None
