"""The options of an arena: when games count double, and when two players may meet again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pairings.options import Preset, whole
from pairings.wording.mark import gettext_noop as _


@dataclass(frozen=True, slots=True)
class Options:
    """The options for scoring and pairing an arena."""

    streak: int = whole(
        2,
        _("Winning streak after which games count double"),
        0,
        99,
        help=_("This ends when a game is not won. 0: every game counts once."),
    )
    apart: int = whole(
        1,
        _("Games before a rematch"),
        0,
        99,
        help=_("1 prevents an immediate rematch. Keep it low in a small field to avoid waiting."),
    )


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        preset.key: preset
        for preset in (
            Preset("streaks", _("After two wins in a row, games count double"), Options()),
            Preset("plain", _("Every game counts once"), Options(streak=0)),
        )
    }
)
