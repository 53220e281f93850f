"""The protocol: when each round was published, began and ended, and who lost it by default."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.border import protocol
from tournaments.journal.errors import Refused
from tournaments.models import Pairing, Round
from tournaments.rights.permissions import Right
from tournaments.services import punctuality
from tournaments.web.forms.protocol import StartForm
from tournaments.web.tables import Row, rows_of
from tournaments.web.views.common import Desk, once, staff_only, who
from tournaments.web.views.public import frame
from tournaments.words.validation import whole_number

#: A box of the page is a table and a side of it: `tab2e3kq:1`.
SIDES = ("1", "2")


@staff_only(Right.PAIR)
def page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The protocol to read and to print, and two forms: when a round began, and who was not there."""
    tournament = desk.tournament
    rounds = list(tournament.rounds.public().order_by("number"))
    for row in rounds:
        row.tournament = tournament
    asked = request.POST.get("do", "")
    sent = request.POST if asked == "start" else None
    form = StartForm(sent, rounds=rounds, zone=tournament.zone)
    if sent is not None and form.is_valid():
        chosen = next(row for row in rounds if row.number == form.cleaned_data["round"])
        try:
            once(lambda: punctuality.note_start(who(request), tournament, chosen, form.cleaned_data["at"]))
            return _stored(request, desk)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
    elif asked:
        try:
            _carry_out(request, desk, rounds, asked)
            return _stored(request, desk)
        except Refused as refusal:
            messages.error(request, refusal.text)
    now = timezone.now()
    running = [row for row in rounds if row.is_running]
    context = frame(
        desk,
        lines=protocol.lines(rounds),
        form=form,
        to_begin=[row for row in running if row.began_at is None],
        open=[(row, _tables(row)) for row in running if row.default_at is not None and row.default_at <= now],
    )
    refused = request.method == "POST"
    return render(request, "tournaments/protocol.html", context, status=422 if refused else 200)


def _stored(request: HttpRequest, desk: Desk) -> HttpResponseRedirect:
    messages.success(request, _("Stored."))
    return redirect("tournaments:protocol", slug=desk.tournament.slug)


def _carry_out(request: HttpRequest, desk: Desk, rounds: Sequence[Round], asked: str) -> None:
    """What a button of the page asks for. Raises Refused."""
    number = whole_number(request.POST.get("round", ""))
    row = next((row for row in rounds if row.number == number), None)
    if row is None or asked not in ("begin", "late"):
        raise Refused(_("This page is an old one. Load it anew."))
    asker, tournament = who(request), desk.tournament
    if asked == "begin":
        once(lambda: punctuality.note_start(asker, tournament, row, timezone.now()))
        return
    late = _late(request, row)
    if not late:
        raise Refused(_("Mark who was not at the board."))
    once(lambda: punctuality.record_late(asker, tournament, row, late))


def _late(request: HttpRequest, row: Round) -> dict[Pairing, list[int]]:
    """The tables of which something is marked, or was and is not any more."""
    marked: dict[str, list[int]] = {key: [] for key in row.late}
    for box in request.POST.getlist("late"):
        key, _colon, side = box.partition(":")
        if side in SIDES:
            marked.setdefault(key, []).append(int(side))
    return {table: marked[table.public_id] for table in row.pairings.filter(public_id__in=marked)}


def _tables(row: Round) -> list[tuple[Row, Sequence[int]]]:
    """The tables of which somebody may have to be marked: without a result, or marked already; and whose boxes are."""
    rows, _byes = rows_of(row, reasons=False)
    return [
        (each, row.late.get(each.pairing.public_id, ()))
        for each in rows
        if each.result is None or each.pairing.public_id in row.late
    ]
