"""Editing the rules of the standings, with what a change would do before it is stored; and drawing the lot."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from standings.compare import compare
from standings.current import preset_of, rules_of, standing
from standings.forms import Sheet
from standings.lines import LAST_RESORTS
from standings.presets import RULES
from standings.views.comparison import compared
from tournaments import border
from tournaments.errors import Refused
from tournaments.models import Tournament
from tournaments.permissions import Right
from tournaments.services import rules as service
from tournaments.views.common import attempt, staff_only, who
from tournaments.views.public import frame


@staff_only(Right.SET_RULES)
def rules(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The sheet. Every button of the list sends it and gets it back; only "store" stores."""
    system = border.current_stage(tournament).system
    points = {name: getattr(tournament, name) for name in service.POINTS}
    if request.method != "POST":
        sheet = Sheet.of(system, tournament.rules, tournament.rules_changes, points)
        return _page(request, tournament, sheet, {})
    sheet = Sheet.typed(system, request.POST)
    do, _dash, key = request.POST.get("do", "preview").partition("-")
    if do == "store" and _stored(request, tournament, sheet):
        return redirect("standings:table", slug=tournament.slug)
    if do == "preset":
        sheet = _from_preset(tournament, sheet)
    context = _edited(request, sheet, do, key)
    if do in ("preview", "store"):
        context |= _preview(tournament, sheet)
    return _page(request, tournament, sheet, context)


def _page(request: HttpRequest, tournament: Tournament, sheet: Sheet, context: dict[str, Any]) -> HttpResponse:
    preset = preset_of(sheet.system, sheet.rules)
    context = frame(
        tournament,
        sheet=sheet,
        preset=preset,
        rule_sets=[(key, _(known.name)) for key, known in RULES.items()],
        last_resorts=[(value, _(label)) for value, label in LAST_RESORTS],
        begun=service.has_begun(tournament),
        stage=border.current_stage(tournament),
        **context,
    )
    return render(request, "standings/rules.html", context, status=422 if sheet.errors else 200)


def _from_preset(tournament: Tournament, sheet: Sheet) -> Sheet:
    """The rule set as it is. Its points too, as long as nobody has seen a round."""
    fresh = Sheet.of(sheet.system, sheet.rules, {}, {})
    scoring = RULES[sheet.rules].scoring
    proposed = {name: getattr(scoring, name.removeprefix("points_")) for name in service.POINTS}
    begun = service.has_begun(tournament)
    fresh.points = sheet.points if begun else {name: f"{float(value):g}" for name, value in proposed.items()}
    fresh.reason = sheet.reason
    return fresh


def _edited(request: HttpRequest, sheet: Sheet, do: str, key: str) -> dict[str, Any]:
    """The sheet after a button of the list; the focus stays with what was moved."""
    focus: Any = None
    number = int(key) if re.fullmatch(r"\d{1,3}", key, re.ASCII) else -1
    if do in ("up", "down"):
        sheet.move(number, -1 if do == "up" else 1)
        focus = f"{do}-{number}"
    elif do == "remove":
        sheet.remove(number)
        focus = "add"
    elif do == "add":
        added = sheet.add(request.POST.get("add", "")[:20])
        focus = "add" if added is None else f"up-{added}"
    return {"focus": focus}


def _preview(tournament: Tournament, sheet: Sheet) -> dict[str, Any]:
    """What the sheet would change in the table as it is now."""
    edited, scoring = sheet.rule_set(), sheet.scoring(tournament)
    if edited is None or scoring is None:
        return {}
    now = standing(tournament)
    own = rules_of(tournament, now.view.stage)
    found = compare(now.view.snapshot, own, edited, scoring=scoring)
    return {"preview": True, "now": now, **compared(now, found)}


def _stored(request: HttpRequest, tournament: Tournament, sheet: Sheet) -> bool:
    if sheet.rule_set() is None or sheet.scoring(tournament) is None:
        return False
    try:
        service.change_rules(
            who(request),
            tournament,
            rules=sheet.rules,
            changes=sheet.changes,
            points=sheet.points,
            reason=sheet.reason,
        )
    except Refused as refusal:
        sheet.errors[refusal.field or "rules"] = refusal.text
        return False
    messages.success(request, _("The rules are stored."))
    return True


@require_POST
@staff_only(Right.SET_RULES)
def lot(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Draw the lot for players whom nothing separates."""
    return attempt(
        request,
        lambda: service.draw_lot(who(request), tournament),
        "standings:table",
        _("The lot is drawn. Every place that it decides says so."),
        slug=tournament.slug,
    )
