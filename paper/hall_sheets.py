"""Sheets that are cut, folded or filled in: place cards, score sheets, line-up slips, match reports, norm forms.

They are documents as those of `sheets` are, of which a file of `typ/` lays out each kind.
"""

from __future__ import annotations

from dataclasses import dataclass

from paper.sheets import Column, Sheet


@dataclass(frozen=True, slots=True)
class Card:
    """A place card: who sits here, and what else is known. `place` says where that is."""

    name: str
    also: str
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceCards(Sheet):
    """Place cards to be cut and folded, three on a sheet: each is read from both sides."""

    kind = "cards"
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The facts above the moves: pairs of a label and what is known."""

    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheets(Sheet):
    """Score sheets for chess, two on a sheet: `moves` to write down, `heads` of their columns, and who signs."""

    kind = "score-sheets"
    sheets: tuple[ScoreSheet | None, ...]
    heads: tuple[str, str]
    signed: tuple[str, ...]
    moves: int = 60
    landscape: bool = True


@dataclass(frozen=True, slots=True)
class ToFill:
    """A sheet to fill in: what is known, a table to write in, who signs, and what to know."""

    heading: str
    facts: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, ...], ...]
    signed: tuple[str, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Forms(Sheet):
    """Forms of one kind, `a_sheet` of them below each other, cut apart if there are several; else one from a page on.

    A fact that is not known has a line to write on. Rows are `tall` millimetres at least.
    """

    kind = "forms"
    columns: tuple[Column, ...]
    forms: tuple[ToFill | None, ...]
    a_sheet: int = 1
    boxes: bool = True
    tall: float = 8
