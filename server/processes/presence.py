"""The servers that use a database: each holds a shared lock in it whose number represents its SECRET_KEY.

Two servers with different keys would not accept each other's sessions, and would count wrong passwords separately. The
lock is on the connection that listens for changes, so it ends with its server.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Protocol

from django.conf import settings

#: The first number of the lock; the second one is `key_mark`.
SERVERS = 5_437_719

HOLD = "SELECT pg_advisory_lock_shared(%s, %s)"
OTHERS = """
SELECT count(*) FROM pg_locks
 WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
   AND classid = %s AND objid <> %s AND objsubid = 2
"""


class Connection(Protocol):
    """An object that runs a statement, such as psycopg's connection."""

    def execute(self, query: Any, params: Any = None) -> Any: ...


def key_mark() -> int:
    """Return a number that differs for different keys, but does not reveal the key."""
    digest = blake2b(settings.SECRET_KEY.encode(), digest_size=4, person=b"kierros-presence").digest()
    return int.from_bytes(digest) >> 1


def lock() -> tuple[int, int]:
    """Return the two numbers of this server's lock."""
    return SERVERS, key_mark()


def has_other_key(connection: Connection) -> bool:
    """Return whether another server currently uses this database with another SECRET_KEY."""
    return bool(connection.execute(OTHERS, lock()).fetchone()[0])
