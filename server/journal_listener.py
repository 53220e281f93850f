"""Listens to PostgreSQL for changes of tournaments: one connection for all followers in a worker's event loop.

Notifications alone are never relied on. Followers drop their cached data when the connection is lost. A connection can
be dead without an error, so the listener sends a statement every few seconds: with its answer, all earlier commits have
arrived.

A standby does not accept LISTEN. A read-only server queries it every second for its position and for new revisions.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Protocol

import psycopg
from django.conf import settings
from django.db import DatabaseError

from server.processes import maintenance, presence
from tournaments.core.direct_connection import session_parameters
from tournaments.core.journal.acts import CHANNEL

#: Seconds between two checks of the connection, for the answer to a check, and before a lost connection is reopened.
CHECK_EVERY = 5.0
ANSWER_WITHIN = 5.0
RETRY_AFTER = 1.0

#: Seconds between two queries to a database that does not accept LISTEN.
LOOK_EVERY = 1.0
#: Whether the database is read-only, and a text that changes with everything that would be notified.
STATE = """
SELECT current_setting('transaction_read_only') = 'on', CASE WHEN pg_is_in_recovery()
       THEN pg_last_wal_replay_lsn()::text ELSE pg_current_wal_lsn()::text END
"""
REVISIONS = "SELECT id, revision FROM tournaments_tournament"
#: The revision that stands for a deleted tournament.
DELETED_REVISION = 1 << 62

#: Starts listening. Repeated, it changes nothing and PostgreSQL answers it.
LISTEN = f"LISTEN {CHANNEL}"

logger = logging.getLogger("server.journal_listener")


class Follower(Protocol):
    """An object that depends on changes of tournaments."""

    def on_connect(self) -> None:
        """React to a new connection: every commit from now on is notified; earlier ones may have been missed."""

    def on_confirm(self, until: float) -> None:
        """React to a confirmation that every notification has arrived, valid until this time of the event loop."""

    def on_change(self, tournament: int, revision: int) -> None:
        """React to a change: the tournament with this primary key has this revision."""

    def on_disconnect(self) -> None:
        """React to a lost connection: no notification arrives from now on."""


class JournalListener:
    """The listening connection of a worker. `open` starts it."""

    def __init__(self) -> None:
        self._followers: list[Follower] = []
        self._task: asyncio.Task[None] | None = None

    def add(self, follower: Follower) -> None:
        """Notify a follower from now on."""
        self._followers.append(follower)

    def open(self) -> None:
        """Start listening, unless already started."""
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
                    if settings.READING_ONLY:
                        await self._query_revisions(connection)
                    await connection.execute(LISTEN)
                    await connection.execute(presence.HOLD, presence.lock())
                    for each in self._followers:
                        each.on_connect()
                    while True:
                        await self._receive(connection)
            except (psycopg.Error, DatabaseError, OSError) as error:  # a query without an answer raises an OSError
                logger.warning("The database is not heard any more (%s).", type(error).__name__)
            finally:
                for each in self._followers:
                    each.on_disconnect()
            await asyncio.sleep(RETRY_AFTER)

    async def _receive(self, connection: psycopg.AsyncConnection) -> None:
        """Check the connection, then pass on notifications until the next check."""
        started = asyncio.get_running_loop().time()
        async with asyncio.timeout(ANSWER_WITHIN):
            await connection.execute(LISTEN)
        for each in self._followers:
            each.on_confirm(started + CHECK_EVERY + ANSWER_WITHIN)
        async for notice in connection.notifies(timeout=CHECK_EVERY):
            tournament, revision = map(int, notice.payload.split())
            for each in self._followers:
                each.on_change(tournament, revision)

    async def _query_revisions(self, connection: psycopg.AsyncConnection) -> None:
        """Query new revisions every second; restart the server when the database becomes writable."""
        state, revisions = "", dict[int, int]()
        while True:
            started = asyncio.get_running_loop().time()
            async with asyncio.timeout(ANSWER_WITHIN):
                is_read_only, now = await _state(connection)
                found = await _revisions(connection) if is_read_only and now != state else revisions
            if not is_read_only:
                logger.warning("The database can be written to now. The server starts again as a normal one.")
                maintenance.ask_to_start_again()
                return
            if not state:
                for each in self._followers:
                    each.on_connect()
            else:
                self._report_changes(revisions, found)
            state, revisions = now, found
            for each in self._followers:
                each.on_confirm(started + LOOK_EVERY + ANSWER_WITHIN)
            await asyncio.sleep(LOOK_EVERY)

    def _report_changes(self, revisions: Mapping[int, int], found: Mapping[int, int]) -> None:
        """Report every tournament that has another revision than before, or was deleted."""
        if revisions is found:
            return
        changed = {key: revision for key, revision in found.items() if revisions.get(key) != revision}
        changed |= dict.fromkeys(revisions.keys() - found.keys(), DELETED_REVISION)
        for key, revision in changed.items():
            for each in self._followers:
                each.on_change(key, revision)


async def _state(connection: psycopg.AsyncConnection) -> tuple[bool, str]:
    (row,) = await (await connection.execute(STATE)).fetchall()
    return bool(row[0]), str(row[1])


async def _revisions(connection: psycopg.AsyncConnection) -> dict[int, int]:
    return dict(await (await connection.execute(REVISIONS)).fetchall())
