"""Manage rounds at the desk: pair, publish, close, print slips. Drafts have their own module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from pairings.files.trf.fields import MOST_ROUNDS
from pairings.library.comparison import MOST, OF_TEAMS, SWISS, SystemAnswer, compare_systems
from tournaments.core import snapshot
from tournaments.core.court_floor import places_of
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right, Who
from tournaments.core.words import notation
from tournaments.core.words.names import whole_number
from tournaments.core.words.texts import translate
from tournaments.drafts.reason_texts import Teller
from tournaments.long_tasks.pages import at_length
from tournaments.models import Player, Round, Stage, Tournament
from tournaments.rounds import publishing, requests, rounds
from tournaments.rounds.tables import rows_of
from tournaments.teams.matches import lines_by_match
from tournaments.web.common import Desk, attempt, find_round, frame, staff_only, who


@require_POST
@staff_only(Right.PAIR)
def pair_round(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Pair the round whose number the button sent; a double click pairs it only once."""
    tournament, asker = desk.tournament, who(request)
    text = request.POST.get("number", "")
    number = whole_number(text) or 0 if text else None
    by_hand = request.POST.get("do") == "by-hand"

    def make() -> Round:
        count = _planned_rounds_of_form(request)
        return rounds.pair_next_round(asker, tournament, number, by_hand=by_hand, planned_rounds=count)

    return at_length(request, requests.pairing(asker, tournament, number, make))


def _planned_rounds_of_form(request: HttpRequest) -> int | None:
    """Return the number of rounds in the button's field; None if it is empty. Raise Refused for an invalid number."""
    text = request.POST.get("rounds", "")
    if not text:
        return None
    number = whole_number(text) or 0
    if not 1 <= number <= MOST_ROUNDS:
        raise Refused(_("Enter the number of rounds, from 1 to {most}.").format(most=MOST_ROUNDS))
    return number


@require_POST
@staff_only(Right.PAIR)
def discard_round(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    tournament = desk.tournament
    round_ = Round.objects.filter(tournament=tournament, number=number).first()
    if round_ is None:
        messages.info(request, _("Round {number} no longer has a draft.").format(number=number))
        return redirect("tournaments:desk", slug=tournament.slug)
    return attempt(
        request,
        lambda: rounds.discard_round(who(request), tournament, round_),
        "tournaments:desk",
        _("Draft discarded. You can restore it from the journal."),
        slug=tournament.slug,
    )


@require_POST
@staff_only(Right.PAIR)
def close_round(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Close a round, and also pair the next one if the button asks for it."""
    tournament = desk.tournament
    round_ = find_round(tournament, number)
    if request.POST.get("pair"):
        asker = who(request)
        closed_too = requests.pairing(
            asker, tournament, number + 1, lambda: rounds.close_and_pair(asker, tournament, number)
        )
        return at_length(request, closed_too)
    return attempt(
        request,
        lambda: rounds.close_round(who(request), tournament, round_),
        "tournaments:desk",
        _("Round {number} is closed.").format(number=number),
        slug=tournament.slug,
    )


@require_POST
@staff_only(Right.PAIR)
def reopen_round(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Reopen a closed round."""
    return _step_back(request, desk, number, publishing.reopen_round, _("Round {number} is reopened."))


@require_POST
@staff_only(Right.PAIR)
def unpublish_round(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Make a running round a draft again."""
    message = _("Round {number} is a draft again. Only organisers can see it.")
    return _step_back(request, desk, number, publishing.unpublish_round, message)


def _step_back(
    request: HttpRequest, desk: Desk, number: int, verb: Callable[[Who, Tournament, Round], Round], message: str
) -> HttpResponse:
    """Take a round one step back, and redirect to the desk."""
    tournament = desk.tournament
    round_ = find_round(tournament, number)
    return attempt(
        request,
        lambda: verb(who(request), tournament, round_),
        "tournaments:desk",
        message.format(number=number),
        slug=tournament.slug,
    )


@require_POST
@staff_only(Right.PAIR)
def close_rounds(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Close all running rounds, such as the parallel rounds of a schedule."""
    tournament = desk.tournament
    return attempt(
        request,
        lambda: rounds.close_rounds(who(request), tournament),
        "tournaments:desk",
        _("All rounds are closed."),
        slug=tournament.slug,
    )


@staff_only(Right.ENTER_RESULTS)
def slips(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Print result slips in cutting order: cut the stack of sheets and put the piles on each other, and they are in
    order.
    """
    tournament = desk.tournament
    round_ = find_round(tournament, number)
    round_.tournament = tournament
    if round_.is_draft and not desk.may(Right.SEE_DRAFTS):
        return redirect("tournaments:desk", slug=tournament.slug)
    rows, _byes = rows_of(round_)
    if tournament.table_kind.has_members:
        boards_by_match = lines_by_match(round_)
        rows = [replace(row, boards=boards_by_match.get(row.pairing.pk, ())) for row in rows]
    known_places = places_of(tournament)
    places = {row.pairing.pk: known_places.get(row.pairing.pk) for row in rows}
    sheets = cutting_order(rows, tournament.table_kind.slips_a_sheet)
    return render(request, "rounds/slips.html", frame(desk, round=round_, sheets=sheets, places=places))


def cutting_order(rows: list[Any], a_sheet: int) -> list[list[object]]:
    """Return sheets of `a_sheet` places. Place p of all sheets, then place p + 1 of all sheets and so on give the
    order.
    """
    count = ceil(len(rows) / a_sheet)
    return [
        [rows[place * count + sheet] if place * count + sheet < len(rows) else None for place in range(a_sheet)]
        for sheet in range(count)
    ]


@dataclass(frozen=True, slots=True)
class OpponentCell:
    """A player's opponent by one system, or None, with the side, and whether this opponent differs from the first
    column.
    """

    system: str
    opponent: Player | None
    bye: bool
    side: str
    other: bool


@dataclass(frozen=True, slots=True)
class SystemDifference:
    """A system and its differences from the first one: tables with the reasons of each."""

    name: str
    summary: str
    own: bool
    refused: Sequence[dict[str, str]]
    tables: Sequence[tuple[Player, Player, Sequence[dict[str, str]]]]


@staff_only(Right.SEE_DRAFTS)
def systems(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Compare the pairings of a round by all systems, with reasons if they differ; manual pairs are left out."""
    tournament = desk.tournament
    stage = _stage_of(tournament, number)
    view = snapshot.take_view(stage, before_round=number)
    problem = _problem(stage, len(view.snapshot.to_be_paired()))
    context = frame(desk, number=number, problem=problem, rounds=range(1, _last(tournament) + 1))
    return render(request, "rounds/systems.html", context | ({} if problem else _comparison_context(view, stage)))


def _last(tournament: Tournament) -> int:
    """Return the number of the next round, which is not yet paired."""
    return max(tournament.rounds.public().values_list("number", flat=True), default=0) + 1


def _stage_of(tournament: Tournament, number: int) -> Stage:
    """Return the stage of a round. Raise Http404 if the round neither exists nor is the next."""
    if not 1 <= number <= _last(tournament):
        raise Http404
    stages = snapshot.stages_of(tournament)
    return next(stage for stage in reversed(stages) if stage.first_round <= number or stage is stages[0])


def _problem(stage: Stage, players: int) -> str:
    """Return why systems cannot be compared; "" if they can."""
    if stage.system == OF_TEAMS:
        return _("There is only one FIDE Swiss system for teams, so there is nothing to compare.")
    if not stage.tournament.table_kind.games_of_two:
        if stage.tournament.table_kind.has_partners:
            return _("FIDE systems pair two players per table, so they cannot be compared with changing partners.")
        return _("FIDE systems pair two players per table, so they cannot be compared with pods.")
    if players < 2:
        return _("Fewer than two players are available to pair.")
    if players > MOST:
        text = ngettext(
            "At most {n} player can be compared side by side.",
            "At most {n} players can be compared side by side.",
            MOST,
        )
        return text.format(n=MOST)
    return ""


def _comparison_context(view: snapshot.View, stage: Stage) -> dict[str, object]:
    own, options = snapshot.system_of(stage)
    order = [*([own.key] if own.key in SWISS else []), *(key for key in SWISS if key != own.key)]
    seed = snapshot.seed_of(stage, view.snapshot.next_round)
    answers = compare_systems(view.snapshot, {own.key: options}, seed, order)
    numbers = [player.number for player in view.snapshot.to_be_paired()]
    return {
        "names": [translate(answer.system.name) for answer in answers],
        "lines": [
            (view.players[each], [_cell(answer, answers[0], each, view) for answer in answers]) for each in numbers
        ],
        "parts": list(_parts(answers, own.key, view)),
    }


def _cell(answer: SystemAnswer, first: SystemAnswer, number: int, view: snapshot.View) -> OpponentCell:
    opponent, tournament = answer.opponent(number), view.stage.tournament
    side = ""
    if opponent:
        first_side = answer.tables[number].first == number
        side = notation.side_name(tournament.first_label if first_side else tournament.second_label)
    return OpponentCell(
        translate(answer.system.name),
        view.players.get(opponent or 0),
        opponent == 0,
        side,
        opponent != first.opponent(number),
    )


def _parts(answers: Sequence[SystemAnswer], own: str, view: snapshot.View) -> Iterator[SystemDifference]:
    teller = Teller.of(view)
    for answer in answers:
        yield SystemDifference(
            translate(answer.system.name),
            translate(answer.system.summary),
            answer.system.key == own,
            [teller.cite(reason) for reason in answer.refused],
            [
                (view.players[each.first], view.players[each.second], [teller.cite(one) for one in each.reasons])
                for each in answer.only_here(answers[0])
            ],
        )
