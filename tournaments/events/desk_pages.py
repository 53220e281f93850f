"""Load an event for one reader, with the rights in each section, and decide who may see its pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments.core.rights import Right, standing_in_all, visible
from tournaments.models import Event, Tournament
from tournaments.web.common import Desk, PageRequest, to_sign_in, who


@dataclass(frozen=True, slots=True)
class EventDesk:
    """An event for one reader: the sections that the reader may see, in order, with the rights in each."""

    event: Event
    sections: tuple[Desk, ...]

    def may(self, right: Right) -> bool:
        """Return whether the reader has a right in any of the sections."""
        return any(desk.may(right) for desk in self.sections)

    def where(self, right: Right) -> list[Tournament]:
        """Return the sections in which the reader has a right."""
        return [desk.tournament for desk in self.sections if desk.may(right)]


def find_event(request: HttpRequest, event: str) -> EventDesk:
    """Return the event with this slug, with the sections that the reader may see, perhaps none. Raise Http404."""
    found = get_object_or_404(Event, slug=event)
    me = who(request)
    rows = list(visible(me).filter(event=found).order_by("place", "pk"))
    for row in rows:
        row.event = found
    standing = standing_in_all(me, rows)
    return EventDesk(found, tuple(Desk(row, *standing[row.pk]) for row in rows))


Rest = ParamSpec("Rest")
OfEventDesk = Callable[Concatenate[PageRequest, EventDesk, Rest], HttpResponse]


class OfEvent(Protocol[Rest]):
    """A view of an event, as the URL resolver calls it."""

    def __call__(self, request: PageRequest, event: str, *place: Rest.args, **rest: Rest.kwargs) -> HttpResponse: ...


def staff_of_event(right: Right) -> Callable[[OfEventDesk[Rest]], OfEvent[Rest]]:
    """Return a decorator for pages of users with a right in a section of the event, like `staff_only`."""

    def decorate(view: OfEventDesk[Rest]) -> OfEvent[Rest]:
        @wraps(view)
        def wrapper(request: PageRequest, event: str, *place: Rest.args, **rest: Rest.kwargs) -> HttpResponse:
            found = find_event(request, event)
            if found.may(right):
                return view(request, found, *place, **rest)
            if not request.user.is_authenticated:
                return to_sign_in(request)
            if not found.sections:
                raise Http404
            raise PermissionDenied

        return wrapper

    return decorate


def head(desk: EventDesk, **more: object) -> dict[str, Any]:
    """Return the context for the head of every page of an event."""
    return {"desk": desk, "event": desk.event, **more}
