"""Rounds at the desk: pairing, publishing, closing, slips to print. Their drafts have a module of their own."""

from __future__ import annotations

from math import ceil
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.errors import Refused
from tournaments.models import Round, Tournament
from tournaments.permissions import Right
from tournaments.services import rounds
from tournaments.tables import rows_of
from tournaments.validation import whole_number
from tournaments.views.common import attempt, find_round, staff_only, who
from tournaments.views.drafts import draft_context
from tournaments.views.public import frame

#: Slips on a sheet of A4: two columns of five.
SLIPS_A_SHEET = 10


@require_POST
@staff_only(Right.PAIR)
def pair(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Pair the round whose number the button carried; clicked twice, it is one round."""
    number = request.POST.get("number", "")
    try:
        round_ = rounds.pair_next_round(
            who(request),
            tournament,
            whole_number(number) or 0 if number else None,
            by_hand=request.POST.get("do") == "by-hand",
        )
    except Refused as refusal:
        messages.error(request, refusal.text)
        return redirect("tournaments:desk", slug=tournament.slug)
    return redirect("tournaments:draft", slug=tournament.slug, number=round_.number)


@require_POST
@staff_only(Right.PAIR)
def publish(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Publish a draft.

    One that people changed comes back if its reason is missing, one that leaves players out if nobody has confirmed
    just these, with nothing lost.
    """
    round_ = find_round(tournament, number)
    round_.tournament = tournament
    reason = request.POST.get("reason", "")[:500]
    try:
        rounds.publish_round(
            who(request), tournament, round_, reason=reason, not_paired=request.POST.get("not_paired", "").split()
        )
    except Refused as refusal:
        if refusal.field in ("reason", "not_paired"):
            said = {f"{refusal.field}_missing": refusal.text}
            context = draft_context(tournament, round_, reason=reason, **said)
            return render(request, "tournaments/draft.html", context, status=422)
        messages.error(request, refusal.text)
    else:
        messages.success(request, _("Round {number} is published: everybody sees it now.").format(number=number))
    return redirect("tournaments:desk", slug=tournament.slug)


@require_POST
@staff_only(Right.PAIR)
def discard(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    round_ = Round.objects.filter(tournament=tournament, number=number).first()
    if round_ is None:
        messages.info(request, _("There is no draft of round {number} any more.").format(number=number))
        return redirect("tournaments:desk", slug=tournament.slug)
    return attempt(
        request,
        lambda: rounds.discard_round(who(request), tournament, round_),
        "tournaments:desk",
        _("The draft is thrown away. The journal can bring it back."),
        slug=tournament.slug,
    )


@require_POST
@staff_only(Right.PAIR)
def close(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    round_ = find_round(tournament, number)
    return attempt(
        request,
        lambda: rounds.close_round(who(request), tournament, round_),
        "tournaments:desk",
        _("Round {number} is closed.").format(number=number),
        slug=tournament.slug,
    )


@staff_only(Right.ENTER_RESULTS)
def slips(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Result slips in cutting order: cut the stack of sheets, lay the piles on each other, and they are in order."""
    round_ = find_round(tournament, number)
    round_.tournament = tournament
    if round_.is_draft and Right.SEE_DRAFTS not in tournament.granted:
        return redirect("tournaments:desk", slug=tournament.slug)
    rows, _byes = rows_of(round_)
    sheets = cutting_order(rows, SLIPS_A_SHEET)
    return render(request, "tournaments/slips.html", frame(tournament, round=round_, sheets=sheets))


def cutting_order(rows: list[Any], a_sheet: int) -> list[list[Any]]:
    """Sheets of `a_sheet` places such that place p of all sheets, then place p + 1 of all sheets ... is the order."""
    count = ceil(len(rows) / a_sheet)
    return [
        [rows[place * count + sheet] if place * count + sheet < len(rows) else None for place in range(a_sheet)]
        for sheet in range(count)
    ]
