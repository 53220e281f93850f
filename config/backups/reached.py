"""How far the continuous copy in the second place is, and what people are told of it.

It is noted beside the backups, on this computer's own disk: a page never waits for a stick.
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
#: From this age on people are warned that the second place is behind; a server that has just started gets as long.
BEHIND = timedelta(minutes=1)
#: Up to here an age is said in seconds.
SECONDS = 120

_started = time.monotonic()


@dataclass(frozen=True)
class State:
    """Everything stored before `at` is in the second place; `fault` says what keeps it from going on."""

    at: str = ""
    fault: str = ""

    @property
    def age(self) -> timedelta | None:
        """None if nothing is there yet."""
        if not self.at:
            return None
        return max(timedelta(0), timezone.now() - datetime.fromisoformat(self.at))


def is_wanted() -> bool:
    """Whether this server keeps a continuous copy: it has a second place, and its PostgreSQL is our own."""
    return settings.BACKUP_SECOND_DIR is not None and connection.settings_dict["ENGINE"] == "config.embedded"


def state() -> State:
    """What was noted last."""
    try:
        return State(**json.loads((settings.BACKUP_DIR / STATE).read_text()))
    except (OSError, ValueError, TypeError):
        return State()


def remember(now: State) -> None:
    """Note it. Raises OSError."""
    generations.write(settings.BACKUP_DIR / STATE, asdict(now))


def warning() -> str:
    """What is wrong with the copy; "" if nothing is."""
    last = state()
    age = last.age
    if not is_wanted() or not (last.fault or (age is not None and age > BEHIND and _has_served())):
        return ""
    if age is None:
        return _("The second location has no continuous copy yet: {why}").format(why=last.fault)
    said = _("The second location has everything until {age} ago, but nothing newer.").format(age=in_words(age))
    return f"{said} {last.fault}".strip()


def how_far() -> str:
    """How far the copy is, where nothing is wrong with it; "" if there is none."""
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
    """For the foot of the desk."""
    return [said] if (said := how_far()) else []


def age_in_seconds() -> float | None:
    """How far the second place is behind; None if there is no copy."""
    age = state().age if is_wanted() else None
    return None if age is None else age.total_seconds()


def _has_served() -> bool:
    return time.monotonic() - _started > BEHIND.total_seconds()
