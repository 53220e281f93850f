"""What an organiser may set for the Dutch system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from pairings.options import Preset, choice, switch
from pairings.swiss.rules.editions import EDITIONS, Edition
from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import pgettext


def acceleration() -> Any:
    """The option of virtual points."""
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
    """The option of the colour that the lot would give; `about` is what it says about itself."""
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
    """Virtual points that the snapshot brings itself go before `acceleration`.

    `initial_colour` other than "lot" goes before the snapshot's own.
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
