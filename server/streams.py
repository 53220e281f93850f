"""Server-sent events: open responses, held by the event loop of a worker without a thread.

`server.journal_listener` reports every journal entry. New events are read once, encoded once, and given to all
followers of that tournament. Notifications alone are never relied on: after a lost connection, and every few seconds,
missed entries are read from the journal by their numbers.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Protocol

from django.conf import settings
from django.db import DatabaseError, connection
from django.dispatch import Signal
from django.utils.translation import gettext as _
from granian.rsgi import HTTPProtocol, ProtocolClosed, ProtocolError  # type: ignore[attr-defined] # its names

from server.journal_listener import JournalListener
from server.middleware import error_pages
from server.wsgi_threads import OpenRequest
from tournaments.public import streams
from tournaments.public.streams import EventBatch, Frame, Subscription, SubscriptionOfAll

#: Seconds between two heartbeats.
HEARTBEAT = 15.0

#: The maximum number of frames that wait for a slow reader. Beyond it, the reader is disconnected and returns with the
#: last id.
WAITING = 64

#: The number of streams that get a frame before other tasks have their turn in the loop.
IN_ONE_GO = 250

logger = logging.getLogger("server.streams")

#: A stream begins (`by` is 1) or ends (-1).
stream_count_changed = Signal()


@dataclass(eq=False, slots=True)
class Stream:
    """One client: the last event sent to it, and what waits for it. None in the queue is the end."""

    subscription: Subscription
    after: int
    waiting: asyncio.Queue[bytes | None] = field(default_factory=lambda: asyncio.Queue(WAITING))

    def give(self, frame: bytes) -> None:
        try:
            self.waiting.put_nowait(frame)
        except asyncio.QueueFull:
            self.end()

    def end(self) -> None:
        while self.waiting.full():
            self.waiting.get_nowait()
        self.waiting.put_nowait(None)


@dataclass(eq=False, slots=True)
class StreamOfAll:
    """One client that follows all its tournaments. It is sent what it can take: nothing waits for it here.

    `heard` are tournaments with changes since the last read. `others` are tournaments that turned out not to be its
    own. Every heartbeat forgets those, because the account may have joined their staff.
    """

    subscription: SubscriptionOfAll
    cursor: str
    heard: set[int] = field(default_factory=set)
    others: set[int] = field(default_factory=set)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False

    def hear(self, tournament: int) -> None:
        if tournament not in self.others:
            self.heard.add(tournament)
            self.wake.set()

    def end(self) -> None:
        self.over = True
        self.wake.set()


class Transport(Protocol):
    """The receiver of the bytes of an answer."""

    async def send_bytes(self, data: bytes) -> None: ...


@dataclass(slots=True)
class Channel:
    """A followed tournament: the number of the last event that was read, and the followers."""

    known: int
    streams: set[Stream] = field(default_factory=set)


class StreamHub:
    """The streams of a worker."""

    def __init__(self, listener: JournalListener) -> None:
        self._listener = listener
        listener.add(self)
        self._channels: dict[int, Channel] = {}
        self._of_all: set[StreamOfAll] = set()
        self._addresses: Counter[str] = Counter()
        self._changed: set[int] = set()
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._reader = ThreadPoolExecutor(1, "streams")
        self._reader_of_all = ThreadPoolExecutor(1, "streams of all")
        self._over = False

    async def carry(self, path: str, protocol: HTTPProtocol, opened: OpenRequest) -> None:
        """Keep a stream open until its client leaves or loses the right to listen, or the worker ends."""
        subscription = SubscriptionOfAll.from_text(opened.subscription) or Subscription.from_text(opened.subscription)
        address = subscription.address
        if self._over or self._is_full(address):
            self._refuse(path, protocol)
            return
        stream: Stream | StreamOfAll
        if isinstance(subscription, SubscriptionOfAll):
            stream = StreamOfAll(subscription, subscription.cursor)
        else:
            stream = Stream(subscription, subscription.after)
        self._addresses[address] += 1
        stream_count_changed.send(StreamHub, by=1)
        disconnect = asyncio.ensure_future(protocol.client_disconnect())
        disconnect.add_done_callback(lambda _done: stream.end())
        try:
            with suppress(ProtocolClosed, ProtocolError):  # the client has gone
                transport = protocol.response_stream(opened.status, opened.headers)
                await transport.send_bytes(opened.body)
                if isinstance(stream, StreamOfAll):
                    await self._send_all(stream, transport)
                else:
                    await self._send_one(stream, transport)
        finally:
            disconnect.cancel()
            stream_count_changed.send(StreamHub, by=-1)
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]

    async def _send_one(self, stream: Stream, transport: Transport) -> None:
        try:
            self._join(stream)
            while (frame := await stream.waiting.get()) is not None:
                await transport.send_bytes(frame)
        finally:
            self._leave(stream)

    async def _send_all(self, stream: StreamOfAll, transport: Transport) -> None:
        """Read and send until the client leaves or loses the right to listen."""
        self._begin()
        self._of_all.add(stream)
        time, beat = asyncio.get_running_loop().time, asyncio.get_running_loop().time() + HEARTBEAT
        try:
            while not stream.over:
                heard, stream.heard = stream.heard, set()
                stream.wake.clear()
                block: EventBatch | None = await self._ask(
                    streams.block_after, stream.subscription, stream.cursor, reader=self._reader_of_all
                )
                if block is not None:
                    if block.over:
                        break
                    stream.cursor = block.cursor
                    stream.others |= heard - block.tournaments
                    if block.frames:
                        await transport.send_bytes(block.frames)
                    if block.more:
                        continue
                try:
                    async with asyncio.timeout_at(beat):
                        await stream.wake.wait()
                except TimeoutError:
                    await transport.send_bytes(streams.HEARTBEAT)
                    stream.others.clear()
                    beat = time() + HEARTBEAT
        finally:
            self._of_all.discard(stream)

    # Notifications.

    def on_connect(self) -> None:
        """Look for changes after the worker has started listening, so nothing is missed in between."""
        self._mark_changed(self._channels)
        for stream in self._of_all:
            stream.wake.set()

    def on_change(self, tournament: int, revision: int) -> None:
        self._mark_changed([tournament])
        for stream in self._of_all:
            stream.hear(tournament)

    def on_confirm(self, until: float) -> None:
        """Do nothing: streams check by themselves too."""

    def on_disconnect(self) -> None:
        """Do nothing about the lost connection; missed changes are read after it returns."""

    async def close(self) -> None:
        """End all streams; no new ones are opened."""
        self._over = True
        for stream in self._all_streams():
            stream.end()
        for wide in self._of_all:
            wide.end()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._reader.shutdown(wait=False)
        self._reader_of_all.shutdown(wait=False)

    def _is_full(self, address: str) -> bool:
        stream_count, most = self._addresses[address], settings.STREAMS_PER_ADDRESS
        return bool(stream_count >= most or self._addresses.total() >= settings.STREAMS)

    def _refuse(self, path: str, protocol: HTTPProtocol) -> None:
        message = _("Too many open streams. Try again in a minute.")
        answer = error_pages.answer(path, HTTPStatus.SERVICE_UNAVAILABLE, message)
        headers = [(name.lower(), value) for name, value in answer.items()]
        with suppress(ProtocolClosed, ProtocolError):
            protocol.response_bytes(answer.status_code, [*headers, ("retry-after", "60")], answer.content)

    def _all_streams(self) -> list[Stream]:
        return [stream for channel in self._channels.values() for stream in channel.streams]

    def _begin(self) -> None:
        if not self._tasks:
            self._listener.open()
            loops = (self._pump(), self._beat())
            self._tasks = [asyncio.get_running_loop().create_task(each) for each in loops]

    def _join(self, stream: Stream) -> None:
        self._begin()
        number = stream.subscription.tournament
        channel = self._channels.setdefault(number, Channel(stream.after))
        channel.streams.add(stream)
        channel.known = min(channel.known, stream.after)
        self._mark_changed([number])  # there may be changes since the view read the database

    def _leave(self, stream: Stream) -> None:
        channel = self._channels.get(stream.subscription.tournament)
        if channel is not None:
            channel.streams.discard(stream)
            if not channel.streams:
                del self._channels[stream.subscription.tournament]

    def _mark_changed(self, tournaments: Iterable[int]) -> None:
        self._changed |= self._channels.keys() & set(tournaments)
        self._wake.set()

    async def _ask(
        self, question: Callable[..., object], *about: object, reader: ThreadPoolExecutor | None = None
    ) -> Any:
        """Query the database in a thread; return None if it cannot be reached, so that the query is repeated."""
        thread = reader or self._reader
        try:
            return await asyncio.get_running_loop().run_in_executor(thread, _ask_database, question, *about)
        except DatabaseError:
            logger.warning("Streams: the database cannot be reached.")
            return None

    async def _pump(self) -> None:
        """Send new events, tournament by tournament."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._changed:
                number = self._changed.pop()
                channel = self._channels.get(number)
                if channel is None:
                    continue
                sequence = channel.known
                frames: list[Frame] | None = await self._ask(streams.frames_after, number, sequence)
                if frames:
                    await self._send(channel, frames)
                    if channel.known == sequence:  # no follower has joined that needs earlier events
                        channel.known = frames[-1].sequence
                    self._changed.add(number)

    async def _send(self, channel: Channel, frames: list[Frame]) -> None:
        for place, stream in enumerate(list(channel.streams)):
            whole = stream.subscription.whole
            for frame in frames:
                data = frame.whole if whole else frame.open
                if frame.sequence > stream.after and data is not None:
                    stream.give(data)
            stream.after = max(stream.after, frames[-1].sequence)
            if place % IN_ONE_GO == IN_ONE_GO - 1:
                await asyncio.sleep(0)
        if any(frame.closing for frame in frames):
            await self._end_lost(channel.streams)

    async def _end_lost(self, listening_ones: Iterable[Stream]) -> None:
        """End the streams of clients that have lost the right to listen."""
        found = list(listening_ones)
        allowed = await self._ask(streams.may_listen, [stream.subscription for stream in found])
        for stream in found if allowed is not None else ():
            if streams.key_of(stream.subscription) not in allowed:
                stream.end()

    async def _beat(self) -> None:
        """Send a heartbeat on every stream, and detect changes that were not notified."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            for stream in self._all_streams():
                if stream.waiting.empty():
                    stream.give(streams.HEARTBEAT)
            now: dict[int, int] | None = await self._ask(streams.revisions, list(self._channels))
            if now is not None:
                self._mark_changed(
                    number for number, channel in self._channels.items() if now.get(number, 0) > channel.known
                )
            await self._end_lost(self._all_streams())


def _ask_database(question: Callable[..., object], *about: object) -> object:
    """Return an answer of the database, using a pool connection that is returned afterwards."""
    try:
        return question(*about)
    finally:
        connection.close()
