"""Measure a round of each FIDE Swiss system, beside the Dutch system of 2026 on the same field.

    python -m benchmarks.engines.systems [--sizes 100 200 500 1000] [--seed 2026] [--runs 3] [FILE ...]

A row is a system and a tournament of nine rounds, paired by the Dutch system of 2026. Every system pairs rounds 2 to 9
again from the rounds before them, several times each; the median counts. Figures are CPU of the whole engine with its
reasons, in U (see `benchmarks.engines.dutch`): the median round, the slowest, and the ratios of both to the system of
2026. The target is a median ratio of at most 3, and at most 4 U for 1,000 players.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import median

from benchmarks.engines.dutch import cpu, generate_stages, read_stages, unit
from pairings.snapshot import Snapshot
from pairings.systems import SYSTEMS

#: The systems by name, 2026 first.
SYSTEM_OPTIONS = {
    "Dutch 2026": ("dutch", {}),
    "Dutch 2017": ("dutch", {"edition": "2017"}),
    "Dutch 2012": ("dutch", {"edition": "2012"}),
    "Burstein": ("burstein", {}),
    "Dubov": ("dubov", {}),
    "Lim": ("lim", {}),
}
SIZES = (100, 200, 500, 1000)
TIMES, LIMIT, PLAYERS_OF_LIMIT = 3, 4, 1000


def pairing_call(name: str, at: Snapshot) -> Callable[[], object]:
    key, said = SYSTEM_OPTIONS[name]
    system = SYSTEMS[key]
    options = system.options(**said)
    return lambda: system.pair(at, options, Random(0))


def row(name: str, own: Sequence[float], first: Sequence[float], players: int, u: float) -> str:
    middle = median(own) / median(first)
    worst = max(mine / theirs for mine, theirs in zip(own, first, strict=True))
    broken = middle > TIMES or (players >= PLAYERS_OF_LIMIT and max(own) > LIMIT * u)
    return (
        f"{players:7d} {name:11} {median(own) / u:8.4f} {max(own) / u:9.4f} {middle:7.2f} {worst:7.2f}"
        f"{'   over the limit' if broken else ''}"
    )


def tournaments(arguments: argparse.Namespace) -> Iterator[list[Snapshot]]:
    if arguments.files:
        yield from map(read_stages, arguments.files)
    else:
        yield from (generate_stages(players, arguments.seed) for players in arguments.sizes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    u = unit()
    print(f"U = {u:.3f} s of CPU")
    print("players system        median     worst   times   worst")
    for stages in tournaments(arguments):
        first: list[float] = []
        for name in SYSTEM_OPTIONS:
            own = [cpu(pairing_call(name, at), arguments.runs) for at in stages]
            first = first or own
            print(row(name, own, first, len(stages[0].players), u), flush=True)


if __name__ == "__main__":
    main()
