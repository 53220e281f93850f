"""The field of a round for Burstein: the shared one with each player's Index and place by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairings.matching.sets.bits import bits
from pairings.snapshot import Snapshot
from pairings.swiss.rules.colours import BLACK, WHITE
from pairings.swiss.rules.field import SwissField
from pairings.systems.burstein.index import indexes, ranking

if TYPE_CHECKING:
    from pairings.systems.burstein.options import Options


class BursteinField(SwissField):
    """A field with `indexes` and `places` (0 for the highest-ranked of all), by index of the field."""

    def __init__(self, snapshot: Snapshot, options: Options) -> None:
        super().__init__(snapshot, options)
        found = indexes(snapshot, self.past, self.scale)
        self.indexes = [found[player.number] for player in self.players]
        order = sorted(self.players, key=lambda player: ranking(player.number, found[player.number]))
        self.places = [0] * self.size
        for place, player in enumerate(order):
            self.places[player.index] = place

    def rank_by_index(self, players: int) -> list[int]:
        """Return some players ranked by the Index, the highest first (art. 1.8)."""
        return sorted(bits(players), key=self.places.__getitem__)

    def wishes(self) -> tuple[int, int, int]:
        """Return the players who want White, Black, and nothing."""
        return self.whites, self.blacks, self.everybody & ~(self.whites | self.blacks)

    @staticmethod
    def clash(one: int, other: int) -> bool:
        """Return whether two kinds of wishes, numbered as in `wishes`, are for one colour."""
        return one == other and one in {0, 1}


#: The colours behind the first two of `wishes`.
COLOURS = (WHITE, BLACK)
