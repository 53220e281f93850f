"""Slow down password guessing: wrong attempts are counted in the database, shared by all processes.

Attempts that are counted together are checked one after the other, under the locks of their counts. Of many
simultaneous attempts, none over the limit is checked, and correct ones only wait for each other. A person who signs in
gets a signed cookie and is then counted by that alone. Whatever strangers try with the same name or address, the owner
can sign in from a known device.
"""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha256
from ipaddress import IPv6Address, ip_address, ip_network
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournaments.models import Tally, User


class Limit(NamedTuple):
    """The limits of wrong attempts: how many are free, the wait after them, which doubles each time, the longest wait,
    and how long attempts count.
    """

    free: int
    wait: timedelta
    longest: timedelta
    memory: timedelta


MINUTE = timedelta(minutes=1)
FOR_DEVICE = Limit(5, MINUTE, 15 * MINUTE, 60 * MINUTE)
FOR_NAME_AND_ADDRESS = Limit(5, 15 * MINUTE, 60 * MINUTE, 60 * MINUTE)
FOR_NAME = Limit(20, MINUTE, 15 * MINUTE, 60 * MINUTE)
FOR_CODES = Limit(10, MINUTE, 15 * MINUTE, 60 * MINUTE)
FOR_SIGN_UPS = Limit(60, MINUTE, 15 * MINUTE, 60 * MINUTE)
#: Phones in one hall share an address: each player may link a phone once without a wait.
FOR_PHONES = Limit(300, MINUTE, 15 * MINUTE, 60 * MINUTE)
FOR_ADDRESS = Limit(60, MINUTE, 15 * MINUTE, 15 * MINUTE)

COOKIE = "device"
COOKIE_AGE = timedelta(days=365)
#: The maximum number of people that a device remembers: helpers who share the laptop at the desk.
NAMES_OF_A_DEVICE = 8


class Try(NamedTuple):
    """One attempt to sign in: the keys under which it is counted, with their limits."""

    limits: dict[str, Limit]

    @transaction.atomic(durable=True)
    def minutes_to_wait(self, is_right: Callable[[], bool]) -> int:
        """Check the password with `is_right`, and count it if it is wrong.

        Return the minutes until the next one is checked; 0 if this one was checked. A correct one clears the count of
        this person's wrong attempts.
        """
        rows, now = self._lock(), timezone.now()
        wait = max((row.until - now for row in rows), default=timedelta())
        if wait > timedelta():
            return -int(-wait.total_seconds() // 60)
        right = is_right()
        for row in rows:
            if not right:
                _count(row, self.limits[row.key], now)
            elif self.limits[row.key] in (FOR_DEVICE, FOR_NAME_AND_ADDRESS):
                row.count = 0
        Tally.objects.bulk_update(rows, ["count", "until", "forgotten_at"])
        return 0

    def _lock(self) -> list[Tally]:
        """Return the rows, and create missing ones; always in the same order, to avoid deadlocks between attempts."""
        keys, now = sorted(self.limits), timezone.now()
        Tally.objects.bulk_create(
            [Tally(key=key, count=0, until=now, forgotten_at=now) for key in keys], ignore_conflicts=True
        )
        return list(Tally.objects.select_for_update().filter(key__in=keys).order_by("key"))


def attempt(request: HttpRequest, name: str) -> Try:
    """Return the attempt to sign in with this name."""
    device, names = _device(request)
    if _plain(name) in names:
        return Try({_hash("device", device, _plain(name)): FOR_DEVICE})
    origin = network_of(request.META.get("REMOTE_ADDR", ""))
    return Try(
        {
            _hash("both", _plain(name), origin): FOR_NAME_AND_ADDRESS,
            _hash("name", _plain(name)): FOR_NAME,
            _hash("address", origin): FOR_ADDRESS,
        }
    )


def code_attempt(user: User) -> Try:
    """Return an account's attempt to type the code of a program."""
    return Try({_hash("code", str(user.pk)): FOR_CODES})


def sign_up_attempt(request: HttpRequest) -> Try:
    """Return a sign-up without an account: each one counts, by its network address."""
    return Try({_hash("sign-up", network_of(request.META.get("REMOTE_ADDR", ""))): FOR_SIGN_UPS})


def phone_attempt(request: HttpRequest) -> Try:
    """Return a request for news of a player from a phone without a badge: each one counts, by its network address."""
    return Try({_hash("phone", network_of(request.META.get("REMOTE_ADDR", ""))): FOR_PHONES})


def remember_device(request: HttpRequest, response: HttpResponse, name: str) -> None:
    """Mark the browser as one from which this person has signed in."""
    device, names = _device(request)
    recent_names = [_plain(name), *(other for other in names if other != _plain(name))][:NAMES_OF_A_DEVICE]
    response.set_signed_cookie(
        COOKIE,
        "/".join((device or secrets.token_urlsafe(12), *recent_names)),
        max_age=int(COOKIE_AGE.total_seconds()),
        path="/account/",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def forget_the_old() -> None:
    """Delete rows that no longer count. Rows in use are left for another time."""
    old = Tally.objects.filter(forgotten_at__lt=timezone.now(), until__lt=timezone.now())
    with transaction.atomic():
        found = list(old.select_for_update(skip_locked=True).values_list("pk", flat=True)[:1000])
        Tally.objects.filter(pk__in=found).delete()


def _count(row: Tally, limit: Limit, now: datetime) -> None:
    row.count = row.count + 1 if row.forgotten_at > now else 1
    further = row.count - limit.free
    if further >= 0:
        row.until = now + min(limit.wait * 2 ** min(further, 10), limit.longest)
    row.forgotten_at = max(now + limit.memory, row.until + MINUTE)


def _device(request: HttpRequest) -> tuple[str, list[str]]:
    """Return the mark of the browser and the hashed names that signed in from it; "" and none for a new browser."""
    cookie = request.get_signed_cookie(COOKIE, default="", max_age=COOKIE_AGE) or ""
    device, *names = cookie.split("/")
    return device, names


def _plain(name: str) -> str:
    """Return a hash of a name that ignores its spelling variants, as Django's search for the account also does."""
    return _hash("person", unicodedata.normalize("NFKC", name).strip().casefold())[:24]


def network_of(address: str) -> str:
    """Return the addresses that count as one person: a single IPv4 address, or a whole IPv6 network."""
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    return str(ip_network((found, 64), strict=False)) if isinstance(found, IPv6Address) else str(found)


def _hash(*parts: str) -> str:
    return sha256("/".join((settings.SECRET_KEY, *parts)).encode(errors="replace")).hexdigest()
