"""Rating lists of the server: loading one from its file, and taking one away. They belong to no tournament."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from datetime import date
from typing import IO

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.rights import Who
from tournaments.core.words import names
from tournaments.models import RatingList
from tournaments.models.server_wide import LONGEST_NAME
from tournaments.rating_lists import store
from tournaments.rating_lists.readers import RATES, open_list
from tournaments.rating_lists.store import NotARatingList

#: What a list of FIDE is called that nobody gave a name.
FIDE = "FIDE"


@dataclass(frozen=True, slots=True)
class LoadedList:
    """A list that was loaded; `skipped` lines of it were no players, of which `faults` are the first."""

    listed: RatingList
    skipped: int
    faults: tuple[str, ...]


def load_list(
    who: Who,
    content: IO[bytes],
    filename: str,
    *,
    name: str = "",
    listed_on: date | None = None,
    rate: str | None = None,
) -> LoadedList:
    """Load a list from its file, packed or not; one of the same name and day is replaced. All of it or nothing.

    `listed_on` is asked for where the file does not say it, `name` for lists that are not FIDE's; `rate` is that of a
    list with one rating, if the name of the file does not tell. Raises Refused with a sentence that says what to do.
    """
    _owner_only(who)
    if rate is not None and rate not in RATES:
        raise Refused(_("The rating type is standard, rapid or blitz."), code="no-such-rate", field="rate")
    try:
        with transaction.atomic(), open_list(content, filename, rate) as reading:
            day = listed_on or reading.listed_on
            called = _name(name or (FIDE if reading.is_fide else ""))
            if day is None:
                text = _("The file has no date. Enter the date of the list.")
                raise Refused(text, code="no-date", field="listed_on")
            for former in RatingList.objects.filter(name=called, listed_on=day):
                store.drop(former)
            fuzzy = store.has_trigrams()
            made = RatingList.objects.create(name=called, listed_on=day, is_fide=reading.is_fide, fuzzy=fuzzy)
            made.lines = store.fill(made, reading)
            if not made.lines:
                raise Refused(_("The list contains no players."), code="no-players", field="file")
            made.save(update_fields=["lines"])
    except (NotARatingList, csv.Error) as error:
        raise Refused(str(error), code="no-rating-list", field="file") from error
    return LoadedList(made, reading.skipped, tuple(reading.faults))


def drop_list(who: Who, listed: RatingList) -> None:
    """Take a list away with all its lines. Players keep what they have of it."""
    _owner_only(who)
    store.drop(listed)


def _name(text: str) -> str:
    """What a list is called. Raises Refused."""
    try:
        found = names.clean_text(text, LONGEST_NAME)
    except names.NotAName as error:
        raise Refused(str(error), code="name", field="name") from error
    if not found:
        raise Refused(
            _("Enter a name for the list, such as FIN. Tournaments choose it by name."), code="name", field="name"
        )
    return found


def _owner_only(who: Who) -> None:
    """Lists are there for all tournaments of a server: its owner loads them, or a command."""
    by_command = who.user is None and who.token is None and who.agent.startswith("command: ")
    if not by_command and not (who.user is not None and who.token is None and who.user.is_superuser):
        raise NotAllowed(_("Only the owner of this server can load rating lists."), code="not-allowed")
