"""The score of teams of single players, for a spreadsheet."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse

from tournaments import border
from tournaments.border.teamscore import csv_lines, score_of
from tournaments.web.views.common import find
from tournaments.web.views.memory import from_memory
from tournaments.words.spreadsheets import MARK, as_csv


@from_memory()
def teams_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """A line for each player, the teams in the order of their table."""
    tournament = find(request, slug).tournament
    score = score_of(border.current_stage(tournament)) if tournament.rounds.public().exists() else None
    if score is None:
        raise Http404
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-teams.csv"'
    response.write(MARK)
    response.write(as_csv(csv_lines(score)))
    return response
