"""Sheets that are cut, folded or filled in: place cards, score sheets, line-up slips, match reports, norm forms.

They are documents like those of `sheets`. A file in `typ/` defines the layout of each kind.
"""

from __future__ import annotations

from dataclasses import dataclass

from paper.sheets import Column, Sheet


@dataclass(frozen=True, slots=True)
class Card:
    """A place card: the player, more facts about the player, and the table (`place`)."""

    name: str
    also: str
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceCards(Sheet):
    """Place cards to cut and fold, three on a sheet. Both sides show the name."""

    kind = "cards"
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The facts above the moves: pairs of a label and a value."""

    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheets(Sheet):
    """Score sheets for chess, two on a sheet: the number of `moves`, the column headings, and who signs."""

    kind = "score-sheets"
    sheets: tuple[ScoreSheet | None, ...]
    heads: tuple[str, str]
    signed: tuple[str, ...]
    moves: int = 60
    landscape: bool = True


@dataclass(frozen=True, slots=True)
class ToFill:
    """A form to fill in: known facts, a table to write in, who signs, and notes."""

    heading: str
    facts: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, ...], ...]
    signed: tuple[str, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Forms(Sheet):
    """Forms of one kind. `a_sheet` is the number of forms on a sheet, to be cut apart; with 1, each starts a new page.

    An unknown fact has a line to write on. Rows are at least `tall` millimetres high.
    """

    kind = "forms"
    columns: tuple[Column, ...]
    forms: tuple[ToFill | None, ...]
    a_sheet: int = 1
    boxes: bool = True
    tall: float = 8
