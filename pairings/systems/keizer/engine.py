"""A round of Keizer: neighbours in the order of the scores meet, unless they have met recently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from pairings.matching.solve import match_table
from pairings.plan import CannotPair, NoLegalPairing, PlannedBye, PlannedPairing, Reason, RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.seating.sides import in_turn, sides_so_far
from pairings.snapshot import ByeKind, Snapshot
from pairings.systems.keizer.options import Options
from pairings.systems.keizer.scores import Keizer, keizer
from pairings.wording.mark import gettext_noop as _

#: A larger field is no club evening, and the table of all pairs grows with its square.
MOST_PLAYERS = 1_000
#: The progress message of `pair`.
PROGRESS_MESSAGE = _("Pairing the standings: {done} of {of} players.")


@dataclass(frozen=True, slots=True)
class KeizerField:
    """The players to pair, by places.

    `order` are those without a manual pair. `never` are pairs that are never allowed.
    """

    scores: Keizer
    order: tuple[int, ...]
    round: int
    options: Options
    last_met: dict[frozenset[int], int]
    games: Counter[frozenset[int]]
    last_bye: dict[int, int]
    never: frozenset[frozenset[int]]

    @property
    def levels(self) -> tuple[int, int, int]:
        """The costs of a pair that meets too soon, too often, or must not: each above all lower levels."""
        size = len(self.order) + 2
        soon = size**3
        return soon, soon * size, soon * size * size

    def costs(self, numbers: Sequence[int]) -> list[list[int]]:
        """Return the costs of pairs of these players, who are in the order of their places."""
        place = {number: at for at, number in enumerate(self.order)}
        table = [[(place[one] - place[other]) ** 2 for other in numbers] for one in numbers]
        row = {number: at for at, number in enumerate(numbers)}
        soon, often, never = self.levels
        for pair in self.last_met.keys() | self.never:
            one, other = pair
            if one in row and other in row:
                more = self.is_soon(pair) * soon + self.is_often(pair) * often + (pair in self.never) * never
                table[row[one]][row[other]] += more
                table[row[other]][row[one]] += more
        return table

    def is_soon(self, pair: frozenset[int]) -> bool:
        """Return whether two players have met in the last rounds."""
        return pair in self.last_met and self.round - self.last_met[pair] <= self.options.apart

    def is_often(self, pair: frozenset[int]) -> bool:
        return 0 < self.options.meetings <= self.games[pair]


def rounds(players: int, options: Options) -> None:
    """Return None: the organiser decides the number of rounds."""
    return


def field_of(snapshot: Snapshot, options: Options) -> KeizerField:
    """Return the field of the next round. Raises CannotPair for impossible manual pairs, and for too large a field."""
    players = {player.number for player in snapshot.to_be_paired()}
    if not players:
        raise CannotPair(Reason("keizer-nobody"))
    if len(players) > MOST_PLAYERS:
        raise CannotPair(Reason("keizer-too-many", {"count": len(players), "most": MOST_PLAYERS}))
    never = frozenset(
        frozenset((a, b))
        for rule in snapshot.forbidden
        if rule.first_round <= snapshot.next_round <= (rule.last_round or snapshot.next_round)
        for a in rule.players
        for b in rule.players - {a}
    )
    free = set(players)
    for first, second in snapshot.fixed:
        if not {first, second} - {0} <= free or first == second:
            raise CannotPair(Reason("keizer-by-hand-absent", {"first": first, "second": second}))
        if frozenset((first, second)) in never:
            raise CannotPair(Reason("forbidden-pair", {"first": first, "second": second}))
        free -= {first, second}
    if (player := snapshot.needless_bye()) is not None:
        raise CannotPair(Reason("bye-by-hand-needless", {"player": player}))
    found = keizer(snapshot, options)
    last_met: dict[frozenset[int], int] = {}
    games: Counter[frozenset[int]] = Counter()
    for number, pairing in snapshot.recorded_pairings():
        # A forfeit is not a meeting. A game without a result is one, because it will be played.
        if pairing.result is None or pairing.result.played:
            pair = frozenset((pairing.first, pairing.second))
            last_met[pair] = number
            games[pair] += 1
    # Requested byes are the player's own wish, so only allocated ones count.
    byes = {
        bye.player: played.number for played in snapshot.rounds for bye in played.byes if bye.kind is ByeKind.ALLOCATED
    }
    order = tuple(number for number in found.order if number in free)
    return KeizerField(found, order, snapshot.next_round, options, last_met, games, byes, never)


def cheapest_pairs(field: KeizerField, without: int | None = None) -> list[tuple[int, int]] | None:
    """Return the cheapest pairs, as (higher, lower) numbers from the top; None if there is no legal round."""
    present = [number for number in field.order if number != without]
    found = sorted(match_table(field.costs(present)).pairs()) if present else []
    numbers = [(present[min(pair)], present[max(pair)]) for pair in sorted(found, key=min)]
    return None if any(frozenset(pair) in field.never for pair in numbers) else numbers


def find_pairs(snapshot: Snapshot, options: Options) -> tuple[KeizerField, list[tuple[int, int]], int | None]:
    """Return the field, its pairs, and the bye. Raises NoLegalPairing, and CannotPair as `field_of`."""
    field = field_of(snapshot, options)
    manual_bye = next((max(pair) for pair in snapshot.fixed if 0 in pair), None)
    if len(field.order) % 2 == 0:
        pairs = cheapest_pairs(field)
        if pairs is not None:
            return field, pairs, manual_bye
    willing = {player.number for player in snapshot.players if player.may_have_bye}
    # The bye is decided before the pairs: the first in this order without whom a legal round exists.
    for number in sorted(filter(willing.__contains__, field.order), key=_by_bye(field)) if len(field.order) % 2 else ():
        pairs = cheapest_pairs(field, number)
        if pairs is not None:
            return field, pairs, number
    raise NoLegalPairing(Reason("keizer-no-legal", {"round": snapshot.next_round}))


def _by_bye(field: KeizerField) -> Callable[[int], tuple[int, int]]:
    """Return the sort key for the bye: the last in the order of those without a recent bye; else the longest ago."""

    def key(number: int) -> tuple[int, int]:
        return _bye_lately(field, number) or 0, -field.order.index(number)

    return key


def _bye_lately(field: KeizerField, number: int) -> int | None:
    """Return the round of a player's last bye, if it was recent, else None."""
    last = field.last_bye.get(number)
    return last if last is not None and field.round - last <= field.options.apart else None


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = NO_PROGRESS) -> RoundPlan:
    """Return the next round. Raises as `find_pairs` does."""
    field, pairs, bye = find_pairs(snapshot, options)
    work.at(PROGRESS_MESSAGE, 2 * len(pairs), len(field.order))
    by_hand = [pair for pair in snapshot.fixed if 0 not in pair]
    place = {number: at for at, number in enumerate(field.scores.order)}
    sides = sides_so_far(snapshot)
    games = [(*in_turn(sides, pair, at), False) for at, pair in enumerate(pairs)]
    games += [(first, second, True) for first, second in by_hand]
    games.sort(key=lambda table: min(place[table[0]], place[table[1]]))
    tables = tuple(
        PlannedPairing(at, first, second, (Reason("by-hand"),) if hand else _reasons(field, first, second, place))
        for at, (first, second, hand) in enumerate(games, start=1)
    )
    byes = [PlannedBye(b.player, b.kind, (Reason("bye-requested", {"player": b.player}),)) for b in snapshot.byes]
    notes: tuple[Reason, ...] = ()
    if bye is not None:
        hand = any(0 in pair for pair in snapshot.fixed)
        byes.append(PlannedBye(bye, reasons=(Reason("by-hand") if hand else _why_bye(field, bye),)))
        notes = () if hand else _second_bye(field, bye)
    return RoundPlan(snapshot.next_round, tables, tuple(sorted(byes, key=lambda each: each.player)), notes)


def _why_bye(field: KeizerField, bye: int) -> Reason:
    last = _bye_lately(field, bye)
    if last is None:
        return Reason("keizer-bye", {"player": bye})
    return Reason("keizer-bye-longest", {"player": bye, "round": last})


def _second_bye(field: KeizerField, bye: int) -> tuple[Reason, ...]:
    last = _bye_lately(field, bye)
    return () if last is None else (Reason("keizer-bye-again", {"player": bye, "round": last}),)


def _reasons(field: KeizerField, first: int, second: int, place: dict[int, int]) -> tuple[Reason, ...]:
    higher, lower = sorted((first, second), key=place.__getitem__)
    facts = {"higher": higher, "lower": lower, "place": place[higher] + 1, "below": place[lower] + 1}
    pair = frozenset((first, second))
    if field.is_often(pair):
        return (Reason("keizer-often", {**facts, "count": field.games[pair]}),)
    if field.is_soon(pair):
        return (Reason("keizer-soon", {**facts, "round": field.last_met[pair]}),)
    return (Reason("keizer-pair", facts),)
