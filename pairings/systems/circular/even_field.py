"""Rounds of a circular plan with an even number of seats: r rounds, nobody ever sits out.

Every round is a perfect matching. Where they come from, with d the distance of a pass:

1. odd d: the games with an odd left seat are one round, those with an even left seat another, as they join odd seats
   to even ones;
2. even d, cycles of even length (a, a + d, a + 2d, ...; the length is L = N / gcd(d, N)): alternate along each;
3. even d, L odd: borrow a round M of an odd distance. M joins every cycle of odd seats to one of even seats, rung by
   rung, as a prism. Colour both cycles 1, 2, 1, 2, ..., 1, 2, 3 from seats that M joins: then the two ends of each
   rung miss the same colour, which the rung takes. Three rounds hold d and M;
4. a half pass is one round.

Enough rounds can be borrowed: among 1 to k there are at least as many odd as even numbers, and each odd distance has
two rounds. A half pass between opposite seats is only lent when N/2 is odd; it is never needed otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd

from pairings.systems.circular.passes import CircularGame, Pass, game, lefts


def even_rounds(players: int, every: Sequence[Pass]) -> list[list[CircularGame]]:
    """Return as many rounds as each player has games, each with players/2 of them."""
    found: list[list[CircularGame]] = []
    odd = [matching for each in every if each.distance % 2 for matching in _by_parity(players, each)]
    for each in every:
        if each.distance % 2:
            continue
        if each.half:
            found.append([game(players, each, left) for left in lefts(players, each)])
        elif players // gcd(each.distance, players) % 2:
            found += _prisms(players, each, odd.pop())
        else:
            found += _alternating(players, each)
    return found + odd


def _by_parity(players: int, each: Pass) -> Iterator[list[CircularGame]]:
    games = [game(players, each, left) for left in lefts(players, each)]
    if each.half:
        yield games
        return
    yield [each for each in games if each.first % 2]
    yield [each for each in games if not each.first % 2]


def _cycle(players: int, start: int, distance: int) -> list[int]:
    return [(start - 1 + step * distance) % players + 1 for step in range(players // gcd(distance, players))]


def _alternating(players: int, each: Pass) -> tuple[list[CircularGame], list[CircularGame]]:
    one: list[CircularGame] = []
    other: list[CircularGame] = []
    for start in range(1, gcd(each.distance, players) + 1):
        seats = _cycle(players, start, each.distance)
        one += [game(players, each, seat) for seat in seats[::2]]
        other += [game(players, each, seat) for seat in seats[1::2]]
    return one, other


def _prisms(
    players: int, each: Pass, rungs: list[CircularGame]
) -> tuple[list[CircularGame], list[CircularGame], list[CircularGame]]:
    """Return three rounds that contain a pass with odd cycles and a round between odd and even seats."""
    rung_at = {seat: rung for rung in rungs for seat in (rung.first, rung.second)}
    rounds: tuple[list[CircularGame], list[CircularGame], list[CircularGame]] = ([], [], [])
    for start in range(1, gcd(each.distance, players) + 1, 2):
        seats = _cycle(players, start, each.distance)
        for place, seat in enumerate(seats):
            rung = rung_at[seat]
            across = rung.second if rung.first == seat else rung.first
            colour = 2 if place == len(seats) - 1 else place % 2
            rounds[colour].extend((game(players, each, seat), game(players, each, across)))
            missing = 1 if place == 0 else 0 if place == len(seats) - 1 else 2
            rounds[missing].append(rung)
    return rounds
