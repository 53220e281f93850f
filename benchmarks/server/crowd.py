"""Measure the load that one core can serve in a hall: public pages, own pages and open streams.

python -m benchmarks.server.crowd [--seconds 5] [--connections 64] [--tables 200] [--people 2000] [--streams 1000 5000]

The benchmark starts `manage.py start` on a separate database with a running round. The server, its workers and its
PostgreSQL get one core, and the load gets the other. It prints rates, times and ratios of one run for:

- the pairings from memory, and unchanged (304)
- constant bytes of the page's length, from the same workers without the program
- the page rendered for each request
- own pages, each for the first time, spread over ten seconds
- streams that get a result, whose clients then fetch the page
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import select
import signal
import socket
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import median, quantiles
from subprocess import Popen
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

import uvloop
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from psutil import Process

from benchmarks.helpers.database import of_its_own
from benchmarks.server.streams import Hall, Readers, Writers, free_port, memory, start_server
from server.processes.supervisor import WORKERS, OnSocket, listen
from tournaments.models import Tournament
from tournaments.public.page_cache import PAGES

SERVER, LOAD = {0}, {1}
TURNS = 5
#: Results that are entered one by one, without streams and with them.
RESULTS = 10


@dataclass
class Load:
    """The result of a load: answers per second, the server's CPU microseconds per answer, and the seconds of each."""

    rate: float
    effort: float
    seconds: list[float]
    status: bytes
    length: int

    def __str__(self) -> str:
        cuts = quantiles(self.seconds, n=100)
        times = f"p50 {median(self.seconds) * 1e3:5.1f} ms, p99 {cuts[98] * 1e3:5.1f} ms"
        return f"{self.rate:8.0f} a second, {self.effort:4.0f} µs of CPU, {times}"


def ask(port: int, path: str, headers: dict[str, str]) -> tuple[bytes, bytes]:
    """Return one answer: its head and its body."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(request(path, headers | {"Connection": "close"}))
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _gap, body = answer.partition(b"\r\n\r\n")
    return head, body


def request(path: str, headers: dict[str, str]) -> bytes:
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{lines}\r\n".encode()


def spent(workers: Sequence[Process]) -> float:
    """Return the seconds of CPU that processes have used."""
    return sum(each.user + each.system for each in (worker.cpu_times() for worker in workers))


def load(
    port: int, workers: Sequence[Process], path: str, headers: dict[str, str], connections: int, seconds: float
) -> Load:
    """Request a page repeatedly over `connections` connections. Every answer must be as long as the first."""
    asked = request(path, headers)
    opened = {}
    poll = select.epoll()
    for _number in range(connections):
        each = socket.create_connection(("127.0.0.1", port))
        each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        opened[each.fileno()] = each
        poll.register(each.fileno(), select.EPOLLIN)
    each.sendall(asked)
    first = each.recv(65536)
    head = first.partition(b"\r\n\r\n")[0]
    length = len(head) + 4
    if b"content-length" in head.lower() and b" 304 " not in head[:16]:
        length += int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
    while len(first) < length:
        first += each.recv(65536)
    clock, times, missing, sent = time.perf_counter, [], dict.fromkeys(opened, length), {}
    before, began = spent(workers), clock()
    for number, each in opened.items():
        sent[number] = clock()
        each.sendall(asked)
    until = began + seconds
    while (now := clock()) < until:
        for number, _events in poll.poll(1):
            each = opened[number]
            missing[number] -= len(each.recv(1 << 20))
            if missing[number] <= 0:
                now = clock()
                if missing[number]:
                    raise SystemExit(f"{path}: an answer has another length")
                times.append(now - sent[number])
                missing[number], sent[number] = length, now
                each.send(asked)
    for each in opened.values():
        each.close()
    effort = (spent(workers) - before) / len(times) * 1e6
    return Load(len(times) / (now - began), effort, times, head.split(b"\r\n")[0], length)


def _constant(listener: socket.socket, headers: list[tuple[str, str]], body: bytes) -> None:
    async def answer(_scope: Any, protocol: Any) -> None:
        protocol.response_bytes(200, headers, body)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(OnSocket(listener, answer).serve())


@contextmanager
def constant(head: bytes, body: bytes) -> Iterator[tuple[int, list[Process]]]:
    """Run the workers without the program, and yield the port where they always send this answer."""
    lines = (line.decode().partition(": ") for line in head.split(b"\r\n")[1:])
    headers = [(name.lower(), value) for name, _colon, value in lines if name.lower() not in ("date", "connection")]
    port = free_port()
    listener = listen(port)
    context = get_context("fork")
    workers = [context.Process(target=_constant, args=(listener, headers, body)) for _number in range(WORKERS)]
    for each in workers:
        each.start()
        os.sched_setaffinity(each.pid or 0, SERVER)
    try:
        yield port, [Process(each.pid) for each in workers]
    finally:
        for each in workers:
            each.kill()
            each.join()
        listener.close()


def pages(hall: Hall, server: Popen[bytes], port: int, connections: int, seconds: float) -> None:
    """Measure the public pairings of a running round."""
    path = f"/t/{hall.tournament.slug}/rounds/1/"
    browser = {"Accept-Encoding": "gzip, deflate, br", "Accept-Language": "en-GB,en;q=0.9", "Accept": "text/html"}
    browser["User-Agent"] = (
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36"
    )
    for _each in range(40):  # every worker has the page in memory and listens to the journal
        head, body = ask(port, path, browser)
        time.sleep(0.05)
    tag = next(line.decode()[6:] for line in head.split(b"\r\n") if line.lower().startswith(b"etag: "))
    found: dict[str, list[Load]] = {}
    workers = [each for each in Process(server.pid).children(recursive=True) if "postgres" not in each.name()]
    with constant(head, body) as (other, bare):
        time.sleep(1)
        for _turn in range(TURNS):  # alternating, because other programs may use the machine
            for name, to, busy, more in (
                ("the pairings", port, workers, {}),
                ("unchanged (304)", port, workers, {"If-None-Match": tag}),
                ("constant bytes", other, bare, {}),
            ):
                asked = load(to, busy, path, browser | more, connections, seconds / TURNS)
                found.setdefault(name, []).append(asked)
    best = {name: max(turns, key=lambda turn: turn.rate) for name, turns in found.items()}
    unit = best["constant bytes"]
    print(f"{len(body)} bytes of {len(hall.tables)} tables, {connections} connections, the best of {TURNS} turns:")
    for name, each in best.items():
        ratios = f"{each.rate / unit.rate:.2f} of the rate of constant bytes, {unit.effort / each.effort:.2f} by CPU"
        print(f"  {name:16} {each}, {ratios} ({each.status.decode()[9:]})")


def cold(hall: Hall) -> None:
    """Measure the same page rendered each time, in this process."""
    settings.ALLOWED_HOSTS.append("testserver")
    client, path = Client(headers={"Accept-Encoding": "gzip, br"}), f"/t/{hall.tournament.slug}/rounds/1/"
    client.get(path)
    times = []
    for _each in range(15):
        PAGES.clear()
        began = time.process_time()
        client.get(path)
        times.append(time.process_time() - began)
    PAGES.clear()
    with CaptureQueriesContext(connection) as asked:
        client.get(path)
    print(f"rendered again: {len(asked)} queries, {median(times) * 1e3:.1f} ms of CPU")


class Crowd:
    """Clients in an event loop of this process."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.seconds: list[float] = []
        self.answers: Counter[str] = Counter()

    async def get(self, path: str, headers: dict[str, str] | None = None) -> None:
        """Request one answer over a separate connection."""
        began = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(request(path, {"Accept-Encoding": "br", "Connection": "close", **(headers or {})}))
        answer = await reader.read()
        while more := await reader.read():
            answer += more
        writer.close()
        self.seconds.append(time.perf_counter() - began)
        self.answers[answer[9:12].decode()] += 1

    async def within(self, paths: Sequence[str], seconds: float, headers: dict[str, str] | None = None) -> None:
        """Request all paths, evenly over `seconds` seconds."""

        async def later(place: int, path: str) -> None:
            await asyncio.sleep(seconds * place / len(paths))
            await self.get(path, headers)

        await asyncio.gather(*(later(place, path) for place, path in enumerate(paths)))


def own_pages(server: Popen[bytes], port: int, tournament: Tournament, people: int, seconds: float) -> None:
    """Request `people` different own pages, none of which was rendered before."""
    ids = tournament.players.values_list("public_id", flat=True)[:people]
    crowd, workers = Crowd(port), Process(server.pid).children(recursive=True)
    before = spent(workers)
    uvloop.run(crowd.within([f"/t/{tournament.slug}/players/{each}/" for each in ids], seconds))
    effort = (spent(workers) - before) / len(ids) * 1e3
    cuts = quantiles(crowd.seconds, n=100)
    print(f"{len(ids)} own pages within {seconds:g} s, caches cold: {dict(crowd.answers)},")
    times = f"p50 {median(crowd.seconds):.2f} s, p99 {cuts[98]:.2f} s, longest {max(crowd.seconds):.2f} s"
    print(f"  {effort:.1f} ms of CPU each, {times}")


def followers(hall: Hall, server: Popen[bytes], port: int, count: int) -> None:
    """Open `count` streams, enter results one at a time, then fetch the page for all of them."""
    writers = Writers(hall, port)
    writers.write(len(hall.secrets) * 4)  # every process loads the program
    idle = []
    for _result in range(RESULTS):  # one by one, as those below
        idle += writers.write(len(hall.secrets))
        time.sleep(0.2)
    before = memory(server)
    readers = Readers(port, f"/api/v1/tournaments/{hall.tournament.slug}/events/stream", count)
    readers.open()
    each = (memory(server) - before) / max(1, readers.opened) / 1024
    late, busy = [], []
    for _result in range(RESULTS):
        busy += writers.write(len(hall.secrets))
        last = hall.last
        deadline = time.monotonic() + 60
        while any(ids[-1:] != [last] for ids in readers.ids):
            if time.monotonic() > deadline:
                deaf = sum(ids[-1:] != [last] for ids in readers.ids)
                raise SystemExit(
                    f"{deaf} of {count} streams did not get event {last}; {readers.ended} have ended, "
                    f"{readers.refused} were refused; writes: {dict(writers.answers)}"
                )
            time.sleep(0.002)
        late.append(readers.arrivals[last] - writers.done[last])
    crowd, path = Crowd(port), f"/t/{hall.tournament.slug}/rounds/1/"
    began = time.perf_counter()
    uvloop.run(crowd.within([path] * count, 0.7, {"X-After": str(hall.last)}))
    fetched = time.perf_counter() - began
    print(f"{readers.opened} streams, {each:.0f} KB each:")
    print(f"  a result is on all of them {max(late):.2f} s after its answer at most")
    print(f"  a result takes {median(busy) / median(idle):.2f} times as long as without streams")
    print(f"  all have fetched the page after {fetched:.1f} s {dict(crowd.answers)}")
    readers.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument(
        "--people", type=int, default=2000, help="the number of people who open their own pages within ten seconds"
    )
    parser.add_argument("--streams", type=int, nargs="*", default=[1000, 5000])
    asked = parser.parse_args()
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    os.sched_setaffinity(0, SERVER)
    with of_its_own():
        hall = Hall(1, players=2 * asked.tables)
        large = Hall(1, players=asked.people or 2, name="Large").tournament
        port = free_port()
        server = start_server(port)
        os.sched_setaffinity(0, LOAD)
        try:
            cold(hall)
            pages(hall, server, port, asked.connections, asked.seconds)
            if asked.people:
                own_pages(server, port, large, asked.people, 10.0)
            for count in asked.streams:
                followers(hall, server, port, count)
        finally:
            os.killpg(server.pid, signal.SIGINT)
            server.wait(60)


if __name__ == "__main__":
    main()
