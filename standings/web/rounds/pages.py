"""The cross table with all games in the order of the table, and the course of points or places by round."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from standings.web.rounds.courses import LEADERS, course_around, ladder_moves, leaders_course, leaders_points
from standings.web.rounds.cross_tables import cross
from standings.web.table.address import PARAMETERS, query, standings_at
from standings.web.table.current import cached_standings
from standings.web.table.final import final_places
from tournaments.models import Player
from tournaments.public.page_cache import flag, from_memory, whole_number
from tournaments.rounds.tables import forms_of
from tournaments.web.common import find, frame, stage_of


@from_memory({"stage": whole_number, "live": flag})
def crosstable(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all against all if the field is small enough, else round by round, with places and points of the standings.

    For teams, board points are shown too.
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


@from_memory(PARAMETERS)
def course(request: HttpRequest, slug: str, player_id: str = "") -> HttpResponse:
    """Show the places after each round as lines: of the leaders, or of a player and neighbours."""
    desk = find(request, slug)
    now = standings_at(request, desk.tournament)
    player = get_object_or_404(Player, tournament=desk.tournament, public_id=player_id) if player_id else None
    drawn = course_around(now, now.view.numbers.get(player.pk)) if player else leaders_course(now)
    ways = {"with_running": query(now, live=1, round=None), "without_running": query(now, live=None, round=None)}
    over_time = None if player else leaders_points(now)
    passed = None if player else ladder_moves(now)
    context = frame(
        desk, now=now, drawn=drawn, passed=passed, over_time=over_time, player=player, query=query(now), **ways
    )
    if drawn and not player:
        context["places"] = places = final_places(now)[:LEADERS]
        counted = desk.tournament.rounds.public().filter(stage=now.view.stage, number__lte=now.round or 0)
        context["played"] = forms_of(counted, [place.player for place in places])
    return render(request, "standings/course.html", context)
