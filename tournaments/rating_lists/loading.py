"""Read files of rating lists, load a list into the server, and delete one.

A file may be compressed or not, in any text encoding and format. The lists belong to no tournament.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from html import unescape
from itertools import chain
from typing import IO, Any, TextIO
from zipfile import BadZipFile, ZipFile

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.rights import Who
from tournaments.core.words import names
from tournaments.models import RatingList
from tournaments.models.server_wide import LONGEST_LIST_NAME
from tournaments.player_lists.columns import MEANINGS, plain
from tournaments.rating_lists import store
from tournaments.rating_lists.store import (
    LONGEST_ID,
    LONGEST_NAME,
    SEXES,
    NotARatingList,
    RatingListEntry,
    Reading,
    key_of,
    number,
)

#: The name of FIDE's list unless another one is given.
FIDE = "FIDE"


@dataclass(frozen=True, slots=True)
class LoadedList:
    """A loaded list; `skipped` is the number of lines that are not players, and `faults` has the first of them."""

    listed: RatingList
    skipped: int
    faults: tuple[str, ...]


def load_list(
    who: Who,
    content: IO[bytes],
    filename: str,
    *,
    name: str = "",
    listed_on: date | None = None,
    rate: str | None = None,
) -> LoadedList:
    """Load a list from its file, compressed or not, all of it or nothing. It replaces a list of the same name and day.

    `listed_on` is required if the file does not contain it, `name` for lists that are not FIDE's. `rate` is that of a
    list with one rating, if the file name does not contain it. Raises Refused with a sentence that tells the user what
    to do.
    """
    _owner_only(who)
    if rate is not None and rate not in RATES:
        raise Refused(_("The rating type is standard, rapid or blitz."), code="no-such-rate", field="rate")
    try:
        with transaction.atomic(), open_list(content, filename, rate) as reading:
            day = listed_on or reading.listed_on
            called = _name(name or (FIDE if reading.is_fide else ""))
            if day is None:
                text = _("The file has no date. Enter the date of the list.")
                raise Refused(text, code="no-date", field="listed_on")
            for former in RatingList.objects.filter(name=called, listed_on=day):
                store.drop(former)
            fuzzy = store.has_trigrams()
            rating_list = RatingList.objects.create(name=called, listed_on=day, is_fide=reading.is_fide, fuzzy=fuzzy)
            rating_list.lines = store.fill(rating_list, reading)
            if not rating_list.lines:
                raise Refused(_("The list contains no players."), code="no-players", field="file")
            rating_list.save(update_fields=["lines"])
    except (NotARatingList, csv.Error) as error:
        raise Refused(str(error), code="no-rating-list", field="file") from error
    return LoadedList(rating_list, reading.skipped, tuple(reading.faults))


def drop_list(who: Who, listed: RatingList) -> None:
    """Delete a list with all its lines. Players keep the values that they took from it."""
    _owner_only(who)
    store.drop(listed)


def _name(text: str) -> str:
    """Return the clean name of a list. Raises Refused."""
    try:
        found = names.clean_text(text, LONGEST_LIST_NAME)
    except names.NotAName as error:
        raise Refused(str(error), code="name", field="name") from error
    if not found:
        raise Refused(
            _("Enter a name for the list, such as FIN. Tournaments choose it by name."), code="name", field="name"
        )
    return found


def _owner_only(who: Who) -> None:
    """Raise NotAllowed unless the caller is the server's owner or a command: lists serve all tournaments of a
    server.
    """
    by_command = who.user is None and who.token is None and who.agent.startswith("command: ")
    if not by_command and not (who.user is not None and who.token is None and who.user.is_superuser):
        raise NotAllowed(_("Only the owner of this server can load rating lists."), code="not-allowed")


#: The columns of the text file by their headers, with the names of an entry's fields.
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
#: The header of the rating in a list with one rating: the month.
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
#: The maximum number of characters read for a player in the XML; a file with longer records is not FIDE's.
LONGEST_PLAYER = 20_000


def is_text(first: str) -> bool:
    return first.startswith("ID Number") and "Fed" in first


def is_xml(first: str) -> bool:
    return first.lstrip("\ufeff \r\n").startswith(("<?xml", "<playerslist", "<players"))


def read_text(first: str, lines: TextIO, rate: str) -> Reading:
    """Read the fixed-width list below its first line; a single rating column is of the `rate`."""
    places, listed_on = _places(first, rate)
    reading = Reading(iter(()), is_fide=True, listed_on=listed_on)
    if {"id", "name", "federation"} - places.keys() or not {"standard", "rapid", "blitz"} & places.keys():
        raise NotARatingList(_("The first line does not have FIDE's column names. Choose another file."))
    spans = [(name, slice(begin, end)) for name, (begin, end) in places.items()]
    reading.entries = _of_lines(lines, spans, reading)
    return reading


def _of_lines(lines: TextIO, spans: list[tuple[str, slice]], reading: Reading) -> Iterator[RatingListEntry]:
    make = _maker(dict.fromkeys(name for name, _span in spans))
    for place, line in enumerate(lines, start=2):
        if line.isspace():
            continue
        try:
            yield make({name: line[span].strip() for name, span in spans})
        except ValueError:
            reading.skip(_("Line {line} is not a player: {text}").format(line=place, text=line[:60].strip()))


def _places(first: str, rate: str) -> tuple[dict[str, tuple[int, int | None]], date | None]:
    """Return where each column begins and ends, and the month of the list if a header names it."""
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
    """Read the XML with one flat record for each player. Without rapid and blitz columns, its rating is of the
    `rate`.
    """
    reading = Reading(iter(()), is_fide=True)
    reading.entries = _of_records(_records(first, rest), rate, reading)
    return reading


def _of_records(records: Iterator[str], rate: str, reading: Reading) -> Iterator[RatingListEntry]:
    make: Callable[[dict[str, str]], RatingListEntry] | None = None
    names: dict[str, str] = {}
    for place, record in enumerate(records, start=1):
        values = dict(_ELEMENT.findall(record))
        if make is None:
            names = _OF_XML if "rapid_rating" in values else _of_one_rating(rate)
            make = _maker(dict.fromkeys(names.values()))
        try:
            columns = {name: values.get(element, "").strip() for element, name in names.items()}
            yield make({name: unescape(text) if "&" in text else text for name, text in columns.items()})
        except ValueError:
            text = values.get("name", "")[:60]
            reading.skip(_("Entry {count} is not a player: {text}").format(count=place, text=text))


def _of_one_rating(rate: str) -> dict[str, str]:
    """Return the elements of a list whose <rating> is of one rate."""
    others = {element: name for element, name in _OF_XML.items() if not element.startswith(("rapid", "blitz"))}
    return others | {"rating": rate, "k": f"k_{rate}"}


def _records(first: str, rest: TextIO) -> Iterator[str]:
    """Yield the content of each <player>. Raises NotARatingList for content that FIDE's lists never have."""
    text = first
    if "<!" in first:
        raise NotARatingList(
            _("This XML file contains its own declarations, unlike FIDE's lists. Choose another file.")
        )
    while True:
        block = rest.read(1 << 20)
        text += block
        parts = text.split("</player>")
        text = parts.pop()
        for part in parts:
            yield part.rpartition("<player>")[2]
        if not block:
            return
        if len(text) > LONGEST_PLAYER + (1 << 20):
            raise NotARatingList(_("This is not a FIDE list: the XML file has no <player> elements."))


def _maker(columns: dict[str, None]) -> Callable[[dict[str, str]], RatingListEntry]:
    """Return a function from the texts of columns to an entry, which raises ValueError without a number or a name."""
    figures = [
        name for name in RatingListEntry._fields if name in columns and RatingListEntry._field_defaults[name] is None
    ]

    def make(values: dict[str, str]) -> RatingListEntry:
        name = values["name"]
        if not name or len(name) > 100 or not values["id"].isdigit():
            raise ValueError(name)
        entry = RatingListEntry(
            values["id"],
            name,
            key_of(name),
            values.get("federation", "")[:40],
            SEXES.get(values.get("sex", "").lower(), ""),
            values.get("title", "")[:10],
            active="i" not in values.get("flag", ""),
        )
        read: dict[str, Any] = {each: number(values[each]) for each in figures}
        return entry._replace(**read)

    return make


#: Columns that only rating lists have: the list's own number of a player, and ratings by the rate of play.
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
    """Return whether a first line contains column headers, one of them for names."""
    return bool({"name", "family"} & set(columns_of(next(csv.reader([first], delimiter=separator_of(first)), []))))


def separator_of(first: str) -> str:
    return max(_SEPARATORS, key=first.count)


def columns_of(headers: list[str]) -> list[str]:
    """Return the meaning of each column, "" if it is unknown; of two with the same meaning, the first counts."""
    found: list[str] = []
    for header in headers:
        word = plain(header)
        meaning = _OWN.get(word) or MEANINGS.get(word, "")
        meaning = {"rating": "standard", "other_rating": "standard", "birth": "born"}.get(meaning, meaning)
        found.append(meaning if meaning not in found else "")
    return found


def read_table(first: str, lines: TextIO, rate: str) -> Reading:
    """Read a CSV below its first line; a rating column without a rate is of the `rate`.

    Raises NotARatingList if no column is a rating.
    """
    separator = separator_of(first)
    columns = columns_of(next(csv.reader([first], delimiter=separator)))
    if not {"rapid", "blitz"} & set(columns):
        columns = [rate if each == "standard" else f"k_{rate}" if each == "k_standard" else each for each in columns]
    if not {"standard", "rapid", "blitz"} & set(columns):
        text = _("No rating column found. Name it “Rating”, “Rapid” or “Blitz” in the first line.")
        raise NotARatingList(text)
    reading = Reading(iter(()), is_fide=False)
    reading.entries = _of_rows(csv.reader(chain(lines), delimiter=separator), columns, reading)
    return reading


def _of_rows(rows: Any, columns: list[str], reading: Reading) -> Iterator[RatingListEntry]:
    for cells in rows:
        if not any(cells):
            continue
        try:
            yield _entry(dict(zip(columns, (cell.strip() for cell in cells), strict=False)))
        except ValueError:
            text = " ".join(cells)[:60]
            reading.skip(_("Line {line} is not a player: {text}").format(line=rows.line_num + 1, text=text))


def _entry(values: dict[str, str]) -> RatingListEntry:
    name = values.get("name") or ", ".join(filter(None, (values.get("family"), values.get("given"))))
    number_of_list = values.get("id", "")
    if not name or len(name) > LONGEST_NAME or len(number_of_list) > LONGEST_ID:
        raise ValueError(name)
    fide_id = values.get("fide_id", "")
    return RatingListEntry(
        id=number_of_list,
        name=name,
        key=key_of(name),
        federation=values.get("federation", "")[:40],
        sex=SEXES.get(values.get("sex", "")[:1].lower(), ""),
        title=values.get("title", "")[:10],
        born=_year(values.get("born", "")),
        standard=number(values.get("standard", "")),
        rapid=number(values.get("rapid", "")),
        blitz=number(values.get("blitz", "")),
        k_standard=number(values.get("k_standard", "")),
        k_rapid=number(values.get("k_rapid", "")),
        k_blitz=number(values.get("k_blitz", "")),
        fide_id=fide_id if fide_id.isdigit() and fide_id.strip("0") else "",
        club=values.get("club", "")[:100],
    )


def _year(text: str) -> int | None:
    """Return the year of a date of birth in any notation; None without one."""
    years = [part for part in text.replace("/", " ").replace("-", " ").replace(".", " ").split() if len(part) == 4]
    return int(years[0]) if years and years[0].isdigit() else None


#: The maximum number of bytes of an uncompressed list; FIDE's largest has a quarter of it.
LARGEST = 2_000_000_000
RATES = ("standard", "rapid", "blitz")


def _as_windows(error: UnicodeError) -> tuple[str, int]:
    """Decode bytes that are not valid UTF-8 as Windows-1252."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


codecs.register_error("kierros-windows", _as_windows)


@contextmanager
def open_list(content: IO[bytes], name: str, rate: str | None = None) -> Iterator[Reading]:
    """Open a list for reading within the block; `rate` is that of a list with one rating, by default from its name.

    Raises NotARatingList with a sentence that tells the user what to do.
    """
    if content.read(2) == b"PK":
        content.seek(0)
        with _unpack(content) as (member, inside), _as_text(inside) as lines:
            yield _read(lines, member, rate)
        return
    content.seek(0)
    with _as_text(content) as lines:
        yield _read(lines, name, rate)


@contextmanager
def _as_text(content: IO[bytes]) -> Iterator[TextIO]:
    """Decode the text of a file, which stays open for its caller."""
    lines = io.TextIOWrapper(content, encoding="utf-8-sig", errors="kierros-windows", newline="")
    try:
        yield lines
    finally:
        lines.detach()


@contextmanager
def _unpack(content: IO[bytes]) -> Iterator[tuple[str, IO[bytes]]]:
    try:
        with ZipFile(content) as packed:
            members = [each for each in packed.infolist() if not each.is_dir()]
            if not members:
                raise NotARatingList(_("This ZIP file is empty. Choose another file."))
            member = max(members, key=lambda each: each.file_size)
            if member.file_size > LARGEST:
                raise NotARatingList(_("The unpacked file is too large for a rating list."))
            with packed.open(member) as inside:
                yield member.filename, inside
    except (BadZipFile, NotImplementedError, RuntimeError) as error:
        text = _("This ZIP file is damaged or has a password. Load the list inside it instead.")
        raise NotARatingList(text) from error


def _read(lines: TextIO, name: str, rate: str | None) -> Reading:
    first = lines.readline(10_000)
    rate_name = rate or next((each for each in RATES if each in name.lower()), RATES[0])
    if is_text(first):
        return read_text(first, lines, rate_name)
    if is_xml(first):
        return read_xml(first, lines, rate_name)
    if is_table(first):
        return read_table(first, lines, rate_name)
    raise NotARatingList(
        _(
            "Unknown format. Load FIDE's list as TXT or XML, or a national one as CSV with column names in "
            "the first line."
        )
    )
