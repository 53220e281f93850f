"""Manual pairing: the plan contains only the pairs that the organiser has fixed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from pairings.plan import PlannedBye, PlannedPairing, Reason, RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Options:
    """The options of manual pairing: none."""


def rounds(players: int, options: Options) -> None:
    """Return None: the organiser decides after each round whether there is another."""
    return


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = NO_PROGRESS) -> RoundPlan:
    """Return the fixed pairs at tables 1, 2, 3 ... in the given order, and the requested byes.

    If one player has two wishes, the bye is kept, else the pair that was fixed first. The other players stay unpaired;
    the judge names them.
    """
    placed = {bye.player for bye in snapshot.byes}
    pairs = []
    for game in snapshot.fixed:
        if placed.isdisjoint(game):
            pairs.append(game)
            placed |= set(game)
    return RoundPlan(
        number=snapshot.next_round,
        pairings=tuple(
            PlannedPairing(table, first, second, (Reason("by-hand", {"first": first, "second": second}),))
            for table, (first, second) in enumerate(pairs, start=1)
        ),
        byes=tuple(
            PlannedBye(bye.player, bye.kind, (Reason("bye-requested", {"player": bye.player}),))
            for bye in sorted(snapshot.byes, key=lambda bye: bye.player)
        ),
    )
