"""The measures of `python -m benchmarks`: each is prepared once, then called repeatedly.

A measure is a function that prepares the uncounted part and returns the counted call, or the call and the preparation
before each one. Figures are CPU of this process, of its children and of the database for its connection, in multiples
of `beside`, which alternates with it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from time import process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.test import Client

    from benchmarks.server.large import Hall

Call = Callable[[], object]
#: The counted call, and the preparation before each one.
Ready = tuple[Call, Call]
Making = Callable[[], Call | Ready]

ROOT = Path(__file__).resolve().parent.parent
#: Calls of each, alternating with the loop.
TURNS = 5


@dataclass(frozen=True, slots=True)
class Measure:
    """A measured operation. `target` is its intended cost in milliseconds, on a machine where `beside` takes 20."""

    name: str
    ready: Making
    target: float | None = None
    is_long: bool = False


MEASURES: dict[str, Measure] = {}


def measure(name: str, *, target: float | None = None, is_long: bool = False) -> Callable[[Making], Making]:
    """Register the decorated function, which prepares a measure."""

    def note(ready: Making) -> Making:
        MEASURES[name] = Measure(name, ready, target, is_long)
        return ready

    return note


def beside() -> int:
    """Run the loop on which the figures are based: dictionaries, text, exact numbers and sorting, as in the program."""
    random, points, lines = Random(1), dict.fromkeys(range(400), Fraction(0)), []
    for turn in range(7200):
        player = random.randrange(400)
        points[player] += Fraction(turn % 3, 2)
        lines.append(f'<td data-n="{player}">{points[player]}</td>')
    return len("".join(sorted(lines))) + len(sorted(points.items(), key=lambda each: (-each[1], each[0])))


class Clock:
    """Seconds of CPU: of this process, its finished children, and the database's process for this connection."""

    def __init__(self) -> None:
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            self._backend = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")

    def now(self) -> float:
        children = getrusage(RUSAGE_CHILDREN)
        there = int(self._backend.read_text().split()[0]) / 1e9 if self._backend.exists() else 0.0
        return process_time() + children.ru_utime + children.ru_stime + there


@dataclass(frozen=True, slots=True)
class Measurement:
    """The fewest seconds of CPU of some calls, and of the loop beside them."""

    seconds: float
    unit: float

    @property
    def ratio(self) -> float:
        return self.seconds / self.unit

    def least(self, other: Measurement) -> Measurement:
        return Measurement(min(self.seconds, other.seconds), min(self.unit, other.unit))


def measure_call(call: Call, before: Call, turns: int = TURNS) -> Measurement:
    clock, spent, units = Clock(), [], []
    for _turn in range(turns):
        began = clock.now()
        beside()
        units.append(clock.now() - began)
        before()
        began = clock.now()
        call()
        spent.append(clock.now() - began)
    return Measurement(min(spent), min(units))


def with_preparation(ready: Call | Ready) -> Ready:
    return ready if isinstance(ready, tuple) else (ready, lambda: None)


@contextmanager
def on_a_database() -> Iterator[None]:
    """Set up Django as a server's worker does, on a separate database."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.conf import settings

    from benchmarks.helpers.database import of_its_own
    from server.processes import supervisor

    settings.ALLOWED_HOSTS.append("testserver")
    with of_its_own():
        supervisor.settle()
        yield


# Without a database.


@measure("a round of 1,000 by the Dutch system")
def dutch_round() -> Call:
    from benchmarks.engines.dutch import generate_stages
    from pairings.systems import dutch

    before = next(stage for stage in generate_stages(1000, 2026) if stage.next_round == 5)
    return lambda: dutch.pair(before, dutch.Options(), Random(0))


@measure("a round of 100 by PAPP")
def papp_round() -> Call:
    from benchmarks.helpers.fields import stage_before
    from pairings.systems import papp

    before = stage_before(9, 100, 1)
    return lambda: papp.pair(before, papp.Options(), Random(0))


@measure("the table of 500 after 11 rounds")
def ranking() -> Call:
    from benchmarks.engines.standings import CHESS_CHAIN, tournament, with_chain
    from standings.core.rank import rank

    played, rules = tournament(500, 11), with_chain("fide-2026", CHESS_CHAIN)
    return lambda: rank(played, rules)


@measure("python -m pairings pair, 4 players", target=120)
def command() -> Call:
    folder = Path(tempfile.mkdtemp(prefix="kierros-benchmark-"))
    file = folder / "four.trf"
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    settings = usual | {"PYTHONPYCACHEPREFIX": str(folder)}  # as before the call

    def run(*arguments: str) -> None:
        command = [sys.executable, "-m", "pairings", *arguments]
        subprocess.run(command, check=True, capture_output=True, cwd=ROOT, env=settings)

    run("generate", "--players", "4", "--rounds", "1", "--seed", "1", "--output", str(file))
    run("pair", str(file))
    return lambda: run("pair", str(file))


# With a database.


@cache
def _hall(players: int) -> tuple[Hall, Client, str]:
    """Return a tournament in its fifth round, a client at the desk, and the start of its URLs."""
    from django.test import Client

    from benchmarks.server.large import Hall

    hall = Hall(players)
    writer = Client()
    writer.force_login(hall.who.user)
    return hall, writer, f"/t/{hall.tournament.slug}"


def _page_request(players: int, path: str, *, by_staff: bool = False) -> Ready:
    from benchmarks.server.large import forget

    hall, writer, root = _hall(players)
    if by_staff:
        hall.get(f"{root}/")
    asker = writer if by_staff else hall.client
    address = path.format(root=root, api=f"/api/v1/tournaments/{hall.tournament.slug}")

    def ask() -> None:
        answer = asker.get(address)
        if answer.status_code != 200:
            raise SystemExit(f"{address}: {answer.status_code}")

    ask()
    return ask, forget


@measure("the page of results, 200 tables", target=60)
def results_page() -> Ready:
    return _page_request(400, "{root}/desk/rounds/5/results/", by_staff=True)


@measure("the public page of a round, 200 tables")
def round_page() -> Ready:
    return _page_request(400, "{root}/rounds/5/")


@measure("the page of the standings, 400 players")
def standings_page() -> Ready:
    return _page_request(400, "{root}/standings/")


@measure("the snapshot of 500 players in the API", target=60)
def snapshot() -> Ready:
    return _page_request(500, "{api}/snapshot")


@measure("the file of a tournament of 200", target=60)
def tournament_file() -> Ready:
    return _page_request(200, "{root}/desk/tournament.json", by_staff=True)


@measure("a result at the desk")
def result() -> Call:
    hall, _writer, _root = _hall(400)
    return hall.enter


def _draft(players: int) -> Ready:
    from benchmarks.engines.dutch import generate_stages
    from benchmarks.server.rounds import Button
    from tournaments.rounds import rounds

    before = next(stage for stage in generate_stages(players, 2026) if stage.next_round == 5)
    button = Button(before, 5, "dutch")

    def press() -> None:
        answer = button.client.post(f"{button.desk}rounds/pair/", {"number": 5})
        if answer.status_code != 302:
            raise SystemExit(f"the round was not paired: {answer.status_code}")

    def discard() -> None:
        rounds.discard_round(button.who, button.tournament, button.tournament.rounds.get(number=5))

    press()
    return press, discard


@measure("from the click to the draft, 1,000 players", target=80)
def draft() -> Ready:
    return _draft(1000)


@measure("from the click to the draft, 5,000 players", target=700, is_long=True)
def large_draft() -> Ready:
    return _draft(5000)


@measure("the import of a report, 500 players and 8 rounds", target=800)
def report() -> Call:
    from benchmarks.engines.dutch import generate_stages
    from pairings.files.trf.writing.build import document_of
    from pairings.files.trf.writing.write import write
    from tournaments.core.rights import Who
    from tournaments.report_files import importing
    from tournaments.report_files.reading import incoming

    after = next(stage for stage in generate_stages(500, 2026) if stage.next_round == 9)
    data = write(document_of(after))

    def read() -> None:
        importing.import_tournament(
            Who.command("benchmark"),
            incoming(data),
            name="Benchmark",
            starts_on=date(2026, 1, 1),
            time_zone="UTC",
            is_public=False,
        )

    return read
