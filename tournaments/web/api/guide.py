"""The guide for whoever writes a program against the API: what its reference cannot say, and the codes of problems."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

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
from tournaments.web.api.conditions import FRESH, STALE
from tournaments.web.api.throttle import ProgramThrottle
from tournaments.words import notation

GROUPS = (
    (_("The request"), explained.REQUESTS),
    (_("The tournament"), explained.TOURNAMENT),
    (_("Players"), explained.PLAYERS),
    (_("Rounds, tables and results"), explained.ROUNDS),
)

#: A round from nothing, as requests: method, address, body. TABLE and VERSION are the `id` and `version` of a table in
#: what publishing answers. A test sends them.
STEPS: tuple[tuple[str, str, dict[str, Any] | None], ...] = (
    (
        "POST",
        "/tournaments",
        {"name": "Spring", "game": "chess", "starts_on": "2026-05-01", "time_zone": "Europe/Helsinki", "players": 4},
    ),
    (
        "POST",
        "/tournaments/spring/players",
        {"players": [{"name": "Ann"}, {"name": "Bea"}, {"name": "Cy"}, {"name": "Dan"}]},
    ),
    ("POST", "/tournaments/spring/rounds", {"number": 1}),
    ("POST", "/tournaments/spring/rounds/1/publish", None),
    ("PUT", "/tournaments/spring/pairings/TABLE/result", {"notation": "1-0"}),
    ("POST", "/tournaments/spring/rounds/1/close", None),
    ("GET", "/tournaments/spring/standings", None),
)


def commands() -> str:
    """The steps as a shell takes them."""
    return "\n".join(_command(*step) for step in STEPS)


def _command(method: str, path: str, body: dict[str, Any] | None) -> str:
    said = ["curl", f'"$KIERROS/api/v1{path}"', '-H "Authorization: Bearer $TOKEN"']
    if method == "POST":
        said.append('-H "Idempotency-Key: $(uuidgen)"')
    if method == "PUT":
        said.append("-X PUT -H 'If-Match: \"VERSION\"'")
    if method != "GET":
        said.append(f"--json '{json.dumps(body or {})}'")
    return " \\\n  ".join(said)


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
        "oldest": FRESH + STALE,
        "commands": commands(),
    }
    return render(request, "tournaments/guide.html", context)


@cache
def _website() -> str:
    """The example of a page with live standings."""
    return Path(settings.BASE_DIR, "examples", "website.html").read_text(encoding="utf-8")


def _examples(game: Game) -> str:
    return notation.examples(Tournament(game=game.key, **game.settings).scoring)
