"""What a report file says of the event: how its federation, time control and days are written."""

from __future__ import annotations

import re
from datetime import date

from django.utils.translation import gettext as _

from tournaments.words.federations import FEDERATIONS
from tournaments.words.validation import NotAName

#: Of the dates of the rounds, and of the names of deputy arbiters.
LONGEST = 1000
#: FIDE's rating; the national one; FIDE's, else the national one; the other way round; the higher, the lower; others.
RANK_METHODS = ("FIDE", "NRO", "FIDON", "NIDOF", "HBFN", "LBFN", "OTHER")
_HOUR = 3600
_PERIOD = r"(?:\d{1,3}/)?\d{1,5}(?:\+\d{1,4})?"
_CONTROL = re.compile(rf"{_PERIOD}(?::{_PERIOD})*|W{_PERIOD}(?::{_PERIOD})*-B{_PERIOD}(?::{_PERIOD})*")


def federation(text: str) -> str:
    """The three letters of a federation, or nothing. Raises NotAName."""
    letters = text.strip().upper()
    if letters and letters not in FEDERATIONS:
        raise NotAName(_("There is no such federation. Write FIDE's three letters, like FIN."))
    return letters


def time_control(text: str) -> str:
    """A time control as record 222 has it, or nothing. Raises NotAName."""
    written = "".join(text.split()).upper()
    if written and not _CONTROL.fullmatch(written):
        raise NotAName(_("Write seconds, like 5400+30 or 40/6000+30:900+30, or W300-B240."))
    return written


def is_fast(control: str, in_words: str) -> bool:
    """Whether a time control is rapid or blitz: less than an hour for 60 moves (Laws of Chess, A.1 and B.1). Without
    one the words of the rate of play count.
    """
    if not control:
        return any(word in in_words.casefold() for word in ("blitz", "rapid"))
    return min(map(_seconds, re.split(r"-?[WB]", control.removeprefix("W")))) < _HOUR


def _seconds(control: str) -> int:
    """The seconds that one side has for 60 moves."""
    periods = [re.fullmatch(r"(?:\d+/)?(\d+)(?:\+(\d+))?", period) for period in control.split(":")]
    known = [(int(found[1]), int(found[2] or 0)) for found in periods if found]
    return sum(seconds for seconds, _each in known) + 60 * max((each for _base, each in known), default=0)


def rank_method(text: str) -> str:
    """How record 172 calls the ratings that starting ranks go by, or nothing. Raises NotAName."""
    written = text.strip().upper()
    if written and written not in RANK_METHODS:
        raise NotAName(_("Write one of {codes}.").format(codes=", ".join(RANK_METHODS)))
    return written


def round_dates(text: str) -> str:
    """Days with commas between, the first round's first, or nothing. Raises NotAName."""
    return ", ".join(day.isoformat() for day in days_of(text))


def days_of(text: str) -> list[date]:
    """The days of such a text. Raises NotAName."""
    try:
        return [date.fromisoformat(word) for word in re.split(r"[,;\s]+", text.strip()) if word]
    except ValueError as error:
        raise NotAName(_("Write days like 2026-05-01, with commas between.")) from error


def deputies_of(text: str) -> list[str]:
    """The names in a text with semicolons between."""
    return [name for part in text.split(";") if (name := part.strip())]
