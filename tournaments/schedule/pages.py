"""Show the schedule as a page, on paper and for a spreadsheet, and the seats that it uses."""

from __future__ import annotations

import csv
from dataclasses import replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pairings.plan import CannotPair
from pairings.seating import METHODS, SEPARATION_ORIGINS, usual_apart
from pairings.systems import SYSTEMS
from tournaments.core import snapshot
from tournaments.core.journal.errors import Conflict, Refused
from tournaments.core.rights import Right
from tournaments.core.words import names, notation
from tournaments.core.words.texts import as_text
from tournaments.desk.button_pages import button_of
from tournaments.desk.progress import progress_of
from tournaments.drafts.reason_texts import Teller
from tournaments.history import undo
from tournaments.long_tasks.pages import at_length
from tournaments.models import JournalEntry, Pairing, Player, Stage, Tournament
from tournaments.public.page_cache import flag, from_memory, whole_number
from tournaments.results import results
from tournaments.results.forms import last_text, take_back, text_of, typed_result
from tournaments.rounds import requests, rounds
from tournaments.rounds.tables import rows_of
from tournaments.schedule import schedules, seats
from tournaments.schedule.forms import CourtsForm, DateForm
from tournaments.schedule.grid import GridLine, Meeting, grid_of, has_grid, meeting_of
from tournaments.teams.matches import teams_of
from tournaments.web.common import (
    Desk,
    PageRequest,
    find,
    find_round,
    frame,
    once,
    pairing_of,
    staff_only,
    stage_of,
    version_of_form,
    who,
)

#: The maximum number of players for which a crosstable is readable.
WIDEST = 30
#: The number of sentences about a draw that are always shown; three or more beyond them are collapsed.
FEW = 8


def _schedule(request: HttpRequest, slug: str) -> tuple[Desk, schedules.StageSchedule]:
    """Return a stage's schedule; before its first round is published, only for readers who may see drafts."""
    desk = find(request, slug)
    found = desk.tournament
    stage = stage_of(request, found)
    is_visible = stage.rounds.public().exists() or desk.may(Right.SEE_DRAFTS)
    schedule = schedules.schedule_of(seats.seated_view(stage)) if is_visible else None
    if schedule is None:
        raise Http404
    return desk, schedule


@from_memory({"stage": whole_number})
def schedule(request: HttpRequest, slug: str) -> HttpResponse:
    desk, whole = _schedule(request, slug)
    stage = whole.view.stage
    context = frame(desk, schedule=whole, stage=stage, players=whole.players, stages=list(desk.tournament.stages.all()))
    try:
        context["parts"] = whole.in_cycles() if whole.readable else []
        context["rounds"] = [each for part in context["parts"] for each in part.rounds]
        context["grid"] = _grid(desk.tournament, whole) if len(whole.players) <= WIDEST else []
    except CannotPair as refusal:
        context |= {"problem": Teller.of(whole.view).tell(refusal.reason), "parts": [], "rounds": [], "grid": []}
    context |= {"draft": not stage.rounds.public().exists(), "told": _draw_context(whole.view)}
    return render(request, "schedule/schedule.html", context)


@from_memory(
    {
        "stage": whole_number,
        "courts": schedules.courts_parameter,
        "minutes": schedules.minutes_parameter,
        "start": schedules.start_parameter,
        "rest": flag,
        "referees": schedules.referees_parameter,
    }
)
def schedule_on_courts(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the schedule on this many courts, with times. The address holds all settings, so that it can be shared."""
    desk, whole = _schedule(request, slug)
    is_sent = "courts" in request.GET
    form = CourtsForm(request.GET if is_sent else None, has_groups=snapshot.groups_in(whole.view) is not None)
    context = frame(desk, stage=whole.view.stage, form=form, draft=not whole.view.stage.rounds.public().exists())
    try:
        if schedules.count_games(whole) > schedules.MOST_GAMES:
            context["problem"] = _("The schedule has more than {most} games.").format(most=schedules.MOST_GAMES)
        elif is_sent and form.is_valid():
            context["day"] = schedules.court_day(whole, **form.cleaned_data)
            context["plan"] = {name: request.GET[name] for name in form.fields if request.GET.get(name)}
    except schedules.DayTooShort as error:
        form.add_error("minutes", _day_too_short(error.slots, form.cleaned_data["minutes"]))
    except CannotPair as refusal:
        context["problem"] = Teller.of(whole.view).tell(refusal.reason)
    wrong = is_sent and not form.is_valid()
    return render(request, "schedule/courts.html", context, status=422 if wrong else 200)


def _day_too_short(slots: int, minutes: int) -> str:
    text = _("The games would end after midnight: {slots} × {minutes} minutes. Use more courts or less time.")
    return text.format(slots=slots, minutes=minutes)


def _grid(found: Tournament, whole: schedules.StageSchedule) -> list[dict[str, object]]:
    """Return a line for each seat; each cell has the rounds in which the two meet and the side of the line's player."""
    sides = {True: found.first_side[:1], False: found.second_side[:1]}
    cells = whole.grid()
    return [
        {
            "seat": seat,
            "player": player,
            "cells": [
                "×" if other == seat else " ".join(f"{n}{sides[first]}" for n, first in cells[seat].get(other, []))
                for other in whole.players
            ],
        }
        for seat, player in whole.players.items()
    ]


def _draw_context(view: snapshot.View) -> dict[str, object] | None:
    """Return the draw of the present seats in sentences, and whether repeating it gives the same seats."""
    draw = seats.draw_of(view)
    if draw is None:
        return None
    sentences = list(map(draw.teller.cite, draw.reasons))
    shown = FEW if len(sentences) > FEW + 2 else len(sentences)
    return {"reasons": sentences[:shown], "more": sentences[shown:], "done": draw.done, "repeated": draw.repeated}


@from_memory({"stage": whole_number})
def schedule_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Download all games for a spreadsheet: one on each line; a free seat is a line without a second player."""
    desk, whole = _schedule(request, slug)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{desk.tournament.slug}-schedule.csv"'
    response.write("\ufeff")
    writer = csv.writer(response)
    writer.writerow(["round", "table", "first", "second", "result", "day"])
    names = {seat: as_text(player.name) for seat, player in whole.players.items()}
    for round_ in whole.rounds():
        for game in round_.games:
            sides = names[game.first], names[game.second]
            writer.writerow([round_.number, game.table, *sides, game.result, game.moved or round_.moment or ""])
        for seat in round_.free:
            writer.writerow([round_.number, "", names[seat], "", "", round_.moment or ""])
    return response


@require_POST
@staff_only(Right.PAIR)
def publish_all(request: HttpRequest, desk: Desk) -> HttpResponse:
    tournament, asker = desk.tournament, who(request)
    publish = partial(rounds.publish_schedule, asker, tournament)
    return at_length(request, requests.schedule(asker, tournament, partial(once, publish)))


@staff_only(Right.PAIR)
def seating(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the seats, and let them be drawn or set manually."""
    tournament = desk.tournament
    stage = snapshot.current_stage(tournament)
    stage.tournament = tournament
    problem, typed = "", request.POST
    behind: list[Player] = []
    moved = _requested_move(request)
    if request.method == "POST" and not moved:
        try:
            behind = _out_of_order(request, tournament)
            if not behind:
                once(lambda: _seat(request, tournament))
        except Refused as refusal:
            problem = refusal.text
        if not behind and not problem:
            text = _("Seeds saved.") if SYSTEMS[stage.system].has_seeds else _("Seats saved.")
            messages.success(request, text)
            return redirect("tournaments:seating", slug=tournament.slug)
    view = seats.seated_view(stage)
    order = [player for _number, player in sorted(view.players.items())]
    if moved:
        try:
            order, typed = seats.moved_by_one(_by_hand(request, tournament), *moved), QueryDict()
        except Refused as refusal:
            problem = refusal.text
    teams = {number: team.name for team in teams_of(view) for number in team.players}
    lines = [
        {
            "seat": number,
            "player": player,
            "typed": typed.get(f"seat-{player.public_id}", number),
            "team": teams.get(view.numbers.get(player.pk, 0), ""),
        }
        for number, player in enumerate(order, start=1)
    ]
    ways = seats.ways_of(stage.system)
    has_home_games = stage.tournament.table_kind.has_members or stage.tournament.first_label == "Home"
    context = frame(
        desk,
        stage=stage,
        system=SYSTEMS[stage.system],
        lines=lines,
        teams=teams,
        ways=[
            (value, Stage.Seating(value).label)
            for value in ways
            if value not in METHODS or not METHODS[value].of_home_games or has_home_games or value == stage.seating
        ],
        chosen=typed.get("seating", stage.seating),
        problem=problem,
        behind=behind,
        unsaved=bool(moved or behind or problem),
        told=_draw_context(view),
        lot=stage.seating in METHODS,
        known={name: any(getattr(p, name) for p in view.players.values()) for name in ("club", "federation", "rating")},
        **_questions(stage, view, typed.get("apart", "")),
    )
    return render(request, "schedule/seating.html", context, status=422 if problem or behind else 200)


def _questions(stage: Stage, view: snapshot.View, typed: str) -> dict[str, Any]:
    """Return the options of the draws: what to keep apart, and the number of classes."""
    ways = [METHODS[way] for way in seats.ways_of(stage.system) if way in METHODS]
    _system, options = snapshot.system_of(stage)
    chosen = typed or (stage.drawn and stage.drawn["apart"]) or usual_apart(view.snapshot.players)
    labels = {"club": _("club mates"), "federation": _("players of one federation")}
    return {
        "aparts": [(value, labels[value]) for value in SEPARATION_ORIGINS] if any(way.parts for way in ways) else [],
        "apart": chosen,
        "classes": options.games if "classes" in seats.ways_of(stage.system) else 0,
    }


def _seat(request: HttpRequest, tournament: Tournament) -> None:
    if request.POST.get("do") == "draw":
        apart = request.POST.get("apart", "")
        seats.draw_seats(
            who(request), tournament, request.POST.get("seating", ""), apart if apart in SEPARATION_ORIGINS else ""
        )
        return
    seats.set_seats(who(request), tournament, _by_hand(request, tournament))


def _out_of_order(request: HttpRequest, tournament: Tournament) -> list[Player]:
    """Return players whom manual seats would put behind a lower-ranked one; [] once this is confirmed."""
    if request.POST.get("do") != "hand" or request.POST.get("understood"):
        return []
    return seats.players_out_of_order(tournament, _by_hand(request, tournament))


def _requested_move(request: HttpRequest) -> tuple[str, int] | None:
    """Return the player to move, and by how many places; None without such a button."""
    way, _dash, key = request.POST.get("do", "").partition("-")
    steps = {"up": -1, "down": 1}
    return (key, steps[way]) if key and way in steps else None


def _by_hand(request: HttpRequest, tournament: Tournament) -> list[Player]:
    """Return the players in the order that was entered: the lines as they were shown, some of them with another number.

    Raises Refused.
    """
    players = {player.public_id: player for player in Player.objects.filter(tournament=tournament)}
    player_ids = [name.removeprefix("seat-") for name in request.POST if name.startswith("seat-")]
    typed = {key: names.whole_number(request.POST.get(f"seat-{key}", "")) for key in player_ids}
    seat_of = {key: number for key, number in typed.items() if number is not None and key in players}
    if len(seat_of) < len(player_ids):
        raise Refused(_("Enter a whole number for each player: 1, 2, 3 ..."), code="not-a-seat", field="seats")
    return [players[key] for key in seats.ordered_by(seat_of)]


@staff_only(Right.ENTER_RESULTS)
def grid(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show all games of the running rounds, to be entered in any order."""
    return _page(request, desk)


def _page(request: HttpRequest, desk: Desk, refused: Meeting | None = None, status: int = 200) -> HttpResponse:
    """Return the page of the grid; a refused entry is shown as it was entered."""
    tournament = desk.tournament
    stage = snapshot.current_stage(tournament)
    if not has_grid(stage):
        raise Http404
    lines = grid_of(stage)
    context = frame(
        desk,
        lines=[_mark_refusal(line, refused) for line in lines] if refused else lines,
        scores=tournament.scoring.keeps_score,
        tables=progress_of(tournament, desk.tables).tables,
        take=_take(),
        take_cleared=_take_cleared(),
        take_back_at=reverse("tournaments:grid-undo", args=[tournament.slug]),
        examples=notation.examples_own(tournament.scoring),
        pad=notation.keys_own(tournament.scoring),
        **_page_context(request, desk),
    )
    return render(request, "schedule/grid.html", context, status=status)


def _mark_refusal(line: GridLine, refused: Meeting) -> GridLine:
    cells = (
        replace(cell, meetings=tuple(refused if each.key == refused.key else each for each in cell.meetings))
        for cell in line.cells
    )
    return replace(line, cells=tuple(cells))


@require_POST
@staff_only(Right.ENTER_RESULTS)
def save_in_grid(request: PageRequest, desk: Desk, pairing_id: str) -> HttpResponse:
    """Store the score of the row's player; return the game, with all other changes on the page."""
    tournament = desk.tournament
    pairing = pairing_of(tournament, pairing_id)
    meeting = meeting_of(pairing)
    if meeting is None:
        raise Http404
    problem = conflict = ""
    status = 200
    try:
        read = partial(notation.parse_own, first=meeting.one_is_first)
        result = typed_result(request, tournament.scoring, read) if text_of(request).strip() else None
        results.enter_result(who(request), tournament, pairing, result, version=version_of_form(request))
    except Conflict as error:
        conflict, status = error.text, 409
    except Refused as refusal:
        problem, status = refusal.text, 422
    now = meeting_of(pairing)
    if now is None:
        raise Http404
    own_text = text_of(request)[: notation.LONGEST] if problem or conflict else ""
    return _answer(request, desk, replace(now, mine=own_text, problem=problem, conflict=conflict), status)


def _answer(request: PageRequest, desk: Desk, meeting: Meeting, status: int, text: str = "") -> HttpResponse:
    """Return the game as it is now; without scripts the page, with the refused entry as it was entered."""
    if request.htmx:
        context = {"tournament": desk.tournament, "desk": desk, "answer": True, "meeting": meeting, "said": text}
        return render(request, "schedule/grid.html#answer", context | _page_context(request, desk), status=status)
    if status != 200:
        return _page(request, desk, meeting, status)
    return redirect("tournaments:grid", slug=desk.tournament.slug)


def _page_context(request: HttpRequest, desk: Desk) -> dict[str, object]:
    """Return the context around the cells: the number of missing results, the entry to undo, the next step."""
    now = progress_of(desk.tournament, desk.tables)
    last = undo.last_undoable(who(request), desk.tournament)
    step = None if now.missing else button_of(desk, now)
    meeting = _meeting_of(desk.tournament, last) if last else None
    return {
        "missing": now.missing,
        "last": last,
        "last_text": _last_text(desk.tournament, meeting, last),
        "last_row": meeting.key if meeting else "",
        "step": step,
    }


def _meeting_of(tournament: Tournament, last: JournalEntry) -> Meeting | None:
    """Return the game of an entry."""
    at = {"round__number": last.facts["round"], "table": last.facts["table"]}
    pairing = Pairing.objects.filter(round__tournament=tournament, **at).select_related("round__stage").first()
    return meeting_of(pairing) if pairing else None


def _last_text(tournament: Tournament, meeting: Meeting | None, last: JournalEntry | None) -> str:
    """Return the label of the undo button, with the game, and its result as its row shows it."""
    if last is None or meeting is None:
        return last_text(last, tournament)
    text = _take() if last.facts["now"] else _take_cleared()
    return text.format(table=meeting.name, now=meeting.own)


def _take() -> str:
    return _("Undo {table}: {now}")


def _take_cleared() -> str:
    return _("Undo {table}: cleared")


@require_POST
@staff_only(Right.ENTER_RESULTS)
def undo_last(request: PageRequest, desk: Desk) -> HttpResponse:
    """Undo only the entry that the button named. Its game is returned, as after an entry."""
    outcome = take_back(request, desk)
    if request.htmx:
        meeting = meeting_of(outcome.pairing())
        if meeting is None:
            raise Http404
        status = 422 if outcome.problem else 200
        return _answer(request, desk, replace(meeting, problem=outcome.problem), status, outcome.message)
    outcome.tell(request)
    return redirect("tournaments:grid", slug=desk.tournament.slug)


@staff_only(Right.PAIR)
def change_date(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Set when the match at a `table` is played if it is postponed or brought forward, or move it back to its round."""
    tournament, round_ = desk.tournament, find_round(desk.tournament, number)
    table = whole_number(request.POST.get("table") or request.GET.get("table", "")) or "0"
    pairing = get_object_or_404(round_.pairings, table=int(table))
    if not round_.is_running:
        raise Http404
    round_.tournament, pairing.round, problem = tournament, round_, ""
    moment = tournament.moment_of(number, pairing.table)
    initial = {"day": moment.day, "at": moment.at} if moment is not None else {}
    back = "back" in request.POST
    form = DateForm(request.POST if request.method == "POST" and not back else None, initial=initial)
    if request.method == "POST" and (back or form.is_valid()):
        try:
            schedules.change_date(who(request), tournament, pairing, None if back else form.moment)
        except Refused as refusal:
            problem = refusal.text
        else:
            messages.success(request, _("Date of the match saved."))
            address = reverse("tournaments:results", args=[tournament.slug, number])
            return redirect(f"{address}#t{pairing.table}")
    rows, _byes = rows_of(round_, only=pairing)
    context = frame(
        desk,
        round=round_,
        row=rows[0],
        form=form,
        problem=problem,
        moved=tournament.was_moved(number, pairing.table),
        planned=tournament.moment_of(number),
    )
    return render(request, "schedule/match_date.html", context, status=422 if problem or form.errors else 200)
