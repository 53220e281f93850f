"""The hall at the desk: what it looks like, where the next round would sit, and who has a table of his own."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from pairings.hall import Hall
from pairings.sentences import sentence
from tournaments.border import halls
from tournaments.journal.errors import Refused
from tournaments.models import Round, Tournament
from tournaments.rights.permissions import Right
from tournaments.services import hall as service
from tournaments.web import clashes
from tournaments.web.forms.hall import HallForm
from tournaments.web.views.common import Desk, attempt, staff_only, who
from tournaments.web.views.public import frame
from tournaments.words import ranges
from tournaments.words.languages import translate


@staff_only(Right.PAIR)
def page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """What the hall looks like. Stored, it is for the rounds to come; paired ones keep their tables."""
    tournament = desk.tournament
    if request.method == "POST" and "away" in request.POST:
        done = _("There is no hall any more: tables count from 1.")
        return attempt(
            request,
            lambda: service.set_hall(who(request), tournament, Hall()),
            "tournaments:hall",
            done,
            slug=tournament.slug,
        )
    if request.method == "POST" and "behind" in request.POST:
        return _behind(request, tournament)
    form = HallForm(request.POST) if request.method == "POST" else HallForm.of(tournament.layout)
    if form.is_bound and form.is_valid():
        try:
            service.set_hall(who(request), tournament, form.hall)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        else:
            messages.success(request, _("The hall is stored. It counts from the next round that is paired."))
            return redirect("tournaments:hall", slug=tournament.slug)
    draft = tournament.rounds.filter(status=Round.Status.DRAFT).first()
    context = frame(
        desk,
        form=form,
        draft=draft if draft is not None and halls.reseat(draft) else None,
        fixed=tournament.players.filter(fixed_table__isnull=False).order_by("fixed_table", "name_key"),
        **_next_round(tournament),
        **_others(tournament),
    )
    return render(request, "tournaments/hall.html", context, status=422 if form.errors else 200)


def _others(tournament: Tournament) -> dict[str, Any]:
    """The last tables of the event's other sections; where this one goes on behind them by itself, or else the table
    behind them all where it needs one of theirs.
    """
    found = [
        (section, {*halls.next_round(section).tables, *halls.present_tables(section)})
        for section in clashes.beside(tournament)
        if section.is_public
    ]
    others = [(section, max(tables, default=0)) for section, tables in found]
    goes_on = halls.layout_of(tournament).first if tournament.layout.first is None else None
    taken = {table for _section, tables in found for table in tables}
    needed = found and tournament.layout.first is not None and {*halls.next_round(tournament).tables} & taken
    return {"others": others, "goes_on": goes_on, "behind": max(taken) + 1 if needed else None}


def _behind(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    behind = _others(tournament)["behind"]
    done = _("Tables begin at {table} from the next round that is paired.").format(table=behind)
    if behind is None:
        return redirect("tournaments:hall", slug=tournament.slug)
    return attempt(
        request,
        lambda: service.set_hall(who(request), tournament, replace(tournament.layout, first=behind)),
        "tournaments:hall",
        done,
        slug=tournament.slug,
    )


def _next_round(tournament: Tournament) -> dict[str, Any]:
    """Where so many pairings would sit as there are players for: tables by room, and what is wrong with it."""
    seated = halls.next_round(tournament)
    by_room = groupby(sorted(seated.tables), key=tournament.layout.room_of)
    return {
        "pairings": len(seated.tables),
        "places": [{"room": room, "tables": ranges.written(tables)} for room, tables in by_room],
        "problems": [sentence(reason, {}, translate) for reason in seated.reasons],
    }
