"""Entering results into the grid of a whole schedule, whatever round they are of."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments import border
from tournaments.border.progress import progress_of
from tournaments.journal.errors import Conflict, Refused
from tournaments.models import JournalEntry, Pairing, Tournament
from tournaments.rights.permissions import Right
from tournaments.services import results, undo
from tournaments.web.grids import GridLine, Meeting, grid_of, has_grid, meeting_of
from tournaments.web.views.common import Desk, PageRequest, pairing_of, seen_version, staff_only, who
from tournaments.web.views.public import frame
from tournaments.web.views.results import last_text, take_back, text_of, typed_result
from tournaments.web.views.steps import button_of
from tournaments.words import notation


@staff_only(Right.ENTER_RESULTS)
def grid(request: HttpRequest, desk: Desk) -> HttpResponse:
    """All games of the running rounds, to be entered in any order."""
    return _page(request, desk)


def _page(request: HttpRequest, desk: Desk, refused: Meeting | None = None, status: int = 200) -> HttpResponse:
    """The grid; with the game whose entry was refused, as it was written."""
    tournament = desk.tournament
    stage = border.current_stage(tournament)
    if not has_grid(stage):
        raise Http404
    lines = grid_of(stage)
    context = frame(
        desk,
        lines=[_with(line, refused) for line in lines] if refused else lines,
        scores=tournament.scoring.keeps_score,
        tables=progress_of(tournament, desk.tables).tables,
        take=_take(),
        take_cleared=_take_cleared(),
        take_back_at=reverse("tournaments:grid-undo", args=[tournament.slug]),
        examples=notation.examples_own(tournament.scoring),
        **_around(request, desk),
    )
    return render(request, "tournaments/grid.html", context, status=status)


def _with(line: GridLine, refused: Meeting) -> GridLine:
    cells = (
        replace(cell, meetings=tuple(refused if each.key == refused.key else each for each in cell.meetings))
        for cell in line.cells
    )
    return replace(line, cells=tuple(cells))


@require_POST
@staff_only(Right.ENTER_RESULTS)
def save(request: PageRequest, desk: Desk, pairing_id: str) -> HttpResponse:
    """Store what the player of the row scored; the game comes back, with what else it changes on the page."""
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
        results.enter_result(who(request), tournament, pairing, result, version=seen_version(request))
    except Conflict as error:
        conflict, status = error.text, 409
    except Refused as refusal:
        problem, status = refusal.text, 422
    now = meeting_of(pairing)
    if now is None:
        raise Http404
    mine = text_of(request)[: notation.LONGEST] if problem or conflict else ""
    return _answer(request, desk, replace(now, mine=mine, problem=problem, conflict=conflict), status)


def _answer(request: PageRequest, desk: Desk, meeting: Meeting, status: int, said: str = "") -> HttpResponse:
    """The game as it is now. Without scripts the page, with what was refused as it was written."""
    if request.htmx:
        context = {"tournament": desk.tournament, "desk": desk, "answer": True, "meeting": meeting, "said": said}
        return render(request, "tournaments/grid.html#answer", context | _around(request, desk), status=status)
    if status != 200:
        return _page(request, desk, meeting, status)
    return redirect("tournaments:grid", slug=desk.tournament.slug)


def _around(request: HttpRequest, desk: Desk) -> dict[str, Any]:
    """What any entry changes beside its cell: how many are missing, what can be taken back, the next step."""
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
    """The game of an entry."""
    at = {"round__number": last.facts["round"], "table": last.facts["table"]}
    pairing = Pairing.objects.filter(round__tournament=tournament, **at).select_related("round__stage").first()
    return meeting_of(pairing) if pairing else None


def _last_text(tournament: Tournament, meeting: Meeting | None, last: JournalEntry | None) -> str:
    """What the button says that takes an entry back: the very game, and the result as its row tells it."""
    if last is None or meeting is None:
        return last_text(last, tournament)
    taken = _take() if last.facts["now"] else _take_cleared()
    return taken.format(table=meeting.name, now=meeting.own)


def _take() -> str:
    return _("Take back {table}: {now}")


def _take_cleared() -> str:
    return _("Take back {table}: cleared")


@require_POST
@staff_only(Right.ENTER_RESULTS)
def undo_last(request: PageRequest, desk: Desk) -> HttpResponse:
    """Take back the entry that the button named, and that one only. Its game comes back, as after an entry."""
    done = take_back(request, desk)
    if request.htmx:
        meeting = meeting_of(done.pairing())
        if meeting is None:
            raise Http404
        status = 422 if done.problem else 200
        return _answer(request, desk, replace(meeting, problem=done.problem), status, done.said)
    done.tell(request)
    return redirect("tournaments:grid", slug=desk.tournament.slug)
