"""An event as a whole: all its sections at once, a tournament that joins it, the order of sections, and their staff."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import chain
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.journal.acts import Act, act, lock_all
from tournaments.journal.errors import NotAllowed, Refused
from tournaments.models import Event, Member, Tournament
from tournaments.models.event import whole_name
from tournaments.rights.permissions import Right, rights, rights_of_all, visible
from tournaments.rights.who import Who
from tournaments.services.lifecycle import MadeAlready, begin, free_in_event, slugs
from tournaments.words.isolation import isolate


def new_event(name: str) -> Event:
    """The row of an event under an address of its own."""
    for address in chain(slugs(name)):
        try:
            with transaction.atomic():
                return Event.objects.create(name=name, slug=address)
        except IntegrityError as error:
            if "slug" not in str(error):
                raise
    raise AssertionError("unreachable")


def create_event(
    who: Who, names: Sequence[str], *, name: str, game: str, sheet: UUID | None = None, **settings: Any
) -> Tournament:
    """A new event with sections of these names, each set up as `lifecycle.create_tournament` does; the first of them.

    All of it or nothing. With a `sheet` that made an event before, it is the first section of that.
    """
    keyless = replace(who, key=None)  # the sheet says whether it was done
    try:
        with transaction.atomic(durable=True):
            event = new_event(name)
            made = [
                begin(
                    keyless,
                    name=whole_name(name, section),
                    game=game,
                    sheet=None if place > 1 else sheet,
                    event=event,
                    section=section,
                    place=place,
                    **settings,
                )
                for place, section in enumerate(names, start=1)
            ]
    except MadeAlready as made_already:
        return made_already.tournament
    return made[0]


def run_by(who: Who) -> list[Event]:
    """The events of which somebody administers a section, by name."""
    sections = list(visible(who).filter(event__isnull=False, trial_of__isnull=True))
    granted = rights_of_all(who, sections)
    keys = [section.event_id for section in sections if section.event_id and Right.ADMINISTER in granted[section.pk]]
    return list(Event.objects.filter(pk__in=keys).order_by("name", "pk"))


def join_event(who: Who, tournament: Tournament, event: Event, section: str, *, staff: bool = False) -> Tournament:
    """Make a tournament that is in no event the last section of one that there is, at whatever stage it is.

    With `staff` those who work in the event's other sections work here too (`share_staff`). Raises NotAllowed unless
    `who` administers the tournament and a section of the event, Refused for a name that is taken.
    """
    with act(who, tournament, "join-event", Right.ADMINISTER, section=section) as doing:
        row = doing.tournament
        if row.event_id == event.pk and row.section == section:
            return row
        if row.event is not None:
            text = _("It is a section of {event} already. Take it out of that event first.")
            raise Refused(text.format(event=isolate(row.event.name)), code="in-event")
        if row.trial_of_id is not None:
            raise Refused(_("This is a trial. Put into the event what it tries out."), code="trial")
        beside = _administered(who, event, but=row)
        if not beside:
            raise NotAllowed(
                _("You run no section of this event. Ask an organiser of one to take the tournament in."),
                code="not-allowed",
                field="event",
            )
        free_in_event(event, section)  # and from here on nobody renames the event
        event.refresh_from_db()
        last = event.sections.aggregate(last=Max("place"))["last"] or 0
        doing.facts["event"] = event.name
        doing.update(row, event=event, section=section, place=last + 1, name=whole_name(event.name, section))
        if staff:
            share(doing, beside)
    tournament.refresh_from_db()
    return tournament


def move_up(who: Who, section: Tournament) -> None:
    """Put a section before the one that stands above it, on all pages of the event; the first one stays.

    Raises NotAllowed unless `who` administers both.
    """
    joint = uuid4()
    with transaction.atomic(durable=True), ExitStack() as acts:
        everybody = list(Tournament.objects.filter(event__isnull=False, event=section.event_id))
        lock_all(everybody)
        listed = list(Tournament.objects.filter(pk__in=[each.pk for each in everybody]).order_by("place", "pk"))
        at = next((number for number, each in enumerate(listed) if each.pk == section.pk), 0)
        if at == 0:
            return
        listed[at - 1 : at + 1] = listed[at - 1 : at + 1][::-1]
        if any(Right.ADMINISTER not in rights(who, each) for each in listed[at - 1 : at + 1]):
            raise NotAllowed(_("You may not do this in both sections. Ask an organiser of both."), code="not-allowed")
        for place, each in enumerate(listed, start=1):
            if each.place != place:
                doing = acts.enter_context(
                    act(
                        who,
                        each,
                        "order-sections",
                        Right.ADMINISTER,
                        joint=joint,
                        outermost=False,
                        section=each.section,
                        place=place,
                    )
                )
                doing.update(doing.tournament, place=place)


def share_staff(who: Who, section: Tournament) -> list[str]:
    """Put everybody on a section's staff who is on that of another section which `who` administers; their names.

    They get the role that they have there, the strongest of several, and a helper the same tables. Helpers with a pass
    are for one tournament and stay away.
    """
    with act(who, section, "share-staff", Right.ADMINISTER) as doing:
        row = doing.tournament
        return share(doing, [] if row.event is None else _administered(who, row.event, but=row))


def _administered(who: Who, event: Event, *, but: Tournament) -> list[Tournament]:
    """The sections of an event that somebody administers, without one."""
    sections = list(event.sections.exclude(pk=but.pk))
    granted = rights_of_all(who, sections)
    return [each for each in sections if Right.ADMINISTER in granted[each.pk]]


def share(doing: Act, sections: list[Tournament]) -> list[str]:
    """Put those who work in other sections on the staff; the names of who was not on it."""
    here = set(doing.tournament.members.values_list("user", flat=True))
    # the first of somebody's rows counts: organisers come before helpers
    there = Member.objects.filter(tournament__in=sections, until__isnull=True, user__is_active=True)
    names = []
    for member in there.exclude(user__in=here).select_related("user").order_by("-role", "first_table", "pk"):
        if member.user_id in here:
            continue
        here.add(member.user_id)
        names.append(member.user.called)
        doing.create(
            Member,
            tournament=doing.tournament,
            user=member.user,
            role=member.role,
            first_table=member.first_table,
            last_table=member.last_table,
        )
    if names:
        doing.facts["names"] = sorted(names)
    return sorted(names)
