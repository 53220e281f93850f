"""The one list of players of an event: adding to whichever section, lists that say who plays where, and moving."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.border.playerlist import SECTION, Answers, ListRow, Plan, PlayerList
from tournaments.journal.errors import Refused, Twin
from tournaments.models import Player, Tournament
from tournaments.models.player import sort_key
from tournaments.rights.permissions import Right
from tournaments.services import missed, sections
from tournaments.services.persons import has_ranks, is_chess
from tournaments.web.forms.players import EventPlayerForm, MoveForm
from tournaments.web.views.common import PageRequest, first_time, make_once, who
from tournaments.web.views.events import EventDesk, head, staff_of_event, twice
from tournaments.web.views.lists import Intake, answer
from tournaments.web.views.players import added_in_words
from tournaments.words.finding import fits
from tournaments.words.isolation import isolate, join

#: So many rows of the list are shown at once.
MOST = 2000


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody on the event's list, with the section."""

    player: Player
    section: Tournament


def _choices(managed: Sequence[Tournament]) -> list[tuple[str, str]]:
    return [(row.slug, row.section) for row in managed]


def _form(managed: Sequence[Tournament], data: QueryDict | None = None) -> EventPlayerForm:
    return EventPlayerForm(data, sections=_choices(managed), ranks=any(map(has_ranks, managed)))


def _by_slug(managed: Sequence[Tournament], slug: str) -> Tournament:
    return next(row for row in managed if row.slug == slug)


def _context(desk: EventDesk, query: str = "", **more: Any) -> dict[str, Any]:
    managed = desk.where(Right.MANAGE_PLAYERS)
    by_key = {row.pk: row for row in managed}
    players = Player.objects.filter(tournament__in=managed)
    listed = [row for row in players if fits(row.name, query)]
    return head(
        desk,
        lines=[Line(player, by_key[player.tournament_id]) for player in listed[:MOST]],
        total=len(players),
        query=query,
        several=twice(managed),
        form=more.pop("form", None) or _form(managed),
        **more,
    )


@staff_of_event(Right.MANAGE_PLAYERS)
def event_roll(request: PageRequest, desk: EventDesk) -> HttpResponse:
    """Everybody of all sections that the reader manages."""
    return render(request, "tournaments/event_roll.html", _context(desk, request.GET.get("q", "")[:100]))


@require_POST
@staff_of_event(Right.MANAGE_PLAYERS)
def event_add(request: PageRequest, desk: EventDesk) -> HttpResponse:
    """Add one player to a section. On the page the new line comes into the list, or what is wrong beside the form."""
    managed = desk.where(Right.MANAGE_PLAYERS)
    form = _form(managed, request.POST)
    added, has_twin = None, False
    if form.is_valid():
        values = dict(form.cleaned_data)
        wanted = _by_slug(managed, values.pop("section"))
        unlike = [] if "again" in request.POST else [values["name"]]
        try:
            added = make_once(
                lambda: sections.add_player(who(request), desk.event, wanted, unlike=unlike, **values), Player
            )
        except Twin as twin:
            form.add_error("name", f"{twin.text} {_('Add a second player of this name?')}")
            has_twin = True
        except Refused as refusal:
            form.add_error(None, refusal.text)
    if added is None and request.htmx:
        context = {"answer": True, "form": form, "has_twin": has_twin}
        return render(request, "tournaments/event_roll.html#refused", context, status=422)
    if added is None:
        return render(request, "tournaments/event_roll.html", _context(desk, form=form, has_twin=has_twin), status=422)
    section = next(row for row in managed if row.pk == added.tournament_id)
    done = f"{isolate(section.section)}: {added_in_words(added)}"
    if request.htmx:
        total = Player.objects.filter(tournament__in=managed).count()
        late = bool(missed.missed_rounds(added))
        context = {"answer": True, "line": Line(added, section), "total": total, "done": done, "late": late}
        return render(request, "tournaments/event_roll.html#added", context)
    messages.success(request, done)
    return redirect("tournaments:event-roll", event=desk.event.slug)


@staff_of_event(Right.MANAGE_PLAYERS)
def event_list(request: PageRequest, desk: EventDesk) -> HttpResponse:
    """A list of players that says who plays in which section; of those of whom it does not, somebody says it."""
    managed = desk.where(Right.MANAGE_PLAYERS)

    def take(request: PageRequest, found: PlayerList, answers: Answers, seen: str) -> Plan:
        return sections.take_list(who(request), desk.event, managed, found.rows, answers, seen=seen)

    def assign(rows: list[ListRow], usual: str) -> None:
        _assign(rows, managed, _by_slug(managed, usual))

    def move(request: PageRequest, name: str, players: Sequence[Player]) -> None:
        target = next((row for row in managed if row.section == name), None)
        if target is not None and players:
            _move_to(request, players, target)

    intake = Intake(
        head=head(desk),
        players=Player.objects.filter(tournament__in=managed).select_related("tournament"),
        take=take,
        back=reverse("tournaments:event-roll", args=[desk.event.slug]),
        chess=any(map(is_chess, managed)),
        sections=_choices(managed),
        assign=assign,
        names=[name for row in managed for name in (row.slug, row.name, row.section)],
        move=move,
    )
    return answer(request, intake)


def _assign(rows: list[ListRow], managed: Sequence[Tournament], usual: Tournament) -> None:
    """Give each row the name of its section, the `usual` one where it names none; one that is not there is a fault."""
    known = {sort_key(name): row.section for row in managed for name in (row.slug, row.name, row.section)}
    for row in rows:
        said = str(row.values.get(SECTION) or "")
        found = known.get(sort_key(said)) if said else usual.section
        if found is None:
            text = _("There is no section {name}. There are: {names}.")
            names = join(each.section for each in managed)
            row.faults.append(text.format(name=isolate(said), names=names))
        row.names_section = bool(said and found)
        row.values[SECTION] = found or usual.section


@staff_of_event(Right.MANAGE_PLAYERS)
def event_move(request: PageRequest, desk: EventDesk) -> HttpResponse:
    """Players of a section, all or those of some ratings, to be looked at and moved to another one."""
    managed = desk.where(Right.MANAGE_PLAYERS)
    if request.method == "POST":
        return _move(request, desk, managed)
    form = MoveForm(request.GET if "origin" in request.GET else None, sections=_choices(managed))
    found: list[Player] = []
    target = None
    if form.is_bound and form.is_valid():
        found = form.chosen(_by_slug(managed, form.cleaned_data["origin"]))
        target = _by_slug(managed, form.cleaned_data["to"])
    context = head(desk, form=form, found=found, target=target, marked=form.is_narrow)
    return render(request, "tournaments/event_move.html", context, status=422 if form.errors else 200)


def _move(request: HttpRequest, desk: EventDesk, managed: Sequence[Tournament]) -> HttpResponse:
    back = redirect("tournaments:event-roll", event=desk.event.slug)
    target = next((row for row in managed if row.slug == request.POST.get("to", "")), None)
    players = list(Player.objects.filter(tournament__in=managed, public_id__in=request.POST.getlist("player")[:MOST]))
    if target is None or not players:
        messages.error(request, _("Mark at least one player, and choose a section."))
        return redirect("tournaments:event-move", event=desk.event.slug)
    try:
        _move_to(request, players, target)
    except Refused as refusal:
        messages.error(request, refusal.text)
    return back


def _move_to(request: HttpRequest, players: Sequence[Player], target: Tournament) -> None:
    """Move players and say what came of it. Raises Refused."""
    moved = first_time(lambda: sections.move_players(who(request), players, target))
    count = len(players)
    text = ngettext(
        "{names} is in section {section} now.", "{count} players are in section {section} now: {names}.", count
    )
    names = join(player.name for player in players)
    messages.success(request, text.format(count=count, names=names, section=isolate(target.section)))
    if moved is not None and moved.pairs:
        told = _("Pairs with those who stay are given up: {pairs}.")
        messages.warning(request, told.format(pairs=join(moved.pairs)))
    if moved is not None and moved.byes:
        told = _("These byes are not possible there and are given up: {byes}.")
        messages.warning(request, told.format(byes=join(moved.byes)))
