"""In, out, or depends: who reaches the first places whatever happens, who cannot, and what the rest depends on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from standings.remembered import Field, Known, field_of, verdicts_of
from standings.table import rank
from standings.verdict import State, Verdict
from standings.wording_verdict import verdict_sentences
from tournaments.languages import translated
from tournaments.models import Tournament
from tournaments.permissions import Right
from tournaments.validation import whole_number
from tournaments.views.common import find
from tournaments.views.public import frame

#: The numbers of first places that everybody may ask for; organisers and helpers ask for any.
OFFERED = (1, 2, 3, 4, 6, 8, 16, 32, 64)
USUAL = 8


def verdicts(request: HttpRequest, slug: str) -> HttpResponse:
    """`?top=8`: a verdict on everybody, in the order of the table as it stands."""
    found = find(request, slug)
    field = field_of(found)
    tops = tops_of(field)
    top = asked_top(found, request.GET.get("top"), tops)
    context = frame(found, field=field, top=top, tops=tops, may_ask_any=Right.SEE_DRAFTS in found.granted)
    if field.is_open and field.is_last and top is not None:
        known = verdicts_of(found, field, top)
        context |= {"known": known, "groups": list(_groups(field, known, top))}
    response = render(request, "standings/verdicts.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


def tops_of(field: Field) -> list[int]:
    """The offered numbers of places that are fewer than the players."""
    return [top for top in OFFERED if top < len(field.snapshot.players)]


def asked_top(tournament: Tournament, text: str | None, tops: list[int]) -> int | None:
    """The number of first places that is asked for, the usual one without a wish; None where there is none.

    Raises Http404 for one that is not offered to this reader.
    """
    if not text:
        return max((top for top in tops if top <= USUAL), default=None)
    top = whole_number(text)
    if not top or (top not in tops and Right.SEE_DRAFTS not in tournament.granted):
        raise Http404
    return top


def _groups(field: Field, known: Known, top: int) -> Iterator[dict[str, Any]]:
    """The players by their verdicts, each with a sentence and what it depends on."""
    by_player = {verdict.player: verdict for verdict in known.verdicts}
    order = [row.player for row in rank(field.view.snapshot, field.rules, columns=()).rows if row.player in by_player]
    for state, heading in _headings():
        members = [by_player[player] for player in order if by_player[player].answer.state is state]
        if members:
            yield {"state": state.value, "heading": heading, "players": [_said(field, each, top) for each in members]}


def _headings() -> Iterator[tuple[State, str]]:
    yield State.IN, gettext("In, whatever happens")
    yield State.DEPENDS, gettext("It depends")
    yield State.UNPROVED, gettext("Not proved")
    yield State.LEVEL, gettext("Level with others across the line, whatever happens")
    yield State.OUT, gettext("Out, whatever happens")


def _said(field: Field, verdict: Verdict, top: int) -> dict[str, Any]:
    first, *more = verdict_sentences(
        verdict, field.snapshot, top, field.view.names, translated, field.view.stage.first_round
    )
    return {"player": field.view.players[verdict.player], "sentence": first, "more": more}
