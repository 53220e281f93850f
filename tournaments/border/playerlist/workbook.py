"""The sheets of an XLSX workbook as text: a line a row, tabs between cells.

openpyxl reads row by row, so that what it keeps does not grow with what a file says of its size; a file's parts are
measured before any is unpacked, and defusedxml, which openpyxl takes when it is there, refuses entities.
"""

from __future__ import annotations

import datetime as dt
import re
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from itertools import islice
from typing import Any
from xml.etree.ElementTree import ParseError
from zlib import error as PackingError  # noqa: N812 an error by its name

import openpyxl
from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring
from django.utils.translation import gettext as _
from openpyxl.utils.exceptions import InvalidFileException
from openpyxl.worksheet._read_only import ReadOnlyWorksheet

from tournaments.border.playerlist.limits import LARGEST, MOST_COLUMNS, MOST_LINES, MOST_ROWS, NotAList

#: Bytes of all parts when they are unpacked, and marks in one: a sheet of 20,000 players has 6 MB and 800,000.
LARGEST_WORKBOOK = 24_000_000
LARGEST_PART = 12_000_000
MOST_MARKS = 1_000_000
#: Bytes of a row, of a text in a cell, and of the parts that openpyxl makes objects of.
LARGEST_PIECE = 500_000
MOST_PARTS = 1000
MOST_SHEETS = 20
#: Empty rows in a row after which a sheet is over: some programs write a million.
MOST_EMPTY = 1000
_ODS = b"application/vnd.oasis.opendocument.spreadsheet"
_CONTENTS = "[Content_Types].xml"
_PIECE = re.compile(rb"<(?:\w+:)?(?:row|si)[\s/>]")
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")
_OF_OBJECTS = re.compile(r"styles|theme|main|properties")
_BLANK = re.compile(r"[\t\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")
_BROKEN = (
    zipfile.BadZipFile, ParseError, PackingError, DefusedXmlException, InvalidFileException, KeyError, ValueError,
    TypeError, AttributeError, IndexError, OSError, EOFError, NotImplementedError, OverflowError, RuntimeError,
    AssertionError,
)  # fmt: skip


def sheets_of(content: bytes) -> Mapping[str, str]:
    """The text of each sheet that has any, by name. Raises NotAList."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as packed:
            _refuse_others(packed)
            has_formulas = _looked_through(packed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what openpyxl does not keep when it writes, and it does not write here
            return _read(content, has_formulas)
    except NotAList:
        raise
    except _BROKEN as error:
        text = _("The workbook is damaged. Open it in your spreadsheet program, save it as XLSX or CSV and choose it.")
        raise NotAList(text) from error


def _refuse_others(packed: zipfile.ZipFile) -> None:
    names = set(packed.namelist())
    if "mimetype" in names and packed.getinfo("mimetype").file_size < 200 and packed.read("mimetype").strip() == _ODS:
        raise NotAList(_("This is an OpenDocument workbook (ODS). Save it as XLSX or CSV and choose it again."))
    if _CONTENTS not in names or not any(name.startswith("xl/") for name in names):
        raise NotAList(_("This is a packed file and no XLSX workbook. Unpack it and choose the list inside."))
    if "xl/workbook.bin" in names:
        raise NotAList(_("This is a binary workbook (XLSB). Save it as XLSX or CSV and choose it again."))


def _looked_through(packed: zipfile.ZipFile) -> bool:
    """Whether there are formulas. Refuses what would take long or much memory to read.

    What a file says of the size of a part is what is unpacked of it at most: zipfile stops there.
    """
    parts = packed.infolist()
    sizes = {part.filename: part.file_size for part in parts}
    is_large = len(parts) > MOST_PARTS or max(sizes.values()) > LARGEST_PART or sum(sizes.values()) > LARGEST_WORKBOOK
    if is_large or sizes[_CONTENTS] > LARGEST_PIECE:
        raise _too_large()
    for each in fromstring(packed.read(_CONTENTS)):
        name, kind = each.get("PartName", "").lstrip("/"), each.get("ContentType", "")
        if sizes.get(name, 0) > LARGEST_PIECE and _OF_OBJECTS.search(kind):
            raise _too_large()
    return True in [_is_fit(packed.read(part), part.filename) for part in parts]  # all of them


def _is_fit(data: bytes, name: str) -> bool:
    """Whether a part has formulas. Refuses one of too many marks, or with a row or text that no list has."""
    if data[:1] != b"<" and data[:3] != b"\xef\xbb\xbf":
        if b"<\0" in data[:100] or b"\0<" in data[:100]:
            raise _too_large()  # in two bytes a letter, as no program writes it: what is in it cannot be counted so
        return False
    if data.count(b"<") > MOST_MARKS or max(map(len, _PIECE.split(data))) > LARGEST_PIECE:
        raise _too_large()
    return name.startswith("xl/worksheets/") and _FORMULA.search(data) is not None


def _too_large() -> NotAList:
    text = _(
        "The workbook is too large when it is unpacked. Save the sheet with the players as CSV, up to {most} rows."
    )
    return NotAList(text.format(most=MOST_ROWS))


def _read(content: bytes, has_formulas: bool) -> Mapping[str, str]:
    book = _book(content, data_only=True)
    written = _book(content, data_only=False) if has_formulas else None
    if len(book.sheetnames) > MOST_SHEETS:
        raise NotAList(
            _("The workbook has more than {most} sheets. Save the one with the players as CSV.").format(
                most=MOST_SHEETS
            )
        )
    sheets: dict[str, str] = {}
    for sheet in book.worksheets:
        if isinstance(sheet, ReadOnlyWorksheet):
            formulas = None if written is None else _rows(written[sheet.title])
            if text := _text(_rows(sheet), formulas):
                sheets[sheet.title] = text
    if not sheets:
        raise NotAList(_("There is nothing in the workbook."))
    return sheets


def _book(content: bytes, *, data_only: bool) -> openpyxl.Workbook:
    return openpyxl.load_workbook(BytesIO(content), read_only=True, data_only=data_only, keep_links=False)


def _rows(sheet: Any) -> Iterator[tuple[Any, ...]]:
    """The rows of a sheet, as far as there are any: what it says of its own size is not believed."""
    sheet.reset_dimensions()
    return islice(sheet.iter_rows(values_only=True, max_col=MOST_COLUMNS), MOST_LINES + 1)


def _text(rows: Iterable[tuple[Any, ...]], formulas: Iterator[tuple[Any, ...]] | None) -> str:
    lines: list[str] = []
    empty = length = 0
    for number, row in enumerate(rows, start=1):
        as_written = next(formulas, ()) if formulas is not None else ()
        cells = [_cell(value, as_written[at] if at < len(as_written) else None) for at, value in enumerate(row)]
        line = "\t".join(cells).rstrip("\t")
        empty = 0 if line.strip() else empty + 1
        length += len(line) + 1
        if number > MOST_LINES or length > LARGEST:
            raise NotAList(_("The list has more than {most} rows. Add them in parts.").format(most=MOST_ROWS))
        if empty > MOST_EMPTY:
            break
        lines.append(line)
    return "\n".join(lines).rstrip()


def _cell(value: Any, formula: Any) -> str:
    """A cell as text; a formula whose result the file does not have stays visible."""
    if value is None:
        return _BLANK.sub(" ", formula) if isinstance(formula, str) and formula.startswith("=") else ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    if isinstance(value, dt.datetime):
        return value.date().isoformat()
    if isinstance(value, dt.date | dt.time | dt.timedelta):
        return str(value)
    return _BLANK.sub(" ", str(value)).strip()
