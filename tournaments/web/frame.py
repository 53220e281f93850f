"""The frame of every page of a tournament, and the page that asks for confirmation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from pairings.systems import SYSTEMS
from tournaments.core.present_round import present
from tournaments.models import Round
from tournaments.web.common import CSRF, Desk


def frame(desk: Desk, known: Sequence[Round] | None = None, /, **more: object) -> dict[str, Any]:
    """Return the context for the head of every page of a tournament.

    Its public rounds, with their stages, are read unless they are `known`.
    """
    tournament = desk.tournament
    rounds = tournament.rounds.public().select_related("stage").order_by("number") if known is None else known
    shown = list(rounds)
    newest = present(shown)
    scheduled = newest is not None and SYSTEMS[newest.stage.system].scheduled
    return {
        "desk": desk,
        "tournament": tournament,
        "shown_rounds": shown,
        "latest": newest,
        "scheduled": scheduled,
        "knocks_out": newest is not None and SYSTEMS[newest.stage.system].knocks_out,
        **more,
    }


def ask(
    request: HttpRequest,
    desk: Desk,
    *,
    title: str,
    text: str,
    button: str,
    fields: dict[str, object],
    back: str,
    then: str = "",
) -> HttpResponse:
    """The second step of what a form asks for: why somebody has to be sure, and the same form with `fields` as well."""
    sent = [(name, value) for name, given in request.POST.lists() for value in given if name not in {CSRF, *fields}]
    context = frame(desk, title=title, text=text, then=then, button=button, back=back, fields=[*sent, *fields.items()])
    return render(request, "shared/confirm.html", context, status=422)
