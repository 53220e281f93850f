"""National lists as CSV: which column holds what, is known by the words at its head, as in player lists."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import chain
from typing import Any, TextIO

from django.utils.translation import gettext as _

from tournaments.border.playerlist.columns import MEANINGS, plain
from tournaments.border.ratinglists.entries import (
    LONGEST_ID,
    LONGEST_NAME,
    SEXES,
    Entry,
    NotARatingList,
    Reading,
    key_of,
    number,
)

#: What only rating lists have: the list's own number of a player, and ratings by the rate of play.
_NUMBERS = (
    "id, id no, player id, playerid, member id, memberid, member number, membership number, national id, code, pkz, "
    "licence, license, licence number, jäsennumero, pelaajanumero, uscf id, ecf code, knsb id, relatienummer, nrffe"
)
_OWN = {
    **dict.fromkeys(_NUMBERS.split(", "), "id"),
    **dict.fromkeys(("standard", "std", "classical", "slow", "selo", "standard rating", "rating"), "standard"),
    **dict.fromkeys(("rapid", "quick", "rapid rating", "pelo"), "rapid"),
    **dict.fromkeys(("blitz", "blitz rating", "pikashakki"), "blitz"),
    **dict.fromkeys(("k", "k factor", "kfactor"), "k_standard"),
}
_SEPARATORS = ";\t,|"


def is_table(first: str) -> bool:
    """Whether a first line names columns, of which one is a name."""
    return bool({"name", "family"} & set(columns_of(next(csv.reader([first], delimiter=separator_of(first)), []))))


def separator_of(first: str) -> str:
    return max(_SEPARATORS, key=first.count)


def columns_of(headers: list[str]) -> list[str]:
    """What each column holds, "" where nobody knows; of two that hold the same the first counts."""
    found: list[str] = []
    for header in headers:
        word = plain(header)
        meaning = _OWN.get(word) or MEANINGS.get(word, "")
        meaning = {"rating": "standard", "other_rating": "standard", "birth": "born"}.get(meaning, meaning)
        found.append(meaning if meaning not in found else "")
    return found


def read_table(first: str, lines: TextIO, rate: str) -> Reading:
    """A CSV below its first line. Raises NotARatingList if no column is a rating; one without a rate of its own is of
    the `rate`.
    """
    separator = separator_of(first)
    columns = columns_of(next(csv.reader([first], delimiter=separator)))
    if not {"rapid", "blitz"} & set(columns):
        columns = [rate if each == "standard" else f"k_{rate}" if each == "k_standard" else each for each in columns]
    if not {"standard", "rapid", "blitz"} & set(columns):
        text = _("No column of the list is a rating. Name it “Rating”, “Rapid” or “Blitz” in the first line.")
        raise NotARatingList(text)
    reading = Reading(iter(()), is_fide=False)
    reading.entries = _of_rows(csv.reader(chain(lines), delimiter=separator), columns, reading)
    return reading


def _of_rows(rows: Any, columns: list[str], reading: Reading) -> Iterator[Entry]:
    for cells in rows:
        if not any(cells):
            continue
        try:
            yield _entry(dict(zip(columns, (cell.strip() for cell in cells), strict=False)))
        except ValueError:
            text = " ".join(cells)[:60]
            reading.skip(_("Line {line} is no player: {text}").format(line=rows.line_num + 1, text=text))


def _entry(told: dict[str, str]) -> Entry:
    name = told.get("name") or ", ".join(filter(None, (told.get("family"), told.get("given"))))
    number_of_list = told.get("id", "")
    if not name or len(name) > LONGEST_NAME or len(number_of_list) > LONGEST_ID:
        raise ValueError(name)
    fide_id = told.get("fide_id", "")
    return Entry(
        id=number_of_list,
        name=name,
        key=key_of(name),
        federation=told.get("federation", "")[:40],
        sex=SEXES.get(told.get("sex", "")[:1].lower(), ""),
        title=told.get("title", "")[:10],
        born=_year(told.get("born", "")),
        standard=number(told.get("standard", "")),
        rapid=number(told.get("rapid", "")),
        blitz=number(told.get("blitz", "")),
        k_standard=number(told.get("k_standard", "")),
        k_rapid=number(told.get("k_rapid", "")),
        k_blitz=number(told.get("k_blitz", "")),
        fide_id=fide_id if fide_id.isdigit() and fide_id.strip("0") else "",
        club=told.get("club", "")[:100],
    )


def _year(text: str) -> int | None:
    """The year of a birth, however its day is written; None where there is none."""
    years = [part for part in text.replace("/", " ").replace("-", " ").replace(".", " ").split() if len(part) == 4]
    return int(years[0]) if years and years[0].isdigit() else None
