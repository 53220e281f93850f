"""The writer of report files: unchanged as they were read, or TRF16 and TRF26 records rebuilt from their meaning.

TRF16 has no records for rounds, colours, points and allocated byes; there the engines' own (XX, BB) are used. Source:
FIDE Handbook C.02.03 Annexure A.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import TypeAlias

from pairings.files.encoding import MARKS
from pairings.files.trf.errors import TooWide
from pairings.files.trf.fields import TrfLineReader, points_field, points_text
from pairings.files.trf.reading.player_read import BLOCK, FIRST_BLOCK
from pairings.files.trf.reading.read import record_of
from pairings.files.trf.records import ByeList, PlayerRecord, TrfCell, TrfDocument, TrfLine
from pairings.snapshot import ByeKind, Deduction, ForbiddenPair, Scoring
from pairings.wording.mark import Sentence
from pairings.wording.mark import gettext_noop as _


class Edition(StrEnum):
    """The records that give the pairing system; BOTH suits programs of either kind."""

    TRF16 = "TRF16"
    TRF26 = "TRF26"
    BOTH = "both"


#: Columns 86–89, the rank, and where the rounds begin, from 0.
RANK = slice(85, 89)
ROUNDS = FIRST_BLOCK - 1
BYE_CODES = {ByeKind.ALLOCATED: "U", ByeKind.FULL: "F", ByeKind.HALF: "H", ByeKind.ZERO: "Z"}
_SYMBOLS = (("W", "win"), ("D", "draw"), ("L", "loss"), ("A", "zero_bye"), ("P", "allocated_bye"))
_BB = (("W", "win"), ("D", "draw"), ("L", "loss"), ("Z", "zero_bye"), ("F", "forfeit_loss"), ("U", "allocated_bye"))


@dataclass(frozen=True, slots=True)
class TrfSettings:
    """The content of the settings records; `virtual_points` are by player, first round first, `deductions` by round."""

    planned_rounds: int | None = None
    first_colour: str = ""
    by_position: bool = False
    scoring: Scoring = field(default_factory=Scoring)
    virtual_points: Mapping[int, tuple[Fraction, ...]] = field(default_factory=dict)
    forbidden: tuple[ForbiddenPair, ...] = ()
    byes: tuple[ByeList, ...] = ()
    deductions: Mapping[int, tuple[Deduction, ...]] = field(default_factory=dict)


def write(document: TrfDocument) -> bytes:
    """Return the bytes of a file: for an unchanged document, exactly the bytes that were read."""
    text = "".join(line.text + line.ending for line in document.lines)
    return (MARKS[document.encoding] if document.bom else b"") + text.encode(document.encoding)


def new_line(text: str) -> TrfLine:
    """Return a line as the reader would have read it."""
    return TrfLine(text, "\r\n", record_of(TrfLineReader(0, text)))


def rule_texts(rules: TrfSettings, edition: Edition) -> Iterator[str]:
    """Yield the settings records, in the order of their codes, without default values."""
    if edition is not Edition.TRF16:
        yield from _trf26(rules)
    if edition is not Edition.TRF26:
        yield from _engines(rules)
    elif rules.by_position:
        yield "XXC rank"


def _trf26(rules: TrfSettings) -> Iterator[str]:
    if rules.planned_rounds:
        yield f"142 {rules.planned_rounds}"
    if rules.first_colour:
        yield f"152 {rules.first_colour.upper()}"
    values = _values(rules.scoring, _SYMBOLS)
    if values:
        yield "162  " + "    ".join(f"{symbol}{points_field(points):>4}" for symbol, points in values)
    yield from _unusual(rules.scoring, rules.scoring.zero_bye)
    for listed in rules.byes:
        ids = "".join(f" {number:>4}" for number in listed.players)
        yield f"240 {BYE_CODES[listed.kind]} {listed.round_number:>3}{ids}"
    for points, rounds, players in virtual_ranges(rules.virtual_points):
        yield f"250      {points_field(points):>4} {rounds[0]:>3} {rounds[1]:>3} {players[0]:>4} {players[1]:>4}"
    for rule in rules.forbidden:
        ids = "".join(f" {number:>4}" for number in sorted(rule.players))
        yield f"260 {rule.first_round:>3} {_last_round(rule, rules):>3}{ids}"
    for number, row in sorted(rules.deductions.items()):
        for each in row:
            yield f"299          {points_field(each.points):>4}  {number:>3} {each.player:>4}"


def _engines(rules: TrfSettings) -> Iterator[str]:
    """Yield engine records; byes are in their round's column, and forbidden pairs of some rounds have no record."""
    if rules.planned_rounds:
        yield f"XXR {rules.planned_rounds}"
    side = {"w": "white1", "b": "black1"}.get(rules.first_colour, "")
    if side or rules.by_position:
        yield " ".join(["XXC", *["rank"] * rules.by_position, *[side] * bool(side)])
    for symbol, points in _values(rules.scoring, _BB):
        yield f"BB{symbol} {points_field(points):>4}"
    yield from _unusual(rules.scoring, rules.scoring.forfeit_loss)
    for number, row in sorted(rules.virtual_points.items()):
        yield f"XXA {number:>4}" + "".join(f" {points_field(points):>4}" for points in row)
    for rule in rules.forbidden:
        if rule.first_round == 1 and (rule.last_round or 999) >= (rules.planned_rounds or 1):
            yield "XXP " + " ".join(map(str, sorted(rule.players)))


def _unusual(scoring: Scoring, forfeit_loss: Fraction) -> Iterator[str]:
    """Yield points that FIDE's records do not distinguish from those of a game or an absence, as XXS does."""
    values = (
        ("HPB", scoring.half_bye, scoring.draw),
        ("FPB", scoring.full_bye, scoring.win),
        ("FW", scoring.forfeit_win, scoring.win),
        ("FL", scoring.forfeit_loss, forfeit_loss),
    )
    words = [f"{code}={points_text(points)}" for code, points, usual in values if points != usual]
    if words:
        yield "XXS " + " ".join(words)


def _last_round(rule: ForbiddenPair, rules: TrfSettings) -> int:
    return rule.last_round or max(rules.planned_rounds or 999, rule.first_round)


def _values(scoring: Scoring, names: tuple[tuple[str, str], ...]) -> list[tuple[str, Fraction]]:
    """Return all values, or none if all are FIDE's own; absence only if it has points.

    Programs do not agree on the symbol of absence, so it is left out if possible.
    """
    standard = Scoring()
    if all(getattr(scoring, name) == getattr(standard, name) for _, name in names):
        return []
    values = [(symbol, getattr(scoring, name)) for symbol, name in names]
    return [(symbol, points) for symbol, points in values if symbol != "A" or points]


Range: TypeAlias = tuple[int, int]


def virtual_ranges(table: Mapping[int, tuple[Fraction, ...]]) -> Iterator[tuple[Fraction, Range, Range]]:
    """Yield (points, rounds, players): blocks of neighbours in the table with equal points, for record 250."""
    runs = groupby(sorted(table.items()), key=_run_key())
    for _key, run in runs:
        members = list(run)
        row, start = members[0][1], 1
        for points, same in groupby(row):
            length = len(list(same))
            if points:
                yield points, (start, start + length - 1), (members[0][0], members[-1][0])
            start += length


def _run_key() -> Callable[[tuple[int, tuple[Fraction, ...]]], int]:
    """Return a key that grows when the next player is no neighbour of the last or has other points."""
    last: list[tuple[int, tuple[Fraction, ...]]] = []
    run = 0

    def key(item: tuple[int, tuple[Fraction, ...]]) -> int:
        nonlocal run
        run += bool(last and (item[0] != last[-1][0] + 1 or item[1] != last[-1][1]))
        last[:] = [item]
        return run

    return key


def player_text(record: PlayerRecord) -> str:
    """Return record 001 in its columns, blank for unknown values. Raises TooWide."""
    head = (
        f"001 {record.number:>4} {record.sex:1}{record.title:>3} {record.name[:33]:33} {_blank(record.rating):>4} "
        f"{record.federation[:3]:3} {record.fide_id[:11]:>11} {record.birth[:10]:10} {_points(record.points):>4} "
        f"{_blank(record.rank):>4}"
    )
    if len(head) != FIRST_BLOCK - 3:
        sentence = _("The number, rating or rank of player {number} has more than four digits.")
        raise TooWide(Sentence(sentence, number=record.number))
    return head + "".join("  " + cell_text(cell) for cell in record.cells)


def cell_text(cell: TrfCell | None) -> str:
    """Return the eight columns of a round."""
    if cell is None:
        return " " * 8
    opponent = "0000" if cell.opponent is None else f"{cell.opponent:>4}"
    return f"{opponent} {cell.colour or '-'} {cell.result or ' '}"


def with_cell(text: str, round_number: int, cell: TrfCell | None, *, cut: bool) -> str:
    """Return a player's line with the round overwritten, and without later rounds if they are dropped."""
    start = ROUNDS + BLOCK * (round_number - 1)
    if cut:
        text = text[: max(start - 2, ROUNDS - 2)].rstrip().ljust(RANK.stop)
    if cell is None:
        return text
    return text.ljust(start)[:start] + cell_text(cell) + text[start + 8 :]


def _blank(number: int | None) -> str:
    return "" if number is None else str(number)


def _points(points: Fraction | None) -> str:
    return "" if points is None else points_field(points)
