"""The clock of a round at the desk: start, stop, length, more time for a table, and who is over it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.games import GAMES
from tournaments.journal.errors import Refused
from tournaments.models import Round
from tournaments.rights.permissions import Right
from tournaments.services import clock as service
from tournaments.web.forms.clock import ClockForm, ExtensionForm
from tournaments.web.views.common import Desk, attempt, find_round, once, staff_only, who
from tournaments.web.views.public import frame


@staff_only(Right.PAIR)
def page(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """The clock of a running round in large figures, its buttons, and a form for a table that has more time."""
    tournament = desk.tournament
    round_ = find_round(tournament, number)
    round_.tournament = tournament
    asked = request.POST.get("do", "")
    if asked in service.PLAIN:
        verb = service.PLAIN[asked]
        return attempt(
            request,
            lambda: verb(who(request), tournament, round_),
            "tournaments:clock",
            slug=tournament.slug,
            number=number,
        )
    form = ClockForm(request.POST if asked == "set" else None, initial={"minutes": usual_minutes(round_)})
    more = ExtensionForm(request.POST if asked == "extend" else None, prefix="x")
    if _stored(request, desk, round_, form, more):
        return redirect("tournaments:clock", slug=tournament.slug, number=number)
    context = frame(desk, round=round_, form=form, more=more, late=late_tables(round_))
    return render(request, "tournaments/clock_page.html", context, status=422 if form.errors or more.errors else 200)


def _stored(request: HttpRequest, desk: Desk, round_: Round, form: ClockForm, more: ExtensionForm) -> bool:
    """Whether one of the forms was sent and stored; if not, what is wrong stands beside its field."""
    asker, tournament = who(request), desk.tournament
    if form.is_bound and form.is_valid():
        try:
            once(lambda: service.set_clock(asker, tournament, round_, form.cleaned_data["minutes"]))
        except Refused as refusal:
            form.add_error(None, refusal.text)
            return False
        return True
    if more.is_bound and more.is_valid():
        given = more.cleaned_data
        pairing = round_.pairings.select_related("round").filter(table=given["table"]).first()
        if pairing is None:
            more.add_error("table", _("There is no such table in this round."))
            return False
        try:
            once(lambda: service.extend_table(asker, tournament, pairing, given["minutes"], reason=given["reason"]))
        except Refused as refusal:
            more.add_error(None, refusal.text)
            return False
        return True
    return False


def usual_minutes(round_: Round) -> int:
    """What the clock shows, else what that of the last round with a clock did, else what the game usually takes."""
    if round_.clock_minutes is not None:
        return round_.clock_minutes
    before = round_.tournament.rounds.filter(number__lt=round_.number, clock_minutes__isnull=False)
    last = before.order_by("-number").values_list("clock_minutes", flat=True).first()
    return last or GAMES[round_.tournament.game].minutes


def late_tables(round_: Round) -> list[int]:
    """The tables of a running round whose time is over and whose result is missing."""
    clock, now = round_.clock, timezone.now()
    if clock is None or not round_.is_running or not clock.is_over(now):
        return []
    missing = round_.pairings.filter(result__isnull=True).values_list("table", "public_id")
    return [table for table, key in missing if clock.is_over(now, round_.extensions.get(key, 0))]
