"""The choice of players and rests in a round: the fewest games first, so that games differ by at most one.

Theory. Filling the courts from the lowest level never lifts a player above the lowest plus one. Among players of one
level the longest wait must not be the only criterion: the same four would always meet. So a wait of up to one and a
half laps is allowed, and within it the search for good games chooses.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

from pairings.plan import CannotPair, NoLegalPairing, Reason
from pairings.snapshot import Snapshot
from pairings.systems.partners.record import PartnersRecord

FOUR = 4


@dataclass(frozen=True, slots=True)
class ChosenPlayers:
    """The players certain to play, and the others of the deciding level, `seats` of whom play too."""

    certain: tuple[int, ...]
    level: tuple[int, ...]
    seats: int


@dataclass(frozen=True, slots=True)
class Wishes:
    """The wishes for a round: required partners, players who rest manually, and players who may not rest otherwise."""

    pairs: tuple[tuple[int, int], ...]
    resting: frozenset[int]
    unwilling: frozenset[int]

    @property
    def must_play(self) -> frozenset[int]:
        return self.unwilling | {number for pair in self.pairs for number in pair}


def wishes_of(snapshot: Snapshot) -> Wishes:
    """Return the wishes for the next round. Raises NoLegalPairing if they contradict each other."""
    wrong = snapshot.manual_pair_fault(snapshot.forbidden_opponents())
    if wrong is not None:
        raise NoLegalPairing(Reason(f"partners-hand-{wrong[0]}", wrong[1]))
    return Wishes(
        tuple(pair for pair in snapshot.fixed if 0 not in pair),
        frozenset(snapshot.byes_by_hand()),
        frozenset(player.number for player in snapshot.players if not player.may_have_bye),
    )


def courts_of(players: int, courts: int | None) -> int:
    """Return the number of courts that the players fill. Raises CannotPair for fewer than four."""
    if players < FOUR:
        raise CannotPair(Reason("partners-few", {"count": players}))
    return min(players // FOUR, courts or players)


def choose_players(
    players: Collection[int], seats: int, record: PartnersRecord, wishes: Wishes, rng: Random, lap: int | None = None
) -> ChosenPlayers:
    """Return the players for `seats` seats. Raises NoLegalPairing if more must play than can."""
    lots = {number: rng.random() for number in sorted(players)}
    must = wishes.must_play & set(players)
    if len(must) > seats:
        raise NoLegalPairing(Reason("partners-no-rest", {"count": len(players) - seats}))
    order = sorted(players, key=lambda number: (number not in must, record.games[number], lots[number]))
    lap = -(-len(players) // seats) if lap is None else lap
    last = order[seats - 1]
    if last in must:
        return ChosenPlayers(tuple(order[:seats]), (), 0)
    games = record.games[last]
    certain = [number for number in order if number in must or record.games[number] < games]
    level = [number for number in order if number not in must and record.games[number] == games]
    # A player who has waited one and a half laps plays; the search chooses among the others.
    long_waiters = sorted(
        (number for number in level if 2 * (record.rounds - record.played.get(number, 0)) >= 3 * lap),
        key=lambda number: record.played.get(number, 0),
    )
    sure = long_waiters[: seats - len(certain)] if len(players) > seats else []
    return ChosenPlayers((*certain, *sure), tuple(n for n in level if n not in sure), seats - len(certain) - len(sure))


def by_rests(players: Sequence[int], seats: int, record: PartnersRecord, wishes: Wishes) -> list[int]:
    """Return the players if no choice is left, in the given order, best first.

    The fewest rests rest, then the longest since the last rest, then the lowest. Raises NoLegalPairing if more must
    play than can.
    """
    must = wishes.must_play & set(players)
    if len(must) > seats:
        raise NoLegalPairing(Reason("partners-no-rest", {"count": len(players) - seats}))
    place = {number: at for at, number in enumerate(players)}
    free = [number for number in players if number not in must]
    free.sort(key=lambda number: (record.rests(number), record.rested.get(number, 0), -place[number]))
    resting = set(free[: len(players) - seats])
    return [number for number in players if number not in resting]
