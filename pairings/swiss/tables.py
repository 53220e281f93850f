"""The parts of a round besides its pairs: colours, boards, byes, manual pairs, the lot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pairings.plan import PlannedBye, Reason, RoundPlan
from pairings.snapshot import Snapshot
from pairings.swiss.explain.reasons import colour_reason
from pairings.swiss.rules.boards import Board, in_order
from pairings.swiss.rules.colours import WHITE
from pairings.swiss.rules.field import SwissField
from pairings.swiss.rules.lot import by_lot


def board_of(field: SwissField, initial: int, pair: tuple[int, int], reasons: Sequence[Reason]) -> Board:
    """Return a pair (higher-ranked first, field indexes) with its colours, and the step that gave them."""
    higher, lower = (field.players[index] for index in pair)
    allocation = field.edition.allocate(
        higher.preference,
        lower.preference,
        higher.past.colours,
        lower.past.colours,
        by_lot(higher.arrived, initial),
    )
    first, second = (higher, lower) if allocation.colour == WHITE else (lower, higher)
    return Board(first, second, (*reasons, colour_reason(field.edition.articles, higher, lower, allocation)))


def plan_of(
    field: SwissField, snapshot: Snapshot, boards: Iterable[Board], bye: PlannedBye | None, lot: tuple[int, str]
) -> RoundPlan:
    """Return the round with its boards in order. `lot` is the initial colour and its source (`initial_colour`)."""
    initial, source = lot
    by_hand = (Board(first, second, (Reason("by-hand"),)) for first, second in field.fixed)
    byes = [PlannedBye(b.player, b.kind, (Reason("bye-requested", {"player": b.player}),)) for b in snapshot.byes]
    byes += [PlannedBye(player, reasons=(Reason("by-hand"),)) for player in snapshot.byes_by_hand()]
    byes += [bye] if bye else []
    drawn = source == "drawn"
    reason = Reason("dutch-lot-white" if initial == WHITE else "dutch-lot-black", {}, field.edition.articles.lot)
    return RoundPlan(
        snapshot.next_round,
        in_order([*boards, *by_hand], real=field.edition.real_boards),
        tuple(sorted(byes, key=lambda planned: planned.player)),
        (reason,) if drawn else (),
        ("first" if initial == WHITE else "second") if drawn else None,
    )
