"""What cannot be paired at all, and why: settings that miss something, and pairs by hand that cannot be."""

from __future__ import annotations

from pairings.engines.dutch.options import Options
from pairings.plan import CannotPair, Reason
from pairings.snapshot import Snapshot


def check_stage(snapshot: Snapshot, options: Options) -> None:
    """Raises CannotPair for what the organiser has to change first."""
    if options.acceleration == "baku" and not snapshot.virtual_points and snapshot.planned_rounds is None:
        raise CannotPair(Reason("dutch-baku-rounds", {}, "C.04.7"))
    if not snapshot.to_be_paired():
        raise CannotPair(Reason("dutch-nobody"))
    _check_pairs_by_hand(snapshot)


def _check_pairs_by_hand(snapshot: Snapshot) -> None:
    there = {player.number for player in snapshot.to_be_paired()}
    met = {
        frozenset((pairing.first, pairing.second)): number
        for number, pairing in snapshot.recorded_pairings()
        if pairing.result is None or pairing.result.played
    }
    for first, second in snapshot.fixed:
        facts = {"first": first, "second": second}
        if not {first, second} <= there or first == second:
            raise CannotPair(Reason("dutch-by-hand-absent", facts))
        there -= {first, second}
        earlier = met.get(frozenset((first, second)))
        if earlier is not None:
            raise CannotPair(Reason("met-before", {**facts, "round": earlier}, "C.04.3 2.1.1"))
        for rule in snapshot.forbidden:
            if {first, second} <= rule.players and rule.first_round <= snapshot.next_round <= (
                rule.last_round or snapshot.next_round
            ):
                raise CannotPair(Reason("forbidden-pair", facts))
