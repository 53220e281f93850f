"""Entering results: one page, one row at a time; and correcting a result of a round that is over."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pairings.snapshot import Result as ResultFact
from tournaments import notation
from tournaments.errors import Conflict, Refused
from tournaments.models import Pairing, Round, Tournament
from tournaments.permissions import Right
from tournaments.services import results, undo
from tournaments.tables import rows_of
from tournaments.views.common import find_round, staff_only, who
from tournaments.views.public import frame


@staff_only(Right.ENTER_RESULTS)
def entry(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    round_ = find_round(tournament, number)
    round_.tournament = tournament
    if not round_.is_running:
        messages.info(
            request, _("Round {number} is not running: results are entered in a running round.").format(number=number)
        )
        return redirect("tournaments:desk", slug=tournament.slug)
    rows, byes = rows_of(round_)
    only_missing = "missing" in request.GET
    shown = [row for row in rows if row.result is None] if only_missing else rows
    context = frame(
        tournament,
        round=round_,
        rows=shown,
        byes=byes,
        tables=len(rows),
        missing=sum(row.result is None for row in rows),
        only_missing=only_missing,
        last=undo.last_undoable(who(request), tournament, round_number=number),
        may=tournament.granted,
        **scoring_context(tournament),
    )
    return render(request, "tournaments/results.html", context)


def scoring_context(tournament: Tournament) -> dict[str, Any]:
    scoring = tournament.scoring
    return {"keys": notation.keys(scoring), "typed": scoring.keeps_score, "examples": notation.examples(scoring)}


def _pairing(tournament: Tournament, pairing_id: str) -> Pairing:
    return get_object_or_404(
        Pairing.objects.select_related("round__stage", "result"), public_id=pairing_id, round__tournament=tournament
    )


def _typed_result(request: HttpRequest, tournament: Tournament) -> ResultFact | None:
    """The result that a button or the field says; None for clearing. Raises Refused."""
    text = request.POST.get("result") or request.POST.get("typed", "")
    if text == "clear":
        return None
    if not text.strip():
        raise Refused(
            _("Write the result, for example {examples}.").format(examples=notation.examples(tournament.scoring))
        )
    try:
        return notation.parse(text[:40], tournament.scoring)
    except notation.NotAResult as error:
        raise Refused(str(error), code="not-a-result", field="typed") from error


@require_POST
@staff_only(Right.ENTER_RESULTS)
def save(request: HttpRequest, tournament: Tournament, pairing_id: str) -> HttpResponse:
    """Store one table's result; its row alone comes back, with the number of tables still missing."""
    pairing = _pairing(tournament, pairing_id)
    version = request.POST.get("version", "")
    typed = (request.POST.get("result") or request.POST.get("typed", ""))[:40]
    note: dict[str, Any] = {}
    status = 200
    try:
        result = _typed_result(request, tournament)
        results.enter_result(
            who(request), tournament, pairing, result, version=int(version) if version.isdecimal() else None
        )
    except Conflict as conflict:
        note, status = {"conflict": conflict.text, "mine": typed}, 409
    except Refused as refusal:
        note, status = {"problem": refusal.text, "mine": typed}, 422
    return _row_response(request, tournament, pairing, note, status)


def _row_response(
    request: HttpRequest, tournament: Tournament, pairing: Pairing, note: dict[str, Any], status: int
) -> HttpResponse:
    round_ = Round.objects.select_related("stage").get(pk=pairing.round_id)
    round_.tournament = tournament
    if request.headers.get("X-Row") != "1":
        if note:
            text = note.get("problem") or _("Table {table}: {text} It has {now}, you entered {mine}.").format(
                table=pairing.table, text=note["conflict"], now=_now(pairing), mine=note["mine"]
            )
            messages.error(request, text)
        return redirect("tournaments:results", slug=tournament.slug, number=round_.number)
    rows, _byes = rows_of(round_, only=pairing)
    context = {"tournament": tournament, "row": rows[0], **scoring_context(tournament), **note}
    response = render(request, "tournaments/results.html#row", context, status=status)
    response["X-Missing"] = str(round_.pairings.filter(result__isnull=True).count())
    return response


def _now(pairing: Pairing) -> str:
    fresh = Pairing.objects.select_related("result").get(pk=pairing.pk)
    result = getattr(fresh, "result", None)
    return notation.write(result.fact) if result else _("no result")


@require_POST
@staff_only(Right.ENTER_RESULTS)
def undo_last(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Take back what this person entered last in this round."""
    entry_ = undo.last_undoable(who(request), tournament, round_number=number)
    try:
        if entry_ is None:
            raise Refused(_("There is nothing of yours to take back in this round."))
        undo.undo(who(request), tournament, entry_)
    except Refused as refusal:
        messages.error(request, refusal.text)
    else:
        facts = entry_.facts
        messages.success(
            request,
            _("Table {table} has its former result again: {was}.").format(
                table=facts["table"], was=facts["was"] or _("none")
            ),
        )
    return redirect("tournaments:results", slug=tournament.slug, number=number)


@staff_only(Right.ADMINISTER)
def correct(request: HttpRequest, tournament: Tournament, pairing_id: str) -> HttpResponse:
    """Correct a result of a round that is over. What it changes is shown before; the standings app says what."""
    pairing = _pairing(tournament, pairing_id)
    round_ = pairing.round
    round_.tournament = tournament
    if round_.is_draft:
        return redirect("tournaments:desk", slug=tournament.slug)
    problem = ""
    if request.method == "POST":
        version = request.POST.get("version", "")
        try:
            result = _typed_result(request, tournament)
            if result is None:
                raise Refused(_("A round that is over keeps a result at every table."), code="result-missing")
            results.correct_result(
                who(request),
                tournament,
                pairing,
                result,
                reason=request.POST.get("reason", "")[:500],
                version=int(version) if version.isdecimal() else None,
            )
        except Refused as refusal:
            problem = refusal.text
        else:
            messages.success(request, _("The result is corrected. The journal holds the reason."))
            return redirect("tournaments:round", slug=tournament.slug, number=round_.number)
    rows, _byes = rows_of(round_, only=pairing)
    context = frame(
        tournament,
        round=round_,
        row=rows[0],
        problem=problem,
        chosen=request.POST.get("result") or request.POST.get("typed", ""),
        reason=request.POST.get("reason", ""),
        **scoring_context(tournament),
    )
    return render(request, "tournaments/correct.html", context, status=422 if problem else 200)
