"""The guide for whoever writes a program against the API: what its reference cannot say, and the codes of problems."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournaments.games import GAMES, Game
from tournaments.hooks.messages import SECONDS
from tournaments.models import ApiToken, Tournament
from tournaments.web.api import explained
from tournaments.web.api.base import LONGEST_KEY
from tournaments.web.api.throttle import ProgramThrottle
from tournaments.words import notation

GROUPS = (
    (_("The request"), explained.REQUESTS),
    (_("The tournament"), explained.TOURNAMENT),
    (_("Players"), explained.PLAYERS),
    (_("Rounds, tables and results"), explained.ROUNDS),
)


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """Tokens and scopes, the course of a round, how to repeat, limits, notations, and the codes with an anchor each."""
    context = {
        "scopes": ApiToken.Scope.choices,
        "groups": [(title, codes.items()) for title, codes in GROUPS],
        "notations": [(game.name, _examples(game)) for game in GAMES.values()],
        "megabytes": settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024**2,
        "rate": ProgramThrottle().num_requests,
        "longest_key": LONGEST_KEY,
        "website": _website(),
        "seconds": SECONDS,
    }
    return render(request, "tournaments/guide.html", context)


@cache
def _website() -> str:
    """The example of a page with live standings."""
    return Path(settings.BASE_DIR, "examples", "website.html").read_text(encoding="utf-8")


def _examples(game: Game) -> str:
    return notation.examples(Tournament(game=game.key, **game.settings).scoring)
