"""How long whole schedules take, against a plain loop that creates as many tuples, on the same machine.

    python benchmarks/schedules.py [PLAYERS]

Says the median of several runs, taken in turn, and the ratio. Goal: a round robin of 1,000 players in under three times
the loop. Circular plans are given for scale: even fields are laid out by construction, odd ones by Misra and Gries.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from pairings.engines import circular, round_robin
from pairings.schedule import whole_schedule

RUNS = 9
PLANS = ((200, 4), (199, 4), (200, 199), (199, 100), (999, 100))


def plain_loop(players: int) -> list[tuple[int, int]]:
    """Every pair once, as a tuple: what a schedule cannot do without."""
    made = []
    for first in range(1, players):
        for second in range(first + 1, players + 1):
            made.append((first, second))  # noqa: PERF401 - the loop is the measure
    return made


def timed(act: Callable[[], object]) -> float:
    gc.collect()
    start = perf_counter()
    act()
    return perf_counter() - start


def main(players: int) -> None:
    options = {name: round_robin.Options(numbering=name) for name in ("berger", "circle")}
    times: dict[str, list[float]] = {"plain loop": [], "berger": [], "circle": []}
    for _run in range(RUNS):
        times["plain loop"].append(timed(lambda: plain_loop(players)))
        for name, chosen in options.items():
            times[name].append(timed(lambda chosen=chosen: whole_schedule("round-robin", players, chosen)))
    base = median(times["plain loop"])
    print(f"round robin, {players} players, {players * (players - 1) // 2} games")
    for name, taken in times.items():
        print(f"  {name:12} {median(taken) * 1000:8.1f} ms   {median(taken) / base:5.2f} x the loop")
    print("circular plans")
    for seats, games in PLANS:
        plan = circular.Options(games=games)
        taken = [
            timed(lambda seats=seats, plan=plan: circular.whole_plan.__wrapped__(seats, plan)) for _run in range(3)
        ]
        print(f"  {seats:4} players, {games:3} games each {median(taken) * 1000:8.1f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
