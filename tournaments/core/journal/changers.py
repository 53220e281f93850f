"""Who changed what somebody wanted to change, as the sentence that refuses the later change."""

from __future__ import annotations

from typing import Protocol

from django.utils.translation import gettext as _

from tournaments.core.words.names import isolate
from tournaments.models import ApiToken, JournalEntry, Tournament, User


class Asker(Protocol):
    """Who is refused, as far as the sentence depends on it."""

    @property
    def user(self) -> User | None: ...
    @property
    def token(self) -> ApiToken | None: ...
    @property
    def agent(self) -> str: ...


def last_change_text(who: Asker, tournament: Tournament, unknown: str, sequence: int | None = None) -> str:
    """Who made the entry `sequence` of a tournament, by default its last one; `unknown` where that is not known."""
    entries = tournament.journal.select_related("actor")
    entry = entries.first() if sequence is None else entries.filter(sequence=sequence).first()
    return unknown if entry is None else _entry_text(who, entry, unknown)


def _entry_text(who: Asker, entry: JournalEntry, unknown: str) -> str:
    if entry.actor is not None and entry.actor == who.user and not entry.agent == who.agent == "page":
        return _("You changed this elsewhere ({through}). Reload, then try again.").format(through=entry.through)
    return changer_text(who, entry.actor, unknown)


def changer_text(who: Asker, person: User | None, unknown: str) -> str:
    """The same where `person` made the change. Programs are not told names."""
    if person is None or (person != who.user and who.token is not None):
        return unknown
    if person == who.user:
        return _("You changed this in another window. Reload, then try again.")
    return _("{name} changed this. Reload, then try again.").format(name=isolate(person.called))


def known_changer(who: Asker, tournament: Tournament, sequence: int) -> User | None:
    """Who made the entry `sequence` of a tournament; None for a program or a badge, who are not told names."""
    if who.user is None or who.token is not None:
        return None
    entry = tournament.journal.select_related("actor").filter(sequence=sequence).first()
    return entry.actor if entry is not None else None
