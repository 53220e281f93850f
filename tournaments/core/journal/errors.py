"""Define errors of verbs. Each tells users what they can do.

If another person was faster, the message names that person, if the reader may know the name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.words.names import isolate
from tournaments.models import ApiToken, JournalEntry, Operation, Pairing, Player, Tournament, User


class Refused(Exception):
    """The request cannot be carried out as it is. `field` is the form field it belongs to, if any.

    `code` is stable for programs; the text is for people and already translated.
    """

    status = 422

    def __init__(self, text: str, *, code: str = "refused", field: str | None = None) -> None:
        super().__init__(text)
        self.text = str(text)
        self.code = code
        self.field = field


class NotAllowed(Refused):
    """The person or program does not have the right."""

    status = 403


class TooOften(Refused):
    """The same request came too often within a short time: wait for `seconds`."""

    status = 429

    def __init__(self, text: str, *, code: str, seconds: int) -> None:
        super().__init__(text, code=code)
        self.seconds = seconds


class Twin(Refused):
    """The list already has a player with this name, perhaps another person."""


class Gone(Refused):
    """The object of the request existed when the request was prepared, but no longer exists."""

    status = 404


class Replaced(Gone):
    """A table that no longer exists because its round was paired again. `successor` replaces it, if anything does."""

    status = 410

    def __init__(self, text: str, successor: Pairing | None) -> None:
        super().__init__(text, code="replaced")
        self.successor = successor


class StaleSnapshot(Refused):
    """Another person changed the tournament between reading and writing; nothing was written."""

    status = 409


class NotPaired(Refused):
    """Publishing the round would leave out `players`, who have neither an opponent nor a bye. This was not
    confirmed.
    """

    def __init__(self, players: Sequence[Player]) -> None:
        names = "; ".join(isolate(player.name) for player in players)
        text = _(
            "Not paired: {names}. Give them an opponent or a bye, or confirm that they sit out this round."
        ).format(names=names)
        super().__init__(text, code="not-paired", field="not_paired")
        self.players = players


class ResultsMissing(Refused):
    """The round cannot be closed, because `pairings` have no result; they are in the order of their tables."""

    def __init__(self, number: int, pairings: Sequence[Pairing]) -> None:
        shown = ", ".join(str(pairing.table) for pairing in pairings[:20]) + (" ..." if len(pairings) > 20 else "")
        text = _("Round {number} has missing results: {tables}.").format(number=number, tables=shown)
        super().__init__(text, code="results-missing")
        self.number, self.pairings = number, pairings


class BuiltOn(Refused):
    """An entry cannot be undone alone, because a later one depends on it."""

    def __init__(self, text: str, entry: JournalEntry) -> None:
        super().__init__(text, code="built-on")
        self.entry = entry


class Undecided(Refused):
    """The knock-out round cannot be closed, because the results of `pairings` do not decide who advances."""

    def __init__(self, number: int, pairings: Sequence[Pairing]) -> None:
        text = ngettext(
            "Round {number} has a draw: {tables}. Choose who advances, then close the round.",
            "Round {number} has draws: {tables}. Choose who advances, then close the round.",
            len(pairings),
        ).format(tables=", ".join(str(each.table) for each in pairings), number=number)
        super().__init__(text, code="who-goes-on")
        self.number, self.pairings = number, pairings


class Unusual(Refused):
    """The request is against the rules, and was not confirmed with `anyway`."""

    def __init__(self, text: str) -> None:
        super().__init__(text, code="unusual", field="anyway")


class RoundsMissing(Refused):
    """Finishing the tournament with `missing` of the `planned` rounds was not confirmed."""

    def __init__(self, missing: int, planned: int) -> None:
        text = ngettext(
            "{missing} of {planned} rounds was not paired. Confirm that the tournament ends without it.",
            "{missing} of {planned} rounds were not paired. Confirm that the tournament ends without them.",
            missing,
        ).format(missing=missing, planned=planned)
        super().__init__(text, code="rounds-missing", field="rounds_missing")
        self.missing, self.planned = missing, planned


class Repeated(Exception):
    """The same request, by Idempotency-Key, was already carried out: `entry` is its journal entry."""

    def __init__(self, entry: JournalEntry) -> None:
        super().__init__(entry.verb)
        self.entry = entry


class DoneBefore(Exception):
    """Some of the requested operations were already carried out: `operations`."""

    def __init__(self, operations: Sequence[Operation]) -> None:
        super().__init__(f"{len(operations)} operations")
        self.operations = operations


class Conflict(Refused):
    """Another person changed the row. `current` is its present state, so that both values can be shown."""

    status = 412

    def __init__(self, text: str, *, current: Any, code: str = "conflict") -> None:
        super().__init__(text, code=code)
        self.current = current


class Asker(Protocol):
    """The person who gets the error, as far as the message depends on that person."""

    @property
    def user(self) -> User | None: ...
    @property
    def token(self) -> ApiToken | None: ...
    @property
    def agent(self) -> str: ...


def last_change_text(who: Asker, tournament: Tournament, unknown: str, sequence: int | None = None) -> str:
    """Return who made the entry `sequence` of a tournament, by default the last one; `unknown` if that is not known."""
    entries = tournament.journal.select_related("actor")
    entry = entries.first() if sequence is None else entries.filter(sequence=sequence).first()
    return unknown if entry is None else _entry_text(who, entry, unknown)


def _entry_text(who: Asker, entry: JournalEntry, unknown: str) -> str:
    if entry.actor is not None and entry.actor == who.user and not entry.agent == who.agent == "page":
        return _("You changed this elsewhere ({through}). Reload, then try again.").format(through=entry.through)
    return changer_text(who, entry.actor, unknown)


def changer_text(who: Asker, person: User | None, unknown: str) -> str:
    """Return the message for a change by `person`. Programs do not see names."""
    if person is None or (person != who.user and who.token is not None):
        return unknown
    if person == who.user:
        return _("You changed this in another window. Reload, then try again.")
    return _("{name} changed this. Reload, then try again.").format(name=isolate(person.called))


def known_changer(who: Asker, tournament: Tournament, sequence: int) -> User | None:
    """Return the author of the entry `sequence` of a tournament; None for a program or a badge, which do not see
    names.
    """
    if who.user is None or who.token is not None:
        return None
    entry = tournament.journal.select_related("actor").filter(sequence=sequence).first()
    return entry.actor if entry is not None else None
