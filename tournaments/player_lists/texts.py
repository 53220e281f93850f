"""Decode the text of a list that was uploaded as a file, and read the sheets of a workbook.

The text can be shown in a field and corrected there. It has one line for each row, so a row's number is its line
number.
"""

from __future__ import annotations

import datetime as dt
import re
import warnings
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from itertools import islice
from types import MappingProxyType
from typing import Any
from xml.etree.ElementTree import ParseError
from zlib import error as PackingError  # noqa: N812 an error by its name

import openpyxl
from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from openpyxl.utils.exceptions import InvalidFileException
from openpyxl.worksheet._read_only import ReadOnlyWorksheet

from pairings.files.encoding import Letters, letters_of
from tournaments.player_lists.cells import quote_cell

MOST_ROWS = 20_000
#: Empty lines count here too.
MOST_LINES = 2 * MOST_ROWS
#: The maximum number of characters of a list, and of bytes of a file; more is a mistake.
LARGEST = 2_000_000
#: The maximum number of characters of a row: more than any player needs.
LONGEST_ROW = 20_000
#: The maximum number of columns: columns further to the right are ignored.
MOST_COLUMNS = 40


class NotAList(ValueError):
    """The error for a list that cannot be read; its text gives the reason."""


class RowTooLong(NotAList):
    """The error for a text with a row so long that it cannot be a player list."""


#: The maximum number of bytes of all unpacked parts, and of marks in one part. A sheet of 20,000 players has 6 MB and
#: 800,000 marks.
LARGEST_WORKBOOK = 24_000_000
LARGEST_PART = 12_000_000
MOST_MARKS = 1_000_000
#: The maximum number of bytes of a row, of a text in a cell, and of the parts that openpyxl turns into objects.
LARGEST_PIECE = 500_000
MOST_PARTS = 1000
MOST_SHEETS = 20
#: The number of consecutive empty rows that end a sheet: some programs write a million.
MOST_EMPTY = 1000
_ODS = b"application/vnd.oasis.opendocument.spreadsheet"
_CONTENTS = "[Content_Types].xml"
_PIECE = re.compile(rb"<(?:\w+:)?(?:row|si)[\s/>]")
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")
_OF_OBJECTS = re.compile(r"styles|theme|main|properties")
_BLANK = re.compile(r"[\t\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")
_READING_ERRORS = (
    zipfile.BadZipFile, ParseError, PackingError, DefusedXmlException, InvalidFileException, KeyError, ValueError,
    TypeError, AttributeError, IndexError, OSError, EOFError, NotImplementedError, OverflowError, RuntimeError,
    AssertionError,
)  # fmt: skip


def sheets_of(content: bytes) -> Mapping[str, str]:
    """Return the text of each sheet that is not empty, by name. Raises NotAList."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as packed:
            _refuse_others(packed)
            has_formulas = _inspect_workbook(packed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what openpyxl does not keep when it writes, and it does not write here
            return _read(content, has_formulas)
    except NotAList:
        raise
    except _READING_ERRORS as error:
        text = _(
            "The workbook is damaged. Open it in your spreadsheet program, save it as XLSX or CSV, and choose "
            "that file."
        )
        raise NotAList(text) from error


def _refuse_others(packed: zipfile.ZipFile) -> None:
    names = set(packed.namelist())
    if "mimetype" in names and packed.getinfo("mimetype").file_size < 200 and packed.read("mimetype").strip() == _ODS:
        raise NotAList(_("This is an OpenDocument workbook (ODS). Save it as XLSX or CSV, and choose that file."))
    if _CONTENTS not in names or not any(name.startswith("xl/") for name in names):
        raise NotAList(_("This is a compressed file, not an XLSX workbook. Unpack it and choose the list inside."))
    if "xl/workbook.bin" in names:
        raise NotAList(_("This is a binary workbook (XLSB). Save it as XLSX or CSV, and choose that file."))


def _inspect_workbook(packed: zipfile.ZipFile) -> bool:
    """Return whether the workbook has formulas. Refuses one that would take too much time or memory to read.

    The stated size of a part limits what is unpacked of it: zipfile stops there.
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
    """Return whether a part has formulas. Refuses a part with too many marks, or with a row or text too long for a
    list.
    """
    if data[:1] != b"<" and data[:3] != b"\xef\xbb\xbf":
        if b"<\0" in data[:100] or b"\0<" in data[:100]:
            raise _too_large()  # in two bytes a letter, as no program writes it: its content cannot be counted so
        return False
    if data.count(b"<") > MOST_MARKS or max(map(len, _PIECE.split(data))) > LARGEST_PIECE:
        raise _too_large()
    return name.startswith("xl/worksheets/") and _FORMULA.search(data) is not None


def _too_large() -> NotAList:
    text = _("The unpacked workbook is too large. Save the sheet of players as CSV, with at most {most} rows.")
    return NotAList(text.format(most=MOST_ROWS))


def _read(content: bytes, has_formulas: bool) -> Mapping[str, str]:
    book = _book(content, data_only=True)
    written = _book(content, data_only=False) if has_formulas else None
    if len(book.sheetnames) > MOST_SHEETS:
        raise NotAList(
            _("The workbook has more than {most} sheets. Save the sheet of players as CSV.").format(most=MOST_SHEETS)
        )
    sheets: dict[str, str] = {}
    for sheet in book.worksheets:
        if isinstance(sheet, ReadOnlyWorksheet):
            formulas = None if written is None else _rows(written[sheet.title])
            if text := _text(_rows(sheet), formulas):
                sheets[sheet.title] = text
    if not sheets:
        raise NotAList(_("The workbook is empty. Choose another file."))
    return sheets


def _book(content: bytes, *, data_only: bool) -> openpyxl.Workbook:
    return openpyxl.load_workbook(BytesIO(content), read_only=True, data_only=data_only, keep_links=False)


def _rows(sheet: Any) -> Iterator[tuple[object, ...]]:
    """Return the existing rows of a sheet, whatever size the sheet states."""
    sheet.reset_dimensions()
    return islice(sheet.iter_rows(values_only=True, max_col=MOST_COLUMNS), MOST_LINES + 1)


def _text(rows: Iterable[tuple[object, ...]], formulas: Iterator[tuple[object, ...]] | None) -> str:
    lines: list[str] = []
    empty = length = 0
    for number, row in enumerate(rows, start=1):
        as_written = next(formulas, ()) if formulas is not None else ()
        cells = [_cell(value, as_written[at] if at < len(as_written) else None) for at, value in enumerate(row)]
        line = "\t".join(cells).rstrip("\t")
        empty = 0 if line.strip() else empty + 1
        length += len(line) + 1
        if number > MOST_LINES or length > LARGEST:
            raise NotAList(_("The list has more than {most} rows. Add it in parts.").format(most=MOST_ROWS))
        if empty > MOST_EMPTY:
            break
        lines.append(line)
    return "\n".join(lines).rstrip()


def _cell(value: object, formula: object) -> str:
    """Return a cell as text; a formula without a stored result stays visible."""
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


_OLD_WORKBOOK = gettext_lazy(
    "This workbook is from Excel before 2007 (XLS). Save it as XLSX or CSV, and choose that file."
)
_PICTURE = gettext_lazy("This is a picture, not a list. Choose a CSV, TSV, XLSX or report file.")
_PDF = gettext_lazy("This is a PDF. Copy the list from it and paste it here, or choose a CSV or XLSX file.")
_RTF = gettext_lazy("This is a text document (RTF). Copy the list from it and paste it here.")
_COMPRESSED_MESSAGE = gettext_lazy("This is a compressed file. Unpack it and choose the list inside.")
#: How files of other kinds begin, and what the user should do with them.
_OTHER_FORMATS = (
    (b"\xd0\xcf\x11\xe0", _OLD_WORKBOOK),
    *((begin, _PICTURE) for begin in (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"II*\0", b"MM\0*")),
    (b"%PDF", _PDF),
    (b"{\\rtf", _RTF),
    *((begin, _COMPRESSED_MESSAGE) for begin in (b"\x1f\x8b", b"Rar!", b"7z\xbc\xaf", b"\xfd7zXZ")),
)
#: A directory entry of a workbook with a password, in two bytes for each letter.
_ENCRYPTION_ENTRY = "EncryptedPackage".encode("utf-16-le")
_HTML = re.compile(rb"\s*(?:<!doctype html|<html|<table|<\?xml)", re.IGNORECASE)
#: UTF-8 text that was decoded as Windows-1252 or Latin-1: "Ã¼" for "ü", "â€™" for an apostrophe, "Ð˜Ð²" for two
#: Cyrillic letters.
_REST = "[\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]"
_MANGLED = re.compile(f"[\u00c2-\u00c5]{_REST}|\u00e2[\u20ac\u0080]{_REST}|(?:[\u00ce-\u00d1]{_REST}){{2}}")


@dataclass(frozen=True, slots=True)
class ListText:
    """A file as text: its sheets by name ("" for a file without sheets), and notes about it."""

    sheets: Mapping[str, str]
    notes: list[str] = field(default_factory=list)


def open_file(content: bytes) -> ListText:
    """Return the text of a chosen file. Raises NotAList with a sentence that tells the user what to do."""
    _refuse_foreign(content)
    if content.startswith(b"PK"):
        sheets = sheets_of(content)
        if sum(map(len, sheets.values())) > LARGEST:
            raise NotAList(_("The workbook is too large. Save the sheet of players as a separate file."))
        return ListText(sheets)
    text, notes = _decode(content)
    return ListText(MappingProxyType({"": text}), notes)


def _refuse_foreign(content: bytes) -> None:
    for begin, message in _OTHER_FORMATS:
        if content.startswith(begin):
            if _ENCRYPTION_ENTRY in content:
                raise NotAList(_("The workbook is protected by a password. Save it without one, and choose that file."))
            raise NotAList(str(message))
    if _HTML.match(content):
        raise NotAList(_("This is a web page, not a list. Copy the table from it and paste it here."))


def _decode(content: bytes) -> tuple[str, list[str]]:
    """Return the text of a file, and a note if its encoding was guessed."""
    try:
        found = letters_of(content)
    except UnicodeDecodeError:
        found = Letters("\0", "")
    if "\0" in found.text:
        raise NotAList(_("The file is not a text file. Save the list as CSV or XLSX and try again."))
    return found.text, [describe_guess(found)] if found.guessed else []


def describe_guess(letters: Letters) -> str:
    """Return a note on the guessed text encoding, with the first word that shows it."""
    sentence = _(
        "The text encoding of the file is unknown. It was read as {encoding}: “{word}”. If that looks wrong, "
        "save the file as UTF-8 and choose it again."
    )
    return sentence.format(encoding=letters.guessed, word=quote_cell(letters.example))


def unmangle(text: str) -> tuple[str, list[str]]:
    """Repair letters that were decoded in a wrong encoding; return the text and a sentence that says so.

    "MÃ¼ller" is "Müller": the two odd letters are the two bytes of "ü", and names do not contain them next to each
    other.
    """
    if not _MANGLED.search(text):
        return text, []
    before, lines = "", []
    for line in re.split("(\r\n|\r|\n)", text):
        right = _repair(line) if _MANGLED.search(line) else line
        if right != line and not before:
            before = _changed_word(line, right)
        lines.append(right)
    if not before:
        return text, []
    sentence = _("Wrongly encoded letters were repaired: {words}.")
    return "".join(lines), [sentence.format(words=before)]


def _repair(line: str) -> str:
    for back in _BACK:
        try:
            return back(line).decode()
        except UnicodeError:
            continue
    return line


def _as_windows(line: str) -> bytes:
    """Encode a line in Windows-1252; its five undefined bytes are kept as control characters, as programs do."""
    return b"".join(letter.encode("cp1252" if letter > "\u00a0" else "latin-1") for letter in line)


_BACK: tuple[Callable[[str], bytes], ...] = (_as_windows, lambda line: line.encode("latin-1"))


def _changed_word(wrong: str, right: str) -> str:
    pairs = zip(re.split(r"[\s;,|]+", wrong), re.split(r"[\s;,|]+", right), strict=False)
    for one, other in pairs:
        if one != other:
            return f"“{quote_cell(one)}” → “{quote_cell(other)}”"
    return ""
