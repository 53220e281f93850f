"""Seats, the whole schedule, and postponed matches for programs."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.seating import SEPARATION_ORIGINS
from tournaments.core import snapshot
from tournaments.core.journal.errors import Repeated
from tournaments.core.rights import Right
from tournaments.core.words.names import NotAName
from tournaments.core.words.values import Moment, moments_of
from tournaments.long_tasks.api import TaskOut, underway
from tournaments.long_tasks.running import Underway, carry_out
from tournaments.models import Player, Stage
from tournaments.rounds import requests, rounds
from tournaments.rounds.serializers import OnePairingOut
from tournaments.schedule import schedules, seats
from tournaments.teams.matches import TeamScore, team_score
from tournaments.web.api import documents
from tournaments.web.api.base import needs
from tournaments.web.api.openapi import FAULTS, KEY, meets
from tournaments.web.api.reading import AmountOut, amount
from tournaments.web.api.serializers import (
    BooleanField,
    ChoiceField,
    Document,
    LineField,
    ReasonOut,
    SeatOut,
    SideOut,
    Strict,
    side_of,
)
from tournaments.web.api.views import STAGE, PairingView, StageView


class DrawOut(Document):
    apart = ChoiceField(choices=SEPARATION_ORIGINS, help_text="What a restricted draw keeps apart.")
    done = BooleanField(help_text="Whether the draw was made. False previews the draw if round 1 were paired now.")
    repeated = BooleanField(help_text="Whether a new draw of the current players with the seed gives the same seats.")
    reasons = ReasonOut(many=True)


class SeatsOut(Document):
    seating = ChoiceField(choices=Stage.Seating.choices)
    seed = serializers.CharField()
    drawn_at = serializers.DateTimeField(allow_null=True)
    draw = DrawOut(
        allow_null=True,
        help_text=(
            "The outcome of the draw; null for seats without a draw or changed since. Facts number players by entry "
            "order."
        ),
    )
    seats = SeatOut(many=True)


class SeatsIn(Strict):
    seating = ChoiceField(
        choices=Stage.Seating.choices, help_text="How seats are assigned. `places` is for later stages only."
    )
    apart = ChoiceField(
        choices=SEPARATION_ORIGINS,
        required=False,
        help_text="What to keep apart with `varma` and `origin`; by default clubs, or federations if no club is known.",
    )
    players = serializers.ListField(
        child=serializers.CharField(max_length=12),
        required=False,
        max_length=20_000,
        help_text="For manual seating: all players who take part, in seat order.",
    )


class GameOut(Document):
    table = serializers.IntegerField()
    first = SideOut()
    second = SideOut()
    result = serializers.CharField(allow_blank=True)
    moved_to = serializers.CharField(
        allow_blank=True,
        help_text="The time as 2026-11-11 19:00 or 2026-11-11; empty if the game is played with its round.",
    )


class MatchDateIn(Strict):
    moved_to = LineField(
        max_length=20,
        allow_blank=True,
        help_text="The time as 2026-11-11 19:00 or 2026-11-11; empty to play the match with its round.",
    )

    def validate_moved_to(self, value: str) -> Moment | None:
        try:
            found = moments_of(value)
        except NotAName as error:
            raise serializers.ValidationError(str(error)) from error
        if len(found) > 1:
            raise serializers.ValidationError(_("Enter one date only."))
        return found[0] if found else None


class ScheduledRoundOut(Document):
    number = serializers.IntegerField()
    status = serializers.CharField(allow_blank=True, help_text="The state of the round; empty if it is only planned.")
    games = GameOut(many=True)
    free = SideOut(many=True)
    cycle = serializers.IntegerField(
        allow_null=True, help_text="The number of the cycle of a multiple round robin; null for a single one."
    )
    day = serializers.DateField(allow_null=True, help_text="The day of the round; null if none is set.")
    time = serializers.CharField(
        allow_blank=True, help_text="The time on that day, such as 15:30; empty if none is set."
    )


class TeamScoreTeamOut(Document):
    name = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True, help_text="The place in the table; null in a match of two teams.")
    points = AmountOut()
    board_count = AmountOut(
        help_text="The sum of each board's points times its number; lower is better among tied teams."
    )
    players = SideOut(many=True, help_text="The players in board order.")
    boards = AmountOut(many=True, help_text="The points of each player.")


class TeamScoreRoundOut(Document):
    number = serializers.IntegerField()
    points = AmountOut(many=True, help_text="The points of each team in this round, in team order.")
    total = AmountOut(many=True, help_text="The score after the round.")
    missing = serializers.IntegerField(help_text="The number of open games.")


class TeamScoreOut(Document):
    teams = TeamScoreTeamOut(many=True, help_text="The teams, in seat order.")
    rounds = TeamScoreRoundOut(many=True)


class ScheduleOut(Document):
    stage = serializers.IntegerField()
    rounds = ScheduledRoundOut(many=True)
    team_score = TeamScoreOut(
        allow_null=True, help_text="The score of teams of individual players (Scheveningen, Hutton); otherwise null."
    )


class SeatedView(StageView):
    """A resource of a stage with its seats."""

    query = (STAGE,)

    def view(self) -> snapshot.View:
        """Return the stage with its players by seat. Before its first public round, only readers of drafts see it."""
        stage = self.stage()
        if not stage.rounds.public().exists() and Right.SEE_DRAFTS not in self.granted:
            raise Http404
        return seats.seated_view(stage)


class Seats(SeatedView):
    def answer(self, status: int = 200) -> Response:
        view = self.view()
        stage = view.stage
        lines = [{"seat": n, "player": side_of(player)} for n, player in sorted(view.players.items())]
        document = {
            "seating": stage.seating,
            "seed": stage.seed,
            "drawn_at": stage.drawn_at,
            "draw": documents.draw(seats.draw_of(view)),
            "seats": lines,
        }
        return Response(document, status=status)

    @extend_schema(responses={200: SeatsOut, **FAULTS}, operation_id="seats")
    def get(self, request: Request, slug: str) -> Response:
        """List the seats, and the seed that repeats the draw."""
        return self.answer()

    @needs(Right.PAIR)
    @extend_schema(request=SeatsIn, responses={201: SeatsOut, **FAULTS}, parameters=[KEY], operation_id="seat_players")
    @needs(Right.PAIR)
    def post(self, request: Request, slug: str) -> Response:
        """Draw the seats, or set them manually, before round 1 is paired."""
        body = SeatsIn(data=request.data)
        body.is_valid(raise_exception=True)
        seating = body.validated_data["seating"]
        if seating == Stage.Seating.QUALIFIED:
            raise ValidationError({"seating": [_("A later stage is seeded by places in the previous stage.")]})
        with suppress(Repeated):
            if seating == Stage.Seating.HAND:
                seats.set_seats(self.who, self.tournament, self._players(body.validated_data))
            else:
                seats.draw_seats(self.who, self.tournament, seating, body.validated_data.get("apart", ""))
        return self.answer(status=201)

    def _players(self, data: dict[str, Any]) -> list[Player]:
        players_by_id = {player.public_id: player for player in self.tournament.players.all()}
        if "players" not in data:
            raise ValidationError({"players": [_("Manual seats need the players in order.")]})
        unknown = [key for key in data["players"] if key not in players_by_id]
        if unknown:
            raise ValidationError({"players": [_("Unknown player {player}.").format(player=unknown[0])]})
        return [players_by_id[key] for key in data["players"]]


class Schedule(SeatedView):
    @extend_schema(responses={200: ScheduleOut, **FAULTS}, operation_id="schedule")
    def get(self, request: Request, slug: str) -> Response:
        """Get the schedule of a stage whose rounds are known in advance."""
        whole = schedules.schedule_of(self.view())
        if whole is None:
            raise Http404
        side = {number: side_of(player) for number, player in whole.players.items()}
        listed = [
            {
                "number": round_.number,
                "status": round_.status,
                "games": [
                    {
                        "table": g.table,
                        "first": side[g.first],
                        "second": side[g.second],
                        "result": g.result,
                        "moved_to": str(g.moved or ""),
                    }
                    for g in round_.games
                ],
                "free": [side[seat] for seat in round_.free],
                "cycle": round_.cycle,
                "day": round_.day,
                "time": f"{moment.at:%H:%M}" if (moment := round_.moment) and moment.at else "",
            }
            for round_ in whole.rounds()
        ]
        score = self._score(team_score(whole.view))
        return Response({"stage": whole.view.stage.number, "rounds": listed, "team_score": score})

    def _score(self, score: TeamScore | None) -> dict[str, object] | None:
        if score is None:
            return None
        halves = self.tournament.halves
        teams = [
            {
                "name": team.name,
                "rank": team.rank,
                "points": amount(team.points, halves=halves),
                "board_count": amount(team.board_count, halves=halves),
                "players": [side_of(row) for row in team.players],
                "boards": [amount(points, halves=halves) for points in team.boards],
            }
            for team in score.teams
        ]
        rounds = [
            {
                "number": line.number,
                "points": [amount(points, halves=halves) for points in line.points],
                "total": [amount(points, halves=halves) for points in line.total],
                "missing": line.missing,
            }
            for line in score.lines
        ]
        return {"teams": teams, "rounds": rounds}

    @needs(Right.PAIR)
    @meets(409)
    @extend_schema(
        request=None,
        responses={201: ScheduleOut, 202: TaskOut, **FAULTS},
        parameters=[KEY],
        operation_id="publish_schedule",
    )
    def post(self, request: Request, slug: str) -> Response:
        """Publish all remaining rounds. Games can then be played and entered in any order."""
        publish = partial(rounds.publish_schedule, self.who, self.tournament)
        try:
            with suppress(Repeated):
                carry_out(requests.schedule(self.who, self.tournament, publish))
        except Underway as long:
            return underway(long.task)
        response = self.get(request, slug)
        response.status_code = 201
        return response


class MatchDate(PairingView):
    @needs(Right.PAIR)
    @meets(410)
    @extend_schema(
        request=MatchDateIn,
        responses={200: OnePairingOut, **FAULTS},
        parameters=[KEY],
        operation_id="change_match_date",
    )
    def post(self, request: Request, slug: str, pairing_id: str) -> Response:
        """Postpone a match or bring it forward. It is then played at its own time, not with its round."""
        body = MatchDateIn(data=request.data)
        body.is_valid(raise_exception=True)
        pairing = self.pairing(pairing_id)
        with suppress(Repeated):
            schedules.change_date(self.who, self.tournament, pairing, body.validated_data["moved_to"])
        return self.answer_pairing(pairing)
