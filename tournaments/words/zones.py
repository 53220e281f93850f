"""Time zones as people write them: by a city, in any case, with spaces."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from zoneinfo import available_timezones

UTC = "UTC"
#: So many zones are offered for what was typed.
OFFERED = 8


@cache
def known() -> frozenset[str]:
    """The zones of IANA, without the technical ones."""
    technical = ("Etc/", "posix", "right")
    return frozenset({UTC, *(name for name in available_timezones() if "/" in name and not name.startswith(technical))})


def shown(name: str) -> str:
    """A zone as a page has it: "America/New York"."""
    return name.replace("_", " ")


def read(text: str) -> str | None:
    """The zone that a text names by itself or by its city; None if there is none, or more than one."""
    asked = _plain(text)
    found = _by_name().get(asked) or _by_city().get(asked, ())
    return found[0] if len(found) == 1 else None


def like(text: str) -> list[str]:
    """Zones that somebody may have meant, by name."""
    asked = _plain(text)
    if not asked:
        return []
    within = sorted(name for written, (name,) in _by_name().items() if asked in written)
    near = [name for city in get_close_matches(asked, _by_city(), OFFERED, 0.7) for name in _by_city()[city]]
    return (within or near)[:OFFERED]


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.replace("_", " ").casefold())
    return " ".join("".join(each for each in letters if not unicodedata.combining(each)).split())


@cache
def _by_name() -> Mapping[str, tuple[str, ...]]:
    return {_plain(name): (name,) for name in sorted(known())}


@cache
def _by_city() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name in sorted(known()):
        city = _plain(name.rpartition("/")[2])
        found[city] = (*found.get(city, ()), name)
    return found
