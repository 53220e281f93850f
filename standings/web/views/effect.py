"""What a correction would change, before it is made."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext

from pairings.snapshot import Result
from standings.core.rank import rank
from standings.core.tiebreaks import tiebreak
from standings.explain.formatting import text
from standings.web.current import rules_of, view_of
from standings.web.qualification import otherwise, sentences
from tournaments.border import whatif
from tournaments.border.knockouts import hanging_on, is_knock_out
from tournaments.journal.errors import Refused
from tournaments.models import Pairing, Tournament
from tournaments.rights.permissions import Right
from tournaments.services.knockouts import seats_hanging_on
from tournaments.services.pods import at_table
from tournaments.tasks.running import Underway
from tournaments.web import errands
from tournaments.web.views.common import Desk, staff_only, who
from tournaments.web.views.public import frame
from tournaments.web.views.tasks import page_of
from tournaments.web.ways_out import locked_text
from tournaments.words import boards, notation


@staff_only(Right.ADMINISTER)
def effect(request: HttpRequest, desk: Desk, pairing_id: str) -> HttpResponse:
    """What a correction would change, before it is made: places, and what later rounds would have been."""
    tournament = desk.tournament
    pairing = get_object_or_404(
        Pairing.objects.select_related("round__stage", "result"),
        public_id=pairing_id,
        round__tournament=tournament,
    )
    if pairing.round.is_draft:
        raise Http404
    pairing.round.tournament = tournament
    locked = locked_text(pairing.round)
    if locked:
        return render(request, "standings/effect.html", frame(desk, pairing=pairing, problem=locked), status=422)
    typed = request.GET.get("typed", "")
    context = frame(desk, pairing=pairing, typed=typed, reason=request.GET.get("reason", "")[:500])
    try:
        parsed = notation.parse(typed, tournament.scoring_of(pairing.round.best_of))
        result = at_table(tournament, pairing, parsed) or parsed
    except (notation.NotAResult, Refused) as error:
        context["problem"] = error.text if isinstance(error, Refused) else str(error)
        return render(request, "standings/effect.html", context, status=422)
    try:
        later = [] if is_knock_out(pairing.round.stage) else _later(request, pairing, result)
    except Underway as long:
        return page_of(long.task)
    present = getattr(pairing, "result", None)
    context |= {
        "was": boards.shown(present.fact if present else None, tournament),
        "now": boards.shown(result, tournament),
        "hanging": hanging_on(pairing, result) or seats_hanging_on(pairing, result),
        "same": present is not None and present.fact == result,
        "moves": _moves(tournament, pairing, result),
        "later": later,
        "next_stage": _next_stage(tournament, pairing, result),
        "played_later": pairing.round.stage.rounds.public().filter(number__gt=pairing.round.number).exists(),
    }
    return render(request, "standings/effect.html", context)


def _later(request: HttpRequest, pairing: Pairing, result: Result) -> list[whatif.LaterRound]:
    """What the program would have paired otherwise since: each later round is paired anew."""
    round_, typed = pairing.round, notation.write(result)
    said = {"typed": typed, "reason": request.GET.get("reason", "")[:500]}
    place = reverse("standings:effect", args=[round_.tournament.slug, pairing.public_id])
    question = errands.Question(
        errands.EFFECT,
        f"effect {pairing.public_id} {typed}",
        f"{place}?{urlencode(said)}",
        lambda: whatif.later_rounds(round_.stage, pairing, result),
    )
    later: list[whatif.LaterRound] = errands.answer(who(request), round_, question).answer
    return later


def _next_stage(tournament: Tournament, pairing: Pairing, result: Result) -> list[str]:
    """Who would be in the later stage that this one sends players to."""
    stage = pairing.round.stage
    later = tournament.stages.filter(number=stage.number + 1, qualification__isnull=False).first()
    if later is None:
        return []
    later.tournament = tournament
    view = view_of(stage)
    round_number = pairing.round.number - stage.first_round + 1
    return sentences(otherwise(later, whatif.correct(view.snapshot, round_number, pairing.table, result)))


def _moves(tournament: Tournament, pairing: Pairing, result: Result) -> list[dict[str, Any]]:
    """Players whose place or numbers in the table change."""
    stage = pairing.round.stage
    view = view_of(stage)
    rules = rules_of(tournament, stage)
    before = rank(view.snapshot, rules)
    snapshot = whatif.correct(view.snapshot, pairing.round.number - stage.first_round + 1, pairing.table, result)
    after = rank(snapshot, rules)
    old = {row.player: row for row in before.rows}
    return [
        {
            "player": view.players[row.player],
            "was": old[row.player].rank,
            "now": row.rank,
            "values": [
                (
                    gettext(tiebreak(code).name),
                    text(old[row.player].values[code], code, before),
                    text(value, code, after),
                )
                for code, value in row.values.items()
                if value != old[row.player].values[code]
            ],
        }
        for row in after.rows
        if row.rank != old[row.player].rank or row.values != old[row.player].values
    ]
