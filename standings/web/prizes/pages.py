"""Prizes at the desk: the fund, and who would win if the tournament ended now."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from standings.web.prizes.forms import PrizesForm
from standings.web.prizes.fund import fund_of, fund_to_json, prizes_of
from standings.web.table.current import standings_of
from standings.web.table.final import final_places
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right
from tournaments.setup import rules
from tournaments.web.common import Desk, frame, staff_only, who


@staff_only(Right.SET_RULES)
def page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the fund form, and its winners by the current table, to print and sign."""
    tournament = desk.tournament
    if request.method == "POST":
        sheet = PrizesForm.from_post(request.POST, fund_of(tournament))
        if sheet.is_valid() and _store(request, desk, sheet):
            return redirect("standings:prizes", slug=tournament.slug)
    else:
        sheet = PrizesForm.of(fund_of(tournament))
    now = standings_of(tournament)
    context = frame(
        desk,
        sheet=sheet,
        now=now,
        prizes=prizes_of(tournament, final_places(now)) if now.round else None,
    )
    return render(request, "standings/prizes.html", context, status=422 if sheet.is_wrong else 200)


def _store(request: HttpRequest, desk: Desk, sheet: PrizesForm) -> bool:
    """Save the sheet, and return whether it was saved; if not, the sheet has the errors."""
    fund = sheet.made
    try:
        rules.set_prizes(who(request), desk.tournament, fund_to_json(fund))
    except Refused as refusal:
        sheet.refuse(refusal.field or "", refusal.text)
        return False
    text = _("Prizes saved.") if fund.categories else _("Prizes removed.")
    messages.success(request, text)
    return True
