"""Rounds at the desk: pairing, the draft with its reasons, publishing, closing, slips to print."""

from __future__ import annotations

from math import ceil
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pairings.sentences import sentence
from pairings.snapshot import ByeKind
from pairings.systems import SYSTEMS
from tournaments import border
from tournaments.errors import Refused
from tournaments.models import Appearance, Player, Round, Tournament
from tournaments.permissions import Right
from tournaments.services import rounds
from tournaments.tables import rows_of
from tournaments.views.common import attempt, find_round, staff_only, who
from tournaments.views.public import frame, sentences_of

#: Slips on a sheet of A4: two columns of five.
SLIPS_A_SHEET = 10


@require_POST
@staff_only(Right.PAIR)
def pair(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Pair the round whose number the button carried; clicked twice, it is one round."""
    number = request.POST.get("number", "")
    try:
        round_ = rounds.pair_next_round(who(request), tournament, int(number) if number.isdecimal() else None)
    except Refused as refusal:
        messages.error(request, refusal.text)
        return redirect("tournaments:desk", slug=tournament.slug)
    return redirect("tournaments:draft", slug=tournament.slug, number=round_.number)


@staff_only(Right.SEE_DRAFTS)
def draft(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A round with its reasons and what the judge finds odd; a draft can be edited here."""
    round_ = find_round(tournament, number)
    round_.tournament = tournament
    if not round_.is_draft:
        return redirect("tournaments:round", slug=tournament.slug, number=number)
    return render(request, "tournaments/draft.html", draft_context(tournament, round_))


def draft_context(tournament: Tournament, round_: Round, **more: Any) -> dict[str, Any]:
    rows, byes = rows_of(round_)
    view = border.take_view(round_.stage, before_round=round_.number)
    placed = set(Appearance.objects.filter(round=round_).values_list("player_id", flat=True))
    there = {view.players[player.number].pk for player in view.snapshot.to_be_paired()}
    return frame(
        tournament,
        round=round_,
        rows=rows,
        byes=byes,
        free=list(tournament.players.filter(pk__in=there - placed)),
        everybody=list(tournament.players.filter(pk__in=placed)),
        warnings=[sentence(v.reason, view.names, gettext) for v in rounds.judge(round_)],
        reasons=sentences_of(round_, round_.reasons),
        by_hand=SYSTEMS[round_.stage.system].by_hand,
        bye_kinds=[(kind.value, kind.value) for kind in ByeKind],
        may=tournament.granted,
        **more,
    )


@require_POST
@staff_only(Right.PAIR)
def edit(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """One change of a draft by hand: `do` is pair, unpair, bye or swap. The judge looks at once at what came of it."""
    round_ = find_round(tournament, number)
    round_.tournament = tournament
    problem = ""
    try:
        _edit(request, tournament, round_)
    except Refused as refusal:
        problem = refusal.text
    if request.htmx:
        context = draft_context(tournament, round_, problem=problem)
        return render(request, "tournaments/draft.html#draft", context)
    if problem:
        messages.error(request, problem)
    return redirect("tournaments:draft", slug=tournament.slug, number=number)


def _edit(request: HttpRequest, tournament: Tournament, round_: Round) -> None:
    def chosen(name: str) -> Player:
        player = Player.objects.filter(tournament=tournament, public_id=request.POST.get(name, "")).first()
        if player is None:
            raise Refused(_("Choose a player in each list."), code="no-such-player", field=name)
        return player

    do = request.POST.get("do", "")
    if do == "pair":
        rounds.pair_by_hand(who(request), tournament, round_, chosen("first"), chosen("second"))
    elif do == "swap":
        rounds.swap_players(who(request), tournament, round_, chosen("first"), chosen("second"))
    elif do == "bye":
        kind = request.POST.get("kind", "")
        if kind not in set(ByeKind):
            raise Refused(_("Choose what kind of bye it is."), code="unknown-bye", field="kind")
        rounds.give_bye(who(request), tournament, round_, chosen("first"), kind)
    elif do == "unpair":
        rounds.unpair(who(request), tournament, round_, chosen("first"))
    else:
        raise Refused(_("Choose what to do."), code="unknown-edit")


@require_POST
@staff_only(Right.PAIR)
def publish(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    round_ = find_round(tournament, number)
    return attempt(
        request,
        lambda: rounds.publish_round(who(request), tournament, round_),
        "tournaments:desk",
        _("Round {number} is published: everybody sees it now.").format(number=number),
        slug=tournament.slug,
    )


@require_POST
@staff_only(Right.PAIR)
def discard(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    round_ = get_object_or_404(Round, tournament=tournament, number=number)
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
