"""The field of a round: the players that the solver pairs, and the cost of every pair.

`solve` gives the pairing of smallest total penalty among the players without a manual pair. The order of the players
decides between pairings of equal cost: within a score group it is drawn by lot, so the same seed gives the same
pairing, and another seed may give another equally good one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from pairings.matching.answer import Matching, TooMuchWork
from pairings.matching.solve import match_table
from pairings.plan import CannotPair, NoLegalPairing, Reason
from pairings.progress import NO_PROGRESS, Work
from pairings.snapshot import Snapshot
from pairings.systems.papp.options import Options, is_hill
from pairings.systems.papp.record import BYE, PappRecord, bye_opponent, records, unit
from pairings.systems.papp.table import Row, weight, weights
from pairings.systems.papp.terms import PappRules, penalty, split

#: The table of this many players takes 130 MB; the search may look at this many edges, ten times as many as the longest
#: known one (3,000 players in round 2).
MOST_PLAYERS = 4_000
MOST_EDGES = 40_000_000
#: Two players' numbers, the smaller first; the bye is 0.
Pair = tuple[int, int]


def pair_of(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, slots=True)
class PappField:
    """All players in the round (`everybody`, with the bye if needed), and those left to pair, in order.

    `unit` is the value of 1 in a score.
    """

    rules: PappRules
    everybody: Mapping[int, PappRecord]
    fixed: tuple[tuple[int, int], ...]
    free: tuple[PappRecord, ...]
    unit: Fraction

    def penalty(self, first: int, second: int) -> int:
        return penalty(self.rules, self.everybody[first], self.everybody[second])

    def weight(self, one: int, other: int) -> int:
        return weight(self.rules, self.everybody[one], self.everybody[other])

    def costs(self) -> list[Row]:
        """Return the weights among the free players, in order. Raises CannotPair for more than MOST_PLAYERS of them."""
        if len(self.free) > MOST_PLAYERS:
            facts = {"count": len(self.free), "most": MOST_PLAYERS}
            raise CannotPair(Reason("papp-too-many", facts, "4.4"))
        return weights(self.rules, self.free)

    def total(self, pairs: Iterable[Pair]) -> int:
        """Return the weight of a whole round: of these pairs, and of the manual ones with their colours."""
        made_by_hand = {pair_of(*pair): self.penalty(*pair) for pair in self.fixed}
        return sum(made_by_hand.get(pair_of(*pair), self.weight(*pair)) for pair in pairs)


def field_of(snapshot: Snapshot, options: Options, rng: Random) -> PappField:
    """Return the field. Raises CannotPair while a result is missing or if manual pairs contradict the rest.

    Raises ValueError for a needless manual bye.
    """
    present = records(snapshot, options)
    number = snapshot.next_round
    rules = PappRules(
        options, number, snapshot.forbidden_opponents(), is_hill(options, number, snapshot.planned_rounds)
    )
    odd = len(present) % 2
    if odd:
        present[BYE] = bye_opponent(present.values())
        if rules.hill:
            present[BYE] = replace(present[BYE], top=len(present))
    _check_by_hand(snapshot, rules)
    by_hand = {number for pair in snapshot.fixed for number in pair}
    if BYE in by_hand and not odd:
        raise ValueError("The field is even; nobody has the bye.")
    players = [record for number, record in present.items() if number not in by_hand | {BYE}]
    free = _by_lot(players, rng)
    if len(free) % 2:
        free.append(present[BYE])
    return PappField(rules, present, snapshot.fixed, tuple(free), unit(snapshot))


def solve(
    field: PappField,
    costs: Sequence[Sequence[int]] | None = None,
    start: Matching | None = None,
    work: Work = NO_PROGRESS,
) -> Matching:
    """Return the matching of smallest total over the free players' places, which the solver proves.

    Raises NoLegalPairing if every pairing has a pair that must never be made; CannotPair if the field is too large, or
    the search too long.
    """
    try:
        matching = match_table(field.costs() if costs is None else costs, start, MOST_EDGES, work)
    except TooMuchWork as much:
        raise CannotPair(Reason("papp-too-much", {"count": len(field.free)}, "4.4")) from much
    if split(matching.total).never:
        blocked = [pair for pair in pairs_of(field, matching) if split(field.weight(*pair)).never]
        players = tuple(number for pair in blocked for number in pair if number != BYE)
        raise NoLegalPairing(Reason("papp-no-legal", {"players": players, "round": field.rules.round}, "3.9"))
    return matching


def pairs_of(field: PappField, matching: Matching) -> list[Pair]:
    """Return the pairs of the free players by number."""
    numbers = [record.number for record in field.free]
    return sorted(pair_of(numbers[u], numbers[v]) for u, v in matching.pairs())


def all_pairs(field: PappField, matching: Matching) -> list[Pair]:
    """Return the pairs of the round by number, including manual ones."""
    return sorted([*pairs_of(field, matching), *(pair_of(*pair) for pair in field.fixed)])


def _by_lot(players: Sequence[PappRecord], rng: Random) -> list[PappRecord]:
    """Return the order by score, by lot within a score group. Only `random()` is used: it is the same everywhere."""
    lots = {record.number: rng.random() for record in sorted(players, key=lambda record: record.number)}
    return sorted(players, key=lambda record: (-record.score, lots[record.number]))


def _check_by_hand(snapshot: Snapshot, rules: PappRules) -> None:
    """Check that manual pairs have available players, each in one pair only, and are not forbidden."""
    wrong = snapshot.manual_pair_fault(rules.barred)
    if wrong is not None:
        raise CannotPair(Reason(f"papp-by-hand-{wrong[0]}", wrong[1], "3.9"))
    if (player := snapshot.needless_bye()) is not None:
        raise CannotPair(Reason("bye-by-hand-needless", {"player": player}, "3.6"))
