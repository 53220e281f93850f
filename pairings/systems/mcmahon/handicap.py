"""Stones and colours: the player with Black, and the number of stones."""

from __future__ import annotations

from pairings.systems.mcmahon.options import Options
from pairings.systems.mcmahon.record import McMahonRecord
from pairings.systems.mcmahon.start import FIRST_DAN

#: The multiplier that spreads the sums of letters of a lot.
_SPREAD = 1_234_567


def strength(options: Options, player: McMahonRecord) -> int:
    """Return a player's rank for handicaps: never above the one from which games are even."""
    by_score = options.handicap_by == "score" and options.start == "rank"
    return min(options.even_rank, player.score - FIRST_DAN if by_score else player.rank)


def stones_between(options: Options, one: int, other: int) -> int:
    """Return the number of stones between players of two strengths, for either of them."""
    if not options.handicaps:
        return 0
    return max(0, min(options.most_stones, abs(one - other) - options.reduction))


def stones(options: Options, one: McMahonRecord, other: McMahonRecord) -> int:
    return stones_between(options, strength(options, one), strength(options, other))


def stones_of(options: Options, first: McMahonRecord, second: McMahonRecord) -> int:
    """Return the stones of a game with these colours: only the weaker player can have them, and only as Black."""
    return stones(options, first, second) if strength(options, first) < strength(options, second) else 0


def lot(most: int, one: McMahonRecord, other: McMahonRecord) -> int:
    """Return a number from 0 to `most` for two players, the same on every machine, from the letters of their names."""
    first, second = sorted((one, other), key=lambda each: (each.name, each.number))
    letters = first.name + second.name
    return sum(ord(letter) * at for at, letter in enumerate(letters, start=1)) * _SPREAD % (most + 1)


def order_colours(options: Options, one: McMahonRecord, other: McMahonRecord) -> tuple[int, int]:
    """Return (Black, White): the weaker with stones; in an even game the one with more Whites, else by lot."""
    if stones(options, one, other):
        weaker_first = strength(options, one) < strength(options, other)
    elif one.balance != other.balance:
        weaker_first = one.balance > other.balance
    else:
        earlier = (one.name, one.number) < (other.name, other.number)
        weaker_first = earlier == bool(lot(1, one, other))
    return (one.number, other.number) if weaker_first else (other.number, one.number)
