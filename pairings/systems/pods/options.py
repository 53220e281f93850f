"""The options of pods: tables of three or byes, and the cost of a repeated opponent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pairings.options import Preset, switch, whole
from pairings.wording.mark import gettext_noop as _


@dataclass(frozen=True, slots=True)
class Options:
    """The options for dividing a field into pods."""

    threes: bool = switch(
        True,
        _("Use tables of three when needed"),
        help=_(
            "Otherwise up to three players have a bye in a round. Five players are always a table of four and a bye."
        ),
    )
    repeat: int = whole(
        2,
        _("Weight of a repeated opponent, in wins between two players at a table"),
        0,
        9,
        help=_("0: only scores decide. Higher values allow larger score differences at a table."),
    )


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        preset.key: preset
        for preset in (
            Preset("commander", _("Commander: tables of four, of three at the bottom"), Options()),
            Preset("fours", _("Only tables of four, with byes"), Options(threes=False)),
        )
    }
)
