"""The requirements for a database server. `start` checks them, so nobody relies on an unsuitable one."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import psycopg
from django.core.management import CommandError
from django.db import connection, connections

from server.processes import presence
from tournaments.core.direct_connection import ALIAS

Connection = psycopg.Connection[Any]

#: Seconds within which a notification arrives.
PATIENCE = 5.0

POOLER = (
    "DATABASE_URL leads to a pooler that shares its connections between transactions, such as PgBouncer with "
    "pool_mode = transaction. Pages would be out of date, and locks would stay. Name PostgreSQL itself in "
    "DATABASE_DIRECT_URL as well, or use a pool with pool_mode = session."
)
NOT_PAST_POOLER = (
    "DATABASE_DIRECT_URL does not hear what DATABASE_URL writes. Both must lead to the same database, and "
    "DATABASE_DIRECT_URL must name PostgreSQL itself, not a pooler."
)
OTHER_KEY = (
    "Another Kierros serves this database with another SECRET_KEY. Set SECRET_KEY to the same value for both. A server "
    "without that variable keeps its own in the file secret-key of its VAR_DIR."
)


def check(session: Connection) -> None:
    """Raise CommandError, with what to do, if the server behind this connection cannot be used. `session` is in
    autocommit mode.
    """
    if not _receives_notifications(session):
        raise CommandError(NOT_PAST_POOLER if ALIAS in connections.settings else POOLER)
    if presence.has_other_key(session):
        raise CommandError(OTHER_KEY)


def is_read_only(session: Connection) -> bool:
    """Return whether this database is read-only: it is a standby, or its owner has closed it."""
    return _value(session, "SHOW transaction_read_only") == "on"


def try_lock(session: Connection, number: int) -> bool:
    """Take a session lock if it is free, and return whether that succeeded."""
    return bool(_value(session, "SELECT pg_try_advisory_lock(%s)", number))


def _receives_notifications(session: Connection) -> bool:
    """Return whether a notification from a transaction-pooled connection arrives here within PATIENCE seconds."""
    channel = f"kierros_{uuid4().hex}"
    session.execute(f"LISTEN {channel}")
    with psycopg.connect(**{**connection.get_connection_params(), "autocommit": True}) as other:
        other.execute(f"NOTIFY {channel}")
    heard = any(notice.channel == channel for notice in session.notifies(timeout=PATIENCE, stop_after=1))
    session.execute(f"UNLISTEN {channel}")
    return heard


def _value(session: Connection, statement: str, *values: object) -> object:
    row = session.execute(statement, values).fetchone()
    return None if row is None else row[0]
