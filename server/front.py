"""The door of a worker: a request is read to its end before one of the few threads is taken that compute answers.

granian hands over a request when its head is there. An event loop then reads the body, for any number of slow clients
at once, within a time and a size; Django answers in a thread, and the whole answer is handed back to granian, so that
a slow reader holds no thread either. What everybody reads is answered by the loop itself, from `server.page_memory`, and
made once however many ask. The interface is RSGI, granian's own: the cheapest way in and out of it.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack, suppress
from http import HTTPStatus
from io import BufferedReader, BytesIO
from itertools import count
from pathlib import Path
from queue import PriorityQueue
from tempfile import SpooledTemporaryFile
from threading import Thread
from typing import IO, TYPE_CHECKING, Any, NamedTuple
from wsgiref.util import FileWrapper

from django.conf import settings
from django.utils.translation import gettext as _
from granian.rsgi import HTTPProtocol, ProtocolClosed, ProtocolError, Scope  # type: ignore[attr-defined] # its names

from server import error_pages, proxies
from server.uploads import PACE, Clock, NoPlace, Pace, Places
from tournaments.public.page_cache import OFFERS, SHOWN

if TYPE_CHECKING:
    from server.journal_listener import Ear
    from server.page_memory import Asked, Memory
    from server.streams import Hub
    from tournaments.public.page_cache import Offer, Shown

#: Bytes of a body: a list of 20,000 players is a third of that.
LONGEST = 8 * 1024 * 1024
#: Where files come that are longer than any request of the others; they wait on the disk.
LONGER = {"/account/rating-lists/": 128 * 1024 * 1024}

#: Bytes of a body that lie in memory; of longer ones the rest is on the disk, and so many are read at once, of one
#: network so many, and fewer of those that may be longer still.
IN_MEMORY = 64 * 1024
LONG_AT_ONCE, LONG_OF_NETWORK = 16, 4
LONGER_AT_ONCE = 2

#: The header by which a view says that its answer goes on.
STREAM = "x-stream"

#: How the address of a stream ends. Other requests come before one that opens a stream, unless so many came after it.
OPENING, PATIENT = "/events/stream", 100_000

#: Where public pages are.
PUBLIC = ("/t/", "/e/", "/embed/")

#: How often somebody waits for a page that somebody else makes, before asking for it alone.
FLIGHTS = 3

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
Headers = list[tuple[str, str]]

logger = logging.getLogger("server.front")


class Refusal(Exception):
    """The request is not read to its end; says with which status and sentence."""

    def __init__(self, status: HTTPStatus, said: str) -> None:
        super().__init__(said)
        self.status = status
        self.said = said


class Job(NamedTuple):
    """A request that was read, and how the event loop learns that it is answered."""

    scope: Scope
    protocol: HTTPProtocol
    body: IO[bytes]
    answered: asyncio.Future[Answered]
    refusal: Refusal | None
    shown: Shown | None


class Opened(NamedTuple):
    """An answer that goes on: its beginning, and who follows what by its view (`tournaments.public.streams`)."""

    status: int
    headers: Headers
    body: bytes
    said: str


class Answered(NamedTuple):
    """What came of a request: a stream, or the head of an answer and what may be kept of it."""

    opened: Opened | None = None
    head: tuple[int, Headers] | None = None
    offers: tuple[Offer, ...] = ()


class Front:
    """Answers granian's requests with a WSGI application in a fixed number of threads."""

    def __init__(self, application: Application, *, threads: int, pace: Pace = PACE, longest: int = LONGEST) -> None:
        self._application = application
        self._pace = pace
        self._longest = longest
        self._places = Places(at_once=LONG_AT_ONCE, of_network=LONG_OF_NETWORK)
        self._places_of_longer = Places(at_once=LONGER_AT_ONCE, of_network=1)
        self._jobs: PriorityQueue[tuple[int, int, Job]] = PriorityQueue()
        self._numbers = count()
        self._open: set[asyncio.Future[Answered]] = set()
        self._ear: Ear | None = None
        self._hub: Hub | None = None
        self._memory: Memory | None = None
        for _number in range(threads):
            Thread(target=self._work, daemon=True).start()

    async def __rsgi__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        """One request."""
        if scope.path.startswith(PUBLIC):
            memory = self._memory or self._remember()
            if (asked := memory.asked(scope)) is not None:
                if not memory.give(asked, protocol):
                    await self._make(memory, asked, scope, protocol)
                return
        await self._ask(scope, protocol)

    async def _make(self, memory: Memory, asked: Asked, scope: Scope, protocol: HTTPProtocol) -> None:
        """Have a page made that is not in memory, or wait for who does so already."""
        for _time in range(FLIGHTS):
            other = memory.flight(asked)
            if other is None:
                flight, answered = memory.take_off(asked), Answered()
                try:
                    answered = await self._ask(scope, protocol, memory.shown(asked))
                finally:
                    memory.land(asked, flight, answered.head, answered.offers)
                return
            await other.landed.wait()
            if memory.give(asked, protocol):
                return
            if not other.again:
                break
        await self._ask(scope, protocol)

    async def _ask(self, scope: Scope, protocol: HTTPProtocol, shown: Shown | None = None) -> Answered:
        """Let Django answer; where it is known, with what the address shows."""
        future = asyncio.get_running_loop().create_future()
        self._open.add(future)
        try:
            body, refusal = await self._body(scope, protocol)
            number = next(self._numbers)
            turn = number + PATIENT if scope.path.endswith(OPENING) else number
            self._jobs.put((turn, number, Job(scope, protocol, body, future, refusal, shown)))
            answered: Answered = await future
        except ClientGone:
            protocol.response_empty(HTTPStatus.BAD_REQUEST, [("connection", "close")])
            return Answered()
        finally:
            self._open.discard(future)
        if answered.opened is not None:
            await self._streams().carry(scope.path, protocol, answered.opened)
        return answered

    async def finish(self) -> None:
        """Return when what is being answered has been."""
        if self._open:
            await asyncio.wait(self._open)

    async def end_streams(self) -> None:
        """End what would never end by itself."""
        if self._hub is not None:
            await self._hub.close()
        if self._ear is not None:
            await self._ear.close()

    # What follows reads the rows of an application that is there only now: it is imported when it is first needed.

    def _hearing(self) -> Ear:
        """What this worker hears of the journal."""
        if self._ear is None:
            from server.journal_listener import Ear  # noqa: PLC0415

            self._ear = Ear()
        return self._ear

    def _streams(self) -> Hub:
        """The streams of this worker, in whose event loop they are."""
        if self._hub is None:
            from server.streams import Hub  # noqa: PLC0415

            self._hub = Hub(self._hearing())
        return self._hub

    def _remember(self) -> Memory:
        """The memory of this worker, which hears of every change from now on."""
        from server.page_memory import Memory  # noqa: PLC0415

        self._memory = Memory(asyncio.get_running_loop().time)
        self._hearing().tell(self._memory)
        self._hearing().open()
        return self._memory

    async def _body(self, scope: Scope, protocol: HTTPProtocol) -> tuple[IO[bytes], Refusal | None]:
        headers = scope.headers
        if "content-length" not in headers and "transfer-encoding" not in headers:
            return BytesIO(), None
        try:
            length = self._length(headers.get("content-length"), LONGER.get(scope.path, self._longest))
            return await self._read(length, scope, protocol), None
        except Refusal as refusal:
            return BytesIO(), refusal

    def _length(self, announced: str | None, longest: int) -> int:
        """The bytes that will come. Raises Refusal."""
        if announced is None:  # in pieces without an end in sight: nobody could tell a body that was cut off
            raise Refusal(HTTPStatus.LENGTH_REQUIRED, _("The request must say how long it is: Content-Length."))
        length = int(announced)  # granian has seen to it that it is a number, and stands there once
        if length > longest:
            said = _("This is more than {size} MB, and nothing was stored. Please send it in parts.")
            raise Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, said.format(size=longest // 1024**2))
        return length

    async def _read(self, length: int, scope: Scope, protocol: HTTPProtocol) -> IO[bytes]:
        """The body. Raises Refusal for one that is too slow or finds no place, and ClientGone."""
        body: IO[bytes] = SpooledTemporaryFile(max_size=IN_MEMORY) if length > IN_MEMORY else BytesIO()  # noqa: SIM115
        try:
            async with asyncio.timeout(None) as timeout, AsyncExitStack() as place:
                await self._take(body, scope, protocol, Clock(timeout, self._pace), place)
            if body.tell() < length:
                raise ClientGone
            body.seek(0)
        except BaseException as error:
            body.close()
            raise _refusal_of(error) from error
        return body

    async def _take(
        self, body: IO[bytes], scope: Scope, protocol: HTTPProtocol, clock: Clock, place: AsyncExitStack
    ) -> None:
        """Read what comes of a body; more than lies in memory only with a place."""
        has_place = False
        async for chunk in protocol:
            if body.tell() + len(chunk) > IN_MEMORY and not has_place:
                clock.stop()
                places = self._places_of_longer if scope.path in LONGER else self._places
                await place.enter_async_context(places.place(_network(scope), self._pace.patience))
                has_place = True
                clock.start(body.tell())
            body.write(chunk)
            clock.tick(body.tell())

    def _work(self) -> None:
        while True:
            _turn, _number, job = self._jobs.get()
            offers: list[Offer] = []
            opened = None
            try:
                answer = self._answer(job, offers)
                opened = _goes_on(*answer)
            except Exception:
                logger.exception("A request was not answered")
                answer, offers = (HTTPStatus.INTERNAL_SERVER_ERROR, [], b""), []
            if opened is None:
                with suppress(ProtocolClosed, ProtocolError):  # the client did not wait
                    _hand_back(job.protocol, *answer)
            job.body.close()
            came = Answered(opened, answer[:2], tuple(offers))
            job.answered.get_loop().call_soon_threadsafe(_settle, job.answered, came)

    def _answer(self, job: Job, offers: list[Offer]) -> tuple[int, Headers, bytes | Path]:
        if job.refusal is not None:
            refused = error_pages.answer(job.scope.path, job.refusal.status, job.refusal.said)
            return refused.status_code, [*_lower(refused.items()), ("connection", "close")], refused.content
        begun: list[Any] = []

        def start_response(status: str, headers: Headers, _fault: object = None) -> None:
            begun[:] = int(status[:3]), headers

        parts = self._application({**_environ(job), OFFERS: offers, SHOWN: job.shown}, start_response)
        try:
            if isinstance(parts, WholeFile):
                return begun[0], _lower(begun[1]), parts.path
            return begun[0], _lower(begun[1]), b"".join(parts)
        finally:
            if hasattr(parts, "close"):
                parts.close()


def _refusal_of(error: BaseException) -> BaseException:
    """What is said of a body that was not read to its end."""
    if isinstance(error, NoPlace):
        said = _("Too many large files are being uploaded. Nothing was stored. Try again in a minute.")
        return Refusal(HTTPStatus.SERVICE_UNAVAILABLE, said)
    if isinstance(error, TimeoutError):
        said = _("The request did not arrive in time, and nothing was stored. Please try again.")
        return Refusal(HTTPStatus.REQUEST_TIMEOUT, said)
    return error


def _network(scope: Scope) -> str:
    """The network that a request comes from, by way of whichever proxies."""
    from tournaments.people.attempts import network_of  # noqa: PLC0415 it reads the rows of an application, as above

    forwarded = ",".join(value for name, value in scope.headers.items() if name == "x-forwarded-for")
    return network_of(proxies.visitor(_peer(scope), forwarded, settings.TRUSTED_PROXIES))


def _peer(scope: Scope) -> str:
    return str(scope.client.rpartition(":")[0].strip("[]"))


class WholeFile(FileWrapper):
    """What PEP 3333 calls a file wrapper: Django hands it a file that is the answer, and granian reads that itself."""

    @property
    def path(self) -> Path:
        return Path(self.filelike.name)


def _file_wrapper(file: Any, block_size: int = 8192) -> FileWrapper:
    is_whole = isinstance(file, BufferedReader) and isinstance(file.name, str) and file.tell() == 0
    return WholeFile(file, block_size) if is_whole else FileWrapper(file, block_size)


def _hand_back(protocol: HTTPProtocol, status: int, headers: Headers, answer: bytes | Path) -> None:
    if isinstance(answer, Path):
        protocol.response_file(status, headers, str(answer))
    else:
        protocol.response_bytes(status, headers, answer)


class ClientGone(Exception):
    """The body will never be complete."""


def _goes_on(status: int, headers: Headers, answer: bytes | Path) -> Opened | None:
    """The answer as the beginning of a stream, if a view has said that it is one."""
    said = dict(headers).get(STREAM)
    if said is None or isinstance(answer, Path):
        return None
    kept = [(name, value) for name, value in headers if name not in (STREAM, "content-length")]
    return Opened(status, kept, answer, said)


def _settle(future: asyncio.Future[Answered], answered: Answered) -> None:
    if not future.done():
        future.set_result(answered)


def _lower(headers: Iterable[tuple[str, str]]) -> Headers:
    return [(name.lower(), value) for name, value in headers]


def _environ(job: Job) -> dict[str, Any]:
    """The request as PEP 3333 has it."""
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
        "REMOTE_ADDR": _peer(scope),
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
        if "_" in name:  # it could pass for another header, a proxy's say
            continue
        key = name.upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        if key in environ:
            environ[key] += f"{'; ' if key == 'HTTP_COOKIE' else ','}{value}"
        else:
            environ[key] = value
    return environ
