"""The page of the entry fee: what it is, who has paid, and how much is missing."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right
from tournaments.core.words.texts import MARK, as_csv
from tournaments.players import fees
from tournaments.players.forms import FeeForm
from tournaments.web.common import Desk, attempt, frame, once, staff_only, who


@staff_only(Right.MANAGE_PLAYERS)
def fees_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The fee, and a button for each who has paid or has not."""
    tournament = desk.tournament
    paid = request.POST.get("paid", "")
    if paid in ("yes", "no"):
        person = request.POST.get("person", "")
        return attempt(
            request,
            lambda: fees.mark_paid(who(request), tournament, [person], paid=paid == "yes"),
            "tournaments:fees",
            slug=tournament.slug,
        )
    initial = {"fee": tournament.fee, "currency": tournament.fee_currency}
    form = FeeForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_bound and form.is_valid():
        amount, currency = form.cleaned_data["fee"], form.cleaned_data["currency"]
        try:
            once(lambda: fees.set_fee(who(request), tournament, amount, currency))
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        else:
            messages.success(request, _("Saved."))
            return redirect("tournaments:fees", slug=tournament.slug)
    context = frame(desk, form=form, payers=fees.payers_of(tournament))
    return render(request, "players/fees.html", context, status=422 if form.errors else 200)


@staff_only(Right.MANAGE_PLAYERS)
def fees_csv(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Return the payments of entry fees as CSV."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{desk.tournament.slug}-fees.csv"'
    payers = fees.payers_of(desk.tournament)
    words = {True: pgettext("answer yes or no", "yes"), False: pgettext("answer yes or no", "no")}
    heads = [pgettext("name of a person or a team", "Name"), _("Club"), _("Entry fee"), pgettext("entry fee", "Paid")]
    response.write(MARK)
    response.write(
        as_csv([heads, *([each.name, each.club, payers.fee_text, words[each.paid]] for each in payers.rows)])
    )
    return response
