"""The edition of a system of matches: its articles, and the effect of a round without a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairings.swiss.rules.colours import Preference, allocate
from pairings.swiss.rules.editions import Edition
from pairings.swiss.rules.editions.edition_2026 import OF_UNPLAYED
from pairings.swiss.rules.history import OfUnplayed, UnplayedRound
from pairings.swiss.rules.single import edition


def _never(_unplayed: UnplayedRound) -> bool:
    """Return False: a round without a match is no float (1.5)."""
    return False


def edition_of_matches(
    book: str, prefix: str, steps: Sequence[str], preference: Callable[[Sequence[int]], Preference]
) -> Edition:
    """Return the 2026 edition of the system in a `book` of the handbook.

    `steps` are the articles that give colours, which the system's field follows.
    """
    return edition(
        book,
        prefix,
        other_articles={
            "absolute": f"{book} 2.1",
            "no_pairing": f"{book} C3",
            "lot": f"{book} 4.1",
            "allocation": tuple(steps),
        },
        of_unplayed=OfUnplayed(_never, OF_UNPLAYED.bars_from_bye),
        preference=preference,
        allocate=allocate,
    )


def last_difference(own: Sequence[int], other: Sequence[int]) -> int:
    """Return the colour that reverses the latest difference between two histories; 0 if there was none."""
    return next(
        (
            -colour
            for colour, other_colour in zip(reversed(own), reversed(other), strict=False)
            if colour != other_colour
        ),
        0,
    )
