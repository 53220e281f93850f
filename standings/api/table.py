"""Standings for programs: exact values, and what each is made of."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from standings import wording
from standings.current import Standing, standing
from standings.derivation import derivation
from standings.formatting import text
from standings.presets import RULES
from tournaments.api.base import TournamentView
from tournaments.api.problems import Problem
from tournaments.api.schema import FAULTS
from tournaments.models import Player


class ValueOut(serializers.Serializer):
    exact = serializers.CharField(allow_null=True, help_text="a whole number or a fraction: 9, 5/9")
    shown = serializers.CharField()


class RowOut(serializers.Serializer):
    rank = serializers.IntegerField()
    player = serializers.CharField()
    name = serializers.CharField()
    points = serializers.CharField()
    values = serializers.DictField(child=ValueOut())
    separated_by = serializers.CharField(allow_null=True)
    why = serializers.CharField(allow_blank=True)
    struck = serializers.BooleanField(help_text="left a round robin too early: the results count for nobody")


class StandingsOut(serializers.Serializer):
    rules = serializers.CharField()
    after_round = serializers.IntegerField()
    live = serializers.BooleanField()
    columns = serializers.ListField(child=serializers.CharField())
    rows = RowOut(many=True)


class DerivationOut(serializers.Serializer):
    player = serializers.CharField()
    code = serializers.CharField()
    exact = serializers.CharField(allow_null=True)
    shown = serializers.CharField()
    source = serializers.CharField()
    sentences = serializers.ListField(child=serializers.CharField())


LIVE = OpenApiParameter("live", bool, description="with the results that a running round has so far")
ROUND = OpenApiParameter("round", int, description="the table after this round, by default after the last closed one")
RULES_CHOICE = OpenApiParameter(
    "rules", str, description="another rule set than the tournament's own", enum=list(RULES)
)


class StandingsView(TournamentView):
    def standing(self, request: Request) -> Standing:
        rules = request.query_params.get("rules")
        if rules is not None and rules not in RULES:
            known = ", ".join(RULES)
            raise Problem(
                422,
                "unknown-rules",
                gettext("There are these rule sets: {known}.").format(known=known),
                errors=[{"pointer": "/rules", "detail": rules[:60]}],
            )
        try:
            return standing(
                self.tournament,
                live=request.query_params.get("live") == "true",
                rules=rules,
                after=self.number(request, "round"),
            )
        except ValueError as error:
            raise Problem(
                422, "unknown-round", str(error), errors=[{"pointer": "/round", "detail": str(error)}]
            ) from error

    def number(self, request: Request, name: str) -> int | None:
        """A whole number of the query."""
        value = request.query_params.get(name)
        if value is None:
            return None
        if not value.isascii() or not value.isdecimal() or len(value) > 5:
            raise Problem(
                422,
                "invalid",
                gettext("{name} is a whole number.").format(name=name),
                errors=[{"pointer": f"/{name}", "detail": value[:20]}],
            )
        return int(value)


class Standings(StandingsView):
    @extend_schema(
        responses={200: StandingsOut, **FAULTS}, parameters=[LIVE, ROUND, RULES_CHOICE], operation_id="standings"
    )
    def get(self, request: Request, slug: str) -> Response:
        """The table after the last closed round; never split."""
        now = self.standing(request)
        return Response(
            {
                "rules": now.table.rules.key,
                "after_round": now.round,
                "live": now.live,
                "columns": list(now.table.columns),
                "rows": [self._row(now, row) for row in now.table.rows],
            }
        )

    def _row(self, now: Standing, row: Any) -> dict[str, Any]:
        reason = wording.separation(now.table, row)
        return {
            "rank": row.rank,
            "player": now.player(row).public_id,
            "name": now.player(row).name,
            "points": str(row.points),
            "values": {
                code: {"exact": None if value is None else str(value), "shown": text(value, code, now.table.rules)}
                for code, value in row.values.items()
            },
            "separated_by": row.separated_by.code if row.separated_by else None,
            "why": wording.sentence(reason, now.view.names, gettext) if reason else "",
            "struck": row.struck is not None,
        }


class Derivation(StandingsView):
    @extend_schema(
        responses={200: DerivationOut, **FAULTS},
        parameters=[LIVE, ROUND, RULES_CHOICE],
        operation_id="derivation",
    )
    def get(self, request: Request, slug: str, player_id: str, code: str) -> Response:
        """What one number of the table is made of."""
        now = self.standing(request)
        player = get_object_or_404(Player, tournament=self.tournament, public_id=player_id)
        number = now.view.numbers.get(player.pk)
        if number is None or code not in now.table.columns:
            raise Http404
        pieces = derivation(now.table, number, code)
        return Response(
            {
                "player": player.public_id,
                "code": code,
                "exact": None if pieces.value is None else str(pieces.value),
                "shown": pieces.shown,
                "source": pieces.source,
                "sentences": list(wording.sentences(pieces, now.table.rules, now.view.names, gettext)),
            }
        )
