"""Colour preferences (C.04.3 art. 1.6 and 1.7) and the allocation of colours (art. 5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

WHITE, BLACK = 1, -1
NO_PREFERENCE, MILD, STRONG, ABSOLUTE = 0, 1, 2, 3


class Preference(NamedTuple):
    """A colour preference: `wants` is WHITE, BLACK or 0.

    `difference` is games with White minus games with Black. `repeated` is the colour of the last two games if both had
    the same, else 0.
    """

    wants: int
    strength: int
    difference: int
    repeated: int


def preference(history: Sequence[int]) -> Preference:
    """Return the preference after the colours of the played games, in order (art. 1.7.1 to 1.7.4).

    If a difference of two and a repeated colour ask for opposite colours, the difference decides.
    """
    if not history:
        return Preference(0, NO_PREFERENCE, 0, 0)
    difference = sum(history)
    last = history[-1]
    repeated = last if len(history) > 1 and history[-2] == last else 0
    # Absolute: two games more with one colour than with the other. The player must get the other colour.
    if abs(difference) > 1:
        return Preference(-1 if difference > 0 else 1, ABSOLUTE, difference, repeated)
    # Absolute too: the last two games had the same colour, which must not come a third time in a row.
    if repeated:
        return Preference(-repeated, ABSOLUTE, difference, repeated)
    # Strong: one game more with one colour. The other colour makes them equal.
    if difference:
        return Preference(-difference, STRONG, difference, repeated)
    # Mild: as many games with either colour, so colours alternate.
    return Preference(-last, MILD, difference, repeated)


class Allocation(NamedTuple):
    """The colour of the higher-ranked player of a pair, and the article's step that gave it, from 1."""

    colour: int
    step: int


def allocate(
    higher: Preference,
    lower: Preference,
    higher_history: Sequence[int],
    lower_history: Sequence[int],
    by_lot: int,
) -> Allocation:
    """Return the colours of a pair by article 5.2. `by_lot` is the colour that 5.2.5 gives the higher-ranked player."""
    # Both preferences are granted if they differ, and the only one if one player has none (5.2.1).
    if higher.wants != lower.wants:
        return Allocation(higher.wants or -lower.wants, 1)
    # Nobody has a preference: the pairing number of the higher-ranked player decides (5.2.5).
    if not higher.wants:
        return Allocation(by_lot, 5)
    # The same colour is wanted: the stronger preference is granted (5.2.2).
    if higher.strength != lower.strength:
        stronger = higher.strength > lower.strength
        return Allocation(higher.wants if stronger else -higher.wants, 2)
    # Both are absolute: the wider difference of colours is granted (5.2.2).
    if higher.strength == ABSOLUTE and abs(higher.difference) != abs(lower.difference):
        wider = abs(higher.difference) > abs(lower.difference)
        return Allocation(higher.wants if wider else -higher.wants, 2)
    # Colours alternate from the latest game in which they differed. Histories of any length are compared from their
    # end (5.2.3).
    for own, other in zip(reversed(higher_history), reversed(lower_history), strict=False):
        if own != other:
            return Allocation(-own, 3)
    # The histories do not differ: the preference of the higher-ranked player is granted (5.2.4).
    return Allocation(higher.wants, 4)
