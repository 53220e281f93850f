"""What a round robin promises: everybody meets everybody once a cycle, nobody's sides differ by more than one.

Judged from the recorded rounds and the plan alone, whoever made them; nothing is taken from the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from pairings.plan import Reason, RoundPlan
from pairings.promises.violation import Violation
from pairings.snapshot import Snapshot

ARTICLE = "FIDE C.05"


def promises(snapshot: Snapshot, plan: RoundPlan, options: Any) -> Iterator[Violation]:
    """Meetings, sides and byes of the whole stage up to and with the plan."""
    games = [(pairing.first, pairing.second) for _number, pairing in snapshot.recorded_pairings()]
    planned = [(pairing.first, pairing.second) for pairing in plan.pairings]
    field = len(snapshot.players)
    cycle = -(-plan.number // max(1, field - 1 + field % 2))
    met = Counter(frozenset(game) for game in games)
    for first, second in planned:
        met[frozenset((first, second))] += 1
        if met[frozenset((first, second))] > min(cycle, options.cycles):
            yield Violation(Reason("rr-again", {"first": first, "second": second}, ARTICLE))
    yield from _sides(games, planned)
    yield from _byes(snapshot, plan, min(cycle, options.cycles))


def _sides(games: list[tuple[int, int]], planned: list[tuple[int, int]]) -> Iterator[Violation]:
    first = Counter(game[0] for game in (*games, *planned))
    second = Counter(game[1] for game in (*games, *planned))
    for player in sorted({player for game in planned for player in game}):
        if abs(first[player] - second[player]) > 2:
            yield Violation(
                Reason(
                    "rr-sides",
                    {"player": player, "first_times": first[player], "second_times": second[player]},
                    ARTICLE,
                )
            )


def _byes(snapshot: Snapshot, plan: RoundPlan, most: int) -> Iterator[Violation]:
    had = Counter(bye.player for played in snapshot.rounds for bye in played.byes)
    for bye in plan.byes:
        if had[bye.player] + 1 > most:
            yield Violation(Reason("rr-bye-again", {"player": bye.player}, ARTICLE))
