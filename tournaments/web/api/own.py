"""What a player does himself: the secret of his badge is the bearer token, in the header and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.border.games import scoring_in
from tournaments.journal.errors import Repeated
from tournaments.models import Badge, Call, Pairing, Player, Result, Round, Tournament
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.services import calls, registration, reports, selfservice
from tournaments.web.api.base import TournamentView
from tournaments.web.api.byes import note_byes
from tournaments.web.api.calls import CallOut, called
from tournaments.web.api.needs import needs
from tournaments.web.api.player_reports import ReportedOut, reported
from tournaments.web.api.schema import FAULTS, KEY
from tournaments.web.api.serializers import Document, Strict
from tournaments.web.api.serializers_players import ByeAskedOut, ByeIn
from tournaments.web.api.serializers_results import SaidIn, said_fact
from tournaments.words import notation


class OwnReportIn(Strict):
    round = serializers.IntegerField(min_value=1, max_value=999)
    result = SaidIn(allow_null=True, help_text="as the table has it, the first player's side first; null takes back")


class OwnRoundIn(Strict):
    round = serializers.IntegerField(min_value=1, max_value=999)


class OwnTableOut(ReportedOut):
    result = serializers.CharField(help_text="the result that counts; empty while there is none")


class OpenOut(Document):
    check_in = serializers.BooleanField(help_text="`me/check-in` and `me/check-out`")
    leave = serializers.BooleanField(help_text="`me/withdraw`")
    back = serializers.BooleanField(help_text="`me/return`")
    rounds = serializers.ListField(child=serializers.IntegerField(), help_text="for which `me/byes` can ask")


class OwnPlayerOut(Document):
    player = serializers.CharField(help_text="the id of the player whose badge it is")
    tables = OwnTableOut(many=True, help_text="his tables in running rounds")
    checked_in = serializers.BooleanField()
    withdrawn_after = serializers.IntegerField(
        allow_null=True, help_text="the last round before he left; null: he is in"
    )
    byes = ByeAskedOut(many=True, help_text="byes that he has asked for")
    call = CallOut(allow_null=True, help_text="his call for an organiser; null while he needs nobody")
    open = OpenOut(allow_null=True, help_text="what he can decide now; null where players decide nothing")


class PlayerView(TournamentView):
    """For a player: the secret of his badge is the bearer token. Everything is answered with what is so then."""

    @property
    def badge(self) -> Badge:
        """The badge that was sent. Only players have the right that all of these operations need."""
        if self.who.badge is None:
            raise Http404
        return self.who.badge

    def own(self) -> Response:
        player = Player.objects.select_related("tournament").get(pk=self.badge.player_id)
        tables = Pairing.objects.filter(
            appearances__player=player, round__tournament=self.tournament, round__status=Round.Status.PUBLISHED
        )
        rows = tables.select_related("round", "result").defer("reasons").order_by("round__number")
        found = [
            {**reported(row, row.reports.select_related("player")), "result": _stored(getattr(row, "result", None))}
            for row in rows
        ]
        call = Call.objects.filter(player=player).select_related("player").first()
        return Response(
            {
                "player": player.public_id,
                "tables": found,
                "checked_in": player.checked_in,
                "withdrawn_after": player.withdrawn_after,
                "byes": [{"round": bye.round_number, "kind": bye.kind} for bye in player.requested_byes.all()],
                "call": called(call) if call is not None else None,
                "open": _open(selfservice.can(player, player.tournament)),
            }
        )

    @property
    def state(self) -> object:
        """None: reading stores what is due."""
        return None


class Own(PlayerView):
    @needs(Right.PLAY)
    @extend_schema(responses={200: OwnPlayerOut, **FAULTS}, operation_id="own_tables")
    def get(self, request: Request, slug: str) -> Response:
        """A player's tables in running rounds, what is said of them, what he has asked for and what he can decide.

        The token is the secret of his badge.
        """
        reports.settle_due(self.tournament)
        return self.own()


class OwnReport(PlayerView):
    @needs(Right.PLAY)
    @extend_schema(
        request=OwnReportIn, responses={200: OwnPlayerOut, **FAULTS}, parameters=[KEY], operation_id="report_result"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Report the result of the own table: it counts when the other player says the same, when its time is over, or
        when the desk takes it. To confirm what the other one has reported, report the same. The token is the secret of
        the player's badge.
        """
        given = OwnReportIn(data=request.data)
        given.is_valid(raise_exception=True)
        said: dict[str, Any] | None = given.validated_data["result"]
        number = given.validated_data["round"]
        result = None if said is None else said_fact(said, scoring_in(self.tournament, number))
        with suppress(Repeated):
            reports.report_result(self.who, self.tournament, number, result)
        return self.own()


class OwnDispute(PlayerView):
    @needs(Right.PLAY)
    @extend_schema(
        request=OwnRoundIn, responses={200: OwnPlayerOut, **FAULTS}, parameters=[KEY], operation_id="dispute_report"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Say that what the other player has reported is not so: the desk decides. The token is the secret of the
        player's badge.
        """
        given = OwnRoundIn(data=request.data)
        given.is_valid(raise_exception=True)
        with suppress(Repeated):
            reports.dispute_report(self.who, self.tournament, given.validated_data["round"])
        return self.own()


class OwnBye(PlayerView):
    @needs(Right.PLAY)
    @extend_schema(request=ByeIn, responses={200: OwnPlayerOut, **FAULTS}, parameters=[KEY], operation_id="ask_for_bye")
    def post(self, request: Request, slug: str) -> Response:
        """Ask for a bye, of half a point or of none, in a round that is still to be paired; null as kind takes it back.

        The token is the secret of the player's badge.
        """
        given = ByeIn(data=request.data)
        given.is_valid(raise_exception=True)
        asked = (self.badge.player, given.validated_data["round"], given.validated_data["kind"])
        note_byes(self.who, self.tournament, [asked], anyway=False)
        return self.own()


class OwnVerb(PlayerView):
    """What a player decides about himself, as an address of its own."""

    verbs: Mapping[str, Callable[[Who, Tournament, Player], object]] = MappingProxyType(
        {
            "check-in": lambda who, tournament, player: registration.check_in(who, tournament, [player], here=True),
            "check-out": lambda who, tournament, player: registration.check_in(who, tournament, [player], here=False),
            "withdraw": registration.withdraw,
            "return": registration.return_player,
            "call": lambda who, tournament, _player: calls.call_organiser(who, tournament),
            "take-back-call": lambda who, tournament, _player: calls.take_back_call(who, tournament),
        }
    )

    @needs(Right.PLAY)
    @extend_schema(request=None, responses={200: OwnPlayerOut, **FAULTS}, parameters=[KEY], operation_id="own_verb")
    def post(self, request: Request, slug: str, verb: str) -> Response:
        """`check-in`, `check-out`, `withdraw` and `return`, each until the next round is paired; `call` an organiser
        to the own table, and `take-back-call`. What is so already stays so.

        The token is the secret of the player's badge.
        """
        with suppress(Repeated):
            self.verbs[verb](self.who, self.tournament, self.badge.player)
        return self.own()


def _stored(result: Result | None) -> str:
    return notation.write(result.fact) if result is not None else ""


def _open(found: selfservice.Open | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {"check_in": found.check_in, "leave": found.leave, "back": found.back, "rounds": list(found.rounds)}
