"""The club teams: the public table, its CSV, and the settings at the desk."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from standings.clubs.rule import ClubRule
from standings.web.clubs.club_teams import first_tie_break, lines_of, rule_of, rule_to_json, table_of
from standings.web.clubs.forms import ClubsForm
from standings.web.table.address import PARAMETERS, query, standings_at
from standings.web.table.columns import head_of
from standings.web.table.current import StageStandings, standings_of
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right
from tournaments.core.words.texts import MARK, as_csv
from tournaments.models import Tournament
from tournaments.players import registration
from tournaments.public.page_cache import from_memory
from tournaments.web.common import Desk, find, frame, staff_only, who


@from_memory(PARAMETERS)
def clubs(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the table of club teams, with whose points count and the reasons for each place."""
    desk = find(request, slug)
    rule, now = _rule_of(desk.tournament), standings_at(request, desk.tournament)
    ways = {
        "query": query(now),
        "with_running": query(now, live=1, round=None),
        "without_running": query(now, live=None, round=None),
    }
    return render(request, "standings/clubs.html", frame(desk, **_table(rule, now), **ways))


@from_memory(PARAMETERS)
def clubs_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the table of club teams for a spreadsheet: a line for each player of a club."""
    found = find(request, slug).tournament
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{found.slug}-club-teams.csv"'
    response.write(MARK)
    response.write(as_csv(lines_of(_rule_of(found), standings_at(request, found))))
    return response


def _rule_of(tournament: Tournament) -> ClubRule:
    rule = rule_of(tournament)
    if rule is None:
        raise Http404
    return rule


def _table(rule: ClubRule, now: StageStandings) -> dict[str, object]:
    """Return the template context of the table."""
    code = first_tie_break(now)
    head = head_of(code, now.table.rules) if code else ""
    return {"rule": rule, "now": now, "stages": now.stages, "teams": table_of(rule, now), "tie_break": head}


@staff_only(Right.SET_RULES)
def page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the rule of club teams, and the current table."""
    tournament = desk.tournament
    form = ClubsForm.of(rule_of(tournament), request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid() and _store(request, desk, form):
        return redirect("standings:set-clubs", slug=tournament.slug)
    rule = rule_of(tournament)
    table = _table(rule, standings_of(tournament)) if rule else {}
    context = frame(desk, form=form, **table)
    return render(request, "standings/set_clubs.html", context, status=422 if form.errors else 200)


def _store(request: HttpRequest, desk: Desk, form: ClubsForm) -> bool:
    """Save the rule, and return whether it was saved; if not, the form has the errors."""
    rule = form.made
    try:
        registration.set_club_teams(who(request), desk.tournament, None if rule is None else rule_to_json(rule))
    except Refused as refusal:
        form.add_error(refusal.field or None, refusal.text)
        return False
    messages.success(request, _("Club teams saved.") if rule else _("Club teams removed."))
    return True
