"""The games of a player that can count for a norm, and their opponents (Handbook B.01 1.4.1, 1.4.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pairings.snapshot import ByeKind, Decision, Outcome, Pairing, Snapshot

WORTH = {Outcome.WIN: Fraction(1), Outcome.DRAW: Fraction(1, 2), Outcome.LOSS: Fraction(0)}
#: Players without a federation: their games count, but they count neither for a federation nor as foreigners (1.4.2).
NO_FEDERATION = frozenset({"", "FID", "NON"})


@dataclass(frozen=True, slots=True)
class NormPlayer:
    """The facts of a player for norms.

    `rating` is the one in FIDE's list at the start (1.4.6), None for unrated players.
    """

    rating: int | None = None
    title: str = ""
    federation: str = ""
    sex: str = ""


@dataclass(frozen=True, slots=True)
class NormGame:
    """A game over the board that counts, or a game still to be played if `score` is None."""

    round: int
    number: int
    opponent: NormPlayer
    score: Fraction | None


@dataclass(frozen=True, slots=True)
class Opposition:
    """The games of a player in the order of rounds, and the number of rounds with a point but no game.

    `unplayed` are forfeit wins and pairing-allocated byes: one of them may be the ninth game (1.4.1c). `unknown` rounds
    are still to be paired.
    """

    games: tuple[NormGame, ...]
    unplayed: int
    unknown: int

    @property
    def played(self) -> tuple[NormGame, ...]:
        return tuple(game for game in self.games if game.score is not None)

    @property
    def coming(self) -> tuple[NormGame, ...]:
        return tuple(game for game in self.games if game.score is None)


def opposition(snapshot: Snapshot, people: Mapping[int, NormPlayer], number: int, *, round_robin: bool) -> Opposition:
    """Return the games and rounds that count for the norm of one player.

    Forfeits and rulings do not count (1.4.2c). In a round robin, games against unrated players who score nothing
    against rated ones do not count either (1.4.2b).
    """
    games, unplayed = [], 0
    for each in snapshot.rounds:
        pairing = next((pair for pair in each.pairings if number in (pair.first, pair.second)), None)
        if pairing is None:
            allocated = any(bye.player == number and bye.kind is ByeKind.ALLOCATED for bye in each.byes)
            unplayed += allocated
            continue
        other = pairing.second if pairing.first == number else pairing.first
        if pairing.result is not None and pairing.result.decision is not Decision.PLAYED:
            by_forfeit = pairing.result.decision is Decision.FORFEIT
            unplayed += by_forfeit and _outcome(pairing, number) is Outcome.WIN
            continue
        if round_robin and _scores_nothing(snapshot, people, other):
            continue
        outcome = _outcome(pairing, number)
        games.append(NormGame(each.number, other, people[other], None if outcome is None else WORTH[outcome]))
    last = snapshot.rounds[-1].number if snapshot.rounds else 0
    return Opposition(tuple(games), unplayed, max((snapshot.planned_rounds or last) - last, 0))


def _outcome(pairing: Pairing, number: int) -> Outcome | None:
    if pairing.result is None:
        return None
    return pairing.result.first if pairing.first == number else pairing.result.second


def _scores_nothing(snapshot: Snapshot, people: Mapping[int, NormPlayer], number: int) -> bool:
    """Return whether an unrated player has lost all games with rated players; False without any."""
    if people[number].rating is not None:
        return False
    met = [
        _outcome(pair, number)
        for each in snapshot.rounds
        for pair in each.pairings
        if number in (pair.first, pair.second)
        and people[pair.second if pair.first == number else pair.first].rating is not None
    ]
    return bool(met) and all(outcome is Outcome.LOSS for outcome in met)
