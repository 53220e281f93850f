"""Edit the event page at the desk, and serve its images, its style sheet and its preview to everybody."""

from __future__ import annotations

from hashlib import blake2b

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_safe

from tournaments.core import snapshot
from tournaments.core.games import GAMES
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.core.words.moments import format_moment
from tournaments.core.words.names import isolate, join
from tournaments.core.words.presentation import NOTHING
from tournaments.event_page.colours import is_adjusted, schemes, style_sheet
from tournaments.event_page.event_page import read_image, set_event_page
from tournaments.event_page.forms import EventPageForm
from tournaments.event_page.preview import Preview, draw
from tournaments.models import Round, Tournament
from tournaments.web.common import Desk, find, frame, staff_only, who

#: How many seconds browsers cache files named by their content, and a preview, whose address stays the same.
YEAR, MINUTES = 365 * 24 * 3600, 300


@staff_only(Right.ADMINISTER)
def event_page_settings(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Edit logo, colour, description, links, contact and sponsors of every public page."""
    tournament = desk.tournament
    bound = request.method == "POST"
    form = EventPageForm(
        request.POST if bound else None, request.FILES if bound else None, page=tournament.event_page or NOTHING
    )
    if bound and form.is_valid():
        try:
            _save(request, tournament, form)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        else:
            accent = (tournament.event_page or NOTHING)["accent"]
            if accent and is_adjusted(accent):
                text = _("Saved. {colour} is hard to read on white, so pages use {darker}.")
                messages.success(request, text.format(colour=accent, darker=schemes(accent)[0].accent))
            else:
                messages.success(request, _("Event page saved."))
            return redirect("tournaments:event-page", slug=tournament.slug)
    return render(request, "public/event_page.html", frame(desk, form=form), status=422 if form.errors else 200)


def _save(request: HttpRequest, tournament: Tournament, form: EventPageForm) -> None:
    page, uploads, fields = form.values()
    images: dict[str, bytes] = {}
    keys: dict[str, str] = {}
    for field, data in uploads.items():
        keys[field], image = read_image(data, field)
        images[keys[field]] = image
    page["logo"] = keys.get("logo", page["logo"])
    for sponsor, field in zip(page["sponsors"], fields, strict=True):
        sponsor["logo"] = keys.get(field, sponsor["logo"])
    set_event_page(who(request), tournament, page, images=images)


@require_safe
def image(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Serve an image of the event page, as the server wrote it."""
    desk = find(request, slug)
    data = desk.tournament.images.filter(key=key).values_list("data", flat=True).first()
    if data is None:
        raise Http404
    return _answer_picture(request, desk, bytes(data), "image/png", YEAR)


@require_safe
def colours(request: HttpRequest, slug: str) -> HttpResponse:
    """Serve the style sheet of the event's colour."""
    desk = find(request, slug)
    accent = (desk.tournament.event_page or NOTHING)["accent"]
    if not accent:
        raise Http404
    return _answer_picture(request, desk, style_sheet(accent).encode(), "text/css; charset=utf-8", YEAR)


@require_safe
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """Serve the picture for shared links."""
    desk = find(request, slug)
    return _answer_picture(request, desk, draw(_preview(desk.tournament)), "image/png", MINUTES)


def _preview(tournament: Tournament) -> Preview:
    page = tournament.event_page or NOTHING
    logo = tournament.images.filter(key=page["logo"]).values_list("data", flat=True).first()
    players = tournament.players.count()
    stage = snapshot.current_stage(tournament)
    counted = ngettext("{n} player", "{n} players", players)
    if tournament.table_kind.has_members:
        counted = ngettext("{n} team", "{n} teams", players)
    date_and_place = [format_moment(tournament.starts_on, "date"), tournament.city]
    facts = [str(GAMES[tournament.game].name), str(snapshot.system_of(stage)[0].name)]
    if players:
        facts.append(counted.format(n=players))
    lines = tuple(" · ".join(filter(None, each)) for each in (date_and_place, facts))
    return Preview(tournament.name, lines, _state(tournament), page["accent"], None if logo is None else bytes(logo))


def _state(tournament: Tournament) -> str:
    """Return the winners' names, or the current round."""
    if tournament.finished_at is not None:
        first = [place.player.name for place in RULE_BOOKS[0].places(tournament) if place.rank == 1]
        return (
            _("Winner: {names}").format(names=join(map(isolate, first)))
            if first
            else pgettext("state of a tournament", "finished")
        )
    last = tournament.rounds.public().order_by("-number").first()
    if last is None:
        return ""
    text = _("Round {number} is running") if last.status == Round.Status.PUBLISHED else _("After round {number}")
    return text.format(number=last.number)


def _answer_picture(request: HttpRequest, desk: Desk, content: bytes, kind: str, seconds: int) -> HttpResponse:
    """Return a response that browsers cache; if the tournament is public, shared caches may also keep it."""
    etag = f'"{blake2b(content, digest_size=12).hexdigest()}"'
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        response = HttpResponse(status=304)
    else:
        response = HttpResponse(content, content_type=kind)
    response["ETag"] = etag
    response["Cache-Control"] = f"{'public' if desk.tournament.is_public else 'private'}, max-age={seconds}"
    patch_vary_headers(response, ("Cookie", "Accept-Language"))
    return response
