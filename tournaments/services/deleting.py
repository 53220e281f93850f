"""Deleting a tournament for good: with players, rounds and results, and with its journal, so that nobody undoes it."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.border.files import KINDS, model_of
from tournaments.journal.acts import tell_gone
from tournaments.journal.errors import Gone, NotAllowed, StaleSnapshot
from tournaments.models import Delivery, Event, JournalEntry, Result, Tournament, Webhook
from tournaments.rights import bearer
from tournaments.rights.permissions import Right, rights
from tournaments.rights.who import Who
from tournaments.services.staff import tidy

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Contents:
    """What goes with a tournament, in numbers."""

    players: int
    rounds: int
    results: int
    entries: int
    tokens: int
    webhooks: int


def contents(tournament: Tournament) -> Contents:
    return Contents(
        players=tournament.players.count(),
        rounds=tournament.rounds.count(),
        results=Result.objects.filter(pairing__round__tournament=tournament).count(),
        entries=tournament.journal.count(),
        tokens=tournament.tokens.count(),
        webhooks=tournament.webhooks.count(),
    )


def delete_tournament(who: Who, tournament: Tournament, *, revision: int | None = None) -> Contents:
    """Delete a tournament with all that is in it, its trials too, and say what that was.

    Tokens that were made for it work no longer. An event without sections goes with its last one. There is no journal
    left to tell it: the server's log does. `revision`: what the caller had read; raises StaleSnapshot when the
    tournament has moved on since, NotAllowed, and Gone where somebody was quicker.
    """
    with transaction.atomic(durable=True):
        locked = Tournament.objects.select_for_update().filter(pk=tournament.pk).first()
        if locked is None:
            raise Gone(_("This tournament is not there any more."), code="no-such-tournament")
        if Right.ADMINISTER not in rights(who, locked):
            raise NotAllowed(_("You have not the right to do this in this tournament."), code="not-allowed")
        if revision is not None and locked.revision != revision:
            raise StaleSnapshot(
                _("Somebody else has changed the tournament in the meantime. Look again, then repeat."), code="stale"
            )
        found = contents(locked)
        for trial in Tournament.objects.select_for_update().filter(trial_of=locked).order_by("pk"):
            erase(trial)
        erase(locked)
        if locked.event_id is not None:
            Event.objects.filter(pk=locked.event_id, sections=None).delete()
    bearer.forget()
    tidy()
    log.warning("The tournament %s was deleted by %s (%s).", locked.slug, who.user or "nobody", who.agent)
    return found


def erase(tournament: Tournament) -> None:
    """Delete the rows of a tournament that is locked, those first on which others hang."""
    list(Webhook.objects.select_for_update().filter(tournament=tournament).order_by("pk"))
    Delivery.objects.filter(webhook__tournament=tournament).delete()
    for kind, way in reversed(list(KINDS.items())):
        model_of(kind)._default_manager.filter(**{way: tournament}).delete()  # noqa: SLF001 Django's own name
    JournalEntry.objects.filter(tournament=tournament, undoes__isnull=False).delete()
    Tournament.objects.filter(pk=tournament.pk).delete()
    tell_gone(tournament)
