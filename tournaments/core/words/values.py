"""Read and write values of settings: table numbers (5, 17-20), deductions, time zones, dates."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from difflib import get_close_matches
from fractions import Fraction
from functools import cache, lru_cache
from typing import TypedDict
from zoneinfo import available_timezones

from django.utils.translation import gettext as _

from pairings.files.trf.errors import TooWide
from pairings.files.trf.fields import points_field
from pairings.numbers.amounts import decimal_text
from pairings.seating.hall import HIGHEST, Room
from tournaments.core.words.names import NotAName
from tournaments.core.words.persons import FEDERATIONS

#: One number, or two with a hyphen or dash between them.
_RANGE = re.compile(r"(\d{1,9})(?:\s*[-–—]\s*(\d{1,9}))?")
#: A room: its name, an optional colon, and its tables.
_ROOM = re.compile(r"(.*?)[\s:,;]*?(\d{1,9})\s*[-–—]\s*(\d{1,9})")


@dataclass(frozen=True, slots=True)
class Moment:
    """A day with an optional time at which a round or a match is played, in the tournament's time zone."""

    day: date
    at: time | None = None

    @property
    def value(self) -> date:
        """The day and time as a `datetime` without a time zone, or the day alone."""
        return self.day if self.at is None else datetime.combine(self.day, self.at)

    def __str__(self) -> str:
        return self.day.isoformat() if self.at is None else f"{self.day.isoformat()} {self.at:%H:%M}"


class NotNumbers(ValueError):
    """A value cannot be read; the message says how to write it."""


def read_ranges(text: str) -> frozenset[int]:
    """Return the numbers that a text lists. Raise NotNumbers."""
    found: set[int] = set()
    for part in filter(None, (part.strip() for part in re.split(r"[,;\n]", text))):
        match = _RANGE.fullmatch(part)
        if match is None:
            raise NotNumbers(_("“{text}” is not a number. Enter numbers such as 5, 17-20.").format(text=part[:40]))
        first = int(match[1])
        found |= set(_place_range(first, int(match[2] or first)))
    return frozenset(found)


def read_rooms(text: str) -> tuple[Room, ...]:
    """Return the rooms that a text lists, one on each line. Raise NotNumbers."""
    return tuple(_room(line) for line in filter(None, (line.strip() for line in text.splitlines())))


def _room(line: str) -> Room:
    match = _ROOM.fullmatch(line)
    if match is None:
        text = _("“{text}” is not a room. Enter its name and numbers, such as Main hall 1-60.")
        raise NotNumbers(text.format(text=line[:60]))
    tables = _place_range(int(match[2]), int(match[3]))
    return Room(" ".join(match[1].split()), tables[0], tables[-1])


def _place_range(first: int, last: int) -> range:
    if not 1 <= first <= last <= HIGHEST:
        raise NotNumbers(
            _("The range {first}-{last} is not valid. Use numbers from 1 to {most}, lower number first.").format(
                most=HIGHEST, first=first, last=last
            )
        )
    return range(first, last + 1)


def ranges_as_text(numbers: Iterable[int]) -> str:
    """Return numbers in the notation of `read_ranges`, with neighbours joined."""
    return ", ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in _runs(sorted(numbers)))


def _runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    begin = 0
    for at, number in enumerate(numbers, start=1):
        if at == len(numbers) or numbers[at] != number + 1:
            yield numbers[begin], number
            begin = at


LONGEST_REASON = 200
LONGEST_LEAVING_REASON = 300
MOST_DEDUCTED = 99
_AMOUNT = re.compile(r"([+-]?)(\d{0,2})(?:½|[.,]5|)")


class StoredDeduction(TypedDict):
    """A deduction as stored: `points` is exact, and negative if they are taken."""

    round: int
    points: str
    reason: str


@dataclass(frozen=True, slots=True)
class ReasonedDeduction:
    """Points taken (negative) or given in a round, by the tournament's number, with the reason."""

    round: int
    points: Fraction
    reason: str


class NotPoints(ValueError):
    """The text is not a number of points that can be deducted or given."""


def parse_deduction(text: str) -> Fraction:
    """Return points from -1, −½, 1.5 or +2: halves up to 9½, whole points up to 99, not 0. Raise NotPoints."""
    written = text.replace("\N{MINUS SIGN}", "-").replace("1/2", "½").replace(" ", "")
    found = _AMOUNT.fullmatch(written)
    if found is None or not written.strip("+-"):
        raise NotPoints(text)
    half = Fraction(1, 2) if written[-1] == "½" or written[-2:] in (".5", ",5") else Fraction(0)
    points = (int(found[2] or 0) + half) * (-1 if found[1] == "-" else 1)
    if not is_possible_deduction(points):
        raise NotPoints(text)
    return points


def is_possible_deduction(points: Fraction) -> bool:
    """Return whether this many points can be deducted or given, and fit into four columns of a report file."""
    try:
        points_field(points)
    except TooWide:
        return False
    return points != 0 and points.denominator <= 2 and abs(points) <= MOST_DEDUCTED


def signed_points(points: Fraction, *, halves: bool) -> str:
    """Return points with their sign, for readers: −1, +½."""
    return ("+" if points > 0 else "\N{MINUS SIGN}") + decimal_text(abs(points), halves=halves)


def deductions_to_json(deductions: Iterable[ReasonedDeduction]) -> list[StoredDeduction]:
    """Return deductions as a player's row stores them, in order of rounds."""
    ordered = sorted(deductions, key=lambda each: each.round)
    return [{"round": each.round, "points": str(each.points), "reason": each.reason} for each in ordered]


def read_deductions(rows: Iterable[Mapping[str, object]]) -> tuple[ReasonedDeduction, ...]:
    return tuple(
        ReasonedDeduction(int(str(row["round"])), Fraction(str(row["points"])), str(row["reason"])) for row in rows
    )


UTC = "UTC"
#: The largest number of time zones offered for a typed text.
ZONES_OFFERED = 8


@cache
def known_zones() -> frozenset[str]:
    """Return the IANA time zones, without the technical ones."""
    technical = ("Etc/", "posix", "right")
    return frozenset({UTC, *(name for name in available_timezones() if "/" in name and not name.startswith(technical))})


def zone_name(name: str) -> str:
    """Return a time zone as pages show it: "America/New York"."""
    return name.replace("_", " ")


def read_zone(text: str) -> str | None:
    """Return the time zone for its name or its city; None if there is none or more than one."""
    plain = _plain(text)
    found = _by_name().get(plain) or _by_city().get(plain, ())
    return found[0] if len(found) == 1 else None


def zones_like(text: str) -> list[str]:
    """Return possible time zones for a text, by name."""
    plain = _plain(text)
    if not plain:
        return []
    within = sorted(name for written, (name,) in _by_name().items() if plain in written)
    near = [name for city in get_close_matches(plain, _by_city(), ZONES_OFFERED, 0.7) for name in _by_city()[city]]
    return (within or near)[:ZONES_OFFERED]


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.replace("_", " ").casefold())
    return " ".join("".join(each for each in letters if not unicodedata.combining(each)).split())


@cache
def _by_name() -> Mapping[str, tuple[str, ...]]:
    return {_plain(name): (name,) for name in sorted(known_zones())}


@cache
def _by_city() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name in sorted(known_zones()):
        city = _plain(name.rpartition("/")[2])
        found[city] = (*found.get(city, ()), name)
    return found


#: The longest text for the dates of rounds, and for the names of deputy arbiters.
LONGEST_LINE = 1000
#: FIDE rating; national; FIDE, else national; national, else FIDE; the higher; the lower; others.
RANK_METHODS = ("FIDE", "NRO", "FIDON", "NIDOF", "HBFN", "LBFN", "OTHER")
_HOUR = 3600
_PERIOD = r"(?:\d{1,3}/)?\d{1,5}(?:\+\d{1,4})?"
_CONTROL = re.compile(rf"{_PERIOD}(?::{_PERIOD})*|W{_PERIOD}(?::{_PERIOD})*-B{_PERIOD}(?::{_PERIOD})*")


def federation(text: str) -> str:
    """Return the three letters of a federation, or "". Raise NotAName."""
    letters = text.strip().upper()
    if letters and letters not in FEDERATIONS:
        raise NotAName(_("Unknown federation. Enter a three-letter FIDE code, such as FIN."))
    return letters


def time_control(text: str) -> str:
    """Return a time control as in record 222, or "". Raise NotAName."""
    written = "".join(text.split()).upper()
    if written and not _CONTROL.fullmatch(written):
        raise NotAName(_("Enter the time control in seconds, such as 5400+30, 40/6000+30:900+30 or W300-B240."))
    return written


def is_fast(control: str, in_words: str) -> bool:
    """Return whether a time control is rapid or blitz: less than an hour for 60 moves (Laws of Chess, A.1 and B.1).

    Without one, the words of the rate of play decide.
    """
    if not control:
        return any(word in in_words.casefold() for word in ("blitz", "rapid"))
    return min(map(_seconds, re.split(r"-?[WB]", control.removeprefix("W")))) < _HOUR


def _seconds(control: str) -> int:
    """Return the seconds that one side has for 60 moves."""
    periods = [re.fullmatch(r"(?:\d+/)?(\d+)(?:\+(\d+))?", period) for period in control.split(":")]
    times = [(int(found[1]), int(found[2] or 0)) for found in periods if found]
    return sum(seconds for seconds, _each in times) + 60 * max((each for _base, each in times), default=0)


def rank_method(text: str) -> str:
    """Return the code of record 172 for the ratings that starting ranks use, or "". Raise NotAName."""
    written = text.strip().upper()
    if written and written not in RANK_METHODS:
        raise NotAName(_("Enter one of {codes}.").format(codes=", ".join(RANK_METHODS)))
    return written


def round_dates(text: str) -> str:
    """Return days separated by commas, in order of rounds, each with an optional time, or "". Raise NotAName."""
    return ", ".join(map(str, moments_of(text)))


def days_of(text: str) -> list[date]:
    """Return the days of a text in the form of `round_dates`. Raise NotAName."""
    return [each.day for each in moments_of(text)]


@lru_cache(maxsize=200)
def moments_of(text: str) -> tuple[Moment, ...]:
    """Return the days of a text in the form of `round_dates`, with their times. Raise NotAName."""
    found: list[Moment] = []
    try:
        for word in _words(text):
            if ":" not in word:
                found.append(Moment(date.fromisoformat(word)))
            elif found and found[-1].at is None:
                found[-1] = replace(found[-1], at=_minute(word))
            else:
                raise ValueError(word)
    except ValueError as error:
        raise NotAName(_("Enter dates such as 2026-05-01 or 2026-05-01 15:30, separated by commas.")) from error
    return tuple(found)


def moved_matches(text: str) -> str:
    """Return matches with a date of their own as text, in order of rounds and tables, or "". Raise NotAName."""
    return write_moved(read_moved_matches(text))


def write_moved(moved: Mapping[tuple[int, int], Moment]) -> str:
    """Return matches by round and table in the text form of `moved_matches`."""
    return ", ".join(f"{number}/{table} {moment}" for (number, table), moment in sorted(moved.items()))


@lru_cache(maxsize=200)
def read_moved_matches(text: str) -> Mapping[tuple[int, int], Moment]:
    """Return when the matches of a text in the form of `moved_matches` are played, by round and table. Raise
    NotAName.
    """
    found: dict[tuple[int, int], Moment] = {}
    parts = re.split(r"(\d{1,3}/\d{1,5})(?=\s)", text.strip().strip(",;"))
    try:
        if parts[0].strip():
            raise ValueError(parts[0])
        for match, written_moment in zip(parts[1::2], parts[2::2], strict=True):
            number, table = map(int, match.split("/"))
            (moment,) = moments_of(written_moment)
            if not number or not table or (number, table) in found:
                raise ValueError(match)
            found[number, table] = moment
    except ValueError as error:
        raise NotAName(_("Enter round, match and date, such as 3/2 2026-05-01 19:00, each match once.")) from error
    return found


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"[,;\s]+", re.sub(r"(?<=\d)T(?=\d)", " ", text.strip())) if word]


def _minute(word: str) -> time:
    """Return a time of the day such as 9:30 or 15:30."""
    hour, _colon, minute = word.partition(":")
    if not re.fullmatch(r"\d\d?", hour) or not re.fullmatch(r"\d\d", minute):
        raise ValueError(word)
    return time(int(hour), int(minute))


def deputies_of(text: str) -> list[str]:
    """Return the names in a text with semicolons between them."""
    return [name for part in text.split(";") if (name := part.strip())]
