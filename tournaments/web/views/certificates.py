"""Certificates of a finished tournament, to be printed and signed."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.rights.permissions import Right
from tournaments.rulebook import RULE_BOOKS, Won
from tournaments.web.views.common import Desk, staff_only
from tournaments.web.views.public import PODIUM, frame
from tournaments.words.validation import whole_number

#: No more are made at once than paper is put into a printer.
MOST = 200


@staff_only(Right.ENTER_RESULTS)
def certificates(request: HttpRequest, desk: Desk) -> HttpResponse:
    """One sheet for each player of the final table down to a place; none before it is announced."""
    found = desk.tournament
    last = min(whole_number(request.GET.get("places", "")) or PODIUM, MOST)
    final = RULE_BOOKS[0].places(found) if found.finished_at is not None else ()
    won: dict[int, list[Won]] = {}
    for prize in RULE_BOOKS[0].prizes(found, final).won:
        won.setdefault(prize.player.pk, []).append(prize)
    context = frame(
        desk,
        last=last,
        most=MOST,
        certificates=[(place, won.get(place.player.pk, ())) for place in final if place.rank <= last][:MOST],
        players=len(final),
        rounds=found.rounds.count(),
    )
    return render(request, "tournaments/certificates.html", context)
