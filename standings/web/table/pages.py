"""The table, and the derivation of each number and place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import ngettext

from pairings.systems import SYSTEMS
from standings.core.rank import Row, Standings
from standings.core.rules import LastResort
from standings.core.tiebreaks import tiebreak
from standings.core.tiebreaks.scores import constant
from standings.explain import wording
from standings.explain.derivation import derivation as derive
from standings.explain.derivation import is_explained
from standings.explain.formatting import plain
from standings.explain.wording_compare import last_resort_sentence
from standings.web.next_stage.qualification import sentences_of
from standings.web.rounds.courses import has_course
from standings.web.rounds.movement import Starts, last_qualifying_place, moves_of, outcomes_of, starts_drawn, starts_of
from standings.web.rules.rule_sets import sets_for
from standings.web.table.address import PARAMETERS, query, standings_at
from standings.web.table.columns import Columns, about, head_of
from standings.web.table.current import StageStandings, level_in
from standings.web.table.final import places_behind
from standings.web.table.go_files import as_aga, as_fesa, as_h9, is_go, is_shogi
from standings.web.table.groups import group_tables
from standings.web.table.spreadsheet import lines_of
from tournaments.core.words.figures import local, number_for
from tournaments.core.words.texts import MARK, as_csv, translate
from tournaments.models import Player
from tournaments.public.page_cache import flag, from_memory
from tournaments.web.common import Desk, find, frame

#: The placeholder for a player in a URL that is made once for all.
PLAYER = "PLAYER"
#: The maximum number of names of tied players, as many as a phone shows at a glance.
MOST_NAMES = 8


@from_memory({**PARAMETERS, "why": flag})
def table(request: HttpRequest, slug: str) -> HttpResponse:
    desk = find(request, slug)
    found = desk.tournament
    now = standings_at(request, found)
    columns, starts = Columns(now.table, found), starts_of(now)
    context = _frame(
        desk,
        now,
        columns=columns.heads(),
        lines=_lines(now, columns, starts),
        starts=starts,
        started=starts_drawn(now),
        base=reverse("standings:table", args=[slug]),
        needs_lot=needs_lot(now),
    )
    context["placed"] = [level for level in level_in(now) if level.reason]
    context |= {"criteria": _criteria(now.table), "notes": _notes(now.table), "groups": group_tables(now)}
    context["has_course"] = has_course(now)
    context |= {"is_go": is_go(found), "is_shogi": is_shogi(found)}
    context |= {"stages": now.stages, "others": places_behind(now), "came": sentences_of(now.view.stage)}
    return render(request, "standings/table.html", context)


def _frame(desk: Desk, now: StageStandings, **more: object) -> dict[str, object]:
    """Return the shared context of a page about a table, with links to others."""
    rounds = [(number, query(now, round=number if number != now.latest else None)) for number in now.rounds]
    ways = {
        "query": query(now),
        "rounds": rounds if len(rounds) > 1 else [],
        "with_running": query(now, live=1, round=None),
        "without_running": query(now, live=None, round=None),
        "own_rules": query(now, rules=None),
        "compares": SYSTEMS[now.view.stage.system].questions.by_points,
        "rule_sets": [(key, translate(rules.name)) for key, rules in sets_for(now.view.stage.system).items()],
    }
    return frame(desk, now=now, rules=now.table.rules, **ways, **more)


def needs_lot(now: StageStandings) -> bool:
    """Return whether players share a rank that a lot would decide, and the lot is not drawn yet."""
    rules = now.table.rules
    shared = any(row.separated_by is None and row.struck is None for row in now.table.rows[:-1])
    shared = shared or any(
        row.separated_by is None and row.struck is None for table in now.table.groups for row in table.rows[:-1]
    )
    return not now.is_earlier and now.own and rules.last_resort is LastResort.LOT and not rules.lot and shared


@from_memory(PARAMETERS)
def table_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the table for a spreadsheet: decimals, and text that no spreadsheet reads as a formula."""
    desk = find(request, slug)
    found = desk.tournament
    now = standings_at(request, found)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{found.slug}-standings.csv"'
    response.write(MARK)
    response.write(as_csv(lines_of(now)))
    return response


@from_memory(PARAMETERS)
def table_h9(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the table with all games for the European Go Database."""
    found = find(request, slug).tournament
    return _file(as_h9(found, standings_at(request, found)), f"{found.slug}.h9")


@from_memory(PARAMETERS)
def table_aga(request: HttpRequest, slug: str) -> HttpResponse:
    """Return all games for the ratings of the American Go Association."""
    found = find(request, slug).tournament
    return _file(as_aga(found, standings_at(request, found)), f"{found.slug}-aga.txt")


@from_memory(PARAMETERS)
def table_fesa(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the table with all games in FESA's format."""
    found = find(request, slug).tournament
    return _file(as_fesa(found, standings_at(request, found)), f"{found.slug}-fesa.txt", "text/plain")


def _file(text: str | bytes, name: str, kind: str = "text/plain; charset=utf-8") -> HttpResponse:
    response = HttpResponse(text, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _criteria(table_: Standings) -> list[dict[str, str]]:
    """Return the whole chain in words, including mini-tables."""
    return [
        {"code": code, "name": head_of(code, table_.rules), "about": about(code), "source": translate(each.source)}
        for code, each in zip(table_.rules.chain, map(tiebreak, table_.rules.chain), strict=True)
    ]


def _notes(table_: Standings) -> list[str]:
    """Return notes on settings that are needed to follow the numbers, and on the last resort."""
    found = []
    if "BQ" in table_.columns:
        worth = plain(constant(table_.reckoning), table_)
        text = ngettext(
            "Brightwell constant: a point of an opponent counts {n} disc.",
            "Brightwell constant: a point of an opponent counts {n} discs.",
            number_for(worth),
        )
        found.append(text.format(n=local(worth)))
    return [*found, last_resort_sentence(table_.rules, translate)]


def _lines(now: StageStandings, columns: Columns, starts: Starts) -> list[dict[str, Any]]:
    names, cut = now.view.names, last_qualifying_place(now)
    outcomes, moves = outcomes_of(now), moves_of(now, now.view.stage.tournament)
    own = reverse("tournaments:player", args=[now.view.stage.tournament.slug, PLAYER])
    lines = []
    for at, row in enumerate(now.table.rows, start=1):
        reason = wording.separation(now.table, row)
        lines.append(
            {
                "outcomes": outcomes[row.player],
                "moved": moves.get(row.player),
                "cut": at == cut,
                "start": starts.of.get(row.player, ""),
                "start_label": starts.label(row.player),
                "rank": row.rank,
                "place": now.shown_place(row),
                "player": now.player(row),
                "address": own.replace(PLAYER, now.player(row).public_id),
                "struck": row.struck and local(plain(row.points, now.table)),
                "points": row.points,
                "deducted": now.deductions_of(row),
                "cells": columns.cells(row),
                "why": wording.sentence(reason, names, translate) if reason else "",
            }
        )
    return lines


@from_memory(PARAMETERS)
def derivation(request: HttpRequest, slug: str, player_id: str, code: str) -> HttpResponse:
    """Show the derivation of one number of the table."""
    desk = find(request, slug)
    found = desk.tournament
    player = get_object_or_404(Player, tournament=found, public_id=player_id)
    now = standings_at(request, found)
    number, rules = now.view.numbers.get(player.pk), now.table.rules
    if number is None or number not in now.table.positions or not is_explained(rules, now.view.snapshot.scoring, code):
        raise Http404
    part = _part(now, number, code)
    return render(request, "standings/derivation.html", _frame(desk, now, player=player, **part))


@from_memory(PARAMETERS)
def place(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    """Show why a player has this place: each criterion in order, with its parts."""
    desk = find(request, slug)
    found = desk.tournament
    player = get_object_or_404(Player, tournament=found, public_id=player_id)
    now = standings_at(request, found)
    number = now.view.numbers.get(player.pk)
    if number is not None and number in now.table.group_of:
        now = replace(now, table=now.table.of_player(number))
    at = next((at for at, row in enumerate(now.table.rows) if row.player == number), None)
    if number is None or at is None:
        raise Http404
    row = now.table.rows[at]
    chain = () if row.struck else now.table.rules.chain
    context = _frame(
        desk,
        now,
        player=player,
        row=row,
        has_course=has_course(now) and not row.struck,
        above=_separation_sentence(now, now.table.rows[at - 1]) if at else "",
        before=now.player(now.table.rows[at - 1]) if at else None,
        below=_separation_sentence(now, row),
        struck=_part(now, number, now.table.rules.chain[0])["sentences"] if row.struck else (),
        parts=[{**_part(now, number, code), "level": _level(now, number, code)} for code in chain],
    )
    return render(request, "standings/place.html", context)


def _part(now: StageStandings, number: int, code: str) -> dict[str, object]:
    pieces = derive(now.table, number, code)
    return {
        "code": code,
        "name": translate(pieces.name),
        "about": about(code),
        "shown": local(pieces.shown),
        "source": translate(pieces.source),
        "sentences": wording.sentences(pieces, now.table, now.view.names, translate, now.view.stage.first_round),
    }


def _separation_sentence(now: StageStandings, row: Row) -> str:
    reason = wording.separation(now.table, row)
    return wording.sentence(reason, now.view.names, translate) if reason else ""


def _level(now: StageStandings, number: int, code: str) -> dict[str, object]:
    """Return the players who were tied with the player before this criterion."""
    others = [other for other in now.table.level_before(number, code) if other != number]
    return {"count": len(others), "names": [now.view.names[other] for other in others[:MOST_NAMES]]}
