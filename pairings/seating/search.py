"""The search that reduces unwanted games by exchanging seats.

The cost of a seating is, over all games that count, the game's weight times the pair's penalty. Finding the cheapest is
as hard as graph colouring, so this searches. It draws a seat with an unwanted game, and its player changes places with
the one that makes the seating cheapest, even if that costs more than now, but not back again for some steps (a tabu
list). The cheapest seating so far is kept. The search ends when a seating costs no more than the caller's known
unavoidable cost, which proves it optimal, or when the effort is used up. A step takes the number of seats times the
games of a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from pairings.snapshot import Player

PairCost = Callable[[Player, Player], int]

#: Games looked at before the search gives up; about a second.
EFFORT = 1_000_000


def fewer_unwanted(
    seated: Sequence[Player],
    games: Sequence[tuple[int, int, int]],
    unwanted: PairCost,
    rng: Random,
    unavoidable: int = 0,
) -> list[Player]:
    """Return the players in new seats, at no higher cost. `games` are (seat, seat, weight), seats from 1."""
    search = _SeatingSearch(seated, games, unwanted, rng)
    step, looks = 0, 2 * len(seated) * max(1, 4 * len(games) // max(1, len(seated)))
    while search.least > unavoidable and step * looks < EFFORT:
        search.improve(step)
        step += 1
    return search.best


class _SeatingSearch:
    def __init__(
        self, seated: Sequence[Player], games: Sequence[tuple[int, int, int]], unwanted: PairCost, rng: Random
    ) -> None:
        self.at = list(seated)
        self.unwanted = unwanted
        self.rng = rng
        self.near: list[list[tuple[int, int]]] = [[] for _seat in seated]
        for one, other, weight in games:
            self.near[one - 1].append((other - 1, weight))
            self.near[other - 1].append((one - 1, weight))
        self.cost = sum(self._cost(seat, player) for seat, player in enumerate(self.at)) // 2
        self.best, self.least = list(self.at), self.cost
        self.barred = [0] * len(self.at)

    def _cost(self, seat: int, player: Player, without: int = -1) -> int:
        at, unwanted = self.at, self.unwanted
        return sum(weight * unwanted(player, at[other]) for other, weight in self.near[seat] if other != without)

    def improve(self, step: int) -> None:
        """Make one exchange: a seat with an unwanted game, and the best other seat."""
        troubled = [seat for seat, player in enumerate(self.at) if self._cost(seat, player)]
        free = [seat for seat in troubled if self.barred[seat] <= step] or troubled
        seat = self.rng.choice(free)
        changes = [(self._change(seat, other), other) for other in range(len(self.at)) if other != seat]
        allowed = [
            (change, other)
            for change, other in changes
            if self.barred[other] <= step or self.cost + change < self.least
        ]
        lowest = min(allowed or changes)[0]
        other = self.rng.choice([other for change, other in (allowed or changes) if change == lowest])
        self._exchange(seat, other, lowest)
        self.barred[seat] = self.barred[other] = step + self.rng.randrange(2, 2 + min(10, len(self.at) // 2))

    def _change(self, seat: int, other: int) -> int:
        """Return the change of cost if two seats are exchanged; a game between the two stays as it is."""
        player, other_player = self.at[seat], self.at[other]
        return (
            self._cost(seat, other_player, other)
            + self._cost(other, player, seat)
            - self._cost(seat, player, other)
            - self._cost(other, other_player, seat)
        )

    def _exchange(self, seat: int, other: int, change: int) -> None:
        self.at[seat], self.at[other] = self.at[other], self.at[seat]
        self.cost += change
        if self.cost < self.least:
            self.best, self.least = list(self.at), self.cost
