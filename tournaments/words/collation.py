"""Where a name stands in a list: the one place that makes sort keys, by the collation of the tournament's country.

The country follows from the time zone. Its language is the one that CLDR finds most likely, so that Å, Ä and Ö stand
behind Z in Helsinki and beside A and O in Berlin. Keys are bytes of ICU in hexadecimal digits: the database compares
them by code point, and needs no collation of its own. Another version of ICU can make other keys: a migration then
makes all of them anew.
"""

from __future__ import annotations

from functools import lru_cache

import icu  # type: ignore[import-untyped] # it brings no types

#: Digits of a key that are stored. What is longer differs only behind the first letters.
LONGEST = 400


def name_key(name: str, time_zone: str) -> str:
    """The sort key of a name in a tournament of a time zone."""
    found: bytes = _collator(_locale(time_zone)).getSortKey(name)
    return found[: LONGEST // 2].hex()


@lru_cache(maxsize=600)
def _locale(time_zone: str) -> str:
    """The most likely language of the country of a zone; none for a zone of no country."""
    try:
        found = icu.Locale(f"und_{icu.TimeZone.getRegion(time_zone)}")
    except icu.ICUError:
        return ""
    found.addLikelySubtags()
    return str(found.getName())


@lru_cache(maxsize=64)
def _collator(locale: str) -> icu.Collator:
    return icu.Collator.createInstance(icu.Locale(locale))
