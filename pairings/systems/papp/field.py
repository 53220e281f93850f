"""The field of a round: who is to be paired with whom by the solver, and what every pair would cost.

`solve` gives the pairing of smallest total penalty among those who are not paired by hand. The order of the players
decides between pairings that cost the same: within a score group it is drawn by lot, so the same seed gives the same
pairing, and another seed may give another as good.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from pairings.matching.answer import Matching, TooMuchWork
from pairings.matching.solve import match_table
from pairings.plan import CannotPair, NoLegalPairing, Reason
from pairings.progress import UNHEARD, Work
from pairings.snapshot import Snapshot
from pairings.systems.papp.options import Options, is_hill
from pairings.systems.papp.record import BYE, Record, records, the_bye, unit
from pairings.systems.papp.table import Row, weight, weights
from pairings.systems.papp.terms import Rules, penalty, split

#: The table of this many players takes 130 MB; the search may look at this many edges, ten times as many as the longest
#: known one (3,000 players in round 2).
MOST_PLAYERS = 4_000
MOST_EDGES = 40_000_000
#: Two players' numbers, the smaller first; the bye is 0.
Pair = tuple[int, int]


def pair_of(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, slots=True)
class Field:
    """All who are in for the round (`everybody`, with the bye if one is needed), and those left to pair, in order.

    `unit` is what 1 of a score stands for.
    """

    rules: Rules
    everybody: Mapping[int, Record]
    fixed: tuple[tuple[int, int], ...]
    free: tuple[Record, ...]
    unit: Fraction

    def penalty(self, first: int, second: int) -> int:
        return penalty(self.rules, self.everybody[first], self.everybody[second])

    def weight(self, one: int, other: int) -> int:
        return weight(self.rules, self.everybody[one], self.everybody[other])

    def costs(self) -> list[Row]:
        """The weights among the free players, in their order. Raises CannotPair for more than MOST_PLAYERS of them."""
        if len(self.free) > MOST_PLAYERS:
            facts = {"count": len(self.free), "most": MOST_PLAYERS}
            raise CannotPair(Reason("papp-too-many", facts, "4.4"))
        return weights(self.rules, self.free)

    def total(self, pairs: Iterable[Pair]) -> int:
        """The weight of a whole round: of these pairs, and of those made by hand as they stand."""
        made_by_hand = {pair_of(*pair): self.penalty(*pair) for pair in self.fixed}
        return sum(made_by_hand.get(pair_of(*pair), self.weight(*pair)) for pair in pairs)


def field_of(snapshot: Snapshot, options: Options, rng: Random) -> Field:
    """Raises CannotPair while a result is missing or if pairs made by hand contradict the rest.

    ValueError for a bye made by hand that nobody needs.
    """
    present = records(snapshot, options)
    number = snapshot.next_round
    rules = Rules(options, number, snapshot.barred(), is_hill(options, number, snapshot.planned_rounds))
    odd = len(present) % 2
    if odd:
        present[BYE] = the_bye(present.values())
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
    return Field(rules, present, snapshot.fixed, tuple(free), unit(snapshot))


def solve(
    field: Field, costs: Sequence[Sequence[int]] | None = None, start: Matching | None = None, work: Work = UNHEARD
) -> Matching:
    """The matching of smallest total over the free players' places; the solver proves it.

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


def pairs_of(field: Field, matching: Matching) -> list[Pair]:
    """The pairs of the free players by number."""
    numbers = [record.number for record in field.free]
    return sorted(pair_of(numbers[u], numbers[v]) for u, v in matching.pairs())


def all_pairs(field: Field, matching: Matching) -> list[Pair]:
    """The pairs of the round by number, those made by hand among them."""
    return sorted([*pairs_of(field, matching), *(pair_of(*pair) for pair in field.fixed)])


def _by_lot(players: Sequence[Record], rng: Random) -> list[Record]:
    """The order by score, by lot within a score group. Only `random()` is drawn, which is the same everywhere."""
    lots = {record.number: rng.random() for record in sorted(players, key=lambda record: record.number)}
    return sorted(players, key=lambda record: (-record.score, lots[record.number]))


def _check_by_hand(snapshot: Snapshot, rules: Rules) -> None:
    """Pairs made by hand must be of players who are there, each once, and not forbidden."""
    wrong = snapshot.wrong_by_hand(rules.barred)
    if wrong is not None:
        raise CannotPair(Reason(f"papp-by-hand-{wrong[0]}", wrong[1], "3.9"))
    if (player := snapshot.needless_bye()) is not None:
        raise CannotPair(Reason("bye-by-hand-needless", {"player": player}, "3.6"))
