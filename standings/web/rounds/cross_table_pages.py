"""The cross table: everybody's games in the order of the table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from standings.web.rounds.cross_tables import cross
from standings.web.table.address import query
from standings.web.table.current import cached_standings
from tournaments.public.page_cache import flag, from_memory, whole_number
from tournaments.web.common import find, stage_of
from tournaments.web.frame import frame


@from_memory({"stage": whole_number, "live": flag})
def crosstable(request: HttpRequest, slug: str) -> HttpResponse:
    """All against all where the field is small enough, else round by round; the places and points of the standings. Of
    teams the points of the boards, too.
    """
    desk = find(request, slug)
    found = desk.tournament
    now = cached_standings(found, live="live" in request.GET, stage=stage_of(request, found))
    head, lines, everybody = cross(now)
    context = frame(desk, now=now, head=head, lines=lines, everybody=everybody)
    context["stages"] = now.stages
    context["shared"] = any(line.place not in {None, str(line.number)} for line in lines)
    context["with_running"], context["without_running"] = query(now, live=1), query(now, live=None)
    return render(request, "standings/crosstable.html", context)
