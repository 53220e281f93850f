"""The screen in the hall: a page for a projector, and what it shows, steered from the desk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from pairings import amounts
from tournaments.border.boosters import Seat, seats_of
from tournaments.border.cards import is_ranked
from tournaments.border.startpositions import start_position
from tournaments.border.whatif import not_paired
from tournaments.journal.errors import Refused
from tournaments.models import Player, Round, Tournament
from tournaments.models.screen import PARTS
from tournaments.rights.permissions import Right
from tournaments.rulebook import RULE_BOOKS, Place
from tournaments.services import screen as service
from tournaments.web.forms.screen import ScreenForm
from tournaments.web.tables import Row, Sitting, numbers_before, rows_now, with_teams
from tournaments.web.views.common import Desk, find, staff_only, who
from tournaments.web.views.memory import from_memory, one_of
from tournaments.web.views.public import RANKED_AT_ONCE, frame
from tournaments.words.isolation import isolate, join


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the screen: what stands before the name, the name, and what follows; `bye` instead of an opponent."""

    mark: str
    name: str
    middle: str = ""
    other: str = ""
    bye: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """Something that the screen shows, on as many pages as it takes."""

    key: str
    title: str
    lines: list[Line]


@from_memory({"only": one_of({"clock": None})})
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """What the desk has chosen, for a projector; of that only the clock and the message, for one beside it. It turns
    its pages and follows the tournament by itself.
    """
    desk = find(request, slug)
    shown = desk.tournament.on_screen
    if request.GET.get("only") == "clock":
        shown = replace(shown, shows=())
    context = frame(desk, screen=shown)
    latest: Round | None = context["latest"]
    if latest is not None:
        latest.tournament = desk.tournament
    parts = [Part(key, str(PARTS[key]), LINES[key](desk.tournament, latest)) for key in shown.shows]
    missing = latest.pairings.filter(result__isnull=True).count() if latest is not None and latest.is_running else 0
    if latest is not None and latest.is_running:
        context["start"] = start_position(latest, None)
    context |= {"parts": [part for part in parts if part.lines], "missing": missing}
    return render(request, "tournaments/screen.html", context)


def _pairings(tournament: Tournament, round_: Round | None) -> list[Line]:
    if round_ is None:
        return []
    rows, byes = rows_now(round_, scores=numbers_before(round_))
    out = not_paired(round_)
    with_teams(round_, rows, byes, out)
    return [
        *(line for row in rows for line in _of_table(round_, row)),
        *(Line("", _called(bye.player), bye=bye.said) for bye in byes),
        *(Line("", _called(player), bye="not-paired") for player in out),
    ]


def _called(player: Player) -> str:
    """The name, and for whom he plays if that is a team of single players."""
    return f"{isolate(player.name)} ({isolate(player.plays_for)})" if player.plays_for else player.name


def _of_table(round_: Round, row: Row) -> Iterator[Line]:
    """A table in one line, a pod in one for each of its seats; with its own start position while the game goes on."""
    table = str(row.pairing.table)
    if row.pod:
        return (Line(table if each.seat == 1 else "", each.player.name, each.mark or "–") for each in row.pod)
    start = None if row.result or start_position(round_, None) else start_position(round_, row.pairing.table)
    shown = f"{table} · {start.number}" if start else table
    return iter((Line(shown, _called(row.first), row.shown or "–", _called(row.second)),))


def _names(tournament: Tournament, round_: Round | None) -> list[Line]:
    if round_ is None:
        return []
    rows, byes = rows_now(round_)
    out = not_paired(round_)
    with_teams(round_, rows, byes, out)
    sits = seats_of(round_)
    found: list[tuple[Player, Line]] = []
    for row in rows:
        table = str(row.pairing.table)
        if row.pod:
            found += [(each.player, _with_others(row, each)) for each in row.pod]
            continue
        for own, other, side in (
            (row.first, row.second, tournament.first_side),
            (row.second, row.first, tournament.second_side),
        ):
            found.append((own, Line(table, _called(own), _middle(sits.get(own.pk), side), _called(other))))
    found += [(bye.player, Line("", _called(bye.player), bye=bye.said)) for bye in byes]
    found += [(player, Line("", _called(player), bye="not-paired")) for player in out]
    return [line for _player, line in sorted(found, key=lambda one: one[0].by_name)]


def _middle(sits: Seat | None, side: str) -> str:
    """What stands between a name and its opponent: the side, or pod and seat of a draft."""
    return side if sits is None else _("pod {pod}, seat {seat}").format(pod=sits[0], seat=sits[1])


def _with_others(row: Row, sits: Sitting) -> Line:
    """A player of a pod with seat and the others, as the list by names has it."""
    others = join([isolate(each.player.name) for each in row.pod if each.seat != sits.seat])
    return Line(str(row.pairing.table), sits.player.name, _("Seat {n}").format(n=sits.seat), others)


def _standings(tournament: Tournament, _round: Round | None) -> list[Line]:
    if not is_ranked(list(tournament.rounds.public().select_related("stage").order_by("number"))):
        return []
    if tournament.players.count() > RANKED_AT_ONCE:
        return []
    return [
        Line(place.shown, place.player.name, _shown(place, tournament)) for place in RULE_BOOKS[0].places(tournament)
    ]


def _shown(place: Place, tournament: Tournament) -> str:
    return amounts.shown(place.points, halves=tournament.halves) if place.by_points else place.score


LINES: Mapping[str, Callable[[Tournament, Round | None], list[Line]]] = MappingProxyType(
    {"names": _names, "pairings": _pairings, "standings": _standings}
)


@staff_only(Right.PAIR)
def page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """What the screen shows, chosen at the desk; every screen follows at once."""
    tournament = desk.tournament
    form = ScreenForm(request.POST) if request.method == "POST" else ScreenForm.of(tournament.on_screen)
    if form.is_bound and form.is_valid():
        try:
            service.set_screen(who(request), tournament, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        else:
            messages.success(request, _("The screen shows it."))
            return redirect("tournaments:set-screen", slug=tournament.slug)
    too_many = tournament.players.count() > RANKED_AT_ONCE
    context = frame(desk, form=form, too_many=too_many, most=RANKED_AT_ONCE)
    return render(request, "tournaments/screen_page.html", context, status=422 if form.errors else 200)
