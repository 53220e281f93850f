"""Games at fewer stations than games: the station of each, and the next one.

The games are called in order, each to the free station with the lowest number, when none of its players is playing
elsewhere. A station is free again when its game has a result. So the order of the results alone decides the stations,
and nobody has to call.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

#: No hall has more stations.
MOST = 200


@dataclass(frozen=True, slots=True)
class StationGame:
    """A game with its key, its players, and a number that grows with its end time; None without a result."""

    key: int
    players: tuple[int, ...]
    ended: int | None = None


@dataclass(frozen=True, slots=True)
class Calls:
    """The stations of the called games, and the waiting ones, the next one first, all by key."""

    at: dict[int, int]
    waiting: tuple[int, ...]


def call(games: Iterable[StationGame], stations: int) -> Calls:
    """Return the stations of the games of a round without a result."""
    waiting = list(games)
    at: dict[int, int] = {}
    playing: dict[int, StationGame] = {}

    def fill() -> None:
        for game in list(waiting):
            free = min(set(range(1, stations + 1)) - set(at.values()), default=None)
            if free is None:
                return
            busy = {player for other in playing.values() for player in other.players}
            if busy.isdisjoint(game.players):
                waiting.remove(game)
                playing[game.key], at[game.key] = game, free

    fill()
    for game in sorted((game for game in waiting + list(playing.values()) if game.ended is not None), key=_end_time):
        if playing.pop(game.key, None) is None:
            waiting.remove(game)
        at.pop(game.key, None)
        fill()
    return Calls(at, tuple(game.key for game in waiting))


def _end_time(game: StationGame) -> int:
    return game.ended or 0
