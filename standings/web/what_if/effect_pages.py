"""The effects of a correction, before it is made."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from pairings.snapshot import Result, Snapshot
from pairings.systems.knock_out.replay import with_result
from standings.core.rank import Row, rank
from standings.explain.formatting import text
from standings.web.next_stage.qualification import otherwise, sentences
from standings.web.rules.rule_sets import criterion_names
from standings.web.table.current import StageStandings, standings_of, view_of
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right
from tournaments.core.tables import result_text
from tournaments.core.words import notation
from tournaments.core.words.figures import local
from tournaments.drafts import whatif
from tournaments.long_tasks.pages import page_of
from tournaments.long_tasks.running import Underway
from tournaments.models import Pairing, Tournament
from tournaments.rounds import requests
from tournaments.stages.bracket import AffectedMatches, affected_matches, is_knock_out
from tournaments.stages.knockouts import Follow, ahead, seats_affected_by
from tournaments.stages.stages import at_table
from tournaments.web.common import Desk, frame, locked_text, staff_only, who


@staff_only(Right.ADMINISTER)
def effect(request: HttpRequest, desk: Desk, pairing_id: str) -> HttpResponse:
    """Show the effects of a correction before it is made: on places, and on the pairings of later rounds."""
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
        return render(request, "standings/effect.html", frame(desk, pairing=pairing, locked=locked), status=422)
    typed, scoring = request.GET.get("typed", ""), tournament.scoring_of(pairing.round.best_of)
    context = frame(
        desk,
        pairing=pairing,
        typed=typed[: notation.LONGEST],
        reason=request.GET.get("reason", "")[:500],
        examples=notation.examples(scoring),
    )
    try:
        parsed = notation.parse(typed, scoring)
        result = at_table(tournament, pairing, parsed) or parsed
    except (notation.NotAResult, Refused) as error:
        context["problem"] = error.text if isinstance(error, Refused) else str(error)
        return render(request, "standings/effect.html", context, status=422)
    try:
        later = [] if is_knock_out(pairing.round.stage) else _later(request, pairing, result)
    except Underway as long:
        return page_of(long.task)
    present, hanging = getattr(pairing, "result", None), affected_matches(pairing, result)
    context |= {
        "players": [at.player.name for at in pairing.appearances.select_related("player").order_by("side")],
        "was": result_text(present.fact if present else None, tournament),
        "now": result_text(result, tournament),
        "hanging": hanging or seats_affected_by(pairing, result),
        "same": present is not None and present.fact == result,
        "outcomes": _outcomes(tournament, pairing, result, hanging),
        "later": later,
        "next_stage": _next_stage(tournament, pairing, result),
        "played_later": pairing.round.stage.rounds.public().filter(number__gt=pairing.round.number).exists(),
    }
    return render(request, "standings/effect.html", context)


def _later(request: HttpRequest, pairing: Pairing, result: Result) -> list[whatif.LaterRound]:
    """Return the later rounds that would have been paired differently: each one is paired again."""
    round_, typed = pairing.round, notation.write(result)
    query = {"typed": typed, "reason": request.GET.get("reason", "")[:500]}
    place = reverse("standings:effect", args=[round_.tournament.slug, pairing.public_id])
    question = requests.RoundQuestion(
        requests.EFFECT_LABEL,
        f"effect {pairing.public_id} {typed}",
        f"{place}?{urlencode(query)}",
        lambda: whatif.later_rounds(round_.stage, pairing, result),
    )
    later: list[whatif.LaterRound] = requests.answer(who(request), round_, question).answer
    return later


def _next_stage(tournament: Tournament, pairing: Pairing, result: Result) -> list[str]:
    """Return sentences on who would advance to the next stage after the correction."""
    stage = pairing.round.stage
    later = tournament.stages.filter(number=stage.number + 1, qualification__isnull=False).first()
    if later is None:
        return []
    later.tournament = tournament
    view = view_of(stage)
    round_number = pairing.round.number - stage.first_round + 1
    return sentences(otherwise(later, whatif.correct(view.snapshot, round_number, pairing.table, result)))


@dataclass(frozen=True, slots=True)
class ResultEffect:
    """Players whose place or numbers in the table change; in a knock-out by what happens to later matches, `follow`."""

    moves: list[dict[str, object]]
    follow: Follow = Follow.ASK


def _outcomes(
    tournament: Tournament, pairing: Pairing, result: Result, hanging: AffectedMatches | None
) -> list[ResultEffect]:
    """Return the table after the correction, without running and reopened rounds."""
    stage = pairing.round.stage
    now = standings_of(tournament, live=pairing.round.is_running, stage=stage)
    number = pairing.round.number - stage.first_round + 1
    snapshot = whatif.correct(now.view.snapshot, number, pairing.table, result)
    if hanging is None or not hanging.lost:
        return [ResultEffect(_moves(now, snapshot))]
    first = min(changes.round for changes in hanging.changes)
    rounds = tuple(each for each in snapshot.rounds if each.number < first)
    again = replace(snapshot, rounds=rounds, next_round=len(rounds) + 1)
    stays = with_result(now.view.snapshot, number, pairing.table, result, ahead(pairing))
    return [ResultEffect(_moves(now, again), Follow.REPLAY), ResultEffect(_moves(now, stays), Follow.KEEP)]


def _moves(now: StageStandings, snapshot: Snapshot) -> list[dict[str, object]]:
    after = replace(now, table=rank(snapshot, now.table.rules))
    old = {row.player: row for row in now.table.rows}
    found = [(_move(now, old[row.player], after, row), old[row.player].values, row.values) for row in after.table.rows]
    return [move for move, was, values in found if move["was"] != move["now"] or was != values]


def _move(now: StageStandings, old: Row, after: StageStandings, row: Row) -> dict[str, object]:
    """Return the place of a player before and after, and the numbers that change."""
    names = criterion_names(tuple(row.values))
    return {
        "player": now.player(row),
        "was": now.shown_place(old),
        "now": after.shown_place(row),
        "values": [
            (names[code], local(text(old.values[code], code, now.table)), local(text(value, code, after.table)))
            for code, value in row.values.items()
            if value != old.values[code]
        ],
    }
