"""The bar of a McMahon tournament: who starts where by it, or would by another one."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.options import OptionError
from tournaments import border
from tournaments.border import bars
from tournaments.rights.permissions import Right
from tournaments.web.api import documents
from tournaments.web.api.base import TournamentView
from tournaments.web.api.needs import needs
from tournaments.web.api.problems import Problem
from tournaments.web.api.queries import Text
from tournaments.web.api.schema import FAULTS
from tournaments.web.api.serializers import Document, SideOut
from tournaments.words.languages import translate


class StartingGroupOut(Document):
    score = serializers.IntegerField(help_text="with which its players start; 30 is 1 dan")
    at_bar = serializers.BooleanField(help_text="whether they can win")
    players = SideOut(many=True)


class BarOut(Document):
    bar = serializers.CharField()
    floor = serializers.CharField()
    at_bar = serializers.IntegerField(help_text="how many start at the bar")
    usual_from = serializers.IntegerField(allow_null=True, help_text="so many at the bar are usual in so many rounds")
    usual_to = serializers.IntegerField(allow_null=True)
    proposed = serializers.CharField(allow_null=True, help_text="the bar that comes nearest to that")
    groups = StartingGroupOut(many=True, help_text="the highest first")


class Bar(TournamentView):
    query = (
        Text("bar", "a rank such as 3d; as it is, if not given", longest=3),
        Text("floor", "a rank such as 20k; as it is, if not given", longest=3),
    )

    @needs(Right.ADMINISTER)
    @extend_schema(responses={200: BarOut, **FAULTS}, operation_id="bar")
    def get(self, request: Request, slug: str) -> Response:
        """Who starts where in a McMahon tournament, or would by another bar and floor. Stored they are by `/system`."""
        stage = border.current_stage(self.tournament)
        if not bars.has_bar(stage):
            raise Http404(_("Only a McMahon tournament in which players start by rank has a bar."))
        try:
            start = bars.start_of(stage, self.asked.get("bar"), self.asked.get("floor"))
        except OptionError as error:
            text = translate(error.sentence)
            raise Problem(422, "query", text, errors=[{"pointer": f"/{error.name}", "detail": text}]) from error
        return Response(_document(start))


def _document(start: bars.Start) -> dict[str, Any]:
    low, high = start.fitting or (None, None)
    return {
        "bar": start.bar,
        "floor": start.floor,
        "at_bar": len(start.at_bar),
        "usual_from": low,
        "usual_to": high,
        "proposed": start.proposed,
        "groups": [
            {
                "score": group.score,
                "at_bar": group.at_bar,
                "players": [documents.side(player) for player in group.players],
            }
            for group in start.groups
        ],
    }
