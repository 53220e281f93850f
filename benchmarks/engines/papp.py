"""Measure a round by penalties, and how often SLIM's heuristic misses the optimum.

    python -m benchmarks.engines.papp [--sizes 100 256 1000] [--memory 2000] [--slim 500]

Times are CPU of the whole engine (records, penalties, solver with proof, colours, ledger), in multiples of the time
that networkx needs for a complete graph of 50 players on the same machine.

SLIM's heuristic (T. Nakajima, 2002): in turn, the highest and the lowest unpaired player gets the cheapest partner.
Then it exchanges opponents among 2, then 3, then 4 tables while that lowers the total. The product does not use it,
because it finds the exact optimum.
"""

import argparse
import resource
from collections.abc import Iterator
from itertools import combinations
from random import Random
from statistics import median
from time import process_time

from benchmarks.engines.matching import Table, table, theirs
from benchmarks.helpers.fields import stage_before, stages
from pairings.systems.papp import PRESETS, Options, pair
from pairings.systems.papp.field import field_of, solve


def whole_round(players: int, seed: int) -> float:
    stage = stage_before(9, players, seed)
    begin = process_time()
    pair(stage, Options(), Random(seed))
    return process_time() - begin


def greedy(costs: Table) -> list[int]:
    """Return SLIM's initial pairing, for places in standing order, best first."""
    left, mate = list(range(len(costs))), [-1] * len(costs)
    while left:
        for end in (0, -1):
            if left:
                player = left.pop(end)
                partner = min(left, key=costs[player].__getitem__)
                left.remove(partner)
                mate[player], mate[partner] = partner, player
    return mate


def other_pairings(players: list[int]) -> Iterator[list[tuple[int, int]]]:
    """Yield all ways to pair an even list."""
    if not players:
        yield []
        return
    first, *rest = players
    for at, other in enumerate(rest):
        for more in other_pairings([*rest[:at], *rest[at + 1 :]]):
            yield [(first, other), *more]


def exchange(costs: Table, mate: list[int], tables: int) -> None:
    """Exchange opponents among this many tables until the total no longer decreases."""
    changed = True
    while changed:
        changed = False
        pairs = [(u, v) for u, v in enumerate(mate) if u < v]
        for chosen in combinations(pairs, tables):
            if any(mate[u] != v for u, v in chosen):
                continue
            now = sum(costs[u][v] for u, v in chosen)
            for new in other_pairings([player for each in chosen for player in each]):
                if sum(costs[u][v] for u, v in new) < now:
                    for u, v in new:
                        mate[u], mate[v] = v, u
                    changed = True
                    break


def heuristic(costs: Table) -> list[int]:
    """Return the totals after each stage of SLIM's method: greedy, then exchanges among 2, 3 and 4 tables."""
    mate = greedy(costs)
    totals = [_total(costs, mate)]
    for tables in (2, 3, 4):
        exchange(costs, mate, tables)
        totals.append(_total(costs, mate))
    return totals


def _total(costs: Table, mate: list[int]) -> int:
    return sum(costs[u][v] for u, v in enumerate(mate) if u < v)


def slim_misses(rounds: int) -> dict[int, list[list[int]]]:
    """Return the misses in rounds 2 to 7 of simulated events of 12, 16, 20 and 28 players under SLIM's penalties, in
    standing order.
    """
    options = PRESETS["slim"].options
    misses: dict[int, list[list[int]]] = {}
    done, seed = 0, 0
    while done < rounds:
        players = (12, 16, 20, 28)[seed % 4]
        for stage in list(stages(players, 7, seed, options))[1:]:
            if done == rounds:
                break
            field = field_of(stage, options, Random(seed))
            ordered = sorted(range(players), key=lambda at, free=field.free: (-free[at].score, free[at].top))
            table_of_costs = field.costs()
            costs = [[table_of_costs[u][v] for v in ordered] for u in ordered]
            best = solve(field, costs).total
            misses.setdefault(players, []).append([total - best for total in heuristic(costs)])
            done += 1
        seed += 1
    return misses


#: The lowest cost of a miss with a float or a repeated game, and not only colours or the order.
SMALLEST_FLOAT = 20_000


def print_misses(rounds: int) -> None:
    """Print for each stage of the text: rounds that miss, the mean and the worst miss, and misses of a float or
    more.
    """
    print(f"\nSLIM's heuristic against the optimum, {rounds} rounds")
    print("players rounds after      missed         mean miss        worst  a float or more")
    found = slim_misses(rounds)
    found[0] = [misses for size in sorted(found) for misses in found[size]]
    for players, rows in sorted(found.items(), key=lambda item: item[0] or 1_000):
        for stage, column in zip(("greedy", "2 tables", "3 tables", "4 tables"), zip(*rows, strict=True), strict=True):
            missed = [miss for miss in column if miss]
            share = f"{len(missed)} ({100 * len(missed) / len(rows):.1f} %)"
            worst = max(missed, default=0)
            mean = sum(missed) / len(missed) if missed else 0
            large = sum(miss >= SMALLEST_FLOAT for miss in missed)
            print(
                f"{players or 'all':>7} {len(rows):6d} {stage:8s} {share:>13s} {mean:17.1f} {worst:12d} {large:7d}",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="*", default=[100, 256, 1000])
    parser.add_argument("--memory", type=int, nargs="*", default=[])
    parser.add_argument("--slim", type=int, default=0, metavar="ROUNDS")
    parser.add_argument("--seeds", type=int, default=3)
    arguments = parser.parse_args()
    unit = median(theirs(table(50, seed))[0] for seed in range(5))
    print(f"networkx, 50 players: {unit:.3f} s")
    for players in arguments.sizes:
        times = [whole_round(players, seed) for seed in range(arguments.seeds)]
        print(
            f"{players:5d} players: {median(times):.3f} s = {median(times) / unit:.1f} (worst {max(times) / unit:.1f})"
        )
    for players in arguments.memory:
        time = whole_round(players, 1)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{players:5d} players: {time:.1f} s = {time / unit:.1f}, {peak} MB at most, networkx included")
    if arguments.slim:
        print_misses(arguments.slim)


if __name__ == "__main__":
    main()
