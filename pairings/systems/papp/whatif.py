"""Questions about a round: why not A-B, the cost of manual pairs, and other equally good pairings.

Each uses the same exact solver on a changed table, starting from the duals of the free optimum, so that it costs a few
more searches and not a second solve. If several answers are equally cheap, the one with the fewest changed tables is
chosen: each weight is multiplied by more than twice the number of tables, and 2 is added for a pair that is not in the
current round.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from pairings.matching.answer import Matching, NoPerfectMatching
from pairings.matching.solve import match_graph
from pairings.plan import Reason
from pairings.snapshot import Snapshot
from pairings.systems.papp.field import Pair, PappField, all_pairs, field_of, pair_of, pairs_of, solve
from pairings.systems.papp.ledger import charges, split_signed
from pairings.systems.papp.options import Options
from pairings.systems.papp.record import BYE
from pairings.systems.papp.terms import TERMS, Cost, split


def opponents(snapshot: Snapshot, options: Options, player: int) -> list[tuple[int, Cost]]:
    """Return the player's cost with each other present player, the cheapest first; the bye is 0.

    Raises CannotPair while a result is missing.
    """
    field = field_of(snapshot, options, Random(0))
    if player not in field.everybody:
        return []
    found = [(field.weight(player, other), other) for other in field.everybody if other != player]
    return [(other, split_signed(weight)) for weight, other in sorted(found)]


@dataclass(frozen=True, slots=True)
class TermChange:
    """The cost of a term over the whole round, now and then."""

    key: str
    section: str
    now: Cost
    then: Cost


@dataclass(frozen=True, slots=True)
class PappComparison:
    """A round now and another one. `extra` is the additional cost of the other (negative: less), level by level.

    `rings` are the players who would change tables, in the order in which they pass on opponents: 1 meets 2 now and
    would meet the last then, 2 would meet 3, who meets 4 now, and so on. The bye is 0.
    """

    now: tuple[Pair, ...]
    then: tuple[Pair, ...]
    now_total: Cost
    then_total: Cost
    extra: Cost
    terms: tuple[TermChange, ...]
    rings: tuple[tuple[int, ...], ...]

    def reasons(self) -> tuple[Reason, ...]:
        """Return the comparison as sentences: its total cost, every term that changes, and the new pairs."""
        facts = {"amount": abs(self.extra.amount), "forbidden": abs(self.extra.forbidden)}
        found = [Reason(f"papp-extra-{self._direction()}", facts, "3")]
        for term in self.terms:
            sums = {"now": term.now.amount, "then": term.then.amount}
            levels = {"forbidden_now": term.now.forbidden, "forbidden_then": term.then.forbidden}
            code = "forbidden" if any(levels.values()) else term.key
            found.append(Reason(f"papp-changed-{code}", {"rule": term.key, **sums, **levels}, term.section))
        changed = sorted(set(self.then) - set(self.now))
        return (*found, *(_meeting_reason(*pair) for pair in changed))

    def _direction(self) -> str:
        if (self.extra.never, self.extra.forbidden, self.extra.amount) == (0, 0, 0):
            return "none"
        if self.extra.never or self.extra.forbidden:
            return "forbidden" if self.extra.never + self.extra.forbidden > 0 else "less-forbidden"
        return "more" if self.extra.amount > 0 else "less"


def _meeting_reason(one: int, other: int) -> Reason:
    if one == BYE:
        return Reason("papp-would-have-bye", {"player": other})
    return Reason("papp-would-meet", {"first": one, "second": other})


def why_not(
    snapshot: Snapshot, options: Options, a: int, b: int, pairs: Iterable[tuple[int, int]] | None = None
) -> PappComparison:
    """Return the cost of pairing a with b (0: a has the bye), with the rest as cheap as possible.

    `pairs` is the current round (the bye as 0); without it the optimum is solved. Manual pairs stay. Raises ValueError
    if one of the two is not to be paired; NoLegalPairing if the others cannot be paired.
    """
    field = field_of(snapshot, options, Random(0))
    if not {a, b} <= {record.number for record in field.free} or a == b:
        raise ValueError(f"{a} and {b} are not both there to be paired.")
    free = _Optimum.of(field)
    now = tuple(sorted(pair_of(*pair) for pair in pairs)) if pairs else tuple(all_pairs(field, free.matching))
    rest = {record.number for record in field.free} - {a, b}
    alternative = sorted([pair_of(a, b), *(pair_of(*pair) for pair in field.fixed), *free.fewest_changes(now, rest)])
    return compare(field, now, alternative)


def cost_of_forced(snapshot: Snapshot, options: Options, pairs: Iterable[tuple[int, int]]) -> PappComparison:
    """Return the free optimum (now) against the optimum with these pairs (then): the cost of manual pairs.

    Of several free optima the one with most of these pairs is chosen, so that no other change hides the difference. A
    pair is (first, second) and keeps its colours; (player, 0) gives the bye. `snapshot.fixed` is ignored. Raises
    NoLegalPairing; CannotPair for a needless bye.
    """
    by_hand = tuple(pairs)
    free = field_of(replace(snapshot, fixed=()), options, Random(0))
    forced = field_of(replace(snapshot, fixed=by_hand), options, Random(0))
    optimum = _Optimum.of(free)
    now = optimum.fewest_changes([pair_of(*pair) for pair in by_hand], {record.number for record in free.free})
    rest = optimum.fewest_changes(now, {record.number for record in forced.free})
    alternative = [*(pair_of(*pair) for pair in forced.fixed), *rest]
    return compare(forced, now, sorted(alternative), without_hand=free)


def compare(
    field: PappField, now: Sequence[Pair], alternative: Sequence[Pair], without_hand: PappField | None = None
) -> PappComparison:
    """Return two rounds of the same players; `without_hand` is the field in which `now` has no manual pair."""
    before = _term_sums(without_hand or field, now)
    after = _term_sums(field, alternative)
    totals = sum(before.values()), sum(after.values())
    return PappComparison(
        now=tuple(now),
        then=tuple(alternative),
        now_total=split(totals[0]),
        then_total=split(totals[1]),
        extra=split_signed(totals[1] - totals[0]),
        terms=tuple(
            TermChange(term.key, term.section, split_signed(before[term.key]), split_signed(after[term.key]))
            for term in TERMS
            if before[term.key] != after[term.key]
        ),
        rings=tuple(rings(now, alternative)),
    )


def rings(now: Iterable[Pair], alternative: Iterable[Pair]) -> Iterator[tuple[int, ...]]:
    """Yield the closed rings in which opponents would be passed on; unchanged pairs are in none."""
    meets, would_meet = _opponents(now), _opponents(alternative)
    remaining = {player for player in meets if meets[player] != would_meet.get(player)}
    while remaining:
        player = start = min(remaining)
        ring = []
        while True:
            ring += [player, meets[player]]
            remaining -= {player, meets[player]}
            player = would_meet[meets[player]]
            if player == start:
                break
        yield tuple(ring)


def equal_optima(
    snapshot: Snapshot, options: Options, limit: int, seed: int | str = 0
) -> tuple[list[tuple[Pair, ...]], bool]:
    """Return up to `limit` cheapest pairings, and whether these are all.

    They differ in their pairs. The order depends only on the seed; the first is the one for that seed.
    """
    field = field_of(snapshot, options, Random(seed))
    found: list[tuple[Pair, ...]] = []
    for matching in _optima(field):
        if len(found) == limit:
            return found, False
        found.append(tuple(sorted([*matching, *(pair_of(*pair) for pair in field.fixed)])))
    return found, True


def _optima(field: PappField) -> Iterator[list[Pair]]:
    """Yield all optima, by branching: those without the first pair of an optimum, those with it but not the second ...

    Only tight pairs can be in an optimum, so every branch solves the small graph of these. Branches with the most fixed
    pairs are the smallest and come first.
    """
    costs = field.costs()
    best = solve(field, costs)
    yield pairs_of(field, best)
    n = len(costs)
    tight = best.tight(costs)
    branches: list[tuple[list[Pair], list[Pair], set[Pair]]] = [([], best.pairs(), set())]
    while branches:
        prefix, pairs, dropped = branches.pop()
        for at in reversed(range(len(pairs))):
            fixed_pairs = [*prefix, *pairs[:at]]
            without = dropped | {pairs[at]}
            other = _optimum_without(n, tight, fixed_pairs, without, best.total)
            if other is not None:
                places = [field.free[u].number for u in range(n)]
                yield sorted(pair_of(places[u], places[v]) for u, v in [*fixed_pairs, *other])
                branches.append((fixed_pairs, other, without))


def _optimum_without(
    n: int, tight: Sequence[tuple[int, int, int]], fixed_pairs: Sequence[Pair], dropped: set[Pair], total: int
) -> list[Pair] | None:
    """Return the other pairs of an optimum with some tight pairs and without others, None if there is none."""
    vertices = {vertex for pair in fixed_pairs for vertex in pair}
    places = [vertex for vertex in range(n) if vertex not in vertices]
    number = {vertex: at for at, vertex in enumerate(places)}
    costs = {(u, v): cost for u, v, cost in tight}
    edges = [(number[u], number[v], c) for u, v, c in tight if u in number and v in number and (u, v) not in dropped]
    try:
        rest = match_graph(len(places), edges)
    except NoPerfectMatching:
        return None
    if rest.total + sum(costs[pair] for pair in fixed_pairs) != total:
        return None
    return [(places[u], places[v]) for u, v in rest.pairs()]


@dataclass(frozen=True, slots=True)
class _Optimum:
    """The free optimum of a field with its duals: the starting point for answers."""

    field: PappField
    costs: Sequence[Sequence[int]]
    matching: Matching

    @classmethod
    def of(cls, field: PappField) -> _Optimum:
        costs = field.costs()
        return cls(field, costs, solve(field, costs))

    def fewest_changes(self, now: Iterable[Pair], players: Collection[int]) -> list[Pair]:
        """Return the cheapest pairs of these free players that keep as many of the current pairs as possible."""
        indices = [at for at, record in enumerate(self.field.free) if record.number in players]
        place = {self.field.free[at].number: new for new, at in enumerate(indices)}
        part = replace(self.field, free=tuple(self.field.free[at] for at in indices))
        stays = {(place[one], place[other]) for one, other in now if one in place and other in place}
        stays |= {(v, u) for u, v in stays}
        scale = 2 * (len(indices) + 1)
        weight = _ScaledWeights(scale)
        costs = [[weight[row[v]] for v in indices] for row in map(self.costs.__getitem__, indices)]
        for u, v in stays:
            costs[u][v] -= 2
        return pairs_of(part, solve(part, costs, self._start(indices, stays, scale)))

    def _start(self, indices: Sequence[int], stays: Collection[Pair], scale: int) -> Matching:
        """Return the free optimum on the table of fewest changes: its own pairs stay tight there."""
        new = {at: place for place, at in enumerate(indices)}
        mate = [new.get(self.matching.mate[at], -1) for at in indices]
        flat = self.matching.flat_duals()
        duals = [
            flat[at] * scale + (2 if other >= 0 and (u, other) not in stays else 0)
            for u, (at, other) in enumerate(zip(indices, mate, strict=True))
        ]
        return Matching(tuple(mate), 0, tuple(duals), (), 0)


class _ScaledWeights(dict[int, int]):
    """Weights times a scale, plus 2: one object for all cells of equal cost."""

    def __init__(self, scale: int) -> None:
        super().__init__()
        self.scale = scale

    def __missing__(self, cost: int) -> int:
        self[cost] = value = cost * self.scale + 2
        return value


def _term_sums(field: PappField, pairs: Iterable[Pair]) -> dict[str, int]:
    """Return the cost of each term over a round; every pair in its cheaper order, manual ones in theirs."""
    sums = dict.fromkeys((term.key for term in TERMS), 0)
    by_hand = {pair_of(*pair): pair for pair in field.fixed}
    for pair in pairs:
        for line in charges(field.rules, *(field.everybody[number] for number in _cheaper(field, pair, by_hand))):
            sums[line.term.key] += line.value
    return sums


def _cheaper(field: PappField, pair: Pair, by_hand: dict[Pair, tuple[int, int]]) -> tuple[int, int]:
    if pair in by_hand:
        return by_hand[pair]
    return pair if field.penalty(*pair) <= field.penalty(*pair[::-1]) else pair[::-1]


def _opponents(pairs: Iterable[Pair]) -> dict[int, int]:
    return {player: opponent for one, other in pairs for player, opponent in ((one, other), (other, one))}
