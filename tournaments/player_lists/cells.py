"""Read a cell of a list, or a field of a report file: a name, a rating, a date of birth and others.

Each function takes the text and returns the stored value. A ValueError has a sentence that quotes the text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from django.utils import timezone
from django.utils.translation import gettext as _

from pairings.files.trf.days import birth_of
from pairings.files.trf.records import PlayerRecord
from tournaments.core.words import names, persons
from tournaments.core.words.names import isolate
from tournaments.core.words.persons import FEDERATIONS
from tournaments.models.player import LONGEST_SOURCE

HIGHEST_RATING = 9999
#: FIDE titles and the national master titles, as written next to a name.
TITLES = frozenset(f"{sex}{title}" for sex in ("", "W") for title in ("GM", "IM", "FM", "CM", "NM"))
#: Texts that mean an empty cell in lists.
NOTHING = frozenset({"", "-", "–", "—", "--", ".", "n/a", "none", "nan", "null"})
_UNRATED = NOTHING | {"0", "unr", "unrated", "u", "ur", "nr", "no rating"}
#: Thousands with a separator: 1.800, 1,800, 1'800, 1 800. Then a decimal part: 1800.0, 1800,5.
_THOUSANDS = re.compile(r"([1-9])[.,'’ \u00a0\u202f]([0-9]{3})", re.ASCII)
#: A provisional rating as in lists of the USA, with or without the number of games: 1800P, 1800P12, 1800 p 5.
_PROVISIONAL = re.compile(r"([0-9]{1,4}) ?p ?[0-9]{0,2}", re.ASCII)
_DECIMAL = re.compile(r"([0-9]{1,4})[.,]([0-9]{1,2})", re.ASCII)
_SEXES = {
    "w": "w f v k female woman women girl frau weiblich femme nainen tyttö vrouw mujer femenino donna kvinna kvinne",
    "m": "m h male man men boy mann herr männlich homme mies poika hombre masculino uomo",
}
_SEX_OF = {word: sex for sex, words in _SEXES.items() for word in words.split()}
#: Three numbers; or a year with the digits that FIDE writes for an unknown day.
_YEAR_FIRST = re.compile(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})(?:[T ]0?0:00(?::00)?)?", re.ASCII)
_YEAR_LAST = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})", re.ASCII)
_TOGETHER = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})", re.ASCII)
_YEAR = re.compile(r"[0-9]{4}", re.ASCII)


def name(cell: str) -> str:
    """Return a name as it is shown; "" for an empty cell."""
    return names.clean_name(cell) if cell else ""


def _line(cell: str, longest: int) -> str:
    return names.clean_text("" if cell in NOTHING else cell, longest)


def club(cell: str) -> str:
    return _line(cell, 100)


def section(cell: str) -> str:
    return _line(cell, 100)


def federation(cell: str) -> str:
    return _line(cell, persons.FEDERATION_LENGTH)


def federation_of_fide(cell: str) -> str:
    """Return the federation in a list of chess players, which must be a FIDE code."""
    return persons.federation(federation(cell), chess=True)


def title(cell: str) -> str:
    return _line(cell, 10)


def rank(cell: str) -> str:
    return persons.rank(cell)


def rating(cell: str) -> int | None:
    """Return a whole number; None for no rating, which lists also write as 0."""
    text = cell.casefold()
    if text in _UNRATED:
        return None
    text = _THOUSANDS.sub(r"\1\2", text)
    provisional = _PROVISIONAL.fullmatch(text)
    text = provisional[1] if provisional is not None else text
    decimal = _DECIMAL.fullmatch(text)
    if decimal is not None:
        text = str(int(decimal[1]) + (decimal[2].ljust(2, "0") >= "50"))
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) > HIGHEST_RATING:
        message = _("“{text}” is not a rating. Enter a whole number from 0 to {most}.")
        raise ValueError(message.format(text=quote_cell(cell), most=HIGHEST_RATING))
    return int(text) or None


def official_rating(cell: str) -> int | None:
    """Return a whole number, 0 for an unrated player; None if the cell is empty."""
    return None if cell.casefold() in NOTHING else rating(cell) or 0


def source(cell: str) -> str:
    return _line(cell, LONGEST_SOURCE)


def fide_id(cell: str) -> str:
    """Return the digits of a FIDE ID; "" for none, which lists also write as 0."""
    text = cell.replace(" ", "")
    return "" if text in NOTHING or not text.strip("0") else persons.fide_id(text)


def sex(cell: str) -> str:
    text = cell.casefold().rstrip(".")
    if text in NOTHING:
        return ""
    if text in _SEX_OF:
        return _SEX_OF[text]
    raise ValueError(_("“{text}” is not a valid sex. Enter m or w.").format(text=quote_cell(cell)))


def birth(cell: str, *, month_first: bool = False) -> str:
    """Return a date as 1990/05/31, or a year; `month_first` says how to read dates with slashes or dashes."""
    if cell in NOTHING or not cell.strip("0/.- "):
        return ""
    if _YEAR.fullmatch(cell):
        year, month, day = int(cell), 0, 0
    elif parts := _YEAR_FIRST.fullmatch(cell):
        year, month, day = int(parts[1]), int(parts[3]), int(parts[4])
    elif parts := _TOGETHER.fullmatch(cell):
        year, month, day = (int(part) for part in parts.groups())
    elif parts := _YEAR_LAST.fullmatch(cell):
        day, month, year = int(parts[1]), int(parts[3]), _century(parts[4])
        if month_first and parts[2] != ".":
            day, month = month, day
    else:
        raise _not_a_birth(cell)
    if not persons.OLDEST <= year <= timezone.now().year:
        raise _not_a_birth(cell)
    if not (month and day):
        return str(year)
    try:
        return f"{date(year, month, day):%Y/%m/%d}"
    except ValueError as error:
        raise _not_a_birth(cell) from error


def _century(year: str) -> int:
    """Return the full year: 05 is 2005, 90 is 1990. A year of birth is never in the future."""
    now = timezone.now().year
    number = int(year)
    return number if len(year) == 4 else number + (2000 if 2000 + number <= now else 1900)


def _not_a_birth(cell: str) -> ValueError:
    message = _("“{text}” is not a year or date of birth. Enter 1990 or 31.5.1990.")
    return ValueError(message.format(text=quote_cell(cell)))


def has_month_first(column: list[str]) -> bool | None:
    """Return whether a column has dates such as 5/31/1990; None if all its dates can be read either way."""
    parts = [found for cell in column if (found := _YEAR_LAST.fullmatch(cell)) and found[2] != "."]
    if not parts:
        return False
    if any(int(found[1]) > 12 for found in parts):
        return False
    return True if any(int(found[3]) > 12 for found in parts) else None


def is_date(cell: str) -> bool:
    """Return whether the cell is a date and not a number."""
    return any(pattern.fullmatch(cell) for pattern in (_YEAR_FIRST, _YEAR_LAST))


def quote_cell(text: str) -> str:
    """Return a cell for use in a sentence: shortened, and without invisible characters."""
    shown = names.visible(text)
    return isolate(shown if len(shown) <= 40 else f"{shown[:39]}…")


_OLD_TITLES = {"g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM"}


def plain_text(text: str, longest: int) -> str:
    """Return a field of a file as one line of text without invisible characters."""
    return names.clean_text(names.visible(text[:longest]), 4 * longest)[:longest].strip()


def title_of(written: str) -> str:
    """Return a title in current notation; TRF06 wrote g, m, wf."""
    return _OLD_TITLES.get(written.lower()) or plain_text(written, 10)


def federation_of(written: str) -> str:
    """Return the federation, with FIDE codes in capitals."""
    text = plain_text(written, persons.FEDERATION_LENGTH)
    return text.upper() if text.upper() in FEDERATIONS else text


def fide_id_of(written: str) -> str:
    """Return a FIDE ID; "" for zeros, which programs write for no ID, and for text that is not an ID."""
    try:
        return persons.fide_id(written.strip()) if written.strip().strip("0") else ""
    except names.NotAName:
        return ""


def player_fields(record: PlayerRecord, ratings: Mapping[int, int | None]) -> dict[str, object]:
    """Return the fields of a player that a line of a report file fills.

    `ratings` are the ratings by which players were ranked, if the file has them.
    """
    rating = ratings.get(record.number, record.rating or None)
    return {
        "name": plain_text(record.name, names.NAME_LENGTH) or f"# {record.number}",
        "rating": rating,
        "official_rating": None if rating == (record.rating or None) else record.rating or 0,
        "title": title_of(record.title),
        "federation": federation_of(record.federation),
        "fide_id": fide_id_of(record.fide_id),
        "birth": birth_of(record.birth) or "",
        "sex": record.sex if record.sex in ("m", "w") else "",
    }


def member_fields(record: PlayerRecord) -> dict[str, object]:
    """Return the fields of a team member that a line of a report file fills."""
    fields = player_fields(record, {})
    return {name: fields[name] for name in ("name", "rating", "title", "federation", "fide_id", "birth", "sex")}
