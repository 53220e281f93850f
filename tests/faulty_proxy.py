"""A faulty proxy between a program and its server: it drops, delays, repeats and truncates requests and answers."""

from __future__ import annotations

import http.client
import socket
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

#: The possible faults of a request, all equally likely. Half of the requests have none.
FAULTS = ("dropped before", "dropped after", "delayed", "repeated", "repeated late", "truncated", "bad gateway")

#: Headers that apply to a single connection.
OF_ONE = {"connection", "transfer-encoding", "content-length", "host", "keep-alive"}


class FaultyProxy:
    """A proxy that passes requests to `server`, a URL. A seed determines the faults; `met` counts them."""

    def __init__(self, server: str, seed: int = 1) -> None:
        self.target = urlsplit(server)
        self.lots = Random(seed)
        self.met: Counter[str] = Counter()
        self.lock = threading.Lock()
        self.late: list[threading.Thread] = []
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                proxy.handle(self)

            do_POST = do_PUT = do_GET  # noqa: N815 the name that the library calls

            def log_message(self, *_said: object) -> None:
                """Log nothing, because `met` has the counts."""

        self.httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.httpd.daemon_threads = True
        self.thread = threading.Thread(target=self.httpd.serve_forever)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.httpd.server_address[1]}"

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.httpd.shutdown()
        self.httpd.server_close()
        self.thread.join()
        self.settle()

    def settle(self) -> None:
        """Wait for repeated requests that are sent long after the response."""
        for thread in self.late:
            thread.join()

    def handle(self, request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers.get("Content-Length") or 0))
        with self.lock:
            fault = self.lots.choice(FAULTS) if self.lots.random() < 0.5 else "none"
            self.met[fault] += 1
        request.close_connection = True
        if fault == "dropped before":
            request.connection.shutdown(socket.SHUT_RDWR)
            return
        if fault == "bad gateway":
            self.answer(request, 502, {}, b"<html>no")
            return
        if fault == "delayed":
            time.sleep(0.05)  # a network fault, not a wait for something
        status, headers, answer = self.ask(request, body)
        if fault == "repeated":
            status, headers, answer = self.ask(request, body)
        if fault == "repeated late":
            self.late.append(threading.Thread(target=self.again, args=(request, body)))
            self.late[-1].start()
        if fault == "dropped after":
            request.connection.shutdown(socket.SHUT_RDWR)
            return
        self.answer(request, status, headers, answer, short=fault == "truncated")

    def again(self, request: BaseHTTPRequestHandler, body: bytes) -> None:
        time.sleep(0.5)  # as above
        self.ask(request, body)

    def ask(self, request: BaseHTTPRequestHandler, body: bytes) -> tuple[int, dict[str, str], bytes]:
        values = {name: value for name, value in request.headers.items() if name.lower() not in OF_ONE}
        connection = http.client.HTTPConnection(self.target.hostname or "", self.target.port, timeout=600)
        try:
            connection.request(request.command, request.path, body, values)
            found = connection.getresponse()
            return found.status, dict(found.getheaders()), found.read()
        finally:
            connection.close()

    def answer(
        self, request: BaseHTTPRequestHandler, status: int, headers: dict[str, str], body: bytes, *, short: bool = False
    ) -> None:
        request.send_response(status)
        for name, value in headers.items():
            if name.lower() not in OF_ONE:
                request.send_header(name, value)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body[: len(body) // 2] if short else body)
