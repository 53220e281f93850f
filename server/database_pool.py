"""The pool of PostgreSQL connections that Django keeps in a process, and how to leave it."""

from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper


def leave_pool() -> None:
    """Close this thread's connections, and the pools that they came from: the next ones are new."""
    for opened in connections.all():
        opened.close()
        if isinstance(opened, DatabaseWrapper):  # settings take no other database
            opened.close_pool()
