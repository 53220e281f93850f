"""The list of a ladder: the first order, moved by the results of one round after the other. Nothing of it is stored.

Theory. In a round everybody has one game at most. Anyone who beats somebody above goes to the place above the loser, or
changes places with the loser, and nobody else moves against anybody else. So the games of a round may be taken in any
order; they are from the top down, because then the place that somebody takes is the place after the round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from pairings.snapshot import ByeKind, Outcome, Round, Snapshot
from pairings.systems.ladder.options import Options, Takes


class Cause(StrEnum):
    """The cause of a new place: `PASSED` by a player who took a place further up, `MISSED` by own absence.

    `AHEAD` is the absence of a player above; `GONE` is leaving the list, `LEFT` that a player above left it.
    """

    START = "start"
    TOOK = "took"
    LOST = "lost"
    PASSED = "passed"
    MISSED = "missed"
    AHEAD = "ahead"
    GONE = "gone"
    LEFT = "left"


class Move(NamedTuple):
    """A move by `places` down, below zero up, in a round, to `place`.

    The first move of everybody is the whole first place: in round 0, or in the round of a late entry.
    """

    places: Fraction
    round: int
    place: int
    cause: str
    opponent: int | None = None


@dataclass(frozen=True, slots=True)
class Ladder:
    """`order` is everybody from the first place, and behind all others who has left; the places of somebody's `moves`
    add up to the place.
    """

    order: tuple[int, ...]
    moves: Mapping[int, tuple[Move, ...]]


def ladder(snapshot: Snapshot, options: Options, through: int | None = None) -> Ladder:
    """The list after a round, by default the last recorded. A game without a result moves nobody yet."""
    rounds = [played for played in snapshot.rounds if through is None or played.number <= through]
    following = rounds[-1].number + 1 if rounds else 1
    line = _Line.of(snapshot, options)
    for played in rounds:
        line.come(played.number)
        line.play(played)
        line.miss(played)
        line.leave(played.number)
    line.come(following)
    line.come(None)
    return Ladder(line.everybody(), {player: tuple(own) for player, own in line.moves.items()})


def moves(snapshot: Snapshot, options: Options, through: int | None = None) -> dict[int, tuple[Move, ...]]:
    """Return the moves behind each player's place, by number."""
    return dict(ladder(snapshot, options, through).moves)


@dataclass(slots=True)
class _Line:
    """The list while rounds are taken. `order` are those in it, who comes later last; `left` were in it. `first` and
    `last` are everybody's first round, and the last one of who has left.
    """

    order: list[int]
    first: Mapping[int, int]
    last: Mapping[int, int]
    options: Options
    left: list[int] = field(default_factory=list)
    moves: dict[int, list[Move]] = field(default_factory=dict)
    missed: Counter[int] = field(default_factory=Counter)

    @classmethod
    def of(cls, snapshot: Snapshot, options: Options) -> _Line:
        """Before round 1: by first rounds, then by numbers. The one who has played before the first round came then."""
        first = {player.number: player.entered for player in snapshot.players}
        for number, pairing in snapshot.recorded_pairings():
            for player in (pairing.first, pairing.second):
                first[player] = min(first[player], number)
        last = {player.number: player.withdrawn for player in snapshot.players if player.withdrawn is not None}
        line = cls(sorted(first, key=lambda number: (first[number], number)), first, last, options)
        line.leave(0)
        return line

    def everybody(self) -> tuple[int, ...]:
        return (*self.order, *self.left)

    def come(self, number: int | None) -> None:
        """Everybody who had arrived by a round has a first place; with None those who are still to come as well."""
        for place, player in enumerate(self.everybody(), start=1):
            first = self.first[player]
            if player not in self.moves and (number is None or first <= number):
                entry_round = 0 if number is None or first <= 1 else first
                self.moves[player] = [Move(Fraction(place), entry_round, place, Cause.START)]

    def play(self, played: Round) -> None:
        """The games: who beats somebody above moves up."""
        before = self.everybody()
        at = {player: place for place, player in enumerate(self.order)}
        won = [pair for pair in _wins(played) if pair[0] in at and pair[1] in at]
        taken = sorted((pair for pair in won if at[pair[0]] > at[pair[1]]), key=lambda pair: at[pair[1]])
        own: dict[int, tuple[Cause, int | None]] = {}
        for winner, loser in taken:
            own |= {winner: (Cause.TOOK, loser), loser: (Cause.LOST, winner)}
            if self.options.takes is Takes.SWAP:
                self.order[at[winner]], self.order[at[loser]] = loser, winner
            else:
                self.order.remove(winner)
                self.order.insert(self.order.index(loser), winner)
        self._note(before, played.number, own, Cause.PASSED)

    def miss(self, played: Round) -> None:
        """Move players down who have missed a full number of rounds in a row: below the next one who has not."""
        there = _there(played)
        present = [player for player in self.order if self.first[player] <= played.number]
        for player in present:
            self.missed[player] = 0 if player in there else self.missed[player] + 1
        if not self.options.missed:
            return
        before = self.everybody()
        down = {each for each in present if self.missed[each] and self.missed[each] % self.options.missed == 0}
        for at in reversed(range(len(present) - 1)):
            if self.order[at] in down and self.order[at + 1] not in down:
                self.order[at], self.order[at + 1] = self.order[at + 1], self.order[at]
        self._note(before, played.number, dict.fromkeys(down, (Cause.MISSED, None)), Cause.AHEAD)

    def leave(self, number: int) -> None:
        """A player who left after a round is no longer in the list, and stands above those who left before."""
        gone = [player for player in self.order if self.last.get(player, number + 1) <= number]
        if gone:
            before = self.everybody()
            self.order = [player for player in self.order if player not in gone]
            self.left = [*gone, *self.left]
            self._note(before, number, dict.fromkeys(gone, (Cause.GONE, None)), Cause.LEFT)

    def _note(
        self, before: Sequence[int], number: int, own: Mapping[int, tuple[Cause, int | None]], others: Cause
    ) -> None:
        """Record the players who have moved since `before`, and why.

        A taken place is listed even under the old number.
        """
        old = {player: place for place, player in enumerate(before, start=1)}
        for place, player in enumerate(self.everybody(), start=1):
            cause, opponent = own.get(player, (others, None))
            if player in self.moves and (place != old[player] or cause is Cause.TOOK):
                by = Fraction(place - old[player])
                self.moves[player].append(Move(by, number, place, cause, opponent))


def _wins(played: Round) -> Iterator[tuple[int, int]]:
    """(winner, loser) of the games of a round that somebody alone has won, over the board or not."""
    for pairing in played.pairings:
        result = pairing.result
        if result is not None and (result.first is Outcome.WIN) is not (result.second is Outcome.WIN):
            pair = (pairing.first, pairing.second)
            yield pair if result.first is Outcome.WIN else pair[::-1]


def _there(played: Round) -> set[int]:
    """Return the players who were at a table in a round, had the bye, or had announced an absence."""
    seen = {number for pairing in played.pairings for number in (pairing.first, pairing.second)}
    return seen | {bye.player for bye in played.byes if bye.kind is not ByeKind.ZERO}
