"""A dry run from the desk: begun and played with one button, thrown away with another."""

from __future__ import annotations

import secrets
from random import Random

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments import trial
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.web import errands
from tournaments.web.forms.creating import TrialForm
from tournaments.web.views.common import Desk, staff_only, who
from tournaments.web.views.tasks import at_length
from tournaments.words.isolation import isolate


@require_POST
@staff_only(Right.ADMINISTER)
def begin(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Play a copy of the tournament to its end."""
    form = TrialForm(request.POST)
    form.is_valid()
    asker = Who.at_page(request.user)  # whose acts are many, and not the one of a form
    run = trial.begin(asker, desk.tournament, sheet=form.cleaned_data.get("sheet"))
    rng = Random(secrets.randbits(64))
    return at_length(request, errands.trial(asker, run, lambda: trial.play(asker, run, rng)))


@require_POST
@staff_only(Right.ADMINISTER)
def throw_away(request: HttpRequest, desk: Desk) -> HttpResponse:
    if desk.tournament.trial_of_id is None:
        raise Http404
    original = trial.throw_away(who(request), desk.tournament)
    messages.success(request, _("The trial of {name} is thrown away.").format(name=isolate(original.name)))
    return redirect("tournaments:desk", slug=original.slug)
