"""Reads the whole body of a request, within limits of size and time, before a thread handles it.

Short bodies stay in memory. A longer one is stored on disk. It needs a place when it exceeds the limit in memory. A
worker has a few places, with fewer for one network, and none for a body that stalls. So a client that announces much
and sends little blocks nobody, nor does one that opens many connections.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from http import HTTPStatus
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _
from granian.rsgi import HTTPProtocol, Scope  # type: ignore[attr-defined] # its names

from server import proxies

#: The maximum bytes of a body; a list of 20,000 players is a third of that.
LONGEST = 8 * 1024 * 1024
#: The URLs of files longer than any other request; they are stored on disk.
LONGER = {"/account/rating-lists/": 128 * 1024 * 1024}

#: Bytes of a body in memory (the rest is on disk); bodies read at once, those of one network, and fewer of the longer
#: ones.
IN_MEMORY = 64 * 1024
LONG_AT_ONCE, LONG_OF_NETWORK = 16, 4
LONGER_AT_ONCE = 2


class Refusal(Exception):
    """A request that is not read to its end, with the status and sentence of the answer."""

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


class ClientGone(Exception):
    """The client has left, so the body will never be complete."""


class Pace(NamedTuple):
    """The required pace of a body: seconds from its first byte to its last, seconds to wait for a place, and with a
    place bytes a second after a grace period.
    """

    deadline: float = 60.0
    patience: float = 60.0
    grace: float = 5.0
    least: int = 4096


PACE = Pace()


class NoPlace(Exception):
    """All places were taken for as long as a body may take."""


class BodyPlaces:
    """The places of one worker, called only by its event loop."""

    def __init__(self, *, at_once: int, of_network: int) -> None:
        self._all = asyncio.Semaphore(at_once)
        self._of_network = of_network
        self._networks: dict[str, asyncio.Semaphore] = {}
        self._users: dict[str, int] = {}

    @asynccontextmanager
    async def place(self, network: str, patience: float) -> AsyncIterator[None]:
        """Hold a place for a client of this network. Raises NoPlace if none is free in time."""
        async with AsyncExitStack() as places:
            try:
                async with asyncio.timeout(patience):
                    await places.enter_async_context(self._own(network))
                    await places.enter_async_context(self._all)
            except TimeoutError as error:
                raise NoPlace from error
            yield

    @asynccontextmanager
    async def _own(self, network: str) -> AsyncIterator[None]:
        """Hold one of the places of a network; networks without any are forgotten."""
        own = self._networks.setdefault(network, asyncio.Semaphore(self._of_network))
        self._users[network] = self._users.get(network, 0) + 1
        try:
            async with own:
                yield
        finally:
            self._users[network] -= 1
            if not self._users[network]:
                del self._networks[network], self._users[network]


class BodyDeadline:
    """The deadline of the body that is being read."""

    def __init__(self, timeout: asyncio.Timeout, pace: Pace) -> None:
        self._timeout = timeout
        self._pace = pace
        self._end = _now() + pace.deadline
        self._began: tuple[float, int] | None = None
        timeout.reschedule(self._end)

    def stop(self) -> None:
        """Pause the deadline: the body waits for a place, which is not its client's fault."""
        self._timeout.reschedule(None)

    def start(self, had: int) -> None:
        """Start the required pace: the body has a place, and `had` bytes."""
        self._began = (_now(), had)
        self._end = _now() + self._pace.deadline
        self.tick(had)

    def tick(self, has: int) -> None:
        """Note that `has` bytes have arrived."""
        if self._began is not None:
            since, had = self._began
            self._timeout.reschedule(min(self._end, since + self._pace.grace + (has - had) / self._pace.least))


def _now() -> float:
    return asyncio.get_running_loop().time()


class BodyReader:
    """Reads the bodies of one worker's requests, called only by its event loop."""

    def __init__(self, pace: Pace, longest: int) -> None:
        self._pace = pace
        self._longest = longest
        self._places = BodyPlaces(at_once=LONG_AT_ONCE, of_network=LONG_OF_NETWORK)
        self._places_of_longer = BodyPlaces(at_once=LONGER_AT_ONCE, of_network=1)

    async def read(self, scope: Scope, protocol: HTTPProtocol) -> tuple[IO[bytes], Refusal | None]:
        """Return the body, or an empty one with the reason for a refusal. Raises ClientGone."""
        headers = scope.headers
        if "content-length" not in headers and "transfer-encoding" not in headers:
            return BytesIO(), None
        try:
            length = self._length(headers.get("content-length"), LONGER.get(scope.path, self._longest))
            return await self._read(length, scope, protocol), None
        except Refusal as refusal:
            return BytesIO(), refusal

    def _length(self, announced: str | None, longest: int) -> int:
        """Return the announced number of bytes. Raises Refusal."""
        if announced is None:  # chunked: a truncated body could not be detected
            raise Refusal(HTTPStatus.LENGTH_REQUIRED, _("The Content-Length header is missing."))
        length = int(announced)  # granian ensures that there is one header with a number
        if length > longest:
            message = _("Request larger than {size} MB. Nothing was saved. Send it in smaller parts.")
            raise Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, message.format(size=longest // 1024**2))
        return length

    async def _read(self, length: int, scope: Scope, protocol: HTTPProtocol) -> IO[bytes]:
        """Return the body. Raises Refusal if it is too slow or finds no place, and ClientGone."""
        body: IO[bytes] = SpooledTemporaryFile(max_size=IN_MEMORY) if length > IN_MEMORY else BytesIO()  # noqa: SIM115
        try:
            async with asyncio.timeout(None) as timeout, AsyncExitStack() as place:
                await self._take(body, scope, protocol, BodyDeadline(timeout, self._pace), place)
            if body.tell() < length:
                raise ClientGone
            body.seek(0)
        except BaseException as error:
            body.close()
            raise _refusal_of(error) from error
        return body

    async def _take(
        self, body: IO[bytes], scope: Scope, protocol: HTTPProtocol, deadline: BodyDeadline, place: AsyncExitStack
    ) -> None:
        """Read a body; continue beyond the limit in memory only with a place."""
        has_place = False
        async for chunk in protocol:
            if body.tell() + len(chunk) > IN_MEMORY and not has_place:
                deadline.stop()
                places = self._places_of_longer if scope.path in LONGER else self._places
                await place.enter_async_context(places.place(_network(scope), self._pace.patience))
                has_place = True
                deadline.start(body.tell())
            body.write(chunk)
            deadline.tick(body.tell())


def _refusal_of(error: BaseException) -> BaseException:
    """Return the error that answers a body that was not read to its end."""
    if isinstance(error, NoPlace):
        message = _("Too many large uploads at once. Nothing was saved. Try again in a minute.")
        return Refusal(HTTPStatus.SERVICE_UNAVAILABLE, message)
    if isinstance(error, TimeoutError):
        message = _("The request took too long. Nothing was saved. Try again.")
        return Refusal(HTTPStatus.REQUEST_TIMEOUT, message)
    return error


def _network(scope: Scope) -> str:
    """Return the network of the client, through any proxies."""
    from tournaments.people.attempts import network_of  # noqa: PLC0415 it reads the rows of an application, as above

    forwarded = ",".join(value for name, value in scope.headers.items() if name == "x-forwarded-for")
    return network_of(proxies.visitor(peer(scope), forwarded, settings.TRUSTED_PROXIES))


def peer(scope: Scope) -> str:
    """Return the address at the other end of the connection."""
    return str(scope.client.rpartition(":")[0].strip("[]"))
