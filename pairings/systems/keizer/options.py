"""What an organiser may set for Keizer: what places are worth, what a round without a game brings, who meets again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pairings.options import Preset, choice, switch, whole
from pairings.wording.mark import gettext_noop as _

#: Shares are counted in so many parts.
PARTS = 6


@dataclass(frozen=True, slots=True)
class Options:
    """How a Keizer tournament is scored and paired. Shares are sixths: of one's own worth without a game, of the
    opponent's for a lost game.
    """

    worth: str = choice(
        "count",
        _("Worth of the places"),
        ("count", _("As many as there are players, and one less from place to place")),
        ("ratio", _("One and a half times as many: the last is worth about a third of the first")),
        help=_("A win brings what the opponent's place is worth, a draw half of it."),
    )
    frozen: bool = switch(
        False,
        _("Each round keeps the worth of its time"),
        help=_(
            "Otherwise every result is worth what the opponent's place is worth now, so that scores move later, too."
        ),
    )
    bye: int = whole(3, _("Bye by pairing, in sixths"), 0, PARTS, help=_("Of what the player's own place is worth."))
    duty: int = whole(4, _("Full-point bye, in sixths"), 0, PARTS, help=_("For who is away for the club."))
    excused: int = whole(2, _("Half-point bye, in sixths"), 0, PARTS, help=_("For who has said so before."))
    absent: int = whole(2, _("Absence, in sixths"), 0, PARTS, help=_("For a round without a place in it."))
    absences: int = whole(5, _("Absences that bring something"), 0, 999, help=_("Those after them bring nothing."))
    loss: int = whole(0, _("Lost game, in sixths"), 0, PARTS, help=_("Of what the opponent's place is worth."))
    apart: int = whole(
        3, _("Rounds before two meet again"), 0, 999, help=_("Sooner they meet only if nothing else is left.")
    )
    meetings: int = whole(
        0, _("Most games between two"), 0, 999, help=_("0: any number. More only if nothing else is left.")
    )


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        preset.key: preset
        for preset in (
            Preset("clubs", _("Club evenings"), Options()),
            Preset("classic", _("Classic: byes and duties bring two thirds"), Options(bye=4)),
            Preset("loss", _("With a sixth for a lost game"), Options(loss=1)),
        )
    }
)
