"""The options of a ladder: the reach of challenges, repeated games, the winner's gain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from pairings.options import Preset, choice, whole
from pairings.wording.mark import gettext_noop as _


class Takes(StrEnum):
    """The gain of a winner against a player above."""

    PLACE = "place"
    SWAP = "swap"


@dataclass(frozen=True, slots=True)
class Options:
    """The options for pairing and ordering a ladder."""

    reach: int = whole(
        3,
        _("Places up that a player can challenge"),
        1,
        999,
        help=_("More distant players meet only if unavoidable."),
    )
    apart: int = whole(
        2,
        _("Rounds before a rematch"),
        0,
        999,
        help=_("2: players who met in round 1 can meet again in round 4. Earlier rematches need a fixed pair."),
    )
    takes: Takes = choice(
        Takes.PLACE,
        _("After a win against a higher player"),
        (Takes.PLACE, _("take that place; those between move down by one")),
        (Takes.SWAP, _("swap places with the loser")),
    )
    missed: int = whole(
        0,
        _("Missed rounds that cost a place"),
        0,
        999,
        help=_("In a row, each time. 0: absences cost nothing. Half-point and full-point byes do not count as missed."),
    )


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        preset.key: preset
        for preset in (
            Preset("place", _("Winner takes the place"), Options()),
            Preset("swap", _("Winner and loser swap places"), Options(takes=Takes.SWAP)),
        )
    }
)
