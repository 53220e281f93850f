"""Players who call an organiser, for the desk's programs."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.journal.errors import Repeated
from tournaments.models import Call, Player
from tournaments.rights.permissions import Right, rights_and_tables
from tournaments.services import calls as service
from tournaments.web.api.base import TournamentView
from tournaments.web.api.needs import needs
from tournaments.web.api.schema import FAULTS, KEY
from tournaments.web.api.serializers import Document


class CallOut(Document):
    player = serializers.CharField(help_text="the id of the player who calls")
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True, help_text="where he sat then; null: at none")
    at = serializers.DateTimeField()
    answered_at = serializers.DateTimeField(allow_null=True, help_text="since when somebody is on the way")


class CallsOut(Document):
    calls = CallOut(many=True)


def called(call: Call) -> dict[str, Any]:
    """A call as a document."""
    return {
        "player": call.player.public_id,
        "round": call.round_number,
        "table": call.table,
        "at": call.at,
        "answered_at": call.answered_at,
    }


class CallsView(TournamentView):
    def answer_calls(self) -> Response:
        own = rights_and_tables(self.who, self.tournament)[1]
        found = [
            each for each in service.open_calls(self.tournament) if own is None or not each.table or each.table in own
        ]
        return Response({"calls": [called(each) for each in found]})


class Calls(CallsView):
    @needs(Right.ENTER_RESULTS)
    @extend_schema(responses={200: CallsOut, **FAULTS}, operation_id="calls")
    def get(self, request: Request, slug: str) -> Response:
        """Who calls an organiser: those to whom nobody is on the way first, then whoever has waited longest."""
        return self.answer_calls()


class CallVerb(CallsView):
    @needs(Right.ENTER_RESULTS)
    @extend_schema(request=None, responses={200: CallsOut, **FAULTS}, parameters=[KEY], operation_id="call_verb")
    def post(self, request: Request, slug: str, player_id: str, verb: str) -> Response:
        """`answer` the call of a player, who is shown that somebody is on the way, or `end` it when it is settled."""
        player = get_object_or_404(Player, tournament=self.tournament, public_id=player_id)
        with suppress(Repeated):
            (service.answer_call if verb == "answer" else service.end_call)(self.who, self.tournament, player)
        return self.answer_calls()
