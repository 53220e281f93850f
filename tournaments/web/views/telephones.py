"""A telephone asks to be told of rounds, and to be told no more: its script asks, and reads the answer."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from tournaments.journal.errors import Refused, TooOften
from tournaments.models import Player
from tournaments.services import subscriptions
from tournaments.services.subscriptions import Telephone
from tournaments.web import throttle
from tournaments.web.views.common import find
from tournaments.web.views.me import badge_of


@csrf_exempt  # public pages are the same for everybody and have no form of their own: the browser says who asks
@require_POST
@never_cache
def told(request: HttpRequest, slug: str) -> HttpResponse:
    """Tell the telephone of a player from now on, or with `stop` no more of this tournament.

    The answer has `others`, of how many other tournaments this server tells it, or a `problem`.
    """
    if request.headers.get("Sec-Fetch-Site") != "same-origin":
        return JsonResponse({"problem": _("Only a page of this server may ask for this.")}, status=403)
    tournament = find(request, slug).tournament
    given = {name: request.POST.get(name, "").replace("\0", "") for name in ("address", "key", "secret", "player")}
    if "stop" in request.POST:
        return JsonResponse({"others": subscriptions.unsubscribe(tournament, given["address"])})
    player = get_object_or_404(Player, tournament=tournament, public_id=given["player"])
    badge = badge_of(request, slug)
    if badge is not None and badge.player_id != player.pk:
        badge = None
    telephone = Telephone(
        given["address"],
        given["key"],
        given["secret"],
        f"{request.scheme}://{request.get_host()}",
        get_language() or "en",
    )
    try:
        if badge is None and not subscriptions.is_known(player, telephone.address):
            _count(request)
        subscriptions.subscribe(tournament, player, telephone, badge)
    except Refused as refusal:
        return JsonResponse({"problem": refusal.text}, status=refusal.status)
    return JsonResponse({"others": 0})


def _count(request: HttpRequest) -> None:
    """Count a phone without a badge. Raises TooOften if too many come from this address."""
    minutes = throttle.phone_attempt(request).minutes_to_wait(lambda: False)
    if minutes:
        text = ngettext(
            "Too many phones asked from this network. Try again in {minutes} minute.",
            "Too many phones asked from this network. Try again in {minutes} minutes.",
            minutes,
        )
        raise TooOften(text.format(minutes=minutes), code="too-many-requests", seconds=60 * minutes)
