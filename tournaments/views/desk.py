"""The organiser's desk: how the tournament stands, the one thing to do next, and what is odd."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pairings.sentences import sentence
from pairings.system import System
from pairings.systems import SYSTEMS
from tournaments import border
from tournaments.languages import translated
from tournaments.models import Round, Stage, Tournament
from tournaments.notices import FOOTNOTES, NOTICES
from tournaments.permissions import Right
from tournaments.services import lifecycle, seats, wishes
from tournaments.views.common import attempt, staff_only, who
from tournaments.views.public import frame


@dataclass(frozen=True, slots=True)
class Step:
    """What to do next: a link to a page, or (with `post`) a button that does it. `pairs` is the round it pairs."""

    label: str
    url: str
    post: bool = False
    hidden: tuple[tuple[str, Any], ...] = ()
    pairs: int | None = None


@staff_only(Right.ENTER_RESULTS)
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    rows = list(tournament.rounds.order_by("number"))
    last = in_hand(rows)
    stage = border.current_stage(tournament)
    tables = last.pairings.count() if last else 0
    missing = last.pairings.filter(result__isnull=True).count() if last else 0
    players = tournament.players.filter(withdrawn_after__isnull=True)
    system = SYSTEMS[stage.system]
    context = frame(
        tournament,
        last=last,
        tables=tables,
        missing=missing,
        entered=tables - missing,
        players=players.count(),
        here=players.filter(checked_in=True).count(),
        stage=stage,
        system=system,
        rounds=rows[::-1],
        step=next_step(tournament, last, missing),
        offered=Right.PAIR in tournament.granted and wishes.round_robin_offered(tournament),
        more=_more_rounds(tournament, stage, rows),
        ended=bool(rows) and rows[-1].status == Round.Status.CLOSED,
        over=_all_rounds_played(tournament, last),
        several=sum(row.is_running for row in rows) > 1,
        notices=[*_warnings(stage, system), *(text for speak in NOTICES for text in speak(tournament))],
        footnotes=[text for speak in FOOTNOTES for text in speak(tournament)],
        may=tournament.granted,
    )
    return render(request, "tournaments/desk.html", context)


def _warnings(stage: Stage, system: System) -> list[str]:
    """What the system warns of before its first round: more rounds than so few players can have."""
    warn = system.questions.rounds_warning
    if warn is None or stage.started_at is not None or stage.planned_rounds is None:
        return []
    reason = warn(len(seats.seated_view(stage).players), stage.planned_rounds)
    return [f"{sentence(reason, {}, translated)} ({reason.article})"] if reason else []


def in_hand(rows: list[Round]) -> Round | None:
    """The round to work on: a draft, else the first that runs, else the last."""
    drafts, running = [row for row in rows if row.is_draft], [row for row in rows if row.is_running]
    return (drafts or running or rows[-1:] or [None])[0]


def _more_rounds(tournament: Tournament, stage: Stage, rows: list[Round]) -> dict[str, Any] | None:
    """What a schedule allows besides the next step: the next round early, or all that are left at once."""
    own = [row for row in rows if row.stage_id == stage.pk]
    done = tournament.finished_at is not None or any(row.is_draft for row in rows)
    if done or Right.PAIR not in tournament.granted or not SYSTEMS[stage.system].scheduled:
        return None
    seated = len(seats.seated_view(stage).players)
    length = (border.length_of(stage, seated) or 0) if seated > 1 else 0
    left = length - len(own)
    if left < 1:
        return None
    return {"left": left, "next": stage.first_round + len(own), "early": bool(own) and own[-1].is_running}


def next_step(tournament: Tournament, last: Round | None, missing: int) -> Step | None:
    """The one thing to do next; None when the tournament is over."""

    def at(name: str, **where: Any) -> str:
        return reverse(f"tournaments:{name}", kwargs={"slug": tournament.slug, **where})

    if tournament.finished_at is not None:
        return None
    if Right.PAIR not in tournament.granted:
        running = last is not None and last.is_running
        return Step(_("Enter results"), at("results", number=last.number)) if running and last else None
    missing_players = _players_missing(tournament) if last is None else None
    if missing_players is not None:
        label, name = missing_players
        return Step(label, at(name))
    if last is not None and last.is_draft:
        label = _("Look at the draft of round {number} and publish it").format(number=last.number)
        return Step(label, at("draft", number=last.number))
    if last is not None and last.is_running and missing:
        return Step(
            _("Enter the results of round {number}").format(number=last.number), at("results", number=last.number)
        )
    if last is not None and last.is_running:
        return Step(_("Close round {number}").format(number=last.number), at("close", number=last.number), post=True)
    if _all_rounds_played(tournament, last):
        return Step(_("Finish the tournament"), at("finish"), post=True)
    number = last.number + 1 if last else 1
    label = _("Pair round {number}").format(number=number)
    return Step(label, at("pair"), post=True, hidden=(("number", number),), pairs=number)


def _players_missing(tournament: Tournament) -> tuple[str, str] | None:
    """What a round of at least two players wants first, as a label and a page; None if they are there."""
    if tournament.players.count() < 2:
        return _("Add players"), "roll"
    if tournament.uses_check_in and tournament.players.filter(checked_in=True).count() < 2:
        return _("Check in the players"), "check-in"
    return None


def _all_rounds_played(tournament: Tournament, last: Round | None) -> bool:
    stage = border.current_stage(tournament)
    planned = border.length_of(stage, stage.seats.count())
    return last is not None and planned is not None and last.number - stage.first_round + 1 >= planned


@require_POST
@staff_only(Right.ADMINISTER)
def finish(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return attempt(
        request,
        lambda: lifecycle.finish(who(request), tournament),
        "tournaments:desk",
        _("The tournament is finished. Its pages stay as they are."),
        slug=tournament.slug,
    )
