"""Provide connections that belong to one PostgreSQL session: for locks that outlive a transaction, and for LISTEN.

A connection pooler may give each transaction another session. Locks and LISTEN would then belong to the next user of
that session. If DATABASE_URL uses a pooler, DATABASE_DIRECT_URL bypasses it. Without a pooler both are the same
connection.
"""

from __future__ import annotations

from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import DEFAULT_DB_ALIAS

#: The alias in DATABASES of the connection that bypasses a pooler.
ALIAS = "direct"


def direct_connection() -> BaseDatabaseWrapper:
    """Return the connection of the current thread, outside the ORM's transactions if there is a pooler."""
    return connections[ALIAS if ALIAS in connections.settings else DEFAULT_DB_ALIAS]


def session_parameters() -> dict[str, Any]:
    """Return the parameters with which psycopg opens a lasting session outside every pool."""
    found = direct_connection().get_connection_params()
    return {
        name: value for name, value in found.items() if name not in ("context", "cursor_factory", "prepare_threshold")
    }


def try_lock(*numbers: int) -> bool:
    """Try to take a lock until `unlock` or until this thread's connection ends; return False if another session has
    it.
    """
    return bool(_ask("pg_try_advisory_lock", numbers))


def lock(*numbers: int) -> None:
    """Wait for a lock, and keep it until `unlock` or until this thread's connection ends."""
    _ask("pg_advisory_lock", numbers)


def unlock(*numbers: int) -> None:
    _ask("pg_advisory_unlock", numbers)


def _ask(function: str, numbers: tuple[int, ...]) -> Any:
    """Return the result of a PostgreSQL function that takes one or two numbers."""
    places = ", ".join(["%s"] * len(numbers))
    with direct_connection().cursor() as cursor:
        cursor.execute(f"SELECT {function}({places})", numbers)
        return cursor.fetchone()[0]
