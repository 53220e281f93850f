"""A result of a round that is over, corrected for the rating report alone."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.journal.errors import Refused
from tournaments.models import Round
from tournaments.rights.permissions import Right
from tournaments.services import rated as service
from tournaments.web.tables import rows_of
from tournaments.web.views.common import Desk, pairing_of, seen_version, staff_only, who
from tournaments.web.views.public import frame
from tournaments.web.views.results import scoring_context, text_of, typed_result
from tournaments.words import notation


@staff_only(Right.ADMINISTER)
def rated(request: HttpRequest, desk: Desk, pairing_id: str) -> HttpResponse:
    """What is rated of a game, beside what counts; only games of rounds that are over have two results."""
    tournament = desk.tournament
    pairing = pairing_of(tournament, pairing_id)
    round_ = pairing.round
    round_.tournament = tournament
    if round_.status != Round.Status.CLOSED or service.why_not(tournament):
        raise Http404
    problem = ""
    if request.method == "POST":
        try:
            result = typed_result(request, tournament.scoring_of(round_.best_of))
            if result is None:
                raise Refused(_("A round that is over keeps a result at every table."), code="result-missing")
            reason = request.POST.get("reason", "")
            version = seen_version(request)
            service.correct_for_rating(who(request), tournament, pairing, result, reason=reason, version=version)
        except Refused as refusal:
            problem = refusal.text
        else:
            messages.success(request, _("This is rated. Places and pairings stay as they are."))
            return redirect("tournaments:results", slug=tournament.slug, number=round_.number)
    rows, _byes = rows_of(round_, only=pairing)
    stored = pairing.result.rated
    context = frame(
        desk,
        round=round_,
        row=rows[0],
        problem=problem,
        chosen=text_of(request)[: notation.LONGEST] or rows[0].rated,
        reason=request.POST.get("reason", stored["reason"] if stored else ""),
        **scoring_context(tournament, round_),
    )
    return render(request, "tournaments/rated.html", context, status=422 if problem else 200)
