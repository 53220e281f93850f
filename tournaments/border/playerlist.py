"""A list of players as people have it: CSV, TSV or one name a line, with or without a header, in three encodings.

Reading never stores anything; it gives rows with their faults and likely duplicates, for a preview.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models.player import sort_key
from tournaments.words import validation
from tournaments.words.isolation import isolate

COLUMNS = ("name", "rating", "club", "federation", "title", "fide_id", "birth", "sex")
#: Words in a header, without case, and the column that they mean.
HEADERS: Mapping[str, str] = {
    "name": "name", "player": "name", "nimi": "name", "nom": "name", "spieler": "name", "имя": "name", "氏名": "name",
    "surname": "last", "last name": "last", "lastname": "last", "sukunimi": "last", "nachname": "last",
    "first name": "given", "firstname": "given", "given name": "given", "etunimi": "given", "vorname": "given",
    "prénom": "given",
    "rating": "rating", "elo": "rating", "rtg": "rating", "vahvuusluku": "rating", "wertung": "rating",
    "club": "club", "team": "club", "seura": "club", "verein": "club", "kerho": "club",
    "federation": "federation", "fed": "federation", "country": "federation", "maa": "federation", "land": "federation",
    "title": "title", "titel": "title",
    "fide id": "fide_id", "fide-id": "fide_id", "fideid": "fide_id", "id": "fide_id",
    "born": "birth", "birth": "birth", "birthday": "birth", "born in": "birth", "year": "birth", "sex": "sex",
}  # fmt: skip
LONGEST = {
    "name": validation.NAME_LENGTH,
    "club": 100,
    "federation": 40,
    "title": 10,
    "fide_id": 11,
    "birth": 10,
    "sex": 1,
}
#: FIDE's titles and the national master's, as people write them beside a name.
TITLES = frozenset(f"{sex}{title}" for sex in ("", "W") for title in ("GM", "IM", "FM", "CM", "NM"))
#: The number of a line: "1. Ivo", "1) Ivo".
_COUNT = re.compile(r"^\s*\d{1,5}[.)]\s+")
_RATING = re.compile(r"[123][0-9]{3}", re.ASCII)
#: What no name has: figures, and what separates columns elsewhere.
_ODD = re.compile(r"[0-9]+|[;|\t]")
MOST_ROWS = 20_000
#: Lines with nothing in them count here too.
MOST_LINES = 2 * MOST_ROWS
#: What `str.splitlines` takes for the end of a line.
_LINE_END = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


@dataclass(slots=True)
class ListRow:
    """A line of the list: what was understood, what is wrong, what is worth a look, and whom it may repeat."""

    line: int
    values: dict[str, Any]
    faults: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    duplicate_of: str = ""


class NotAList(ValueError):
    """The list as a whole cannot be read; the text says why."""


def decode(content: str | bytes) -> str:
    """The text of a file: UTF-8 or UTF-16 by its mark, UTF-8 if it is, else CP1252, else Latin-1."""
    if isinstance(content, str):
        return content
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return content.decode("utf-16")
        except UnicodeDecodeError as error:
            raise NotAList(_("The file is no text. Save the list as CSV and try again.")) from error
    if b"\x00" in content:
        raise NotAList(_("The file is no text. Save the list as CSV and try again."))
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return content.decode("latin-1")


def read(content: str | bytes, present: Iterable[str] = (), separator: str | None = None) -> list[ListRow]:
    """The rows of a list. `present` are the names already in the tournament. Raises NotAList.

    Without a `separator` it is the one that most lines have.
    """
    text = decode(content).removeprefix("\ufeff")
    lines = list(islice(_split(text, separator or _separator(text)), MOST_ROWS + 1))
    if len(lines) > MOST_ROWS:
        raise _too_long()
    header = _header(lines[0][1]) if lines else None
    columns = header or COLUMNS
    seen = {sort_key(name): name for name in present}
    rows = [
        _row(line, cells, columns) if header or len(cells) > 1 else _row_of_words(line, cells[0])
        for line, cells in (lines[1:] if header else lines)
    ]
    for row in rows:
        _mark_duplicate(row, seen)
    return rows


def _separator(text: str) -> str | None:
    """The separator that most lines have; none for a list of names. "Lastname, Firstname" alone is a name."""
    lines = list(islice((line for line in islice(_lines(text), MOST_LINES) if line.strip()), 200))
    for candidate in ("\t", ";"):
        if sum(candidate in line for line in lines) * 2 > len(lines):
            return candidate
    header = _header([cell.strip() for cell in lines[0].split(",")]) if lines else None
    counts = [line.count(",") for line in lines]
    plain_names = all(
        not count or (count == 1 and _is_plain(_words(line)["name"])) for count, line in zip(counts, lines, strict=True)
    )
    if header is None and plain_names:
        return None
    return "," if any(counts) else None


def _is_plain(name: str) -> bool:
    """Whether a comma in it can only be the one of "Lastname, Firstname"."""
    return not name.endswith(",") and '"' not in name and not any(letter.isdigit() for letter in name)


def _split(text: str, separator: str | None) -> Iterable[tuple[int, list[str]]]:
    if separator is None:
        for number, line in enumerate(_lines(text), start=1):
            if number > MOST_LINES:
                raise _too_long()
            if line.strip():
                yield number, [line]
        return
    reader = csv.reader(io.StringIO(text.replace("\x00", "\ufffe"), newline=None), delimiter=separator)
    try:
        for cells in reader:
            if reader.line_num > MOST_LINES:
                raise _too_long()
            if any(cell.strip() for cell in cells):
                yield reader.line_num, cells
    except csv.Error as error:
        raise NotAList(
            _("Line {line} cannot be read: a quotation mark is not closed.").format(line=reader.line_num)
        ) from error


def _lines(text: str) -> Iterator[str]:
    """As `str.splitlines`, one by one."""
    start = 0
    for end in _LINE_END.finditer(text):
        yield text[start : end.start()]
        start = end.end()
    if start < len(text):
        yield text[start:]


def _too_long() -> NotAList:
    return NotAList(_("The list has more than {most} rows. Add them in parts.").format(most=MOST_ROWS))


def _header(cells: list[str]) -> tuple[str, ...] | None:
    """The columns that a first line names, if it is a header."""
    meant = [HEADERS.get(cell.strip().casefold(), "") for cell in cells]
    if {"name", "last"} & set(meant):
        return tuple(meant)
    return None


def _row(line: int, cells: list[str], columns: Iterable[str]) -> ListRow:
    given: dict[str, str] = {}
    for column, cell in zip(columns, cells, strict=False):
        if column:
            given[column] = cell.strip()
    if "last" in given:
        given["name"] = ", ".join(part for part in (given.pop("last"), given.pop("given", "")) if part)
    given.pop("given", None)
    row = ListRow(line, {})
    for column, cell in given.items():
        try:
            row.values[column] = _value(column, cell)
        except ValueError as error:
            row.values[column] = cell[:200]
            row.faults.append(str(error))
    if not given.get("name"):
        row.faults.append(_("There is no name."))
    elif odd := _ODD.findall(given["name"]):
        row.remarks.append(_("The name has {marks} in it. Is it one name?").format(marks=" ".join(dict.fromkeys(odd))))
    return row


def _row_of_words(line: int, text: str) -> ListRow:
    """A line without columns: the number before the name, title and rating around it, and the name that is left."""
    cells = _words(text)
    row = _row(line, list(cells.values()), cells)
    if row.values["name"] != text.strip():
        read = ", ".join(str(cell) for column, cell in row.values.items() if column != "name")
        told = _("Read as: {name}, {rest}.") if read else _("Read as: {name}.")
        row.remarks.append(told.format(name=isolate(str(row.values["name"])), rest=read))
    return row


def _words(text: str) -> dict[str, str]:
    """The name in a line without columns, and what clearly is something else."""
    given: dict[str, str] = {}
    words = _COUNT.sub("", text).split()
    if len(words) > 1 and words[0] in TITLES:
        given["title"] = words.pop(0)
    while len(words) > 1 and (column := _column_of(words[-1])) and column not in given:
        given[column] = words.pop()
    return {"name": " ".join(words), **given}


def _column_of(word: str) -> str:
    """What a word behind a name clearly is: a title, or a rating of four figures."""
    if word in TITLES:
        return "title"
    return "rating" if _RATING.fullmatch(word) else ""


def _value(column: str, cell: str) -> Any:
    if column == "rating":
        if cell in ("", "-"):
            return None
        if not cell.isascii() or not cell.isdigit() or int(cell) > 9999:
            raise ValueError(_("The rating is a whole number from 0 to 9999."))
        return int(cell)
    if column == "name":
        return validation.clean_name(cell) if cell else ""
    return validation.clean_text(cell, LONGEST[column])


def _mark_duplicate(row: ListRow, seen: dict[str, str]) -> None:
    """Equal names, whatever their case, accents, order of first and last name: likely the same player."""
    name = str(row.values.get("name", ""))
    words = sort_key(" ".join(sorted(name.replace(",", " ").split())))
    for key in (sort_key(name), words):
        if name and key in seen:
            row.duplicate_of = seen[key]
            return
    seen[sort_key(name)] = seen[words] = name
