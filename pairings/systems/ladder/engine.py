"""A round on the ladder: each present player meets one within reach, as near in the list as possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from pairings.matching.solve import match_table
from pairings.plan import CannotPair, NoLegalPairing, PlannedBye, PlannedPairing, Reason, RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.seating.sides import in_turn, sides_so_far
from pairings.snapshot import ByeKind, Snapshot
from pairings.systems.ladder.options import Options
from pairings.systems.ladder.order import ladder
from pairings.wording.mark import gettext_noop as _

#: A larger field is no club evening, and the table of all pairs grows with its square.
MOST_PLAYERS = 1_000
#: The progress message of `pair`.
PROGRESS_MESSAGE = _("Pairing the standings: {done} of {of} players.")
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class LadderField:
    """The players to pair: `order` are those without a manual pair, from the top, `place` all places in the list.

    `never` are pairs that are never allowed; `soon` those that met recently, with the round.
    """

    order: tuple[int, ...]
    place: dict[int, int]
    round: int
    options: Options
    soon: dict[frozenset[int], int]
    byes: Counter[int]
    never: frozenset[frozenset[int]]

    def gap(self, one: int, other: int) -> int:
        """Return how many places two players are apart."""
        return abs(self.place[one] - self.place[other])

    def is_far(self, one: int, other: int) -> bool:
        """Return whether the lower of two players may not challenge the other."""
        return self.gap(one, other) > self.options.reach

    def is_barred(self, one: int, other: int) -> bool:
        pair = frozenset((one, other))
        return pair in self.never or pair in self.soon

    def costs(self, numbers: Sequence[int]) -> list[list[int]]:
        """Return the costs of pairs: the square of the gap, plus penalties.

        A pair too far apart has a penalty above all gaps, a barred pair a higher one.
        """
        far = len(self.place) ** 2 * len(numbers)
        barred_penalty = far * len(numbers)
        table = [[self.gap(one, other) ** 2 + self.is_far(one, other) * far for other in numbers] for one in numbers]
        row = {number: at for at, number in enumerate(numbers)}
        for pair in self.soon.keys() | self.never:
            if pair <= row.keys():
                one, other = (row[number] for number in pair)
                table[one][other] += barred_penalty
                table[other][one] += barred_penalty
        return table

    def bye_line(self) -> list[int]:
        """Return the order for the bye: fewest byes first, of these the lowest."""
        return sorted(self.order, key=lambda number: (self.byes[number], -self.place[number]))


def rounds(players: int, options: Options) -> None:
    """Return None: the organiser decides the number of rounds."""
    return


def field_of(snapshot: Snapshot, options: Options) -> LadderField:
    """Return the field of the next round. Raises CannotPair for impossible manual pairs, and for too large a field."""
    players = {player.number for player in snapshot.to_be_paired()}
    if not players:
        raise CannotPair(Reason("ladder-nobody"))
    if len(players) > MOST_PLAYERS:
        raise CannotPair(Reason("ladder-too-many", {"count": len(players), "most": MOST_PLAYERS}))
    forbidden_opponents = snapshot.forbidden_opponents()
    wrong = snapshot.manual_pair_fault(forbidden_opponents)
    if wrong is not None:
        code, facts = wrong
        raise CannotPair(Reason("forbidden-pair" if code == "forbidden" else f"ladder-by-hand-{code}", facts))
    by_hand = {number for pair in snapshot.fixed for number in pair}
    order = ladder(snapshot, options).order
    last_met = {
        frozenset((pairing.first, pairing.second)): number
        for number, pairing in snapshot.recorded_pairings()
        # A forfeit is not a meeting.
        if pairing.result is None or pairing.result.played
    }
    return LadderField(
        tuple(number for number in order if number in players - by_hand),
        {number: place for place, number in enumerate(order, start=1)},
        snapshot.next_round,
        options,
        {pair: met for pair, met in last_met.items() if snapshot.next_round - met <= options.apart},
        Counter(bye.player for played in snapshot.rounds for bye in played.byes if bye.kind is ByeKind.ALLOCATED),
        frozenset(frozenset((one, other)) for one, others in forbidden_opponents.items() for other in others),
    )


def cheapest_pairs(field: LadderField, without: int | None = None) -> list[Pair] | None:
    """Return the cheapest pairs, as (higher, lower) numbers from the top; None if there is no legal round."""
    present = [number for number in field.order if number != without]
    found = sorted((min(pair), max(pair)) for pair in match_table(field.costs(present)).pairs()) if present else []
    pairs = [(present[higher], present[lower]) for higher, lower in found]
    # A game beyond the reach is allowed if unavoidable, an early rematch never.
    return None if any(field.is_barred(*pair) for pair in pairs) else pairs


@dataclass(frozen=True, slots=True)
class LadderPairs:
    """The pairs of a round, the bye if any, and players passed over for it because no legal round is left."""

    field: LadderField
    pairs: list[Pair]
    bye: int | None = None
    passed: tuple[int, ...] = ()


def find_round(snapshot: Snapshot, options: Options) -> LadderPairs:
    """Return the round without its manual pairs. Raises NoLegalPairing, and CannotPair as `field_of`."""
    field = field_of(snapshot, options)
    if len(field.order) % 2 == 0:
        pairs = cheapest_pairs(field)
        if pairs is not None:
            return LadderPairs(field, pairs)
    else:
        willing = {player.number for player in snapshot.players if player.may_have_bye}
        line = [number for number in field.bye_line() if number in willing]
        # The bye is decided before the pairs: the first in line without whom a legal round exists.
        for at, number in enumerate(line):
            pairs = cheapest_pairs(field, number)
            if pairs is not None:
                return LadderPairs(field, pairs, number, tuple(line[:at]))
    raise NoLegalPairing(Reason("ladder-no-legal", {"round": field.round, "count": options.apart}))


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = NO_PROGRESS) -> RoundPlan:
    """Return the next round. Raises as `find_round` does."""
    round_ = find_round(snapshot, options)
    field = round_.field
    work.at(PROGRESS_MESSAGE, 2 * len(round_.pairs), len(field.order))
    sides = sides_so_far(snapshot)
    games = [(*in_turn(sides, pair, at), _reason(field, *pair)) for at, pair in enumerate(round_.pairs)]
    games += [(first, second, Reason("by-hand")) for first, second in snapshot.fixed if 0 not in {first, second}]
    games.sort(key=lambda table: min(field.place[table[0]], field.place[table[1]]))
    tables = tuple(PlannedPairing(at, one, other, (reason,)) for at, (one, other, reason) in enumerate(games, start=1))
    byes = [PlannedBye(b.player, b.kind, (Reason("bye-requested", {"player": b.player}),)) for b in snapshot.byes]
    byes += [PlannedBye(max(each), reasons=(Reason("by-hand"),)) for each in snapshot.fixed if 0 in each]
    if round_.bye is not None:
        reason = Reason("ladder-bye", {"player": round_.bye, "count": field.byes[round_.bye]})
        byes.append(PlannedBye(round_.bye, reasons=(reason,)))
    notes = (*(Reason("ladder-bye-passed", {"player": each}) for each in round_.passed), *_by_hand(snapshot, field))
    return RoundPlan(snapshot.next_round, tables, tuple(sorted(byes, key=lambda each: each.player)), notes)


def _reason(field: LadderField, higher: int, lower: int) -> Reason:
    facts = {"higher": higher, "lower": lower, "place": field.place[higher], "below": field.place[lower]}
    return Reason("ladder-far" if field.is_far(higher, lower) else "ladder-pair", facts)


def _by_hand(snapshot: Snapshot, field: LadderField) -> Iterator[Reason]:
    """Yield remarks on manual pairs that the ladder would not make; the pairs stay."""
    for first, second in snapshot.fixed:
        if 0 in {first, second}:
            continue
        higher, lower = sorted((first, second), key=field.place.__getitem__)
        gap = field.gap(first, second)
        if gap > field.options.reach:
            yield Reason("ladder-by-hand-far", {"higher": higher, "lower": lower, "count": gap})
        met = field.soon.get(frozenset((first, second)))
        if met is not None:
            yield Reason("ladder-by-hand-soon", {"higher": higher, "lower": lower, "round": met})
