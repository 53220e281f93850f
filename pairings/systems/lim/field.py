"""The field of a round for Lim: the shared one with the median and the ratings, by index."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from pairings.matching.sets.bits import as_set
from pairings.snapshot import Snapshot
from pairings.swiss.rules.field import SwissField
from pairings.swiss.rules.history import read_past

if TYPE_CHECKING:
    from pairings.systems.lim.options import Options

#: In a maxi-tournament ratings may differ by so much for the sake of colours.
MAXI = 100


class LimField(SwissField):
    """A field in which `above` and `below` are the scores on either side of the median.

    The median is half of the possible points so far. `above` begins with the highest, `below` with the lowest score;
    `median` are the players with the score between.
    """

    def __init__(self, snapshot: Snapshot, options: Options) -> None:
        super().__init__(snapshot, options)
        ratings = {player.number: player.rating or 0 for player in snapshot.players}
        self.ratings = [ratings[player.number] for player in self.players]
        self.maxi = options.maxi
        self.last_round = snapshot.planned_rounds is not None and self.round >= snapshot.planned_rounds
        middle = self.scale.best * self.played_rounds
        self.above = [score for score in self.scores if 2 * score > middle]
        self.below = [score for score in reversed(self.scores) if 2 * score < middle]
        self.median = sum(group for score, group in self.groups.items() if 2 * score == middle)
        self.middle = middle
        self.floated = self._transfers(snapshot)

    @cached_property
    def legal(self) -> list[int]:
        """The compatible opponents of each player (2.1); in the last round colours do not bar equal scores (6)."""
        legal: list[int] = super().legal
        if not self.last_round:
            return legal
        index = {player.number: player.index for player in self.players}
        for player in self.players:
            met = as_set([index[number] for number in player.past.met if number in index])
            incompatible = met | self.forbidden[player.index] | 1 << player.index
            legal[player.index] |= self.groups[player.points] & ~incompatible
        return legal

    def _transfers(self, snapshot: Snapshot) -> int:
        """Return the players transferred to another group in the previous round (2.3, 3.1).

        A transfer is towards the median, or both players into it. A bye is none, but an unplayed game is one.
        """
        number = self.round - 1
        found = next((played for played in snapshot.rounds if played.number == number), None)
        if found is None:
            return 0
        earlier = replace(snapshot, rounds=tuple(played for played in snapshot.rounds if played.number < number))
        past = read_past(replace(earlier, next_round=number), self.scale, self.edition.of_unplayed)
        virtual = self.scale.virtual(number)
        middle = self.scale.best * (number - 1)
        index = {player.number: player.index for player in self.players}
        floated = []
        for pairing in found.pairings:
            sides = pairing.first, pairing.second
            twice = {one: 2 * (past[one].score + virtual.get(one, 0)) for one in sides}
            low, high = sorted(sides, key=twice.__getitem__)
            if twice[low] < twice[high]:
                moved = (high, twice[high] > middle), (low, twice[low] < middle)
                floated += [index[one] for one, towards in moved if towards and one in index]
        return as_set(floated)

    def is_below(self, index: int) -> bool:
        """Return whether a player has less than the median."""
        return 2 * self.points[index] < self.middle

    def clash(self, one: int, other: int) -> bool:
        """Return whether two players are due the same colour."""
        wish = self.players[one].preference.wants
        return wish == self.players[other].preference.wants != 0

    def near(self, one: int, other: int) -> bool:
        """Return whether one player may replace the other by rating."""
        return not self.maxi or abs(self.ratings[one] - self.ratings[other]) <= MAXI
