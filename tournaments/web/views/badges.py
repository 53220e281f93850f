"""Badges: who has one, making them, printing what was made, and revoking."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.journal.errors import Refused
from tournaments.models import Player, Tournament
from tournaments.models.ids import typed_secret
from tournaments.rights.permissions import Right
from tournaments.services import badges as service
from tournaments.web import outside, qr
from tournaments.web.views.common import Desk, attempt, once, secret_of, staff_only, who
from tournaments.web.views.public import frame

#: Letters of a secret that stand together on paper.
TOGETHER = 3


@dataclass(frozen=True, slots=True)
class Printed:
    """A badge as it is printed: its code, and its secret in groups of letters for who types it.

    `twin` is (n, count) for the n-th of several players of one name, in the order of the list.
    """

    player: Player
    code: SafeString
    typed: str
    twin: tuple[int, int] | None = None


@never_cache
@staff_only(Right.ADMINISTER)
def page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Who has a badge. What is made is shown once, as sheets to print: nobody can read a secret again."""
    if request.method == "POST":
        return _make(request, desk)
    players = list(desk.tournament.players.select_related("badge"))
    without = [player for player in players if player.is_in and not hasattr(player, "badge")]
    context = frame(
        desk,
        players=players,
        without=without[: service.MOST],
        left=len(without) - service.MOST,
        some=any(hasattr(player, "badge") for player in players),
    )
    return render(request, "tournaments/badges.html", context)


def _make(request: HttpRequest, desk: Desk) -> HttpResponse:
    tournament = desk.tournament
    seed = secret_of(request)
    players = _named(request, tournament)
    secrets = {player: typed_secret(seed, player.public_id) for player in players}
    try:
        once(lambda: service.make_badges(who(request), tournament, secrets))
    except Refused as refusal:
        messages.error(request, refusal.text)
        return redirect("tournaments:badges", slug=tournament.slug)
    link = outside.link(request, reverse("tournaments:badge"))
    twins = _twins(tournament)
    printed = [
        Printed(player, qr.svg(f"{link}#{value}"), _in_groups(value), twins.get(player.pk))
        for player, value in secrets.items()
    ]
    context = frame(desk, printed=printed, link=link, only_here=outside.is_only_here(request))
    return render(request, "tournaments/badge_sheet.html", context)


def _twins(tournament: Tournament) -> dict[int, tuple[int, int]]:
    """Which of how many players of one name somebody is, by the player's key; nobody whose name is his alone."""
    by_name: dict[str, list[int]] = {}
    for player in tournament.players.all():
        by_name.setdefault(player.sort_key, []).append(player.pk)
    twins = (keys for keys in by_name.values() if len(keys) > 1)
    return {key: (n, len(keys)) for keys in twins for n, key in enumerate(keys, start=1)}


def _in_groups(value: str) -> str:
    return " ".join(value[at : at + TOGETHER] for at in range(0, len(value), TOGETHER))


def _named(request: HttpRequest, tournament: Tournament) -> list[Player]:
    """The players whose ids a form names, by name."""
    ids = request.POST.get("players", "").split(",")
    return list(tournament.players.filter(public_id__in=[key for key in ids if key.isalnum()]))


@require_POST
@staff_only(Right.ADMINISTER)
def revoke(request: HttpRequest, desk: Desk) -> HttpResponse:
    """End the badges of those whom the form names, or all."""
    tournament = desk.tournament
    players = list(tournament.players.all()) if "all" in request.POST else _named(request, tournament)
    return attempt(
        request,
        lambda: service.revoke_badges(who(request), tournament, players),
        "tournaments:badges",
        _("These badges work no longer, and neither do telephones that came with them."),
        slug=tournament.slug,
    )
