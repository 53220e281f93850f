"""Search for the slowest round of the Dutch system by hill climbing over histories, in counted steps.

    python -m benchmarks.engines.slowness [--players 100 200 300] [--minutes 5] [--seed 1]

A *history* is a few numbers that define a tournament: the share of draws, how often White wins the other games, clubs
whose members must not meet, byes, rounds in which one part of the field always has White, and a seed. The engine pairs
its rounds, and the benchmark counts the steps of each round: vertices visited in the trees of matchings, with and
without weights. Each step of the climb changes one number. A history whose worst round takes more steps replaces the
one before. After a while without progress, the climb starts again. The benchmark prints the worst round of each climb
with its CPU in U (see `benchmarks.engines.dutch`).
"""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from random import Random
from time import monotonic, process_time
from typing import Any
from unittest.mock import patch

from benchmarks.engines.dutch import unit
from pairings.matching.sets.unweighted import AlternatingTree
from pairings.matching.sets.weighted import Matching
from pairings.plan import CannotPair, NoLegalPairing
from pairings.snapshot import Bye, ByeKind, ForbiddenPair, Outcome, Pairing, Player, Result, Round, Snapshot
from pairings.systems.dutch import Options, pair

WON, DRAWN, LOST = (
    Result(Outcome.WIN, Outcome.LOSS),
    Result(Outcome.DRAW, Outcome.DRAW),
    Result(Outcome.LOSS, Outcome.WIN),
)
PATIENCE = 12


@dataclass(frozen=True)
class History:
    """A history. In the first `wall` rounds, the part `share` of the field has White, before the engine takes over."""

    players: int
    draws: float
    bias: float
    clubs: tuple[float, ...]
    byes: float
    wall: int
    share: float
    rounds: int
    planned: int
    seed: int

    @classmethod
    def random(cls, players: int, rng: Random) -> "History":
        return cls(
            players - rng.randint(0, 1),
            rng.choice((0.0, 0.3, 0.6, 0.9, 0.97, 1.0)),
            rng.choice((0.5, 0.6, 0.9, 1.0)),
            rng.choice(((), (), (0.45,), (0.5, 0.5), (0.3, 0.3, 0.3), (0.1,) * 8)),
            rng.choice((0.0, 0.0, 0.02, 0.1)),
            rng.choice((0, 0, 2, 3, 4)),
            rng.choice((0.4, 0.45, 0.5)),
            rng.randint(2, min(players - 1, 16)),
            rng.randint(0, 2),
            rng.randrange(10**6),
        )

    def with_change(self, rng: Random) -> "History":
        """Return the history with one number changed."""
        other = History.random(self.players, rng)
        name = rng.choice(("draws", "bias", "clubs", "byes", "wall", "share", "rounds", "planned", "seed"))
        value = getattr(other, name)
        if name in {"draws", "bias", "byes", "share"} and rng.random() < 0.7:
            value = min(1.0, max(0.0, getattr(self, name) + rng.uniform(-0.1, 0.1)))
        return replace(self, **{name: value})

    def stages(self) -> Iterator[Snapshot]:
        """Yield the stage before each of its rounds, including the next one."""
        rng = Random(self.seed)
        stage = Snapshot(
            players=tuple(Player(number) for number in range(1, self.players + 1)),
            planned_rounds=max(self.rounds, self.wall + 1) + self.planned,
            forbidden=tuple(self._clubs(rng)),
            first_colour="first",
        )
        for number in range(1, self.wall + 1):
            stage = replace(stage, rounds=(*stage.rounds, self._of_wall(number, rng)), next_round=number + 1)
        for _ in range(max(self.rounds - self.wall, 1)):
            byes = tuple(Bye(p.number, ByeKind.HALF) for p in stage.players if rng.random() < self.byes)
            stage = replace(stage, byes=byes)
            yield stage
            try:
                plan = pair(stage, Options(), Random(0))
            except (NoLegalPairing, CannotPair):
                return
            games = tuple(Pairing(p.table, p.first, p.second, self._result(rng)) for p in plan.pairings)
            alone = tuple(Bye(b.player, b.kind) for b in plan.byes)
            played = Round(stage.next_round, games, alone)
            stage = replace(stage, rounds=(*stage.rounds, played), next_round=stage.next_round + 1, byes=())

    def _clubs(self, rng: Random) -> Iterator[ForbiddenPair]:
        numbers = list(range(1, self.players + 1))
        rng.shuffle(numbers)
        for share in self.clubs:
            size = int(share * self.players)
            yield ForbiddenPair(frozenset(numbers[:size]), 1, None)
            numbers = numbers[size:]

    def _of_wall(self, number: int, rng: Random) -> Round:
        """Return a round that pairs the players with White against the others, and the surplus among themselves."""
        white = range(1, int(self.share * self.players) + 1)
        black = list(range(len(white) + 1, self.players + 1))
        shift = number * len(black) // (self.wall + 1)
        black = black[shift:] + black[:shift]
        pairs = list(zip(white, black, strict=False))
        games = tuple(Pairing(table, *two, self._result(rng)) for table, two in enumerate(pairs, start=1))
        byes = tuple(Bye(n, ByeKind.HALF) for n in sorted(black[len(white) :]))
        return Round(number, games, byes)

    def _result(self, rng: Random) -> Result:
        if rng.random() < self.draws:
            return DRAWN
        return WON if rng.random() < self.bias else LOST


@dataclass
class Worst:
    """The round of a history that takes the most steps."""

    history: History
    steps: int = -1
    stage: Snapshot = field(default_factory=lambda: Snapshot(players=()))


@contextmanager
def collect_solvers() -> Iterator[list[Matching | AlternatingTree]]:
    """Yield a list that collects all matchings and trees without weights made inside."""
    made: list[Matching | AlternatingTree] = []

    def noting(original: Callable[..., Any]) -> Callable[..., Any]:
        def record(each: Matching | AlternatingTree, *arguments: object) -> object:
            made.append(each)
            return original(each, *arguments)

        return record

    with (
        patch.object(Matching, "_solve", noting(Matching._solve)),
        patch.object(AlternatingTree, "grow", noting(AlternatingTree.grow)),
    ):
        yield made


def steps(made: list[Matching | AlternatingTree]) -> int:
    return sum(each.steps if isinstance(each, Matching) else len(each.queue) for each in made)


def worst_of(history: History) -> Worst:
    worst = Worst(history)
    with collect_solvers() as made:
        stages = history.stages()
        stage = next(stages, None)
        while stage is not None:
            made.clear()
            following = next(stages, None)
            if steps(made) > worst.steps:
                worst = Worst(history, steps(made), stage)
            stage = following
    return worst


def climb(players: int, rng: Random, until: float) -> Worst:
    best = worst_of(History.random(players, rng))
    waited = 0
    while waited < PATIENCE and monotonic() < until:
        other = worst_of(best.history.with_change(rng))
        best, waited = (other, 0) if other.steps > best.steps else (best, waited + 1)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="*", default=(100, 200, 300))
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    u, rng = unit(), Random(arguments.seed)
    print(f"U = {u:.3f} s of CPU")
    until = monotonic() + 60 * arguments.minutes
    while monotonic() < until:
        for players in arguments.players:
            worst = climb(players, rng, until)
            begin = process_time()
            with suppress(NoLegalPairing, CannotPair):
                pair(worst.stage, Options(), Random(0))
            spent = (process_time() - begin) / u
            print(
                f"{spent:6.2f} U {worst.steps:9d} steps, round {worst.stage.next_round:2d}: {worst.history}", flush=True
            )


if __name__ == "__main__":
    main()
