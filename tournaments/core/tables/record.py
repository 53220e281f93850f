"""Define a kind of table as one frozen record. Pages, verbs and files read its fields instead of asking for the kind.

No field has a default, so that each new kind sets all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pairings.snapshot import Result, Scoring
from tournaments.core.words.entrants import Entrants
from tournaments.core.words.grammar import Grammar
from tournaments.core.words.names import isolate_all


class Person(Protocol):
    """A row of a player or a team at a table."""

    @property
    def pk(self) -> Any: ...
    @property
    def name(self) -> str: ...


class Sided(Protocol):
    """The names of the two sides, as a tournament has them."""

    @property
    def first_side(self) -> str: ...
    @property
    def second_side(self) -> str: ...


def side_name(seat: int, tournament: Sided) -> str:
    """Return the name of the first or the second seat."""
    return tournament.first_side if seat == 1 else tournament.second_side


@dataclass(frozen=True, slots=True)
class SeatNames:
    """A player's place in a round: the seat, starting with 1, its name, and the others at the table."""

    round: int
    table: int | None
    seat: int | None
    side: str
    names: Sequence[str]


@dataclass(frozen=True, slots=True)
class ResultButton:
    """A button: its label, the games or scores from the player's side, and the result in notation."""

    label: str
    detail: str
    notation: str


class ResultText(Protocol):
    """Return a result for readers, "" for none; `halves`: the game writes half a point as ½."""

    def __call__(self, result: Result | None, *, halves: bool) -> str: ...


class StoredText(Protocol):
    """Return a result from its notation in the journal, for readers; `halves`: the game writes half a point as ½."""

    def __call__(self, text: str, *, halves: bool) -> str: ...


def as_stored(text: str, *, halves: bool) -> str:
    """Return a stored result in its notation, unchanged."""
    return text


class ResultWords(Protocol):
    """Return a result in words for a player at the table; `players` are in seat order."""

    def __call__(self, result: Result, players: Sequence[Person], own: Person, *, halves: bool) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The templates for parts of pages that differ by kind of table.

    * `columns`: the headings of a round's list by tables, three columns wide; `closed_columns` if each row can be
    opened, and `entry_columns` without the result
    * `names_columns`: the headings of a round's list by names
    * `game`: where a player sits in a `game`, on the player's page; `card_seat` on the player's card, and `report_seat`
    on the page where the player reports
    * `report_waits`: what a reported result waits for
    * `round_help`: the text below a round; `entry_help` below the results, None for nothing
    * `crosstable_help`: the meaning of a cell of the cross table
    """

    columns: str
    closed_columns: str
    entry_columns: str
    names_columns: str
    game: str
    card_seat: str
    report_seat: str
    report_waits: str
    round_help: str
    entry_help: str | None
    crosstable_help: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableKind:
    """A kind of table. `flag` is the tournament's column that is set for such tables, "" for the usual kind.

    Who sits there:
    * `fewest` and `most` players, or teams, which are called `entrants`
    * `tables(players)`: the number of tables for this many players
    * `has_sides`: one plays on the first side and one on the second; else they have seats, and rows list them
    * `has_partners`: the first and third seats play against the second and fourth, and results are of these two sides
    * `has_members`: teams sit there, whose members play at several boards; they have line-ups and sheets of boards
    * `seat_name(seat, tournament)`: the name of a tournament's seat

    What is possible:
    * `games_of_two`: a result is one of two opponents, as tie-breaks, verdicts, Go sheets and other systems read it
    * `pairs_by_hand`: pairs of a draft can be split and made manually
    * `turns_sides`: the sides of a published table can be corrected
    * `rates_results`: its result itself is rated, and not games at its boards
    * `in_report_files`: report files for federations have a form for it

    How its results are written:
    * `grammar`: the notation
    * `counts_boards`: there are board points besides points for results
    * `mark(result, seat)`: the result of a seat in a few signs, where rows list seats
    * `shown(result)` for readers, and `stored(text)` the same for a journal entry
    * `result_words(result, players, own)`: for one of the players
    * `choices(scoring, players, own)`: the results that a player reports with one tap, own wins first
    * `slips_a_sheet`: the number of result slips on a sheet of A4

    What people read:
    * `in_calendar(seated)` and `on_telephone(seated)`: news of a published round, with the seat
    * `parts`: templates
    """

    key: str
    flag: str
    fewest: int
    most: int
    entrants: Entrants
    tables: Callable[[int], int]
    has_sides: bool
    has_partners: bool
    has_members: bool
    seat_name: Callable[[int, Sided], str]
    games_of_two: bool
    pairs_by_hand: bool
    turns_sides: bool
    rates_results: bool
    in_report_files: bool
    grammar: Grammar
    counts_boards: bool
    mark: Callable[[Result, int], str]
    shown: ResultText
    stored: StoredText
    result_words: ResultWords
    choices: Callable[[Scoring, Sequence[Person], Person], tuple[ResultButton, ...]]
    slips_a_sheet: int
    in_calendar: Callable[[SeatNames], str]
    on_telephone: Callable[[SeatNames], str]
    parts: Parts

    def order_for(self, seat: int) -> Callable[[int], tuple[bool, int]]:
        """Return a sort key for the other seats, as a player in this seat sees them: opponents first, a partner
        last.
        """
        return lambda other: (self.has_partners and other % 2 == seat % 2, other)

    def line_of(self, names: Sequence[str]) -> str:
        """Return the names at a table, given by seat, in one line: a dash between opponents, a dot between partners."""
        shown = isolate_all(names)
        sides = [shown[0::2], shown[1::2]] if self.has_partners and len(shown) > 2 else [[name] for name in shown]
        return " – ".join(" · ".join(side) for side in sides)
