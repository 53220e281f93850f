"""The options of pairings by US Chess rules, their rule numbers, and the due colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from pairings.options import Preset, whole
from pairings.swiss.rules.colours import ABSOLUTE, MILD, STRONG, Allocation, Preference
from pairings.swiss.rules.editions import Edition
from pairings.swiss.rules.options import initial_colour
from pairings.swiss.rules.single import edition
from pairings.wording.mark import gettext_noop as _

BOOK = "US Chess"


def due(history: Sequence[int]) -> Preference:
    """Return the due colour (29E3): the one had less often, else the reverse of the last.

    STRONG is to equalise, MILD to alternate, ABSOLUTE to avoid the same colour a third time running (29E5f).
    """
    if not history:
        return Preference(0, 0, 0, 0)
    difference, last = sum(history), history[-1]
    repeated = last if len(history) > 1 and history[-2] == last else 0
    wants = (-1 if difference > 0 else 1) if difference else -last
    strength = ABSOLUTE if repeated == -wants else STRONG if difference else MILD
    return Preference(wants, strength, difference, repeated)


def colours(
    higher: Preference, lower: Preference, history: Sequence[int], other: Sequence[int], by_lot: int
) -> Allocation:
    """Return the colours by 29E4.

    The steps: both due colours; the player facing a third colour in a row or with the greater imbalance; the latest
    game in which their colours differed; the higher-ranked.
    """
    # Both get their due colours if these differ.
    if higher.wants != lower.wants:
        return Allocation(higher.wants or -lower.wants, 1)
    # Neither has a due colour: the number of the higher-ranked player and the lot decide (29E2).
    if not higher.wants:
        return Allocation(by_lot, 5)
    higher_claim, lower_claim = ((each.strength == ABSOLUTE, abs(each.difference)) for each in (higher, lower))
    # Both are due the same colour. It goes to the player who would get the other one a third time in a row, then to the
    # one with the greater imbalance.
    if higher_claim != lower_claim:
        return Allocation(higher.wants if higher_claim > lower_claim else -higher.wants, 2)
    for own, their in zip(reversed(history), reversed(other), strict=False):
        # Then colours alternate from the latest game in which they differed.
        if own != their:
            return Allocation(-own, 3)
    # Then the higher-ranked player gets the due colour.
    return Allocation(higher.wants, 4)


_EDITION = edition(BOOK, "us", preference=due, allocate=colours)
EDITION = replace(
    _EDITION,
    articles=replace(
        _EDITION.articles,
        absolute=f"{BOOK} 27A1",
        meet_once=f"{BOOK} 27A1",
        barred_from_bye=f"{BOOK} 28L3",
        same_colour=f"{BOOK} 29E5f",
        no_pairing=f"{BOOK} 27A1",
        lot=f"{BOOK} 29E2",
        one_bye=f"{BOOK} 28L1",
        allocation=(*[f"{BOOK} 29E4"] * 4, f"{BOOK} 29E2"),
    ),
)


@dataclass(frozen=True, slots=True)
class Options:
    """Options; `equalise` and `alternate` limit, in rating points, a change of opponents for the sake of colours."""

    equalise: int = whole(
        200,
        _("Rating limit to equalise colours"),
        0,
        9999,
        help=_(
            "Opponents can be swapped within this many rating points to avoid two extra games of one colour (29E5b)."
        ),
    )
    alternate: int = whole(
        80,
        _("Rating limit to alternate colours"),
        0,
        9999,
        help=_(
            "Opponents can be swapped within this many rating points so that more players get their due colour (29E5a)."
        ),
    )
    initial_colour: str = initial_colour(
        _("The top player's colour in round 1 (29E2). The lot is drawn before round 1 and kept.")
    )
    acceleration: ClassVar[str] = "none"

    @property
    def book(self) -> Edition:
        """The rules."""
        return EDITION


PRESETS = MappingProxyType({"usual": Preset("usual", _("US Chess, as in the rule book"), Options())})
