"""Answers requests with a WSGI application, in a fixed number of threads.

The event loop queues each request after reading it completely. A thread computes the whole answer and returns it to
granian, so a slow reader holds no thread.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from http import HTTPStatus
from io import BufferedReader
from itertools import count
from pathlib import Path
from queue import PriorityQueue
from threading import Thread
from typing import IO, TYPE_CHECKING, Any, NamedTuple
from wsgiref.util import FileWrapper

from granian.rsgi import HTTPProtocol, ProtocolClosed, ProtocolError, Scope  # type: ignore[attr-defined] # its names

from server.middleware import error_pages
from server.request_bodies import Refusal, peer
from tournaments.public.page_cache import CONTENT_KEY, OFFERS

if TYPE_CHECKING:
    from tournaments.public.page_cache import Offer, PublicTournament

#: The header with which a view marks its answer as the beginning of a stream.
STREAM = "x-stream"

#: The end of a stream's URL. Other requests precede one that opens a stream, until this many came after it.
OPENING, PATIENT = "/events/stream", 100_000

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
Headers = list[tuple[str, str]]

logger = logging.getLogger("server.front")


class Job(NamedTuple):
    """A request that was read, and the future that receives its reply."""

    scope: Scope
    protocol: HTTPProtocol
    body: IO[bytes]
    answered: asyncio.Future[Reply]
    refusal: Refusal | None
    shown: PublicTournament | None


class OpenRequest(NamedTuple):
    """A stream: its beginning, and its subscription from the view (`tournaments.public.streams`)."""

    status: int
    headers: Headers
    body: bytes
    subscription: str


class Reply(NamedTuple):
    """The outcome of a request: a stream, or the head of an answer and the pages that may be cached."""

    opened: OpenRequest | None = None
    head: tuple[int, Headers] | None = None
    offers: tuple[Offer, ...] = ()


class WsgiThreads:
    """The threads of one worker, and the requests that wait for them."""

    def __init__(self, application: Application, number: int) -> None:
        self._application = application
        self._jobs: PriorityQueue[tuple[int, int, Job]] = PriorityQueue()
        self._numbers = count()
        for _number in range(number):
            Thread(target=self._work, daemon=True).start()

    def put(self, job: Job) -> None:
        """Queue a request: in order of arrival, streams last."""
        number = next(self._numbers)
        turn = number + PATIENT if job.scope.path.endswith(OPENING) else number
        self._jobs.put((turn, number, job))

    def _work(self) -> None:
        while True:
            _turn, _number, job = self._jobs.get()
            offers: list[Offer] = []
            opened = None
            try:
                answer = self._answer(job, offers)
                opened = _stream_request(*answer)
            except Exception:
                logger.exception("A request was not answered")
                answer, offers = (HTTPStatus.INTERNAL_SERVER_ERROR, [], b""), []
            if opened is None:
                with suppress(ProtocolClosed, ProtocolError):  # the client did not wait
                    _send_answer(job.protocol, *answer)
            job.body.close()
            reply = Reply(opened, answer[:2], tuple(offers))
            job.answered.get_loop().call_soon_threadsafe(_settle, job.answered, reply)

    def _answer(self, job: Job, offers: list[Offer]) -> tuple[int, Headers, bytes | Path]:
        if job.refusal is not None:
            refused = error_pages.answer(job.scope.path, job.refusal.status, job.refusal.message)
            return refused.status_code, [*_lower(refused.items()), ("connection", "close")], refused.content
        begun: list[Any] = []

        def start_response(status: str, headers: Headers, _fault: object = None) -> None:
            begun[:] = int(status[:3]), headers

        parts = self._application({**_environ(job), OFFERS: offers, CONTENT_KEY: job.shown}, start_response)
        try:
            if isinstance(parts, WholeFile):
                return begun[0], _lower(begun[1]), parts.path
            return begun[0], _lower(begun[1]), b"".join(parts)
        finally:
            if hasattr(parts, "close"):
                parts.close()


class WholeFile(FileWrapper):
    """The file wrapper of PEP 3333: Django gives it a file as the answer, and granian reads that itself."""

    @property
    def path(self) -> Path:
        return Path(self.filelike.name)


def _file_wrapper(file: Any, block_size: int = 8192) -> FileWrapper:
    is_whole = isinstance(file, BufferedReader) and isinstance(file.name, str) and file.tell() == 0
    return WholeFile(file, block_size) if is_whole else FileWrapper(file, block_size)


def _send_answer(protocol: HTTPProtocol, status: int, headers: Headers, answer: bytes | Path) -> None:
    if isinstance(answer, Path):
        protocol.response_file(status, headers, str(answer))
    else:
        protocol.response_bytes(status, headers, answer)


def _stream_request(status: int, headers: Headers, answer: bytes | Path) -> OpenRequest | None:
    """Return the answer as the beginning of a stream, if a view has marked it as one; else None."""
    stream = dict(headers).get(STREAM)
    if stream is None or isinstance(answer, Path):
        return None
    other_headers = [(name, value) for name, value in headers if name not in (STREAM, "content-length")]
    return OpenRequest(status, other_headers, answer, stream)


def _settle(future: asyncio.Future[Reply], answered: Reply) -> None:
    if not future.done():
        future.set_result(answered)


def _lower(headers: Iterable[tuple[str, str]]) -> Headers:
    return [(name.lower(), value) for name, value in headers]


def _environ(job: Job) -> dict[str, Any]:
    """Return the request as the environment of PEP 3333."""
    scope = job.scope
    server, _colon, port = scope.server.rpartition(":")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode(errors="replace").decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": server,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": peer(scope),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": job.body,
        "wsgi.errors": sys.stderr,
        "wsgi.file_wrapper": _file_wrapper,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope.headers.items():
        if "_" in name:  # it could be mistaken for another header, for example a proxy's
            continue
        key = name.upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        if key in environ:
            environ[key] += f"{'; ' if key == 'HTTP_COOKIE' else ','}{value}"
        else:
            environ[key] = value
    return environ
