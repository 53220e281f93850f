"""What an organiser may set for the Burstein system, and where its articles stand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from pairings.options import Preset, choice
from pairings.swiss.rules.acceleration import baku_points
from pairings.swiss.rules.articles import ARTICLES_2026
from pairings.swiss.rules.colours import allocate, preference
from pairings.swiss.rules.edition_2026 import OF_UNPLAYED
from pairings.swiss.rules.editions import Edition
from pairings.wording.mark import gettext_noop as _

BOOK = "C.04.4.2"


def _nobody(_points: int, _rounds: int, _best: int) -> bool:
    """The text knows no topscorers."""
    return False


EDITION = Edition(
    "2026",
    _("In force since 1 February 2026"),
    since="2026-02-01",
    years=("2026",),
    prefix="burstein",
    articles=replace(
        ARTICLES_2026,
        book=BOOK,
        absolute=f"{BOOK} 2",
        met=f"{BOOK} C1",
        barred_from_bye=f"{BOOK} C2",
        same_colour=f"{BOOK} C3",
        no_pairing=f"{BOOK} C4",
        lot=f"{BOOK} 5.1",
        allocation=tuple(f"{BOOK} 5.2.{step}" for step in (2, 3, 4, 5, 1)),
    ),
    criteria=(),
    of_unplayed=OF_UNPLAYED,
    preference=preference,
    topscorer=_nobody,
    allocate=allocate,
    baku=baku_points,
)


@dataclass(frozen=True, slots=True)
class Options:
    """Virtual points that the snapshot brings itself go before `acceleration`.

    `initial_colour` other than "lot" goes before the snapshot's own.
    """

    acceleration: str = choice(
        "none",
        _("Acceleration"),
        ("none", _("None")),
        ("baku", _("Baku acceleration")),
        help=_("Baku gives the upper half of the field virtual points in the first half of the rounds (C.04.7)."),
    )
    initial_colour: str = choice(
        "lot",
        _("Initial colour"),
        ("lot", _("Drawn by lot")),
        ("white", _("White")),
        ("black", _("Black")),
        help=_("The colour of the highest player in round 1 (article 5.1). The lot is drawn before round 1 and kept."),
    )

    @property
    def book(self) -> Edition:
        """The rules."""
        return EDITION


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        preset.key: preset
        for preset in (
            Preset("fide", _("As the handbook has it"), Options()),
            Preset("fide-accelerated", _("With Baku acceleration"), Options(acceleration="baku")),
        )
    }
)


def code_of(options: Options) -> str:
    """The code under which a tournament with these options is written (record 192)."""
    return "FIDE_BURSTEIN" + ("_BAKU" if options.acceleration == "baku" else "")


def options_named(code: str, first_day: str) -> Mapping[str, str] | None:
    """The options that a code of record 192 names, None if it is another system's. Raises ValueError for an edition
    that is not here.
    """
    found = re.fullmatch(r"FIDE_BURSTEIN(?:_(?!BAKU)([A-Z0-9]+))?(_BAKU)?", code)
    if found is None:
        return None
    if found[1] not in {None, "2026"}:
        raise ValueError(f"{code}: this edition of the Burstein system is not here; there is 2026.")
    return {}
