"""FIDE's own forms: the fixed-width text, whose first line says where each column begins, and the XML.

Of both there are files of one rating each – standard, rapid, blitz – and one with all three.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from html import unescape
from typing import Any, TextIO

from django.utils.translation import gettext as _

from tournaments.border.ratinglists.entries import SEXES, Entry, NotARatingList, Reading, key_of, number

#: The columns of the text by their headers, and what an entry calls them.
_HEADERS = {
    "ID Number": "id",
    "Name": "name",
    "Fed": "federation",
    "Sex": "sex",
    "Tit": "title",
    "SRtng": "standard",
    "SK": "k_standard",
    "RRtng": "rapid",
    "Rk": "k_rapid",
    "BRtng": "blitz",
    "BK": "k_blitz",
    "B-day": "born",
    "Flag": "flag",
}
_HEADER = re.compile(r"ID Number|\S+")
#: In a list of one rating its column is headed by the month.
_MONTH = re.compile(r"([A-Z]{3})([0-9]{2})")
_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_ELEMENT = re.compile(r"<(\w+)>([^<]*)</\1>")
_OF_XML = {
    "fideid": "id",
    "name": "name",
    "country": "federation",
    "sex": "sex",
    "title": "title",
    "rating": "standard",
    "k": "k_standard",
    "rapid_rating": "rapid",
    "rapid_k": "k_rapid",
    "blitz_rating": "blitz",
    "blitz_k": "k_blitz",
    "birthday": "born",
    "flag": "flag",
}
#: Of a player in the XML no more is read than this; a file with longer ones is none of FIDE's.
LONGEST_PLAYER = 20_000


def is_text(first: str) -> bool:
    return first.startswith("ID Number") and "Fed" in first


def is_xml(first: str) -> bool:
    return first.lstrip("\ufeff \r\n").startswith(("<?xml", "<playerslist", "<players"))


def read_text(first: str, lines: TextIO, rate: str) -> Reading:
    """The fixed-width list below its first line; its one rating, if it has but one, is of the `rate`."""
    places, listed_on = _places(first, rate)
    reading = Reading(iter(()), is_fide=True, listed_on=listed_on)
    if {"id", "name", "federation"} - places.keys() or not {"standard", "rapid", "blitz"} & places.keys():
        raise NotARatingList(_("The first line of the list does not name its columns as FIDE's lists do."))
    spans = [(name, slice(begin, end)) for name, (begin, end) in places.items()]
    reading.entries = _of_lines(lines, spans, reading)
    return reading


def _of_lines(lines: TextIO, spans: list[tuple[str, slice]], reading: Reading) -> Iterator[Entry]:
    make = _maker(dict.fromkeys(name for name, _span in spans))
    for place, line in enumerate(lines, start=2):
        if line.isspace():
            continue
        try:
            yield make({name: line[span].strip() for name, span in spans})
        except ValueError:
            reading.skip(_("Line {line} is no player: {text}").format(line=place, text=line[:60].strip()))


def _places(first: str, rate: str) -> tuple[dict[str, tuple[int, int | None]], date | None]:
    """Where each column begins and ends, and of which month the list is if a header says so."""
    found = list(_HEADER.finditer(first.rstrip()))
    places: dict[str, tuple[int, int | None]] = {}
    listed_on = None
    for each, following in zip(found, [*found[1:], None], strict=True):
        name, month = _HEADERS.get(each[0]), _MONTH.fullmatch(each[0])
        if month and month[1] in _MONTHS:
            name, listed_on = rate, date(2000 + int(month[2]), _MONTHS.index(month[1]) + 1, 1)
        elif each[0] == "K":
            name = f"k_{rate}"
        if name:
            places[name] = (each.start(), following.start() if following else None)
    return places, listed_on


def read_xml(first: str, rest: TextIO, rate: str) -> Reading:
    """The XML: one flat record a player. Without ratings of its own rapid and blitz are of the `rate`."""
    reading = Reading(iter(()), is_fide=True)
    reading.entries = _of_records(_records(first, rest), rate, reading)
    return reading


def _of_records(records: Iterator[str], rate: str, reading: Reading) -> Iterator[Entry]:
    make: Callable[[dict[str, str]], Entry] | None = None
    names: dict[str, str] = {}
    for place, record in enumerate(records, start=1):
        values = dict(_ELEMENT.findall(record))
        if make is None:
            names = _OF_XML if "rapid_rating" in values else _of_one_rating(rate)
            make = _maker(dict.fromkeys(names.values()))
        try:
            told = {name: values.get(element, "").strip() for element, name in names.items()}
            yield make({name: unescape(text) if "&" in text else text for name, text in told.items()})
        except ValueError:
            text = values.get("name", "")[:60]
            reading.skip(_("Player {count} of the list is none: {text}").format(count=place, text=text))


def _of_one_rating(rate: str) -> dict[str, str]:
    """The elements of a list whose <rating> is of one rate."""
    others = {element: name for element, name in _OF_XML.items() if not element.startswith(("rapid", "blitz"))}
    return others | {"rating": rate, "k": f"k_{rate}"}


def _records(first: str, rest: TextIO) -> Iterator[str]:
    """What stands in each <player>. Raises NotARatingList for what no list of FIDE has."""
    kept = first
    if "<!" in first:
        raise NotARatingList(_("This XML file has declarations of its own. FIDE's lists have none."))
    while True:
        block = rest.read(1 << 20)
        kept += block
        parts = kept.split("</player>")
        kept = parts.pop()
        for part in parts:
            yield part.rpartition("<player>")[2]
        if not block:
            return
        if len(kept) > LONGEST_PLAYER + (1 << 20):
            raise NotARatingList(_("This XML file is no list of FIDE: its players have no <player> each."))


def _maker(known: dict[str, None]) -> Callable[[dict[str, str]], Entry]:
    """What makes an entry of the texts of its columns; raises ValueError for one without a number or a name."""
    figures = [name for name in Entry._fields if name in known and Entry._field_defaults[name] is None]

    def make(told: dict[str, str]) -> Entry:
        name = told["name"]
        if not name or len(name) > 100 or not told["id"].isdigit():
            raise ValueError(name)
        entry = Entry(
            told["id"],
            name,
            key_of(name),
            told.get("federation", "")[:40],
            SEXES.get(told.get("sex", "").lower(), ""),
            told.get("title", "")[:10],
            active="i" not in told.get("flag", ""),
        )
        read: dict[str, Any] = {each: number(told[each]) for each in figures}
        return entry._replace(**read)

    return make
