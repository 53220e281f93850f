"""A list as it is understood: which column holds what, and each row's player with what is wrong or worth a look."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.words.names import isolate
from tournaments.player_lists import cells
from tournaments.player_lists.cells import quote_cell
from tournaments.player_lists.columns import COLUMNS, LEFT_OUT, SECTION, UNKNOWN, label_of, plain
from tournaments.player_lists.grid import RANK, Grid, grid_of, words
from tournaments.player_lists.guess import columns_of, header_of, is_count

#: What no name has: figures, and what separates columns elsewhere; and a letter that was lost before.
_ODD = re.compile("[0-9]+|[;|\t]|\ufffd")
#: What spreadsheets of several languages call a sum.
_SUMS = frozenset(
    ["total", "totals", "sum", "gesamt", "summe", "somme", "suma", "totale", "totaal", "yhteensä", "итого", "合計"]
)
#: What no column of a list of words can be: it is said about each row, which would else lose it.
_NOT_UNDERSTOOD = "words"


@dataclass(frozen=True, slots=True)
class Choice:
    """What somebody has chosen for a list: its columns, and whether the row above its players names them.

    It holds for a list of this `shape` only; another one starts without choices.
    """

    shape: str = ""
    columns: tuple[str, ...] = ()
    has_header: bool = False


@dataclass(slots=True)
class ListRow:
    """A row: its line, its cells, what was understood of it, what is wrong and what is worth a look."""

    line: int
    cells: list[str]
    values: dict[str, Any] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    names_section: bool = False

    @property
    def name(self) -> str:
        return str(self.values.get("name", ""))

    @property
    def text(self) -> str:
        return " · ".join(filter(None, self.cells))


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A whole list. `notes` are about all of it; `problem` says why nothing can be taken from it as it is chosen.

    `headings` are the cells of the row that names the columns, if there is one; it or the first player's row has the
    line `first_line`. `body` are the rows below it as they are in the list, `rows` what was understood of them.
    """

    shape: str
    columns: list[str]
    headings: list[str]
    body: list[tuple[int, list[str]]]
    rows: list[ListRow]
    notes: list[str]
    problem: str
    first_line: int
    has_header: bool
    can_have_header: bool


def read(
    text: str, choice: Choice | None = None, *, sections: Collection[str] | None = None, chess: bool = False
) -> PlayerList:
    """What a text says about players; in `chess` federations are FIDE's.

    `sections` are the names of the sections that a list may name; None where there are none.

    Raises NotAList for one that is too long or cannot be parted.
    """
    grid = grid_of(text)
    shape = f"{grid.kind} {grid.width}"
    found = header_of(grid)
    header, columns = found, columns_of(grid, found, {plain(name) for name in sections or ()}, chess=chess)
    is_chosen = choice is not None and choice.shape == shape and len(choice.columns) == len(columns)
    if choice is not None and is_chosen:
        header = (found or 0) if choice.has_header and grid.rows and not grid.columns else None
        columns = list(choice.columns)
    if sections is None:
        columns = [UNKNOWN if key == SECTION else key for key in columns]
    body = grid.rows if header is None else grid.rows[header + 1 :]
    headings = [] if header is None else grid.rows[header][1]
    problem = _problem(columns) if grid.rows else ""
    at = {key: place for place, key in enumerate(columns) if key in COLUMNS}
    habits = _Habits.of(at, body, chess=chess)
    return PlayerList(
        shape=shape,
        columns=columns,
        headings=headings,
        body=body,
        rows=[] if problem else _rows(body, at, habits, grid),
        notes=[
            *_notes(grid, header, columns, body),
            *habits.notes(),
            *_name_dropped_columns(headings, columns, body),
            *([] if is_chosen or header is not None else _guesses(at, body)),
        ],
        problem=problem,
        first_line=grid.rows[header or 0][0] if grid.rows else 0,
        has_header=header is not None,
        can_have_header=not grid.columns,
    )


def _problem(columns: Sequence[str]) -> str:
    """Why nothing can be read from columns so chosen."""
    for key in COLUMNS:
        places = [at for at, chosen in enumerate(columns, start=1) if chosen == key]
        if len(places) > 1:
            text = _("Columns {one} and {other} are both set to “{label}”. Change one of them.")
            return text.format(one=places[0], other=places[1], label=label_of(key))
    if "name" in columns and "family" in columns:
        return _("Columns are set for both the full name and the family name. Choose one of them.")
    if not {"name", "family"} & set(columns):
        return _("No column is set as the name. Choose it above.")
    return ""


@dataclass(frozen=True, slots=True)
class _Habits:
    """How dates such as 5/6/1990 are read; None where the list can be read in either way."""

    month_first: bool | None
    chess: bool = False

    @classmethod
    def of(cls, at: dict[str, int], body: list[tuple[int, list[str]]], *, chess: bool) -> _Habits:
        place = at.get("birth")
        return cls(False if place is None else cells.has_month_first([_at(row, place) for _line, row in body]), chess)

    def notes(self) -> Iterator[str]:
        if self.month_first is None:
            yield _("Dates such as 5/6/1990 are read as day/month/year.")


def _at(row: Sequence[str], place: int) -> str:
    return row[place] if place < len(row) else ""


def _rows(body: list[tuple[int, list[str]]], at: dict[str, int], habits: _Habits, grid: Grid) -> list[ListRow]:
    """The rows as they are understood. The last one can be a sum, which lists of spreadsheets have at their end."""
    rows = [_row(line, row, at, habits, grid) for line, row in body]
    if len(rows) > 1 and _is_sum(rows[-1]):
        text = _("“{text}” looks like a total, so it is not added as a player.")
        rows[-1].faults.append(text.format(text=quote_cell(rows[-1].text)))
    return rows


def _is_sum(row: ListRow) -> bool:
    """Whether a row is a word for a sum, and numbers beside it."""
    return re.sub(r"[\W\d_]+", "", " ".join(row.cells)).casefold() in _SUMS and any(map(str.isdecimal, row.text))


def _row(line: int, row: list[str], at: dict[str, int], habits: _Habits, grid: Grid) -> ListRow:
    found = ListRow(line, row)
    if line in grid.faults:
        found.faults.append(grid.faults[line])
    for key, place in at.items():
        _take(found, key, _at(row, place), habits)
    _merge_columns(found, at, habits)
    if UNKNOWN in grid.columns and (place := grid.columns.index(UNKNOWN)) not in at.values():
        _say_not_understood(found, _at(row, place))
    if not found.name:
        if not found.faults:
            found.faults.append(_("The name is missing."))
    elif odd := _ODD.findall(found.name):
        marks = " ".join(dict.fromkeys(odd))
        found.remarks.append(_("The name contains {marks}. Check that it is one name.").format(marks=marks))
    return found


def _take(found: ListRow, key: str, cell: str, habits: _Habits) -> None:
    """Put what a cell says into the row, or what is wrong with it."""
    reading = partial(cells.birth, month_first=bool(habits.month_first)) if key == "birth" else COLUMNS[key].read
    if key == "federation" and habits.chess:
        reading = cells.federation_of_fide
    try:
        found.values[key] = reading(cell)
    except ValueError as error:
        found.faults.append(f"{COLUMNS[key].label}: {error}" if key in _TEXTS else str(error))


#: Columns whose errors do not say by themselves what they are about.
_TEXTS = frozenset({"name", "family", "given", "title", "club", "federation", SECTION})


def _merge_columns(found: ListRow, at: dict[str, int], habits: _Habits) -> None:
    """One name of two, one rating of two, and text beside the name that has no column."""
    values = found.values
    if "family" in values or "given" in values:
        parts = (values.pop("family", values.get("name", "")), values.pop("given", ""))
        joined = ", ".join(filter(None, parts))
        _take(found, "name", joined, habits)
    other = values.pop("other_rating", None)
    if values.get("rating") is None and other is not None:
        values["rating"] = other
        if habits.chess:
            values.setdefault("official_rating", 0)
    name = found.name
    if not name or not (
        name.split()[0] in cells.TITLES
        or name[0].isdigit()
        or name[-1].isdigit()
        or name[-1] == ")"
        or RANK.fullmatch(name.split()[-1])
    ):
        return
    given = words(name)
    also = {key: text for key, text in given.items() if key not in ("name", UNKNOWN)}
    if also and given["name"] and UNKNOWN not in given and not also.keys() & at.keys():
        before = found.values["name"]
        for key, text in {"name": given["name"], **also}.items():
            _take(found, key, text, habits)
        if values["name"] != before:
            rest = ", ".join(str(values[key]) for key in also if values.get(key))
            remark = _("Read as: {name}, {rest}.") if rest else _("Read as: {name}.")
            found.remarks.append(remark.format(name=isolate(str(values["name"])), rest=rest))


def _say_not_understood(found: ListRow, rest: str) -> None:
    if rest:
        text = _("“{text}” is not a rating, title, federation, FIDE ID or date of birth.")
        found.faults.append(text.format(text=quote_cell(rest)))


def _notes(grid: Grid, header: int | None, columns: Sequence[str], body: list[tuple[int, list[str]]]) -> Iterator[str]:
    if header:
        first, last = grid.rows[0][0], grid.rows[header - 1][0]
        text = (
            _("Skipped above the header row: row {first}.")
            if first == last
            else _("Skipped above the header row: rows {first} to {last}.")
        )
        yield text.format(first=first, last=last)
    headings = [] if header is None else grid.rows[header][1]
    for place, key in enumerate(columns):
        if key == UNKNOWN and (grid.kind != _NOT_UNDERSTOOD):
            yield _unread_column(
                place, _at(headings, place), [cell for _line, row in body[:200] if (cell := _at(row, place))]
            )
    wide = [line for line, row in body if len(row) > grid.width and any(row[grid.width :])]
    if wide:
        text = ngettext(
            "Row {line} has more than {most} columns; the rest is ignored.",
            "Row {line} and others have more than {most} columns; the rest is ignored.",
            len(wide),
        )
        yield text.format(line=wide[0], most=grid.width)


def _guesses(at: dict[str, int], body: list[tuple[int, list[str]]]) -> Iterator[str]:
    """What columns of words are taken for, which nothing but their look says."""
    if "given" in at and body:
        family, given = (_at(body[0][1], at[key]) for key in ("family", "given"))
        text = _("Columns {one} and {other} are read as family name and given name: “{name}”. If not, choose above.")
        yield text.format(one=at["family"] + 1, other=at["given"] + 1, name=quote_cell(f"{family}, {given}"))
    if "club" in at and body:
        example = next((cell for _line, row in body if (cell := _at(row, at["club"]))), "")
        text = _("Column {number} (“{text}”) is read as the club. If not, choose above.")
        yield text.format(number=at["club"] + 1, text=quote_cell(example))


def _name_dropped_columns(
    headings: Sequence[str], columns: Sequence[str], body: list[tuple[int, list[str]]]
) -> Iterator[str]:
    """Name the columns that are left out although something is in them; nobody misses running numbers."""
    for place, key in enumerate(columns):
        column = [cell for _line, row in body if (cell := _at(row, place))] if key == LEFT_OUT else []
        if not column or is_count(column):
            continue
        examples = ", ".join(f"“{quote_cell(cell)}”" for cell in list(dict.fromkeys(column))[:3])
        text = (
            _("Column {number} “{heading}” ({examples}) is ignored.")
            if _at(headings, place)
            else _("Column {number} ({examples}) is ignored.")
        )
        yield text.format(number=place + 1, heading=quote_cell(_at(headings, place)), examples=examples)


def _unread_column(place: int, heading: str, column: Sequence[str]) -> str:
    """A column was not understood, with its cells; a word that may be meant as a rating is none."""
    examples = ", ".join(f"“{quote_cell(cell)}”" for cell in dict.fromkeys(column[:3]))
    if heading:
        text = _(
            "The column “{heading}” ({examples}) was not recognised and is ignored. Choose above what it contains."
        )
        return text.format(heading=quote_cell(heading), examples=examples or _("empty"))
    text = _("Column {number} ({examples}) was not recognised and is ignored. Choose above what it contains.")
    return text.format(number=place + 1, examples=examples or _("empty"))


def chosen_after(before: Sequence[str], chosen: Sequence[str]) -> list[str]:
    """The columns where one that was changed takes what another had: the other is left out from now on.

    So is the whole name where the family name is chosen, and the other way round.
    """
    if len(before) != len(chosen):
        return list(chosen)
    changed = {key for was, key in zip(before, chosen, strict=True) if was != key and key in COLUMNS}
    taken = changed | ({"name"} if "family" in changed else set()) | ({"family"} if "name" in changed else set())
    return [LEFT_OUT if was == key and key in taken else key for was, key in zip(before, chosen, strict=True)]
