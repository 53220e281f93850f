"""The options of Keizer: the worth of places, the points of a round without a game, repeated games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pairings.options import Preset, choice, switch, whole
from pairings.wording.mark import gettext_noop as _

#: Shares are counted in sixths.
PARTS = 6


@dataclass(frozen=True, slots=True)
class Options:
    """The options for scoring and pairing a Keizer tournament.

    Shares are sixths: of one's own worth without a game, of the opponent's for a lost game.
    """

    worth: str = choice(
        "count",
        _("Value of places"),
        ("count", _("Number of players for first, then one less per place")),
        ("ratio", _("One and a half times the number of players for first; last is worth about a third of that")),
        help=_("A win gives the value of the opponent's place, a draw half of it."),
    )
    frozen: bool = switch(
        False,
        _("Keep each round's values"),
        help=_("Otherwise all results use the current value of the opponent's place, so earlier scores can change."),
    )
    bye: int = whole(
        3, _("Pairing-allocated bye, in sixths"), 0, PARTS, help=_("Of the value of the player's own place.")
    )
    duty: int = whole(4, _("Full-point bye, in sixths"), 0, PARTS, help=_("For players away on club duty."))
    excused: int = whole(2, _("Half-point bye, in sixths"), 0, PARTS, help=_("For absences announced in advance."))
    absent: int = whole(2, _("Absence, in sixths"), 0, PARTS, help=_("For rounds missed without notice."))
    absences: int = whole(5, _("Absences that give points"), 0, 999, help=_("Later absences give none."))
    loss: int = whole(0, _("Lost game, in sixths"), 0, PARTS, help=_("Of the value of the opponent's place."))
    apart: int = whole(3, _("Rounds before a rematch"), 0, 999, help=_("Earlier rematches happen only if unavoidable."))
    meetings: int = whole(
        0, _("Most games between two players"), 0, 999, help=_("0: no limit. More only if unavoidable.")
    )


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        preset.key: preset
        for preset in (
            Preset("clubs", _("Club evenings"), Options()),
            Preset("classic", _("Classic: byes and club duty give two thirds"), Options(bye=4)),
            Preset("loss", _("With a sixth for a loss"), Options(loss=1)),
        )
    }
)
