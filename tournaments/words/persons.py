"""What is stored of a person beside the name: birth, federation and FIDE ID, for pages, lists and the API alike.

Each function takes a text and gives what is stored of it, "" for an empty one. Raises NotAName with a sentence.
"""

from __future__ import annotations

import re
from datetime import date

from django.utils import timezone
from django.utils.translation import gettext as _

from pairings import ranks
from tournaments.words.federations import FEDERATIONS
from tournaments.words.isolation import isolate
from tournaments.words.validation import NotAName, clean_text, visible

#: Nobody who plays was born before.
OLDEST = 1900
FIDE_ID_LENGTH = 11
FEDERATION_LENGTH = 40
_BIRTH = re.compile(r"([0-9]{4})(?:([-/])([0-9]{2})\2([0-9]{2}))?", re.ASCII)


def birth(text: str) -> str:
    """A year, or a day as report files write it (1990/05/31), of a year alone or an ISO date (1990-05-31)."""
    text = text.strip()
    parts = _BIRTH.fullmatch(text)
    if not text:
        return ""
    if parts is None or not OLDEST <= int(parts[1]) <= timezone.now().year:
        raise _not_a_birth(text)
    if parts[2] is None:
        return parts[1]
    try:
        return f"{date(int(parts[1]), int(parts[3]), int(parts[4])):%Y/%m/%d}"
    except ValueError as error:
        raise _not_a_birth(text) from error


def iso(stored: str) -> str:
    """A stored birth as programs read it: an ISO date, or the year alone."""
    return stored.replace("/", "-")


def fide_id(text: str) -> str:
    """Digits alone."""
    text = text.strip()
    if len(text) > FIDE_ID_LENGTH or (not (text.isascii() and text.isdigit() and text.strip("0")) and text):
        told = _("“{text}” is not a FIDE ID: it has digits alone, eleven at most.")
        raise NotAName(told.format(text=_quoted(text)))
    return text


def rank(text: str) -> str:
    """A rank of Go or shogi as it is written: 12k, 3d."""
    if not text.strip():
        return ""
    try:
        return ranks.spelled(ranks.parse(text))
    except ValueError as error:
        told = _("“{text}” is no rank. Write one from 30k to 9d, such as 12k or 3d.")
        raise NotAName(told.format(text=_quoted(text))) from error


def federation(text: str, *, chess: bool) -> str:
    """In chess one of FIDE's codes, in capitals; in another game whatever people call it."""
    cleaned = clean_text(text, FEDERATION_LENGTH)
    if not chess or not cleaned:
        return cleaned
    if cleaned.upper() not in FEDERATIONS:
        told = _("“{text}” is no federation of FIDE: write its code of three letters, such as FIN or GER.")
        raise NotAName(told.format(text=_quoted(cleaned)))
    return cleaned.upper()


def _not_a_birth(text: str) -> NotAName:
    told = _("“{text}” is neither a date of birth nor a year: write 1990-05-31, or 1990 alone.")
    return NotAName(told.format(text=_quoted(text)))


def _quoted(text: str) -> str:
    shown = visible(text)
    return isolate(shown if len(shown) <= 40 else f"{shown[:39]}…")
