"""The organiser's desk: how the tournament stands, the one thing to do next, and what is odd."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from pairings.sentences import sentence
from pairings.system import System
from pairings.systems import SYSTEMS
from tournaments import border
from tournaments.border.progress import progress_of
from tournaments.border.whatif import not_paired
from tournaments.journal.groups import PAIRED
from tournaments.journal.verbs import VERBS
from tournaments.models import Round, Stage, Tournament
from tournaments.rights.permissions import Right
from tournaments.services import lifecycle, publishing, reopening, reports, seats, selfservice, wishes
from tournaments.web import clashes
from tournaments.web.forms.tournaments import TrialForm
from tournaments.web.grids import has_grid
from tournaments.web.notices import FOOTNOTES, NOTICES
from tournaments.web.views.clock import late_tables
from tournaments.web.views.common import Desk, attempt, staff_only, who
from tournaments.web.views.journal import since_paired
from tournaments.web.views.public import frame
from tournaments.web.views.settling import REPORTED, of_desk
from tournaments.web.views.steps import button_of, without_those_away
from tournaments.words.isolation import join
from tournaments.words.languages import translate

#: So many decisions of players stand at the desk; the journal has all.
MOST_DECISIONS = 30


@staff_only(Right.ENTER_RESULTS)
def page(request: HttpRequest, desk: Desk) -> HttpResponse:
    tournament = desk.tournament
    reports.settle_due(tournament)
    rows = list(tournament.rounds.order_by("number"))
    last = in_hand(rows)
    stage = border.current_stage(tournament)
    now = progress_of(tournament, desk.tables)
    system = SYSTEMS[stage.system]
    pairs = desk.may(Right.PAIR)
    context = frame(
        desk,
        last=last,
        obstacle=publishing.obstacle(last) if last is not None and last.is_draft else "",
        now=now,
        closed=now.last - len(now.running) - (now.draft is not None),
        here=now.players - now.away,
        stage=stage,
        system=system,
        rounds=rows[::-1],
        entered={round_.number for round_ in now.running if not round_.missing} if pairs else (),
        back=reopening.can_go_back(stage, rows if pairs else (), now),
        step=button_of(desk, now),
        decided=_by_players(tournament) if pairs else (),
        reported=of_desk(desk, [row for row in rows if row.is_running]),
        hears=REPORTED,
        grid=has_grid(stage),
        trial=TrialForm() if not rows and tournament.trial_of_id is None else None,
        otherwise=without_those_away(desk, now),
        offered=pairs and wishes.round_robin_offered(tournament),
        more=_more_rounds(desk, stage, rows),
        ended=bool(rows) and rows[-1].status == Round.Status.CLOSED,
        notices=[
            *_warnings(stage, system),
            *(_odd(tournament, last) if pairs else ()),
            *(text for speak in NOTICES for text in speak(tournament)),
        ],
        footnotes=[text for speak in FOOTNOTES for text in speak(tournament)],
    )
    return render(request, "tournaments/desk.html", context)


def _warnings(stage: Stage, system: System) -> list[str]:
    """What the system warns of before its first round: more rounds than so few players can have."""
    warn = system.questions.rounds_warning
    if warn is None or stage.started_at is not None or stage.planned_rounds is None:
        return []
    reason = warn(len(seats.seated_view(stage).players), stage.planned_rounds)
    return [f"{sentence(reason, {}, translate)} ({reason.article})"] if reason else []


def in_hand(rows: list[Round]) -> Round | None:
    """The round to work on: a draft, else the first that runs, else the last."""
    found = [row for row in rows if row.is_draft] or [row for row in rows if row.is_running] or rows[-1:]
    return found[0] if found else None


def _more_rounds(desk: Desk, stage: Stage, rows: list[Round]) -> dict[str, Any] | None:
    """What a schedule allows besides the next step: the next round early, or all that are left at once."""
    tournament = desk.tournament
    own = [row for row in rows if row.stage_id == stage.pk]
    done = tournament.finished_at is not None or any(row.is_draft for row in rows)
    if done or not desk.may(Right.PAIR) or not SYSTEMS[stage.system].scheduled:
        return None
    seated = len(seats.seated_view(stage).players)
    length = (border.length_of(stage, seated) or 0) if seated > 1 else 0
    left = length - len(own)
    if left < 1:
        return None
    return {"left": left, "next": stage.first_round + len(own), "early": bool(own) and own[-1].is_running}


def _odd(tournament: Tournament, last: Round | None) -> list[str]:
    """What an organiser may have missed: who does not play in the round, and what has changed since it was paired."""
    if last is None:
        return []
    found = []
    names = [player.name for player in not_paired(last)]
    if names and last.status != Round.Status.CLOSED:
        found.append(
            ngettext(
                "In round {number} {count} player has neither an opponent nor a bye: {names}.",
                "In round {number} {count} players have neither an opponent nor a bye: {names}.",
                len(names),
            ).format(number=last.number, count=len(names), names=join(names))
        )
    if late := late_tables(last):
        found.append(
            ngettext(
                "The time is over, and the result of table {tables} is missing.",
                "The time is over, and the results of tables {tables} are missing.",
                len(late),
            ).format(tables=", ".join(map(str, late)))
        )
    if last.status != Round.Status.CLOSED:
        found += clashes.of_section(tournament)
    if last.is_draft:
        found += [
            _("Changed since the draft was made, pair again if it matters: {change}").format(change=line)
            for line in since_paired(tournament, last.number)
        ]
    return found


def _by_players(tournament: Tournament) -> list[str]:
    """What players have decided by themselves since the last round was paired, the latest first."""
    entries = tournament.journal.filter(undone_by__isnull=True).defer("changes")
    paired = entries.filter(verb__in=PAIRED).values_list("sequence", flat=True).first() or 0
    own = entries.filter(sequence__gt=paired, agent__startswith="badge: ", verb__in=selfservice.VERBS)
    return [VERBS[entry.verb].sentence(entry.facts, halves=tournament.halves) for entry in own[:MOST_DECISIONS]]


@require_POST
@staff_only(Right.ADMINISTER)
def finish(request: HttpRequest, desk: Desk) -> HttpResponse:
    tournament = desk.tournament
    return attempt(
        request,
        lambda: lifecycle.finish(who(request), tournament),
        "tournaments:desk",
        _("The tournament is finished. Its pages stay as they are."),
        slug=tournament.slug,
    )
