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
    if abs(difference) > 1:
        return Preference(-1 if difference > 0 else 1, ABSOLUTE, difference, repeated)
    if repeated:
        return Preference(-repeated, ABSOLUTE, difference, repeated)
    if difference:
        return Preference(-difference, STRONG, difference, repeated)
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
    if higher.wants != lower.wants:
        return Allocation(higher.wants or -lower.wants, 1)
    if not higher.wants:
        return Allocation(by_lot, 5)
    if higher.strength != lower.strength:
        stronger = higher.strength > lower.strength
        return Allocation(higher.wants if stronger else -higher.wants, 2)
    # both absolute: the wider difference of colours is granted (5.2.2)
    if higher.strength == ABSOLUTE and abs(higher.difference) != abs(lower.difference):
        wider = abs(higher.difference) > abs(lower.difference)
        return Allocation(higher.wants if wider else -higher.wants, 2)
    # the histories may differ in length: they are compared from the latest game back (5.2.3)
    for own, other in zip(reversed(higher_history), reversed(lower_history), strict=False):
        if own != other:
            return Allocation(-own, 3)
    return Allocation(higher.wants, 4)
