"""A tournament from a file of Go results: what is in it, then, confirmed, all of it."""

from __future__ import annotations

import base64
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairings.options import OptionError
from pairings.systems import SYSTEMS
from tournaments.border import gosheets
from tournaments.border.gosheets import GoFile
from tournaments.services import importing
from tournaments.web.forms.bar import BarForm
from tournaments.web.forms.fields import DayField, NameField, ZoneField
from tournaments.web.views.common import who
from tournaments.words.isolation import isolate
from tournaments.words.languages import translate


class GoImportForm(BarForm):
    """What the file does not say, or not surely; the file itself comes along unseen."""

    name = NameField(label=gettext_lazy("Name of the tournament"))
    starts_on = DayField(label=gettext_lazy("Date"))
    time_zone = ZoneField(propose=True)
    is_public = forms.BooleanField(label=gettext_lazy("Everybody can see it"), required=False, initial=True)
    content = forms.CharField(widget=forms.HiddenInput, strip=False)
    sheet = forms.UUIDField(widget=forms.HiddenInput, required=False, initial=uuid4)
    field_order = ("name", "starts_on", "time_zone", "is_public")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in ("bar", "floor"):  # where everybody starts level they are not asked for
            self.fields[name].required = not self.is_bound or name in self.data


def preview(request: HttpRequest, data: bytes) -> HttpResponse:
    """What is in a file. Raises BrokenReport."""
    found = gosheets.incoming_go(data)
    return render(request, "tournaments/import.html", _context(found, data))


def confirm(request: HttpRequest, data: bytes) -> HttpResponse:
    """Store it with what was said beside it. Raises BrokenReport."""
    form = GoImportForm(request.POST)
    valid, given = form.is_valid(), form.cleaned_data
    try:
        found = gosheets.incoming_go(data, bar=given.get("bar", ""), floor=given.get("floor", ""))
    except OptionError as error:
        form.add_error(error.name, translate(error.sentence))
        valid, found = False, gosheets.incoming_go(data)
    if not valid:
        return render(request, "tournaments/import.html", _context(found, data, form), status=422)
    values = {name: given[name] for name in ("name", "starts_on", "time_zone", "is_public", "sheet")}
    tournament = importing.import_tournament(who(request), found, **values)
    messages.success(request, _("{name} is here, as the file has it.").format(name=isolate(tournament.name)))
    return redirect("tournaments:desk", slug=tournament.slug)


def _context(found: GoFile, data: bytes, form: GoImportForm | None = None) -> dict[str, Any]:
    options = found.options
    initial = {
        "name": found.name,
        "starts_on": found.first_day or timezone.now().date(),
        "time_zone": "UTC",
        "is_public": True,
        "bar": options.bar,
        "floor": options.floor,
        "content": base64.b64encode(data).decode(),
    }
    confirmed = form or GoImportForm(initial=initial)
    if options.start == "level":
        del confirmed.fields["bar"], confirmed.fields["floor"]
    return {
        "go": True,
        "confirm": confirmed,
        "found": found,
        "proposed": _(SYSTEMS[gosheets.SYSTEM].name),
        "why": found.start,
        "players": list(found.players.items()),
        "count": len(found.players),
        "rounds": len(found.rounds),
        "planned": len(found.rounds),
        "open": found.open_results,
        "remarks": found.remarks,
    }
