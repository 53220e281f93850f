"""Slowing down those who guess passwords: by name and by address, in the database, so that every process knows."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from tournaments.models import FailedSignIn

WINDOW = timedelta(minutes=15)
#: Wrong passwords within the window for one name from one address, for one name, and from one address.
FOR_NAME_AND_ADDRESS, FOR_NAME, FOR_ADDRESS = 5, 30, 60


def _hash(value: str) -> str:
    return sha256(f"{settings.SECRET_KEY}/{value.casefold()}".encode(errors="replace")).hexdigest()


def minutes_to_wait(name: str, address: str) -> int:
    """Minutes until another try is taken; 0 for now."""
    since = timezone.now() - WINDOW
    recent = FailedSignIn.objects.filter(at__gt=since)
    by_name, by_address = Q(name_hash=_hash(name)), Q(address_hash=_hash(address))
    for condition, limit in (
        (by_name & by_address, FOR_NAME_AND_ADDRESS),
        (by_name, FOR_NAME),
        (by_address, FOR_ADDRESS),
    ):
        times = list(recent.filter(condition).order_by("-at").values_list("at", flat=True)[:limit])
        if len(times) == limit:
            return max(1, -int((timezone.now() - WINDOW - times[-1]).total_seconds() // 60))
    return 0


def note(name: str, address: str) -> None:
    """Remember a wrong password, and drop what no longer counts."""
    FailedSignIn.objects.filter(at__lt=timezone.now() - WINDOW).delete()
    FailedSignIn.objects.create(name_hash=_hash(name), address_hash=_hash(address))


def forget(name: str, address: str) -> None:
    """A right password: this name from this address starts anew."""
    FailedSignIn.objects.filter(name_hash=_hash(name), address_hash=_hash(address)).delete()
