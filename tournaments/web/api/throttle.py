"""A generous limit, told when it is met: it stops a program that has run wild, not one that is busy.

It holds over all processes: each takes calls from the database by the hundred, so most calls ask nobody.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from threading import Lock
from typing import Any

from django.db import connection
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from tournaments.web.api.authentication import token_of

#: Calls that a process takes at once, but no more than this part of a limit: what it does not use of them is lost to
#: the others.
HANDFUL, PART = 100, 10

TAKE = """
INSERT INTO tournaments_tally AS tally (key, count, until, forgotten_at) VALUES (%(key)s, %(taken)s, %(now)s, %(end)s)
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN tally.forgotten_at > %(now)s THEN tally.count ELSE 0 END + %(taken)s,
    forgotten_at = CASE WHEN tally.forgotten_at > %(now)s THEN tally.forgotten_at ELSE %(end)s END
RETURNING count, forgotten_at
"""


#: Callers whom a process knows at once before it forgets those of minutes gone by.
CALLERS = 10_000


@dataclass
class Share:
    """What this process has left of somebody's calls, until when, and whether there are no more to be had."""

    left: int
    end: float
    is_last: bool


_shares: dict[str, Share] = {}
_lock = Lock()


class ProgramThrottle(SimpleRateThrottle):
    scope = "program"
    num_requests: int
    duration: int

    def allow_request(self, request: Request, view: Any) -> bool:
        """Whether the call is one of those that its token or address has in a minute."""
        key = self.get_cache_key(request, view)
        with _lock:
            share = _shares.get(key)
            if share is None or share.end <= time.time() or (share.left == 0 and not share.is_last):
                share = _shares[key] = self._take(key)
            self.end = share.end
            if share.left == 0:
                return False
            share.left -= 1
            return True

    def get_cache_key(self, request: Request, view: Any) -> str:
        token = token_of(request)
        who = f"token-{token.pk}" if token else f"address-{request.META.get('REMOTE_ADDR', '')}"
        return sha256(f"{self.scope}/{who}".encode()).hexdigest()

    def wait(self) -> float:
        """Seconds until there are calls again; no more than a whole share lasts, also where a clock was set back."""
        return min(max(1.0, self.end - time.time()), float(self.duration))

    def _take(self, key: str) -> Share:
        if len(_shares) > CALLERS:
            for old in [old for old, share in _shares.items() if share.end <= time.time()]:
                del _shares[old]
        taken, now = min(HANDFUL, max(1, self.num_requests // PART)), timezone.now()
        with connection.cursor() as cursor:
            end = now + timedelta(seconds=self.duration)
            cursor.execute(TAKE, {"key": key, "taken": taken, "now": now, "end": end})
            count, end = cursor.fetchone()
        left = max(0, min(taken, self.num_requests - (count - taken)))
        return Share(left, end.timestamp(), is_last=left < taken)
