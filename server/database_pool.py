"""The pool of PostgreSQL connections that Django keeps in a process, and how to be without it."""

from typing import Any

from django.db import connection, connections
from django.db.backends.postgresql.base import DatabaseWrapper


def leave_pool() -> None:
    """Close this thread's connections, and the pools that they came from: the next ones are new."""
    for opened in connections.all():
        opened.close()
        if isinstance(opened, DatabaseWrapper):  # settings take no other database
            opened.close_pool()


def listening() -> dict[str, Any]:
    """How to reach the database by a connection that is in no pool, as the one is that hears of changes."""
    found = connection.get_connection_params()
    return {
        name: value for name, value in found.items() if name not in ("context", "cursor_factory", "prepare_threshold")
    }
