"""Tables at which two sections of an event sit, in words."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.border import halls
from tournaments.models import Tournament
from tournaments.words import ranges
from tournaments.words.isolation import isolate


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
    return [
        _("{tables} Say in the hall where the tables of each section begin.").format(tables=_told(each))
        for each in clashes
    ]


def _told(clash: halls.Clash) -> str:
    tables, count = ranges.written(clash.tables), len(clash.tables)
    if not clash.other.is_public:  # its name is for those who see it
        return ngettext(
            "Another section sits at table {tables} too.", "Another section sits at tables {tables} too.", count
        ).format(tables=tables)
    return ngettext(
        "Section {name} sits at table {tables} too.", "Section {name} sits at tables {tables} too.", count
    ).format(name=isolate(clash.other.section), tables=tables)
