"""The courts that the sections of an event share, for everybody."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.core.court_floor import floor_of
from tournaments.events.desk_pages import find_event, head
from tournaments.hall.court_pages import public_context
from tournaments.public.page_cache import EVENT, from_memory


@from_memory(of=EVENT)
def event_courts(request: HttpRequest, event: str) -> HttpResponse:
    """Per court now, next and later, and the queue, of all sections."""
    desk = find_event(request, event)
    shown = [section.tournament for section in desk.sections if section.tournament.courts is not None]
    floor = floor_of(shown[0]) if shown else None
    if floor is None:
        raise Http404
    return render(request, "hall/courts_now.html", head(desk, **public_context(request, floor)))
