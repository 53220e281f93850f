"""What one core carries of a hall: public pages from memory, beside the same server sending as many constant bytes.

python -m benchmarks.crowd [--seconds 5] [--connections 64] [--tables 200]

Starts `manage.py start` on a database of its own with a running round. The server, its workers and its PostgreSQL get
one core, the load the other. Prints rates, times and ratios of one run: the pairings from memory, the same unchanged
(304), and constant bytes as long as the page from the same workers without the program.
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
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import median, quantiles
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

import uvloop

from benchmarks.database import of_its_own
from benchmarks.streams import Hall, free_port, started
from config.serving import WORKERS, OnSocket, listen

SERVER, LOAD = {0}, {1}


@dataclass
class Load:
    """What came of a load: answers a second, and the seconds of each."""

    rate: float
    seconds: list[float]
    status: bytes
    length: int

    def __str__(self) -> str:
        cuts = quantiles(self.seconds, n=100)
        return f"{self.rate:8.0f} a second, p50 {median(self.seconds) * 1e3:5.1f} ms, p99 {cuts[98] * 1e3:5.1f} ms"


def ask(port: int, path: str, headers: dict[str, str]) -> tuple[bytes, bytes]:
    """One answer: its head and its body."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(request(path, headers | {"Connection": "close"}))
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _gap, body = answer.partition(b"\r\n\r\n")
    return head, body


def request(path: str, headers: dict[str, str]) -> bytes:
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{lines}\r\n".encode()


def load(port: int, path: str, headers: dict[str, str], connections: int, seconds: float) -> Load:
    """Ask again and again by so many connections. Every answer has to be as long as the first."""
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
    began = clock()
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
    return Load(len(times) / (now - began), times, head.split(b"\r\n")[0], length)


def _constant(listener: socket.socket, headers: list[tuple[str, str]], body: bytes) -> None:
    async def answer(_scope: Any, protocol: Any) -> None:
        protocol.response_bytes(200, headers, body)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(OnSocket(listener, answer).serve())


@contextmanager
def constant(head: bytes, body: bytes) -> Iterator[int]:
    """The workers without the program: the port at which every answer is this one."""
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
        yield port
    finally:
        for each in workers:
            each.kill()
            each.join()
        listener.close()


def pages(hall: Hall, port: int, connections: int, seconds: float) -> None:
    """The pairings of a running round, for everybody."""
    path = f"/t/{hall.tournament.slug}/rounds/1/"
    browser = {"Accept-Encoding": "gzip, deflate, br", "Accept-Language": "en-GB,en;q=0.9", "Accept": "text/html"}
    browser["User-Agent"] = (
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36"
    )
    for _each in range(40):  # every worker has it, and hears the journal
        head, body = ask(port, path, browser)
        time.sleep(0.05)
    tag = next(line.decode()[6:] for line in head.split(b"\r\n") if line.lower().startswith(b"etag: "))
    found = {
        "the pairings": load(port, path, browser, connections, seconds),
        "unchanged (304)": load(port, path, browser | {"If-None-Match": tag}, connections, seconds),
    }
    with constant(head, body) as other:
        time.sleep(1)
        found["constant bytes"] = load(other, path, browser, connections, seconds)
    unit = found["constant bytes"].rate
    print(f"{len(body)} bytes of {hall.tables and len(hall.tables)} tables, {connections} connections:")
    for name, each in found.items():
        print(f"  {name:18} {each}, {each.rate / unit:.2f} of constant bytes ({each.status.decode()[9:]})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--tables", type=int, default=200)
    asked = parser.parse_args()
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    os.sched_setaffinity(0, SERVER)
    with of_its_own():
        hall = Hall(8, players=2 * asked.tables)
        port = free_port()
        server = started(port)
        os.sched_setaffinity(0, LOAD)
        try:
            pages(hall, port, asked.connections, asked.seconds)
        finally:
            os.killpg(server.pid, signal.SIGINT)
            server.wait(60)


if __name__ == "__main__":
    main()
