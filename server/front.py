"""The entry point that granian calls for each request: memory answers public pages, threads answer the rest.

granian passes on a request when its head has arrived. An event loop then reads the body (`server.request_bodies`), for
any number of slow clients at once; Django answers in a thread (`server.wsgi_threads`). The loop itself answers public
pages from `server.page_memory`, made once for all readers. `server.streams` carries streams. The interface is RSGI,
granian's own, because it costs least.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING

from granian.rsgi import HTTPProtocol, Scope  # type: ignore[attr-defined] # its names

from server.request_bodies import LONGEST, PACE, BodyReader, ClientGone, Pace
from server.wsgi_threads import Application, Job, Reply, WsgiThreads

if TYPE_CHECKING:
    from server.journal_listener import JournalListener
    from server.page_memory import Memory, PageRequest
    from server.streams import StreamHub
    from tournaments.public.page_cache import PublicTournament

#: The beginnings of the URLs of public pages.
PUBLIC = ("/t/", "/e/", "/embed/")

#: How often a request waits for another one that renders the same page, before Django renders it again.
ATTEMPTS = 3


class Front:
    """Answers granian's requests with a WSGI application in a fixed number of threads."""

    def __init__(self, application: Application, *, threads: int, pace: Pace = PACE, longest: int = LONGEST) -> None:
        self._bodies = BodyReader(pace, longest)
        self._threads = WsgiThreads(application, threads)
        self._open: set[asyncio.Future[Reply]] = set()
        self._listener: JournalListener | None = None
        self._hub: StreamHub | None = None
        self._memory: Memory | None = None

    async def __rsgi__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        """Answer one request."""
        if scope.path.startswith(PUBLIC):
            memory = self._memory or self._page_memory()
            if (request := memory.read_question(scope)) is not None:
                if not memory.give(request, protocol):
                    await self._make(memory, request, scope, protocol)
                return
        await self._ask(scope, protocol)

    async def _make(self, memory: Memory, request: PageRequest, scope: Scope, protocol: HTTPProtocol) -> None:
        """Let Django render a page that is not in memory, or wait for another request that does."""
        for _time in range(ATTEMPTS):
            other = memory.pending(request)
            if other is None:
                page, answered = memory.begin_page(request), Reply()
                try:
                    answered = await self._ask(scope, protocol, memory.find_tournament(request))
                finally:
                    memory.finish_page(request, page, answered.head, answered.offers)
                return
            await other.finished.wait()
            if memory.give(request, protocol):
                return
            if not other.retry:
                break
        await self._ask(scope, protocol)

    async def _ask(self, scope: Scope, protocol: HTTPProtocol, shown: PublicTournament | None = None) -> Reply:
        """Let Django answer. `shown` is the tournament of the URL, if the page memory knows it."""
        future = asyncio.get_running_loop().create_future()
        self._open.add(future)
        try:
            body, refusal = await self._bodies.read(scope, protocol)
            self._threads.put(Job(scope, protocol, body, future, refusal, shown))
            answered: Reply = await future
        except ClientGone:
            protocol.response_empty(HTTPStatus.BAD_REQUEST, [("connection", "close")])
            return Reply()
        finally:
            self._open.discard(future)
        if answered.opened is not None:
            await self._streams().carry(scope.path, protocol, answered.opened)
        return answered

    async def finish(self) -> None:
        """Return when all open requests are answered."""
        if self._open:
            await asyncio.wait(self._open)

    async def end_streams(self) -> None:
        """Close streams and the listening connection."""
        if self._hub is not None:
            await self._hub.close()
        if self._listener is not None:
            await self._listener.close()

    # These import models, so they are imported on first use, when Django is ready.

    def listen(self) -> None:
        """Listen for changes before the first page is requested. Other servers then see that this one runs."""
        self._journal_listener().open()

    def _journal_listener(self) -> JournalListener:
        """Return the listener of this worker."""
        if self._listener is None:
            from server.journal_listener import JournalListener  # noqa: PLC0415

            self._listener = JournalListener()
        return self._listener

    def _streams(self) -> StreamHub:
        """Return the streams of this worker, which run in its event loop."""
        if self._hub is None:
            from server.streams import StreamHub  # noqa: PLC0415

            self._hub = StreamHub(self._journal_listener())
        return self._hub

    def _page_memory(self) -> Memory:
        """Return the page memory of this worker, which follows every change from now on."""
        from server.page_memory import Memory  # noqa: PLC0415

        self._memory = Memory(asyncio.get_running_loop().time)
        self._journal_listener().add(self._memory)
        self._journal_listener().open()
        return self._memory
