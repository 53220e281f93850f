"""The input and the answer of a seating method."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from pairings.plan import Reason
from pairings.snapshot import Player

#: The common origin of players to be kept apart.
SEPARATION_ORIGINS = ("club", "federation")


@dataclass(frozen=True, slots=True)
class SeatOrder:
    """The answer: `players` in the order of seats 1, 2, 3 ...

    `reasons` are about the draw as a whole: the rule, its result, then each unfulfilled wish. Facts about players have
    their numbers as given, not their seats.
    """

    players: tuple[Player, ...]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class SeatingField:
    """The players to be seated, in order of entry, the system's options, and what to keep apart, one of APART."""

    players: tuple[Player, ...]
    options: Any
    apart: str

    def origin(self, player: Player) -> str:
        """Return the player's club or federation, whichever counts; "" for none."""
        return player.club if self.apart == "club" else player.federation

    def together(self, one: Player, other: Player) -> int:
        """Return 1 for two of one origin, else 0."""
        return int(bool(self.origin(one)) and self.origin(one) == self.origin(other))

    def origins(self) -> Counter[str]:
        """Return the number of players of each origin with at least two."""
        counts = Counter(self.origin(player) for player in self.players)
        return Counter({name: count for name, count in counts.items() if name and count > 1})


def usual_apart(players: Sequence[Player]) -> str:
    """Return the default origin to keep apart: clubs if any two players share one, else federations."""
    return "club" if SeatingField(tuple(players), None, "club").origins() else "federation"


def shuffle_players(players: Sequence[Player], rng: Random) -> list[Player]:
    drawn = list(players)
    rng.shuffle(drawn)
    return drawn
