"""The promises of changing partners: courts, rests, mixed pairs, partners, and courts by the standings.

Judged from the recorded rounds and the plan alone, independently of the engine's code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from pairings.judge import Violation
from pairings.plan import PlannedPairing, Reason, RoundPlan
from pairings.snapshot import ByeKind, Outcome, Player, Snapshot

if TYPE_CHECKING:
    from pairings.systems.partners.options import Options

#: The most players that a schedule is known for.
MOST = 24


def find_violations(snapshot: Snapshot, plan: RoundPlan, options: Options | None) -> Iterator[Violation]:
    """Yield violations of the plan."""
    sizes = [
        Reason("partners-size", {"table": table.table, "count": len(table.players)})
        for table in plan.pairings
        if len(table.players) != 4
    ]
    if sizes or options is None:
        yield from map(Violation, sizes)
        return
    found = [
        *_courts(snapshot, plan, options),
        *_rests(snapshot, plan, options),
        *_check_mixed_pairs(snapshot, plan, options),
    ]
    if options.play == "americano":
        found += _partners(snapshot, plan, options)
    elif options.play == "mexicano" and options.mixed == "no" and not snapshot.fixed and not snapshot.forbidden:
        found += _places(snapshot, plan)
    yield from map(Violation, found)


def _group(player: Player, options: Options) -> str:
    """Return the group by which partners differ."""
    if options.play == "king" or options.mixed == "no":
        return ""
    return player.sex if options.mixed == "sex" else player.club


def _free(snapshot: Snapshot) -> dict[int, Player]:
    """Return the available players: without those who rest manually or by request."""
    by_hand = {max(pair) for pair in snapshot.fixed if 0 in pair}
    return {player.number: player for player in snapshot.to_be_paired() if player.number not in by_hand}


def _courts(snapshot: Snapshot, plan: RoundPlan, options: Options) -> Iterator[Reason]:
    sizes = Counter(_group(player, options) for player in _free(snapshot).values())
    fit = min(sizes.values(), default=0) // 2 if len(sizes) == 2 else sizes.total() // 4
    if len(plan.pairings) != min(fit, options.courts or fit):
        yield Reason("partners-courts", {"count": len(plan.pairings)})


def _rests(snapshot: Snapshot, plan: RoundPlan, options: Options) -> Iterator[Reason]:
    """Yield players who rest although a playing one has rested less; a schedule may be one ahead of that."""
    free = _free(snapshot)
    played = Counter(number for _round, table in snapshot.recorded_pairings() for number in table.players)
    fixed = {number for pair in snapshot.fixed for number in pair}
    block = options.play == "king" and options.three_games
    filled = len(free) <= MOST and len(plan.pairings) == len(free) // 4 and len(free) % 4 > 1
    ahead = 3 if block else 1 if options.play == "americano" and filled else 0
    resting = [bye.player for bye in plan.byes if bye.kind is ByeKind.ALLOCATED and bye.player in free]
    busy = {number for table in plan.pairings for number in table.players} - fixed
    for number in resting:
        if not free[number].may_have_bye:
            yield Reason("partners-rest-refused", {"player": number})
        group = _group(free[number], options)
        others = [n for n in busy if n in free and free[n].may_have_bye and _group(free[n], options) == group]
        if any(played[other] > played[number] + ahead for other in others):
            yield Reason("partners-rest-again", {"player": number})


def _pairs(table: PlannedPairing) -> tuple[tuple[int, int], tuple[int, int]]:
    first, second, third, fourth = table.players
    return (first, third), (second, fourth)


def _check_mixed_pairs(snapshot: Snapshot, plan: RoundPlan, options: Options) -> Iterator[Reason]:
    groups = {player.number: _group(player, options) for player in snapshot.players}
    hand = {frozenset(pair) for pair in snapshot.fixed}
    for first, second in (pair for table in plan.pairings for pair in _pairs(table)):
        same = groups.get(first) and groups.get(first) == groups.get(second)
        if same and frozenset((first, second)) not in hand:
            yield Reason("partners-not-mixed", {"first": first, "second": second})


def _partners(snapshot: Snapshot, plan: RoundPlan, options: Options) -> Iterator[Reason]:
    """Yield, on each court, the first player whose exchange with another would leave fewer repeated partners."""
    before: Counter[frozenset[int]] = Counter()
    for _number, table in snapshot.recorded_pairings():
        if len(table.players) == 4 and (table.result is None or table.result.played):
            first, second, third, fourth = table.players
            before.update((frozenset((first, third)), frozenset((second, fourth))))
    groups = {player.number: _group(player, options) for player in snapshot.players}
    players_by_hand = {number for pair in snapshot.fixed for number in pair}
    forbidden = {frozenset((one, other)) for one, others in snapshot.forbidden_opponents().items() for other in others}
    mate = {a: b for table in plan.pairings for pair in _pairs(table) for a, b in (pair, pair[::-1])}
    courts = {number: table.table for table in plan.pairings for number in table.players}

    def gains(one: int, other: int) -> bool:
        if mate[one] == other or groups.get(one) != groups.get(other) or {one, other} & players_by_hand:
            return False
        now = before[frozenset((one, mate[one]))] + before[frozenset((other, mate[other]))]
        new = frozenset((one, mate[other])), frozenset((other, mate[one]))
        return not forbidden & set(new) and sum(before[pair] for pair in new) < now

    tables: set[int] = set()
    for one, other in combinations(mate, 2):
        if courts[one] not in tables and gains(one, other):
            tables.add(courts[one])
            yield Reason("partners-avoidable", {"table": courts[one], "first": one, "second": other})


def _places(snapshot: Snapshot, plan: RoundPlan) -> Iterator[Reason]:
    """Yield fours that do not follow the order of the standings."""
    keys = _keys(snapshot)
    playing = sorted((n for table in plan.pairings for n in table.players), key=lambda n: (*keys[n], n))
    for at, table in enumerate(plan.pairings):
        wrong = next((n for n in table.players if playing.index(n) // 4 != at), None)
        if wrong is not None:
            court = plan.pairings[playing.index(wrong) // 4].table
            yield Reason("partners-court", {"player": wrong, "table": table.table, "court": court})


def _keys(snapshot: Snapshot) -> Mapping[int, tuple[Fraction, Fraction, Fraction]]:
    """Return the sort keys of places, the lowest first.

    They are minus the points of a game, the share of wins, and the difference.
    """
    points: Counter[int] = Counter()
    sums: dict[int, Fraction] = {player.number: Fraction(0) for player in snapshot.players}
    games: Counter[int] = Counter()
    won: Counter[int] = Counter()
    paid: Counter[int] = Counter()
    for each in snapshot.rounds:
        for table in each.pairings:
            result = table.result
            if result is None:
                continue
            worth, score = snapshot.scoring.sides(result), result.score or (0, 0)
            for seat, number in enumerate(table.players):
                side = seat % 2
                sums[number] += worth[side]
                games[number] += 1
                won[number] += (result.first, result.second)[side] is Outcome.WIN
                points[number] += score[side] - score[1 - side]
        for bye in each.byes:
            if bye.kind is ByeKind.ALLOCATED and snapshot.scoring.allocated_bye:
                sums[bye.player] += snapshot.scoring.allocated_bye
                paid[bye.player] += 1
        for deduction in each.deductions:
            sums[deduction.player] += deduction.points
    return {
        number: (
            -sums[number] / ((games[number] + paid[number]) or 1),
            -Fraction(won[number], games[number] or 1),
            Fraction(-points[number]),
        )
        for number in sums
    }
