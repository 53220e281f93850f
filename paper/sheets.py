"""The content of documents: sheets. A file in `typ/` defines the layout of each kind of sheet.

All texts are already in the reader's language: the layouts contain none.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import ClassVar

#: Paper sizes by their usual names.
SIZES = {"A4": "a4", "A3": "a3", "Letter": "us-letter", "Tabloid": "us-tabloid"}
#: The larger paper for each size.
LARGER = {"A4": "A3", "Letter": "Tabloid"}


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, its alignment, and its share of the width. Without a share it is as wide as its text.

    The text of a `faint` column is pale, so that people can write over it.
    """

    head: str
    align: str = "left"
    share: int = 0
    bold: bool = False
    faint: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The parts of every sheet: its `title`, and the round or tournament (`of`). `larger` selects larger paper, A3."""

    kind: ClassVar[str]
    title: str
    of: str = ""
    larger: bool = False
    landscape: bool = False

    def as_data(self) -> dict[str, object]:
        """Return the sheet for its layout."""
        return {"kind": self.kind, **asdict(self)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Sheet):
    """A table with its headings on each page, and `notes` below it.

    `size` is the font size in points. `halves` sets it in two columns. `cut` contains the numbers of the rows with a
    line above them. With `boxes` all cells have a frame to write in. Rows are at least `tall` millimetres high.
    A `joined` table follows the previous sheet on the same page.
    """

    kind = "table"
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    size: float = 10
    halves: bool = False
    notes: tuple[str, ...] = ()
    cut: tuple[int, ...] = ()
    boxes: bool = False
    tall: float = 0
    joined: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """A player on a slip: the side, the name, and more facts about the player."""

    side: str
    name: str
    also: str = ""


@dataclass(frozen=True, slots=True)
class Slip:
    """A result slip: the table, the sides and boxes to tick. A team match has a line with boxes for each board."""

    table: str
    sides: tuple[Side, ...]
    results: tuple[str, ...]
    boards: tuple[tuple[str, str, str], ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slips(Sheet):
    """Slips in cutting order, `a_sheet` on each sheet. None is an empty place at the end of the last pile."""

    kind = "slips"
    a_sheet: int
    slips: tuple[Slip | None, ...]
    signature: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs(Sheet):
    """Signs for tables, two on a sheet: the number, and a line for each player at the table."""

    kind = "signs"
    signs: tuple[tuple[str, tuple[Side, ...]], ...]


@dataclass(frozen=True, slots=True)
class Certificate:
    """The text of one certificate."""

    name: str
    place: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificates(Sheet):
    """Certificates in a `design` (plain, frame or laurel). `signed` says who signs; `logo` is a PNG file."""

    kind = "certificates"
    event: str
    when: str
    design: str
    certificates: tuple[Certificate, ...]
    signed: tuple[str, ...]
    logo: tuple[int, ...] = ()
    landscape: bool = True


@dataclass(frozen=True, slots=True)
class Match:
    """A match of a bracket: both names and scores, the side that advances (1, 2, or 0 if unknown), and its number."""

    first: str
    second: str
    scores: tuple[str, str] = ("", "")
    winner: int = 0
    number: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bracket(Sheet):
    """A bracket: rounds with their names. Each has as many matches as the round before it, or half as many."""

    kind = "bracket"
    rounds: tuple[tuple[str, tuple[Match, ...]], ...]
    landscape: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Poster(Sheet):
    """A poster with the address in large letters, and its QR code."""

    kind = "poster"
    event: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge: a name, more facts, lines in small letters, and a QR code as SVG; by default, the document's code."""

    name: str
    also: str
    code: str = ""
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Badges(Sheet):
    """Badges to cut, eight on a sheet."""

    kind = "badges"
    badges: tuple[Badge, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """Sheets and their common parts.

    `event` is the heading of every page, `printed` the time of printing, `page` the text "Page {page} of {pages}".
    `address` is the address of the page on the web, and `code` its QR code as SVG. `size` is A4 or Letter.
    """

    title: str
    event: str
    language: str
    printed: str
    page: str
    sheets: tuple[Sheet, ...]
    address: str = ""
    code: str = ""
    size: str = "A4"
    rtl: bool = False

    def as_data(self) -> dict[str, object]:
        """Return the document for its layout."""
        sheets = [
            {**sheet.as_data(), "paper": SIZES[LARGER[self.size] if sheet.larger else self.size]}
            for sheet in self.sheets
        ]
        names = ("title", "event", "language", "printed", "page", "address", "code", "rtl")
        return {**{name: getattr(self, name) for name in names}, "sheets": sheets}
