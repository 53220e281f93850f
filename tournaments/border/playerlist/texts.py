"""The text of a list that came as a file: its letters, and the sheets of a workbook.

What comes out can be shown in a field and corrected there: one line a row, and the row's number is the line's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairings.letters import Letters, letters_of
from tournaments.border.playerlist.cells import quoted
from tournaments.border.playerlist.limits import LARGEST, NotAList
from tournaments.border.playerlist.workbook import sheets_of

_OLD = gettext_lazy("This is a workbook of Excel before 2007 (XLS). Save it as XLSX or CSV and choose it again.")
_PICTURE = gettext_lazy("This is a picture and no list. Choose a CSV, TSV, XLSX or report file.")
_PDF = gettext_lazy("This is a PDF. Copy the list out of it and paste it here, or choose a CSV or XLSX file.")
_RTF = gettext_lazy("This is a text document (RTF). Copy the list out of it and paste it here.")
_PACKED = gettext_lazy("This is a packed file. Unpack it and choose the list inside.")
#: How a file of each kind begins, and what to do with it.
_FOREIGN = (
    (b"\xd0\xcf\x11\xe0", _OLD),
    *((begin, _PICTURE) for begin in (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"II*\0", b"MM\0*")),
    (b"%PDF", _PDF),
    (b"{\\rtf", _RTF),
    *((begin, _PACKED) for begin in (b"\x1f\x8b", b"Rar!", b"7z\xbc\xaf", b"\xfd7zXZ")),
)
#: What a workbook with a password has in its directory, in two bytes a letter.
_LOCKED = "EncryptedPackage".encode("utf-16-le")
_HTML = re.compile(rb"\s*(?:<!doctype html|<html|<table|<\?xml)", re.IGNORECASE)
#: UTF-8 that was read as Windows-1252 or Latin-1: "Ã¼" for "ü", "â€™" for an apostrophe, "Ð˜Ð²" for two of Cyrillic.
_REST = "[\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]"
_MANGLED = re.compile(f"[\u00c2-\u00c5]{_REST}|\u00e2[\u20ac\u0080]{_REST}|(?:[\u00ce-\u00d1]{_REST}){{2}}")


@dataclass(frozen=True, slots=True)
class Given:
    """A file as text: its sheets by name (one without a name if it has none), and what is to be said of it."""

    sheets: Mapping[str, str]
    notes: list[str] = field(default_factory=list)


def open_file(content: bytes) -> Given:
    """The text of whatever was chosen. Raises NotAList with a sentence that says what to do."""
    _refuse_foreign(content)
    if content.startswith(b"PK"):
        sheets = sheets_of(content)
        if sum(map(len, sheets.values())) > LARGEST:
            raise NotAList(_("The workbook is too large. Save the sheet with the players as a file of its own."))
        return Given(sheets)
    text, notes = _decoded(content)
    return Given(MappingProxyType({"": text}), notes)


def _refuse_foreign(content: bytes) -> None:
    for begin, told in _FOREIGN:
        if content.startswith(begin):
            if _LOCKED in content:
                raise NotAList(_("The workbook is locked with a password. Save it without one and choose it again."))
            raise NotAList(str(told))
    if _HTML.match(content):
        raise NotAList(_("This is a web page and no list. Copy the table out of it and paste it here."))


def _decoded(content: bytes) -> tuple[str, list[str]]:
    """The text of a file, and which letters were guessed."""
    try:
        found = letters_of(content)
    except UnicodeDecodeError:
        found = Letters("\0", "")
    if "\0" in found.text:
        raise NotAList(_("The file is no text. Save the list as CSV or XLSX and try again."))
    return found.text, [guessed(found)] if found.guessed else []


def guessed(letters: Letters) -> str:
    """Which letters were guessed, with the first word that shows it."""
    told = _(
        "The file does not say how its letters are written. Read as {encoding}: “{word}”. If that is wrong, save the "
        "file as UTF-8 and choose it again."
    )
    return told.format(encoding=letters.guessed, word=quoted(letters.example))


def unmangle(text: str) -> tuple[str, list[str]]:
    """The text with letters put right that were read in a wrong encoding before, and a sentence that says so.

    "MÃ¼ller" is "Müller": its two odd letters are the bytes of one, and no name has them side by side.
    """
    if not _MANGLED.search(text):
        return text, []
    before, lines = "", []
    for line in re.split("(\r\n|\r|\n)", text):
        right = _put_right(line) if _MANGLED.search(line) else line
        if right != line and not before:
            before = _changed_word(line, right)
        lines.append(right)
    if not before:
        return text, []
    told = _("Letters had been written wrongly before they came here and are put right: {words}.")
    return "".join(lines), [told.format(words=before)]


def _put_right(line: str) -> str:
    for back in _BACK:
        try:
            return back(line).decode()
        except UnicodeError:
            continue
    return line


def _as_windows(line: str) -> bytes:
    """Windows-1252, which has no letter for five bytes: programs keep them as control characters."""
    return b"".join(letter.encode("cp1252" if letter > "\u00a0" else "latin-1") for letter in line)


_BACK: tuple[Callable[[str], bytes], ...] = (_as_windows, lambda line: line.encode("latin-1"))


def _changed_word(wrong: str, right: str) -> str:
    pairs = zip(re.split(r"[\s;,|]+", wrong), re.split(r"[\s;,|]+", right), strict=False)
    for one, other in pairs:
        if one != other:
            return f"“{quoted(one)}” → “{quoted(other)}”"
    return ""
