"""The games of a circular plan: passes by distance, and the order of the games within one.

A game (a, a + d) is written with its *left* seat first, as in the text; left is the first player, called Black, White
or home according to the tournament. In a full pass each player is left in one game and right in one, so the sides
differ by 0 for even r and by 1 for odd r, because the half pass adds one game.

Odd r (N is even then), h = (r - 1)/2. Style `near` takes the half pass at an odd distance below N/2, so that odd seats
play even ones: distance h + 1 if that is odd, otherwise distance h, with full passes at the others up to h + 1; for r =
N - 1 and style `antipodal` the half pass joins opposite seats.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Pass:
    """All games of one distance; `half` if each player has one game in it instead of two."""

    number: int
    distance: int
    half: bool = False


class CircularGame(NamedTuple):
    """A game between seats. `number` is the pass, `distance` the distance of the seats on the circle."""

    first: int
    second: int
    number: int
    distance: int
    half: bool


def passes(players: int, games: int, style: str) -> tuple[Pass, ...]:
    """Return the passes in the order of the text: full ones by distance, the half pass last."""
    half = games // 2
    if games % 2 == 0:
        full, rest = range(1, half + 1), None
    elif style == "antipodal" or games == players - 1:
        full, rest = range(1, half + 1), players // 2
    elif half % 2 == 0:
        full, rest = range(1, half + 1), half + 1
    else:
        return _number_passes((*range(1, half), half + 1), half)
    return _number_passes(tuple(full), rest)


def _number_passes(full: tuple[int, ...], half: int | None) -> tuple[Pass, ...]:
    found = [Pass(number, distance) for number, distance in enumerate(full, start=1)]
    if half is not None:
        found.append(Pass(len(full) + 1, half, half=True))
    return tuple(found)


def lefts(players: int, each: Pass) -> list[int]:
    """Return the left seats of a pass in the order in which the text prints its games.

    A full pass prints the seats in blocks of d: the first, third, fifth ... block plays to its right, then the second,
    fourth ...; the rest in the last block follows its kind.
    """
    if each.half and 2 * each.distance == players:
        return list(range(1, each.distance + 1))
    if each.half:
        return list(range(1, players + 1, 2))
    return sorted(range(1, players + 1), key=lambda seat: ((seat - 1) // each.distance % 2, seat))


def game(players: int, each: Pass, left: int) -> CircularGame:
    return CircularGame(left, (left + each.distance - 1) % players + 1, each.number, each.distance, each.half)
