"""The position of the continuous copy in the second place, and the words about it on pages.

The position is recorded beside the backups, on this computer's disk: a page never waits for a stick.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.backups import generations
from tournaments.models import Tournament

STATE = "continuous.json"
#: From this age on, the desk warns that the second place is behind. A server that has just started gets the same time.
LARGEST_DELAY = timedelta(minutes=1)
#: Up to this limit, an age is shown in seconds.
SECONDS = 120

_start_time = time.monotonic()


@dataclass(frozen=True)
class CopyState:
    """Everything stored before `at` is in the second place; `fault` says why the copy does not continue."""

    at: str = ""
    fault: str = ""

    @property
    def age(self) -> timedelta | None:
        """Return the age of the copy; None if there is none yet."""
        if not self.at:
            return None
        return max(timedelta(0), timezone.now() - datetime.fromisoformat(self.at))


def is_wanted() -> bool:
    """Return whether this server makes a continuous copy: it has a second place, and uses the embedded PostgreSQL."""
    return settings.BACKUP_SECOND_DIR is not None and connection.settings_dict["ENGINE"] == "config.embedded"


def is_current() -> bool:
    """Return whether the second place has everything up to the last minute."""
    last = state()
    return is_wanted() and not last.fault and last.age is not None and last.age <= LARGEST_DELAY


def state() -> CopyState:
    """Read the last recorded state."""
    try:
        return CopyState(**json.loads((settings.BACKUP_DIR / STATE).read_text()))
    except (OSError, ValueError, TypeError):
        return CopyState()


def remember(now: CopyState) -> None:
    """Record the state. Raises OSError."""
    generations.write(settings.BACKUP_DIR / STATE, asdict(now))


def warning() -> str:
    """Return what is wrong with the copy; "" if nothing is."""
    last = state()
    age = last.age
    if not is_wanted() or not (last.fault or (age is not None and age > LARGEST_DELAY and _has_served())):
        return ""
    if age is None:
        return _("The second location has no continuous copy yet: {why}").format(why=last.fault)
    text = _("The second location has everything until {age} ago, but nothing newer.").format(age=in_words(age))
    return f"{text} {last.fault}".strip()


def how_far() -> str:
    """Return the position of the copy as text if nothing is wrong with it; "" if there is none."""
    if not is_wanted() or warning():
        return ""
    age = state().age
    if age is None:
        return _("The second location is being filled.")
    return _("The second location has everything until {age} ago.").format(age=in_words(age))


def in_words(age: timedelta) -> str:
    seconds = round(age.total_seconds())
    if seconds < SECONDS:
        return ngettext("{n} second", "{n} seconds", seconds).format(n=seconds)
    now = timezone.now()
    return timesince(now - age, now)


def footnotes(tournament: Tournament) -> list[str]:
    """List lines for the foot of the desk."""
    return [text] if (text := how_far()) else []


def age_in_seconds() -> float | None:
    """Return how far the second place is behind, in seconds; None if there is no copy."""
    age = state().age if is_wanted() else None
    return None if age is None else age.total_seconds()


def _has_served() -> bool:
    return time.monotonic() - _start_time > LARGEST_DELAY.total_seconds()
