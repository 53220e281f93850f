"""A program that receives webhooks and push messages, stores them, and gives the answers that a test sets."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

Behaviour = Callable[[BaseHTTPRequestHandler], None]


@dataclass
class Receiver:
    """A webhook receiver. `got` contains each request: its headers with lower-case names, and its body. `behave`
    answers the next requests.
    """

    port: int
    behave: Behaviour
    got: list[tuple[dict[str, str], str]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    @property
    def numbers(self) -> list[int]:
        """The ids of the events in order of arrival, without repetitions."""
        return list(dict.fromkeys(int(json.loads(body)["data"]["id"]) for _headers, body in self.got))


def accept(request: BaseHTTPRequestHandler) -> None:
    request.send_response(204)
    request.end_headers()


def answers(status: int, body: bytes = b"", **headers: str) -> Behaviour:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        for name, value in headers.items():
            request.send_header(name, value)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        with suppress(OSError):  # the client may not read all of it
            request.wfile.write(body)

    return answer


def silent(request: BaseHTTPRequestHandler) -> None:
    """Send nothing until the client has left."""
    request.connection.recv(1)


def without_end(request: BaseHTTPRequestHandler) -> None:
    """Send the beginning of a response, and then nothing."""
    request.send_response(200)
    request.send_header("Content-Length", "1000")
    request.end_headers()
    request.wfile.write(b"one moment")
    silent(request)


def nonsense(request: BaseHTTPRequestHandler) -> None:
    request.wfile.write(b"\x00\x01 this is no HTTP\r\n\r\n")
    request.close_connection = True


@contextmanager
def receiving(behave: Behaviour = accept, context: Any = None) -> Iterator[Receiver]:
    """Yield a receiver on a free port of this computer; with a context it uses HTTPS."""
    found = Receiver(0, behave)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode(errors="surrogateescape")
            found.got.append(({name.lower(): value for name, value in self.headers.items()}, body))
            found.behave(self)

        def log_message(self, *_said: Any) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128

        def handle_error(self, *_about: Any) -> None:
            """Ignore errors, because clients disconnect."""

    server = Quiet(("127.0.0.1", 0), Handler)
    if context is not None:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    found.port = server.server_address[1]
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()
