"""A round of pods: tables of four and three by points, with the fewest repeated opponents, and alternating seats."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from random import Random

from pairings.plan import NoLegalPairing, PlannedBye, PlannedPairing, Reason, RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.snapshot import Snapshot
from pairings.systems.pods.field import THREE, PodsField, field_of
from pairings.systems.pods.options import Options
from pairings.systems.pods.tables import cheapest


def rounds(players: int, options: Options) -> None:
    """Return None: the organiser decides the number of rounds."""
    return


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = NO_PROGRESS) -> RoundPlan:
    """Return the next round. Raises as `field_of`, and NoLegalPairing if no tables fulfil all wishes."""
    field = field_of(snapshot, options, rng)
    cost, found, is_proved = cheapest(field, rng, work)
    if not field.is_legal(cost):
        raise NoLegalPairing(Reason("pods-no-legal", {"round": snapshot.next_round}))
    before = recorded_seats(snapshot)
    # The shuffle decides between equally good seatings, by lot.
    tables = [seat_order([field.order[at] for at in rng.sample(table, len(table))], before) for table in found]
    # Tables of three have the last numbers: they usually have the fewest points.
    tables.sort(
        key=lambda players: (len(players) == THREE, [-field.scores[each] for each in _order_players(field, players)])
    )
    hand = {frozenset(pair) for pair in snapshot.fixed}
    planned = tuple(
        PlannedPairing(at, players[0], players[1], _reasons(snapshot, field, players, hand), others=tuple(players[2:]))
        for at, players in enumerate(tables, start=1)
    )
    return RoundPlan(snapshot.next_round, planned, _byes(snapshot, field), _notes(field, cost, proved=is_proved))


def _order_players(field: PodsField, players: Sequence[int]) -> list[int]:
    return sorted(players, key=lambda number: -field.scores[number])


def _byes(snapshot: Snapshot, field: PodsField) -> tuple[PlannedBye, ...]:
    requested_byes = [
        PlannedBye(b.player, b.kind, (Reason("bye-requested", {"player": b.player}),)) for b in snapshot.byes
    ]
    hand = {max(pair) for pair in snapshot.fixed if 0 in pair}
    field_byes = [
        PlannedBye(each, reasons=(Reason("by-hand") if each in hand else Reason("pods-bye", {"player": each}),))
        for each in field.byes
    ]
    return tuple(sorted((*requested_byes, *field_byes), key=lambda bye: bye.player))


def _reasons(
    snapshot: Snapshot, field: PodsField, players: Sequence[int], hand: set[frozenset[int]]
) -> tuple[Reason, ...]:
    points = [field.scores[number] for number in _order_players(field, players)]
    pairs = list(combinations(players, 2))
    repeated_pairs = tuple(pair for pair in pairs if field.met[frozenset(pair)])
    wished_pairs = tuple(pair for pair in pairs if frozenset(pair) in hand)
    found = []
    if not snapshot.rounds:
        found.append(Reason("pods-lot"))
    elif points[0] == points[-1]:
        found.append(Reason("pods-level", {"points": str(points[0])}))
    else:
        found.append(Reason("pods-range", {"score": (str(points[-1]), str(points[0]))}))
    if repeated_pairs:
        found.append(Reason("pods-again", {"pairs": repeated_pairs}))
    if wished_pairs:
        found.append(Reason("pods-wished", {"pairs": wished_pairs}))
    if len(players) == THREE:
        found.append(Reason("pods-three", {"count": field.sizes.count(THREE)}))
    if snapshot.rounds:
        found.append(Reason("pods-seats", {"player": players[0]}))
    return tuple(found)


def _notes(field: PodsField, cost: int, *, proved: bool) -> tuple[Reason, ...]:
    """Return the cost of the round, if there is one, and whether no other round is cheaper."""
    shown = field.squares_of_points(cost)
    return (Reason("pods-least" if proved else "pods-found", {"now": str(shown)}),) if shown else ()


#: The number of times that each player sat on each seat, by number; seat 1 goes first.
SeatCounts = Mapping[int, Counter[int]]


def recorded_seats(snapshot: Snapshot) -> SeatCounts:
    """Return the seats of all recorded rounds, without unplayed tables."""
    found: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for _number, table in snapshot.recorded_pairings():
        if table.result is None or table.result.played:
            for seat, number in enumerate(table.players, start=1):
                found[number][seat] += 1
    return found


def seat_order(players: Sequence[int], before: SeatCounts) -> tuple[int, ...]:
    """Return the players in the order of their seats.

    The sum of the squared earlier uses of the new seats is minimal. Then players who had late seats get early ones, and
    equals stay in the given order.
    """
    late = {number: sum(seat * times for seat, times in before[number].items()) for number in players}

    def key(order: Sequence[int]) -> tuple[int, int]:
        seats = list(enumerate(order, start=1))
        repeat_cost = sum((before[number][seat] + 1) ** 2 - before[number][seat] ** 2 for seat, number in seats)
        return repeat_cost, sum(seat * late[number] for seat, number in seats)

    return min(permutations(players), key=key)
