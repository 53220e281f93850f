"""The field of a round: the players to be paired in order, their colour preferences, and their legal opponents.

Players are indexes 0, 1, 2 ... in the order of article 1.2. A set of players is an `int` with their bits, so that one
`&` checks all players at the same time.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import TYPE_CHECKING

from pairings.matching.sets.bits import as_set, bits
from pairings.snapshot import Snapshot
from pairings.swiss.rules.colours import ABSOLUTE, BLACK, MILD, WHITE, Preference
from pairings.swiss.rules.criterion import RESIDENT, Bound, PlayerKind
from pairings.swiss.rules.history import DOWN, UP, Past, Points, read_past

if TYPE_CHECKING:
    from pairings.swiss.rules.editions import EditionOptions


@dataclass(slots=True)
class Competitor:
    """A player to be paired. `points` is the pairing score, `score` the real one (both in units of the field)."""

    index: int
    number: int
    arrived: int
    score: int
    points: int
    past: Past
    preference: Preference
    eligible: bool
    unplayed: int
    topscorer: bool = False


class FieldInput:
    """The input of a round: `available` are the players to pair, with all pasts, and the `virtual` points by number.

    Read-only after it is built.
    """

    def __init__(self, snapshot: Snapshot, options: EditionOptions) -> None:
        self.round = snapshot.next_round
        self.edition = options.book
        virtual = snapshot.virtual_points
        if options.acceleration == "baku" and not virtual:
            virtual = self.edition.baku(snapshot)
        self.scale = Points(snapshot.scoring, virtual, snapshot.rounds)
        self.past = read_past(snapshot, self.scale, self.edition.of_unplayed)
        self.virtual = self.scale.virtual(self.round)
        self.available = {player.number for player in snapshot.to_be_paired()}


class SwissField(FieldInput):
    """Everything the engine knows about the round to be paired. Read-only after it is built."""

    def __init__(self, snapshot: Snapshot, options: EditionOptions) -> None:
        super().__init__(snapshot, options)
        self.played_rounds = self.round - 1
        last = snapshot.planned_rounds is not None and self.round >= snapshot.planned_rounds
        arrival_numbers = self._arrival_numbers(self.available)
        by_hand = {number for pair in snapshot.fixed for number in pair}
        self.players = self._rank_competitors(self.available - by_hand, arrival_numbers, last)
        fixed = (pair for pair in snapshot.fixed if 0 not in pair)
        self.fixed = [tuple(self._competitor(n, arrival_numbers[n]) for n in pair) for pair in fixed]
        self.size = len(self.players)
        self.everybody = (1 << self.size) - 1
        self.points = [player.points for player in self.players]
        self.scores = sorted(set(self.points), reverse=True)
        self.groups = self._groups()
        self.eligible = as_set([player.index for player in self.players if player.eligible])
        self._kinds: dict[int, PlayerKind] = {}
        self._read_floats()
        self._read_preferences()
        self.upfloated = 0
        for criterion in self.edition.criteria_of_bound(Bound.OPPONENT):
            self.upfloated |= self.up[criterion.ago]
        self.topscorers = as_set([player.index for player in self.players if player.topscorer])
        self._rules = snapshot.forbidden

    def scores_in(self, players: int) -> list[int]:
        """Return the scores of some players, highest first."""
        return [score for score in self.scores if self.groups[score] & players]

    def fall(self, index: int, lowest: int) -> int:
        """Return the difference of scores that counts when a player leaves a bracket with this lowest score."""
        return self.points[index] - lowest + self.scale.scale

    def kind(self, index: int) -> PlayerKind:
        """Return the facts of a player that criteria use, as a resident."""
        if index not in self._kinds:
            player = self.players[index]
            last, before = player.past.floats
            down, up = (last == DOWN, before == DOWN), (last == UP, before == UP)
            self._kinds[index] = PlayerKind(RESIDENT, player.points, player.preference, down, up, player.unplayed)
        return self._kinds[index]

    def _rank_competitors(self, numbers: set[int], arrival_numbers: dict[int, int], last: bool) -> list[Competitor]:
        ranked = [self._competitor(number, arrival_numbers[number]) for number in numbers]
        # The order of article 1.2: by pairing score, then by pairing number.
        ranked.sort(key=lambda player: (-player.points, player.number))
        for index, player in enumerate(ranked):
            player.index = index
            # Topscorers exist only in the last round (art. 1.8). For them and their opponents colours give way.
            player.topscorer = last and self.edition.topscorer(player.points, self.played_rounds, self.scale.best)
        return ranked

    def _competitor(self, number: int, arrival_number: int) -> Competitor:
        past = self.past[number]
        return Competitor(
            index=-1,
            number=number,
            arrived=arrival_number,
            score=past.score,
            points=past.score + self.virtual.get(number, 0),
            past=past,
            preference=self.edition.preference(past.colours),
            eligible=not past.barred_from_bye,
            unplayed=self.played_rounds - len(past.colours),
        )

    def _arrival_numbers(self, numbers: set[int]) -> dict[int, int]:
        """Return numbers of article 5.2.5, counting only players here now or paired in an earlier round.

        In older editions these are all pairing numbers.
        """
        if not self.edition.counts_arrived:
            return {number: number for number in numbers}
        counted = numbers.union(number for number, past in self.past.items() if past.took_part)
        return {number: place for place, number in enumerate(sorted(counted), start=1)}

    def _groups(self) -> dict[int, int]:
        """Return the score groups as sets, by score."""
        groups = dict.fromkeys(self.scores, 0)
        for player in self.players:
            groups[player.points] |= 1 << player.index
        return groups

    def _read_floats(self) -> None:
        """Store the sets of players with a downfloat, or an upfloat, in the last round and in the one before."""
        floats = [player.past.floats for player in self.players]
        self.down, self.up = (
            [as_set([index for index, row in enumerate(floats) if row[ago] == kind]) for ago in (0, 1)]
            for kind in (DOWN, UP)
        )

    def _read_preferences(self) -> None:
        """Store the sets of players who want White or Black, and with a mild or an absolute preference."""
        self.whites = self.blacks = self.mild = self.absolute = 0
        for player in self.players:
            wants, strength, one = player.preference.wants, player.preference.strength, 1 << player.index
            if wants == WHITE:
                self.whites |= one
            elif wants == BLACK:
                self.blacks |= one
            if strength == MILD:
                self.mild |= one
            elif strength == ABSOLUTE:
                self.absolute |= one

    @cached_property
    def forbidden(self) -> list[int]:
        """The opponents of each player that regulations rule out in this round."""
        index = {player.number: player.index for player in self.players}
        found = [0] * self.size
        for rule in self._rules:
            if rule.first_round <= self.round <= (rule.last_round or self.round):
                members = as_set([index[number] for number in rule.players if number in index])
                for member in bits(members):
                    found[member] |= members & ~(1 << member)
        return found

    @cached_property
    def legal(self) -> list[int]:
        """The opponents of each player that C1, C3 and forbidden pairs leave (art. 2.1)."""
        bit_of = dict.fromkeys(self.past, 0) | {player.number: 1 << player.index for player in self.players}
        absolute = {WHITE: self.absolute & self.whites, BLACK: self.absolute & self.blacks}
        legal = []
        for player, forbidden in zip(self.players, self.forbidden, strict=True):
            # C1: two players meet only once. Forbidden pairs are treated in the same way.
            out = reduce(or_, map(bit_of.__getitem__, player.past.met), forbidden | 1 << player.index)
            # C3: two players who both must get the same colour do not meet, unless one of them is a topscorer.
            if player.preference.strength == ABSOLUTE and not player.topscorer:
                out |= absolute[player.preference.wants] & ~self.topscorers
            legal.append(self.everybody & ~out)
        return legal
