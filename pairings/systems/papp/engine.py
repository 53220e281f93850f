"""The round of smallest total penalty, as a plan."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from pairings.plan import PlannedBye, PlannedPairing, Reason, RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.snapshot import Snapshot
from pairings.systems.papp.colours import order_colours
from pairings.systems.papp.field import Pair, PappField, all_pairs, field_of, pair_of, solve
from pairings.systems.papp.ledger import reasons_of_pair, reasons_of_round
from pairings.systems.papp.options import Options
from pairings.systems.papp.record import BYE
from pairings.systems.papp.small_field import round_robin_pairs


def rounds(players: int, options: Options) -> None:
    """Return None: the organiser decides the number of rounds."""
    return


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = NO_PROGRESS) -> RoundPlan:
    """Return the plan of the next round: the pairing with the smallest total penalty, by lot among equals.

    Manual pairs stay unchanged. Raises CannotPair while a result is missing, NoLegalPairing if forbidden pairs and
    players who may not have the bye leave no pairing.
    """
    field = field_of(snapshot, options, rng)
    table = round_robin_pairs(snapshot) if options.small_field else None
    if table is not None:
        return plan(snapshot, field, table, (Reason("papp-small-field", {"round": snapshot.next_round}, "5"),), False)
    return plan_of_pairs(snapshot, field, all_pairs(field, solve(field, work=work)), rng)


def paired_as(snapshot: Snapshot, options: Options, pairs: Iterable[Pair], rng: Random) -> RoundPlan:
    """Return the plan of these pairs (the bye as 0), one of `whatif.equal_optima`, with colours and reasons.

    The same seed gives the plan of `pair` if these are the pairs that it finds.
    """
    return plan_of_pairs(snapshot, field_of(snapshot, options, rng), sorted(pair_of(*pair) for pair in pairs), rng)


def explain_games(snapshot: Snapshot, options: Options, games: Iterable[tuple[int, int]]) -> RoundPlan:
    """Return the plan of these games (first, second), manual or not, with ledgers; a bye is (player, 0).

    Players must be available for the round, and the bye needs an odd field. It does not check for a smaller total.
    """
    return plan(snapshot, field_of(snapshot, options, Random(0)), games, smallest=False)


def plan_of_pairs(snapshot: Snapshot, field: PappField, pairs: Iterable[Pair], rng: Random) -> RoundPlan:
    """Return the plan of these pairs, each in its cheaper order; manual pairs keep theirs."""
    by_hand = {pair_of(*pair): pair for pair in field.fixed}
    return plan(snapshot, field, [by_hand.get(pair) or order_colours(field, pair, rng) for pair in pairs])


def plan(
    snapshot: Snapshot,
    field: PappField,
    games: Iterable[tuple[int, int]],
    notes: tuple[Reason, ...] = (),
    smallest: bool = True,
) -> RoundPlan:
    """Return the plan with tables by the higher score, then the sum of scores, then the smaller number (section 6)."""
    everybody, all_games = field.everybody, list(games)
    by_hand = {pair_of(*pair) for pair in field.fixed}
    tables = sorted(
        (game for game in all_games if BYE not in game),
        key=lambda game: (
            -max(everybody[number].score for number in game),
            -sum(everybody[number].score for number in game),
            min(game),
        ),
    )
    byes = [
        PlannedBye(bye.player, bye.kind, (Reason("bye-requested", {"player": bye.player}),)) for bye in snapshot.byes
    ]
    byes += [
        PlannedBye(game[0], reasons=_reasons(field, game, game in field.fixed)) for game in all_games if BYE in game
    ]
    return RoundPlan(
        number=snapshot.next_round,
        pairings=tuple(
            PlannedPairing(table, *game, reasons=_reasons(field, game, pair_of(*game) in by_hand))
            for table, game in enumerate(tables, start=1)
        ),
        byes=tuple(sorted(byes, key=lambda bye: bye.player)),
        reasons=(*notes, *reasons_of_round(field, all_games, smallest)),
    )


def _reasons(field: PappField, game: tuple[int, int], by_hand: bool) -> tuple[Reason, ...]:
    first, second = game
    facts = {"player": first} if second == BYE else {"first": first, "second": second}
    note = (Reason("by-hand", facts),) if by_hand else ()
    return (*note, *reasons_of_pair(field, first, second))
