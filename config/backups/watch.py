"""When automatic backups are made: after a closed round, and every ten minutes while something changes.

Each process that serves pages has one thread that looks; the lock in `keeping.keep` lets one of them make it.
"""

from __future__ import annotations

import logging
import threading
import time
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.db.models.signals import post_save

from config.backups import keeping
from config.backups.archive import BackupError
from tournaments.core.journal.verbs import CLOSED
from tournaments.models import JournalEntry

log = logging.getLogger(__name__)

PAUSE = timedelta(minutes=10)
#: Where rounds close one after the other, not each of them is waited for.
PAUSE_AFTER_ROUND = timedelta(minutes=1)
#: How often a thread looks whether the pause is over, in seconds.
LOOK_EVERY = 20.0


def watch() -> threading.Thread:
    """Start looking, in a thread that ends with its process."""
    closed = threading.Event()
    post_save.connect(partial(_note, closed), sender=JournalEntry, weak=False, dispatch_uid="backups")
    thread = threading.Thread(target=_run, args=(closed,), name="backups", daemon=True)
    thread.start()
    return thread


def _note(closed: threading.Event, instance: JournalEntry, **_more: object) -> None:
    if instance.verb in CLOSED | {"finish"}:
        transaction.on_commit(closed.set)


def _run(closed: threading.Event) -> None:
    waiting = False
    while True:
        waiting = closed.wait(LOOK_EVERY) or waiting
        closed.clear()
        try:
            waiting = not keeping.keep(PAUSE_AFTER_ROUND if waiting else PAUSE) and waiting
        except Exception as error:
            log.log(logging.ERROR, "No backup was made: %s", error, exc_info=not isinstance(error, BackupError))
            time.sleep(PAUSE_AFTER_ROUND.total_seconds())
