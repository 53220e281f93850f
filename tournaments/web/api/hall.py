"""The hall, and the tables of a draft."""

from __future__ import annotations

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.hall import Hall, Room
from tournaments.journal.errors import Refused, Repeated
from tournaments.rights.permissions import Right
from tournaments.services import hall as service
from tournaments.web.api import documents
from tournaments.web.api.base import TournamentView
from tournaments.web.api.needs import needs
from tournaments.web.api.problems import Problem
from tournaments.web.api.round import RoundView
from tournaments.web.api.schema import FAULTS, IF_MATCH, KEY, meets
from tournaments.web.api.serializers_rounds import RoundOut
from tournaments.web.api.serializers_tournaments import HallDocument


class HallResource(TournamentView):
    def answer(self) -> Response:
        return Response(documents.hall(self.tournament), headers={"ETag": self.tag()})

    @extend_schema(responses={200: HallDocument, **FAULTS}, operation_id="hall")
    def get(self, request: Request, slug: str) -> Response:
        """Where tables begin, which are closed, and the rooms; the ETag is the tournament's revision, for If-Match."""
        return self.answer()

    @needs(Right.PAIR)
    @meets(409)
    @extend_schema(
        request=HallDocument,
        responses={200: HallDocument, **FAULTS},
        parameters=[IF_MATCH],
        operation_id="set_hall",
    )
    def put(self, request: Request, slug: str) -> Response:
        """Say what the hall looks like. Rounds that are paired keep their tables; a draft can be numbered anew."""
        revision = self.seen_version(request, self.tournament.revision)
        given = HallDocument(data=request.data)
        given.is_valid(raise_exception=True)
        if revision != self.tournament.revision:
            raise Problem(412, "stale", _("The tournament has changed since; read the hall again."))
        data = given.validated_data
        rooms = tuple(Room(room["name"], room["first"], room["last"]) for room in data["rooms"])
        hall = Hall(data["first"], frozenset(data["closed"]), rooms)
        try:
            self.tournament = service.set_hall(self.who, self.tournament, hall, revision=revision)
        except Refused as refusal:
            if refusal.status != 422:
                raise
            errors = [{"pointer": f"/{refusal.field}", "detail": refusal.text}]
            raise Problem(422, refusal.code, refusal.text, errors=errors) from refusal
        return self.answer()


class RoundTables(RoundView):
    @needs(Right.PAIR)
    @extend_schema(request=None, responses={200: RoundOut, **FAULTS}, parameters=[KEY], operation_id="number_tables")
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Give the pairings of a draft their tables anew, as the hall and fixed tables are now."""
        round_ = self.round(number)
        try:
            service.number_tables(self.who, self.tournament, round_)
        except Repeated:
            return self.answer(round_)
        return self.answer(round_)
