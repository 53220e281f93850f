"""The page that starts the next stage."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from pairings.systems.groups import group_letter
from standings.explain import wording
from standings.explain.formatting import text
from standings.web.next_stage.qualification import Qualifiers, from_groups, go_on, qualifiers_of, usual_places
from tournaments.core.journal.acts import earlier_entry
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right
from tournaments.core.words.figures import local
from tournaments.core.words.names import isolate, whole_number
from tournaments.core.words.texts import translate
from tournaments.models import Stage, Tournament
from tournaments.stages.forms import NextStageForm
from tournaments.web.common import Desk, created_row, frame, make_once, staff_only, who

#: The default pairing system.
USUAL_SYSTEM = "knock-out"


@staff_only(Right.ADMINISTER)
def next_stage(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show and start the next stage: how many advance, who they are and why, and the decisions on ties."""
    tournament = desk.tournament
    me = who(request)
    if before := earlier_entry(me, tournament):
        return _start(request, tournament, lambda: created_row(before, Stage))
    asked = (request.POST or request.GET).get("places", "")
    places = whole_number(asked) or usual_places(tournament)
    field = qualifiers_of(tournament, places)
    tied = [(field.player(n).public_id, isolate(field.player(n).name)) for tie in field.ties for n in tie.players]
    usual = {"places": places, "decision": "lot", "system": USUAL_SYSTEM}
    form = NextStageForm(request.POST or None, tied=tied, kind=tournament.table_kind, initial=usual)
    if request.method == "POST" and form.is_valid():
        try:
            stage = make_once(
                lambda: go_on(
                    me,
                    tournament,
                    places=places,
                    system=form.cleaned_data["system"],
                    final_groups=form.cleaned_data["final_groups"],
                    planned_rounds=form.cleaned_data["planned_rounds"],
                    decision=form.cleaned_data.get("decision", ""),
                    by_hand=form.by_hand,
                    reason=form.cleaned_data.get("reason", ""),
                ),
                Stage,
            )
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        else:
            return _start(request, tournament, lambda: stage)
    context = frame(desk, form=form, field=field, lines=_lines(field), places=places, stage=field.now.view.stage)
    context["ties"] = _ties(field)
    context["from_groups"] = from_groups(field)
    return render(request, "standings/next_stage.html", context, status=422 if form.errors else 200)


def _start(request: HttpRequest, tournament: Tournament, stage: Callable[[], Stage]) -> HttpResponse:
    """Start the stage and redirect to the desk, with a message of success or refusal."""
    text = _("Stage {number} started. You can change its options until you pair its first round.")
    try:
        messages.success(request, text.format(number=stage().number))
    except Refused as refusal:
        messages.error(request, refusal.text)
    return redirect("tournaments:desk", slug=tournament.slug)


def _lines(field: Qualifiers) -> list[dict[str, object]]:
    """Return the lines of the first places and the next two, each with the separation from the one below."""
    names = field.now.view.names
    tied = {number for tie in field.ties if tie.decisive for number in tie.players}
    inside = set(field.inside)
    shown = max([field.places + 2, *(tie.first_place + len(tie.players) - 1 for tie in field.ties)])
    if field.now.table.groups:
        shown = len(field.rows)
    lines = []
    for row in field.rows[:shown]:
        reason = wording.separation(field.now.table, row)
        lines.append(
            {
                "rank": row.rank,
                "player": field.player(row.player),
                "values": [local(text(value, code, field.now.table)) for code, value in row.values.items()],
                "group": _place_in_group(field, row.player),
                "status": "tied" if row.player in tied else "in" if row.player in inside else "out",
                "why": wording.sentence(reason, names, translate) if reason else "",
            }
        )
    return lines


def _place_in_group(field: Qualifiers, player: int) -> str:
    """Return A1 for the first of group A; empty without groups."""
    table = field.now.table
    if player not in table.group_of:
        return ""
    return f"{group_letter(table.group_of[player])}{table.of_player(player).row(player).rank}"


def _ties(field: Qualifiers) -> list[dict[str, object]]:
    return [
        {
            "players": [isolate(field.player(n).name) for n in tie.players],
            "place": tie.first_place,
            "decisive": tie.decisive,
        }
        for tie in field.ties
    ]
