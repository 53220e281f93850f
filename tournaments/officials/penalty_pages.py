"""The page of warnings and penalties: the list, a form for a new one, and removing one."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right
from tournaments.core.words.names import isolate, whole_number
from tournaments.models import Appearance, Tournament
from tournaments.officials import penalties
from tournaments.officials.forms import PenaltyForm
from tournaments.web.common import Desk, once, staff_only, who
from tournaments.web.frame import frame


@staff_only(Right.PAIR)
def penalties_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """All warnings and penalties. The address may name a player or a table, whose players the form then offers."""
    tournament = desk.tournament
    sent = request.method == "POST"
    is_new = sent and request.POST.get("do") == "give"
    form = PenaltyForm(
        request.POST if is_new else None,
        players=tournament.players.all(),
        first=_at_table(request, tournament),
        initial=_initial_values(request, tournament),
    )
    text = ""
    try:
        if is_new:
            text = _give(request, desk, form)
        elif sent:
            text = _remove(request, desk)
    except Refused as refusal:
        messages.error(request, refusal.text)
    if text:
        messages.success(request, text)
        return redirect("tournaments:penalties", slug=tournament.slug)
    context = frame(
        desk,
        form=form,
        lines=penalties.penalties_of(tournament),
        expelled=[player for player in tournament.players.all() if player.is_expelled],
        deducted=[(player, each) for player in tournament.players.exclude(deductions=[]) for each in player.deducted],
    )
    return render(request, "officials/penalties.html", context, status=422 if sent else 200)


def _initial_values(request: HttpRequest, tournament: Tournament) -> dict[str, object]:
    """What the form begins with: the player whom the address names, and the round that it names or that was last."""
    last = tournament.rounds.public().order_by("number").last()
    number = whole_number(request.GET.get("round", "")) or (last.number if last else 1)
    return {"player": request.GET.get("player", ""), "round": number}


def _at_table(request: HttpRequest, tournament: Tournament) -> set[str]:
    """The players of the table that the address names."""
    number, table = (whole_number(request.GET.get(name, "")) for name in ("round", "table"))
    if number is None or table is None:
        return set()
    places = Appearance.objects.filter(round__tournament=tournament, round__number=number, pairing__table=table)
    return set(places.values_list("player__public_id", flat=True))


def _give(request: HttpRequest, desk: Desk, form: PenaltyForm) -> str:
    """What was done, as a sentence; "" where the form says what is wrong with it."""
    if not form.is_valid():
        return ""
    given = form.cleaned_data
    (player, member), number, measure = given["player"], given["round"], given["measure"]
    try:
        once(
            lambda: penalties.give_penalty(
                who(request), desk.tournament, player, number, measure, reason=given["reason"], member=member
            )
        )
    except Refused as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        return ""
    text = _("{name}, round {round}: {measure} saved.")
    return text.format(name=isolate((member or player).name), round=number, measure=measure.label)


def _remove(request: HttpRequest, desk: Desk) -> str:
    player = desk.tournament.players.filter(public_id=request.POST.get("player", "")).first()
    if player is None or request.POST.get("do") != "remove":
        raise Refused(_("This page is out of date. Reload it."))
    penalty = request.POST.get("penalty", "")
    once(lambda: penalties.remove_penalty(who(request), desk.tournament, player, penalty))
    return _("Removed from the list of {name}.").format(name=isolate(player.name))
