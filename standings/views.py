"""Pages of the standings. They read and never write."""

from __future__ import annotations

import csv
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext

from pairings.snapshot import Pairing as PairingFact
from pairings.snapshot import Result
from pairings.systems import SYSTEMS
from standings import wording
from standings.current import Standing, rules_of, standing
from standings.derivation import derivation as derive
from standings.formatting import text
from standings.qualifying import otherwise, sentences, told
from standings.table import Table, rank
from standings.tiebreaks import tiebreak
from tournaments import border, notation, whatif
from tournaments.models import Pairing, Player, Stage, Tournament
from tournaments.permissions import Right
from tournaments.tables import amount
from tournaments.views.common import as_text, find, staff_only
from tournaments.views.kept import kept
from tournaments.views.public import frame

#: A cross table of all against all is readable up to so many players.
WIDEST = 30


@kept
def table(request: HttpRequest, slug: str) -> HttpResponse:
    found = find(request, slug)
    now = standing(found, live="live" in request.GET, stage=_stage(request, found))
    context = frame(found, now=now, rules=now.table.rules, columns=_columns(now.table), lines=_lines(now))
    context |= {"stages": list(found.stages.order_by("number")), "others": _others(now), "came": told(now.view.stage)}
    return render(request, "standings/table.html", context)


def _stage(request: HttpRequest, found: Tournament) -> Stage | None:
    """The stage that the address asks for; None means the last."""
    asked = request.GET.get("stage", "")
    if not asked:
        return None
    if not asked.isdecimal() or len(asked) > 4:
        raise Http404
    stage = get_object_or_404(Stage, tournament=found, number=int(asked))
    stage.tournament = found
    return stage


def _others(now: Standing) -> list[dict[str, Any]]:
    """Places below a later stage: those who are not in it, in the order of the stage before."""
    stage = now.view.stage
    if stage.qualification is None:
        return []
    before = standing(stage.tournament, stage=stage.tournament.stages.get(number=stage.number - 1))
    inside = {player.pk for player in now.view.players.values()}
    rows = [row for row in before.table.rows if before.player(row).pk not in inside]
    level = {row.rank: place for place, row in reversed(list(enumerate(rows, start=len(inside) + 1)))}
    return [{"rank": level[row.rank], "player": before.player(row)} for row in rows] + _others(before)


@kept
def table_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The table for a spreadsheet: exact values, and text that no spreadsheet takes for a formula."""
    found = find(request, slug)
    now = standing(found, live="live" in request.GET, stage=_stage(request, found))
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{found.slug}-standings.csv"'
    response.write("\ufeff")
    writer = csv.writer(response)
    writer.writerow(["rank", "name", "club", *now.table.columns])
    for row in now.table.rows:
        player = now.player(row)
        values = ["" if value is None else str(value) for value in row.values.values()]
        writer.writerow([row.rank, as_text(player.name), as_text(player.club), *values])
    return response


def _columns(table_: Table) -> list[dict[str, str]]:
    return [
        {"code": code, "name": gettext(tiebreak(code).name), "about": gettext(tiebreak(code).about)}
        for code in table_.columns
    ]


def _lines(now: Standing) -> list[dict[str, Any]]:
    names = now.view.names
    lines = []
    for row in now.table.rows:
        reason = wording.separation(now.table, row)
        lines.append(
            {
                "rank": row.rank,
                "player": now.player(row),
                "struck": row.struck and amount(row.points),
                "values": [(code, text(value, code, now.table.rules)) for code, value in row.values.items()],
                "why": wording.sentence(reason, names, gettext) if reason else "",
            }
        )
    return lines


@kept
def derivation(request: HttpRequest, slug: str, player_id: str, code: str) -> HttpResponse:
    """What one number of the table is made of."""
    found = find(request, slug)
    player = get_object_or_404(Player, tournament=found, public_id=player_id)
    now = standing(found, live="live" in request.GET, stage=_stage(request, found))
    number = now.view.numbers.get(player.pk)
    if number is None or code not in now.table.columns:
        raise Http404
    pieces = derive(now.table, number, code)
    context = frame(
        found,
        player=player,
        now=now,
        name=gettext(pieces.name),
        about=gettext(tiebreak(code).about),
        shown=pieces.shown,
        source=pieces.source,
        sentences=wording.sentences(pieces, now.table.rules, now.view.names, gettext),
    )
    return render(request, "standings/derivation.html", context)


@kept
def crosstable(request: HttpRequest, slug: str) -> HttpResponse:
    """All against all where the field is small enough, else round by round; players in the order of the table."""
    found = find(request, slug)
    now = standing(found, live=True, stage=_stage(request, found))
    stage = now.view.stage
    everybody = SYSTEMS[stage.system].scheduled and len(now.table.rows) <= WIDEST
    build = _all_against_all if everybody else _round_by_round
    head, lines = build(now)
    context = frame(found, now=now, head=head, lines=lines, everybody=everybody)
    context["stages"] = list(found.stages.order_by("number"))
    return render(request, "standings/crosstable.html", context)


def _cells(now: Standing) -> dict[int, list[tuple[int, PairingFact | None, int, str]]]:
    """Per player: round, pairing, opponent and what the player scored there, byes without a pairing."""
    scoring = now.view.snapshot.scoring
    cells: dict[int, list[tuple[int, PairingFact | None, int, str]]] = {row.player: [] for row in now.table.rows}
    for round_ in now.view.snapshot.rounds:
        for p in round_.pairings:
            for me, other, side in ((p.first, p.second, "first"), (p.second, p.first, "second")):
                cells.setdefault(me, []).append((round_.number, p, other, _scored(now, p.result, side)))
        for bye in round_.byes:
            cells.setdefault(bye.player, []).append((round_.number, None, 0, amount(scoring.points_of_bye(bye.kind))))
    return cells


def _scored(now: Standing, result: Result | None, side: str) -> str:
    if result is None:
        return ""
    outcome = result.first if side == "first" else result.second
    return amount(now.view.snapshot.scoring.points_of(outcome, result.decision)) + ("" if result.played else "f")


def _all_against_all(now: Standing) -> tuple[list[str], list[dict[str, Any]]]:
    order = [row.player for row in now.table.rows]
    cells = _cells(now)
    lines = []
    for row in now.table.rows:
        against: dict[int, str] = {}
        for _round, _pairing, other, scored in cells[row.player]:
            against[other] = f"{against.get(other, '')} {scored}".strip()
        lines.append(_line(now, row, ["×" if other == row.player else against.get(other, "") for other in order]))
    return [str(place) for place in range(1, len(order) + 1)], lines


def _round_by_round(now: Standing) -> tuple[list[str], list[dict[str, Any]]]:
    places = {row.player: place for place, row in enumerate(now.table.rows, start=1)}
    tournament = now.view.stage.tournament
    sides = {"first": tournament.first_label[:1], "second": tournament.second_label[:1]}
    cells = _cells(now)
    lines = []
    for row in now.table.rows:
        by_round = {}
        for number, pairing, other, scored in cells[row.player]:
            if pairing is None:
                by_round[number] = f"– {scored}"
            else:
                side = "first" if pairing.first == row.player else "second"
                by_round[number] = f"{places.get(other, '–')}{sides[side]} {scored or '·'}"
        lines.append(_line(now, row, [by_round.get(r.number, "") for r in now.view.snapshot.rounds]))
    first = now.view.stage.first_round
    return [str(r.number + first - 1) for r in now.view.snapshot.rounds], lines


def _line(now: Standing, row: Any, cells: list[str]) -> dict[str, Any]:
    place = now.table.rows.index(row) + 1
    return {"place": place, "player": now.player(row), "cells": cells, "points": amount(row.points)}


@staff_only(Right.ADMINISTER)
def effect(request: HttpRequest, tournament: Tournament, pairing_id: str) -> HttpResponse:
    """What a correction would change, before it is made: places, and what later rounds would have been."""
    pairing = get_object_or_404(
        Pairing.objects.select_related("round__stage", "result"),
        public_id=pairing_id,
        round__tournament=tournament,
    )
    if pairing.round.is_draft:
        raise Http404
    typed = request.GET.get("typed", "")[:40]
    context = frame(tournament, pairing=pairing, typed=typed, reason=request.GET.get("reason", "")[:500])
    try:
        result = notation.parse(typed, tournament.scoring)
    except notation.NotAResult as error:
        context["problem"] = str(error)
        return render(request, "standings/effect.html", context, status=422)
    present = getattr(pairing, "result", None)
    context |= {
        "was": notation.write(present.fact) if present else "",
        "now": notation.write(result),
        "same": present is not None and present.fact == result,
        "moves": _moves(tournament, pairing, result),
        "later": whatif.later_rounds(pairing.round.stage, pairing, result),
        "next_stage": _next_stage(tournament, pairing, result),
        "played_later": pairing.round.stage.rounds.public().filter(number__gt=pairing.round.number).exists(),
    }
    return render(request, "standings/effect.html", context)


def _next_stage(tournament: Tournament, pairing: Pairing, result: Result) -> list[str]:
    """Who would be in the later stage that this one sends players to."""
    stage = pairing.round.stage
    later = tournament.stages.filter(number=stage.number + 1, qualification__isnull=False).first()
    if later is None:
        return []
    later.tournament = tournament
    view = border.take_view(stage)
    round_number = pairing.round.number - stage.first_round + 1
    return sentences(otherwise(later, whatif.corrected(view.snapshot, round_number, pairing.table, result)))


def _moves(tournament: Tournament, pairing: Pairing, result: Result) -> list[dict[str, Any]]:
    """Players whose place or numbers in the table change."""
    stage = pairing.round.stage
    view = border.take_view(stage)
    rules = rules_of(stage, tournament.rules)
    before = rank(view.snapshot, rules)
    snapshot = whatif.corrected(view.snapshot, pairing.round.number - stage.first_round + 1, pairing.table, result)
    after = rank(snapshot, rules)
    old = {row.player: row for row in before.rows}
    return [
        {
            "player": view.players[row.player],
            "was": old[row.player].rank,
            "now": row.rank,
            "values": [
                (
                    gettext(tiebreak(code).name),
                    text(old[row.player].values[code], code, rules),
                    text(value, code, rules),
                )
                for code, value in row.values.items()
                if value != old[row.player].values[code]
            ],
        }
        for row in after.rows
        if row.rank != old[row.player].rank or row.values != old[row.player].values
    ]
