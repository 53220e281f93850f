"""The facts of the recorded rounds for the next one: games, rests and meetings, and the standings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pairings.snapshot import ByeKind, Outcome, Pairing, Result, Scoring, Snapshot


def sides_of(pairing: Pairing) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the partners on the first side and those on the second."""
    first, second, third, fourth = pairing.players
    return (first, third), (second, fourth)


@dataclass(frozen=True, slots=True)
class PartnersRecord:
    """The record of rounds. `games` counts games of each player, played or not.

    `played` and `rested` are the last rounds of both. `together` and `against` count played games. `serves` is the
    games that a player began minus the others. `last_partner` is a player's partner in the last round.
    """

    rounds: int = 0
    games: Counter[int] = field(default_factory=Counter)
    played: dict[int, int] = field(default_factory=dict)
    rested: dict[int, int] = field(default_factory=dict)
    together: Counter[frozenset[int]] = field(default_factory=Counter)
    against: Counter[frozenset[int]] = field(default_factory=Counter)
    serves: Counter[int] = field(default_factory=Counter)
    last_partner: dict[int, int] = field(default_factory=dict)

    def rests(self, player: int) -> int:
        """Return the rounds without a game, including those before a late entry."""
        return self.rounds - self.games[player]


def record_of(snapshot: Snapshot) -> PartnersRecord:
    """Return the record of all recorded rounds."""
    found = PartnersRecord(len(snapshot.rounds))
    everybody = [player.number for player in snapshot.players]
    for played in snapshot.rounds:
        busy = {number for pairing in played.pairings for number in pairing.players}
        found.games.update(busy)
        found.played.update(dict.fromkeys(busy, played.number))
        found.rested.update({number: played.number for number in everybody if number not in busy})
        found.last_partner.clear()
        for pairing in played.pairings:
            if len(pairing.players) == 4 and (pairing.result is None or pairing.result.played):
                _note(found, *sides_of(pairing))
    return found


def _note(found: PartnersRecord, first: tuple[int, int], second: tuple[int, int]) -> None:
    found.together.update((frozenset(first), frozenset(second)))
    found.against.update(frozenset((one, other)) for one in first for other in second)
    found.serves.update(first)
    found.serves.subtract(second)
    for one, other in (first, second):
        found.last_partner.update({one: other, other: one})


@dataclass(slots=True)
class PartnersScore:
    """A player's games in numbers: points of the games and of paid rests, games won, and the difference of points."""

    games: int = 0
    points: Fraction = Fraction(0)
    paid: int = 0
    won: int = 0
    difference: Fraction = Fraction(0)

    def key(self) -> tuple[Fraction, Fraction, Fraction]:
        """Return the key of the standings, the higher first: points for each game, share of games won, difference."""
        counted = self.games + self.paid
        return (
            self.points / counted if counted else Fraction(0),
            Fraction(self.won, self.games) if self.games else Fraction(0),
            self.difference,
        )


def lines(snapshot: Snapshot) -> dict[int, PartnersScore]:
    """Return the line of each player. Open games count nothing."""
    found = {player.number: PartnersScore() for player in snapshot.players}
    for played in snapshot.rounds:
        for pairing in played.pairings:
            if pairing.result is not None and len(pairing.players) == 4:
                _count(found, pairing, pairing.result, snapshot.scoring)
        for bye in played.byes:
            if bye.kind is ByeKind.ALLOCATED and snapshot.scoring.allocated_bye:
                found[bye.player].points += snapshot.scoring.allocated_bye
                found[bye.player].paid += 1
        for deduction in played.deductions:
            found[deduction.player].points += deduction.points
    return found


def _count(found: Mapping[int, PartnersScore], pairing: Pairing, result: Result, scoring: Scoring) -> None:
    points = scoring.sides(result)
    scores = result.score or (0, 0)
    for side, players in enumerate(sides_of(pairing)):
        for number in players:
            line = found[number]
            line.games += 1
            line.points += points[side]
            line.won += (result.first, result.second)[side] is Outcome.WIN
            line.difference += scores[side] - scores[1 - side]


def standing(snapshot: Snapshot, players: Iterable[int]) -> list[int]:
    """Return players in the order of the standings; equal ones in the order of the list."""
    scores = lines(snapshot)
    return sorted(players, key=lambda number: (*(-value for value in scores[number].key()), number))
