"""The first player of a pair: the cheaper order; if both cost the same, the alternation rule (section 4.4)."""

from __future__ import annotations

from random import Random

from pairings.systems.papp.field import Pair, PappField
from pairings.systems.papp.record import BYE, FIRST, SECOND, PappRecord


def order_colours(field: PappField, pair: Pair, rng: Random) -> tuple[int, int]:
    """Return (first, second); against the bye the player is first. Lots are drawn only if nothing else decides."""
    one, other = pair
    if one == BYE:
        return other, one
    forward, back = field.penalty(one, other), field.penalty(other, one)
    if forward != back:
        return (one, other) if forward < back else (other, one)
    side = alternate(field.everybody[one], field.everybody[other])
    if side == 0:
        side = FIRST if rng.random() < 0.5 else SECOND
    return (one, other) if side == FIRST else (other, one)


def alternate(one: PappRecord, other: PappRecord) -> int:
    """Return the colour of `one` now: the reverse of the last round in which the two differed; else 0."""
    for own, opposite in zip(reversed(one.colours), reversed(other.colours), strict=True):
        if own != opposite:
            return SECOND if own == FIRST or opposite == SECOND else FIRST
    return 0
