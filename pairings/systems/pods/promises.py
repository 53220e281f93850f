"""The promises of pods: sizes of tables, byes, no exchange of two players that improves them, and seats.

Judged from the recorded rounds and the plan alone, independently of the engine's code.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from pairings.judge import Violation
from pairings.numbers import scores
from pairings.plan import Reason, RoundPlan
from pairings.snapshot import ByeKind, Snapshot

if TYPE_CHECKING:
    from pairings.systems.pods.options import Options

SMALLEST, LARGEST = 3, 4


def find_violations(snapshot: Snapshot, plan: RoundPlan, options: Options | None) -> Iterator[Violation]:
    """Yield violations of the plan."""
    found = [*_sizes(snapshot, plan, options), *_byes(snapshot, plan), *_seats(snapshot, plan)]
    if options is not None:
        found += _Costs(snapshot, options).exchanges([list(table.players) for table in plan.pairings])
    yield from map(Violation, found)


def _sizes(snapshot: Snapshot, plan: RoundPlan, options: Options | None) -> Iterator[Reason]:
    counts = Counter(len(table.players) for table in plan.pairings)
    for table in plan.pairings:
        if not SMALLEST <= len(table.players) <= LARGEST:
            yield Reason("pods-size", {"table": table.table, "count": len(table.players)})
    if counts[SMALLEST] > 3 or (
        options is not None and not options.threes and plan.pairings and counts[SMALLEST] and sum(counts.values()) > 1
    ):
        yield Reason("pods-threes", {"count": counts[SMALLEST]})


def _allocated_byes(snapshot: Snapshot, plan: RoundPlan) -> list[int]:
    players_with_bye = {bye.player for bye in snapshot.byes} | {max(pair) for pair in snapshot.fixed if 0 in pair}
    return [bye.player for bye in plan.byes if bye.kind is ByeKind.ALLOCATED and bye.player not in players_with_bye]


def _byes(snapshot: Snapshot, plan: RoundPlan) -> Iterator[Reason]:
    byes = _allocated_byes(snapshot, plan)
    if len(byes) > 3:
        yield Reason("pods-byes", {"count": len(byes)})
    refuses = {player.number for player in snapshot.players if not player.may_have_bye}
    had = Counter(bye.player for each in snapshot.rounds for bye in each.byes if bye.kind is ByeKind.ALLOCATED)
    players_by_hand = {number for pair in snapshot.fixed for number in pair}
    others = {n for table in plan.pairings for n in table.players} - refuses - players_by_hand
    for player in byes:
        if player in refuses:
            yield Reason("pods-bye-refused", {"player": player})
        if any(had[other] < had[player] for other in others):
            yield Reason("pods-bye-again", {"player": player})


def _seats(snapshot: Snapshot, plan: RoundPlan) -> Iterator[Reason]:
    """Yield two at a table whose exchange would give both less used seats in total."""
    sat: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for _number, table in snapshot.recorded_pairings():
        if table.result is None or table.result.played:
            for seat, player in enumerate(table.players):
                sat[player][seat] += 1
    for planned in plan.pairings:
        for (one_seat, one), (other_seat, other) in combinations(enumerate(planned.players), 2):
            if sat[one][other_seat] + sat[other][one_seat] < sat[one][one_seat] + sat[other][other_seat]:
                yield Reason("pods-seat", {"first": one, "second": other, "table": planned.table})


class _Costs:
    """The costs of two players at one table, and of one at a table of three.

    They are squares of the difference in points, and of meetings.
    """

    def __init__(self, snapshot: Snapshot, options: Options) -> None:
        self.points = scores.points(snapshot)
        self.repeat = (options.repeat * snapshot.scoring.win) ** 2
        self.twice = (3 * snapshot.scoring.win) ** 2
        self.met: Counter[frozenset[int]] = Counter()
        self.threes: Counter[int] = Counter()
        for _number, table in snapshot.recorded_pairings():
            self.threes.update(table.players if len(table.players) == SMALLEST else ())
            if table.result is None or table.result.played:
                self.met.update(map(frozenset, combinations(table.players, 2)))
        self.least = Fraction(0)
        self.apart = {
            frozenset((one, other)) for one, others in snapshot.forbidden_opponents().items() for other in others
        }
        self.together = {number for pair in snapshot.fixed for number in pair}
        self.pair_costs: dict[frozenset[int], Fraction] = {}

    def two(self, one: int, other: int) -> Fraction:
        pair = frozenset((one, other))
        if pair not in self.pair_costs:
            gap = self.points.get(one, Fraction()) - self.points.get(other, Fraction())
            self.pair_costs[pair] = gap**2 + self.repeat * self.met[pair] ** 2
        return self.pair_costs[pair]

    def one(self, player: int, table: Sequence[int]) -> Fraction:
        """Return the cost that a player adds to a table, alone and with the others there."""
        three = len(table) == SMALLEST - 1
        own = 3 * (self.points.get(player, Fraction()) - self.least) ** 2 + self.twice * self.threes[player]
        return sum((self.two(player, each) for each in table), own if three else Fraction())

    def may_sit(self, player: int, table: Sequence[int]) -> bool:
        return not any(frozenset((player, each)) in self.apart for each in table)

    def exchanges(self, tables: list[list[int]]) -> Iterator[Reason]:
        """Yield, for each table, the first exchange with another that improves the two together."""
        everybody = [number for table in tables for number in table]
        self.least = min((self.points.get(number, Fraction()) for number in everybody), default=Fraction())
        for at, table in enumerate(tables, start=1):
            if any(self.one(each, _other_players(table, each)) for each in table):
                found = self._better(table, tables)
                if found is not None:
                    yield Reason("pods-avoidable", {"table": at, "first": found[0], "second": found[1]})

    def _better(self, table: list[int], tables: list[list[int]]) -> tuple[int, int] | None:
        for other in tables:
            if other is table:
                continue
            for one in table:
                mates = _other_players(table, one)
                for two in other:
                    if one in self.together or two in self.together:
                        continue
                    other_mates = _other_players(other, two)
                    now = self.one(one, mates) + self.one(two, other_mates)
                    after = self.one(two, mates) + self.one(one, other_mates)
                    if after < now and self.may_sit(two, mates) and self.may_sit(one, other_mates):
                        return one, two
        return None


def _other_players(table: Sequence[int], player: int) -> list[int]:
    return [each for each in table if each != player]
