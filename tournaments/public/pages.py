"""Show public pages, without an account."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, wraps
from pathlib import Path
from typing import Any

from csp.decorators import csp_replace
from django.conf import settings
from django.db.models import Count, Min, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from pairings.systems import SYSTEMS
from tournaments.core import snapshot
from tournaments.core.court_floor import next_match_of
from tournaments.core.hall import place_text
from tournaments.core.present_round import present
from tournaments.core.rights import Right, rights_and_tables, visible
from tournaments.core.rulebook import PODIUM, RULE_BOOKS
from tournaments.core.snapshot import counted_rounds, overlaps
from tournaments.core.words.names import fits, isolate, letter_index
from tournaments.core.words.texts import translate
from tournaments.drafts.reason_texts import Teller
from tournaments.drafts.whatif import not_paired
from tournaments.models import Enrolment, Pairing, Player, Round, Stage, Tournament
from tournaments.models.fields import StoredReason
from tournaments.public import own_course
from tournaments.public.cards import RANKED_AT_ONCE, Cards, cards_at, cards_of, points_of
from tournaments.public.page_cache import SHARING_COURTS, PublicRequest, from_memory, render_frame
from tournaments.rounds.round_pictures import alternatives, group_starts, groups_of_two, score_groups
from tournaments.rounds.tables import (
    ByeRow,
    TableRow,
    forms_of,
    has_scores,
    keeps_a_list,
    open_rows,
    points_before_round,
    rows_now,
    rows_of,
    with_boards,
    with_teams,
)
from tournaments.teams import matches
from tournaments.teams.matches import score_of
from tournaments.web import links
from tournaments.web.common import Desk, find, frame, staff_only, who

MOST_PLACES = 1000
#: The maximum number of leaders shown in a running tournament, if its table is small enough to be calculated after each
#: result.
LEADERS = 5
#: The number of tables that the page of a running tournament shows, and of future rounds in its row of rounds.
TOP_TABLES = 6
MOST_AHEAD = 30


@dataclass(frozen=True, slots=True)
class ListLine:
    """A player in the list by name: the table with the opponents and the seat (1 first, 2 second), a bye, or nothing.

    `opponents` are all others at the table, except the player's `partner` if partners change.
    """

    player: Player
    row: TableRow | ByeRow | None = None
    side: int = 0
    opponents: tuple[Player, ...] = ()
    partner: Player | None = None


def _at_table(row: TableRow, *, has_partners: bool) -> Iterator[ListLine]:
    """Yield a line for each player at a table."""
    for side, player in enumerate(row.players, start=1):
        partner = row.players[(side + 1) % 4] if has_partners else None  # the first and third seats are partners
        opponents = tuple(each for each in row.players if each not in (player, partner))
        yield ListLine(player, row, side, opponents, partner)


@from_memory()
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    desk = find(request, slug)
    found = desk.tournament
    stages = snapshot.stages_of(found)
    stage = stages[-1]
    players, seated = _counts(found, stage)
    context = frame(desk, stage=stage, course=_course(stages), several=len(stages) > 1, players=players)
    rounds = context["shown_rounds"]
    closed = any(row.status == Round.Status.CLOSED for row in rounds)
    length = snapshot.length_of(stage, seated) if rounds else stage.planned_rounds
    ended = found.finished_at is not None
    places = RULE_BOOKS[0].places(found) if ended or (closed and players <= RANKED_AT_ONCE) else ()
    prizes = RULE_BOOKS[0].prizes(found, places) if ended else None
    running = _running(rounds)
    last = length and length + stage.first_round - 1
    shown = rounds[-1].number if rounds else 0
    leaders = places[:LEADERS] if not ended else [place for place in places if place.rank <= PODIUM]
    context |= {
        "running": running,
        "top": _top_tables(context["latest"], running.get("first")),
        "ahead": range(shown + 1, min(last, shown + MOST_AHEAD) + 1) if last and not ended else (),
        "played": forms_of(counted_rounds(rounds), [each.player for each in leaders]) if leaders else {},
        "enrolment": None if rounds else Enrolment.objects.filter(tournament=found).first(),
        "begun": bool(rounds) or found.rounds.exists(),
        "planned": last,
        "score": score_of(stage) if rounds else None,
        "leaders": () if ended else places[:LEADERS],
        "podium": [place for place in places if place.rank <= PODIUM],
        "prizes": prizes,
        "offers": RULE_BOOKS[0].offers(found.prizes) if found.prizes and not ended else (),
        "below": [place for place in places[:MOST_PLACES] if place.rank > PODIUM],
    }
    return render(request, "public/tournament.html", context)


def _counts(tournament: Tournament, stage: Stage) -> tuple[int, int]:
    """Return the number of players, and the number of those in a stage."""
    counted = tournament.players.order_by().aggregate(
        all=Count("pk", distinct=True), seated=Count("seats", filter=Q(seats__stage=stage))
    )
    return counted["all"], counted["seated"]


def _top_tables(round_: Round | None, first: int | None) -> list[TableRow]:
    """Return the tables of a running round from a number on, in games between two players."""
    if round_ is None or first is None or not round_.is_running or not round_.tournament.table_kind.has_sides:
        return []
    rows, _byes = rows_of(round_, tables=range(first, first + TOP_TABLES), reasons=False)
    with_teams(round_, rows)
    return with_boards(round_.tournament, rows)


def _course(stages: Sequence[Stage]) -> str:
    """Return the systems of a tournament in the order of its stages, with how many players advanced to each."""
    first, *later = stages
    text = _system_name(first)
    for stage in later:
        text = gettext("{before}, then the first {count}: {system}").format(
            before=text, count=stage.seats.count(), system=_system_name(stage)
        )
    return text


def _system_name(stage: Stage) -> str:
    """Return what players call the stage's system."""
    system, options = snapshot.system_of(stage)
    return translate(system.name_for_players(options))


def _running(rounds: list[Round]) -> dict[str, int]:
    """Return the number of tables in running rounds, of results entered, and the first table; {} if no round runs."""
    running = [row.pk for row in rounds if row.is_running]
    if not running:
        return {}
    tables = Pairing.objects.filter(round__in=running)
    return tables.aggregate(tables=Count("pk"), entered=Count("result"), first=Min("table"))


def _public_round(request: HttpRequest, slug: str, number: int) -> tuple[Round, dict[str, Any]]:
    """Return a published round and the context for the head of its page. Raises Http404."""
    head = frame(find(request, slug))
    for round_ in head["shown_rounds"]:
        if round_.number == number:
            return round_, head
    raise Http404


@from_memory()
def round_by_table(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_, head = _public_round(request, slug, number)
    points = points_before_round(round_)
    rows, byes = rows_now(round_, scores=points)
    out = not_paired(round_)
    with_teams(round_, rows, byes, out)
    context = {
        **head,
        "round": round_,
        "rows": with_boards(round_.tournament, rows),
        "byes": byes,
        "not_paired": out,
        "open": open_rows(round_.tournament, rows),
        "live": round_.is_running,
        "goes_on": any(row.pairing.round_id != round_.pk for row in rows),
        "reasons": sentences_of(round_, round_.reasons),
        "by_hand": _by_hand(round_),
        "keeps_a_list": keeps_a_list(round_),
        "has_scores": has_scores(round_),
        "starts": group_starts(round_, rows, points),
        "drawn": score_groups(round_, rows, [bye.player for bye in byes], points),
    }
    return render(request, "rounds/round.html", context)


def _by_hand(round_: Round) -> dict[str, object] | None:
    """Return the manual changes to a pairing: the reason, the program's pairs by name, and the rules broken."""
    stored = round_.by_hand
    if stored is None:
        return None
    ids = {key for game in stored["engine"] or () for key in game}
    names = dict(
        Player.objects.filter(tournament=round_.tournament, public_id__in=ids).values_list("public_id", "name")
    )
    games = [
        [names.get(key or "", pgettext("round without an opponent", "bye")) for key in game]
        for game in stored["engine"] or ()
    ]
    outdated = [reason for reason in stored["worse"] if reason["code"] == "draft-outdated"]
    return {
        "reason": stored["reason"],
        "games": games,
        "worse": sentences_of(round_, [reason for reason in stored["worse"] if reason not in outdated]),
        "no_pairing": stored["engine"] is None,
        "outdated": sentences_of(round_, outdated),
    }


def _fits(line: ListLine, query: str) -> bool:
    """Return whether a line matches the query: by its table's number, or else by the name."""
    table = line.row.pairing.table if line.opponents and isinstance(line.row, TableRow) else None
    if table is not None and query.strip().isdecimal():
        return str(table) == query.strip()
    return fits(line.player.searched, query)


@from_memory(search="q")
def round_by_name(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_, head = _public_round(request, slug, number)
    rows, byes = rows_now(round_)
    out = not_paired(round_)
    with_teams(round_, rows, byes, out)
    has_partners = round_.tournament.table_kind.has_partners
    lines = [
        *(line for row in rows for line in _at_table(row, has_partners=has_partners)),
        *(ListLine(bye.player, bye) for bye in byes),
        *(ListLine(player) for player in out),
    ]
    lines.sort(key=lambda line: line.player.by_name)
    query = request.GET.get("q", "")[:100]
    context = {
        **head,
        "round": round_,
        "lines": lines,
        "open": open_rows(round_.tournament, rows),
        "live": round_.is_running,
        "query": query,
        "away": {line.player.pk for line in lines if not _fits(line, query)},
        "letters": _letters([line.player for line in lines]),
    }
    context["found"] = len(lines) - sum(line.player.pk in context["away"] for line in lines)
    return render(request, "rounds/round_names.html", context)


def _letters(players: Sequence[Player]) -> dict[str, str]:
    """Return the index of a list of players: the first letter where it changes, by the player's id."""
    return {players[place].public_id: letter for place, letter in letter_index([row.name for row in players]).items()}


@from_memory()
def why(request: HttpRequest, slug: str, number: int, pairing_id: str) -> HttpResponse:
    """Show the reasons that were stored with a pairing."""
    desk = find(request, slug)
    found = desk.tournament
    pairing = get_object_or_404(
        Pairing.objects.select_related("round__stage"),
        public_id=pairing_id,
        round__tournament=found,
        round__number=number,
    )
    round_ = pairing.round
    if round_.is_draft and not desk.may(Right.SEE_DRAFTS):
        raise Http404
    round_.tournament = found
    points = points_before_round(round_)
    rows, _byes = rows_of(round_, only=pairing, scores=points)
    with_teams(round_, rows)
    sentences = sentences_of(round_, pairing.reasons)
    can_ask = desk.may(Right.SEE_DRAFTS) and SYSTEMS[round_.stage.system].questions.why_not is not None
    can_ask = can_ask and (round_.is_draft or not overlaps(round_.stage))  # nothing tells who was free then
    context = frame(desk, round=round_, row=rows[0], sentences=sentences, can_ask=can_ask)
    context["players"] = rows[0].players
    context["before"], context["after"] = _neighbours(pairing)
    earlier = round_.stage.rounds.public().filter(number__lt=round_.number)
    context["played"] = forms_of(earlier, rows[0].players)
    context["lines"] = matches.match_lines(pairing, found) if found.table_kind.has_members else ()
    round_players = Player.objects.filter(appearances__pairing__round=round_)
    context["groups"] = groups_of_two(round_, rows[0], round_players, points) if found.table_kind.has_sides else None
    context["alternatives"] = list(alternatives(round_, rows[0])) if found.table_kind.has_sides else []
    return render(request, "public/why.html", context)


def _neighbours(pairing: Pairing) -> tuple[Pairing | None, Pairing | None]:
    """Return the pairings at the previous and the next table."""
    others = Pairing.objects.filter(round=pairing.round).only("public_id", "table", "round")
    before = others.filter(table__lt=pairing.table).order_by("-table").first()
    return before, others.filter(table__gt=pairing.table).order_by("table").first()


def sentences_of(round_: Round, stored: list[StoredReason]) -> list[dict[str, str]]:
    """Return stored reasons in the reader's language, with the article that each cites."""
    if not stored:
        return []
    return list(map(Teller.of_round(round_).cite, snapshot.reasons_from_json(stored)))


@from_memory(search="q")
def players(request: HttpRequest, slug: str) -> HttpResponse:
    desk = find(request, slug)
    found = desk.tournament
    query = request.GET.get("q", "")[:100]
    listed = list(found.players.all())
    hidden_keys = {row.pk for row in listed if not fits(row.searched, query)}
    context = frame(desk, players=listed, query=query, away=hidden_keys, found=len(listed) - len(hidden_keys))
    context["letters"] = _letters(listed)
    return render(request, "public/players.html", context)


def _load_shared_cards(request: HttpRequest, slug: str) -> tuple[Desk, Cards]:
    """Return the tournament of an address and the data that all its cards share.

    For a cached page nothing is read again that is known at its revision.
    """
    if not isinstance(request, PublicRequest):
        desk = find(request, slug)
        return desk, cards_of(desk.tournament)
    cards = cards_at(*request.shown[0])
    desk = Desk(cards.tournament, *rights_and_tables(who(request), cards.tournament))
    if not desk.may(Right.SEE):  # hidden since its revision was read
        raise Http404
    return desk, cards


@from_memory(of=SHARING_COURTS)
def player(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    desk, cards = _load_shared_cards(request, slug)
    found, row = desk.tournament, cards.players.get(player_id)
    if row is None:
        return redirect("tournaments:player", slug=_section_of(request, found, player_id), player_id=player_id)
    shown = cards.of(row)
    own = {
        "tournament": found,
        "player": row,
        "games": games_of(row, cards),
        "rounds": cards.rounds,
        "card": shown,
        "own": next_match_of(found, row),
        "points": points_of(cards.tournament).get(row.pk, Fraction(0)) if cards.by_points else None,
        "rated": RULE_BOOKS[0].rating_change(cards.tournament, row),
        "live": bool(cards.rounds) and cards.rounds[-1].is_running,
        "begun": cards.begun,
        "drawn": own_course.course_of(cards, shown),
        "sides": own_course.sides_of(shown),
        "coming": own_course.coming(cards, row),
        "members": matches.records_of(row) if found.table_kind.has_members else (),
    }
    return render_frame(
        request,
        "players/player.html",
        frame(desk, cards.rounds),
        title=f"{isolate(row.name)} · {isolate(found.name)}",
        main=render_to_string("players/player_main.html", own),
    )


@from_memory(of=SHARING_COURTS)
def card(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    """Show only the card of a player: pages that know the owner of the phone include it."""
    _desk, cards = _load_shared_cards(request, slug)
    row = cards.players.get(player_id)
    if row is None:
        raise Http404
    own = next_match_of(cards.tournament, row)
    context = {"card": cards.of(row), "own": own, "tournament": cards.tournament, "named": True}
    return HttpResponse(render_to_string("players/player_card.html", context))


def _section_of(request: HttpRequest, tournament: Tournament, player_id: str) -> str:
    """Return the slug of the section to which a player has moved. Raises Http404 if the reader cannot see it."""
    near = visible(who(request)).filter(event__isnull=False, event=tournament.event_id)
    moved = get_object_or_404(Player.objects.select_related("tournament"), tournament__in=near, public_id=player_id)
    return moved.tournament.slug


def games_of(player_: Player, cards: Cards) -> list[dict[str, object]]:
    """Return a player's rounds, the latest first: table with its room, side, opponent and result, or the bye."""
    layout = cards.tournament.layout
    own_games = {game.round: game for game in cards.games.get(player_.pk, ())}
    return [
        {
            "round": row,
            "place": own_games.get(row.number),
            "room": place_text(layout.place_of(own_games[row.number].table)) if row.number in own_games else "",
        }
        for row in reversed(cards.rounds)
        if row.number in own_games or (row.number >= player_.entered and not overlaps(row.stage))
    ]


def latest(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect to the newest published round, for a QR code on a poster that stays the same all day."""
    desk = find(request, slug)
    found = desk.tournament
    newest = present(list(found.rounds.public().order_by("number")))
    if newest is None:
        return redirect("tournaments:tournament", slug=slug)
    return redirect("tournaments:round", slug=slug, number=newest.number)


View = Callable[..., HttpResponse]


_TO_COPY = partial(
    format_html,
    '<iframe src="{}" title="{}" width="100%" height="600" loading="lazy"></iframe>\n<p><a href="{}">{}</a></p>',
)


def in_frame(view: View) -> Callable[..., HttpResponseBase]:
    """Decorate a view whose page any site may show in a frame."""
    shown = xframe_options_exempt(csp_replace({"frame-ancestors": ["*"]})(view))

    @wraps(view)
    def respond(request: HttpRequest, **where: object) -> HttpResponseBase:
        return shown(request, **where)

    return respond


@in_frame
@from_memory()
def embedded_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show places and points after the last closed round."""
    head = frame(find(request, slug))
    return render(request, "embed/standings.html", {**head, "places": RULE_BOOKS[0].places(head["tournament"])})


@in_frame
@from_memory()
def embedded_pairings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the round that visitors want to see, by table."""
    head = frame(find(request, slug))
    round_ = head["latest"]
    rows, byes = rows_now(round_) if round_ is not None else ((), ())
    players = not_paired(round_) if round_ is not None else ()
    if round_ is not None:
        with_teams(round_, rows, byes, players)
        rows = with_boards(round_.tournament, rows)
    context = {
        **head,
        "round": round_,
        "rows": rows,
        "byes": byes,
        "not_paired": players,
        "live": round_ is not None and round_.is_running,
        "open": open_rows(round_.tournament, rows) if round_ is not None else None,
    }
    return render(request, "embed/pairings.html", context)


@never_cache
@staff_only(Right.ENTER_RESULTS)
def website(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the HTML that embeds the present standings or pairings in the club's own site."""
    shown = [_lines(request, desk, name) for name in ("embed-standings", "embed-pairings")]
    site = links.link(request, "/").removesuffix("/")
    context = frame(desk, shown=shown, site=site, only_here=links.is_only_here(request))
    return render(request, "public/website.html", context)


def _lines(request: HttpRequest, desk: Desk, name: str) -> dict[str, str]:
    """Return an HTML frame with a link below it, for visitors who cannot see frames."""
    slug, title = desk.tournament.slug, desk.tournament.name
    words = {"embed-standings": gettext("Standings"), "embed-pairings": gettext("Pairings")}
    place = reverse(f"tournaments:{name}", args=[slug])
    address, page = (links.link(request, path) for path in (place, reverse("tournaments:tournament", args=[slug])))
    caption = f"{words[name]}: {title}"
    return {"name": name, "label": words[name], "address": place, "lines": _TO_COPY(address, caption, page, caption)}


#: The sizes of the icon: pixels of each side.
ICONS = (192, 512)
#: The same colours as in the stylesheet: the background of pages, and the only green.
PAPER, GREEN = "#fbfbf8", "#0f5c50"


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker. Its address limits the pages that it may cache, so it is not among the static
    files.
    """
    script = Path(settings.BASE_DIR, "static", "worker.js").read_bytes()
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})


@require_safe
def without_network(request: HttpRequest) -> HttpResponse:
    """Show a page that a phone keeps for when it is offline."""
    return render(request, "public/without_network.html")


@from_memory()
def manifest(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the web app manifest, which describes the tournament on a phone's home screen."""
    tournament = find(request, slug).tournament
    start = reverse("tournaments:tournament", args=[tournament.slug])
    icons = [
        {"src": static(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any maskable"}
        for size in ICONS
    ]
    document = {
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
    return HttpResponse(json.dumps(document, ensure_ascii=False), content_type="application/manifest+json")
