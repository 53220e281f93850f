"""The bar of a McMahon tournament at the desk: who would start where, at once as it is moved."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from pairings.options import OptionError
from tournaments import border
from tournaments.border import bars
from tournaments.journal.errors import Refused
from tournaments.models import Stage
from tournaments.rights.permissions import Right
from tournaments.services import lifecycle
from tournaments.web.forms.bar import BarForm
from tournaments.web.views.common import Desk, PageRequest, staff_only, who
from tournaments.web.views.public import frame
from tournaments.words.languages import translate


@staff_only(Right.ADMINISTER)
def page(request: PageRequest, desk: Desk) -> HttpResponse:
    """Bar and floor, who would start where by them, and how many could win. Asked by GET nothing is stored."""
    stage = border.current_stage(desk.tournament)
    if not bars.has_bar(stage):
        raise Http404
    asked = request.POST or request.GET
    stored = bars.start_of(stage)
    form = BarForm(
        asked if asked.keys() & {"bar", "floor"} else None, initial={"bar": stored.bar, "floor": stored.floor}
    )
    found = stored
    if form.is_bound and form.is_valid():
        try:
            found = bars.start_of(stage, form.cleaned_data["bar"], form.cleaned_data["floor"])
        except OptionError as error:
            form.add_error(error.name, translate(error.sentence))
        else:
            if request.method == "POST" and _store(request, desk, stage, form):
                return redirect("tournaments:bar", slug=desk.tournament.slug)
    context = frame(desk, form=form, start=found, moved=found != stored, begun=stage.started_at is not None)
    part = "#groups" if request.htmx else ""
    return render(request, "tournaments/bar.html" + part, context, status=422 if form.errors and not part else 200)


def _store(request: PageRequest, desk: Desk, stage: Stage, form: BarForm) -> bool:
    """Whether the bar was stored; if not, why not stands in the form."""
    try:
        options = {**stage.options, **form.cleaned_data}
        lifecycle.change_settings(who(request), desk.tournament, options=options)
    except Refused as refusal:
        form.add_error(None, refusal.text)
        return False
    messages.success(request, _("The bar is at {bar}, the floor at {floor}.").format(**form.cleaned_data))
    return True
