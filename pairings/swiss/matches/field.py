"""The field of a round of matches: the floaters of the last round, and the cost of a pair by the system's criteria."""

from __future__ import annotations

from typing import Any

from pairings.matching.sets.bits import as_set, bits
from pairings.snapshot import Snapshot
from pairings.swiss.rules.colours import Allocation
from pairings.swiss.rules.field import Competitor, SwissField


class MatchField(SwissField):
    """A field with its floaters: `floated` met another score in the last round, by that round's scores (art. 1.5).

    `late` marks a round in which that does not matter. Scores have `unit` parts to a point. `quality` names the
    criteria for pairing a bracket.
    """

    quality: tuple[str, ...]
    #: For how many rounds at the end floats do not matter.
    free_of_floats = 1

    def __init__(self, snapshot: Snapshot, options: Any) -> None:
        planned = snapshot.planned_rounds
        self.late = planned is not None and snapshot.next_round > planned - self.free_of_floats
        super().__init__(snapshot, options)
        self.unit = self.scale.scale
        self.floated = as_set([player.index for player in self.players if self.has_floated(player)])

    def has_floated(self, player: Competitor) -> bool:
        """Return whether a player met an opponent with another score in the round before."""
        return bool(player.past.floats[0])

    def costs(self, v: int, w: int, upfloaters: int) -> tuple[int, ...]:
        """Return the cost of a pair by each of the criteria of `quality`."""
        raise NotImplementedError

    def floats_again(self, v: int, w: int, upfloaters: int) -> int:
        """Return 1 if an upfloater's opponent floated in the round before, else 0."""
        met = (upfloaters >> v & 1 and self.floated >> w & 1) or (upfloaters >> w & 1 and self.floated >> v & 1)
        return int(bool(met) and not self.late)

    def first_of(self, one: Competitor, other: Competitor) -> tuple[Competitor, Competitor]:
        """Return the higher-ranked player of a match, then the other (art. 4.2)."""
        first, second = sorted((one, other), key=lambda player: (-player.points, player.number))
        return first, second

    def allocation(self, higher: Competitor, lower: Competitor, lot: int) -> Allocation:
        """Return the higher-ranked player's colour, and the step of article 4.3 that gives it; `lot` is the drawn
        colour.
        """
        raise NotImplementedError

    def by_number(self, players: int) -> list[int]:
        """Return some players in the order of their pairing numbers."""
        return sorted(bits(players), key=lambda index: self.players[index].number)
