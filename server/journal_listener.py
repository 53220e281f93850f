"""What a worker hears of the journal: one connection that listens, for all in its event loop who want to know.

Nothing hangs on hearing alone. Whoever remembers something forgets it when the connection is lost; and because a
connection can be dead without saying so, it is asked every few seconds: what was committed before the answer has been
heard by then.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

import psycopg
from django.db import DatabaseError

from server.database_pool import listening
from tournaments.core.journal.acts import CHANNEL

#: Seconds: between two questions whether the connection lives, how long its answer may take, and after which a lost
#: connection is tried anew.
PULSE = 5.0
ANSWER = 5.0
AGAIN = 1.0

#: How one begins to listen; once more, it changes nothing and is answered.
LISTEN = f"LISTEN {CHANNEL}"

logger = logging.getLogger("server.journal_listener")


class Hearer(Protocol):
    """Who wants to know."""

    def begin(self) -> None:
        """From here on every commit is heard; what was committed before may have been missed."""

    def sure(self, until: float) -> None:
        """All has been heard, and until this time of the loop that is believed."""

    def heard(self, tournament: int, revision: int) -> None:
        """A tournament has this revision."""

    def lost(self) -> None:
        """From here on nothing is heard."""


class Ear:
    """The connection of a worker that listens. It begins with the first who wants to know."""

    def __init__(self) -> None:
        self._hearers: list[Hearer] = []
        self._task: asyncio.Task[None] | None = None

    def tell(self, hearer: Hearer) -> None:
        """Let somebody know from now on."""
        self._hearers.append(hearer)

    def open(self) -> None:
        """Listen, if that was not begun."""
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._listen())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(self) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    **await asyncio.to_thread(listening), autocommit=True
                ) as connection:
                    await connection.execute(LISTEN)
                    for each in self._hearers:
                        each.begin()
                    while True:
                        await self._hear(connection)
            except (psycopg.Error, DatabaseError, OSError) as error:  # a question without an answer is an OSError
                logger.warning("The database is not heard any more (%s).", type(error).__name__)
            finally:
                for each in self._hearers:
                    each.lost()
            await asyncio.sleep(AGAIN)

    async def _hear(self, connection: psycopg.AsyncConnection) -> None:
        """Ask whether it lives, then hear for a while."""
        asked = asyncio.get_running_loop().time()
        async with asyncio.timeout(ANSWER):
            await connection.execute(LISTEN)
        for each in self._hearers:
            each.sure(asked + PULSE + ANSWER)
        async for notice in connection.notifies(timeout=PULSE):
            tournament, revision = map(int, notice.payload.split())
            for each in self._hearers:
                each.heard(tournament, revision)
