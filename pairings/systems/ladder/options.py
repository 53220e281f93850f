"""What an organiser may set for a ladder: how far up one may challenge, who meets again, what the winner takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from pairings.options import Preset, choice, whole
from pairings.wording.mark import gettext_noop as _


class Takes(StrEnum):
    """What who beats somebody above gets."""

    PLACE = "place"
    SWAP = "swap"


@dataclass(frozen=True, slots=True)
class Options:
    """How a ladder is paired and ordered."""

    reach: int = whole(
        3,
        _("Places up that one may challenge"),
        1,
        999,
        help=_("Those further apart meet only if nothing else is left."),
    )
    apart: int = whole(
        2,
        _("Rounds before two meet again"),
        0,
        999,
        help=_("2: who has met in round 1 may meet again in round 4. Sooner they meet only if you pair them yourself."),
    )
    takes: Takes = choice(
        Takes.PLACE,
        _("Who beats somebody above"),
        (Takes.PLACE, _("takes that place; those between move down by one")),
        (Takes.SWAP, _("changes places with the loser")),
    )
    missed: int = whole(
        0,
        _("Missed rounds that cost a place"),
        0,
        999,
        help=_(
            "In a row, each time so many. 0: staying away costs nothing. A half-point or full-point bye is no miss."
        ),
    )


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        preset.key: preset
        for preset in (
            Preset("place", _("The winner takes the place"), Options()),
            Preset("swap", _("Winner and loser change places"), Options(takes=Takes.SWAP)),
        )
    }
)
