"""A FIDE Swiss system other than the Dutch one, with a single edition: its record, options, presets and code."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from pairings.options import Preset
from pairings.swiss.rules.acceleration import baku_points
from pairings.swiss.rules.articles import ARTICLES_2026
from pairings.swiss.rules.colours import Allocation, Preference, allocate, preference
from pairings.swiss.rules.editions import Edition
from pairings.swiss.rules.editions.edition_2026 import OF_UNPLAYED
from pairings.swiss.rules.history import OfUnplayed
from pairings.swiss.rules.options import acceleration, initial_colour
from pairings.wording.mark import gettext_noop as _


def _no_topscorers(_points: int, _rounds: int, _best: int) -> bool:
    """Return False: these texts know no topscorers."""
    return False


def edition(
    book: str,
    prefix: str,
    *,
    other_articles: Mapping[str, Any] | None = None,
    of_unplayed: OfUnplayed = OF_UNPLAYED,
    preference: Callable[[Sequence[int]], Preference] = preference,
    allocate: Callable[[Preference, Preference, Sequence[int], Sequence[int], int], Allocation] = allocate,
) -> Edition:
    """Return the 2026 edition of the system in a `book` of the handbook.

    The first colour rule of its article 5.2 is the last of the Dutch system's. `other_articles` are the articles with
    other numbers.
    """
    usual = {
        "absolute": f"{book} 2",
        "same_colour": f"{book} C3",
        "no_pairing": f"{book} C4",
        "lot": f"{book} 5.1",
        "allocation": tuple(f"{book} 5.2.{step}" for step in (2, 3, 4, 5, 1)),
    }
    return Edition(
        "2026",
        _("In force since 1 February 2026"),
        since="2026-02-01",
        years=("2026",),
        prefix=prefix,
        articles=replace(
            ARTICLES_2026,
            book=book,
            meet_once=f"{book} C1",
            barred_from_bye=f"{book} C2",
            **{**usual, **(other_articles or {})},
        ),
        criteria=(),
        of_unplayed=of_unplayed,
        preference=preference,
        topscorer=_no_topscorers,
        allocate=allocate,
        baku=baku_points,
    )


@dataclass(frozen=True, slots=True)
class OneEdition:
    """Options of a single edition. Virtual points in the snapshot take precedence over `acceleration`.

    `initial_colour` other than "lot" takes precedence over the snapshot's own.
    """

    acceleration: str = acceleration()
    initial_colour: str = initial_colour()


def presets(options: Callable[..., object]) -> Mapping[str, Preset]:
    """Return the presets of such options."""
    found = (
        Preset("fide", _("As in the FIDE Handbook"), options()),
        Preset("fide-accelerated", _("With Baku acceleration"), options(acceleration="baku")),
    )
    return MappingProxyType({preset.key: preset for preset in found})


class Code:
    """The name of the system in report files: `FIDE_`, its word, optional year and acceleration (record 192)."""

    def __init__(self, word: str, name: str) -> None:
        self.word = word
        self.name = name

    def of(self, options: OneEdition) -> str:
        """Return the report-file code of a tournament with these options."""
        return f"FIDE_{self.word}" + ("_BAKU" if options.acceleration == "baku" else "")

    def options_named(self, code: str, first_day: str) -> Mapping[str, str] | None:
        """Return the options that a code names, None if it belongs to another system.

        Raises ValueError for another edition.
        """
        found = re.fullmatch(rf"FIDE_{self.word}(?:_(?!BAKU)([A-Z0-9]+))?(_BAKU)?", code)
        if found is None:
            return None
        if found[1] not in {None, "2026"}:
            raise ValueError(f"{code}: this edition of the {self.name} system is not here; there is 2026.")
        return {}
