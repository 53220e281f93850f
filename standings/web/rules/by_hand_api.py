"""The organiser's input to the standings in the API: the order of tied players, and external values."""

from __future__ import annotations

from contextlib import suppress

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.journal.errors import Repeated
from tournaments.core.rights import Right
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.models import Player
from tournaments.setup import rules
from tournaments.web.api.base import TournamentView, needs
from tournaments.web.api.openapi import FAULTS, KEY
from tournaments.web.api.problems import Problem
from tournaments.web.api.serializers import Document, LineField, SideOut, Strict, side_of


class OrderIn(Strict):
    players = serializers.ListField(
        child=serializers.CharField(max_length=20),
        max_length=1000,
        help_text="All tied players, first place first.",
    )
    reason = LineField(max_length=300, help_text="The reason, shown publicly.")


class LevelOut(Document):
    after_round = serializers.IntegerField()
    players = SideOut(many=True, help_text="The players, in their order.")
    reason = serializers.CharField(help_text="The reason; empty if nobody has ordered these players.")


class LevelsOut(Document):
    level = LevelOut(many=True)


class OutsideIn(Strict):
    values = serializers.DictField(
        child=serializers.DecimalField(max_digits=9, decimal_places=3, allow_null=True),
        help_text="The values by player id; null removes a value.",
    )


class OutsideOut(Document):
    values = serializers.DictField(child=serializers.CharField(), help_text="The values of all players who have one.")


class ByHandView(TournamentView):
    def players(self, ids: list[str]) -> list[Player]:
        """Return these players. Raises Problem for a player who is not in the tournament."""
        players_by_id = {row.public_id: row for row in self.tournament.players.filter(public_id__in=ids)}
        if not players_by_id.keys() >= set(ids):
            raise Problem(422, "no-such-player", gettext("The player is no longer in the tournament."))
        return [players_by_id[each] for each in ids]


class Order(ByHandView):
    @needs(Right.SET_RULES)
    @extend_schema(
        request=OrderIn, responses={200: LevelsOut, **FAULTS}, parameters=[KEY], operation_id="place_by_hand"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Order tied players manually, with a reason that is shown publicly.

        It applies to the current standings only. It ends after another round, or if a correction changes the tied
        players.
        """
        serializer = OrderIn(data=request.data)
        serializer.is_valid(raise_exception=True)
        players = self.players(serializer.validated_data["players"])
        with suppress(Repeated):
            rules.place_by_hand(self.who, self.tournament, players, reason=serializer.validated_data["reason"])
        self.tournament.refresh_from_db()
        level = [
            {"after_round": tie.round, "players": [side_of(each) for each in tie.players], "reason": tie.reason}
            for tie in RULE_BOOKS[0].level(self.tournament)
        ]
        return Response({"level": level})


class Outside(ByHandView):
    @needs(Right.SET_RULES)
    @extend_schema(
        request=OutsideIn, responses={200: OutsideOut, **FAULTS}, parameters=[KEY], operation_id="set_outside"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Set values for a tie-break that is calculated elsewhere. They count for the criterion `OUT`. Players who are
        not named keep their values.
        """
        serializer = OutsideIn(data=request.data)
        serializer.is_valid(raise_exception=True)
        values = serializer.validated_data["values"]
        rows = dict(zip(self.players(list(values)), values.values(), strict=True))
        with suppress(Repeated):
            rules.set_outside(self.who, self.tournament, rows)
        players = self.tournament.players.filter(outside__isnull=False).order_by("pk")
        return Response(
            {"values": {row.public_id: f"{row.outside.normalize():f}" for row in players if row.outside is not None}}
        )
