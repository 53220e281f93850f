"""Pages of a player's own phone: a badge's code links it to the player, until the player unlinks it or it is revoked.

The code leads to an address without a secret: the secret follows the #, which browsers do not send. The page's script
takes it from there and sends it as a form. The answer is a cookie for the player's own pages only: public pages, which
all readers share, never see it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol
from urllib.parse import quote

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, get_language_bidi, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from pairings.snapshot import Scoring
from paper import press
from paper import sheets as paper
from paper.sheets import LARGER
from tournaments.core.court_floor import next_match_of
from tournaments.core.journal.errors import Conflict, Refused
from tournaments.core.rights import Right, Who, rights
from tournaments.core.snapshot import scoring_in
from tournaments.core.words import boards, notation
from tournaments.core.words.names import whole_number
from tournaments.drafts import byes
from tournaments.models import Badge, Call, Player, Tournament
from tournaments.models.fields import LETTERS_TYPED, typed_secret
from tournaments.models.self_service import badge_with
from tournaments.players import registration
from tournaments.public.cards import cards_of
from tournaments.self_service import badges, reports
from tournaments.self_service.forms import COOKIE, badge_of
from tournaments.self_service.own_tables import OwnTable, RefusedLineUp, own_match, own_tables
from tournaments.teams import line_ups
from tournaments.teams.forms import line_up_of_form, posted_line_up
from tournaments.web import links
from tournaments.web.common import Desk, attempt, frame, once, secret_of, staff_only, who

#: The time for which a phone stays linked to its player, unless the badge ends before.
LINK_LIFETIME = timedelta(days=30)

Rest = ParamSpec("Rest")


@never_cache
def badge(request: HttpRequest) -> HttpResponse:
    """Link a phone to a player by a badge's code. Without scripts or a camera, the player types the letters of the
    badge.
    """
    problem = ""
    if request.method == "POST":
        value = "".join(request.POST.get("code", "")[:200].split()).lower()
        found = badge_with(value)
        if found is not None:
            return _remember(found, value)
        problem = _("This badge is not valid, or has been revoked. Ask the organiser for a new one.")
    context = {"problem": problem, "letters": LETTERS_TYPED}
    return render(request, "self_service/badge.html", context, status=422 if problem else 200)


@never_cache
def typed_badge(request: HttpRequest, typed: str) -> HttpResponse:
    """Take the code of a badge that was typed behind the address, as the badge prints them, to the page for it."""
    return redirect(f"{reverse('tournaments:badge')}#{quote(''.join(typed.split()))}")


def _remember(found: Badge, value: str) -> HttpResponse:
    path = reverse("tournaments:me", args=[found.player.tournament.slug])
    answer = redirect(path)
    answer.set_cookie(
        COOKIE,
        value,
        max_age=LINK_LIFETIME,
        path=path,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer


class OfPlayer(Protocol[Rest]):
    """A view as it is called for an address."""

    def __call__(self, request: HttpRequest, slug: str, *place: Rest.args, **rest: Rest.kwargs) -> HttpResponse: ...


def players_only(view: Callable[Concatenate[HttpRequest, Badge, Rest], HttpResponse]) -> OfPlayer[Rest]:
    """Decorate a view of a player with a badge; without one, show where to scan it. Nothing is cached."""

    @never_cache
    @wraps(view)
    def wrapper(request: HttpRequest, slug: str, *place: Rest.args, **rest: Rest.kwargs) -> HttpResponse:
        found = badge_of(request, slug)
        if found is None:
            to, by_script = reverse("tournaments:badge"), "HX-Request" in request.headers
            answer: HttpResponse = HttpResponseClientRedirect(to) if by_script else redirect(to)
            answer.delete_cookie(COOKIE, path=reverse("tournaments:me", args=[slug]))
            return answer
        return view(request, found, *place, **rest)

    return wrapper


def desk_of(found: Badge) -> Desk:
    """Return the tournament with the rights of the badge's player."""
    tournament = found.player.tournament
    return Desk(tournament, rights(Who.player(found), tournament))


@players_only
def own_page(request: HttpRequest, found: Badge) -> HttpResponse:
    """Show the player's tables, the reports about them, and the results that the player can report."""
    return _page(request, found)


def _page(
    request: HttpRequest, found: Badge, *, refused: RefusedLineUp | None = None, status: int = 200
) -> HttpResponse:
    """Return the player's page, with a captain's `refused` entry."""
    tournament = found.player.tournament
    reports.settle_due(tournament)
    tournament.refresh_from_db()
    tables = _tables(found.player, tournament, refused)
    context = frame(
        desk_of(found),
        player=found.player,
        card=cards_of(tournament).of(found.player),
        own=next_match_of(tournament, found.player),
        tables=tables,
        team=found.player.members.all() if tournament.table_kind.has_members else (),
        late=_without_form(found.player, tables, refused),
        typed=tournament.scoring.keeps_score,
        can=byes.can(found.player, tournament),
        absent=byes.is_absent(found.player, tournament),
        call=Call.objects.filter(player=found.player).first(),
    )
    return render(request, "self_service/me.html", context, status=status)


def _tables(player: Player, tournament: Tournament, refused: RefusedLineUp | None) -> list[OwnTable]:
    """Return the player's tables; for a captain, those of the team with its line-ups."""
    tables = own_tables(player, tournament)
    if not tournament.table_kind.has_members:
        return tables
    return [replace(each, match=own_match(each.pairing, player, tournament, refused)) for each in tables]


def _without_form(player: Player, tables: Sequence[OwnTable], refused: RefusedLineUp | None) -> str:
    """Return why a line-up was refused, with its members, if its form is no longer on the page; else ""."""
    if refused is None or not refused.members:
        return ""
    if any(each.match and each.match.hands_in for each in tables if each.round.number == refused.round):
        return ""
    text = _("{problem} Your line-up for round {number} is not saved. You had chosen: {chosen}.")
    chosen = line_ups.describe_line_up(player, refused.members)
    return text.format(problem=refused.problem, number=refused.round, chosen=chosen)


@require_POST
@players_only
def report_own_result(request: HttpRequest, found: Badge) -> HttpResponse:
    """Report a result for the player's table, withdraw the report, or dispute the other one."""
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
            reports.report_result(who, tournament, number, _posted_result(request, scoring_in(tournament, number)))
    except Refused as refusal:
        messages.error(request, refusal.text)
    return redirect("tournaments:me", slug=tournament.slug)


def _report_boards(request: HttpRequest, found: Badge, number: int) -> HttpResponse:
    """Report all boards of a captain's match; a refused report stays on the page."""
    tournament = found.player.tournament
    texts = [request.POST.get(f"b{board}", "")[:40] for board in range(1, tournament.best_of + 1)]
    try:
        results = tuple(each for each in map(boards.parse, texts) if each is not None)
        if len(results) < len(texts):
            raise Refused(_("Enter a result for every board."), code="not-all-boards", field="boards")
        reports.report_result(Who.player(found), tournament, number, results)
    except (notation.NotAResult, Refused) as error:
        return _page(request, found, refused=RefusedLineUp(number, str(error), boards=texts), status=422)
    return redirect("tournaments:me", slug=tournament.slug)


@require_POST
@players_only
def decide_report(request: HttpRequest, found: Badge) -> HttpResponse:
    """Check the player in or out, withdraw or return the player, or request a bye."""
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
        if verb is None or kind not in ("", *byes.KINDS):
            raise Refused(_("This page is out of date. Reload it."))
        verb()
    except Refused as refusal:
        messages.error(request, refusal.text)
    return redirect("tournaments:me", slug=tournament.slug)


@require_POST
@players_only
def hand_in_line_up(request: HttpRequest, found: Badge) -> HttpResponse:
    """Store the captain's line-up for the next match."""
    tournament = found.player.tournament
    number = whole_number(request.POST.get("round", "")) or 0
    members = posted_line_up(request)
    try:
        line_ups.hand_in_line_up(Who.player(found), tournament, number, members, seen=line_up_of_form(request))
    except Refused as refusal:
        status = 409 if isinstance(refusal, Conflict) else 422
        return _page(request, found, refused=RefusedLineUp(number, refusal.text, members=members), status=status)
    messages.success(request, _("Your line-up is submitted."))
    return redirect("tournaments:me", slug=tournament.slug)


@require_POST
@players_only
def call_organiser(request: HttpRequest, found: Badge) -> HttpResponse:
    """Call an organiser, or cancel the call."""
    verb = badges.take_back_call if "take-back" in request.POST else badges.call_organiser
    try:
        verb(Who.player(found), found.player.tournament)
    except Refused as refusal:
        messages.error(request, refusal.text)
    return redirect("tournaments:me", slug=found.player.tournament.slug)


def _posted_result(request: HttpRequest, scoring: Scoring) -> boards.ReportedResults:
    """Return the result of a button, or of two fields from the player's side. Raises Refused."""
    try:
        if "own" not in request.POST:
            return boards.match_from_text(request.POST.get("result", ""), scoring)
        text = f"{request.POST['own']}-{request.POST.get('theirs', '')}"
        return notation.parse_own(text, scoring, first="first" in request.POST)
    except notation.NotAResult as error:
        raise Refused(str(error), code="not-a-result", field="result") from error


@require_POST
def forget_badge(request: HttpRequest, slug: str) -> HttpResponse:
    """Unlink this phone from the badge, for example because another player owns it."""
    answer = redirect("tournaments:tournament", slug=slug)
    answer.delete_cookie(COOKIE, path=reverse("tournaments:me", args=[slug]))
    return answer


#: The number of letters in a printed group of a secret.
TOGETHER = 3


@dataclass(frozen=True, slots=True)
class PrintedBadge:
    """A printed badge: its code, and its secret in groups of letters to be typed.

    `twin` is (n, count) for the n-th of several players of one name, in the order of the list.
    """

    player: Player
    code: SafeString
    typed: str
    twin: tuple[int, int] | None = None


@never_cache
@staff_only(Right.ADMINISTER)
def badges_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """List the badges. New ones are shown once, as sheets to print: their secrets cannot be read again."""
    if request.method == "POST":
        return _make(request, desk)
    players = list(desk.tournament.players.select_related("badge"))
    without = [player for player in players if player.is_in and not hasattr(player, "badge")]
    context = frame(
        desk,
        players=players,
        without=without[: badges.MOST],
        left=len(without) - badges.MOST,
        some=any(hasattr(player, "badge") for player in players),
    )
    return render(request, "self_service/badges.html", context)


def _make(request: HttpRequest, desk: Desk) -> HttpResponse:
    tournament = desk.tournament
    seed = secret_of(request)
    players = _posted_players(request, tournament)
    secrets = {player: typed_secret(seed, player.public_id) for player in players}
    try:
        once(lambda: badges.make_badges(who(request), tournament, secrets))
    except Refused as refusal:
        messages.error(request, refusal.text)
        return redirect("tournaments:badges", slug=tournament.slug)
    link = links.link(request, reverse("tournaments:badge"))
    twins = _twins(tournament)
    printed = [
        PrintedBadge(player, links.svg(f"{link}#{value}"), _in_groups(value), twins.get(player.pk))
        for player, value in secrets.items()
    ]
    language = tournament.home_language or get_language() or settings.LANGUAGE_CODE
    if (size := request.GET.get("paper", "")) in LARGER:  # the same form again, whose codes are known from it
        with override(language):
            return _as_pdf(tournament, printed, link, size, language)
    context = frame(
        desk,
        printed=printed,
        link=link,
        only_here=links.is_only_here(request),
        language=language,
        sizes=[(size, format_html('<span translate="no">{}</span>', size)) for size in LARGER],
        sent={name: request.POST.get(name, "") for name in ("sheet", "players")},
    )
    return render(request, "self_service/badge_sheet.html", context)


def _as_pdf(
    tournament: Tournament, printed: Sequence[PrintedBadge], link: str, size: str, language: str
) -> HttpResponse:
    """Return the badges as a PDF to be cut, in the current language. It is not stored: codes are secrets."""
    heading = _("Badges")
    scan = _("Scan this to see where you play and your results. Keep it to yourself.")
    found = tuple(
        paper.Badge(
            f"{each.player.title} {each.player.name}".strip(),
            _describe_player(each.player),
            str(each.code),
            (*([_twin(each.twin)] if each.twin else ()), scan, f"{link}  {each.typed}"),
        )
        for each in printed
    )
    document = paper.Document(
        title=f"{tournament.name} · {heading}",
        event=tournament.name,
        language=language,
        printed="",
        page="",
        sheets=(paper.Badges(title=heading, badges=found),),
        size=size,
        rtl=get_language_bidi(),
    )
    response = HttpResponse(press.print_document(document), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{tournament.slug}-badges.pdf"'
    return response


def _describe_player(player: Player) -> str:
    also = (getattr(player, "plays_for", ""), player.rank, str(player.rating or ""), player.federation, player.club)
    return " · ".join(filter(None, also))


def _twin(twin: tuple[int, int]) -> str:
    return _("No. %(n)s of %(count)s players with this name") % {"n": twin[0], "count": twin[1]}


def _twins(tournament: Tournament) -> dict[int, tuple[int, int]]:
    """Return (n, count) for players who share a name, by the player's key. Unique names are omitted."""
    by_name: dict[str, list[int]] = {}
    for player in tournament.players.all():
        by_name.setdefault(player.sort_key, []).append(player.pk)
    twins = (keys for keys in by_name.values() if len(keys) > 1)
    return {key: (n, len(keys)) for keys in twins for n, key in enumerate(keys, start=1)}


def _in_groups(value: str) -> str:
    return " ".join(value[at : at + TOGETHER] for at in range(0, len(value), TOGETHER))


def _posted_players(request: HttpRequest, tournament: Tournament) -> list[Player]:
    """Return the players whose ids a form contains, by name."""
    ids = request.POST.get("players", "").split(",")
    return list(tournament.players.filter(public_id__in=[key for key in ids if key.isalnum()]))


@require_POST
@staff_only(Right.ADMINISTER)
def revoke_badges(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Revoke the badges of the players in the form, or of all."""
    tournament = desk.tournament
    players = list(tournament.players.all()) if "all" in request.POST else _posted_players(request, tournament)
    return attempt(
        request,
        lambda: badges.revoke_badges(who(request), tournament, players),
        "tournaments:badges",
        _("These badges are revoked. Phones linked by them no longer work."),
        slug=tournament.slug,
    )
