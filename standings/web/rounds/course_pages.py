"""The course of the leaders, and of a player and those around."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from standings.web.rounds.courses import course_around, leaders_course, leaders_points
from standings.web.table.address import PARAMETERS, query, standings_at
from tournaments.models import Player
from tournaments.public.page_cache import from_memory
from tournaments.web.common import find
from tournaments.web.frame import frame


@from_memory(PARAMETERS)
def course(request: HttpRequest, slug: str, player_id: str = "") -> HttpResponse:
    """The places after each round as lines: of the leaders, or of a player and neighbours."""
    desk = find(request, slug)
    now = standings_at(request, desk.tournament)
    player = get_object_or_404(Player, tournament=desk.tournament, public_id=player_id) if player_id else None
    drawn = course_around(now, now.view.numbers.get(player.pk)) if player else leaders_course(now)
    ways = {"with_running": query(now, live=1, round=None), "without_running": query(now, live=None, round=None)}
    over_time = None if player else leaders_points(now)
    context = frame(desk, now=now, drawn=drawn, over_time=over_time, player=player, query=query(now), **ways)
    return render(request, "standings/course.html", context)
