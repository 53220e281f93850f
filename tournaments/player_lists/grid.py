"""Split the text of a list into rows of cells, by a separator or by the words of each line."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import cast

from django.utils import timezone
from django.utils.translation import gettext as _

from pairings.files.trf.errors import TrfError
from pairings.files.trf.fields import TrfLineReader
from pairings.files.trf.reading.read import record_of
from pairings.files.trf.records import PlayerRecord
from tournaments.core.words.persons import FEDERATIONS
from tournaments.core.words.texts import translate
from tournaments.player_lists import cells
from tournaments.player_lists.cells import title_of
from tournaments.player_lists.columns import MEANINGS, NAMES, UNKNOWN, plain
from tournaments.player_lists.texts import LONGEST_ROW, MOST_COLUMNS, MOST_LINES, MOST_ROWS, NotAList, RowTooLong

#: The rows among which a header is looked for; programs write the tournament's name and other text above it.
FIRST_ROWS = 15
#: The number of lines from which the separator is detected.
SAMPLE = 200
#: The line ends of `str.splitlines`.
_LINE_END = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
#: A bullet or the number of a line: "- Ivo", "1. Ivo", "(1) Ivo", "12 Ivo".
_COUNT = re.compile(r"^\s*(?:[-–—*•·‣▪●○]\s+)?(?:[(#]?[0-9]{1,5}[.):]+\s*|#?[0-9]{1,3}\s+)?(?=\S)", re.ASCII)
#: The same for names of teams: the bullet, and the number, which can be part of the name: "1. FC Köln".
_BULLET = re.compile(r"[-–—*•·‣▪●○]\s+")
_NUMBER = re.compile(r"(?:[(#]?[0-9]{1,5}[.):]+\s*|#?[0-9]{1,3}\s+)(?=\S)", re.ASCII)
_RATING = re.compile(r"([1-3][0-9]{3})|\(([1-9][0-9]{2,3})\)", re.ASCII)
#: A rank of Go or shogi, as people write it: 12k, 3 dan.
RANK = re.compile(r"(?:[1-9]|[12][0-9]|30) ?(?:k|kyu)|[1-9] ?(?:d|dan)", re.ASCII | re.IGNORECASE)
_WHOLE = re.compile(r"[0-9]{1,9}", re.ASCII)
_FIDE_ID = re.compile(r"[0-9]{6,9}", re.ASCII)
_IN_BRACKETS = re.compile(r"[(\[]([A-Z]{3})[)\]]")
_FORMULA_PREFIX = re.compile("'+[=+@-]")
_GAP = re.compile(r" {2,}")
_PLAYER_RECORD = re.compile(r"^001 [ 0-9]{3}[0-9] [ mwMWfF]", re.ASCII | re.MULTILINE)
#: The columns of a report file that come before the rounds.
_WITHOUT_ROUNDS = 91
#: The order of the parts of a line of words; all other parts come last.
OF_WORDS = ("title", "name", "rank", "rating", "federation", "club", "fide_id", "birth", UNKNOWN)
OF_REPORTS = ("title", "name", "rating", "federation", "fide_id", "birth", "sex")


@dataclass(frozen=True)
class Grid:
    """The rows that are not empty, with their line numbers. `kind` says what separated the cells.

    `columns` has the meaning of each column, if the kind itself defines it. `faults` are rows that cannot be split.
    """

    kind: str
    rows: list[tuple[int, list[str]]]
    columns: tuple[str, ...] = ()
    faults: dict[int, str] = field(default_factory=dict)

    @cached_property
    def width(self) -> int:
        return len(self.columns) or min(MOST_COLUMNS, max((len(found) for _line, found in self.rows), default=0))


def grid_of(text: str, *, teams: bool = False) -> Grid:
    """Split a list of players or `teams` into rows. Raises NotAList if it is too long or cannot be split."""
    _check_rows(text)
    if _PLAYER_RECORD.search(text):
        return _report(text)
    lines = list(islice((line for line in islice(_lines(text), MOST_LINES) if line.strip()), SAMPLE))
    separator = _separator(lines)
    if separator == "words":
        rows = _cap_rows((number, [line]) for number, line in _number_lines(text))
        is_headed = bool(rows) and (_is_name(rows[0][1][0]) or _names_columns(rows[0][1][0].split()))
        return (_of_team_names if teams else _of_words)(rows[1:] if is_headed else rows)
    split = _SPLIT.get(separator)
    if split is not None:
        return Grid(separator, _cap_rows((number, split(line)) for number, line in _number_lines(text)))
    return Grid(separator, _cap_rows(_split(text, separator)))


def _cap_rows(rows: Iterable[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    found = list(islice(((line, cells_) for line, cells_ in rows if any(cells_)), MOST_ROWS + 1))
    if len(found) > MOST_ROWS:
        raise _too_long()
    return found


def _separator(lines: list[str]) -> str:
    """Return the separator of most lines' cells; "words" if there is none. "Lastname, Firstname" alone is a name."""
    for candidate in ("\t", ";", "|", ","):
        if any(_names_columns(line.split(candidate)) for line in lines[:FIRST_ROWS]):
            return candidate
    for candidate in ("\t", ";", "|"):
        if sum(candidate in line for line in lines) * 2 > len(lines):
            return candidate
    if any("," in line for line in lines) and not all(_is_plain(line) for line in lines):
        return ","
    return "gaps" if _has_gaps(lines) else "words"


def _is_name(cell: str) -> bool:
    """Return whether a line is the single heading of a column of names."""
    return MEANINGS.get(plain(cell)) in NAMES


def _names_columns(cells_: list[str]) -> bool:
    """Return whether a line is a header: at least two cells are known headings, one of them for a name."""
    fields = {MEANINGS.get(plain(cell.strip('"')), UNKNOWN) for cell in cells_} - {UNKNOWN}
    return len(fields) > 1 and not fields.isdisjoint(NAMES)


def _has_gaps(lines: list[str]) -> bool:
    """Return whether gaps of two or more spaces split nearly all lines into equally many cells; False for one line."""
    counts = Counter(len(_GAP.split(line.strip())) for line in lines)
    most = max(counts, key=lambda count: counts[count], default=1)
    return len(lines) > 1 and most > 1 and counts[most] * 10 >= 9 * len(lines)


def _is_plain(line: str) -> bool:
    """Return whether any comma in the line can only be that of "Lastname, Firstname"."""
    if "," not in line:
        return True
    name = words(line)["name"]
    return name.count(",") == 1 and not name.endswith(",") and '"' not in name and not re.search(r"\d", name)


def _number_lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(_lines(text), start=1):
        if number > MOST_LINES:
            raise _too_long()
        if line.strip():
            yield number, line


def _split(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text.replace("\x00", "\ufffe"), newline=None), delimiter=separator, strict=True)
    before = 0
    try:
        for row in reader:
            if reader.line_num > MOST_LINES:
                raise _too_long()
            yield reader.line_num, [strip_apostrophe(" ".join(cell.split())) for cell in row]
            before = reader.line_num
    except csv.Error as error:
        message = _("Row {line} has an opening quotation mark without a closing one. Add or remove one.")
        raise NotAList(message.format(line=before + 1)) from error


def strip_apostrophe(cell: str) -> str:
    """Return a cell without the apostrophe that stops a spreadsheet from reading it as a formula."""
    return cell[1:] if _FORMULA_PREFIX.match(cell) else cell


def _by_tabs(line: str) -> list[str]:
    """Return the cells between tabs, as a spreadsheet copies them; a quotation mark inside a cell is an ordinary
    character.
    """
    return [strip_apostrophe(" ".join(_unquote(cell.strip()).split())) for cell in line.split("\t")]


def _unquote(cell: str) -> str:
    is_quoted = len(cell) > 1 and cell[0] == cell[-1] == '"'
    return cell[1:-1].replace('""', '"') if is_quoted else cell


def _by_gaps(line: str) -> list[str]:
    """Return the cells between two or more spaces; "FIN 1800" becomes two cells although it has one space."""
    return [part for cell in _GAP.split(line.strip()) for part in _clear_parts(cell)]


def _clear_parts(cell: str) -> list[str]:
    parts = cell.split()
    return parts if len(parts) > 1 and all(_clear(part, ["x"]) for part in parts) else [cell.strip()]


def _by_bars(line: str) -> list[str]:
    """Return the cells between bars, which may also start and end the line; [] for the line of dashes below a
    header.
    """
    if not line.strip("|-:+= \t"):
        return []
    return [" ".join(cell.split()) for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]


_SPLIT: dict[str, Callable[[str], list[str]]] = {"\t": _by_tabs, "gaps": _by_gaps, "|": _by_bars}


def _lines(text: str) -> Iterator[str]:
    """Yield the lines as `str.splitlines` returns them, one by one."""
    start = 0
    for end in _LINE_END.finditer(text):
        yield text[start : end.start()]
        start = end.end()
    if start < len(text):
        yield text[start:]


def _check_rows(text: str) -> None:
    """Raise RowTooLong if a row is too long for a player list."""
    for number, line in enumerate(islice(_lines(text), MOST_LINES), start=1):
        if len(line) > LONGEST_ROW:
            message = _("Row {line} has more than {most} characters. Check that this is a list of players.")
            raise RowTooLong(message.format(line=number, most=LONGEST_ROW))


def _too_long() -> NotAList:
    return NotAList(_("The list has more than {most} rows. Add it in parts.").format(most=MOST_ROWS))


def _of_words(rows: list[tuple[int, list[str]]]) -> Grid:
    """Split lines without columns by the words that have a clear meaning; there is a column for each field in use."""
    fields_of_lines = [(line, words(found[0])) for line, found in rows]
    keys = {key for _line, fields in fields_of_lines for key in fields}
    columns = tuple(key for key in OF_WORDS if key in keys)
    return Grid(
        "words", [(line, [fields.get(key, "") for key in columns]) for line, fields in fields_of_lines], columns
    )


def _of_team_names(rows: list[tuple[int, list[str]]]) -> Grid:
    """Split lines with the names of teams. "Real Sociedad 1909" and "1. FC Köln" are names.

    Lines start with a count, or end in a rating, only if all of them do.
    """
    names = [_BULLET.sub("", found[0].strip(), count=1) for _line, found in rows]
    is_list = len(names) > 1
    if is_list and all(map(_NUMBER.match, names)):
        names = [_NUMBER.sub("", name, count=1) for name in names]
    name_parts = [name.rpartition(" ") for name in names]
    if is_list and all(name.strip() and _RATING.fullmatch(last) for name, _gap, last in name_parts):
        found = [[name.rstrip(" ,;:-–"), last.strip("()")] for name, _gap, last in name_parts]
        return Grid("words", list(zip((line for line, _cells in rows), found, strict=True)), ("name", "rating"))
    return Grid("words", [(line, [name]) for (line, _cells), name in zip(rows, names, strict=True)], ("name",))


def words(text: str) -> dict[str, str]:
    """Return the name in a line without columns, and the parts with a clear meaning.

    Examples: "1. Ivo 1800 GM", "GM Ivo (BUL) 1800".
    """
    first, *others = re.split(r"[;|\t]", _COUNT.sub("", text, count=1))
    fields: dict[str, str] = {}
    remaining = first.split()
    if len(remaining) > 1 and remaining[0] in cells.TITLES:
        fields["title"] = remaining.pop(0)
    if len(remaining) > 1 and _RATING.fullmatch(remaining[0]) and not _RATING.fullmatch(remaining[-1]):
        fields["rating"] = remaining.pop(0).strip("()")
    while (
        len(remaining) > 1 and (found := _clear(remaining[-1].rstrip(","), remaining[:-1])) and found[0] not in fields
    ):
        fields[found[0]] = found[1]
        remaining.pop()
    remaining = _numbers_inside(remaining, fields)
    fields["name"] = " ".join(remaining).rstrip(",-– ") if fields else " ".join(remaining)
    for other in filter(None, map(str.strip, others)):
        key, value = _clear(other, remaining) or (UNKNOWN, other)
        fields[key] = value if key not in fields else f"{fields[key]} {value}"
    return fields


def _numbers_inside(remaining: list[str], fields: dict[str, str]) -> list[str]:
    """Return the words of the name without a number among them: a rating before the year of birth, or before the
    club.
    """
    if (
        len(remaining) > 1
        and is_year(fields.get("rating", ""))
        and _RATING.fullmatch(remaining[-1])
        and not is_year(remaining[-1])
    ):
        fields["birth"], fields["rating"] = fields["rating"], remaining[-1]
        return remaining[:-1]
    places = [at for at, word in enumerate(remaining) if at and _RATING.fullmatch(word)]
    if len(places) != 1 or "rating" in fields or places[0] == len(remaining) - 1:
        return remaining
    fields["rating"], fields["club"] = remaining[places[0]].strip("()"), " ".join(remaining[places[0] + 1 :])
    return remaining[: places[0]]


def is_year(cell: str) -> bool:
    """Return whether a number can be a player's year of birth."""
    return _WHOLE.fullmatch(cell) is not None and 1915 <= int(cell) <= timezone.now().year - 3


def _clear(word: str, before: list[str]) -> tuple[str, str] | None:
    """Return the field and value of a word after a name; None if it may be part of the name."""
    if word in cells.TITLES:
        return "title", word
    if RANK.fullmatch(word):
        return "rank", word
    if found := _RATING.fullmatch(word):
        return "rating", found[1] or found[2]
    if _FIDE_ID.fullmatch(word):
        return "fide_id", word
    if cells.is_date(word):
        return "birth", word
    if found := _IN_BRACKETS.fullmatch(word):
        return "federation", found[1]
    if word in FEDERATIONS and any(letter.islower() for letter in "".join(before)):
        return "federation", word
    return None


def _report(text: str) -> Grid:
    """Return the players of a report file; its other records do not list players."""
    rows: list[tuple[int, list[str]]] = []
    faults: dict[int, str] = {}
    for number, line in _number_lines(text):
        if not line.startswith("001"):
            continue
        if len(rows) == MOST_ROWS:
            raise _too_long()
        try:
            record = record_of(TrfLineReader(number, line[:_WITHOUT_ROUNDS]))
        except TrfError as error:
            faults[number] = _error_sentence(error)
            rows.append((number, ["", line[14:47].strip()]))
        else:
            rows.append((number, _cells_of(cast("PlayerRecord", record))))
    return Grid("report", rows, OF_REPORTS, faults)


def _error_sentence(error: TrfError) -> str:
    text = _("Column {column}: expected {expected}.")
    return text.format(column=error.column, expected=translate(error.expected))


def _cells_of(record: PlayerRecord) -> list[str]:
    rating = str(record.rating or "")
    return [title_of(record.title), record.name, rating, record.federation, record.fide_id, record.birth, record.sex]
