"""Editing the rules of the standings, with a preview before they are saved; and drawing lots."""

from __future__ import annotations

import re

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pairings.systems import SYSTEMS
from standings.rulesets.compare import compare
from standings.rulesets.presets import RULES
from standings.web.rules.forms import RulesForm
from standings.web.rules.rule_sets import barred_in, sets_for
from standings.web.table.current import rules_of, standings_of
from standings.web.what_if.comparison_pages import context_of
from tournaments.core import snapshot
from tournaments.core.journal import fide_locks
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right
from tournaments.core.words.figures import local
from tournaments.core.words.texts import error_text, translate
from tournaments.models import Tournament
from tournaments.setup import rules as service
from tournaments.web.common import Desk, attempt, frame, staff_only, who
from tournaments.web.whole_records import SHOWN_VALUES_FIELD, overwriting_text, stored_text

#: Tie-breaks based on ratings (C.07 10, and the rating itself).
BY_RATING = frozenset({"ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"})


@staff_only(Right.SET_RULES)
def rules(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the rules form. Every button of the list submits it and returns it changed; only "store" saves."""
    tournament = desk.tournament
    system = snapshot.current_stage(tournament).system
    points = {name: getattr(tournament, name) for name in service.POINTS}
    game_points = tournament.table_kind.counts_boards
    stored = RulesForm.of(system, tournament.rules, tournament.rules_changes, points, game_points=game_points)
    if request.method != "POST":
        return _page(request, desk, stored, {"shown": stored_text(stored.stored_values)})
    shown = request.POST.get(SHOWN_VALUES_FIELD) or stored_text(stored.stored_values)
    do, _dash, key = request.POST.get("do", "preview").partition("-")
    sheet = RulesForm.from_post(system, request.POST, check=do in ("preview", "store"), game_points=game_points)
    if do == "store" and sheet.is_sound and (unseen := sheet.would_overwrite(shown, stored)):
        sheet.refuse(None, overwriting_text(unseen))
        shown = stored_text(stored.stored_values)
    if do == "store" and _store(request, tournament, sheet):
        return redirect("standings:table", slug=tournament.slug)
    if do == "preset":
        sheet = _from_preset(tournament, sheet)
    if do == "preview":
        _refuse_locked(tournament, sheet)
    context = _edit(sheet, do, key, request.POST.get("add", ""))
    if do in ("preview", "store"):
        context |= _preview(tournament, sheet)
    return _page(request, desk, sheet, {**context, "shown": shown})


def _refuse_locked(tournament: Tournament, sheet: RulesForm) -> None:
    """Add an error for what FIDE mode locks, before anything is compared."""
    if tournament.fide_mode and service.has_begun(tournament):
        sheet.refuse("chain", fide_locks.explain(fide_locks.LOCKS["tournament.rules"], tournament))


def _page(request: HttpRequest, desk: Desk, sheet: RulesForm, context: dict[str, object]) -> HttpResponse:
    tournament = desk.tournament
    if tournament.fide_mode or not tournament.table_kind.games_of_two:
        sheet.barred = barred_in(sheet.system)
    stage = snapshot.current_stage(tournament)
    system = SYSTEMS[stage.system]
    context = frame(
        desk,
        sheet=sheet,
        rule_sets=[(key, translate(rule_set.name)) for key, rule_set in sets_for(sheet.system).items()],
        begun=service.has_begun(tournament),
        by_rating=tournament.is_long and not BY_RATING.isdisjoint(sheet.chain.bases),
        stage=stage,
        orders_itself=translate(system.name) if system.orders_itself else "",
        **context,
    )
    return render(request, "standings/rules.html", context, status=422 if sheet.problems else 200)


def _from_preset(tournament: Tournament, sheet: RulesForm) -> RulesForm:
    """Return the rule set unchanged, with its points too while no round is published."""
    fresh = RulesForm.of(sheet.system, sheet.rules, {}, {}, game_points=tournament.table_kind.counts_boards)
    scoring = RULES[sheet.rules].scoring
    proposed = {name: getattr(scoring, name.removeprefix("points_")) for name in service.POINTS}
    begun = service.has_begun(tournament)
    points = sheet.points if begun else {name: f"{float(value):g}" for name, value in proposed.items()}
    shown = {name: local(value) for name, value in points.items()}
    values = {**fresh.values, **shown, "reason": sheet.values["reason"]}
    return RulesForm(sheet.system, sheet.rules, fresh.chain, values)


def _edit(sheet: RulesForm, do: str, key: str, code: str) -> dict[str, object]:
    """Edit the list by a button; return the field that keeps the focus."""
    number = int(key) if re.fullmatch(r"\d{1,3}", key, re.ASCII) else -1
    if do in ("up", "down"):
        sheet.chain.move(number, -1 if do == "up" else 1)
        return {"focus": f"{do}-{number}"}
    if do == "remove":
        sheet.chain.remove(number)
    elif do == "add":
        try:
            return {"focus": f"up-{sheet.chain.add(code[:20])}"}
        except ValueError as error:
            sheet.chain_error = error_text(error)
    return {"focus": "add" if do in ("add", "remove") else None}


def _preview(tournament: Tournament, sheet: RulesForm) -> dict[str, object]:
    """Return the preview of the form's effect on the current table."""
    barred_codes = not tournament.table_kind.games_of_two and barred_in(sheet.system)
    if not sheet.is_sound or (barred_codes and not barred_codes.isdisjoint(sheet.chain.bases)):
        return {}  # what cannot be read is refused when it is stored
    now = standings_of(tournament)
    own = rules_of(tournament, now.view.stage)
    found = compare(now.view.snapshot, own, sheet.rule_set, scoring=sheet.scoring(tournament))
    return {"preview": True, "now": now, **context_of(now, found)}


def _store(request: HttpRequest, tournament: Tournament, sheet: RulesForm) -> bool:
    """Save the form, and return whether it was saved; if not, the form has the errors."""
    if not sheet.is_sound:
        return False
    try:
        service.change_rules(
            who(request),
            tournament,
            rules=sheet.rules,
            changes=sheet.changes,
            points=sheet.points,
            reason=sheet.values["reason"],
        )
    except Refused as refusal:
        sheet.refuse(refusal.field, refusal.text)
        return False
    messages.success(request, _("Rules saved."))
    return True


@require_POST
@staff_only(Right.SET_RULES)
def lot(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Draw lots for players whom nothing separates."""
    tournament = desk.tournament
    return attempt(
        request,
        lambda: service.draw_lot(who(request), tournament),
        "standings:table",
        _("Lots drawn. The standings show every place that they decide."),
        slug=tournament.slug,
    )
