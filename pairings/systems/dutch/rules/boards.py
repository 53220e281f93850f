"""The order of the boards (C.04.2 art. 3.6), by pairing scores where they are accelerated (C.04.7 art. 1.5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pairings.plan import PlannedPairing, Reason
from pairings.systems.dutch.rules.field import Competitor


@dataclass(frozen=True, slots=True)
class Board:
    """A pair with its colours: `first` has White."""

    first: Competitor
    second: Competitor
    reasons: tuple[Reason, ...]

    def rank(self) -> tuple[int, int, int]:
        """The score of the higher ranked player, the sum of the scores, the higher ranked player's number."""
        higher, lower = sorted((self.first, self.second), key=lambda player: (-player.points, player.number))
        return -higher.points, -higher.points - lower.points, higher.number


def in_order(boards: Iterable[Board]) -> tuple[PlannedPairing, ...]:
    return tuple(
        PlannedPairing(table, board.first.number, board.second.number, board.reasons)
        for table, board in enumerate(sorted(boards, key=Board.rank), start=1)
    )
