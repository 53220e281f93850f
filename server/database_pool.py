"""Leaving Django's pool of PostgreSQL connections."""

from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper


def leave_pool() -> None:
    """Close this thread's connections and the pools that they came from, so that the next ones are new."""
    for connection in connections.all():
        connection.close()
        if isinstance(connection, DatabaseWrapper):  # the settings allow no other database
            connection.close_pool()
