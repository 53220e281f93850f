"""Report files in and out: the tournament as FIDE and other programs read it, and a tournament from such a file."""

from __future__ import annotations

import base64
import binascii
import datetime as dt
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairings.trf import Edition, TooWide
from tournaments import reports
from tournaments.forms.fields import NameField, PlainForm
from tournaments.forms.tournaments import time_zones
from tournaments.services import importing
from tournaments.views.common import find, stage_of, who
from tournaments.views.kept import kept


@kept
def report(request: HttpRequest, slug: str, edition: str) -> HttpResponse:
    """The published rounds as a report file, at any time."""
    found = find(request, slug)
    try:
        content = reports.report(stage_of(request, found), Edition(edition.upper()))
    except TooWide as error:
        return HttpResponse(
            _("The tournament does not fit a report file: {why}").format(why=error),
            status=422,
            content_type="text/plain",
        )
    response = HttpResponse(content, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{found.slug}.trf"'
    return response


class FileForm(PlainForm):
    file = forms.FileField(label=gettext_lazy("Report file (TRF06, TRF16, TRF26 or a pairing engine's)"))


class ImportForm(PlainForm):
    """What the file does not say, or not surely; the file itself comes along unseen."""

    name = NameField(label=gettext_lazy("Name of the tournament"))
    starts_on = forms.DateField(
        label=gettext_lazy("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"), choices=time_zones)
    is_public = forms.BooleanField(label=gettext_lazy("Everybody can see it"), required=False, initial=True)
    content = forms.CharField(widget=forms.HiddenInput, strip=False)


@login_required
def upload(request: HttpRequest) -> HttpResponse:
    """A tournament from a file: first what is in it, with every fault by its line; then, confirmed, all of it."""
    if request.method == "POST" and "content" in request.POST:
        return _confirm(request)
    form = FileForm(request.POST or None, request.FILES or None)
    context: dict[str, Any] = {"form": form}
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data["file"].read()
        try:
            found = reports.incoming(data)
        except reports.BrokenReport as broken:
            context["faults"] = broken.faults
        else:
            context |= _preview(found, data)
    status = 422 if form.errors or "faults" in context else 200
    return render(request, "tournaments/import.html", context, status=status)


def _preview(found: reports.Incoming, data: bytes, form: ImportForm | None = None) -> dict[str, Any]:
    said = next(iter(found.replay.document.texts("042")), "").strip()
    initial = {
        "name": found.name,
        "starts_on": _day(said),
        "time_zone": "UTC",
        "is_public": True,
        "content": base64.b64encode(data).decode(),
    }
    settings = found.replay.settings
    return {
        "confirm": form or ImportForm(initial=initial),
        "found": found,
        "players": list(reports.players_of(found).items()),
        "rounds": found.replay.played,
        "open": sum(pairing.result is None for played in found.rounds for pairing in played.pairings),
        "planned": settings.planned_rounds,
        "forbidden": len(settings.forbidden),
    }


def _day(said: str) -> dt.date:
    """The first day as the file writes it; today when it says nothing of use."""
    for pattern in ("%Y/%m/%d", "%y/%m/%d", "%d.%m.%Y", "%Y-%m-%d"):
        try:
            return dt.datetime.strptime(said[:10], pattern).replace(tzinfo=dt.UTC).date()
        except ValueError:
            continue
    return dt.datetime.now(tz=dt.UTC).date()


def _confirm(request: HttpRequest) -> HttpResponse:
    form = ImportForm(request.POST)
    try:
        data = base64.b64decode(request.POST.get("content", ""), validate=True)
        found = reports.incoming(data)
    except (binascii.Error, reports.BrokenReport):
        messages.error(request, _("The file got lost on the way. Choose it again."))
        return redirect("tournaments:import")
    if not form.is_valid():
        context = {"form": FileForm(), **_preview(found, data, form)}
        return render(request, "tournaments/import.html", context, status=422)
    values = {name: form.cleaned_data[name] for name in ("name", "starts_on", "time_zone", "is_public")}
    tournament = importing.import_tournament(who(request), found, **values)
    messages.success(request, _("{name} is here, as the file has it.").format(name=tournament.name))
    return redirect("tournaments:desk", slug=tournament.slug)
