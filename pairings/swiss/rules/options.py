"""The options of the Dutch system, and the names of its editions in report files.

Report files name them by FIDE's codes of tournament types (record 192).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from pairings.options import Preset, choice, switch
from pairings.swiss.rules.editions import EDITIONS, Edition
from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import pgettext


def acceleration() -> Any:
    """Return the option of virtual points."""
    return choice(
        "none",
        _("Acceleration"),
        ("none", pgettext("none of these", "None")),
        ("baku", _("Baku acceleration")),
        help=_("Baku acceleration gives the upper half virtual points in the first half of the rounds (C.04.7)."),
    )


def initial_colour(
    about: str = _("The top player's colour in round 1 (article 5.1). The lot is drawn before round 1 and kept."),
) -> Any:
    """Return the option of the colour otherwise drawn by lot; `about` is its description."""
    return choice(
        "lot",
        _("Initial colour"),
        ("lot", _("Drawn by lot")),
        ("white", pgettext("side of a game", "White")),
        ("black", pgettext("side of a game", "Black")),
        help=about,
    )


@dataclass(frozen=True, slots=True)
class Options:
    """Options of the Dutch system. Virtual points in the snapshot take precedence over `acceleration`.

    `initial_colour` other than "lot" takes precedence over the snapshot's own.
    """

    edition: str = choice(
        "2026",
        _("Rules"),
        *((edition.key, edition.label) for edition in EDITIONS.values()),
        help=_("The edition of FIDE's rules that pairs all rounds (C.04.3)."),
    )
    acceleration: str = acceleration()
    initial_colour: str = initial_colour()
    score_factor: bool = switch(
        True,
        _("B.3 factor (2012 rules only)"),
        help=_(
            "Keeps squared score differences small when the lowest groups are paired together (D.4). "
            "Otherwise the text ends with D.3."
        ),
    )

    @property
    def book(self) -> Edition:
        """The rules of the edition."""
        book = EDITIONS[self.edition]
        return book if self.score_factor else book.without("score-differences-squared")


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        preset.key: preset
        for preset in (
            Preset("fide", _("FIDE Dutch system"), Options()),
            Preset("fide-accelerated", _("FIDE Dutch system with Baku acceleration"), Options(acceleration="baku")),
        )
    }
)


_CODE = re.compile(r"FIDE_DUTCH(?:_(?!BAKU)([A-Z0-9]+))?(?:_BAKU)?")


class UnknownEdition(ValueError):
    """A code of the Dutch system with an unknown edition. `code` is the text of the file."""

    def __init__(self, code: str) -> None:
        super().__init__(f"{code}: this edition of the Dutch system is not here; there are {', '.join(EDITIONS)}")
        self.code = code


def edition_named(codes: Iterable[str], first_day: str) -> str | None:
    """Return the edition that the codes of a file name, None if they name no Dutch system.

    A code without a year stands for the edition in force on the first day (the newest if there is none). Raises
    UnknownEdition.
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
    """Return the options that a code names, None if it belongs to another system. Raises UnknownEdition."""
    edition = edition_named([code], first_day)
    return None if edition is None else {"edition": edition}


def _in_force(day: str) -> str:
    """Return the edition in force on a day: the newest for an unreadable day, the oldest for an earlier one."""
    from pairings.files.trf.days import day_of

    found = day_of(day)
    editions = sorted(EDITIONS.values(), key=lambda edition: edition.since, reverse=True)
    if not found:
        return editions[0].key
    since = found.isoformat()
    return next((edition.key for edition in editions if edition.since <= since), editions[-1].key)


def code_of(options: Any) -> str:
    """Return the report-file code of a tournament with these options."""
    year = options.book.years[0]
    return f"FIDE_DUTCH_{year}" + ("_BAKU" if options.acceleration == "baku" else "")
