"""Pages for PGN: the pairings of a round as a file for all visitors, and an import of results with a preview."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from pairings.files.pgn import BrokenPgn, PgnReason, Status
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right
from tournaments.core.words.names import whole_number
from tournaments.core.words.texts import translate
from tournaments.models import Round
from tournaments.public.page_cache import from_memory
from tournaments.report_files import pgn
from tournaments.report_files.pgn import MatchedGame
from tournaments.web.common import Desk, find, find_round, frame, staff_only, who
from tournaments.web.fields import PlainForm

STATUSES = {
    Status.SET: gettext_lazy("new result"),
    Status.UNCHANGED: gettext_lazy("already entered"),
    Status.ONGOING: gettext_lazy("still playing"),
    Status.DUPLICATE: gettext_lazy("twice in the file"),
    Status.OTHER_ROUND: gettext_lazy("another round"),
    Status.ASK: gettext_lazy("please check"),
    Status.CONFLICT: gettext_lazy("conflict"),
    Status.UNMATCHED: gettext_lazy("no such table"),
}
REASONS = {
    PgnReason.NONE: "",
    PgnReason.REVERSED: gettext_lazy("The colours are the other way round."),
    PgnReason.ENDS_DIFFER: gettext_lazy("The result and the end of the moves differ."),
    PgnReason.OTHER_RESULT: gettext_lazy("Another result is entered."),
    PgnReason.SEVERAL: gettext_lazy("More than one table fits."),
    PgnReason.NO_MOVES: gettext_lazy("No moves: was it played, or a forfeit?"),
    PgnReason.TWO_RESULTS: gettext_lazy("The file has two results for this table."),
    PgnReason.BOARD_ONLY: gettext_lazy("The file names no players, only a board."),
    PgnReason.NOT_A_RESULT: gettext_lazy("The result is not one of PGN."),
    PgnReason.OTHER_BOARD: gettext_lazy("These players sit at other boards in the line-ups."),
}


class PgnForm(PlainForm):
    """A form for a file, or its text."""

    file = forms.FileField(label=gettext_lazy("PGN file"), required=False)
    text = forms.CharField(
        label=gettext_lazy("Or paste it here"), required=False, widget=forms.Textarea(attrs={"rows": 6}), strip=False
    )


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game of the file, in words."""

    found: MatchedGame

    @property
    def status(self) -> str:
        return str(STATUSES[self.found.row.status])

    @property
    def reason(self) -> str:
        return str(REASONS[self.found.row.reason])


@from_memory()
def pairings_pgn(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Download the pairings of a public round for electronic boards and broadcasts, with the data that the reader may
    know.
    """
    desk = find(request, slug)
    round_ = desk.tournament.rounds.public().select_related("stage").filter(number=number).first()
    if round_ is None or not pgn.has_pgn(desk.tournament):
        raise Http404
    round_.tournament = desk.tournament
    response = HttpResponse(pgn.write_round(round_, desk.rights), content_type="application/x-chess-pgn; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{desk.tournament.slug}-r{number}.pgn"'
    return response


@staff_only(Right.ENTER_RESULTS)
def import_results(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Choose a file, preview the effect of each game, and save the results."""
    round_ = find_round(desk.tournament, number)
    round_.tournament = desk.tournament
    if not pgn.reads_pgn(round_):
        raise Http404
    if not round_.is_running:
        text = _("Round {number} is not running. Reopen it to import results.")
        messages.error(request, text.format(number=number))
        return redirect("tournaments:desk", slug=desk.tournament.slug)
    if request.method != "POST":
        return _page(request, desk, round_, PgnForm())
    data = _data(request)
    try:
        found = pgn.match_games(round_, data, tables=_tables(desk, round_)) if data is not None else None
    except BrokenPgn as error:
        return _page(request, desk, round_, PgnForm(), problem=translate(error.sentence), status=422)
    if found is None:
        return _page(request, desk, round_, PgnForm(), problem=_("Choose a file or paste its text."), status=422)
    if request.POST.get("do") != "save":
        return _page(request, desk, round_, PgnForm(), found=found, data=data)
    try:
        return _save(request, desk, found, number)
    except Refused as refused:
        return _page(request, desk, round_, PgnForm(), found=found, data=data, problem=refused.text, status=409)


def _data(request: HttpRequest) -> bytes | None:
    """Return the file, the pasted text, or the content sent with the preview; None without any."""
    content = request.POST.get("content", "")
    if content:
        try:
            return base64.b64decode(content, validate=True)
        except ValueError:  # binascii.Error is one, and a text with other letters raises it is
            return None
    form = PgnForm(request.POST, request.FILES)
    if not form.is_valid():
        return None
    file, text = form.cleaned_data["file"], form.cleaned_data["text"]
    return bytes(file.read()) if file else text.encode() if text.strip() else None


def _tables(desk: Desk, round_: Round) -> list[int]:
    """Return the tables for which the reader enters results."""
    return [table for table in round_.pairings.values_list("table", flat=True) if desk.enters_at(table)]


def _save(request: HttpRequest, desk: Desk, found: Sequence[MatchedGame], number: int) -> HttpResponse:
    texts = {
        each.pairing.public_id: request.POST.get(f"v-{each.pairing.public_id}", "") for each in found if each.pairing
    }
    versions = {key: -1 if (version := whole_number(text)) is None else version for key, text in texts.items() if text}
    stored, refused = pgn.store(who(request), desk.tournament, found, versions, request.POST.getlist("chosen"))
    if stored:
        text = ngettext("Saved {n} result from the file.", "Saved {n} results from the file.", stored)
        messages.success(request, text.format(n=stored))
    elif not refused:
        messages.info(request, _("The file has no new results."))
    for text in dict.fromkeys(refused):
        messages.error(request, text)
    return redirect("tournaments:results", slug=desk.tournament.slug, number=number)


def _page(
    request: HttpRequest,
    desk: Desk,
    round_: Round,
    form: PgnForm,
    *,
    found: Sequence[MatchedGame] | None = None,
    data: bytes | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    context = frame(
        desk,
        round=round_,
        form=form,
        lines=None if found is None else [GameLine(each) for each in found],
        news=sum(each.is_set for each in found or ()),
        content=base64.b64encode(data or b"").decode(),
        problem=problem,
        of_teams=round_.tournament.table_kind.has_members,
        unknown=pgn.matches_without_players(round_),
    )
    return render(request, "report_files/pgn.html", context, status=status)
