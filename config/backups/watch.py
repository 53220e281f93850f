"""Make automatic backups: after a closed round, and every ten minutes while something changes.

Each process that serves pages has one thread that checks whether a backup is due. Of all servers on one database, one
process makes the backups: it holds an advisory lock on a separate connection. If it dies, PostgreSQL frees the lock and
another process takes it. After a failed backup it releases the lock, so a server with a better disk takes over.
"""

from __future__ import annotations

import logging
import threading
import time
from datetime import timedelta

from config.backups import database, keeping
from config.backups.archive import BackupError
from tournaments.core.journal.verbs import CLOSING_VERBS

log = logging.getLogger(__name__)

PAUSE = timedelta(minutes=10)
#: If rounds close shortly after each other, one backup covers several of them.
PAUSE_AFTER_ROUND = timedelta(minutes=1)
#: Seconds between two checks of a thread.
LOOK_EVERY = 10.0


def watch() -> threading.Thread:
    """Start the thread, which ends with its process."""
    thread = threading.Thread(target=_run, name="backups", daemon=True)
    thread.start()
    return thread


def _run() -> None:
    while True:
        time.sleep(LOOK_EVERY)
        try:
            with database.open_connection() as session:
                look(session)
        except Exception as error:
            log.log(logging.ERROR, "No backup was made: %s", error, exc_info=not isinstance(error, BackupError))
            time.sleep(PAUSE_AFTER_ROUND.total_seconds())


def look(session: database.Connection) -> None:
    """Make the backups that are due, until something fails. Returns at once if another process makes them."""
    while keeping.acquire_lock(session):
        keeping.tell_others(session)
        keeping.keep(PAUSE_AFTER_ROUND if has_closed_round(session) else PAUSE, session)
        time.sleep(LOOK_EVERY)


def has_closed_round(session: database.Connection) -> bool:
    """Return whether a round or a tournament was closed, at any server, since the last backup."""
    return database.has_since(session, keeping.state().mark, CLOSING_VERBS | {"finish"})
