"""Telling webhooks: a process of its own, there only while there are webhooks that are switched on.

One such process works on a database at a time: whoever holds the lock, on the very connection that hears of entries of
the journal (LISTEN). Nothing hangs on hearing; what there is to tell is read from the journal (`tournaments.hooks`).
Whatever happens to the database or the process, what was not stored as told is told again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from functools import partial
from random import SystemRandom
from typing import Any, TypeVar

import psycopg
import uvloop
from django.db import DatabaseError, connection, transaction
from django.db.models.signals import post_save
from django.utils import timezone

from config.pool import listening
from tournaments.hooks import deliveries
from tournaments.hooks.deliveries import Errand, Outcome
from tournaments.hooks.messages import headers
from tournaments.journal.acts import CHANNEL
from tournaments.models import JournalEntry

#: The database's lock of the one that tells.
LOCK = 5_437_718
#: Seconds: between two looks at all there is, and after which a database that is gone, or a lock, is asked for anew.
LOOK = 15.0
AGAIN = 1.0
#: Verbs after which there may be a webhook to tell, where there was none.
BEGINNING = frozenset({"create-webhook", "change-webhook", "replay-webhook"})

Found = TypeVar("Found")
logger = logging.getLogger("config.deliverer")


def call_when_needed(call: Callable[[], object]) -> None:
    """Have it called when this process makes a webhook, or finds that there are some."""
    post_save.connect(partial(_note, call), sender=JournalEntry, weak=False, dispatch_uid="webhooks")
    try:
        needed = deliveries.any_at_work()
    except DatabaseError:
        needed = True  # whoever is called looks again
    finally:
        connection.close()
    if needed:
        call()


def _note(call: Callable[[], object], instance: JournalEntry, **_more: Any) -> None:
    if instance.verb in BEGINNING:
        transaction.on_commit(call)


def work() -> None:
    """Tell webhooks until there are none that are switched on."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_work())


async def _work() -> None:
    from tournaments.hooks.posting import Poster  # noqa: PLC0415 the client is loaded where there is something to send

    poster, reader = Poster(), ThreadPoolExecutor(1, "webhooks")
    try:
        while True:
            try:
                if await _lead(poster, reader):
                    return
            except (psycopg.Error, DatabaseError, OSError) as error:
                logger.warning("Webhooks: the database cannot be reached (%s).", type(error).__name__)
            await asyncio.sleep(AGAIN)
    finally:
        await poster.close()
        reader.shutdown(wait=False)


async def _lead(poster: Any, reader: ThreadPoolExecutor) -> bool:
    """Tell as long as the database is there; True when nobody is left. Another process may be telling: then look."""
    found = await asyncio.get_running_loop().run_in_executor(reader, listening)
    async with await psycopg.AsyncConnection.connect(**found, autocommit=True) as hearing:
        got = await (await hearing.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])).fetchone()
        if got != (True,):
            await asyncio.sleep(LOOK)
            return not await _ask(reader, deliveries.any_at_work)
        await hearing.execute(f"LISTEN {CHANNEL}")
        teller = Teller(poster, reader)
        return await teller.tell(hearing)


class Teller:
    """Whoever tells, while it holds the lock."""

    def __init__(self, poster: Any, reader: ThreadPoolExecutor, clock: Callable[[], datetime] = timezone.now) -> None:
        self._poster, self._reader, self._clock = poster, reader, clock
        self._rng = SystemRandom()
        self._busy: dict[int, asyncio.Task[None]] = {}
        self._done: list[Outcome] = []
        self._wake = asyncio.Event()
        self._faults: list[BaseException] = []

    async def tell(self, hearing: psycopg.AsyncConnection[Any]) -> bool:
        """True when there is nobody to tell any more. Raises what the database raises."""
        ears = asyncio.ensure_future(self._hear(hearing))
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
            for task in (ears, *self._busy.values()):
                task.cancel()
            await asyncio.gather(ears, *self._busy.values(), return_exceptions=True)

    async def _hear(self, hearing: psycopg.AsyncConnection[Any]) -> None:
        try:
            async for _heard in hearing.notifies():
                self._wake.set()
        finally:
            self._wake.set()

    async def _turn(self) -> bool:
        """Store what came of errands and begin those that are due; False if there is nobody to tell."""
        if self._faults:
            raise self._faults[0]
        done, self._done = self._done, []
        if done:
            await self._ask(deliveries.store, done, self._clock(), self._rng)
            for outcome in done:
                self._busy.pop(outcome.errand.webhook.pk, None)
        errands: list[Errand] = await self._ask(deliveries.due, self._clock(), list(self._busy))
        for errand in errands:
            carrying = asyncio.ensure_future(self._carry(errand))
            carrying.add_done_callback(self._carried)
            self._busy[errand.webhook.pk] = carrying
        return bool(errands or self._busy) or await self._ask(deliveries.any_at_work)

    async def _pause(self) -> float:
        """Seconds until there is something to do, if nothing is heard."""
        now = self._clock()
        coming: datetime | None = await self._ask(deliveries.next_due, now)
        return LOOK if coming is None else min(LOOK, (coming - now).total_seconds())

    async def _carry(self, errand: Errand) -> None:
        outcome = Outcome(errand)
        for message in errand.messages:
            at = self._clock()
            sent = headers(errand.webhook, message, at)
            answer = await self._poster.post(errand.webhook.address, sent, message.body)
            deliveries.noted(outcome, message, answer, at)
            if outcome.failed is not None:
                break
        self._done.append(outcome)

    def _carried(self, task: asyncio.Task[None]) -> None:
        """A bug of ours ends the process, and the next one begins anew."""
        if not task.cancelled() and (fault := task.exception()) is not None:
            self._faults.append(fault)
        self._wake.set()

    async def _ask(self, question: Callable[..., Found], *about: Any) -> Found:
        return await _ask(self._reader, question, *about)


async def _ask(reader: ThreadPoolExecutor, question: Callable[..., Found], *about: Any) -> Found:
    """Ask the database in a thread, by a connection of the pool that is given back."""

    def asked() -> Found:
        try:
            return question(*about)
        finally:
            connection.close()

    return await asyncio.get_running_loop().run_in_executor(reader, asked)
