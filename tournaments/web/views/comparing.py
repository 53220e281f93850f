"""The same round under each of FIDE's Swiss systems, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairings.comparing import MOST, OF_TEAMS, SWISS, Answer, compared
from pairings.systems import SYSTEMS
from tournaments import border
from tournaments.border.telling import Teller
from tournaments.models import Player, Stage, Tournament
from tournaments.rights.permissions import Right
from tournaments.web.views.common import Desk, staff_only
from tournaments.web.views.public import frame
from tournaments.words import sides
from tournaments.words.languages import translate


@dataclass(frozen=True, slots=True)
class Cell:
    """Whom a player meets by one system, None for nobody, on which side, and whether the first column differs."""

    opponent: Player | None
    bye: bool
    side: str
    other: bool


@dataclass(frozen=True, slots=True)
class Part:
    """A system with what it does otherwise than the first one: tables with the reasons of each."""

    name: str
    summary: str
    own: bool
    refused: Sequence[dict[str, str]]
    tables: Sequence[tuple[Player, Player, Sequence[dict[str, str]]]]


@staff_only(Right.SEE_DRAFTS)
def systems(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Who would meet whom in a round by each system, and why they differ; what was made by hand is left out."""
    tournament = desk.tournament
    stage = _stage_of(tournament, number)
    view = border.take_view(stage, before_round=number)
    problem = _problem(stage, len(view.snapshot.to_be_paired()))
    context = frame(desk, number=number, problem=problem, rounds=range(1, _last(tournament) + 1))
    return render(request, "tournaments/systems.html", context | ({} if problem else _compared(view, stage)))


def _last(tournament: Tournament) -> int:
    """The next round, which nobody has paired yet."""
    return max(tournament.rounds.public().values_list("number", flat=True), default=0) + 1


def _stage_of(tournament: Tournament, number: int) -> Stage:
    """The stage that a round belongs to. Raises Http404 for one that is neither there nor next."""
    if not 1 <= number <= _last(tournament):
        raise Http404
    stages = border.stages_of(tournament)
    return next(stage for stage in reversed(stages) if stage.first_round <= number or stage is stages[0])


def _problem(stage: Stage, players: int) -> str:
    """Why nothing can be compared, "" if it can."""
    if stage.system == OF_TEAMS:
        return _("FIDE has one Swiss system for teams: there is nothing to compare.")
    if SYSTEMS[stage.system].pods:
        return _("FIDE's systems pair two at a table: there is nothing to compare with pods.")
    if players < 2:
        return _("Fewer than two players are there to be paired.")
    if players > MOST:
        text = ngettext(
            "Up to {n} player is compared side by side.", "Up to {n} players are compared side by side.", MOST
        )
        return text.format(n=MOST)
    return ""


def _compared(view: border.View, stage: Stage) -> dict[str, Any]:
    own, options = border.system_of(stage)
    order = [*([own.key] if own.key in SWISS else []), *(key for key in SWISS if key != own.key)]
    seed = border.seed_of(stage, view.snapshot.next_round)
    answers = compared(view.snapshot, {own.key: options}, seed, order)
    there = [player.number for player in view.snapshot.to_be_paired()]
    return {
        "names": [translate(answer.system.name) for answer in answers],
        "lines": [
            (view.players[each], [_cell(answer, answers[0], each, view) for answer in answers]) for each in there
        ],
        "parts": list(_parts(answers, own.key, view)),
    }


def _cell(answer: Answer, first: Answer, number: int, view: border.View) -> Cell:
    opponent, tournament = answer.opponent(number), view.stage.tournament
    side = ""
    if opponent:
        first_side = answer.tables[number].first == number
        side = sides.shown(tournament.first_label if first_side else tournament.second_label)
    return Cell(view.players.get(opponent or 0), opponent == 0, side, opponent != first.opponent(number))


def _parts(answers: Sequence[Answer], own: str, view: border.View) -> Iterator[Part]:
    teller = Teller.of(view)
    for answer in answers:
        yield Part(
            translate(answer.system.name),
            translate(answer.system.summary),
            answer.system.key == own,
            [teller.cite(reason) for reason in answer.refused],
            [
                (view.players[each.first], view.players[each.second], [teller.cite(one) for one in each.reasons])
                for each in answer.only_here(answers[0])
            ],
        )
