"""Which column holds what: by its header, and without one by its cells."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise

from tournaments.core.words.persons import COUNTRIES, FEDERATIONS
from tournaments.player_lists import cells
from tournaments.player_lists.columns import LEFT_OUT, MEANINGS, NAMES, NOBODYS, SECTION, UNKNOWN, WEAK, plain
from tournaments.player_lists.grid import FIRST_ROWS, RANK, Grid, is_year

#: Rows by which a column is known.
SAMPLE = 200
_COUNT = re.compile(r"[(#]?([0-9]{1,9})[.):]?", re.ASCII)
_FIDE_ID = re.compile(r"[1-9][0-9]{4,9}", re.ASCII)
_ONE_WORD = re.compile(r"[^\W\d_][\w'’.-]*")
_LETTER = re.compile(r"[^\W\d_]")


def header_of(grid: Grid) -> int | None:
    """Where in the rows the header is: the first that names two columns, or the very first that names one's name."""
    if grid.columns:
        return None
    for at, (_line, row) in enumerate(grid.rows[:FIRST_ROWS]):
        known = {MEANINGS.get(plain(cell)) for cell in row[: grid.width]} - {None}
        if known & NAMES and (len(known) > 1 or len(row) == 1 or at == 0):
            return at
    return None


def columns_of(grid: Grid, header: int | None, sections: Collection[str] = (), *, chess: bool = False) -> list[str]:
    """What each column holds, as far as it is clear; UNKNOWN where it is not.

    `sections` are the names of an event's sections, as `plain` makes them. In `chess` no country has two
    letters.
    """
    if grid.columns:
        return list(grid.columns)
    if header is not None:
        body = [row for _line, row in grid.rows[header + 1 :][:SAMPLE]]
        return _by_header(grid.rows[header][1], [_column(body, at) for at in range(grid.width)], sections, chess=chess)
    body = [row for _line, row in grid.rows[:SAMPLE]]
    return _by_contents([_column(body, at) for at in range(grid.width)], sections, chess=chess)


def is_count(column: Sequence[str]) -> bool:
    """Whether a column holds running numbers alone, which nobody misses."""
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
                    key = LEFT_OUT
                found[at] = _free(key, found)
    for at, word in enumerate(words):
        if not word:
            found[at] = _guess_untitled_column(body[at], found)
    _take_by_cells(body, found, sections)
    if "given" in found and "name" in found and "family" not in found:
        found[found.index("name")] = "family"
    return found


def _take_by_cells(body: list[list[str]], found: list[str], sections: Collection[str]) -> None:
    """Find ranks and sections that no header tells: "Rank" stands above places and above ranks of Go."""
    looks: tuple[tuple[str, Callable[[str], object]], ...] = (
        ("rank", RANK.fullmatch),
        (SECTION, lambda cell: plain(cell) in sections),
    )
    for key, look in looks:
        for at, column in enumerate(body):
            if key not in found and found[at] in (UNKNOWN, LEFT_OUT) and _share(column, look, 0.6):
                found[at] = key


def _free(key: str, taken: list[str]) -> str:
    """The key, or what a second column of the kind holds."""
    if key == LEFT_OUT or key not in taken:
        return key
    return "other_rating" if key == "rating" and "other_rating" not in taken else UNKNOWN


def _guess_untitled_column(column: list[str], taken: list[str]) -> str:
    """What a column without a word above it holds: lists leave it out above titles."""
    if not column:
        return LEFT_OUT
    return next((key for key in ("title", "sex") if key not in taken and _share(column, *_LOOKS[key])), UNKNOWN)


def _by_contents(body: list[list[str]], sections: Collection[str], *, chess: bool) -> list[str]:
    found = [UNKNOWN if column else LEFT_OUT for column in body]
    for at, column in enumerate(body):
        if found[at] == UNKNOWN and _counts_up(column, at, body):
            found[at] = LEFT_OUT
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
    """The first column of text is the name; the next may be the given name, or one is the club."""
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
    """Whether a column is the numbers of the rows."""
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
    """Dates and years and no ratings, which may look like years where they are few: ratings stand elsewhere then."""
    if not _share(column, _is_birth, 0.8):
        return False
    others = (other for place, other in enumerate(body) if place != at)
    has_ratings = any(_share(other, _is_rating, 0.5) and not _share(other, is_year, 0.9) for other in others)
    return len(column) >= 10 or has_ratings or _share(column, cells.is_date, 0.5)


#: How the cells of a column look, and how many of them must: the clearer kinds first.
_LOOKS: dict[str, tuple[Callable[[str], object], float]] = {
    "title": (lambda cell: cell.upper() in cells.TITLES, 0.6),
    "sex": (lambda cell: cell.casefold() in ("m", "w", "f"), 0.9),
    "fide_id": (_FIDE_ID.fullmatch, 0.6),
    "federation": (lambda cell: cell in FEDERATIONS, 0.6),
    "rating": (_is_rating, 0.5),
}
