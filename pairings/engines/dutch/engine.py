"""A round by the Dutch system: `pair` and what stands around the brackets (colours, boards, byes, pairs by hand)."""

from __future__ import annotations

from random import Random

from pairings.engines.dutch.boards import Board, in_order
from pairings.engines.dutch.brackets import pair_brackets
from pairings.engines.dutch.completion import Completion
from pairings.engines.dutch.field import Field
from pairings.engines.dutch.lot import by_lot, initial_colour
from pairings.engines.dutch.options import Options
from pairings.engines.dutch.refusals import check_stage
from pairings.plan import NoLegalPairing, PlannedBye, Reason, RoundPlan
from pairings.snapshot import Snapshot


def rounds(players: int, options: Options) -> None:
    """The organiser decides how many rounds there are."""
    return


def pair(snapshot: Snapshot, options: Options, rng: Random) -> RoundPlan:
    """The next round. Raises NoLegalPairing (art. 1.9.3), CannotPair for pairs by hand that cannot be."""
    check_stage(snapshot, options)
    field = Field(snapshot, options)
    completion = Completion(field)
    if not completion.possible:
        raise NoLegalPairing(Reason("dutch-no-legal-pairing", {}, "C.04.3 1.9.3"))
    colour, source = initial_colour(snapshot, options, rng)
    brackets, bye = pair_brackets(field, completion)
    boards = [_board(field, colour, pair) for b in brackets for pair in b.outcome.moved_pairs + b.outcome.pairs]
    by_hand = [Board(first, second, (Reason("by-hand"),)) for first, second in field.fixed]
    lot = (Reason("dutch-lot-white" if colour > 0 else "dutch-lot-black", {}, "C.04.3 5.1"),)
    return RoundPlan(
        snapshot.next_round,
        in_order(boards + by_hand),
        _byes(field, snapshot, bye),
        lot if source == "drawn" else (),
    )


def _board(field: Field, initial: int, pair: tuple[int, int]) -> Board:
    higher, lower = (field.players[index] for index in pair)
    allocation = field.edition.allocate(
        higher.preference,
        lower.preference,
        higher.past.colours,
        lower.past.colours,
        by_lot(higher.arrived, initial),
    )
    first, second = (higher, lower) if allocation.colour > 0 else (lower, higher)
    return Board(first, second, ())


def _byes(field: Field, snapshot: Snapshot, bye: int | None) -> tuple[PlannedBye, ...]:
    found = [PlannedBye(b.player, b.kind, (Reason("bye-requested", {"player": b.player}),)) for b in snapshot.byes]
    if bye is not None:
        found.append(PlannedBye(field.players[bye].number))
    return tuple(sorted(found, key=lambda planned: planned.player))
