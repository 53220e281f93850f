"""Ratings and norms: public rating changes, and at the desk norms and their forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext, override, pgettext
from django.utils.translation import gettext_lazy as _

from pictures.bars import changes
from pictures.shapes import Picture
from standings.rating.norms import Exempt
from standings.web.ratings import norm_documents
from standings.web.ratings.changes import RatedPlayer, candidates, has_norms, is_chess, rated_players
from tournaments.core.rights import Right
from tournaments.core.words.persons import FEDERATIONS
from tournaments.public.page_cache import from_memory
from tournaments.templatetags.pages import with_sign
from tournaments.web.common import Desk, find, frame, staff_only

EXEMPTION_LABELS = {
    Exempt.NOT: _("no exemption"),
    Exempt.NATIONAL: _("final of a national championship (1.4.3a)"),
    Exempt.TEAMS: _("national team championship (1.4.3b)"),
    Exempt.ZONAL: _("zonal tournament (1.4.3c)"),
}


@from_memory()
def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show each player's rating change, with K, expected score and performance; only for chess."""
    desk = find(request, slug)
    if not is_chess(desk.tournament):
        raise Http404
    rated = rated_players(desk.tournament)
    context = frame(desk, rated=rated, has_norms=has_norms(desk.tournament), drawn=_changes_picture(rated))
    return render(request, "standings/ratings.html", context)


#: The maximum number of players in the picture of changes.
MOST_CHANGES = 12


def _changes_picture(rated: Sequence[RatedPlayer]) -> Picture | None:
    """Return the greatest changes as bars, gains first; None without rated games."""
    moved = [(each.player.name, each.change.exact) for each in rated if each.change is not None and each.change.exact]
    greatest = sorted(moved, key=lambda each: abs(each[1]), reverse=True)[:MOST_CHANGES]
    if not greatest:
        return None
    rows = [(name, value, with_sign(value)) for name, value in sorted(greatest, key=lambda each: each[1], reverse=True)]
    description = gettext("Bars to the right are gains, bars to the left are losses.")
    return changes(
        gettext("Largest rating changes"),
        description,
        (gettext("Player"), pgettext("change of a rating", "Change")),
        rows,
    )


@from_memory()
def norms_for_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Show everybody the norms made and still possible, with the federation from the tournament's settings."""
    desk = find(request, slug)
    if not has_norms(desk.tournament):
        raise Http404
    found = candidates(desk.tournament, host=desk.tournament.federation)
    return render(request, "standings/norms_for_all.html", frame(desk, candidates=found))


@staff_only(Right.PAIR)
def norms(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the norms made and still possible; `?host=FIN&exempt=national` give the tournament's facts."""
    return render(request, "standings/norms.html", frame(desk, **_norm_options(request, desk)))


@staff_only(Right.PAIR)
def norm_forms(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the forms to print: a certificate for each norm (IT1), the tournament's report (IT3), the arbiters'
    (FA1).
    """
    options = _norm_options(request, desk)
    return render(request, "standings/norm_forms.html", frame(desk, **options, sheets=_sheets(desk, options)))


@staff_only(Right.PAIR)
def norm_forms_pdf(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Return the norm forms as one PDF."""
    language = desk.tournament.home_language or get_language() or "en"
    with override(language):
        found = _sheets(desk, _norm_options(request, desk))
        content = norm_documents.document(desk.tournament, found, language)
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'attachment; filename="{desk.tournament.slug}-norms.pdf"'
    return response


def _sheets(desk: Desk, options: Mapping[str, Any]) -> list[norm_documents.NormSheet]:
    made = [each for each in options["candidates"] if each.norm.made]
    return norm_documents.sheets(desk.tournament, options["host"], made)


def _norm_options(request: HttpRequest, desk: Desk) -> dict[str, object]:
    """Return the requested options, with the tournament's federation by default. Raises Http404 if there are no
    norms.
    """
    if not has_norms(desk.tournament):
        raise Http404
    host = request.GET.get("host", desk.tournament.federation).strip().upper()
    exempt = request.GET.get("exempt", "")
    chosen = Exempt(exempt) if exempt in set(Exempt) else Exempt.NOT
    host = host if host in FEDERATIONS else ""
    return {
        "host": host,
        "exempt": chosen.value,
        "exempts": [(key.value, name) for key, name in EXEMPTION_LABELS.items()],
        "hosts": sorted(FEDERATIONS),
        "candidates": candidates(desk.tournament, host=host, exempt=chosen),
    }
