"""What an organiser may set for pods: tables of three or byes, and what a repeated opponent costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pairings.options import Preset, switch, whole
from pairings.wording.mark import gettext_noop as _


@dataclass(frozen=True, slots=True)
class Options:
    """How pods are made of a field."""

    threes: bool = switch(
        True,
        _("Tables of three where four are not left"),
        help=_("Without them up to three players have a bye in a round. Five players are four and a bye in any case."),
    )
    repeat: int = whole(
        2,
        _("A repeated opponent weighs as much as so many wins between two at a table"),
        0,
        9,
        help=_("0: only scores decide. The more it is, the further apart in points those at a table may be."),
    )


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        preset.key: preset
        for preset in (
            Preset("commander", _("Commander: tables of four, of three at the bottom"), Options()),
            Preset("fours", _("Tables of four alone, with byes"), Options(threes=False)),
        )
    }
)
