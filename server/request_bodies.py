"""Places for long bodies: a few in a worker, fewer for one network, and none for a body that stands still.

A body takes a place when more of it has come than lies in memory. So a client that announces much and sends little
keeps nobody from a place, nor does one that opens many connections.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import NamedTuple


class Pace(NamedTuple):
    """Seconds for a body from its first byte to its last, and to wait for a place; with a place, bytes a second after
    a first while.
    """

    deadline: float = 60.0
    patience: float = 60.0
    grace: float = 5.0
    least: int = 4096


PACE = Pace()


class NoPlace(Exception):
    """All places were taken for as long as a body may take."""


class Places:
    """Places of one worker. Its event loop alone calls them."""

    def __init__(self, *, at_once: int, of_network: int) -> None:
        self._all = asyncio.Semaphore(at_once)
        self._of_network = of_network
        self._networks: dict[str, asyncio.Semaphore] = {}
        self._users: dict[str, int] = {}

    @asynccontextmanager
    async def place(self, network: str, patience: float) -> AsyncIterator[None]:
        """A place for a client of this network. Raises NoPlace after so many seconds."""
        async with AsyncExitStack() as taken:
            try:
                async with asyncio.timeout(patience):
                    await taken.enter_async_context(self._own(network))
                    await taken.enter_async_context(self._all)
            except TimeoutError as error:
                raise NoPlace from error
            yield

    @asynccontextmanager
    async def _own(self, network: str) -> AsyncIterator[None]:
        """One of the places of a network; who holds none is forgotten."""
        own = self._networks.setdefault(network, asyncio.Semaphore(self._of_network))
        self._users[network] = self._users.get(network, 0) + 1
        try:
            async with own:
                yield
        finally:
            self._users[network] -= 1
            if not self._users[network]:
                del self._networks[network], self._users[network]


class Clock:
    """When the body that is being read comes too late."""

    def __init__(self, timeout: asyncio.Timeout, pace: Pace) -> None:
        self._timeout = timeout
        self._pace = pace
        self._end = _now() + pace.deadline
        self._began: tuple[float, int] | None = None
        timeout.reschedule(self._end)

    def stop(self) -> None:
        """The body waits for a place, which is not its client's fault."""
        self._timeout.reschedule(None)

    def start(self, had: int) -> None:
        """The body has a place, and so many bytes: from now on it is to come at a pace."""
        self._began = (_now(), had)
        self._end = _now() + self._pace.deadline
        self.tick(had)

    def tick(self, has: int) -> None:
        """So many bytes are here."""
        if self._began is not None:
            since, had = self._began
            self._timeout.reschedule(min(self._end, since + self._pace.grace + (has - had) / self._pace.least))


def _now() -> float:
    return asyncio.get_running_loop().time()
