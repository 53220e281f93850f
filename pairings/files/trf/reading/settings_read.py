"""Records about the tournament as a whole, of FIDE (digits) and of the engines (XX, BB)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from pairings.files.trf.errors import NOTHING
from pairings.files.trf.fields import MOST_ROUNDS, TrfLineReader
from pairings.files.trf.records import (
    AbnormalPoints,
    ByeList,
    Forbidden,
    InitialColour,
    PlannedRounds,
    PointValues,
    Record,
    Text,
    VirtualList,
    VirtualRange,
)
from pairings.snapshot import ByeKind
from pairings.wording.mark import gettext_noop as _

_WIN = ("win", "forfeit_win", "full_bye")
_DRAW = ("draw", "half_bye")
_ABSENT = ("zero_bye", "forfeit_loss")
#: Record 162 (TRF26 2.1). Z is what bbpPairings 6 reads for A; X, the unfinished game, is no result that is recorded.
_SYMBOLS = {"W": _WIN, "D": _DRAW, "L": ("loss",), "A": _ABSENT, "Z": _ABSENT, "P": ("allocated_bye",), "X": ()}
_BB = {"W": _WIN, "D": _DRAW, "L": ("loss",), "Z": ("zero_bye",), "F": ("forfeit_loss",), "U": ("allocated_bye",)}
_XXS = {
    "W": (*_WIN, "allocated_bye"),
    "D": _DRAW,
    "L": ("loss",),
    "WW": ("win",),
    "BW": ("win",),
    "WD": ("draw",),
    "BD": ("draw",),
    "WL": ("loss",),
    "BL": ("loss",),
    "ZPB": ("zero_bye",),
    "HPB": ("half_bye",),
    "FPB": ("full_bye",),
    "PAB": ("allocated_bye",),
    "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
}
_BYE_TYPES = {"F": ByeKind.FULL, "H": ByeKind.HALF, "Z": ByeKind.ZERO}


def _text(fields: TrfLineReader) -> Text:
    return Text(fields.text[:3], fields.text[3:].strip())


def _planned_rounds(fields: TrfLineReader) -> PlannedRounds:
    return PlannedRounds(fields.whole(5, max(8, len(fields.text)), "the number of rounds", 1, MOST_ROUNDS))


def _initial_colour(fields: TrfLineReader) -> InitialColour:
    found = fields.field(5, max(5, len(fields.text))).upper()
    if found not in {"W", "B"}:
        raise fields.error(5, _("the initial colour, W or B"), found or NOTHING)
    return InitialColour(found.lower())


def _configuration(fields: TrfLineReader) -> InitialColour:
    """Return the colour of XXC: "rank", "white1" and "black1" in any order."""
    colour, by_position = "", False
    for column, word in fields.words():
        if word.lower() not in {"white1", "black1", "rank"}:
            raise fields.error(column, _("white1, black1 or rank"), word)
        by_position = by_position or word.lower() == "rank"
        colour = {"white1": "w", "black1": "b"}.get(word.lower(), colour)
    return InitialColour(colour, by_position)


def _points_162(fields: TrfLineReader) -> PointValues:
    values: list[tuple[str, Fraction]] = []
    for column in range(6, len(fields.text.rstrip()) + 1, 9):
        symbol = fields.field(column - 1, column).upper()
        if symbol not in _SYMBOLS:
            raise fields.error(column, _("one of the symbols W D L A P X"), symbol or NOTHING)
        points = fields.as_points(fields.field(column + 1, column + 4), column + 1)
        values.extend((name, points) for name in _SYMBOLS[symbol])
    return PointValues(tuple(values))


def _points_bb(fields: TrfLineReader) -> PointValues:
    points = fields.as_points(fields.text[4:].strip(), 5)
    return PointValues(tuple((name, points) for name in _BB[fields.text[2]]))


def _points_xxs(fields: TrfLineReader) -> PointValues:
    values: dict[str, Fraction] = {}
    colours: dict[str, Fraction] = {}
    for column, word in fields.words():
        code, _equals, value = word.partition("=")
        if code.upper() not in _XXS:
            raise fields.error(column, _("a point value such as WW=1.0 or PAB=0.5"), word)
        points = fields.as_points(value, column + len(code) + 1)
        if len(code) == 2 and code[0].upper() in "WB" and colours.setdefault(code[1].upper(), points) != points:
            raise fields.error(column, _("the same points for White and Black"), word)
        values.update(dict.fromkeys(_XXS[code.upper()], points))
    return PointValues(tuple(values.items()))


def _byes(fields: TrfLineReader) -> ByeList:
    kind = fields.field(5, 5).upper()
    if kind not in _BYE_TYPES:
        raise fields.error(5, _("the kind of bye, F, H or Z"), kind or NOTHING)
    return ByeList(_BYE_TYPES[kind], fields.whole(7, 9, _("a round"), 1, MOST_ROUNDS), fields.players(11))


def _absent(fields: TrfLineReader) -> ByeList:
    return ByeList(ByeKind.ZERO, None, fields.numbers())


def _virtual_range(fields: TrfLineReader) -> VirtualRange:
    return VirtualRange(
        points=fields.points_or_none(10, 13, _("virtual points such as 1.0")) or Fraction(0),
        first_round=fields.whole(15, 17, _("the first round"), 1, MOST_ROUNDS),
        last_round=fields.whole(19, 21, _("the last round"), 1, MOST_ROUNDS),
        first_player=fields.whole(23, 26, _("the first player's number"), 1, 9999),
        last_player=fields.whole(28, 31, _("the last player's number"), 1, 9999),
    )


def _virtual_list(fields: TrfLineReader) -> VirtualList:
    columns = range(10, len(fields.text.rstrip()) + 1, 5)
    return VirtualList(
        fields.whole(5, 8, _("a player's number"), 1, 9999),
        tuple(
            fields.points_or_none(column, column + 3, _("virtual points such as 1.0")) or Fraction(0)
            for column in columns
        ),
    )


def _forbidden_260(fields: TrfLineReader) -> Forbidden:
    first = fields.whole(5, 7, _("the first round"), 1, MOST_ROUNDS)
    last = fields.whole(9, 11, _("the last round"), 1, MOST_ROUNDS)
    return Forbidden(fields.players(13), first, last)


def _forbidden_xxp(fields: TrfLineReader) -> Forbidden:
    return Forbidden(fields.numbers())


def _abnormal(fields: TrfLineReader) -> AbnormalPoints:
    code = fields.field(5, 5).upper()
    if code not in {"", *"WDLFHZ+-"}:
        raise fields.error(5, _("W D L F H Z + - or a blank"), code)
    points = fields.points_or_none(14, 17, _("points such as -1.0")) or Fraction(0)
    return AbnormalPoints(
        code, points, fields.optional_number(20, 22, _("a round, or 000 for all")) or 0, fields.players(24)
    )


_TEXTS = (
    *("012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132"),
    *("172", "182", "192", "202", "212", "222", "352", "362", "###"),
)

#: The reader of each record but 001.
SETTINGS: Mapping[str, Callable[[TrfLineReader], Record]] = {
    **dict.fromkeys(_TEXTS, _text),
    "142": _planned_rounds,
    "XXR": _planned_rounds,
    "152": _initial_colour,
    "XXC": _configuration,
    "162": _points_162,
    **{f"BB{symbol}": _points_bb for symbol in _BB},
    "XXS": _points_xxs,
    "240": _byes,
    "XXZ": _absent,
    "250": _virtual_range,
    "XXA": _virtual_list,
    "260": _forbidden_260,
    "XXP": _forbidden_xxp,
    "299": _abnormal,
}
