"""Measure the matching solver beside networkx on the same tables.

    python -m benchmarks.engines.matching [--sizes 50 100 200 400] [--alone 1000 ...] [--seeds 3]

Both build their graph from the same table of penalties, and the benchmark compares both totals. Times are medians of
CPU seconds over the seeds. The ratio is the result.
"""

import argparse
from random import Random
from statistics import median
from time import process_time

import networkx as nx

from benchmarks.helpers.fields import stage_before
from pairings.matching.solve import match_table
from pairings.systems.papp import Options
from pairings.systems.papp.field import field_of

Table = list[list[int]]


def table(players: int, seed: int) -> Table:
    """Return the penalties before round 7, 8, 9 or 10 of a simulated tournament."""
    return field_of(stage_before(7 + seed % 4, players, seed), Options(), Random(seed)).costs()


def ours(costs: Table) -> tuple[float, int]:
    begin = process_time()
    matching = match_table(costs)
    return process_time() - begin, matching.total


def theirs(costs: Table) -> tuple[float, int]:
    """Return the seconds and total of networkx on the complete graph, where the largest weight is the smallest cost."""
    begin = process_time()
    above = max(map(max, costs)) + 1
    graph = nx.Graph()
    graph.add_weighted_edges_from((u, v, above - costs[u][v]) for u in range(len(costs)) for v in range(u))
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    return process_time() - begin, sum(costs[u][v] for u, v in pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="*", default=[50, 100, 200, 400])
    parser.add_argument("--alone", type=int, nargs="*", default=[1000])
    parser.add_argument("--seeds", type=int, default=3)
    arguments = parser.parse_args()
    print("players     ours  networkx   ratio (smallest)")
    reference = None
    for players in arguments.sizes:
        both = []
        for seed in range(arguments.seeds):
            costs = table(players, seed)
            (mine, total), (other, expected) = ours(costs), theirs(costs)
            if total != expected:
                raise SystemExit(f"{players} players, seed {seed}: {total} is not {expected}")
            both.append((mine, other))
        times = [median(column) for column in zip(*both, strict=True)]
        least = min(other / mine for mine, other in both)
        print(f"{players:7d} {times[0]:8.4f} {times[1]:9.3f} {times[1] / times[0]:7.1f} ({least:.1f})", flush=True)
        reference = times[1] if players == 200 else reference
    for players in arguments.alone:
        time = median(ours(table(players, seed))[0] for seed in range(arguments.seeds))
        compared = f"   {time / reference:.2f} of networkx for 200" if reference else ""
        print(f"{players:7d} {time:8.4f}{compared}", flush=True)


if __name__ == "__main__":
    main()
