"""What makes public pages an app of the telephone: readable without network, and with an icon on its first screen."""

from __future__ import annotations

import json
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.web.views.common import find
from tournaments.web.views.memory import from_memory

#: The sizes of the icon, in pixels of each side.
ICONS = (192, 512)
#: As in the stylesheet: the paper of pages, and the one green.
PAPER, GREEN = "#fbfbf8", "#0f5c50"


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. Its address says which pages it may keep, so it is not among the static files."""
    script = Path(settings.BASE_DIR, "static", "worker.js").read_bytes()
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})


@require_safe
def without_network(request: HttpRequest) -> HttpResponse:
    """What a telephone without network shows in place of a page that it has not seen."""
    return render(request, "tournaments/without_network.html")


@from_memory()
def manifest(request: HttpRequest, slug: str) -> HttpResponse:
    """How a telephone puts the tournament on its first screen."""
    tournament = find(request, slug).tournament
    start = reverse("tournaments:tournament", args=[tournament.slug])
    icons = [
        {"src": static(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any maskable"}
        for size in ICONS
    ]
    told = {
        "id": start,
        "name": tournament.name,
        "short_name": tournament.name[:30],
        "start_url": start,
        "scope": start,
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": GREEN,
        "icons": icons,
    }
    return HttpResponse(json.dumps(told, ensure_ascii=False), content_type="application/manifest+json")
