"""Typing results a second time without seeing the first: what differs was misread or mistyped. Nothing is stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from secrets import SystemRandom
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from pairings.snapshot import Result
from tournaments.journal.errors import Refused
from tournaments.models import Round
from tournaments.rights.permissions import Right
from tournaments.services.pods import at_table
from tournaments.web.tables import Row, rows_of
from tournaments.web.views.common import Desk, find_round, staff_only
from tournaments.web.views.public import frame
from tournaments.words import boards, notation
from tournaments.words.validation import whole_number


@dataclass(frozen=True, slots=True)
class Typed:
    """A table, what was typed for it, and the result that it means; `problem` says why it means none."""

    row: Row
    text: str = ""
    result: Result | None = None
    problem: str = ""

    @property
    def differs(self) -> bool:
        stored = self.row.result
        return self.result is not None and (stored is None or stored.fact != self.result)

    @property
    def says(self) -> str:
        return boards.shown(self.result, self.row.pairing.round.tournament)


@staff_only(Right.ENTER_RESULTS)
def second_entry(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """All tables of a round that the reader enters, or so many drawn by lot; then which of them have another result
    than was typed now.
    """
    round_ = find_round(desk.tournament, number)
    round_.tournament = desk.tournament
    if round_.is_draft:
        return redirect("tournaments:desk", slug=desk.tournament.slug)
    everything, _byes = rows_of(round_)
    rows = [row for row in everything if desk.enters_at(row.pairing.table)]
    if request.method != "POST":
        many = whole_number(request.GET.get("tables", "")) or len(rows)
        drawn = SystemRandom().sample(rows, min(many, len(rows)))
        shown = sorted((Typed(row) for row in drawn), key=lambda typed: typed.row.pairing.table)
        return _page(request, desk, round_, shown, of=len(rows))
    shown = [_read(request, row) for row in rows if _field(row) in request.POST]
    blank = [typed for typed in shown if not typed.text.strip()]
    wrong = [typed for typed in shown if typed.problem]
    if wrong or len(blank) == len(shown) or (blank and request.POST.get("do") != "without"):
        return _page(request, desk, round_, shown, of=len(rows), blank=len(blank), status=422)
    compared = [typed for typed in shown if typed.result is not None]
    context = frame(desk, round=round_, compared=compared, differing=[typed for typed in compared if typed.differs])
    return render(request, "tournaments/second_entry.html", context)


def _field(row: Row) -> str:
    return f"t{row.pairing.table}"


def _read(request: HttpRequest, row: Row) -> Typed:
    text = request.POST[_field(row)]
    if not text.strip():
        return Typed(row)
    round_ = row.pairing.round
    try:
        said = notation.parse(text, round_.tournament.scoring_of(round_.best_of))
        return Typed(row, text, at_table(round_.tournament, row.pairing, said))
    except (notation.NotAResult, Refused) as error:
        return Typed(row, text[: notation.LONGEST], problem=error.text if isinstance(error, Refused) else str(error))


def _page(
    request: HttpRequest, desk: Desk, round_: Round, shown: Sequence[Typed], *, status: int = 200, **more: Any
) -> HttpResponse:
    to_do = next((typed for typed in shown if typed.problem or not typed.text.strip()), None)
    context = frame(
        desk,
        round=round_,
        shown=shown,
        first=to_do and to_do.row.pairing.table,
        examples=notation.examples(desk.tournament.scoring_of(round_.best_of)),
        **more,
    )
    return render(request, "tournaments/second_entry.html", context, status=status)
