"""A round by the Dutch system: `pair` and what stands around the brackets (colours, boards, byes, pairs by hand)."""

from __future__ import annotations

from random import Random

from pairings.plan import PlannedBye, Reason, RoundPlan
from pairings.snapshot import Snapshot
from pairings.swiss.explain.floats import Floats
from pairings.swiss.explain.reasons import Explained, colour_reason
from pairings.swiss.explain.refusals import check_stage, no_legal_pairing
from pairings.swiss.rules.boards import Board, in_order
from pairings.swiss.rules.colours import WHITE
from pairings.swiss.rules.field import Field
from pairings.swiss.rules.lot import by_lot, initial_colour
from pairings.swiss.rules.options import Options
from pairings.swiss.solve.brackets import pair_brackets
from pairings.swiss.solve.completion import Completion
from pairings.wording.mark import gettext_noop as _
from pairings.work import UNHEARD, Work

#: What `pair` tells of itself.
EXPLAINED = _("Reasons are written down: {done} of {of} brackets.")


def rounds(players: int, options: Options) -> None:
    """The organiser decides how many rounds there are."""
    return


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = UNHEARD) -> RoundPlan:
    """The next round. Raises NoLegalPairing (art. 1.9.3), CannotPair for pairs by hand that cannot be."""
    check_stage(snapshot, options)
    field = Field(snapshot, options)
    completion = Completion(field)
    if not completion.possible:
        raise no_legal_pairing(field, completion)
    initial, source = initial_colour(snapshot, options, rng)
    best = pair_brackets(field, completion, work)
    explained = Explained(completion, best)
    floats = Floats(explained, best.brackets)
    boards = []
    for number, bracket in enumerate(best.brackets):
        work.at(EXPLAINED, number, len(best.brackets))
        boards += [
            _board(field, initial, pair, [*reasons, *floats.of_floater(pair[0])])
            for pair, reasons in explained.bracket(bracket)
        ]
    boards += [Board(first, second, (Reason("by-hand"),)) for first, second in field.fixed]
    byes = [PlannedBye(b.player, b.kind, (Reason("bye-requested", {"player": b.player}),)) for b in snapshot.byes]
    if best.bye is not None:
        reasons = (*floats.of_bye(best.bye), *floats.of_floater(best.bye))
        byes.append(PlannedBye(field.players[best.bye].number, reasons=reasons))
    lot = (Reason("dutch-lot-white" if initial == WHITE else "dutch-lot-black", {}, field.edition.articles.lot),)
    return RoundPlan(
        snapshot.next_round,
        in_order(boards, real=field.edition.real_boards),
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
    return Board(first, second, (*reasons, colour_reason(field.edition.articles, higher, lower, allocation)))
