"""Sends to webhooks and phones: a process that runs only while there are any.

Only one such process works on a database at a time. It holds the lock, on the connection that listens for journal
entries (LISTEN). No delivery depends on notifications: pending deliveries are read from the journal
(`tournaments.webhooks`). Whatever happens to the database or the process, a delivery that was not stored as sent is
sent again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from functools import partial
from random import Random, SystemRandom
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, TypeVar

import psycopg
from django.db import DatabaseError, connection, transaction
from django.db.models.signals import post_save
from django.utils import timezone

from operating_system import system
from tournaments.core.direct_connection import session_parameters
from tournaments.core.journal.acts import CHANNEL
from tournaments.models import JournalEntry, Subscription, Webhook
from tournaments.webhooks import deliveries, telephones
from tournaments.webhooks.attempts import SECONDS
from tournaments.webhooks.deliveries import message_headers

#: The database lock of the delivering process.
LOCK = 5_437_718
#: Seconds between two full checks, and before a lost database or a lock is tried again.
CHECK_SECONDS = 15.0
RETRY_SECONDS = 1.0
#: Verbs after which there may be a first webhook to notify.
WEBHOOK_VERBS = frozenset({"create-webhook", "change-webhook", "replay-webhook"})
#: Seconds after which a delivery is abandoned: twice as long as the longest one takes if nobody answers.
OVERDUE_SECONDS = 2.0 * deliveries.RUN * SECONDS

T = TypeVar("T")
Clock = Callable[[], datetime]
logger = logging.getLogger("server.processes.deliverer")


def call_when_needed(call: Callable[[], object]) -> None:
    """Arrange a call when this process creates a webhook or registers a phone, or if there are some already."""
    post_save.connect(partial(_note, call), sender=JournalEntry, weak=False, dispatch_uid="webhooks")
    post_save.connect(partial(_join, call), sender=Subscription, weak=False, dispatch_uid="telephones")
    post_save.connect(partial(_join, call), sender=Webhook, weak=False, dispatch_uid="webhooks of accounts")
    try:
        needed = _any_at_work()
    except DatabaseError:
        needed = True  # a callback checks again
    finally:
        connection.close()
    if needed:
        call()


def _note(call: Callable[[], object], instance: JournalEntry, **_more: object) -> None:
    if instance.verb in WEBHOOK_VERBS:
        transaction.on_commit(call)


def _join(call: Callable[[], object], **_more: object) -> None:
    transaction.on_commit(call)


def _any_at_work() -> bool:
    return any(kind.any_at_work() for kind in KINDS)


def work() -> None:
    """Deliver to webhooks and phones until there are none."""
    with asyncio.Runner(loop_factory=system.new_event_loop) as runner:
        runner.run(_work())


async def _work() -> None:
    from tournaments.webhooks.posting import Poster  # noqa: PLC0415 the client is loaded where there is something to send

    poster, reader = Poster(), ThreadPoolExecutor(1, "webhooks")
    try:
        while True:
            try:
                if await _lead(poster, reader):
                    return
            except (psycopg.Error, DatabaseError, OSError) as error:
                logger.warning("Webhooks and telephones: the database cannot be reached (%s).", type(error).__name__)
            await asyncio.sleep(RETRY_SECONDS)
    finally:
        await poster.close()
        reader.shutdown(wait=False)


async def _lead(poster: object, reader: ThreadPoolExecutor) -> bool:
    """Deliver while the database is available; return True if no receiver is left. If another process delivers, wait
    and check.
    """
    found = await asyncio.get_running_loop().run_in_executor(reader, session_parameters)
    async with await psycopg.AsyncConnection.connect(**found, autocommit=True) as hearing:
        got = await (await hearing.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])).fetchone()
        if got != (True,):
            await asyncio.sleep(CHECK_SECONDS)
            return not await _ask(reader, _any_at_work)
        for channel in (CHANNEL, deliveries.CHANNEL):
            await hearing.execute(f"LISTEN {channel}")
        teller = Teller(poster, reader)
        return await teller.tell(hearing)


async def _tell_webhook(poster: Any, batch: deliveries.WebhookBatch, clock: Clock) -> deliveries.WebhookOutcome:
    outcome = deliveries.WebhookOutcome(batch)
    for message in batch.messages:
        at = clock()
        headers = message_headers(batch.webhook, message, at)
        answer = await poster.post(batch.webhook.address, headers, message.body.encode())
        deliveries.note_attempt(outcome, message, answer, at)
        if outcome.failed is not None:
            break
    return outcome


async def _tell_telephone(poster: Any, batch: telephones.PhoneBatch, clock: Clock) -> telephones.PhoneOutcome:
    outcome = telephones.PhoneOutcome(batch)
    for note in batch.notes:
        headers, body = telephones.headers_and_body(batch, note, clock())
        answer = await poster.post(batch.subscription.address, headers, body)
        if not answer.is_taken:
            outcome.failed = answer
            break
    return outcome


class ReceiverKind(Protocol):
    """A kind of receivers: the deliveries that are due, and storing their outcomes."""

    @property
    def any_at_work(self) -> Callable[[], bool]: ...
    @property
    def next_due(self) -> Callable[[datetime], datetime | None]: ...
    @property
    def due(self) -> Callable[[datetime, Collection[str]], Sequence[Any]]: ...
    @property
    def store(self) -> Callable[[Sequence[Any], datetime, Random], None]: ...


#: The kinds of receivers, and the function that sends to one of them.
KINDS: Mapping[ReceiverKind, Callable[[Any, Any, Clock], Coroutine[Any, Any, Any]]] = MappingProxyType(
    {deliveries: _tell_webhook, telephones: _tell_telephone}
)


class RunningDelivery(NamedTuple):
    """A delivery under way, and the second at which it began."""

    task: asyncio.Task[None]
    began: float


class Teller:
    """Sends deliveries while this process holds the lock. `seconds` is the clock that measures them."""

    def __init__(
        self,
        poster: object,
        reader: ThreadPoolExecutor,
        clock: Clock = timezone.now,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._poster, self._reader, self._clock, self._seconds = poster, reader, clock, seconds
        self._rng = SystemRandom()
        self._busy: dict[str, RunningDelivery] = {}
        self._done: dict[ReceiverKind, list[Any]] = {kind: [] for kind in KINDS}
        self._wake = asyncio.Event()
        self._faults: list[BaseException] = []

    async def tell(self, hearing: psycopg.AsyncConnection[object]) -> bool:
        """Deliver until no receiver is left, and return True; return False if notifications end. Raises database
        errors.
        """
        ears = asyncio.ensure_future(self._listen(hearing))
        try:
            while not ears.done():
                self._wake.clear()
                if not await self._turn():
                    return True
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), await self._pause())
            ears.result()
            return False
        finally:
            tasks = [ears, *(delivery.task for delivery in self._busy.values())]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self, hearing: psycopg.AsyncConnection[object]) -> None:
        try:
            async for _heard in hearing.notifies():
                self._wake.set()
        finally:
            self._wake.set()

    async def _turn(self) -> bool:
        """Store the outcomes of deliveries and begin those that are due; return False if no receiver is left."""
        if self._faults:
            raise self._faults[0]
        for kind, outcomes in self._done.items():
            if outcomes:
                self._done[kind] = []
                await self._ask(kind.store, outcomes, self._clock(), self._rng)
                for outcome in outcomes:
                    self._busy.pop(outcome.batch.key, None)
        self._give_up_overdue()
        for kind in KINDS:
            for batch in await self._ask(kind.due, self._clock(), list(self._busy)):
                carrying = asyncio.ensure_future(self._carry(kind, batch))
                carrying.add_done_callback(self._stop_on_bug)
                self._busy[batch.key] = RunningDelivery(carrying, self._seconds())
        return bool(self._busy) or await self._ask(_any_at_work)

    async def _pause(self) -> float:
        """Return the seconds until the next task, without a notification."""
        now = self._clock()
        coming = [await self._ask(kind.next_due, now) for kind in KINDS]
        return min([CHECK_SECONDS, *((at - now).total_seconds() for at in coming if at is not None)])

    def _give_up_overdue(self) -> None:
        """Forget deliveries that take longer than possible, so that they are due again, and log the bug."""
        now = self._seconds()
        overdue = [key for key, delivery in self._busy.items() if now - delivery.began > OVERDUE_SECONDS]
        for key in overdue:
            self._busy.pop(key).task.cancel()
            logger.error("A delivery takes longer than %d seconds and is sent again: %s.", OVERDUE_SECONDS, key)

    async def _carry(self, kind: ReceiverKind, batch: object) -> None:
        outcome = await KINDS[kind](self._poster, batch, self._clock)
        self._done[kind].append(outcome)  # look up the list now: each turn replaces it

    def _stop_on_bug(self, task: asyncio.Task[None]) -> None:
        """End the process on a bug, so that the next process starts afresh."""
        if not task.cancelled() and (fault := task.exception()) is not None:
            self._faults.append(fault)
        self._wake.set()

    async def _ask(self, question: Callable[..., T], *about: object) -> T:
        return await _ask(self._reader, question, *about)


async def _ask(reader: ThreadPoolExecutor, question: Callable[..., T], *about: object) -> T:
    """Query the database in a thread, with a pool connection that is returned afterwards."""

    def ask_thread() -> T:
        try:
            return question(*about)
        finally:
            connection.close()

    return await asyncio.get_running_loop().run_in_executor(reader, ask_thread)
