"""Rounds of a circular plan with an odd number of seats: r + 1 rounds, because one player must sit out in each.

A round has at most (N - 1)/2 games, so r rounds cannot contain N·r/2; by Vizing's theorem r + 1 always can. If r + 1
divides N, game (a, a + d) goes to round (2a + d) mod (r + 1): the games of seat s are (s, s + d) and (s - d, s), with
2s + d and 2s - d, d = 1 .. r/2, which are r different remainders, all except that of 2s. Otherwise the games are placed
one by one with the algorithm of Misra and Gries (`colouring`).
"""

from __future__ import annotations

from collections.abc import Sequence

from pairings.systems.circular.colouring import vizing
from pairings.systems.circular.passes import CircularGame, Pass, game


def odd_rounds(players: int, every: Sequence[Pass], games: int) -> list[list[CircularGame]]:
    """Return one round more than each player has games."""
    count = games + 1
    laid: list[list[CircularGame]] = [[] for _round in range(count)]
    listed = [game(players, each, left) for each in every for left in range(1, players + 1)]
    if players % count == 0:
        for each in listed:
            laid[(2 * each.first + each.distance) % count].append(each)
        return laid
    numbers = vizing([(each.first, each.second) for each in listed], players, count)
    for each, number in zip(listed, numbers, strict=True):
        laid[number].append(each)
    return laid
