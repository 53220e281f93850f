"""What players report, at the desk: what is disputed first, and one press takes it."""

from __future__ import annotations

from collections.abc import Collection

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.journal.errors import Refused
from tournaments.journal.feed import Topic
from tournaments.models import Round
from tournaments.rights.permissions import Right
from tournaments.services import reports
from tournaments.services.reports import Reported
from tournaments.web.views.common import Desk, once, pairing_of, seen_version, staff_only, who
from tournaments.words import notation

#: What a page of the desk hears that shows reports.
REPORTED = Topic.REPORTS.value


def of_desk(desk: Desk, rounds: Collection[Round]) -> list[Reported]:
    """What is reported at the tables of a reader of the desk."""
    return [each for each in reports.open_reports(rounds) if desk.enters_at(each.pairing.table)]


@require_POST
@staff_only(Right.ENTER_RESULTS)
def settle(request: HttpRequest, desk: Desk, pairing_id: str) -> HttpResponse:
    """Take what a player has said for the result of a table, or take no notice of what was reported of it."""
    tournament = desk.tournament
    pairing = pairing_of(tournament, pairing_id)
    try:
        if "dismiss" in request.POST:
            once(lambda: reports.dismiss_reports(who(request), tournament, pairing))
            done = _("Table {table}: took no notice of what was reported.").format(table=pairing.table)
        else:
            said = notation.parse(request.POST.get("result", ""), tournament.scoring)
            version = seen_version(request)
            once(lambda: reports.settle_report(who(request), tournament, pairing, said, version=version))
            done = _("Table {table}: {result}, as reported.").format(table=pairing.table, result=notation.write(said))
    except notation.NotAResult as error:
        messages.error(request, str(error))
    except Refused as refusal:
        messages.error(request, refusal.text)
    else:
        messages.success(request, done)
    return redirect("tournaments:results", slug=tournament.slug, number=pairing.round.number)
