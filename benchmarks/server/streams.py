"""Check open streams while programs write: completeness, order, and the cost to the writers.

python -m benchmarks.server.streams [--streams 500] [--writers 8] [--results 200] [--at-once]

The benchmark starts `manage.py start` on a separate database with a running round. The event loop of another process
opens the streams. Each writer has a separate token and sends results by HTTP, first without streams and then beside
them. The benchmark prints:

- answers other than 200
- the number of streams that got every event in order
- the time from the answer of a write until its event was on every stream
- the memory of the workers for each stream
- the time of a write, as a ratio to the time without streams

With `--at-once`, all streams connect at the same moment, as after a break in the hall. The benchmark then prints
the number of open streams after 3 seconds, and the time of a write during that time.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path
from statistics import median, quantiles
from threading import Thread

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.utils import timezone

from benchmarks.helpers.database import NAME, of_its_own
from tournaments.core.rights import Who
from tournaments.models import JournalEntry, Pairing, Tournament, User
from tournaments.people import tokens
from tournaments.players import registration
from tournaments.rounds import rounds
from tournaments.setup import lifecycle

PLAYERS = 400


class Hall:
    """A running round, and tokens for its writers."""

    def __init__(self, writers: int, players: int = PLAYERS, name: str = "Hall") -> None:
        who = Who.at_page(User.objects.create_user(f"benchmark {name}", password="-"))
        as_open = {"system": "dutch", "planned_rounds": 9, "starts_on": date(2026, 1, 1), "time_zone": "UTC"}
        self.tournament: Tournament = lifecycle.create_tournament(who, name=name, game="chess", **as_open)
        registration.add_players(who, self.tournament, [{"name": f"Player {n:03}"} for n in range(players)])
        rounds.publish_round(who, self.tournament, rounds.pair_next_round(who, self.tournament, 1))
        more = {"scopes": ["results:write"], "expires_at": timezone.now() + timedelta(days=1)}
        self.secrets = [tokens.create_token(who, self.tournament, name=f"Desk {n}", **more)[1] for n in range(writers)]

    @property
    def tables(self) -> list[tuple[str, int]]:
        """The current tables: the id and the version of each."""
        own = Pairing.objects.filter(round__tournament=self.tournament)
        return list(own.order_by("table").values_list("public_id", "version"))

    @property
    def last(self) -> int:
        return JournalEntry.objects.filter(tournament=self.tournament).latest("sequence").sequence


class Writers:
    """Programs that enter results, each at its own tables; seconds of each write, and the answers."""

    def __init__(self, hall: Hall, port: int) -> None:
        self.hall, self.port = hall, port
        self.answers: Counter[int] = Counter()
        self.versions = dict(hall.tables)
        self.done: dict[int, float] = {}
        self.turn = 0

    def write(self, times: int) -> list[float]:
        self.turn += 1
        mine = [list(self.versions)[n :: len(self.hall.secrets)] for n in range(len(self.hall.secrets))]
        each = times // len(self.hall.secrets)
        with ThreadPoolExecutor(len(self.hall.secrets)) as pool:
            found = pool.map(lambda n: self._write(self.hall.secrets[n], mine[n][:each]), range(len(mine)))
            return [seconds for times in found for seconds in times]

    def _write(self, secret: str, tables: list[str]) -> list[float]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        text = ("1-0", "0-1", "½-½")[self.turn % 3]
        found = []
        for table in tables:
            began = time.perf_counter()
            headers = {"Authorization": f"Bearer {secret}", "If-Match": f'"{self.versions[table]}"'}
            headers["Content-Type"] = "application/json"
            path = f"/api/v1/tournaments/{self.hall.tournament.slug}/pairings/{table}/result"
            connection.request("PUT", path, json.dumps({"notation": text}), headers)
            answer = connection.getresponse()
            body = json.loads(answer.read())
            found.append(time.perf_counter() - began)
            self.answers[answer.status] += 1
            if answer.status == 200:
                self.versions[table] = body["version"]
                self.done[body["version"]] = time.perf_counter()
        connection.close()
        return found


class Readers:
    """Streams in an event loop of a separate thread, with the ids that each received and the time of the last."""

    def __init__(self, port: int, path: str, count: int) -> None:
        self.port, self.path, self.count = port, path, count
        self.ids: list[list[int]] = [[] for _each in range(count)]
        self.arrivals: dict[int, float] = {}
        self.opened = 0
        self.refused = 0
        self.ended = 0
        self.reading: list[Future[None]] = []  # a loop holds its tasks weakly
        self.loop = asyncio.new_event_loop()
        Thread(target=self.loop.run_forever, daemon=True).start()

    def open_at_once(self) -> None:
        """Open all streams at once, without waiting."""
        self.reading += [asyncio.run_coroutine_threadsafe(self._read(n), self.loop) for n in range(self.count)]

    def open(self) -> None:
        for number in range(self.count):
            self.reading.append(asyncio.run_coroutine_threadsafe(self._read(number), self.loop))
            while number - self.opened - self.refused > 200:  # a connection in the backlog is not yet a stream
                time.sleep(0.001)
        while self.opened + self.refused < self.count:
            time.sleep(0.01)

    def close(self) -> None:
        """Close all streams."""
        for each in self.reading:
            each.cancel()

    async def _read(self, number: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n".encode())
        if b"200" not in await reader.readline():
            self.refused += 1
            return
        while line := await reader.readline():
            if line.startswith(b"retry:"):
                self.opened += 1
            elif line.startswith(b"id: "):
                self.ids[number].append(int(line[4:]))
                self.arrivals[self.ids[number][-1]] = time.perf_counter()
        self.ended += 1


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def memory(server: subprocess.Popen[bytes]) -> int:
    """Return the bytes of the workers."""
    found = subprocess.run(["ps", "-o", "rss=", "--ppid", str(server.pid)], capture_output=True, text=True, check=True)
    return sum(int(line) for line in found.stdout.split()) * 1024


def start_server(port: int) -> subprocess.Popen[bytes]:
    more = {"EMBEDDED_POSTGRES_NAME": NAME, "KIERROS_BOOTSTRAP": "off", "STREAMS_PER_ADDRESS": "100000"}
    command = [sys.executable, str(ROOT / "manage.py"), "start", "--port", str(port)]
    server = subprocess.Popen(command, env={**os.environ, **more}, start_new_session=True, stdout=subprocess.DEVNULL)
    while socket.socket().connect_ex(("127.0.0.1", port)) != 0:
        time.sleep(0.2)
    return server


def milliseconds(found: list[float]) -> str:
    return f"p50 {median(found) * 1000:.0f} ms, p99 {quantiles(found, n=100)[98] * 1000:.0f} ms"


def meet_a_rush(readers: Readers, writers: Writers, began: float) -> None:
    """Open all streams at the same moment, enter results at the same time, and wait until all are open."""
    readers.open_at_once()
    meanwhile: list[float] = []
    after: int | None = None
    while readers.opened + readers.refused < readers.count and time.perf_counter() - began < 120:
        meanwhile += writers.write(len(writers.hall.secrets))
        if after is None and time.perf_counter() - began >= 3:
            after = readers.opened
    print(f"after 3 s {readers.opened if after is None else after} of {readers.count} were open")
    print(f"a write during that time: p50 {median(meanwhile) * 1000:.0f} ms, longest {max(meanwhile) * 1000:.0f} ms")


def measure(hall: Hall, port: int, streams: int, results: int, *, at_once: bool) -> None:
    server = start_server(port)
    try:
        writers = Writers(hall, port)
        writers.write(results)  # each process loads the program, and every table has a result
        idle = writers.write(results)
        before = memory(server)
        readers = Readers(port, f"/api/v1/tournaments/{hall.tournament.slug}/events/stream", streams)
        began = time.perf_counter()
        if at_once:
            meet_a_rush(readers, writers, began)
        else:
            readers.open()
        print(f"{readers.opened} streams opened in {time.perf_counter() - began:.1f} s, {readers.refused} refused")
        print(f"memory of the workers: {(memory(server) - before) / max(1, readers.opened) / 1024:.0f} KB a stream")
        first = hall.last + 1
        busy = writers.write(results)
        wanted = list(range(first, hall.last + 1))
        deadline = time.monotonic() + 60
        while any(ids[-1:] != wanted[-1:] for ids in readers.ids) and time.monotonic() < deadline:
            time.sleep(0.05)
        print(f"answers to {sum(writers.answers.values())} writes: {dict(writers.answers)}")
        complete = sum([number for number in ids if number >= first] == wanted for ids in readers.ids)
        print(f"{complete} of {streams} streams got all {len(wanted)} events in order")
        late = [readers.arrivals[number] - writers.done[number] for number in wanted if number in writers.done]
        print(f"from the answer of a write to the last stream: {milliseconds(late)}")
        print(f"a write without streams: {milliseconds(idle)}; with them: {milliseconds(busy)}")
        print(f"ratio of the medians: {median(busy) / median(idle):.2f}")
    finally:
        os.killpg(server.pid, signal.SIGINT)
        server.wait(60)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--streams", type=int, default=500)
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--results", type=int, default=200, help="the number of results in each turn, one per table")
    parser.add_argument("--at-once", action="store_true", help="open all streams at the same moment")
    asked = parser.parse_args()
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with of_its_own():
        measure(Hall(asked.writers), free_port(), asked.streams, asked.results, at_once=asked.at_once)


if __name__ == "__main__":
    main()
