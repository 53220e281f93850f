"""FIDE mode at the desk: what it locks and why, and the two steps in which it is left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.journal import fide
from tournaments.journal.errors import Refused
from tournaments.models import Tournament
from tournaments.rights.permissions import Right
from tournaments.services import fide as service
from tournaments.web.forms.fide import LeaveForGoodForm, LeaveForm
from tournaments.web.views.common import Desk, staff_only, who
from tournaments.web.views.public import frame


@dataclass(frozen=True, slots=True)
class Situation:
    """Where a tournament is with FIDE mode; `misfits` are sentences why it cannot be in it."""

    begun: bool
    locks: list[fide.Lock]
    misfits: list[str]


def situation(tournament: Tournament) -> Situation:
    """What the page says of a tournament."""
    stage = tournament.stages.order_by("number").last()
    misfits = [] if tournament.fide_mode or stage is None else [m.text for m in fide.misfits(tournament, stage)]
    return Situation(fide.has_begun(tournament), fide.locks(), misfits)


@staff_only(Right.ADMINISTER)
def page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """What is locked, why and where that is written; how the mode is left."""
    if request.method != "POST":
        return _page(request, desk, LeaveForm())
    form: LeaveForm = LeaveForm(request.POST)
    if not form.is_valid():
        return _page(request, desk, form)
    called = desk.tournament.name
    if "name" not in request.POST:
        return _page(request, desk, LeaveForGoodForm(initial=form.cleaned_data, called=called), sure=True)
    form = LeaveForGoodForm(request.POST, called=called)
    if form.is_valid():
        try:
            service.leave_fide_mode(who(request), desk.tournament, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        else:
            messages.success(request, _("FIDE mode is left. Nothing is locked any more, and the report says so."))
            return redirect("tournaments:fide-mode", slug=desk.tournament.slug)
    return _page(request, desk, form, sure=True)


def _page(request: HttpRequest, desk: Desk, form: LeaveForm, *, sure: bool = False) -> HttpResponse:
    context: dict[str, Any] = frame(desk, form=form, sure=sure, now=situation(desk.tournament))
    return render(request, "tournaments/fide.html", context, status=422 if form.errors else 200)
