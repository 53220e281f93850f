"""Measure whole schedules beside a plain loop that creates as many tuples, on the same machine.

    python benchmarks/engines/schedules.py [PLAYERS]

It prints the median of several alternating runs, and the ratio. The target is a round robin of 1,000 players in under
three times the loop. Circular plans are compared in the same way, although their games also have a pass and a distance.
Even fields use a construction, odd ones the method of Misra and Gries. Restricted draws of seats come last.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

from pairings.seating import seat_order
from pairings.snapshot import Player
from pairings.systems import SYSTEMS, circular, round_robin

RUNS = 9
PLANS = ((1000, 4), (999, 4), (1000, 100), (999, 100), (1000, 999), (999, 998))
DRAWS = (
    ("varma", "round-robin", 24, {}),
    ("varma", "round-robin", 1000, {}),
    ("classes", "circular", 30, {"games": 7}),
    ("classes", "circular", 1000, {"games": 6}),
    ("origin", "circular", 1000, {"games": 6}),
)


def plain_loop(games: int) -> list[tuple[int, int]]:
    """Return `games` tuples: the minimum work of a schedule."""
    made = []
    for number in range(games):
        made.append((number, games))  # noqa: PERF401 - the loop is the measure
    return made


def time_call(act: Callable[[], object]) -> float:
    gc.collect()
    start = perf_counter()
    act()
    return perf_counter() - start


def side_by_side(acts: dict[str, Callable[[], object]], runs: int) -> None:
    """Run the functions alternately, several times; the others are compared with the first."""
    times: dict[str, list[float]] = {name: [] for name in acts}
    for _run in range(runs):
        for name, act in acts.items():
            times[name].append(time_call(act))
    base = median(next(iter(times.values())))
    for name, taken in times.items():
        print(f"  {name:12} {median(taken) * 1000:8.1f} ms   {median(taken) / base:6.2f} x the loop")


def robins(players: int) -> None:
    games = players * (players - 1) // 2
    print(f"round robin, {players} players, {games} games")
    acts: dict[str, Callable[[], object]] = {"plain loop": partial(plain_loop, games)}
    for name in ("berger", "circle"):
        acts[name] = partial(SYSTEMS["round-robin"].scheduling.schedule, players, round_robin.Options(numbering=name))
    side_by_side(acts, RUNS)


def plans() -> None:
    for players, each in PLANS:
        games = players * each // 2
        print(f"circular plan, {players} players, {each} games each, {games} games")
        acts = {
            "plain loop": partial(plain_loop, games),
            "circular": partial(circular.whole_plan.__wrapped__, players, circular.Options(games=each)),
        }
        side_by_side(acts, 3)


def draws() -> None:
    print("seats")
    for method, system, count, given in DRAWS:
        options = (round_robin if system == "round-robin" else circular).Options(**given)
        players = tuple(Player(n, rating=3000 - n, club=f"Club {n % 9}") for n in range(1, count + 1))
        taken = [time_call(partial(seat_order, method, system, players, options, Random(run))) for run in range(5)]
        print(f"  {method:8} {count:5} players {median(taken) * 1000:8.1f} ms")


if __name__ == "__main__":
    robins(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
    plans()
    draws()
