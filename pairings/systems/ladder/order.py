"""The list of a ladder: the first order, changed by the results of each round. It is not stored.

Theory. In a round each player has at most one game. A winner against a player above goes to the place above the loser,
or changes places with the loser; all other relative orders stay. So the games of a round may be taken in any order.
They are taken from the top down, because then the place that a player takes is the place after the round.
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
    """The cause of a new place: `PASSED` by a player who took a higher place, `MISSED` by one's own absence.

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


class LadderMove(NamedTuple):
    """A move by `places` down, below zero up, in a round, to `place`.

    Each player's first move is the whole first place: in round 0, or in the round of a late entry.
    """

    places: Fraction
    round: int
    place: int
    cause: str
    opponent: int | None = None


@dataclass(frozen=True, slots=True)
class Ladder:
    """The list: `order` are all players from the first place, with those who have left at the end.

    The places of a player's `moves` add up to the player's place.
    """

    order: tuple[int, ...]
    moves: Mapping[int, tuple[LadderMove, ...]]


def ladder(snapshot: Snapshot, options: Options, through: int | None = None) -> Ladder:
    """Return the list after a round, by default the last recorded. A game without a result moves nobody yet."""
    rounds = [played for played in snapshot.rounds if through is None or played.number <= through]
    following = rounds[-1].number + 1 if rounds else 1
    line = _Line.of(snapshot, options)
    for played in rounds:
        # Late entries join before their first games, and players leave after their last ones.
        line.come(played.number)
        line.play(played)
        line.miss(played)
        line.leave(played.number)
    line.come(following)
    line.come(None)
    return Ladder(line.everybody(), {player: tuple(own) for player, own in line.moves.items()})


def moves(snapshot: Snapshot, options: Options, through: int | None = None) -> dict[int, tuple[LadderMove, ...]]:
    """Return the moves behind each player's place, by number."""
    return dict(ladder(snapshot, options, through).moves)


@dataclass(slots=True)
class _Line:
    """The list while rounds are processed. `order` are its players, later entries last; `leavers` were in it.

    `first` and `last` are each player's first round, and the last round of those who have left.
    """

    order: list[int]
    first: Mapping[int, int]
    last: Mapping[int, int]
    options: Options
    leavers: list[int] = field(default_factory=list)
    moves: dict[int, list[LadderMove]] = field(default_factory=dict)
    absences: Counter[int] = field(default_factory=Counter)

    @classmethod
    def of(cls, snapshot: Snapshot, options: Options) -> _Line:
        """Return the list before round 1: by first rounds, then by numbers.

        A player with a game before the first round counts as entered then.
        """
        first = {player.number: player.entered for player in snapshot.players}
        for number, pairing in snapshot.recorded_pairings():
            for player in (pairing.first, pairing.second):
                first[player] = min(first[player], number)
        last = {player.number: player.withdrawn for player in snapshot.players if player.withdrawn is not None}
        line = cls(sorted(first, key=lambda number: (first[number], number)), first, last, options)
        line.leave(0)
        return line

    def everybody(self) -> tuple[int, ...]:
        return (*self.order, *self.leavers)

    def come(self, number: int | None) -> None:
        """Give a first place to all who had arrived by a round; None includes later entries."""
        for place, player in enumerate(self.everybody(), start=1):
            first = self.first[player]
            if player not in self.moves and (number is None or first <= number):
                entry_round = 0 if number is None or first <= 1 else first
                self.moves[player] = [LadderMove(Fraction(place), entry_round, place, Cause.START)]

    def play(self, played: Round) -> None:
        """Process the games: winners against players above move up."""
        before = self.everybody()
        at = {player: place for place, player in enumerate(self.order)}
        won = [pair for pair in _wins(played) if pair[0] in at and pair[1] in at]
        # A winner against a player below keeps the place.
        upsets = sorted((pair for pair in won if at[pair[0]] > at[pair[1]]), key=lambda pair: at[pair[1]])
        own: dict[int, tuple[Cause, int | None]] = {}
        for winner, loser in upsets:
            own |= {winner: (Cause.TOOK, loser), loser: (Cause.LOST, winner)}
            if self.options.takes is Takes.SWAP:
                self.order[at[winner]], self.order[at[loser]] = loser, winner
            else:
                self.order.remove(winner)
                self.order.insert(self.order.index(loser), winner)
        self._note(before, played.number, own, Cause.PASSED)

    def miss(self, played: Round) -> None:
        """Move players down after a full number of consecutive missed rounds: below the next one who has not missed."""
        participants = _present_players(played)
        # Rounds before a late entry are not missed.
        present = [player for player in self.order if self.first[player] <= played.number]
        for player in present:
            self.absences[player] = 0 if player in participants else self.absences[player] + 1
        if not self.options.missed:
            return
        before = self.everybody()
        # Every full number of missed rounds costs one more place.
        down = {each for each in present if self.absences[each] and self.absences[each] % self.options.missed == 0}
        # From the bottom up: two neighbours who drop keep their order, and the last player stays last.
        for at in reversed(range(len(present) - 1)):
            if self.order[at] in down and self.order[at + 1] not in down:
                self.order[at], self.order[at + 1] = self.order[at + 1], self.order[at]
        self._note(before, played.number, dict.fromkeys(down, (Cause.MISSED, None)), Cause.AHEAD)

    def leave(self, number: int) -> None:
        """Remove players who left after a round, and put them above those who left before."""
        leavers = [player for player in self.order if self.last.get(player, number + 1) <= number]
        if leavers:
            before = self.everybody()
            self.order = [player for player in self.order if player not in leavers]
            self.leavers = [*leavers, *self.leavers]
            self._note(before, number, dict.fromkeys(leavers, (Cause.GONE, None)), Cause.LEFT)

    def _note(
        self, before: Sequence[int], number: int, own: Mapping[int, tuple[Cause, int | None]], others: Cause
    ) -> None:
        """Record the players who have moved since `before`, and the cause.

        A taken place is recorded even if its number is the same.
        """
        old = {player: place for place, player in enumerate(before, start=1)}
        for place, player in enumerate(self.everybody(), start=1):
            cause, opponent = own.get(player, (others, None))
            if player in self.moves and (place != old[player] or cause is Cause.TOOK):
                by = Fraction(place - old[player])
                self.moves[player].append(LadderMove(by, number, place, cause, opponent))


def _wins(played: Round) -> Iterator[tuple[int, int]]:
    """Yield (winner, loser) of the games of a round with exactly one winner, including forfeits."""
    for pairing in played.pairings:
        result = pairing.result
        if result is not None and (result.first is Outcome.WIN) is not (result.second is Outcome.WIN):
            pair = (pairing.first, pairing.second)
            yield pair if result.first is Outcome.WIN else pair[::-1]


def _present_players(played: Round) -> set[int]:
    """Return the players who were at a table in a round, had the bye, or had announced an absence."""
    players = {number for pairing in played.pairings for number in (pairing.first, pairing.second)}
    return players | {bye.player for bye in played.byes if bye.kind is not ByeKind.ZERO}
