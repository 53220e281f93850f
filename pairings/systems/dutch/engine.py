"""A round by the Dutch system: `pair` and what stands around the brackets (colours, boards, byes, pairs by hand)."""

from __future__ import annotations

from random import Random

from pairings.plan import PlannedBye, Reason, RoundPlan
from pairings.snapshot import Snapshot
from pairings.systems.dutch.explain.floats import Floats
from pairings.systems.dutch.explain.reasons import Explained, colour_reason
from pairings.systems.dutch.explain.refusals import check_stage, no_legal_pairing
from pairings.systems.dutch.explain.verdict import Paired
from pairings.systems.dutch.explain.whatif import why_not, why_worse
from pairings.systems.dutch.rules.boards import Board, in_order
from pairings.systems.dutch.rules.colours import WHITE
from pairings.systems.dutch.rules.field import Field
from pairings.systems.dutch.rules.lot import by_lot, initial_colour
from pairings.systems.dutch.rules.options import Options
from pairings.systems.dutch.solve.brackets import pair_brackets
from pairings.systems.dutch.solve.completion import Completion

__all__ = ["pair", "rounds", "why_not", "why_worse"]


def rounds(players: int, options: Options) -> None:
    """The organiser decides how many rounds there are."""
    return


def pair(snapshot: Snapshot, options: Options, rng: Random) -> RoundPlan:
    """The next round. Raises NoLegalPairing (art. 1.9.3), CannotPair for pairs by hand that cannot be."""
    check_stage(snapshot, options)
    field = Field(snapshot, options)
    completion = Completion(field)
    if not completion.possible:
        raise no_legal_pairing(field, completion)
    initial, source = initial_colour(snapshot, options, rng)
    brackets, bye = pair_brackets(field, completion)
    explained = Explained(snapshot, completion, Paired(brackets, bye))
    floats = Floats(explained, brackets)
    boards = [
        _board(field, initial, pair, [*reasons, *floats.of_floater(pair[0])])
        for bracket in brackets
        for pair, reasons in explained.bracket(bracket)
    ]
    boards += [Board(first, second, (Reason("by-hand"),)) for first, second in field.fixed]
    byes = [PlannedBye(b.player, b.kind, (Reason("bye-requested", {"player": b.player}),)) for b in snapshot.byes]
    if bye is not None:
        reasons = (*floats.of_bye(bye), *floats.of_floater(bye))
        byes.append(PlannedBye(field.players[bye].number, reasons=reasons))
    lot = (Reason("dutch-lot-white" if initial == WHITE else "dutch-lot-black", {}, "C.04.3 5.1"),)
    return RoundPlan(
        snapshot.next_round,
        in_order(boards),
        tuple(sorted(byes, key=lambda planned: planned.player)),
        lot if source == "drawn" else (),
        ("first" if initial == WHITE else "second") if source == "drawn" else None,
    )


def _board(field: Field, initial: int, pair: tuple[int, int], reasons: list[Reason]) -> Board:
    higher, lower = (field.players[index] for index in pair)
    allocation = field.edition.allocate(
        higher.preference,
        lower.preference,
        higher.past.colours,
        lower.past.colours,
        by_lot(higher.arrived, initial),
    )
    first, second = (higher, lower) if allocation.colour == WHITE else (lower, higher)
    return Board(first, second, (*reasons, colour_reason(higher, lower, allocation)))
