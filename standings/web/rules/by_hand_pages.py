"""The organiser's input to the standings: the order of tied players, and external values."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from standings.core.reckoning import base_of
from standings.web.table.columns import head_of
from standings.web.table.current import cached_standings, level_in, rules_of
from tournaments.core import snapshot
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right
from tournaments.core.rulebook import Level
from tournaments.core.words.figures import local
from tournaments.core.words.names import whole_number
from tournaments.models import Player, Tournament
from tournaments.setup import rules
from tournaments.web.common import Desk, frame, staff_only, who

#: The maximum length of a number in the form.
LONGEST = 12


@staff_only(Right.SET_RULES)
def by_hand(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show tied players with fields for their places, and a value for each player if the tie-breaks need one."""
    tournament = desk.tournament
    now = cached_standings(tournament)
    level, problem, action = level_in(now), "", request.POST.get("do", "")
    if request.method == "POST":
        try:
            message = _values(request, tournament) if action == "values" else _order(request, desk, level)
        except Refused as refusal:
            problem = refusal.text
        else:
            messages.success(request, message)
            return redirect("standings:by-hand", slug=tournament.slug)
    rules = rules_of(tournament, snapshot.current_stage(tournament))
    code = next((code for code in rules.chain if base_of(code) == "OUT"), "")
    rank = {now.player(row).pk: row.rank for table in now.table.groups or (now.table,) for row in table.rows}
    ties = [
        {
            "at": f"order-{at}",
            "first": min(rank[player.pk] for player in tie.players),
            "last": min(rank[player.pk] for player in tie.players) + len(tie.players) - 1,
            "round": tie.round,
            "seen": ",".join(str(player.pk) for player in tie.players),
            "players": [
                (p, _typed_value(request, f"place-{p.pk}", str(n))) for n, p in enumerate(tie.players, start=1)
            ],
            "reason": _typed_value(request, "reason", tie.reason) if action == f"order-{at}" else tie.reason,
        }
        for at, tie in enumerate(level)
    ]
    players = tournament.players.order_by("name_key", "pk") if code else ()
    context: dict[str, Any] = {
        "problem": problem,
        "sent": action if action == "values" or action in {tie["at"] for tie in ties} else "",
        "ties": ties,
        "head": head_of(code, rules) if code else "",
        "values": [
            (p, _typed_value(request, f"value-{p.pk}", _decimal_text(p.outside)), _decimal_text(p.outside))
            for p in players
        ],
    }
    return render(request, "standings/by_hand.html", frame(desk, **context), status=422 if problem else 200)


def _order(request: HttpRequest, desk: Desk, level: list[Level]) -> str:
    """Save the order of one tie from the entered places, and return the message."""
    at = whole_number(request.POST.get("do", "").removeprefix("order-"))
    if at is None or at >= len(level):
        raise Refused(_("The standings have changed. Reload, then check who is tied."), code="not-level")
    places = {player: request.POST.get(f"place-{player.pk}", "").strip() for player in level[at].players}
    expected = [str(place) for place in range(1, len(places) + 1)]
    if sorted(places.values()) != sorted(expected):
        text = _("Give each tied player a different place, from 1 to {count}.")
        raise Refused(text.format(count=len(places)), code="order-missing")
    order = sorted(places, key=lambda player: int(places[player]))
    reader_order = (
        [whole_number(key) or 0 for key in request.POST["seen"].split(",")] if "seen" in request.POST else None
    )
    rules.place_by_hand(who(request), desk.tournament, order, reason=request.POST.get("reason", ""), seen=reader_order)
    return _("Order saved. The reason is shown publicly.")


def _values(request: HttpRequest, tournament: Tournament) -> str:
    """Save the changed values and return the message.

    Unchanged players keep their current value, even if the page showed an older one.
    """
    found: dict[Player, Decimal | None] = {}
    values_before: dict[int, Decimal | None] = {}
    for player in tournament.players.all():
        typed, before = (request.POST.get(f"{name}-{player.pk}", "") for name in ("value", "seen"))
        if typed.strip() != before:
            found[player], values_before[player.pk] = _number(player, typed), _number(player, before)
    rules.set_outside(who(request), tournament, found, values_before)
    return _("Values saved.")


def _number(player: Player, text: str) -> Decimal | None:
    typed = text.strip().replace(",", ".").replace("½", ".5")
    if not typed:
        return None
    try:
        value = Decimal(typed[:LONGEST])
    except InvalidOperation:
        value = Decimal("NaN")
    if not value.is_finite() or len(typed) > LONGEST:
        text = _("{name}: enter a number such as 12 or 2.5, or leave empty.")
        raise Refused(text.format(name=player.name), code="value")
    return value


def _decimal_text(value: Decimal | None) -> str:
    return "" if value is None else local(f"{value.normalize():f}")


def _typed_value(request: HttpRequest, name: str, usual: str) -> str:
    return request.POST.get(name, usual)
