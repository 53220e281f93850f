"""The options of booster drafts: their length, and whether pods play each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pairings.options import Preset, switch, whole
from pairings.wording.mark import gettext_noop as _


@dataclass(frozen=True, slots=True)
class Options:
    """The length of a draft, and the possible opponents."""

    rounds: int = whole(
        3, _("Rounds per draft"), 1, 9, _("Then new pods are made by points, and everyone drafts again.")
    )
    across: bool = switch(
        False,
        _("Pair across pods"),
        help=_(
            "Pods then only share cards and seats, and everyone is paired by points. Announce this before the draft."
        ),
    )


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        preset.key: preset
        for preset in (
            Preset("pods", _("Booster draft: rounds within the pod"), Options()),
            Preset("across", _("Booster draft: rounds across the pods"), Options(across=True)),
        )
    }
)
