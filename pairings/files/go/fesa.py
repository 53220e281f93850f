"""Results of shogi tournaments as FESA publishes them, the "American grid": a player a line, rounds in columns.

    Spring Open, Oulu, 2026-01-10 to 2026-01-11
    Nr Name              Nat  Grade  ELO    1    2    3   Pts
     1 van der Lubbe Lex NL   2 Dan 1929   3+   2+   4+     3
     2 Smith         Ann SE           1*   4+   1-   0+     2

A round has the opponent's number with + for a win, - a loss, = a draw, # lost by both; 0+ is a bye, 0- a missed round.
What follows in brackets is a handicap of pieces, a ^ or v a float. A * is beside the rating of who is on no list.
Nothing says who moved first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pairings.files.go.h9 import BrokenSheet, H9Cell, H9Line, H9Sheet, agree
from pairings.numbers import ranks
from pairings.wording.mark import gettext_noop as _

_HEAD = re.compile(r"\s*Nr\.?\s+Name\b.*\bPts\b.*", re.IGNORECASE)
_PLAYER = re.compile(
    r"(?P<place>\s*\d+)\s+(?P<name>[^\d\s][^\d]*?)\s+(?P<country>[A-Za-z]{2,3})\s+"
    r"(?:(?P<grade>\d+\s?(?:Dan|Kyu))\s+)?(?P<elo>\d+\*?)\s+(?P<cells>\d+[-+=#?].*)",
    re.IGNORECASE,
)
_CELL = re.compile(r"(?<!\S)(\d+)([-+=#?])(\(\s*[-+]?[^)]*\))?[\^v]?(?=\s|$)")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
#: The most lines before the head of the table.
_BEFORE = 10
#: The rating of a player on no list.
_UNLISTED_RATING = "1*"


def is_one(text: str) -> bool:
    """Return whether this is a grid of FESA, valid or not."""
    return any(_HEAD.fullmatch(row) for row in text.lstrip("\ufeff").splitlines()[:_BEFORE])


def read(text: str) -> H9Sheet:
    """Return players in the order of the file; a McMahon score is ignored. Raises BrokenSheet."""
    rows = text.lstrip("\ufeff").splitlines()
    head = next((at for at, row in enumerate(rows) if _HEAD.fullmatch(row)), len(rows))
    found = dict(_players(rows, head + 1))
    if not found:
        raise BrokenSheet(
            _("The file contains no players. Write number, name, country and rating under the column headings.")
        )
    width = _first_names(found)
    lines = tuple(_line(number, player, width) for number, player in found.items())
    _as_many_rounds(found, lines)
    agree(lines)
    pieces = sum(bool(cell[3]) for player in found.values() for cell in _CELL.finditer(player["cells"])) // 2
    titles = () if re.search(r"\bMMS?\b", rows[head], re.IGNORECASE) else ("Pts",)
    return H9Sheet(lines, _headers(rows[:head]), titles=titles, pieces=pieces)


def _players(rows: Sequence[str], begin: int) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield the lines of players with their numbers, up to the first line without a number."""
    for number, row in enumerate(rows[begin:], start=begin + 1):
        if not row.strip() or not row.split()[0].isdecimal():
            return
        player = _PLAYER.fullmatch(row.rstrip())
        if player is None:
            text = _(
                "Line {number} is not a player. Write number, name, country, grade, rating, then each round as 3+."
            )
            raise BrokenSheet(text, number=number)
        yield number, player


def _headers(rows: Sequence[str]) -> dict[str, str]:
    """Return the headers: the title is the name, with the days at its end."""
    title = next((row.strip() for row in rows if row.strip()), "").strip("[]")
    day = _DAY.search(title)
    name = title[: day.start()] if day and day.start() else title
    return {"EV": name.strip(" :,-"), **({"DT": f"{day[0]},{day[0]}"} if day else {})}


def _first_names(found: Mapping[int, re.Match[str]]) -> int:
    """Return where first names begin within a name: the most common end of a wide gap, 0 without gaps."""
    gaps = (re.search(r"\S\s{2,}(?=\S)", player["name"]) for player in found.values())
    places = Counter(gap.end() for gap in gaps if gap)
    return places.most_common(1)[0][0] if places else 0


def _line(number: int, player: re.Match[str], width: int) -> H9Line:
    elo, grade = player["elo"], player["grade"]
    try:
        rank = ranks.parse(grade) if grade else None
    except ValueError as error:
        text = _("Line {number}: {rank} is not a rank from 30k to 9d.")
        raise BrokenSheet(text, number=number, rank=grade) from error
    cells = tuple(_cell(found) for found in _CELL.finditer(player["cells"]))
    rating = None if elo.endswith("*") else int(elo)
    name = _name(player["name"], width)
    return H9Line(int(player["place"]), name, rank, player["country"].upper(), cells=cells, rating=rating)


def _name(written: str, width: int) -> str:
    """Return "surname, first name", split at the column of first names, else at a gap."""
    if 0 < width < len(written) and written[width - 1] == " " != written[width]:
        parts = [written[:width], written[width:]]
    else:
        parts = re.split(r"\s{2,}", written, maxsplit=1)
    return ", ".join(" ".join(part.replace(",", " ").split()) for part in parts)


def _cell(found: re.Match[str]) -> H9Cell:
    """Return the cell of a match; a game lost by both is an unplayed one."""
    return H9Cell(int(found[1]), found[2], by_default=found[2] == "#")


def _as_many_rounds(found: Mapping[int, object], lines: Sequence[H9Line]) -> None:
    usual = Counter(len(line.cells) for line in lines).most_common(1)[0][0]
    for number, line in zip(found, lines, strict=True):
        if len(line.cells) != usual:
            text = _("Line {number}: {name} has {count} rounds, but others have {usual}.")
            raise BrokenSheet(text, number=number, name=line.name, count=len(line.cells), usual=usual)


def write(sheet: H9Sheet) -> str:
    """Return the text of a sheet, whose last score is the points; it has no handicaps."""
    return "".join(f"{row.rstrip()}\n" for row in _lines(sheet))


def _lines(sheet: H9Sheet) -> Iterator[str]:
    first, _comma, last = sheet.headers.get("DT", "").partition(",")
    days = first if last in {"", first} else f"{first} to {last}"
    yield ", ".join(filter(None, (sheet.headers.get("EV", ""), days)))
    names = [_split_name(line.name) for line in sheet.lines]
    wide, narrow = (max([len(name[at]) for name in names], default=0) for at in (0, 1))
    digits = max(2, len(str(len(sheet.lines))))
    cell = digits + 3
    rounds = "".join(f"{at:>{cell}}" for at in range(1, sheet.rounds + 1))
    name = f"{'Name':{wide + 1 + narrow}}"
    yield f"{'Nr':>{digits}} {name} Nat  Grade  ELO{rounds}{''.join(f'{title:>6}' for title in sheet.titles)}"
    for line, (surname, given) in zip(sheet.lines, names, strict=True):
        grade = "" if line.rank is None else _grade(line.rank)
        elo = f"{line.rating:>5} " if line.rating else f"{_UNLISTED_RATING:>6}"
        cells = "".join(f"{f'{each.opponent}{each.result}':>{cell}}" for each in line.cells)
        scores = "".join(f"{score:>6}" for score in line.scores)
        person = f"{line.place:>{digits}} {surname:{wide}} {given:{narrow}} {line.country or 'XX':3}"
        yield f"{person}{grade:>7} {elo[:6]}{cells[1:]}{scores}"


def _split_name(name: str) -> tuple[str, str]:
    surname, comma, given = name.partition(",")
    if not comma:
        surname, _space, given = name.partition(" ")
    return " ".join(surname.split()), " ".join(given.split())


def _grade(rank: int) -> str:
    return f"{-rank} Kyu" if rank < 0 else f"{rank + 1} Dan"
