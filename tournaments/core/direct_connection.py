"""Connections that belong to one session of PostgreSQL: for locks that outlive a transaction, and for LISTEN.

A pooler may give each transaction another session. Locks and LISTEN would then belong to anyone who comes next. With a
pooler in DATABASE_URL, DATABASE_DIRECT_URL leads past it; without one, both are the same connection.
"""

from __future__ import annotations

from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import DEFAULT_DB_ALIAS

#: The name in DATABASES of the way past a pooler.
ALIAS = "direct"


def direct_connection() -> BaseDatabaseWrapper:
    """The connection of the current thread, outside the ORM's transactions if there is a pooler."""
    return connections[ALIAS if ALIAS in connections.settings else DEFAULT_DB_ALIAS]


def session_parameters() -> dict[str, Any]:
    """How psycopg opens a session that lasts, outside every pool."""
    found = direct_connection().get_connection_params()
    return {
        name: value for name, value in found.items() if name not in ("context", "cursor_factory", "prepare_threshold")
    }


def try_lock(*numbers: int) -> bool:
    """Take a lock until `unlock` or until this thread's connection ends; False if another session has it."""
    return bool(_ask("pg_try_advisory_lock", numbers))


def lock(*numbers: int) -> None:
    """Take a lock until `unlock` or until this thread's connection ends, and wait for it."""
    _ask("pg_advisory_lock", numbers)


def unlock(*numbers: int) -> None:
    _ask("pg_advisory_unlock", numbers)


def _ask(function: str, numbers: tuple[int, ...]) -> Any:
    """The answer of one of PostgreSQL's functions, which takes one number or two."""
    places = ", ".join(["%s"] * len(numbers))
    with direct_connection().cursor() as cursor:
        cursor.execute(f"SELECT {function}({places})", numbers)
        return cursor.fetchone()[0]
