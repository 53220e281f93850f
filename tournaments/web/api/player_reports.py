"""What players report, for the desk's programs."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.journal.errors import Repeated
from tournaments.models import Pairing, Report, Round
from tournaments.rights.permissions import Right, rights_and_tables
from tournaments.services import reports as service
from tournaments.web.api.base import TournamentView
from tournaments.web.api.needs import needs
from tournaments.web.api.rounds import PairingView
from tournaments.web.api.schema import FAULTS, KEY, meets
from tournaments.web.api.serializers import Document
from tournaments.web.api.serializers_results import OnePairingOut, SaidIn


class ReportOut(Document):
    player = serializers.CharField(help_text="the id of the player who says it")
    notation = serializers.CharField(
        help_text="the result as the table has it, the first player's side first; of teams the boards, between spaces"
    )
    at = serializers.DateTimeField()
    due_at = serializers.DateTimeField(allow_null=True, help_text="when it counts if nobody says otherwise")
    disputed_at = serializers.DateTimeField(allow_null=True)


class ReportedOut(Document):
    pairing = serializers.CharField(help_text="the id of the pairing")
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    disputed = serializers.BooleanField(help_text="the two players do not agree")
    reports = ReportOut(many=True)


class ReportsOut(Document):
    tables = ReportedOut(many=True)


class Reports(TournamentView):
    @needs(Right.ENTER_RESULTS)
    @extend_schema(responses={200: ReportsOut, **FAULTS}, operation_id="reports")
    def get(self, request: Request, slug: str) -> Response:
        """What players have reported and is no result yet: what is disputed first, then by table."""
        service.settle_due(self.tournament)
        own = rights_and_tables(self.who, self.tournament)[1]
        running = self.tournament.rounds.filter(status=Round.Status.PUBLISHED)
        found = [each for each in service.open_reports(running) if own is None or each.pairing.table in own]
        return Response({"tables": [reported(each.pairing, each.reports) for each in found]})

    @property
    def state(self) -> object:
        """None: reading stores what is due."""
        return None


class Settle(PairingView):
    @needs(Right.ENTER_RESULTS)
    @meets(410)
    @extend_schema(
        request=SaidIn, responses={200: OnePairingOut, **FAULTS}, parameters=[KEY], operation_id="settle_report"
    )
    def post(self, request: Request, slug: str, pairing_id: str) -> Response:
        """Take for the result what a player has reported. What no player says any more is refused."""
        pairing = self.pairing(pairing_id)
        given = SaidIn(data=request.data)
        given.is_valid(raise_exception=True)
        with suppress(Repeated):
            fact = given.said(self.tournament.scoring_of(pairing.round.best_of))
            service.settle_report(self.who, self.tournament, pairing, fact)
        return self.answer_pairing(pairing)


class DismissReports(PairingView):
    @needs(Right.ENTER_RESULTS)
    @meets(410)
    @extend_schema(
        request=None, responses={200: OnePairingOut, **FAULTS}, parameters=[KEY], operation_id="dismiss_reports"
    )
    def post(self, request: Request, slug: str, pairing_id: str) -> Response:
        """Take no notice of what is reported of a table; its players may report again."""
        pairing = self.pairing(pairing_id)
        with suppress(Repeated):
            service.dismiss_reports(self.who, self.tournament, pairing)
        return self.answer_pairing(pairing)


def reported(pairing: Pairing, reports: Any) -> dict[str, Any]:
    """What is said of a table, as a document."""
    rows: list[Report] = list(reports)
    shown = [
        {
            "player": row.player.public_id,
            "notation": row.said,
            "at": row.at,
            "due_at": row.due_at,
            "disputed_at": row.disputed_at,
        }
        for row in rows
    ]
    return {
        "pairing": pairing.public_id,
        "round": pairing.round.number,
        "table": pairing.table,
        "disputed": service.Reported(pairing, tuple(rows)).is_disputed,
        "reports": shown,
    }
