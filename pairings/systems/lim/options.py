"""The options of the Lim system, and its article numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pairings.options import switch
from pairings.swiss.rules.colours import ABSOLUTE, Allocation, Preference
from pairings.swiss.rules.editions import Edition
from pairings.swiss.rules.single import Code, OneEdition, edition, presets
from pairings.wording.mark import gettext_noop as _

BOOK = "C.04.4.3"


def colours(
    first: Preference, second: Preference, history: Sequence[int], other: Sequence[int], by_lot: int
) -> Allocation:
    """Return the colour of the player paired first: the higher-ranked, or below the median the lower (article 5).

    The steps: both due colours (5.2), the player who must alternate (5.3), the latest game in which their colours
    differed, then the wish of the first (5.4).
    """
    if first.wants != second.wants:
        return Allocation(first.wants or -second.wants, 1)
    if not first.wants:
        return Allocation(by_lot, 5)
    musts = first.strength == ABSOLUTE, second.strength == ABSOLUTE
    if musts[0] != musts[1]:
        return Allocation(first.wants if musts[0] else -first.wants, 2)
    for own, opponent_colour in zip(reversed(history), reversed(other), strict=False):
        if own != opponent_colour:
            return Allocation(-own, 3)
    return Allocation(first.wants, 4)


_EDITION = edition(BOOK, "lim", allocate=colours)
EDITION = replace(
    _EDITION,
    articles=replace(
        _EDITION.articles,
        absolute=f"{BOOK} 2.1",
        meet_once=f"{BOOK} 2.1",
        barred_from_bye=f"{BOOK} 1.1",
        same_colour=f"{BOOK} 2.1",
        no_pairing=f"{BOOK} 2.6",
        lot=f"{BOOK} 7",
        allocation=(f"{BOOK} 5.2", f"{BOOK} 5.3", f"{BOOK} 5.4", f"{BOOK} 5.4", f"{BOOK} 7"),
    ),
)
CODE = Code("LIM", "Lim")


@dataclass(frozen=True, slots=True)
class Options(OneEdition):
    maxi: bool = switch(
        False,
        _("Maxi-tournament"),
        help=_("Floaters, and players exchanged for colours, can differ in rating by at most 100 (3.2)."),
    )

    @property
    def book(self) -> Edition:
        """The rules."""
        return EDITION


PRESETS = presets(Options)
