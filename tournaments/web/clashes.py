"""Tables at which two sections of an event sit, in words."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from tournaments.border import halls
from tournaments.models import Tournament
from tournaments.services.hall import sits_too


def beside(tournament: Tournament) -> list[Tournament]:
    """The other sections of a section's event, in their order."""
    if tournament.event_id is None:
        return []
    return list(Tournament.objects.filter(event=tournament.event_id).exclude(pk=tournament.pk).order_by("place", "pk"))


def of_section(tournament: Tournament) -> list[str]:
    """At which tables of this section's open rounds those of others sit too."""
    others = beside(tournament)
    return told(halls.clashes([tournament, *others]).get(tournament.pk, ())) if others else []


def told(clashes: Collection[halls.Clash]) -> list[str]:
    """A sentence for each other section, with what to do."""
    text = _("{tables} Number the tables of a draft anew, or say in the hall where those of each section begin.")
    return [text.format(tables=sits_too(each)) for each in clashes]
