"""Creating a tournament and its settings."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments import border
from tournaments.errors import Refused
from tournaments.forms.tournaments import CreateForm, SettingsForm
from tournaments.isolation import isolated
from tournaments.models import Member, Tournament
from tournaments.permissions import Right
from tournaments.services import lifecycle
from tournaments.views.common import staff_only, who
from tournaments.views.public import frame


@login_required
def create(request: HttpRequest) -> HttpResponse:
    """Name, date and game; the time zone is that of the organiser's last tournament."""
    last = (
        Tournament.objects.filter(members__user=request.user, members__role=Member.Role.ORGANISER)
        .order_by("-pk")
        .first()
    )
    form = CreateForm(request.POST or None, zone=last.time_zone if last else "UTC")
    if request.method == "POST" and form.is_valid():
        tournament = lifecycle.create_tournament(who(request), **form.values)
        messages.success(request, _("{name} is created. Now add the players.").format(name=isolated(tournament.name)))
        return redirect("tournaments:roll", slug=tournament.slug)
    return render(request, "tournaments/create.html", {"form": form}, status=422 if form.errors else 200)


@staff_only(Right.ADMINISTER)
def settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    stage = border.current_stage(tournament)
    before = Tournament.objects.get(pk=tournament.pk)
    form = SettingsForm(request.POST or None, instance=before, stage=stage)
    if request.method == "POST" and request.POST.get("do") != "fill" and form.is_valid():
        values = form.values
        try:
            lifecycle.change_settings(who(request), tournament, **values)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        else:
            messages.success(request, _("The settings are stored."))
            return redirect("tournaments:desk", slug=tournament.slug)
    started = tournament.rounds.exists()
    context = frame(tournament, form=form, started=started, may=tournament.granted)
    return render(request, "tournaments/settings.html", context, status=422 if form.errors else 200)
