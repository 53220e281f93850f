"""The field of a round for Dubov: the shared one with averages and upfloats, by index."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairings.matching.sets.bits import as_set, bits
from pairings.snapshot import Snapshot
from pairings.swiss.rules.colours import BLACK, WHITE
from pairings.swiss.rules.field import SwissField
from pairings.systems.dubov.history import averages, most_upfloats, upfloats

if TYPE_CHECKING:
    from pairings.systems.dubov.options import Options


class DubovField(SwissField):
    """A field with `averages`, `ups` (upfloats of each player) and `maximum` (players with too many), by index."""

    def __init__(self, snapshot: Snapshot, options: Options) -> None:
        super().__init__(snapshot, options)
        planned = snapshot.planned_rounds or self.round
        self.last_round = self.round >= planned
        means, ups = averages(snapshot, self.past), upfloats(snapshot, self.scale)
        self.averages = [means[player.number] for player in self.players]
        self.ups = [len(ups[player.number].rounds) for player in self.players]
        self.just_up = as_set([p.index for p in self.players if self.round - 1 in ups[p.number].rounds])
        self.maximum = as_set([i for i, times in enumerate(self.ups) if times >= most_upfloats(planned)])
        self.new = as_set([p.index for p in self.players if not p.past.colours])

    def same_wish(self, index: int) -> int:
        """Return the players who want the same colour as this player."""
        return {WHITE: self.whites, BLACK: self.blacks}[self.players[index].preference.wants]

    def by_number(self, players: int) -> list[int]:
        """Return some players in the order of their pairing numbers."""
        return sorted(bits(players), key=lambda index: self.players[index].number)

    def numbers(self, players: int) -> tuple[int, ...]:
        return tuple(self.players[index].number for index in self.by_number(players))
