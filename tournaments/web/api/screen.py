"""The screen in the hall."""

from __future__ import annotations

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.rights.permissions import Right
from tournaments.services import screen as service
from tournaments.web.api import documents
from tournaments.web.api.base import TournamentView
from tournaments.web.api.needs import needs
from tournaments.web.api.problems import Problem
from tournaments.web.api.schema import FAULTS, IF_MATCH, meets
from tournaments.web.api.serializers_tournaments import ScreenDocument


class ScreenResource(TournamentView):
    def answer(self) -> Response:
        return Response(documents.screen(self.tournament), headers={"ETag": self.tag()})

    @extend_schema(responses={200: ScreenDocument, **FAULTS}, operation_id="screen")
    def get(self, request: Request, slug: str) -> Response:
        """What the screen in the hall shows; the ETag is the tournament's revision, for If-Match."""
        return self.answer()

    @needs(Right.PAIR)
    @meets(409)
    @extend_schema(
        request=ScreenDocument,
        responses={200: ScreenDocument, **FAULTS},
        parameters=[IF_MATCH],
        operation_id="set_screen",
    )
    def put(self, request: Request, slug: str) -> Response:
        """Say what the screen in the hall shows, its message, and from how far it is read."""
        revision = self.seen_version(request, self.tournament.revision)
        given = ScreenDocument(data=request.data)
        given.is_valid(raise_exception=True)
        if revision != self.tournament.revision:
            raise Problem(412, "stale", _("The tournament has changed since; read the screen again."))
        self.tournament = service.set_screen(self.who, self.tournament, **given.validated_data, revision=revision)
        return self.answer()
