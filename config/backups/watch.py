"""When automatic backups are made: after a closed round, and every ten minutes while something changes.

Each process that serves pages has one thread that looks. Of all processes of all servers on one database, one makes the
backups: it holds a lock on a connection of its own, so PostgreSQL gives the lock to another one when it dies. After a
backup that failed it gives up the lock, and a server with a better disk takes over.
"""

from __future__ import annotations

import logging
import threading
import time
from datetime import timedelta

from config.backups import database, keeping
from config.backups.archive import BackupError
from tournaments.core.journal.verbs import CLOSED

log = logging.getLogger(__name__)

PAUSE = timedelta(minutes=10)
#: Where rounds close one after the other, not each of them is waited for.
PAUSE_AFTER_ROUND = timedelta(minutes=1)
#: How often a thread looks, in seconds.
LOOK_EVERY = 10.0


def watch() -> threading.Thread:
    """Start looking, in a thread that ends with its process."""
    thread = threading.Thread(target=_run, name="backups", daemon=True)
    thread.start()
    return thread


def _run() -> None:
    while True:
        time.sleep(LOOK_EVERY)
        try:
            with database.connected() as opened:
                look(opened)
        except Exception as error:
            log.log(logging.ERROR, "No backup was made: %s", error, exc_info=not isinstance(error, BackupError))
            time.sleep(PAUSE_AFTER_ROUND.total_seconds())


def look(opened: database.Connection) -> None:
    """Make what is due, until something fails. Returns at once where another process does so."""
    while keeping.take_over(opened):
        keeping.tell_others(opened)
        keeping.keep(PAUSE_AFTER_ROUND if has_closed_round(opened) else PAUSE, opened)
        time.sleep(LOOK_EVERY)


def has_closed_round(opened: database.Connection) -> bool:
    """Whether a round or a tournament was closed, at any server, since the last backup."""
    return database.has_since(opened, keeping.state().mark, CLOSED | {"finish"})
