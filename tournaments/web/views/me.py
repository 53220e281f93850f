"""What a player does by himself: his badge's code makes a telephone his, until he says it is not or it is revoked.

The code leads to an address without a secret: that stands behind the #, which browsers send to nobody. The page's
script takes it from there, sends it as a form, and the answer is a cookie for the player's own pages and no others:
public pages, which everybody shares, never see it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from pairings.snapshot import Scoring
from tournaments.border.cards import cards_of
from tournaments.border.games import scoring_in
from tournaments.journal.errors import Conflict, Refused
from tournaments.models import Badge, Call, Player, Tournament
from tournaments.models.badge import badge_with
from tournaments.models.ids import LETTERS_TYPED
from tournaments.rights.permissions import rights
from tournaments.rights.who import Who
from tournaments.services import calls, line_ups, registration, reports, selfservice
from tournaments.web.own import OwnTable, own_tables
from tournaments.web.own_matches import RefusedLineUp, own_match
from tournaments.web.views.common import Desk
from tournaments.web.views.public import frame
from tournaments.web.views.teams import given_line_up, seen_line_up
from tournaments.words import boards as words
from tournaments.words import notation
from tournaments.words.validation import whole_number

COOKIE = "badge"
#: How long a telephone remembers whose it is, unless the badge ends before.
REMEMBERED = timedelta(days=30)

Rest = ParamSpec("Rest")


@never_cache
def badge(request: HttpRequest) -> HttpResponse:
    """Where a badge's code leads. Without scripts, and without a camera, the letters of the badge are typed."""
    problem = ""
    if request.method == "POST":
        value = "".join(request.POST.get("code", "")[:200].split()).lower()
        found = badge_with(value)
        if found is not None:
            return _remember(found, value)
        problem = _("This badge is none, or works no longer. Ask the organiser for a new one.")
    context = {"problem": problem, "letters": LETTERS_TYPED}
    return render(request, "tournaments/badge.html", context, status=422 if problem else 200)


def _remember(found: Badge, value: str) -> HttpResponse:
    path = reverse("tournaments:me", args=[found.player.tournament.slug])
    answer = redirect(path)
    answer.set_cookie(
        COOKIE,
        value,
        max_age=REMEMBERED,
        path=path,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer


def badge_of(request: HttpRequest, slug: str) -> Badge | None:
    """The badge that this telephone came with, while it works in this tournament."""
    found = badge_with(request.COOKIES.get(COOKIE, ""))
    return found if found is not None and found.player.tournament.slug == slug else None


class OfPlayer(Protocol[Rest]):
    """A view as addresses call it."""

    def __call__(self, request: HttpRequest, slug: str, *place: Rest.args, **rest: Rest.kwargs) -> HttpResponse: ...


def players_only(view: Callable[Concatenate[HttpRequest, Badge, Rest], HttpResponse]) -> OfPlayer[Rest]:
    """For what a player does with his badge; who has none here is told where one is read. Nobody keeps the answer."""

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, slug: str, *place: Rest.args, **rest: Rest.kwargs) -> HttpResponse:
        found = badge_of(request, slug)
        if found is None:
            to, by_script = reverse("tournaments:badge"), "HX-Request" in request.headers
            answer: HttpResponse = HttpResponseClientRedirect(to) if by_script else redirect(to)
            answer.delete_cookie(COOKIE, path=reverse("tournaments:me", args=[slug]))
            return answer
        return view(request, found, *place, **rest)

    return guarded


def desk_of(found: Badge) -> Desk:
    """The tournament before the player of a badge."""
    tournament = found.player.tournament
    return Desk(tournament, rights(Who.player(found), tournament))


@players_only
def page(request: HttpRequest, found: Badge) -> HttpResponse:
    """The player's tables, what is said of them, and what he can say."""
    return _page(request, found)


def _page(
    request: HttpRequest, found: Badge, *, refused: RefusedLineUp | None = None, status: int = 200
) -> HttpResponse:
    """The same, with what a captain said and was `refused`."""
    tournament = found.player.tournament
    reports.settle_due(tournament)
    tournament.refresh_from_db()
    tables = _tables(found.player, tournament, refused)
    context = frame(
        desk_of(found),
        player=found.player,
        card=cards_of(tournament).of(found.player),
        tables=tables,
        late=_without_form(found.player, tables, refused),
        typed=tournament.scoring.keeps_score,
        can=selfservice.can(found.player, tournament),
        absent=selfservice.is_absent(found.player, tournament),
        call=Call.objects.filter(player=found.player).first(),
    )
    return render(request, "tournaments/me.html", context, status=status)


def _tables(player: Player, tournament: Tournament, refused: RefusedLineUp | None) -> list[OwnTable]:
    """His tables; those of a captain with his line-ups."""
    tables = own_tables(player, tournament)
    if not tournament.of_teams:
        return tables
    return [replace(each, match=own_match(each.pairing, player, tournament, refused)) for each in tables]


def _without_form(player: Player, tables: Sequence[OwnTable], refused: RefusedLineUp | None) -> str:
    """Why a line-up was refused, and who is in it, where its form is not on the page any more; else nothing."""
    if refused is None or not refused.members:
        return ""
    if any(each.match and each.match.hands_in for each in tables if each.round.number == refused.round):
        return ""
    text = _("{problem} Your line-up of round {number} is not stored. You had chosen: {chosen}.")
    chosen = line_ups.spoken(player, refused.members)
    return text.format(problem=refused.problem, number=refused.round, chosen=chosen)


@require_POST
@players_only
def report(request: HttpRequest, found: Badge) -> HttpResponse:
    """What the player says of his table, or takes back, or disputes."""
    who, tournament = Who.player(found), found.player.tournament
    number = whole_number(request.POST.get("round", "")) or 0
    if "b1" in request.POST:
        return _report_boards(request, found, number)
    try:
        if "dispute" in request.POST:
            reports.dispute_report(who, tournament, number)
        elif "take-back" in request.POST:
            reports.report_result(who, tournament, number, None)
        else:
            reports.report_result(who, tournament, number, _said(request, scoring_in(tournament, number)))
    except Refused as refusal:
        messages.error(request, refusal.text)
    return redirect("tournaments:me", slug=tournament.slug)


def _report_boards(request: HttpRequest, found: Badge, number: int) -> HttpResponse:
    """What a captain says of all boards of his match; what is refused stays on the page."""
    tournament = found.player.tournament
    texts = [request.POST.get(f"b{board}", "")[:40] for board in range(1, tournament.best_of + 1)]
    try:
        said = tuple(each for each in map(words.parse, texts) if each is not None)
        if len(said) < len(texts):
            raise Refused(_("Say what each board brought: none is left open."), code="not-all-boards", field="boards")
        reports.report_result(Who.player(found), tournament, number, said)
    except (notation.NotAResult, Refused) as error:
        return _page(request, found, refused=RefusedLineUp(number, str(error), boards=texts), status=422)
    return redirect("tournaments:me", slug=tournament.slug)


@require_POST
@players_only
def decide(request: HttpRequest, found: Badge) -> HttpResponse:
    """Whether the player is here, plays on, or has a bye."""
    who, player, tournament = Who.player(found), found.player, found.player.tournament
    number = whole_number(request.POST.get("round", "")) or 0
    kind = request.POST.get("kind", "")
    verbs: dict[str, Callable[[], object]] = {
        "here": lambda: registration.check_in(who, tournament, [player], here=True),
        "away": lambda: registration.check_in(who, tournament, [player], here=False),
        "withdraw": lambda: registration.withdraw(who, tournament, player),
        "return": lambda: registration.return_player(who, tournament, player),
        "bye": lambda: registration.request_bye(who, tournament, player, number, kind or None),
    }
    try:
        verb = verbs.get(request.POST.get("do", ""))
        if verb is None or kind not in ("", *selfservice.KINDS):
            raise Refused(_("This page is an old one. Load it anew."))
        verb()
    except Refused as refusal:
        messages.error(request, refusal.text)
    return redirect("tournaments:me", slug=tournament.slug)


@require_POST
@players_only
def line_up(request: HttpRequest, found: Badge) -> HttpResponse:
    """The captain says who sits at which board of the next match."""
    tournament = found.player.tournament
    number = whole_number(request.POST.get("round", "")) or 0
    given = given_line_up(request)
    try:
        line_ups.hand_in_line_up(Who.player(found), tournament, number, given, seen=seen_line_up(request))
    except Refused as refusal:
        status = 409 if isinstance(refusal, Conflict) else 422
        return _page(request, found, refused=RefusedLineUp(number, refusal.text, members=given), status=status)
    messages.success(request, _("Your line-up is in."))
    return redirect("tournaments:me", slug=tournament.slug)


@require_POST
@players_only
def call(request: HttpRequest, found: Badge) -> HttpResponse:
    """The player calls an organiser, or needs nobody any more."""
    verb = calls.take_back_call if "take-back" in request.POST else calls.call_organiser
    try:
        verb(Who.player(found), found.player.tournament)
    except Refused as refusal:
        messages.error(request, refusal.text)
    return redirect("tournaments:me", slug=found.player.tournament.slug)


def _said(request: HttpRequest, scoring: Scoring) -> words.Said:
    """The result that a button says, or two fields from the player's side. Raises Refused."""
    try:
        if "own" not in request.POST:
            return words.parse_said(request.POST.get("result", ""), scoring)
        text = f"{request.POST['own']}-{request.POST.get('theirs', '')}"
        return notation.parse_own(text, scoring, first="first" in request.POST)
    except notation.NotAResult as error:
        raise Refused(str(error), code="not-a-result", field="result") from error


@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """That is not me: this telephone forgets the badge."""
    answer = redirect("tournaments:tournament", slug=slug)
    answer.delete_cookie(COOKIE, path=reverse("tournaments:me", args=[slug]))
    return answer
