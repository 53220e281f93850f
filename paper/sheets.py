"""The content of documents: sheets, each of a kind that a file of `typ/` lays out.

All words are here already, in the reader's language: the looks know none.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import ClassVar

#: Sizes of paper by the names that people know.
SIZES = {"A4": "a4", "A3": "a3", "Letter": "us-letter", "Tabloid": "us-tabloid"}
#: The smaller and the larger size of each kind of paper.
LARGER = {"A4": "A3", "Letter": "Tabloid"}


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its head, where its text stands, and its share of the width; no share for as wide as its text.

    What is `faint` leaves its cell free to be written in.
    """

    head: str
    align: str = "left"
    share: int = 0
    bold: bool = False
    faint: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The parts of every sheet: `title` names it, `of` beside it names the round. `larger` asks for A3."""

    kind: ClassVar[str]
    title: str
    of: str = ""
    larger: bool = False
    landscape: bool = False

    def as_data(self) -> dict[str, object]:
        """The sheet for its looks."""
        return {"kind": self.kind, **asdict(self)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Sheet):
    """A table, whose heads come again on each page, and `notes` below it.

    `size` is that of its letters in points. In `halves` it runs down two columns of the page. `cut` are the rows with a
    line above them. With `boxes` all cells have a frame, to be written in, and rows are `tall` millimetres at least.
    `joined`: it follows the sheet before on the same page.
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
    """A player on a slip: which side, who, and what else is known."""

    side: str
    name: str
    also: str = ""


@dataclass(frozen=True, slots=True)
class Slip:
    """A result slip: the table, the sides, boxes to tick; of a match a line for each board with its own boxes."""

    table: str
    sides: tuple[Side, ...]
    results: tuple[str, ...]
    boards: tuple[tuple[str, str, str], ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slips(Sheet):
    """Slips in cutting order: `a_sheet` of them are below each other, None where the last pile ends."""

    kind = "slips"
    a_sheet: int
    slips: tuple[Slip | None, ...]
    signature: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs(Sheet):
    """Signs for tables, two on a sheet: the number, and a line for each who sits there."""

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
    """Certificates in a `design`: plain, frame or laurel, `signed` by some, with a `logo`, the bytes of a PNG."""

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
    """A match of a bracket: who plays, what each has, which one advances (1, 2, 0 for not known), and its number."""

    first: str
    second: str
    scores: tuple[str, str] = ("", "")
    winner: int = 0
    number: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bracket(Sheet):
    """A bracket: rounds with their names, each with half as many matches as the one before, or as many."""

    kind = "bracket"
    rounds: tuple[tuple[str, tuple[Match, ...]], ...]
    landscape: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Poster(Sheet):
    """The address in large, and its code."""

    kind = "poster"
    event: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge: a name, what else is known, a code as SVG if not the document's, and lines in small letters."""

    name: str
    also: str
    code: str = ""
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Badges(Sheet):
    """Badges to be cut, eight on a sheet."""

    kind = "badges"
    badges: tuple[Badge, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """Sheets with what they all share.

    `event` is the head of every page, `printed` says when it was printed, `page` is "Page {page} of {pages}". `address`
    is where it can be read, `code` the same as SVG. `size` is A4 or Letter.
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
        """The document for its looks."""
        sheets = [
            {**sheet.as_data(), "paper": SIZES[LARGER[self.size] if sheet.larger else self.size]}
            for sheet in self.sheets
        ]
        names = ("title", "event", "language", "printed", "page", "address", "code", "rtl")
        return {**{name: getattr(self, name) for name in names}, "sheets": sheets}
