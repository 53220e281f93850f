"""Measure a round of the Dutch system, in units that do not depend on the machine.

    python -m benchmarks.engines.dutch [--sizes 50 100 ...] [--data FOLDER] [--seed 2026] [FILE ...]

Unit U is the CPU time in which networkx finds the heaviest matching of a complete graph of 100 vertices with fixed
weights, measured in the same run. A row is a tournament of nine rounds. Rounds 2 to 9 are paired again from the rounds
before them, several times each; the median counts. The first figures include the reasons, the last two are of the pairs
alone. Growth is measured from 200 players, or the next larger size, to the largest.

Tournaments come from the given report files, or from players-NNNN.trf in a folder. Otherwise they are generated in any
size, with 30 percent draws, one percent forfeits and no absences.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import log
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

import networkx as nx

from pairings.files.trf.reading.read import read
from pairings.files.trf.replay import Replay
from pairings.snapshot import Snapshot
from pairings.swiss.rules.field import SwissField
from pairings.swiss.solve.brackets import pair_brackets
from pairings.swiss.solve.completion import Completion
from pairings.systems.dutch import Options, pair
from standings.commands import generate

SIZES = (50, 100, 200, 500, 1000, 2000, 5000, 20_000)
LIMITS = {50: 0.04, 100: 0.1, 200: 0.25, 500: 1.2, 1000: 4.0, 5000: 60.0, 20_000: 5.0}
#: The settings of generated tournaments. All percentages are set, so that none is random.
SETTINGS = ("--ratings=1400-2600", "--colour=white", "--acceleration=none", "--points=1,0.5,0", "--bye-points=1")
NEVER = ("double-forfeits", "short-games", "odd-results", "half-byes", "full-byes", "zero-byes", "late", "withdrawals")
RATES = dict.fromkeys(NEVER, 0) | {"draws": 30, "forfeits": 1}
WORST = 4
GROWTH = 1.8


def cpu(work: Callable[[], object], runs: int) -> float:
    times = []
    for _ in range(runs):
        begin = process_time()
        work()
        times.append(process_time() - begin)
    return median(times)


def unit() -> float:
    rng = Random(1)
    graph = nx.Graph()
    graph.add_weighted_edges_from((v, w, rng.randint(1, 10**6)) for v in range(100) for w in range(v))
    return cpu(lambda: nx.max_weight_matching(graph), 3)


def pairs_alone(snapshot: Snapshot) -> None:
    field = SwissField(snapshot, Options())
    pair_brackets(field, Completion(field))


def rounds(stages: Sequence[Snapshot], runs: int) -> tuple[int, list[float], list[float]]:
    """Return the size, and the seconds of rounds 2 to 9: of the whole engine, and of the pairs alone."""
    whole = [cpu(lambda at=at: pair(at, Options(), Random(0)), runs) for at in stages]  # type: ignore[misc]
    return len(stages[0].players), whole, [cpu(lambda at=at: pairs_alone(at), runs) for at in stages]  # type: ignore[misc]


def read_stages(path: Path) -> list[Snapshot]:
    """Return the stages before rounds 2 to 9 of a report file."""
    replay = Replay(read(path.read_bytes()))
    return [replay.snapshot(number) for number in range(2, min(replay.played, 9) + 1)]


def generate_stages(players: int, seed: int) -> list[Snapshot]:
    """Return the stages of a generated tournament without a report file, because those number at most 9,999 players."""
    parser = argparse.ArgumentParser()
    generate.add_arguments(parser)
    said = [*SETTINGS, *(f"--{name}={percent}" for name, percent in RATES.items())]
    arguments = parser.parse_args(["--rounds", "9", "--seed", str(seed), *said])
    arguments.players = players
    played, _ = generate.tournament(generate.random_tournament(arguments))
    return [
        replace(played, rounds=played.rounds[: number - 1], next_round=number)
        for number in range(2, len(played.rounds) + 1)
    ]


def tournaments(arguments: argparse.Namespace) -> Iterator[list[Snapshot]]:
    """Yield the stages of each tournament to time."""
    if arguments.files:
        yield from map(read_stages, arguments.files)
    elif arguments.data:
        yield from (read_stages(arguments.data / f"players-{players:04}.trf") for players in arguments.sizes)
    else:
        yield from (generate_stages(players, arguments.seed) for players in arguments.sizes)


def row(players: int, whole: list[float], alone: list[float], u: float) -> str:
    middle, worst = median(whole), max(whole)
    limit = LIMITS.get(players)
    allowed = "       –" if limit is None else f"{limit:8.2f}"
    broken = (limit is not None and middle > limit * u) or worst > WORST * middle
    return (
        f"{players:7d} {middle / u:8.4f}{allowed} {worst / u:9.4f} {worst / middle:6.1f} "
        f"{median(alone) / u:11.4f} {max(alone) / u:9.4f}{'   over the limit' if broken else ''}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    parser.add_argument("--data", type=Path, metavar="FOLDER")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    u = unit()
    print(f"U = {u:.3f} s of CPU; all figures in U")
    print("players   median   limit     worst  ratio  pairs alone     worst")
    medians = {}
    for stages in tournaments(arguments):
        players, whole, alone = rounds(stages, arguments.runs)
        medians[players] = median(whole)
        print(row(players, whole, alone, u), flush=True)
    large = [players for players in sorted(medians) if players >= 200]
    if len(large) > 1:
        least, most = large[0], large[-1]
        exponent = log(medians[most] / medians[least]) / log(most / least)
        print(f"growth from {least} to {most} players: n^{exponent:.2f} (at most n^{GROWTH})")


if __name__ == "__main__":
    main()
