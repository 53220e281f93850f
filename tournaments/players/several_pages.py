"""Several players at once, ticked on the list of the desk: here or not, leaving and returning, a bye."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.core.journal.errors import Refused, Unusual
from tournaments.core.rights import Right, Who
from tournaments.models import Player, Tournament
from tournaments.players import registration
from tournaments.players.forms import ByeForm
from tournaments.players.pages import anyway, really, warn
from tournaments.web.common import Desk, first_time, staff_only, who

#: As many as the list shows.
MOST = 2000
Deed = Callable[[Who, Tournament, Sequence[Player]], object]

_DEEDS: dict[str, Deed] = {
    "here": lambda me, tournament, rows: registration.check_in(me, tournament, rows, here=True),
    "away": lambda me, tournament, rows: registration.check_in(me, tournament, rows, here=False),
    "withdraw": registration.withdraw_all,
    "return": registration.return_all,
}


def _done(do: str, count: int) -> str:
    """The message after a deed."""
    said = {
        "here": ngettext("{count} player checked in.", "{count} players checked in.", count),
        "away": ngettext("{count} player is not here.", "{count} players are not here.", count),
        "withdraw": ngettext("{count} player withdrawn.", "{count} players withdrawn.", count),
        "return": ngettext(
            "{count} player returned to the tournament.", "{count} players returned to the tournament.", count
        ),
        "bye": ngettext("Bye saved for {count} player.", "Bye saved for {count} players.", count),
    }
    return said[do].format(count=count)


@require_POST
@staff_only(Right.MANAGE_PLAYERS)
def act_on_players(request: HttpRequest, desk: Desk) -> HttpResponse:
    """What `do` says, to all players that are ticked: one entry of the journal."""
    tournament, do = desk.tournament, request.POST.get("do", "")
    back = redirect("tournaments:roll", slug=tournament.slug)
    rows = list(tournament.players.filter(public_id__in=request.POST.getlist("player")[:MOST]))
    if not rows:
        messages.error(request, _("Select at least one player."))
        return back
    try:
        if do == "bye":
            return _give_bye(request, desk, rows)
        if do not in _DEEDS:
            raise Refused(_("Choose an action."), code="unknown-edit")
        first_time(lambda: _DEEDS[do](who(request), tournament, rows))
    except Refused as refusal:
        messages.error(request, refusal.text)
    else:
        messages.success(request, _done(do, len(rows)))
    return back


def _give_bye(request: HttpRequest, desk: Desk, rows: Sequence[Player]) -> HttpResponse:
    """The same bye for all of them, or none; objections of the rules are shown, or asked about. Raises Refused."""
    form = ByeForm(request.POST)
    if not form.is_valid():
        raise Refused(_("Choose a round from 1 to 999 and a kind of bye."), code="unknown-bye")
    number = form.cleaned_data["round_number"]
    kind = None if form.cleaned_data["kind"] == "none" else form.cleaned_data["kind"]
    asked = [(player, number, kind) for player in rows]
    back = resolve_url("tournaments:roll", slug=desk.tournament.slug)
    try:
        said = first_time(
            lambda: registration.request_byes(who(request), desk.tournament, asked, anyway=anyway(request))
        )
    except Unusual as unusual:
        return really(request, desk, unusual, back)
    messages.success(request, _done("bye", len(rows)) if kind else _("Bye cancelled."))
    warn(request, desk, said)
    return redirect(back)
