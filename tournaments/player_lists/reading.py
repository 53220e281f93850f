"""Read a list: the meaning of each column, and the player in each row with faults and remarks.

The header defines what each column contains; without a header, the cells do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.words.names import isolate
from tournaments.core.words.persons import COUNTRIES, FEDERATIONS
from tournaments.player_lists import cells
from tournaments.player_lists.cells import quote_cell
from tournaments.player_lists.columns import (
    COLUMNS,
    MEANINGS,
    NAMES,
    NO_COLUMN,
    NOBODYS,
    SECTION,
    UNKNOWN,
    WEAK,
    label_of,
    plain,
)
from tournaments.player_lists.grid import FIRST_ROWS, RANK, Grid, grid_of, is_year, words

#: Characters that no name contains: digits, column separators, and the replacement character of a lost letter.
_ODD = re.compile("[0-9]+|[;|\t]|\ufffd")
#: The same for teams, whose names may contain short numbers: "Oslo 2", "Schalke 04".
_ODD_IN_TEAMS = re.compile("[0-9]{3,}|[;|\t]|\ufffd")
#: Words for a sum in spreadsheets of several languages.
_SUMS = frozenset(
    ["total", "totals", "sum", "gesamt", "summe", "somme", "suma", "totale", "totaal", "yhteensä", "итого", "合計"]
)
#: The key of words that fit no column: they are reported with each row and would otherwise be lost.
_UNMATCHED_WORDS = "words"


@dataclass(frozen=True, slots=True)
class ColumnChoice:
    """The user's choices for a list: its columns, and whether the row above its players is a header.

    They apply only to a list of this `shape`; a list of another shape starts without choices.
    """

    shape: str = ""
    columns: tuple[str, ...] = ()
    has_header: bool = False


@dataclass(slots=True)
class ListRow:
    """A row: its line number, its cells, the values read from them, and its faults and remarks."""

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
    """A whole list. `notes` are about all of it; `problem` says why the list cannot be read with the chosen columns.

    `headings` are the cells of the header row, if there is one. `first_line` is the line of that row, or else of the
    first player's row. `body` has the rows below it as they are in the list, `rows` the values read from them.
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
    text: str,
    choice: ColumnChoice | None = None,
    *,
    sections: Collection[str] | None = None,
    chess: bool = False,
    teams: bool = False,
) -> PlayerList:
    """Read players, or `teams`, from a text; in `chess` federations are FIDE's.

    `sections` are the names of the sections that a list may name; None if there are no sections.

    Raises NotAList if the text is too long or cannot be split.
    """
    grid = grid_of(text, teams=teams)
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
    habits = _Habits.of(at, body, chess=chess, teams=teams)
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
    """Return why rows cannot be read with these columns; "" if they can."""
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
    """How cells are read: dates such as 5/6/1990 (None if the list can be read either way), federations and names."""

    month_first: bool | None
    chess: bool = False
    teams: bool = False

    @classmethod
    def of(cls, at: dict[str, int], body: list[tuple[int, list[str]]], *, chess: bool, teams: bool) -> _Habits:
        place = at.get("birth")
        dates = [] if place is None else [_cell_at(row, place) for _line, row in body]
        return cls(False if place is None else cells.has_month_first(dates), chess, teams)

    def notes(self) -> Iterator[str]:
        if self.month_first is None:
            yield _("Dates such as 5/6/1990 are read as day/month/year.")


def _cell_at(row: Sequence[str], place: int) -> str:
    return row[place] if place < len(row) else ""


def _rows(body: list[tuple[int, list[str]]], at: dict[str, int], habits: _Habits, grid: Grid) -> list[ListRow]:
    """Read the rows. The last one can be a total, as in lists from spreadsheets."""
    rows = [_row(line, row, at, habits, grid) for line, row in body]
    if len(rows) > 1 and _is_sum(rows[-1]):
        text = _("“{text}” looks like a total, so it is not added as a player.")
        rows[-1].faults.append(text.format(text=quote_cell(rows[-1].text)))
    return rows


def _is_sum(row: ListRow) -> bool:
    """Return whether a row is a total: a word for a sum, and numbers."""
    return re.sub(r"[\W\d_]+", "", " ".join(row.cells)).casefold() in _SUMS and any(map(str.isdecimal, row.text))


def _row(line: int, row: list[str], at: dict[str, int], habits: _Habits, grid: Grid) -> ListRow:
    found = ListRow(line, row)
    if line in grid.faults:
        found.faults.append(grid.faults[line])
    for key, place in at.items():
        _take(found, key, _cell_at(row, place), habits)
    _merge_columns(found, at, habits)
    if UNKNOWN in grid.columns and (place := grid.columns.index(UNKNOWN)) not in at.values():
        _say_not_understood(found, _cell_at(row, place))
    if not found.name:
        if not found.faults:
            found.faults.append(_("The name is missing."))
    elif odd := (_ODD_IN_TEAMS if habits.teams else _ODD).findall(found.name):
        marks = " ".join(dict.fromkeys(odd))
        found.remarks.append(_("The name contains {marks}. Check that it is one name.").format(marks=marks))
    return found


def _take(found: ListRow, key: str, cell: str, habits: _Habits) -> None:
    """Store the value of a cell in the row, or its error."""
    reading = partial(cells.birth, month_first=bool(habits.month_first)) if key == "birth" else COLUMNS[key].read
    if key == "federation" and habits.chess:
        reading = cells.federation_of_fide
    try:
        found.values[key] = reading(cell)
    except ValueError as error:
        found.faults.append(f"{COLUMNS[key].label}: {error}" if key in _TEXTS else str(error))


#: Columns whose error messages do not say which column they are about.
_TEXTS = frozenset({"name", "family", "given", "title", "club", "federation", SECTION})


def _merge_columns(found: ListRow, at: dict[str, int], habits: _Habits) -> None:
    """Merge two parts of a name and two ratings, and add text next to the name that has no separate column."""
    values = found.values
    if "family" in values or "given" in values:
        parts = (values.pop("family", values.get("name", "")), values.pop("given", ""))
        full_name = ", ".join(filter(None, parts))
        _take(found, "name", full_name, habits)
    other = values.pop("other_rating", None)
    if values.get("rating") is None and other is not None:
        values["rating"] = other
        if habits.chess:
            values.setdefault("official_rating", 0)
    name = found.name
    if (
        not name
        or habits.teams
        or not (
            name.split()[0] in cells.TITLES
            or name[0].isdigit()
            or name[-1].isdigit()
            or name[-1] == ")"
            or RANK.fullmatch(name.split()[-1])
        )
    ):
        return
    fields = words(name)
    also = {key: text for key, text in fields.items() if key not in ("name", UNKNOWN)}
    if also and fields["name"] and UNKNOWN not in fields and not also.keys() & at.keys():
        before = found.values["name"]
        for key, text in {"name": fields["name"], **also}.items():
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
        if key == UNKNOWN and (grid.kind != _UNMATCHED_WORDS):
            yield _unread_column(
                place, _cell_at(headings, place), [cell for _line, row in body[:200] if (cell := _cell_at(row, place))]
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
    """Yield a note for each column of words whose meaning was guessed from its look alone."""
    if "given" in at and body:
        family, given = (_cell_at(body[0][1], at[key]) for key in ("family", "given"))
        text = _("Columns {one} and {other} are read as family name and given name: “{name}”. If not, choose above.")
        yield text.format(one=at["family"] + 1, other=at["given"] + 1, name=quote_cell(f"{family}, {given}"))
    if "club" in at and body:
        example = next((cell for _line, row in body if (cell := _cell_at(row, at["club"]))), "")
        text = _("Column {number} (“{text}”) is read as the club. If not, choose above.")
        yield text.format(number=at["club"] + 1, text=quote_cell(example))


def _name_dropped_columns(
    headings: Sequence[str], columns: Sequence[str], body: list[tuple[int, list[str]]]
) -> Iterator[str]:
    """Yield a note for each column that is skipped although it has values; running numbers need no note."""
    for place, key in enumerate(columns):
        column = [cell for _line, row in body if (cell := _cell_at(row, place))] if key == NO_COLUMN else []
        if not column or is_count(column):
            continue
        examples = ", ".join(f"“{quote_cell(cell)}”" for cell in list(dict.fromkeys(column))[:3])
        text = (
            _("Column {number} “{heading}” ({examples}) is ignored.")
            if _cell_at(headings, place)
            else _("Column {number} ({examples}) is ignored.")
        )
        yield text.format(number=place + 1, heading=quote_cell(_cell_at(headings, place)), examples=examples)


def _unread_column(place: int, heading: str, column: Sequence[str]) -> str:
    """Return the note that a column was not recognised, with examples of its cells."""
    examples = ", ".join(f"“{quote_cell(cell)}”" for cell in dict.fromkeys(column[:3]))
    if heading:
        text = _(
            "The column “{heading}” ({examples}) was not recognised and is ignored. Choose above what it contains."
        )
        return text.format(heading=quote_cell(heading), examples=examples or _("empty"))
    text = _("Column {number} ({examples}) was not recognised and is ignored. Choose above what it contains.")
    return text.format(number=place + 1, examples=examples or _("empty"))


def chosen_after(before: Sequence[str], chosen: Sequence[str]) -> list[str]:
    """Return the chosen columns; a column whose meaning the user gave to another one is skipped from now on.

    The full name is skipped too if the family name is chosen, and vice versa.
    """
    if len(before) != len(chosen):
        return list(chosen)
    changed = {key for was, key in zip(before, chosen, strict=True) if was != key and key in COLUMNS}
    used_keys = changed | ({"name"} if "family" in changed else set()) | ({"family"} if "name" in changed else set())
    return [NO_COLUMN if was == key and key in used_keys else key for was, key in zip(before, chosen, strict=True)]


#: The number of rows from which the meaning of a column is detected.
SAMPLE = 200
_COUNT = re.compile(r"[(#]?([0-9]{1,9})[.):]?", re.ASCII)
_FIDE_ID = re.compile(r"[1-9][0-9]{4,9}", re.ASCII)
_ONE_WORD = re.compile(r"[^\W\d_][\w'’.-]*")
_LETTER = re.compile(r"[^\W\d_]")


def header_of(grid: Grid) -> int | None:
    """Return the index of the header row: the first that names two columns, or the very first if it names a name."""
    if grid.columns:
        return None
    for at, (_line, row) in enumerate(grid.rows[:FIRST_ROWS]):
        fields = {MEANINGS.get(plain(cell)) for cell in row[: grid.width]} - {None}
        if fields & NAMES and (len(fields) > 1 or len(row) == 1 or at == 0):
            return at
    return None


def columns_of(grid: Grid, header: int | None, sections: Collection[str] = (), *, chess: bool = False) -> list[str]:
    """Return the meaning of each column; UNKNOWN if it is not clear.

    `sections` are the names of an event's sections, as `plain` makes them. In `chess` no country has two letters.
    """
    if grid.columns:
        return list(grid.columns)
    if header is not None:
        body = [row for _line, row in grid.rows[header + 1 :][:SAMPLE]]
        return _by_header(grid.rows[header][1], [_column(body, at) for at in range(grid.width)], sections, chess=chess)
    body = [row for _line, row in grid.rows[:SAMPLE]]
    return _by_contents([_column(body, at) for at in range(grid.width)], sections, chess=chess)


def is_count(column: Sequence[str]) -> bool:
    """Return whether a column has only running numbers, which can be left out."""
    found = [_COUNT.fullmatch(cell) for cell in column]
    numbers = [int(each[1]) for each in found if each is not None]
    return len(numbers) == len(found) and all(after - before == 1 for before, after in pairwise(numbers))


def _column(rows: Sequence[Sequence[str]], at: int) -> list[str]:
    return [row[at] for row in rows if at < len(row) and row[at]]


def _by_header(header: Sequence[str], body: list[list[str]], sections: Collection[str], *, chess: bool) -> list[str]:
    words = [plain(header[at]) if at < len(header) else "" for at in range(len(body))]
    found = [UNKNOWN] * len(body)
    for is_weak in (False, True):
        for at, word in enumerate(words):
            if word and (word in WEAK) is is_weak:
                key = MEANINGS.get(word, UNKNOWN)
                if word in NOBODYS and not (chess and _share(body[at], *_LOOKS["fide_id"])):
                    key = NO_COLUMN
                found[at] = _free(key, found)
    for at, word in enumerate(words):
        if not word:
            found[at] = _guess_untitled_column(body[at], found)
    _take_by_cells(body, found, sections)
    if "given" in found and "name" in found and "family" not in found:
        found[found.index("name")] = "family"
    return found


def _take_by_cells(body: list[list[str]], found: list[str], sections: Collection[str]) -> None:
    """Find columns of ranks and sections by their cells: the header "Rank" can mean places or ranks of Go."""
    looks: tuple[tuple[str, Callable[[str], object]], ...] = (
        ("rank", RANK.fullmatch),
        (SECTION, lambda cell: plain(cell) in sections),
    )
    for key, look in looks:
        for at, column in enumerate(body):
            if key not in found and found[at] in (UNKNOWN, NO_COLUMN) and _share(column, look, 0.6):
                found[at] = key


def _free(key: str, used_keys: list[str]) -> str:
    """Return the key, or the meaning of a second column of this kind."""
    if key == NO_COLUMN or key not in used_keys:
        return key
    return "other_rating" if key == "rating" and "other_rating" not in used_keys else UNKNOWN


def _guess_untitled_column(column: list[str], used_keys: list[str]) -> str:
    """Return the meaning of a column without a heading; lists often omit the heading of titles."""
    if not column:
        return NO_COLUMN
    return next((key for key in ("title", "sex") if key not in used_keys and _share(column, *_LOOKS[key])), UNKNOWN)


def _by_contents(body: list[list[str]], sections: Collection[str], *, chess: bool) -> list[str]:
    found = [UNKNOWN if column else NO_COLUMN for column in body]
    for at, column in enumerate(body):
        if found[at] == UNKNOWN and _counts_up(column, at, body):
            found[at] = NO_COLUMN
    _take_by_cells(body, found, sections)
    for at, column in enumerate(body):
        if found[at] == UNKNOWN and "birth" not in found and _is_births(column, at, body):
            found[at] = "birth"
    for key, looks in _LOOKS.items():
        fitting = [at for at, column in enumerate(body) if found[at] == UNKNOWN and _share(column, *looks)]
        for at in fitting[:1] if key != "rating" else fitting[:2]:
            found[at] = _free(key, found)
    if not chess:
        _take_countries(body, found)
    texts = [at for at, column in enumerate(body) if found[at] == UNKNOWN and _share(column, _is_text, 0.8)]
    if texts:
        _name_texts(texts, body, found)
    return found


def _take_countries(body: list[list[str]], found: list[str]) -> None:
    """Find the column of countries in two letters."""
    fitting = [
        at for at, column in enumerate(body) if found[at] == UNKNOWN and _share(column, COUNTRIES.__contains__, 0.6)
    ]
    if fitting and "federation" not in found:
        found[fitting[0]] = "federation"


def _name_texts(texts: list[int], body: list[list[str]], found: list[str]) -> None:
    """Name the columns of text: the first is the name, the next may be the given name, and one may be the club."""
    name, *others = texts
    found[name] = "name"
    one = body[name]
    if others and others[0] == name + 1 and _share(one, _ONE_WORD.fullmatch, 0.8):
        other = body[others[0]]
        if _share(other, _is_given, 0.8) and len(set(other)) * 2 > len(other):
            found[name], found[others[0]] = "family", "given"
            others = others[1:]
    for at in others:
        is_like_one = any(" " in cell for cell in body[at]) or len(set(body[at])) * 2 <= len(body[at])
        if is_like_one or "rating" in found:
            found[at] = "club"
            return


def _share(column: list[str], looks: Callable[[str], object], least: float) -> bool:
    return bool(column) and sum(bool(looks(cell)) for cell in column) >= least * len(column)


def _counts_up(column: list[str], at: int, body: list[list[str]]) -> bool:
    """Return whether a column contains the numbers of the rows."""
    found = [_COUNT.fullmatch(cell) for cell in column]
    numbers = [int(each[1]) for each in found if each is not None]
    if len(numbers) < len(found):
        return False
    steps = [after - before for before, after in pairwise(numbers)]
    goes_on = all(step >= 0 for step in steps) and steps.count(1) >= 0.8 * len(steps)
    return goes_on and numbers[0] < 1000 and (len(numbers) > 2 or (at == 0 and len(body) > 1))


def _is_text(cell: str) -> bool:
    return _LETTER.search(cell) is not None


def _is_given(cell: str) -> bool:
    return cell[:1].isupper() and _ONE_WORD.fullmatch(cell) is not None


def _is_rating(cell: str) -> bool:
    try:
        rating = cells.rating(cell)
    except ValueError:
        return False
    return rating is None or 100 <= rating < 4000


def _is_birth(cell: str) -> bool:
    return is_year(cell) or cells.is_date(cell)


def _is_births(column: list[str], at: int, body: list[list[str]]) -> bool:
    """Return whether a column contains dates or years of birth.

    A few ratings may look like years, so a short column counts only if it has full dates or another column has the
    ratings.
    """
    if not _share(column, _is_birth, 0.8):
        return False
    others = (other for place, other in enumerate(body) if place != at)
    has_ratings = any(_share(other, _is_rating, 0.5) and not _share(other, is_year, 0.9) for other in others)
    return len(column) >= 10 or has_ratings or _share(column, cells.is_date, 0.5)


#: What the cells of a column look like, and the share of cells that must match: the clearer kinds first.
_LOOKS: dict[str, tuple[Callable[[str], object], float]] = {
    "title": (lambda cell: cell.upper() in cells.TITLES, 0.6),
    "sex": (lambda cell: cell.casefold() in ("m", "w", "f"), 0.9),
    "fide_id": (_FIDE_ID.fullmatch, 0.6),
    "federation": (lambda cell: cell in FEDERATIONS, 0.6),
    "rating": (_is_rating, 0.5),
}
