"""The options of the Double-Swiss system, its article numbers, and its colours (C.04.5 art. 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pairings.swiss.matches.rules import edition_of_matches, last_difference
from pairings.swiss.rules.colours import NO_PREFERENCE, Allocation, Preference
from pairings.swiss.rules.editions import Edition
from pairings.swiss.rules.options import initial_colour
from pairings.swiss.rules.single import Code, OneEdition, presets
from pairings.wording.mark import gettext_noop as _

BOOK = "C.04.5"


def _no_wish(history: Sequence[int]) -> Preference:
    """Return no colour preference: both players have each colour in every match."""
    return Preference(0, NO_PREFERENCE, sum(history), 0)


def allocation(own: Sequence[int], other: Sequence[int], lot: int) -> Allocation:
    """Return the higher-ranked player's colour in the first game, and the step of article 4.3 that gives it.

    `own` and `other` are the colours of the first games of the two players' matches, the higher-ranked player's first;
    `lot` is the colour that step 1 gives that player.
    """
    # Neither player has played: the number of the higher-ranked one and the lot decide (4.3.1).
    if not own and not other:
        return Allocation(lot, 1)
    whites, other_whites = own.count(1), other.count(1)
    # White goes to the player who had it less often in a first game (4.3.2).
    if whites != other_whites:
        return Allocation(1 if whites < other_whites else -1, 2)
    colour = last_difference(own, other)
    # Colours alternate from the latest match in which they differed (4.3.3).
    if colour:
        return Allocation(colour, 3)
    # The higher-ranked player alternates (4.3.4), or if that player has not played, the other one (4.3.5).
    return Allocation(-own[-1], 4) if own else Allocation(other[-1], 5)


EDITION = edition_of_matches(BOOK, "double", tuple(f"{BOOK} 4.3.{step}" for step in range(1, 6)), _no_wish)
CODE = Code("DOUBLESWISS", "Double-Swiss")


@dataclass(frozen=True, slots=True)
class Options(OneEdition):
    initial_colour: str = initial_colour(
        _(
            "The top player's colour in the first game of round 1 (article 4.1). The lot is drawn before "
            "round 1 and kept."
        )
    )

    @property
    def book(self) -> Edition:
        """The rules."""
        return EDITION


PRESETS = presets(Options)
