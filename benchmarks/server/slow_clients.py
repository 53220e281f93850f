"""Measure how slow clients affect others: ordinary requests beside 200 slow clients of each kind.

python benchmarks/server/slow_clients.py [--clients 200] [--port PORT of a running server]

Without a port it starts `manage.py start`. Two clients send ordinary requests: a page and a refused form. It prints
milliseconds (median, 95th percentile), and the 95th percentile as a ratio to that of the idle server. It measures the
idle server before and after each kind.
"""

from __future__ import annotations

import argparse
import http.client
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import quantiles
from threading import Event, Thread

ROOT = Path(__file__).resolve().parents[2]
TIMES = 300

HEAD = b"Host: 127.0.0.1\r\nCookie: csrftoken=" + b"a" * 32 + b"\r\n"
FORM = b"POST /account/sign-in/ HTTP/1.1\r\n" + HEAD + b"Content-Type: application/x-www-form-urlencoded\r\n"
BIG = b"GET /static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js HTTP/1.1\r\n" + HEAD + b"\r\n"

#: The bytes sent first, and then every second; clients of the last kind send and read nothing more.
KINDS: dict[str, tuple[bytes, bytes]] = {
    "slow bodies": (FORM + b"Content-Length: 100000\r\n\r\n", b"a"),
    "long slow bodies": (FORM + b"Content-Length: 8000000\r\n\r\n" + b"a" * 70_000, b"a"),
    "endless bodies in pieces": (FORM + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n"),
    "half heads": (b"GET / HTTP/1.1\r\n", b"X-A: b\r\n"),
    "readers who stop": (BIG, b""),
}


def beside(kind: str, port: int, clients: int) -> tuple[Event, Thread]:
    """Open the slow connections and keep them open until the event is set."""
    first, again = KINDS[kind]
    opened = []
    for _client in range(clients):
        one = socket.socket()
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.connect(("127.0.0.1", port))
        one.sendall(first)
        opened.append(one)
    over = Event()

    def drip() -> None:
        while not over.wait(1):
            for one in opened:
                try:
                    one.sendall(again)
                except OSError:  # the server has closed the connection
                    continue
        for one in opened:
            one.close()

    thread = Thread(target=drip)
    thread.start()
    return over, thread


def times(port: int) -> list[float]:
    """Return the milliseconds of ordinary requests, by two clients at once."""

    def client(_number: int) -> list[float]:
        return [_one(port, number) for number in range(TIMES // 2)]

    with ThreadPoolExecutor(2) as pool:
        return [one for found in pool.map(client, range(2)) for one in found]


def _one(port: int, number: int) -> float:
    began = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        if number % 2:
            connection.request("POST", "/account/sign-in/", b"username=nobody", {"Cookie": "csrftoken=" + "a" * 32})
        else:
            connection.request("GET", "/account/sign-in/")
        connection.getresponse().read()
    except OSError:
        return 20_000.0
    finally:
        connection.close()
    return (time.perf_counter() - began) * 1000


def p95(found: list[float]) -> float:
    return quantiles(found, n=20)[-1]


def measure(port: int, clients: int) -> None:
    times(port)
    for kind in KINDS:
        idle = times(port)
        over, thread = beside(kind, port, clients)
        time.sleep(1)
        found = times(port)
        over.set()
        thread.join()
        time.sleep(1)
        idle += times(port)
        print(
            f"{clients} {kind:26} p50 {quantiles(found, n=2)[0]:8.1f} ms  p95 {p95(found):8.1f} ms  "
            f"idle p50 {quantiles(idle, n=2)[0]:6.1f} p95 {p95(idle):6.1f} ms  ratio {p95(found) / p95(idle):6.2f}",
            flush=True,
        )


def start_server(port: int) -> subprocess.Popen[bytes]:
    server = subprocess.Popen([sys.executable, str(ROOT / "manage.py"), "start", "--port", str(port)])
    ready: Callable[[], bool] = lambda: socket.socket().connect_ex(("127.0.0.1", port)) == 0  # noqa: E731
    while not ready():
        time.sleep(0.2)
    return server


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--port", type=int)
    asked = parser.parse_args()
    if asked.port:
        measure(asked.port, asked.clients)
        return
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = start_server(port)
    try:
        measure(port, asked.clients)
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
