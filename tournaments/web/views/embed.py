"""Pages for other sites to show in a frame, and where an organiser finds the lines for that.

They are small, have no forms and look the same to everybody; all other pages stay out of frames.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt

from tournaments.border.whatif import not_paired
from tournaments.rights.permissions import Right
from tournaments.rulebook import RULE_BOOKS
from tournaments.web import outside
from tournaments.web.tables import rows_now, with_teams
from tournaments.web.views.common import Desk, find, staff_only
from tournaments.web.views.memory import from_memory
from tournaments.web.views.public import frame

View = Callable[..., HttpResponse]


_TO_COPY = partial(
    format_html,
    '<iframe src="{}" title="{}" width="100%" height="600" loading="lazy"></iframe>\n<p><a href="{}">{}</a></p>',
)


def framed(view: View) -> Callable[..., HttpResponseBase]:
    """A page that any site may show in a frame."""
    shown = xframe_options_exempt(csp_replace({"frame-ancestors": ["*"]})(view))

    @wraps(view)
    def respond(request: HttpRequest, **where: Any) -> HttpResponseBase:
        return shown(request, **where)

    return respond


@framed
@from_memory()
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Places and points, as after the last closed round."""
    head = frame(find(request, slug))
    return render(request, "embed/standings.html", {**head, "places": RULE_BOOKS[0].places(head["tournament"])})


@framed
@from_memory()
def pairings(request: HttpRequest, slug: str) -> HttpResponse:
    """The round that people want to see, by table."""
    head = frame(find(request, slug))
    round_ = head["latest"]
    rows, byes = rows_now(round_) if round_ is not None else ((), ())
    players = not_paired(round_) if round_ is not None else ()
    if round_ is not None:
        with_teams(round_, rows, byes, players)
    context = {**head, "round": round_, "rows": rows, "byes": byes, "not_paired": players}
    return render(request, "embed/pairings.html", context)


@never_cache
@staff_only(Right.ENTER_RESULTS)
def website(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The lines that put the standings or the pairings of today into the club's own page."""
    shown = [_lines(request, desk, name) for name in ("embed-standings", "embed-pairings")]
    site = outside.link(request, "/").removesuffix("/")
    context = frame(desk, shown=shown, site=site, only_here=outside.is_only_here(request))
    return render(request, "tournaments/website.html", context)


def _lines(request: HttpRequest, desk: Desk, name: str) -> dict[str, str]:
    """A frame and a link below it, for whoever cannot see frames."""
    slug, title = desk.tournament.slug, desk.tournament.name
    words = {"embed-standings": gettext("Standings"), "embed-pairings": gettext("Pairings")}
    place = reverse(f"tournaments:{name}", args=[slug])
    address, page = (outside.link(request, path) for path in (place, reverse("tournaments:tournament", args=[slug])))
    told = f"{words[name]}: {title}"
    return {"name": name, "label": words[name], "address": place, "lines": _TO_COPY(address, told, page, told)}
