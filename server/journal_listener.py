"""Listens to PostgreSQL for changes of tournaments: one connection for all followers in the event loop of a worker.

Notifications alone are never relied on. Followers drop what they remember when the connection is lost. A connection can
be dead without an error, so the listener sends a statement every few seconds: whatever was committed before its answer
has arrived by then.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

import psycopg
from django.db import DatabaseError

from server import presence
from tournaments.core.direct_connection import session_parameters
from tournaments.core.journal.acts import CHANNEL

#: Seconds between two checks of the connection, for the answer to a check, and before a lost connection is reopened.
CHECK_EVERY = 5.0
ANSWER_WITHIN = 5.0
RETRY_AFTER = 1.0

#: Starts to listen. Sent again, it changes nothing and PostgreSQL answers it.
LISTEN = f"LISTEN {CHANNEL}"

logger = logging.getLogger("server.journal_listener")


class Follower(Protocol):
    """Whatever depends on changes of tournaments."""

    def connected(self) -> None:
        """Every commit from here on is notified; earlier ones may have been missed."""

    def confirmed(self, until: float) -> None:
        """Every notification has arrived; this holds until this time of the event loop."""

    def changed(self, tournament: int, revision: int) -> None:
        """The tournament with this primary key has this revision."""

    def disconnected(self) -> None:
        """No notification arrives from here on."""


class JournalListener:
    """The listening connection of a worker. `open` starts it."""

    def __init__(self) -> None:
        self._followers: list[Follower] = []
        self._task: asyncio.Task[None] | None = None

    def add(self, follower: Follower) -> None:
        """Notify a follower from now on."""
        self._followers.append(follower)

    def open(self) -> None:
        """Start to listen, unless it has started."""
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
                    **await asyncio.to_thread(session_parameters), autocommit=True
                ) as connection:
                    await connection.execute(LISTEN)
                    await connection.execute(presence.HOLD, presence.lock())
                    for each in self._followers:
                        each.connected()
                    while True:
                        await self._receive(connection)
            except (psycopg.Error, DatabaseError, OSError) as error:  # a question without an answer is an OSError
                logger.warning("The database is not heard any more (%s).", type(error).__name__)
            finally:
                for each in self._followers:
                    each.disconnected()
            await asyncio.sleep(RETRY_AFTER)

    async def _receive(self, connection: psycopg.AsyncConnection) -> None:
        """Check the connection, then pass on notifications until the next check."""
        asked = asyncio.get_running_loop().time()
        async with asyncio.timeout(ANSWER_WITHIN):
            await connection.execute(LISTEN)
        for each in self._followers:
            each.confirmed(asked + CHECK_EVERY + ANSWER_WITHIN)
        async for notice in connection.notifies(timeout=CHECK_EVERY):
            tournament, revision = map(int, notice.payload.split())
            for each in self._followers:
                each.changed(tournament, revision)
