"""The promises of a match by the Scheveningen system, judged from the recorded rounds and the plan alone.

Players meet only those of the other team, each as often as there are cycles, with the sides reversed the second time.
No two players who have still to meet are free. While no round is changed, each team has White in half of the games of a
round, rounded up or down, and each player in half of their own when all are played. Teams of two alternate White.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from pairings.judge import Violation
from pairings.plan import Reason, RoundPlan
from pairings.snapshot import ByeKind, Snapshot

if TYPE_CHECKING:
    from pairings.systems.scheveningen.options import Options

ARTICLE = "FIDE C.05"


def promises(snapshot: Snapshot, plan: RoundPlan, options: Options) -> Iterator[Violation]:
    """Yield violations in the meetings, sides and byes of one round after those recorded."""
    players = len(snapshot.players)
    size = (players + 1) // 2
    before = [(pairing.first, pairing.second) for _number, pairing in snapshot.recorded_pairings()]
    planned = [(pairing.first, pairing.second) for pairing in plan.pairings]
    met = Counter(frozenset(game) for game in before)
    for first, second in planned:
        facts = {"first": first, "second": second}
        if (first <= size) == (second <= size):
            yield Violation(Reason("scheveningen-own-team", facts, ARTICLE))
        elif met[frozenset((first, second))] >= options.cycles:
            yield Violation(Reason("scheveningen-again", facts, ARTICLE))
    busy = {seat for game in planned for seat in game}
    for one, other in product(range(1, size + 1), range(size + 1, players + 1)):
        if not {one, other} & busy and met[frozenset((one, other))] < options.cycles:
            yield Violation(Reason("scheveningen-left-out", {"first": one, "second": other}, ARTICLE))
    for bye in plan.byes:
        if bye.kind is not ByeKind.ZERO:
            yield Violation(Reason("scheveningen-bye-points", {"player": bye.player}))
    if _follows_plan(snapshot, plan, size, options.cycles):
        yield from _sides(plan, size, before, planned, len(snapshot.players), options.cycles)


def _follows_plan(snapshot: Snapshot, plan: RoundPlan, size: int, cycles: int) -> bool:
    """Return whether the rounds so far can be the plan's own: full, in order, without repeats in a cycle."""
    full = len(snapshot.players) - size
    numbers = [played.number for played in snapshot.rounds if played.number < plan.number]
    rounds = {played.number: [(p.first, p.second) for p in played.pairings] for played in snapshot.rounds}
    rounds[plan.number] = [(p.first, p.second) for p in plan.pairings]
    if numbers != list(range(1, plan.number)) or any(len(rounds[n]) != full for n in (*numbers, plan.number)):
        return False
    for cycle in range(cycles):
        games = [frozenset(game) for n, line in rounds.items() if (n - 1) // size == cycle for game in line]
        if len(set(games)) < len(games):
            return False
    return True


def _sides(
    plan: RoundPlan, size: int, before: list[tuple[int, int]], planned: list[tuple[int, int]], players: int, cycles: int
) -> Iterator[Violation]:
    whites = sum(first <= size for first, _second in planned)
    if size > 2 and abs(2 * whites - len(planned)) > 1 + players % 2:
        facts = {"count": whites, "games": len(planned)}
        yield Violation(Reason("scheveningen-sides", facts, ARTICLE))
    if plan.number < size * cycles:
        return
    first, second = Counter(game[0] for game in (*before, *planned)), Counter(game[1] for game in (*before, *planned))
    for seat in range(1, players + 1):
        if abs(first[seat] - second[seat]) > 1 + players % 2:
            facts = {"player": seat, "first_times": first[seat], "second_times": second[seat]}
            yield Violation(Reason("scheveningen-player-sides", facts, ARTICLE))
