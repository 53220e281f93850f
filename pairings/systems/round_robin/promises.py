"""The promises of a round robin: every two players meet once a cycle, and sides are even.

Judged from the recorded rounds and the plan alone; independently of the engine's code. In every round: nobody meets
twice in a cycle, sides change with each cycle, nobody has one side three times running within a cycle or is more than
two ahead on one side, nobody is free twice a cycle. With the last round: every pair has met as often as there are
cycles, and sides differ by at most one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from pairings.judge import Violation
from pairings.plan import Reason, RoundPlan
from pairings.snapshot import Snapshot

ARTICLE = "FIDE C.05"

#: (round, first, second)
Games = list[tuple[int, int, int]]


def promises(snapshot: Snapshot, plan: RoundPlan, options: Any) -> Iterator[Violation]:
    """Yield violations in meetings, sides and byes of the whole stage, up to and including the plan."""
    before = [(number, pairing.first, pairing.second) for number, pairing in snapshot.recorded_pairings()]
    planned = [(plan.number, pairing.first, pairing.second) for pairing in plan.pairings]
    field = len(snapshot.players)
    length = max(1, field - 1 + field % 2)
    cycle = min(-(-plan.number // length), options.cycles)
    over = plan.number >= length * options.cycles
    yield from _meetings(before, planned, cycle)
    yield from _sides(before, planned, 1 if over else 2)
    yield from _running([game for game in before if game[0] > (cycle - 1) * length], planned)
    yield from _byes(snapshot, plan, cycle)
    if over:
        yield from _unmet(snapshot, [*before, *planned], options.cycles)


def _meetings(before: Games, planned: Games, cycle: int) -> Iterator[Violation]:
    met: dict[frozenset[int], list[int]] = defaultdict(list)
    for _number, first, second in before:
        met[frozenset((first, second))].append(first)
    for _number, first, second in planned:
        earlier = met[frozenset((first, second))]
        if len(earlier) >= cycle:
            yield Violation(Reason("rr-again", {"first": first, "second": second}, ARTICLE))
        elif earlier and earlier[-1] == first:
            yield Violation(Reason("rr-not-turned", {"first": first, "second": second}, ARTICLE))
        earlier.append(first)


def _sides(before: Games, planned: Games, most: int) -> Iterator[Violation]:
    first = Counter(game[1] for game in (*before, *planned))
    second = Counter(game[2] for game in (*before, *planned))
    for player in sorted({player for game in planned for player in game[1:]}):
        if abs(first[player] - second[player]) > most:
            times = {"first_times": first[player], "second_times": second[player]}
            yield Violation(Reason("rr-sides", {"player": player, **times}, ARTICLE))


def _running(of_cycle: Games, planned: Games) -> Iterator[Violation]:
    """Yield players who would have one side for the third time in a row in this cycle."""
    sides: dict[int, list[bool]] = defaultdict(list)
    for _number, first, second in sorted(of_cycle):
        sides[first].append(True)
        sides[second].append(False)
    for _number, *players in planned:
        for player, is_first in zip(players, (True, False), strict=True):
            if sides[player][-2:] == [is_first, is_first]:
                code = "rr-first-running" if is_first else "rr-second-running"
                yield Violation(Reason(code, {"player": player}, ARTICLE))


def _byes(snapshot: Snapshot, plan: RoundPlan, most: int) -> Iterator[Violation]:
    had = Counter(bye.player for played in snapshot.rounds for bye in played.byes)
    for bye in plan.byes:
        if had[bye.player] + 1 > most:
            yield Violation(Reason("rr-bye-again", {"player": bye.player}, ARTICLE))


def _unmet(snapshot: Snapshot, games: Games, cycles: int) -> Iterator[Violation]:
    met = Counter(frozenset(game[1:]) for game in games)
    for first, second in combinations((player.number for player in snapshot.players), 2):
        missing = cycles - met[frozenset((first, second))]
        if missing > 0:
            yield Violation(Reason("rr-not-met", {"first": first, "second": second, "count": missing}, ARTICLE))
