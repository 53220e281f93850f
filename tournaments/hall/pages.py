"""Manage the hall at the desk: its layout, the tables of the next round, and players with a fixed table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from pairings.numbers import amounts
from pairings.seating.hall import Hall
from pairings.wording.sentences import sentence
from tournaments.core import hall
from tournaments.core.court_floor import StationCall, floor_of, sections_on_courts, stations_of
from tournaments.core.games import GAMES
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right
from tournaments.core.rulebook import RULE_BOOKS, Place
from tournaments.core.words import values
from tournaments.core.words.figures import local
from tournaments.core.words.names import isolate, join
from tournaments.core.words.texts import translate
from tournaments.drafts.whatif import not_paired
from tournaments.hall import clock, table_numbers
from tournaments.hall.clock import late_tables
from tournaments.hall.forms import ClockForm, ExtensionForm, HallForm, ScreenForm
from tournaments.models import Player, Round, Tournament
from tournaments.models.fields import PARTS
from tournaments.public.cards import RANKED_AT_ONCE, is_ranked, start_position
from tournaments.public.page_cache import SHARING_COURTS, from_memory, one_of
from tournaments.rounds import tables
from tournaments.rounds.tables import Sitting, TableRow, points_before_round, rows_now, with_boards, with_teams
from tournaments.stages.bracket import is_knock_out
from tournaments.stages.pages import Head, trees_on_screen
from tournaments.stages.stages import Seat, seats_of
from tournaments.web import links
from tournaments.web.common import Desk, attempt, find, find_round, frame, once, staff_only, who


@staff_only(Right.PAIR)
def hall_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Edit the hall. A change applies to later rounds; paired ones keep their tables."""
    tournament = desk.tournament
    if request.method == "POST" and "away" in request.POST:
        message = _("The hall is cleared: numbers start at 1.")
        return attempt(
            request,
            lambda: table_numbers.set_hall(who(request), tournament, Hall()),
            "tournaments:hall",
            message,
            slug=tournament.slug,
        )
    if request.method == "POST" and "behind" in request.POST:
        return _number_after_others(request, tournament)
    form = HallForm.of(tournament.layout, request.POST if request.method == "POST" else None)
    form.fields["tables"].label = tournament.court_words.plural
    if form.is_bound and form.is_valid():
        try:
            table_numbers.set_hall(who(request), tournament, form.hall)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        else:
            messages.success(request, _("The hall is saved. It applies from the next paired round."))
            return redirect("tournaments:hall", slug=tournament.slug)
    draft = tournament.rounds.filter(status=Round.Status.DRAFT).first()
    context = frame(
        desk,
        form=form,
        draft=draft if draft is not None and hall.reseat(draft) else None,
        fixed=tournament.players.filter(fixed_table__isnull=False).order_by("fixed_table", "name_key"),
        **_next_round(tournament),
        **_other_sections(tournament),
    )
    return render(request, "hall/hall.html", context, status=422 if form.errors else 200)


def _other_sections(tournament: Tournament) -> dict[str, Any]:
    """Return the last tables of the event's other sections, and where this one continues after them. If it needs one of
    their tables, return the first table after all of them.
    """
    found = [
        (section, _at_tables(section, {*hall.next_round(section).tables, *hall.present_tables(section)}))
        for section in tables.sections_beside(tournament)
        if section.is_public
    ]
    others = [(section, max(tables, default=0)) for section, tables in found]
    goes_on = hall.layout_of(tournament).first if tournament.layout.first is None else None
    used_tables = {table for _section, tables in found for table in tables}
    own = _at_tables(tournament, hall.next_round(tournament).tables)
    needed = found and tournament.layout.first is not None and own & used_tables
    return {"others": others, "goes_on": goes_on, "behind": max(used_tables) + 1 if needed else None}


def _at_tables(section: Tournament, numbers: Iterable[int]) -> set[int]:
    """Return the tables where the games with these numbers are played."""
    layout = section.layout
    return {layout.place_of(number).table for number in numbers}


def _number_after_others(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    behind = _other_sections(tournament)["behind"]
    message = _("Numbers start at {table} from the next paired round.").format(table=behind)
    if behind is None:
        return redirect("tournaments:hall", slug=tournament.slug)
    return attempt(
        request,
        lambda: table_numbers.set_hall(who(request), tournament, replace(tournament.layout, first=behind)),
        "tournaments:hall",
        message,
        slug=tournament.slug,
    )


def _next_round(tournament: Tournament) -> dict[str, object]:
    """Return the tables by room for a next round of all players, with any problems."""
    seated = hall.next_round(tournament)
    layout = hall.layout_of(tournament)
    places = [(table, hall.heading(layout.place_of(table), tournament)) for table in sorted(seated.tables)]
    return {
        "pairings": len(seated.tables),
        "places": [
            {"room": above, "tables": values.ranges_as_text([table for table, _above in group])}
            for above, group in groupby(places, key=itemgetter(1))
        ],
        "problems": [sentence(reason, {}, translate) for reason in seated.reasons],
    }


@staff_only(Right.PAIR)
def clock_page(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show the clock of a running round in large figures, its buttons, and a form to extend a table's time."""
    tournament = desk.tournament
    round_ = find_round(tournament, number)
    round_.tournament = tournament
    action = request.POST.get("do", "")
    if action in clock.PLAIN:
        verb = clock.PLAIN[action]
        return attempt(
            request,
            lambda: verb(who(request), tournament, round_),
            "tournaments:clock",
            slug=tournament.slug,
            number=number,
        )
    form = ClockForm(request.POST if action == "set" else None, initial={"minutes": usual_minutes(round_)})
    more = ExtensionForm(request.POST if action == "extend" else None, prefix="x")
    if _save_forms(request, desk, round_, form, more):
        return redirect("tournaments:clock", slug=tournament.slug, number=number)
    context = frame(desk, round=round_, form=form, more=more, late=late_tables(round_))
    return render(request, "hall/clock_page.html", context, status=422 if form.errors or more.errors else 200)


def _save_forms(request: HttpRequest, desk: Desk, round_: Round, form: ClockForm, more: ExtensionForm) -> bool:
    """Save the form that was sent and return whether it was saved; if not, its errors are beside the fields."""
    asker, tournament = who(request), desk.tournament
    if form.is_bound and form.is_valid():
        try:
            once(lambda: clock.set_clock(asker, tournament, round_, form.cleaned_data["minutes"]))
        except Refused as refusal:
            form.add_error(None, refusal.text)
            return False
        return True
    if more.is_bound and more.is_valid():
        data = more.cleaned_data
        pairing = round_.pairings.select_related("round").filter(table=data["table"]).first()
        if pairing is None:
            more.add_error("table", _("This pairing is not in this round."))
            return False
        try:
            once(lambda: clock.extend_table(asker, tournament, pairing, data["minutes"], reason=data["reason"]))
        except Refused as refusal:
            more.add_error(None, refusal.text)
            return False
        return True
    return False


def usual_minutes(round_: Round) -> int:
    """Return the minutes of the round's clock, otherwise of the last round with a clock, otherwise of the game."""
    if round_.clock_minutes is not None:
        return round_.clock_minutes
    before = round_.tournament.rounds.filter(number__lt=round_.number, clock_minutes__isnull=False)
    last = before.order_by("-number").values_list("clock_minutes", flat=True).first()
    return last or GAMES[round_.tournament.game].minutes


@dataclass(frozen=True, slots=True)
class ScreenLine:
    """A line of the screen: the text before the name, the name, and the text after it; `bye` instead of an opponent.

    `over` if a result is in the middle. `moved` is the number of places gained since the round before, negative if
    lost; None if it is not shown.
    """

    mark: str
    name: str
    middle: str = ""
    other: str = ""
    bye: str = ""
    over: bool = False
    moved: int | None = None

    @property
    def lost(self) -> int:
        """The number of places lost."""
        return -(self.moved or 0)


@dataclass(frozen=True, slots=True)
class ScreenPart:
    """A part of the screen, on as many pages as needed: lines, or the rounds of a bracket."""

    key: str
    title: str
    lines: list[ScreenLine]
    rounds: Sequence[Head] = ()


@from_memory({"only": one_of({"clock": None})}, of=SHARING_COURTS, at_home=True)
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the selected content on a projector, or with `only=clock` just the clock and the message.

    The page changes its own pages and follows the tournament.
    """
    desk = find(request, slug)
    shown = desk.tournament.on_screen
    if request.GET.get("only") == "clock":
        shown = replace(shown, shows=())
    shared = desk.tournament.courts is not None and len(sections_on_courts(desk.tournament)) > 1
    context = frame(desk, screen=shown, shared=shared)
    latest: Round | None = context["latest"]
    if latest is not None:
        latest.tournament = desk.tournament
    parts = [
        ScreenPart(key, str(PARTS[key]), LINES[key](desk.tournament, latest)) for key in shown.shows if key in LINES
    ]
    parts.insert(0, _played_now(desk.tournament))
    if "bracket" in shown.shows:
        parts += [
            ScreenPart("bracket", name or str(PARTS["bracket"]), [], rounds)
            for name, rounds in trees_on_screen(desk, latest)
        ]
    if latest is not None and latest.is_running:
        games = latest.pairings.values_list("table", "result")
        context["open"] = tables.open_games(
            desk.tournament, ((latest.number, table, result is not None) for table, result in games)
        )
        context["start"] = start_position(latest, None)
    coming = desk.tournament.rounds.filter(status=Round.Status.DRAFT, publication__isnull=False).first()
    context |= {"parts": [part for part in parts if part.lines or part.rounds], "coming": coming}
    return render(request, "hall/screen.html", context)


def screen_code(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the QR code of the tournament's page for the screen; empty if phones cannot open its address."""
    tournament = find(request, slug).tournament
    if links.is_only_here(request):
        return HttpResponse(status=204)
    link = links.link(request, reverse("tournaments:tournament", kwargs={"slug": tournament.slug}))
    answer = HttpResponse(links.svg_file(link), content_type="image/svg+xml")
    answer["Cache-Control"] = "private, max-age=300"
    return answer


def _played_now(tournament: Tournament) -> ScreenPart:
    """Return the current calls; on courts, those of all sections that share them, each with its section."""
    floor = floor_of(tournament)
    if floor is None:
        called = stations_of(tournament).called
        return ScreenPart("stations", _("At the stations"), list(map(_at_station, called)))
    shared = len(floor.sections) > 1
    lines = []
    for court, match in sorted(floor.on_court.items()):
        if match.section.is_public or match.section.pk == tournament.pk:
            names = [" · ".join(_call_name(player) for player in side) for side in match.sides]
            middle = match.section.section if shared else "–"
            lines.append(ScreenLine(str(court), names[0], middle, " · ".join(names[1:])))
    return ScreenPart("stations", str(tournament.court_words.plural), lines)


def _at_station(game: StationCall) -> ScreenLine:
    """Return a called game as one line."""
    first, *others = (" · ".join(_call_name(player) for player in side) for side in game.sides)
    return ScreenLine(str(game.station), first, "–", " · ".join(others))


def _pairings(tournament: Tournament, round_: Round | None) -> list[ScreenLine]:
    if round_ is None:
        return []
    rows, byes = rows_now(round_, scores=points_before_round(round_))
    out = not_paired(round_)
    with_teams(round_, rows, byes, out)
    return [
        *_by_wave(round_, with_boards(round_.tournament, rows)),
        *(ScreenLine("", _call_name(bye.player), bye=bye.label) for bye in byes),
        *(ScreenLine("", _call_name(player), bye="not-paired") for player in out),
    ]


def _by_wave(round_: Round, rows: Iterable[TableRow]) -> Iterator[ScreenLine]:
    """Yield the tables, with a line above those of each wave from the second one on."""
    wave = 1
    for row in rows:
        if row.place.wave != wave:
            wave = row.place.wave
            yield ScreenLine("", row.heading)
        yield from _of_table(round_, row)


def _call_name(player: Player) -> str:
    """Return the name, with the team in a match between teams of single players."""
    return f"{isolate(player.name)} ({isolate(player.plays_for)})" if player.plays_for else player.name


def _of_table(round_: Round, row: TableRow) -> Iterator[ScreenLine]:
    """Return a table as one line, and a pod as one line for each seat; with its start position while the game runs."""
    table = str(row.pairing.table)
    if row.sides:
        return iter((ScreenLine(table, _side(row, 1), row.shown or "–", _side(row, 2), over=bool(row.shown)),))
    if row.pod:
        return (ScreenLine(table if each.seat == 1 else "", each.player.name, each.mark or "–") for each in row.pod)
    start = None if row.result or start_position(round_, None) else start_position(round_, row.pairing.table)
    shown = f"{table} · {start.number}" if start else table
    score = row.shown or row.so_far or "–"
    return iter((ScreenLine(shown, _call_name(row.first), score, _call_name(row.second), over=bool(row.shown)),))


def _side(row: TableRow, side: int) -> str:
    """Return the partners of a side."""
    return " · ".join(each.player.name for each in row.sides[side - 1])


def _names(tournament: Tournament, round_: Round | None) -> list[ScreenLine]:
    if round_ is None:
        return []
    rows, byes = rows_now(round_)
    out = not_paired(round_)
    with_teams(round_, rows, byes, out)
    sits = seats_of(round_)
    found: list[tuple[Player, ScreenLine]] = []
    for row in rows:
        table = str(row.pairing.table)
        if row.pod:
            found += [(each.player, _with_others(row, each)) for each in row.pod]
            continue
        for own, other, side in (
            (row.first, row.second, tournament.first_side),
            (row.second, row.first, tournament.second_side),
        ):
            found.append((own, ScreenLine(table, _call_name(own), _middle(sits.get(own.pk), side), _call_name(other))))
    found += [(bye.player, ScreenLine("", _call_name(bye.player), bye=bye.label)) for bye in byes]
    found += [(player, ScreenLine("", _call_name(player), bye="not-paired")) for player in out]
    waves = dict.fromkeys(row.heading for row in rows if row.place.wave > 1)
    return [
        *(ScreenLine("", above) for above in waves),
        *(line for _player, line in sorted(found, key=lambda one: one[0].by_name)),
    ]


def _middle(sits: Seat | None, side: str) -> str:
    """Return the text between a name and its opponent: the side, or the pod and seat of a draft."""
    return side if sits is None else _("pod {pod}, seat {seat}").format(pod=sits[0], seat=sits[1])


def _with_others(row: TableRow, sits: Sitting) -> ScreenLine:
    """Return a player of a pod with the seat and the others, as in the list by names."""
    if sits.side:
        partner = next(each for each in row.sides[sits.side - 1] if each.seat != sits.seat)
        middle = _("with {name}").format(name=isolate(partner.player.name))
        return ScreenLine(str(row.pairing.table), sits.player.name, middle, _side(row, 3 - sits.side))
    others = join([isolate(each.player.name) for each in row.pod if each.seat != sits.seat])
    return ScreenLine(str(row.pairing.table), sits.player.name, _("Seat {n}").format(n=sits.seat), others)


def _standings(tournament: Tournament, _round: Round | None) -> list[ScreenLine]:
    if not is_ranked(list(tournament.rounds.public().select_related("stage").order_by("number"))):
        return []
    if tournament.players.count() > RANKED_AT_ONCE:
        return []
    moved = RULE_BOOKS[0].places_won(tournament)
    return [
        ScreenLine(
            place.shown,
            place.player.name,
            _score_text(place, tournament),
            moved=moved.get(place.player.pk, 0) if moved else None,
        )
        for place in RULE_BOOKS[0].places(tournament)
    ]


def _score_text(place: Place, tournament: Tournament) -> str:
    return local(amounts.decimal_text(place.points, halves=tournament.halves) if place.by_points else place.score)


LINES: Mapping[str, Callable[[Tournament, Round | None], list[ScreenLine]]] = MappingProxyType(
    {"names": _names, "pairings": _pairings, "standings": _standings}
)


@staff_only(Right.PAIR)
def screen_settings(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Choose the content of the screen; every screen changes at once."""
    tournament = desk.tournament
    form = ScreenForm.of(tournament.on_screen, request.POST if request.method == "POST" else None)
    if not form.is_bound and not any(map(is_knock_out, tournament.stages.all())):
        form.without_bracket()
    if form.is_bound and form.is_valid():
        before = tournament.on_screen.announced
        try:
            clock.set_screen(who(request), tournament, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        else:
            messages.success(request, _announced(before, tournament.on_screen.announced))
            return redirect("tournaments:set-screen", slug=tournament.slug)
    too_many = tournament.players.count() > RANKED_AT_ONCE
    context = frame(desk, form=form, too_many=too_many, most=RANKED_AT_ONCE)
    return render(request, "hall/screen_page.html", context, status=422 if form.errors else 200)


def _announced(before: str, message: str) -> str:
    """Return what to tell the organiser after the screen and the announcement were saved."""
    if message == before:
        return _("Saved. The screen is updated.")
    if message:
        return _("Saved. Players see the message on their pages.")
    return _("Saved. The message is withdrawn from players' pages.")


@never_cache
@staff_only(Right.ENTER_RESULTS)
def poster(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Print a sheet with this computer's present address in the network of the phones."""
    link = links.link(request, reverse("tournaments:tournament", kwargs={"slug": desk.tournament.slug}))
    language = desk.tournament.home_language or get_language() or settings.LANGUAGE_CODE
    context = frame(desk, link=link, code=links.svg(link), only_here=links.is_only_here(request), language=language)
    return render(request, "hall/poster.html", context)
