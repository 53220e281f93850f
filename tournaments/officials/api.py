"""FIDE mode: what it locks, and leaving it."""

from __future__ import annotations

from contextlib import suppress

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.journal import fide_locks
from tournaments.core.journal.errors import Repeated
from tournaments.core.rights import Right
from tournaments.core.words.values import LONGEST_LEAVING_REASON
from tournaments.officials import arbiter
from tournaments.setup.serializers import LeftFideOut
from tournaments.web.api.base import TournamentView, needs
from tournaments.web.api.openapi import FAULTS, KEY
from tournaments.web.api.serializers import Document, LineField, Strict


class LockOut(Document):
    what = serializers.CharField()
    why = serializers.CharField()
    article = serializers.CharField(help_text="where it is written")


class FideModeOut(Document):
    fide_mode = serializers.BooleanField()
    left_fide = LeftFideOut(allow_null=True)
    locks = LockOut(many=True, help_text="what cannot change now; empty out of the mode, and before round 1")


class LeaveIn(Strict):
    reason = LineField(
        max_length=LONGEST_LEAVING_REASON,
        help_text="everybody reads it, and it stands in the report",
    )
    understood = serializers.BooleanField(help_text="the first confirmation: nobody comes back into the mode")
    name = serializers.CharField(max_length=200, help_text="the second one: the tournament's name")


class FideMode(TournamentView):
    def answer(self) -> Response:
        found = self.tournament
        locked = fide_locks.locks() if found.fide_mode and fide_locks.has_begun(found) else []
        lines = [{"what": str(lock.what), "why": str(lock.text), "article": str(lock.article)} for lock in locked]
        return Response({"fide_mode": found.fide_mode, "left_fide": found.left_fide, "locks": lines})

    @extend_schema(responses={200: FideModeOut, **FAULTS}, operation_id="fide_mode")
    def get(self, request: Request, slug: str) -> Response:
        """Get whether FIDE mode is on, and what it locks, with the article of each lock."""
        return self.answer()

    @needs(Right.ADMINISTER)
    @extend_schema(
        request=LeaveIn, responses={200: FideModeOut, **FAULTS}, parameters=[KEY], operation_id="leave_fide_mode"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Leave FIDE mode permanently, after round 1 is published: it takes a reason and two confirmations.

        Everybody reads it, and the report says it. Before round 1 the mode is a setting of the tournament.
        """
        given = LeaveIn(data=request.data)
        given.is_valid(raise_exception=True)
        with suppress(Repeated):
            arbiter.leave_fide_mode(self.who, self.tournament, **given.validated_data)
        self.tournament.refresh_from_db()
        return self.answer()
