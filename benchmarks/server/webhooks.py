"""Check 1,000 webhooks and 500 streams while eight programs write: no answer of 500 or more, no deadlock, no loss.

    python -m benchmarks.server.webhooks --webhooks 1000 --streams 500 --writers 8 --results 200

The benchmark creates tournaments of a hundred webhooks each in a separate database. It starts the server and follows it
by streams. The writers send results to all tournaments by HTTP, first without webhooks and streams and then with them.
The receiver is a separate process that accepts everything. The benchmark prints:

- answers other than 200
- deadlocks that the database counts
- the number of webhooks and streams that got every event once and in order
- the time from the answer of a write until the last of them got its event
- the processor time of the sending process for each delivery
- the time of a write, as a ratio to the time without webhooks and streams
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import multiprocessing
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from multiprocessing import connection
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ |= {"WEBHOOK_NETWORKS": "127.0.0.1", "WEBHOOK_HTTP": "on"}

import django

django.setup()

from django.db import connection as database
from django.utils import timezone

from benchmarks.helpers.database import of_its_own
from benchmarks.server.streams import Readers, milliseconds, start_server
from tournaments.core.rights import Who
from tournaments.models import JournalEntry, Pairing, Tournament, User, Webhook
from tournaments.people import tokens
from tournaments.players import registration
from tournaments.rounds import rounds
from tournaments.setup import lifecycle
from tournaments.webhooks import receivers

#: How long to wait for the last deliveries, in seconds.
PATIENCE = 600


class Halls:
    """Tournaments with a running round each, and a person's tokens for all of them."""

    def __init__(self, count: int, tables: int, writers: int) -> None:
        self.who = Who.at_page(User.objects.create_user("benchmark", password="-"))
        self.tournaments = [self._hall(number, tables) for number in range(count)]
        more = {"scopes": ["results:write"], "expires_at": timezone.now() + timedelta(days=1)}
        self.secrets = [tokens.create_account_token(self.who, name=f"Desk {n}", **more)[1] for n in range(writers)]
        rows = Pairing.objects.order_by("table", "round__tournament")
        self.tables = list(rows.values_list("round__tournament__slug", "public_id", "version"))

    def _hall(self, number: int, tables: int) -> Tournament:
        more = {"starts_on": date(2026, 1, 1), "time_zone": "UTC"}
        hall = lifecycle.create_tournament(self.who, name=f"Hall {number}", game="chess", system="round-robin", **more)
        registration.add_players(self.who, hall, [{"name": f"Player {n:03}"} for n in range(2 * tables)])
        rounds.publish_round(self.who, hall, rounds.pair_next_round(self.who, hall, 1))
        return hall

    def hook(self, count: int, port: int) -> None:
        for number in range(count):
            address = f"http://127.0.0.1:{port}/{number}"
            receivers.create_webhook(
                self.who, self.tournaments[number % len(self.tournaments)], address=address, topics=["results"]
            )

    def expected_sequences(self, first: dict[int, int]) -> dict[int, list[int]]:
        """Return the numbers of the later results, by tournament."""
        found = defaultdict(list)
        entries = JournalEntry.objects.filter(verb="enter-result").order_by("sequence")
        for tournament, sequence in entries.values_list("tournament", "sequence"):
            if sequence > first[tournament]:
                found[tournament].append(sequence)
        return found


class Writers:
    """Programs that enter results, each at its own tables; seconds of each write, and the answers."""

    def __init__(self, halls: Halls, port: int) -> None:
        self.halls, self.port = halls, port
        self.answers: Counter[int] = Counter()
        self.versions = {table: version for _slug, table, version in halls.tables}
        self.done: dict[tuple[str, int], float] = {}
        self.turn = 0

    def write(self, times: int) -> list[float]:
        self.turn += 1
        count = len(self.halls.secrets)
        with ThreadPoolExecutor(count) as pool:
            found = pool.map(
                lambda n: self._write(self.halls.secrets[n], self.halls.tables[:times][n::count]), range(count)
            )
            return [seconds for times in found for seconds in times]

    def _write(self, secret: str, tables: list[tuple[str, str, int]]) -> list[float]:
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        text = ("1-0", "0-1", "½-½")[self.turn % 3]
        found = []
        for slug, table, _version in tables:
            began = time.perf_counter()
            headers = {"Authorization": f"Bearer {secret}", "If-Match": f'"{self.versions[table]}"'}
            headers["Content-Type"] = "application/json"
            path = f"/api/v1/tournaments/{slug}/pairings/{table}/result"
            client.request("PUT", path, json.dumps({"notation": text}), headers)
            answer = client.getresponse()
            body = json.loads(answer.read())
            found.append(time.perf_counter() - began)
            self.answers[answer.status] += 1
            if answer.status == 200:
                self.versions[table] = body["version"]
                self.done[slug, body["version"]] = time.perf_counter()
        client.close()
        return found


def receive(port: int, pipe: connection.Connection) -> None:
    """Receive all messages in a process; at the end, report the ids and times by path."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    got: dict[str, list[tuple[int, float]]] = defaultdict(list)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := await reader.readline():
            path, length = head.split()[1].decode()[1:], 0
            while (line := await reader.readline()) not in (b"\r\n", b""):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            body = json.loads(await reader.readexactly(length))
            got[path].append((int(body["data"]["id"]), time.perf_counter()))
            writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        writer.close()

    async def run() -> None:
        await asyncio.start_server(serve, "127.0.0.1", port, backlog=1024)
        pipe.send("ready")
        while True:
            await asyncio.sleep(0.2)
            while pipe.poll():
                pipe.send(
                    {path: list(each) for path, each in got.items()} if pipe.recv() else sum(map(len, got.values()))
                )

    asyncio.run(run())


def processor_time(server: subprocess.Popen[bytes]) -> dict[int, float]:
    """Return the processor seconds used by the processes of the server."""
    listed = subprocess.run(
        ["ps", "-o", "pid=,cputimes=", "--ppid", str(server.pid)], capture_output=True, text=True, check=True
    )
    return {int(line.split()[0]): float(line.split()[1]) for line in listed.stdout.splitlines()}


def deadlocks() -> int:
    with database.cursor() as cursor:
        cursor.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


def measure(asked: argparse.Namespace, port: int, receiver: connection.Connection, receiving: int) -> None:
    count = -(-asked.webhooks // receivers.MOST)
    halls = Halls(count, -(-asked.results // count), asked.writers)
    writers = Writers(halls, port)
    server = start_server(port)
    try:
        writers.write(asked.results)  # each process loads the program, and every table has a result
        idle = writers.write(asked.results)
    finally:
        end(server)
    halls.hook(asked.webhooks, receiving)
    server = start_server(port)  # for it to see webhooks of other processes
    try:
        each = asked.streams // count
        paths = [f"/api/v1/tournaments/{hall.slug}/events/stream" for hall in halls.tournaments]
        readers = [Readers(port, path, each) for path in paths]
        for reader in readers:
            reader.open()
        print(f"{sum(r.opened for r in readers)} streams opened, {sum(r.refused for r in readers)} refused")
        first = dict(JournalEntry.objects.order_by("sequence").values_list("tournament", "sequence"))
        before = deadlocks()
        began = time.perf_counter()
        busy = writers.write(asked.results)
        wrote = time.perf_counter() - began
        wanted = halls.expected_sequences(first)
        every = sum(len(wanted[halls.tournaments[n % count].pk]) for n in range(asked.webhooks))
        got = wait_for_all(receiver, every)
        took = time.perf_counter() - began
        print(
            f"{asked.results} results were written in {wrote:.1f} s; {took:.1f} s from the first to the last delivery"
        )
        print(f"answers to {sum(writers.answers.values())} writes: {dict(writers.answers)}")
        print(f"deadlocks that the database counts: {deadlocks() - before}")
        print_webhooks(asked.webhooks, halls, writers, wanted, got)
        right = sum(r.ids.count(wanted[hall.pk]) for hall, r in zip(halls.tournaments, readers, strict=True))
        print(f"{right} of {each * count} streams got all events in order")
        used = sorted(processor_time(server).values())
        print(f"deliveries per second: {every / took:.0f}; seconds of the processor of each process: {used}")
        print(f"a write without: {milliseconds(idle)}; with them: {milliseconds(busy)}")
        print(f"ratio of the medians: {median(busy) / median(idle):.2f}")
    finally:
        end(server)


def wait_for_all(receiver: connection.Connection, every: int) -> dict[str, list[tuple[int, float]]]:
    """Return the received messages, when there are `every` or it takes too long."""
    deadline, received = time.monotonic() + PATIENCE, 0
    while received < every and time.monotonic() < deadline:
        time.sleep(0.3)
        receiver.send(False)
        received = receiver.recv()
    receiver.send(True)
    found: dict[str, list[tuple[int, float]]] = receiver.recv()
    return found


def print_webhooks(
    count: int,
    halls: Halls,
    writers: Writers,
    wanted: dict[int, list[int]],
    got: dict[str, list[tuple[int, float]]],
) -> None:
    """Print whether each received everything, in order, and how late."""
    complete, late = 0, []
    for number in range(count):
        hall, rows = halls.tournaments[number % len(halls.tournaments)], got.get(str(number), [])
        complete += [sequence for sequence, _at in rows] == wanted[hall.pk]
        late += [at - writers.done[hall.slug, sequence] for sequence, at in rows]
    every, failed = sum(map(len, got.values())), Webhook.objects.exclude(failing_since=None).count()
    print(f"{complete} of {count} webhooks got all events once and in order: {every}; {failed} are failing")
    print(f"from the answer of a write to a webhook: {milliseconds(late)}")


def end(server: subprocess.Popen[bytes]) -> None:
    os.killpg(server.pid, signal.SIGINT)
    server.wait(60)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--webhooks", type=int, default=1000)
    parser.add_argument("--streams", type=int, default=500)
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--results", type=int, default=200)
    asked = parser.parse_args()
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    ours, theirs = multiprocessing.Pipe()
    receiving = free_port()
    receiver = multiprocessing.get_context("spawn").Process(target=receive, args=(receiving, theirs), daemon=True)
    receiver.start()
    ours.recv()
    try:
        with of_its_own():
            measure(asked, free_port(), ours, receiving)
    finally:
        receiver.kill()


if __name__ == "__main__":
    main()
