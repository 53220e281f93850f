"""The thread in each process that serves pages, which performs what is due.

Nothing depends on the exact second of its check. The time in a row decides what is due, and code that reads or writes
affected data performs it first. The thread serves readers who only watch.
"""

from __future__ import annotations

import logging
import threading
import time

from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.utils import timezone

from tournaments.hall import calling
from tournaments.privacy import retention
from tournaments.rounds import publishing
from tournaments.self_service import reports

log = logging.getLogger(__name__)

#: Seconds between two checks; less if a draft publishes itself sooner.
LOOK_EVERY = 5.0
#: Seconds between two deletions of expired sessions.
DAY = 24 * 60 * 60.0
#: Seconds between two checks for personal details past their retention.
HOUR = 60 * 60.0


def watch() -> threading.Thread:
    """Start the thread, which ends with its process."""
    thread = threading.Thread(target=_run, name="due", daemon=True)
    thread.start()
    return thread


def _run() -> None:
    pause, cleaned, removed = LOOK_EVERY, -DAY, -HOUR
    while True:
        time.sleep(pause)
        pause = LOOK_EVERY
        try:
            reports.settle_all_due()
            publishing.publish_due(timezone.now())
            calling.call_all_waiting()
            if time.monotonic() - cleaned >= DAY:
                SessionStore.clear_expired()
                cleaned = time.monotonic()
            if time.monotonic() - removed >= HOUR:
                removed = time.monotonic()
                if retention.remove_next():
                    removed -= HOUR  # one tournament per check, so that other due work does not wait
            pause = min([LOOK_EVERY, *publishing.ahead(timezone.now())])
        except Exception:  # the log has the error; continue with the next check
            log.exception("What is due was not done")
        finally:
            connection.close()
