"""Creating a tournament and its settings."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments import border
from tournaments.journal.errors import Refused
from tournaments.models import Member, Tournament
from tournaments.rights.permissions import Right
from tournaments.services import copying, deleting, events, lifecycle
from tournaments.web.forms.creating import CopyForm, CreateForm
from tournaments.web.forms.settings import DeleteForm, SettingsForm
from tournaments.web.views.common import Desk, PageRequest, account_only, attempt, staff_only, who
from tournaments.web.views.public import frame
from tournaments.words.isolation import isolate, join


@account_only
def create(request: PageRequest) -> HttpResponse:
    """What an organiser knows, and what is proposed for it; the time zone is that of the organiser's last tournament,
    or the browser's.
    """
    last = (
        Tournament.objects.filter(members__user=request.user.pk, members__role=Member.Role.ORGANISER)
        .order_by("-pk")
        .first()
    )
    form = CreateForm(request.POST or None, zone=last.time_zone if last else "UTC")
    if request.POST.get("do") == "propose":
        part = "#proposal" if request.htmx else ""
        form.errors.clear()
        return render(request, f"tournaments/create.html{part}", {"form": form})
    if request.method == "POST" and form.is_valid():
        names = form.cleaned_data["sections"]
        if names:
            first = events.create_event(who(request), names, **form.values)
            text = _("{name} is created with its sections {sections}. Now add the players.")
            messages.success(request, text.format(name=isolate(form.cleaned_data["name"]), sections=join(names)))
            return redirect("tournaments:event-roll", event=first.event.slug if first.event else "")
        tournament = lifecycle.create_tournament(who(request), **form.values)
        messages.success(request, _("{name} is created. Now add the players.").format(name=isolate(tournament.name)))
        return redirect("tournaments:roll", slug=tournament.slug)
    return render(request, "tournaments/create.html", {"form": form}, status=422 if form.errors else 200)


@staff_only(Right.ADMINISTER)
def copy(request: HttpRequest, desk: Desk) -> HttpResponse:
    """A new tournament set up as this one."""
    original = desk.tournament
    form = CopyForm(request.POST or None, initial={"name": original.name})
    players = original.players.count()
    if not players:
        del form.fields["with_players"]
    if request.method == "POST" and form.is_valid():
        tournament = copying.copy_tournament(who(request), original, **form.cleaned_data)
        messages.success(request, _("{name} is created.").format(name=isolate(tournament.name)))
        return redirect("tournaments:desk", slug=tournament.slug)
    context = frame(desk, form=form, players=players)
    return render(request, "tournaments/copy.html", context, status=422 if form.errors else 200)


@staff_only(Right.ADMINISTER)
def settings(request: HttpRequest, desk: Desk) -> HttpResponse:
    tournament = desk.tournament
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
    context = frame(desk, form=form, started=started)
    return render(request, "tournaments/settings.html", context, status=422 if form.errors else 200)


@never_cache
@staff_only(Right.ADMINISTER)
def delete(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Delete the tournament: says what goes with it, and wants its name typed."""
    tournament = desk.tournament
    form = DeleteForm(request.POST or None, name=tournament.name)
    if request.method == "POST" and form.is_valid():
        try:
            deleting.delete_tournament(who(request), tournament)
        except Refused as refusal:
            messages.error(request, refusal.text)
            return redirect("tournaments:home")
        text = _("{name} is deleted, with all that was in it.")
        messages.success(request, text.format(name=isolate(tournament.name)))
        return redirect("tournaments:home")
    context = frame(desk, form=form, contents=deleting.contents(tournament))
    return render(request, "tournaments/delete.html", context, status=422 if form.errors else 200)


@require_POST
@staff_only(Right.ADMINISTER)
def archive(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Take the tournament off the lists, or put it back: as the button says, however often it is pressed."""
    verb, done = lifecycle.archive, _("The tournament is off the lists. Its pages stay where they are.")
    if request.POST.get("do") == "unarchive":
        verb, done = lifecycle.unarchive, _("The tournament is on the lists again.")
    slug = desk.tournament.slug
    return attempt(request, lambda: verb(who(request), desk.tournament), "tournaments:settings", done, slug=slug)
