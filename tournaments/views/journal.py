"""The journal: everything that was done, newest first, and undoing it."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.errors import Refused
from tournaments.models import JournalEntry, Tournament
from tournaments.permissions import Right
from tournaments.services import undo as undoing
from tournaments.verbs import FOR_HELPERS, VERBS
from tournaments.views.common import staff_only, who
from tournaments.views.public import frame

A_PAGE = 50


@staff_only(Right.ENTER_RESULTS)
def journal(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    entries = tournament.journal.select_related("actor", "undone_by").defer("changes")
    if Right.SEE_DRAFTS not in tournament.granted:
        entries = entries.filter(verb__in=FOR_HELPERS)
    page = Paginator(entries, A_PAGE).get_page(request.GET.get("page"))
    for entry in page:
        entry.verb_record = VERBS[entry.verb]
        entry.line = entry.verb_record.told(entry.facts)
        entry.can_undo = entry.verb_record.reversible and not hasattr(entry, "undone_by")
    context = frame(tournament, page=page, may=tournament.granted)
    return render(request, "tournaments/journal.html", context)


@require_POST
@staff_only(Right.ENTER_RESULTS)
def undo(request: HttpRequest, tournament: Tournament, sequence: int) -> HttpResponse:
    entry = get_object_or_404(JournalEntry, tournament=tournament, sequence=sequence)
    try:
        undoing.undo(who(request), tournament, entry)
    except Refused as refusal:
        messages.error(request, refusal.text)
    else:
        messages.success(request, _("Undone. {what}").format(what=VERBS[entry.verb].undoing))
    return redirect("tournaments:journal", slug=tournament.slug)
