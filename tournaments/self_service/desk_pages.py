"""Show players' reports and calls at the desk."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.core.journal.errors import Refused
from tournaments.core.journal.verb import Topic
from tournaments.core.rights import Right
from tournaments.core.words import notation
from tournaments.core.words.boards import match_from_text, match_to_text
from tournaments.core.words.names import whole_number
from tournaments.models import Call, Player, Round, Tournament
from tournaments.self_service import badges, reports
from tournaments.self_service.reports import ReportedTable
from tournaments.web.common import Desk, attempt, once, pairing_of, staff_only, version_of_form, who


def topics_of_desk(tournament: Tournament, *more: Topic) -> str:
    """Return the topics followed by a page of the desk with reports and calls.

    If players report, results are among them: a confirmed report is a result, and no longer open.
    """
    confirmed = (Topic.RESULTS,) if tournament.players_report else ()
    return " ".join((Topic.REPORTS, Topic.CALLS, *confirmed, *more))


def calls_of_desk(*desks: Desk) -> list[Call]:
    """Return the calls from tables where the reader of a desk enters results, and from players without a table."""
    found = []
    by_key = {desk.tournament.pk: desk for desk in desks}
    for call in badges.open_calls(*(desk.tournament for desk in desks)):
        desk = by_key[call.player.tournament_id]
        call.player.tournament = desk.tournament
        if call.table is None or desk.enters_at(call.table):
            found.append(call)
    return found


def of_desk(desk: Desk, rounds: Collection[Round]) -> list[ReportedTable]:
    """Return the reports at the tables of a reader of the desk."""
    return [each for each in reports.open_reports(rounds) if desk.enters_at(each.pairing.table)]


@require_POST
@staff_only(Right.ENTER_RESULTS)
def settle_table(request: HttpRequest, desk: Desk, pairing_id: str) -> HttpResponse:
    """Accept a player's report as the result of a table, or dismiss the table's reports."""
    tournament = desk.tournament
    pairing = pairing_of(tournament, pairing_id)
    try:
        if "dismiss" in request.POST:
            once(lambda: reports.dismiss_reports(who(request), tournament, pairing))
            message = _("{table}: reports dismissed.").format(table=tournament.table_title(pairing.table))
        else:
            result = match_from_text(request.POST.get("result", ""), tournament.scoring_of(pairing.round.best_of))
            version = version_of_form(request)
            once(lambda: reports.settle_report(who(request), tournament, pairing, result, version=version))
            message = _("{table}: {result} accepted as reported.").format(
                table=tournament.table_title(pairing.table), result=match_to_text(result)
            )
    except notation.NotAResult as error:
        messages.error(request, str(error))
    except Refused as refusal:
        messages.error(request, refusal.text)
    else:
        messages.success(request, message)
    return redirect("tournaments:results", slug=tournament.slug, number=pairing.round.number)


@require_POST
@staff_only(Right.ENTER_RESULTS)
def settle_call(request: HttpRequest, desk: Desk, player_id: str) -> HttpResponse:
    """Record that a staff member is on the way to a player who calls, or that the call is resolved."""
    tournament = desk.tournament
    player = get_object_or_404(Player, tournament=tournament, public_id=player_id)
    verb = badges.end_call if "end" in request.POST else badges.answer_call
    number = whole_number(request.POST.get("round", ""))
    to, arguments = "tournaments:desk", dict[str, Any](slug=tournament.slug)
    if number:
        to, arguments = "tournaments:results", {**arguments, "number": number}
    elif "event" in request.POST and tournament.event is not None:
        to, arguments = "tournaments:event-desk", {"event": tournament.event.slug}
    return attempt(request, lambda: verb(who(request), tournament, player), to, **arguments)
