"""The field of a round as Lim sees it: the shared one with the median and the ratings, by index."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairings.snapshot import Snapshot
from pairings.swiss.rules.field import Field

if TYPE_CHECKING:
    from pairings.systems.lim.options import Options

#: In a maxi-tournament ratings may differ by so much for the sake of colours.
MAXI = 100


class LimField(Field):
    """`above` and `below` are the scores on either side of the median, half of what the rounds so far could bring.

    `above` begins with the highest, `below` with the lowest score; `median` are the players with the score between.
    """

    def __init__(self, snapshot: Snapshot, options: Options) -> None:
        super().__init__(snapshot, options)
        ratings = {player.number: player.rating or 0 for player in snapshot.players}
        self.ratings = [ratings[player.number] for player in self.players]
        self.maxi = options.maxi
        middle = self.scale.best * self.played_rounds
        self.above = [score for score in self.scores if 2 * score > middle]
        self.below = [score for score in reversed(self.scores) if 2 * score < middle]
        self.median = sum(group for score, group in self.groups.items() if 2 * score == middle)
        self.middle = middle
        self.floated = self.down[0] | self.up[0]

    def is_below(self, index: int) -> bool:
        """Whether a player has less than the median."""
        return 2 * self.points[index] < self.middle

    def clash(self, one: int, other: int) -> bool:
        """Whether two are due the same colour."""
        wish = self.players[one].preference.wants
        return wish == self.players[other].preference.wants != 0

    def near(self, one: int, other: int) -> bool:
        """Whether one may stand for the other, as far as ratings count."""
        return not self.maxi or abs(self.ratings[one] - self.ratings[other]) <= MAXI
