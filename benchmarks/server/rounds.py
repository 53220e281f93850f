"""Measure the time of a request that pairs a round: engine, judge, reasons, and writing to the database.

    python -m benchmarks.server.rounds [--sizes 100 256 1000] [--memory 2000] [--seeds 3] [--repeats 7] [--dutch 5000]

The benchmark stores a tournament of eight rounds under PAPP. Then it presses the button of round 9 through Django's own
handler with the real middleware, on the embedded PostgreSQL in a separate database. The button's action commits, so the
database checks it in full. The benchmark deletes the draft afterwards. Times are wall time, in multiples of the time
that networkx needs for a complete graph of 50 players. Both repeat alternately and the best of each counts, because
other load makes everything slower and nothing faster. Beside it stand CPU seconds of this process and of the database,
which exclude the wait for a busy machine. `--memory` runs in a separate process that has never loaded networkx.

`--dutch` presses the same button in a Dutch tournament, in rounds 2 and 5. It counts CPU alone, in multiples of the
engine's CPU for the same round.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
from datetime import date
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.conf import settings
from django.db import connection
from django.test import Client

from benchmarks.helpers.database import of_its_own
from benchmarks.helpers.fields import stage_before
from pairings.files.trf import as_plan
from pairings.snapshot import Snapshot
from pairings.systems import dutch
from server.processes import supervisor
from tournaments.core.journal.acts import act
from tournaments.core.rights import Right, Who
from tournaments.drafts import storing
from tournaments.drafts.storing import assign_seats
from tournaments.models import Player, Round, Stage, Tournament, User
from tournaments.models.player import sort_key
from tournaments.rounds import rounds
from tournaments.setup import lifecycle

ROUND = 9
DUTCH_ROUNDS = 2, 5

#: The game and the settings for a tournament of each system.
SETTINGS: dict[str, dict[str, Any]] = {
    "papp": {"game": "othello"},
    "dutch": {"game": "chess", "options": {"initial_colour": "white"}, "planned_rounds": 9},
}


def stored(who: Who, snapshot: Snapshot, seed: int, system: str) -> Tournament:
    """Store a tournament whose rounds are those of the snapshot, closed."""
    tournament = lifecycle.create_tournament(
        who,
        name=f"Benchmark {system} {len(snapshot.players)} {snapshot.next_round} {seed}",
        starts_on=date(2026, 1, 1),
        time_zone="UTC",
        system=system,
        **SETTINGS[system],
    )
    with act(who, tournament, "import-tournament", Right.ADMINISTER) as doing:
        stage = doing.tournament.stages.get()
        rows = {
            player.number: Player(
                tournament=doing.tournament,
                name=f"Player {player.number:04}",
                sort_key=sort_key(f"Player {player.number:04}"),
                rating=player.rating,
                federation=player.federation,
                version=doing.sequence,
            )
            for player in snapshot.players
        }
        doing.create_many(list(rows.values()))
        assign_seats(doing, stage, list(rows.values()))
        Stage.objects.filter(pk=stage.pk).update(started_at=doing.at, drawn_at=doing.at)
        for played in snapshot.rounds:
            storing.store_plan(doing, stage, as_plan(played), rows, Round.Status.CLOSED)
    return tournament


class Clock:
    """Seconds by the wall clock, and seconds of CPU of this process and of the database's for this connection."""

    def __init__(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            self.backend = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")

    def now(self) -> tuple[float, float]:
        spent = int(self.backend.read_text().split()[0]) if self.backend.exists() else 0
        return perf_counter(), process_time() + spent / 1e9

    def since(self, begin: tuple[float, float]) -> tuple[float, float]:
        wall, cpu = self.now()
        return wall - begin[0], cpu - begin[1]


class Button:
    """The request that pairs the next round, which can be repeated."""

    def __init__(self, snapshot: Snapshot, seed: int, system: str = "papp") -> None:
        orla = User.objects.get_or_create(username="benchmark")[0]
        self.who = Who.at_page(orla)
        self.tournament = stored(self.who, snapshot, seed, system)
        self.number = snapshot.next_round
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # as a server's database does after a while
        self.desk = f"/t/{self.tournament.slug}/desk/"
        self.tables = len(snapshot.players) // 2
        self.clock = Clock()
        self.client = Client()
        self.client.force_login(orla)
        self.client.get(self.desk)  # the test client loads the middleware at its first request, a server before it

    def press(self) -> tuple[float, ...]:
        """Return the seconds until the round is paired, then until its draft is shown, each by the wall clock and of
        CPU; then undo it.
        """
        begin = self.clock.now()
        answer = self.client.post(f"{self.desk}rounds/pair/", {"number": self.number})
        paired = self.clock.since(begin)
        begin = self.clock.now()
        page = self.client.get(answer["Location"])
        shown = self.clock.since(begin)
        draft = self.tournament.rounds.get(number=self.number)
        if page.status_code != 200 or draft.pairings.count() != self.tables:
            raise SystemExit(f"{2 * self.tables} players: the round was not paired")
        rounds.discard_round(self.who, self.tournament, draft)
        return (*paired, *shown)


def measure(players: int, seeds: int, repeats: int) -> None:
    from benchmarks.engines.matching import table, theirs

    found = []
    for seed in range(seeds):
        button, costs = Button(stage_before(ROUND, players, seed), seed), table(50, seed)
        times = []
        for _time in range(repeats):
            begin = button.clock.now()
            theirs(costs)
            times.append((*button.clock.since(begin), *button.press()))
        unit, unit_cpu, *rest = (min(column) for column in zip(*times, strict=True))
        found.append((rest[0] / unit, rest[1] / unit_cpu, rest[2] / unit, rest[3] / unit_cpu, rest[0], unit))
    wall, cpu, page, page_cpu, seconds, units = (sorted(column) for column in zip(*found, strict=True))
    print(
        f"{players:5d} players: {median(wall):.2f} times networkx (worst seed {wall[-1]:.2f}), "
        f"CPU {median(cpu):.2f} times ({cpu[-1]:.2f}); {median(seconds):.3f} s against {median(units):.3f} s; "
        f"the draft's page {median(page):.2f} times, CPU {median(page_cpu):.2f}",
        flush=True,
    )


def measure_dutch(players: int, repeats: int) -> None:
    """Print a line per round: the engine alone, the request that pairs, and the draft's page, in seconds of CPU."""
    from benchmarks.engines.dutch import generate_stages

    stages = {stage.next_round: stage for stage in generate_stages(players, 2026) if stage.next_round in DUTCH_ROUNDS}
    for number in DUTCH_ROUNDS:
        button = Button(stages[number], number, "dutch")
        supervisor.settle()
        times = []
        for _time in range(repeats):
            begin = process_time()
            dutch.pair(stages[number], dutch.Options(), Random(0))
            engine = process_time() - begin
            _wall, paired, _shown, shown = button.press()
            times.append((engine, paired, shown))
        engine, paired, shown = (min(column) for column in zip(*times, strict=True))
        print(
            f"{players:5d} players, Dutch, round {number}: engine {engine:.3f} s, request {paired:.3f} s, "
            f"the draft's page {shown:.3f} s: {(paired + shown) / engine:.1f} times the engine",
            flush=True,
        )


def print_memory(players: int) -> None:
    """Print the memory of a separate process, so that nothing else is counted."""
    command = [sys.executable, "-m", "benchmarks.server.rounds", "--alone", str(players)]
    print(subprocess.run(command, check=True, capture_output=True, text=True).stdout, end="", flush=True)


def alone(players: int) -> None:
    button = Button(stage_before(ROUND, players, 1), 1)
    before = peak()
    paired, *_ = button.press()
    print(f"{players:5d} players: {paired:.1f} s, {peak()} MB at most, {before} MB before the request", flush=True)


def peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="*", default=[100, 256, 1000])
    parser.add_argument("--memory", type=int, nargs="*", default=[])
    parser.add_argument("--dutch", type=int, nargs="*", default=[])
    parser.add_argument("--alone", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--repeats", type=int, default=7)
    arguments = parser.parse_args()
    settings.ALLOWED_HOSTS.append("testserver")
    supervisor.settle()  # as a server's worker does
    with of_its_own():
        if arguments.alone:
            alone(arguments.alone)
        else:
            for players in arguments.sizes:
                measure(players, arguments.seeds, arguments.repeats)
            for players in arguments.dutch:
                measure_dutch(players, arguments.repeats)
    for players in arguments.memory:
        print_memory(players)


if __name__ == "__main__":
    main()
