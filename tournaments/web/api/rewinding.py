"""Undo everything after an entry of the journal, and redo it."""

from __future__ import annotations

from contextlib import suppress

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.journal.errors import Repeated
from tournaments.models import Tournament
from tournaments.rights.permissions import Right
from tournaments.services import rewinding
from tournaments.web.api.base import TournamentView
from tournaments.web.api.needs import needs
from tournaments.web.api.schema import FAULTS, KEY, meets


class UndoLaterIn(serializers.Serializer[None]):
    revision = serializers.IntegerField(
        required=False, min_value=0, help_text="of the tournament, as you have read it; refused if it has moved on"
    )


class RewoundOut(serializers.Serializer[None]):
    entries = serializers.IntegerField(help_text="how many entries were undone or redone")
    revision = serializers.IntegerField()


class UndoLater(TournamentView):
    @needs(Right.ADMINISTER)
    @meets(409)
    @extend_schema(
        request=UndoLaterIn, responses={200: RewoundOut, **FAULTS}, parameters=[KEY], operation_id="undo_later"
    )
    def post(self, request: Request, slug: str, sequence: int) -> Response:
        """Undo everything that was done after an entry, the newest first: all of it or nothing."""
        asked = UndoLaterIn(data=request.data)
        asked.is_valid(raise_exception=True)
        count, after = 0, min(sequence, 2**62)
        with suppress(Repeated):  # it is undone already
            count = rewinding.take_back_after(
                self.who, self.tournament, after, revision=asked.validated_data.get("revision")
            )
        return _answer(self.tournament, count)


class Redo(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(request=None, responses={200: RewoundOut, **FAULTS}, parameters=[KEY], operation_id="redo")
    def post(self, request: Request, slug: str, sequence: int) -> Response:
        """Do again what was undone last, as long as nothing was done since: `sequence` is the journal's last entry.

        Entries that were undone together are redone together.
        """
        count = 0
        with suppress(Repeated):  # it is redone already
            count = rewinding.do_again(self.who, self.tournament, sequence)
        return _answer(self.tournament, count)


def _answer(tournament: Tournament, count: int) -> Response:
    tournament.refresh_from_db(fields=["revision"])
    return Response({"entries": count, "revision": tournament.revision})
