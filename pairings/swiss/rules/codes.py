"""How report files name an edition: FIDE's codes of tournament types (record 192)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pairings.files.trf.days import day_of
from pairings.swiss.rules.editions import EDITIONS

_CODE = re.compile(r"FIDE_DUTCH(?:_(?!BAKU)([A-Z0-9]+))?(?:_BAKU)?")


class UnknownEdition(ValueError):
    """A code of the Dutch system in an edition that is not here. `code` is what the file says."""

    def __init__(self, code: str) -> None:
        super().__init__(f"{code}: this edition of the Dutch system is not here; there are {', '.join(EDITIONS)}")
        self.code = code


def edition_named(codes: Iterable[str], first_day: str) -> str | None:
    """The edition that the codes of a file name, None if they name none of the Dutch system.

    A code without a year is of the edition that was in force on the first day (the newest if there is none).
    Raises UnknownEdition.
    """
    years: Mapping[str, str] = {year: edition.key for edition in EDITIONS.values() for year in edition.years}
    for code in codes:
        found = _CODE.fullmatch(code.strip().upper())
        if not found:
            continue
        if not found[1]:
            return _in_force(first_day)
        if found[1] not in years:
            raise UnknownEdition(code.strip())
        return years[found[1]]
    return None


def options_named(code: str, first_day: str) -> Mapping[str, object] | None:
    """The options that a code names, None if it is another system's. Raises UnknownEdition."""
    edition = edition_named([code], first_day)
    return None if edition is None else {"edition": edition}


def _in_force(day: str) -> str:
    """The edition in force on a day; the newest where the day is not to be read, the oldest before all others."""
    found = day_of(day)
    editions = sorted(EDITIONS.values(), key=lambda edition: edition.since, reverse=True)
    if not found:
        return editions[0].key
    since = found.isoformat()
    return next((edition.key for edition in editions if edition.since <= since), editions[-1].key)


def code_of(options: Any) -> str:
    """The code under which a tournament with these options is written."""
    year = options.book.years[0]
    return f"FIDE_DUTCH_{year}" + ("_BAKU" if options.acceleration == "baku" else "")
