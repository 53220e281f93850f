"""The field of a round by US Chess rules: the shared one in the order of ratings, with earlier downfloaters."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pairings.matching.sets.bits import as_set
from pairings.numbers import scores
from pairings.snapshot import ByeKind, Decision, Outcome, Snapshot
from pairings.swiss.rules.colours import ABSOLUTE
from pairings.swiss.rules.field import Competitor, SwissField

if TYPE_CHECKING:
    from pairings.systems.us_chess.options import Options


class ColourLoss(NamedTuple):
    """The colour losses of a pair: both due one colour, a difference of two or more, a third in a row."""

    clash: bool = False
    unequal: bool = False
    third: bool = False


NO_LOSS = ColourLoss()


class UsField(SwissField):
    """A field in order of score, rating and number (29A). `ratings` are by index; unrated players count as the lowest.

    `unrated`, `dropped` (players who met a lower score in an earlier round) and `half` (players who had a half-point
    bye) are sets. Colours have no limits (29E5f is a wish).
    """

    def __init__(self, snapshot: Snapshot, options: Options) -> None:
        self._rating_of = {player.number: player.rating or 0 for player in snapshot.players}
        super().__init__(snapshot, options)
        self.equalise, self.alternate = options.equalise, max(0, min(options.alternate, options.equalise))
        own = [self._rating_of[player.number] for player in self.players]
        lowest = min(filter(None, own), default=0)
        self.ratings = [rating or lowest for rating in own]
        self.unrated = as_set([index for index, rating in enumerate(own) if not rating])
        dropped, half = _downfloaters(snapshot, self), _half(snapshot)
        self.dropped = as_set([player.index for player in self.players if player.number in dropped])
        self.half = as_set([player.index for player in self.players if player.number in half])
        self.topscorers = self.everybody
        for player in self.players:
            player.topscorer = True

    def _rank_competitors(self, numbers: set[int], arrival_numbers: dict[int, int], last: bool) -> list[Competitor]:
        ranked = super()._rank_competitors(numbers, arrival_numbers, last)
        ranked.sort(key=lambda player: (-player.points, -self._rating_of[player.number], player.number))
        for index, player in enumerate(ranked):
            player.index = index
        return ranked

    def colour_loss(self, one: int, other: int) -> ColourLoss:
        """Return the colour losses of two players who meet."""
        wishes = self.players[one].preference, self.players[other].preference
        if wishes[0].wants != wishes[1].wants or not wishes[0].wants:
            return NO_LOSS
        return ColourLoss(
            clash=True,
            unequal=all(each.difference for each in wishes),
            third=all(each.strength == ABSOLUTE for each in wishes),
        )

    def kind_of_wish(self, index: int) -> int:
        """Return a small number for all of a player's colours that `colour_loss` uses."""
        wish = self.players[index].preference
        return 6 + wish.wants * (1 + 2 * bool(wish.difference) + (wish.strength == ABSOLUTE))


def _downfloaters(snapshot: Snapshot, field: SwissField) -> set[int]:
    """Return the players paired with an opponent of a lower pairing score in a round so far."""
    points = field.scale
    totals = dict.fromkeys((player.number for player in snapshot.players), 0)
    found: set[int] = set()
    still_open = points.game[Outcome.DRAW, Decision.PLAYED]
    for played in snapshot.rounds:
        extra = points.virtual(played.number)
        for pairing in played.pairings:
            ahead = totals[pairing.first] + extra.get(pairing.first, 0)
            ahead -= totals[pairing.second] + extra.get(pairing.second, 0)
            found |= {pairing.first if ahead > 0 else pairing.second} if ahead else set()
        for number, gained in scores.of_round(played, points, totals):
            totals[number] += gained
        for pairing in played.pairings:
            if pairing.result is None:
                totals[pairing.first] += still_open
                totals[pairing.second] += still_open
    return found


def _half(snapshot: Snapshot) -> set[int]:
    return {bye.player for played in snapshot.rounds for bye in played.byes if bye.kind is ByeKind.HALF}
