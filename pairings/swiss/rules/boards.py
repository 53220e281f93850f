"""The order of the boards (C.04.2 art. 3.6), by pairing scores if they are accelerated (C.04.7 art. 1.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import attrgetter

from pairings.plan import PlannedPairing, Reason
from pairings.swiss.rules.field import Competitor


@dataclass(frozen=True, slots=True)
class Board:
    """A pair with its colours: `first` has White."""

    first: Competitor
    second: Competitor
    reasons: tuple[Reason, ...]

    def rank(self, score: Callable[[Competitor], int]) -> tuple[int, int, int]:
        """Return the sort key: score of the higher-ranked player, sum of scores, number of the higher-ranked player."""
        higher, lower = sorted((self.first, self.second), key=lambda player: (-score(player), player.number))
        return -score(higher), -score(higher) - score(lower), higher.number


def in_order(boards: Iterable[Board], *, real: bool) -> tuple[PlannedPairing, ...]:
    """Return the tables in order: by real scores if `real`, else by pairing scores."""
    score = attrgetter("score" if real else "points")
    return tuple(
        PlannedPairing(table, board.first.number, board.second.number, board.reasons)
        for table, board in enumerate(sorted(boards, key=lambda board: board.rank(score)), start=1)
    )
