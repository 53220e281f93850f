"""A round by the Dutch system: `pair` and what stands around the brackets (colours, boards, byes)."""

from __future__ import annotations

from random import Random

from pairings.engines.dutch.brackets import pair_brackets
from pairings.engines.dutch.colours import Allocation, allocate
from pairings.engines.dutch.completion import Completion
from pairings.engines.dutch.field import Competitor, Field
from pairings.engines.dutch.options import Options
from pairings.plan import NoLegalPairing, PlannedBye, PlannedPairing, Reason, RoundPlan
from pairings.snapshot import Snapshot


def rounds(players: int, options: Options) -> None:
    """The organiser decides how many rounds there are."""
    return


def pair(snapshot: Snapshot, options: Options, rng: Random) -> RoundPlan:
    field = Field(snapshot, options)
    completion = Completion(field)
    if not completion.possible:
        raise NoLegalPairing(Reason("dutch-no-legal-pairing", {}, "C.04.3 1.9.3"))
    brackets, bye = pair_brackets(field, completion)
    lot = 1 if (snapshot.first_colour or "first") == "first" else -1
    pairs = [pair for bracket in brackets for pair in bracket.outcome.moved_pairs + bracket.outcome.pairs]
    planned = []
    for higher, lower in pairs:
        a, b = field.players[higher], field.players[lower]
        colour = colour_of(a, b, lot).colour
        planned.append((a, b) if colour > 0 else (b, a))
    planned.sort(
        key=lambda p: (-max(p[0].points, p[1].points), -p[0].points - p[1].points, min(p[0].index, p[1].index))
    )
    return RoundPlan(
        snapshot.next_round,
        tuple(PlannedPairing(i, a.number, b.number) for i, (a, b) in enumerate(planned, start=1)),
        tuple([PlannedBye(field.players[bye].number)] if bye is not None else []),
    )


def colour_of(higher: Competitor, lower: Competitor, lot: int) -> Allocation:
    return allocate(
        higher.preference,
        lower.preference,
        higher.past.colours,
        lower.past.colours,
        lot if higher.arrived % 2 else -lot,
    )
