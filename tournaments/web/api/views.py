"""Base classes of views that several features share: one stage, one round, one table, and files."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import BaseRenderer
from rest_framework.response import Response

from tournaments.core import snapshot
from tournaments.core.journal.errors import Conflict, Replaced
from tournaments.core.orm.fast_reading import ReusedQuery
from tournaments.core.rights import Right
from tournaments.core.words.texts import MARK
from tournaments.drafts import outdated
from tournaments.models import Pairing, Round, Stage
from tournaments.players.start_order import missing_order
from tournaments.results.results import missing_table_error
from tournaments.rounds import requests
from tournaments.web.api import documents
from tournaments.web.api.base import TournamentView
from tournaments.web.api.problems import Problem
from tournaments.web.api.reading import Whole
from tournaments.web.api.rendering import FastJSONRenderer
from tournaments.web.api.serializers import side_of

STAGE = Whole("stage", "The number of a stage; the last one by default.", most=999)


class StageView(TournamentView):
    """A resource of one stage, the last unless the address says otherwise."""

    def stage(self) -> Stage:
        """Return the requested stage. Raise a Problem if it does not exist."""
        stages = snapshot.stages_of(self.tournament)
        number: int = self.query_values.get("stage", len(stages))
        if number > len(stages):
            detail = _("Stages run from 1 to {last}.").format(last=len(stages))
            raise Problem(422, "unknown-stage", detail, errors=[{"pointer": "/stage", "detail": detail}])
        stages[number - 1].tournament = self.tournament
        return stages[number - 1]


class RoundView(TournamentView):
    """A resource of one round. Its ETag contains the state, pairings and results, for If-Match."""

    def round(self, number: int) -> Round:
        found = Round.objects.select_related("stage").filter(tournament=self.tournament, number=number).first()
        if found is None or (found.is_draft and Right.SEE_DRAFTS not in self.granted):
            raise Http404
        found.tournament = self.tournament
        return found

    def round_to_change(self, number: int) -> Round:
        """Return the round, for a request to change it. Raise a Problem (409) while the round is still being paired."""
        try:
            return self.round(number)
        except Http404:
            if Right.SEE_DRAFTS not in self.granted or not requests.is_being_paired(self.tournament, int(number)):
                raise
        text = _("Round {number} is still being paired. Repeat the request in a moment.").format(number=number)
        raise Problem(409, "being-paired", text, headers={"Retry-After": "1"})

    def answer(self, round_: Round, status: int = 200) -> Response:
        fresh = get_object_or_404(Round.objects.select_related("stage"), pk=round_.pk)
        fresh.tournament = self.tournament
        headers = {"ETag": self.tag(fresh.tag)}
        return Response(documents.round_document(fresh, self.granted), status=status, headers=headers)

    def answer_paired(self, round_: Round, status: int) -> Response:
        """Return a round that was just paired, with the players left out, the reasons, and notices.

        A notice says if the starting order lacks ranks.
        """
        response = self.answer(round_, status)
        fresh = self.round(round_.number)
        left_out = [{"player": side_of(player), "why": reason} for player, reason in outdated.unpaired_players(fresh)]
        response.data |= {"left_out": left_out, "notices": outdated.pairing_notices(fresh)}
        response.data["notices"] += filter(None, [missing_order(fresh.stage)])
        return response

    def stale(self, conflict: Conflict, round_: Round) -> Problem:
        return Problem(412, "stale", conflict.text, current=self.answer(round_).data)


def _table(pairing_id: str, tournament: int) -> QuerySet[Pairing]:
    tables = Pairing.objects.filter(public_id=pairing_id, round__tournament=tournament)
    return tables.select_related("round").order_by()


def _table_as_seen(pairing_id: str, tournament: int) -> QuerySet[Pairing]:
    unread = ("reasons", "seats", "by_hand", "not_paired", "extensions")
    return _table(pairing_id, tournament).defer("reasons", *(f"round__{name}" for name in unread))


_ANY_TABLE, _VISIBLE_TABLE = ReusedQuery(_table, "an id", -1), ReusedQuery(_table_as_seen, "an id", -1)


class PairingView(RoundView):
    def pairing(self, pairing_id: str, *, whole: bool = False) -> Pairing:
        """Return a table by its id. If `whole` is true, the row includes the reasons of the pairing."""
        found = (_ANY_TABLE if whole else _VISIBLE_TABLE).first(pairing_id, self.tournament.pk)
        if found is None:
            missing = missing_table_error(self.tournament, pairing_id, drafts=Right.SEE_DRAFTS in self.granted)
            raise missing if isinstance(missing, Replaced) else Http404
        if found.round.is_draft and Right.SEE_DRAFTS not in self.granted:
            raise Http404
        found.round.tournament = self.tournament
        return found

    def answer_pairing(self, pairing: Pairing, status: int = 200) -> Response:
        """Return the current table. A table that was read with its sides is current already."""
        fresh = pairing if pairing.sides else self.pairing(pairing.public_id, whole=True)
        has_slip = Right.SEE_DRAFTS in self.granted or self.request.method not in SAFE_METHODS
        return Response(
            documents.pairing(fresh, has_slip=has_slip), status=status, headers={"ETag": self.tag(fresh.version)}
        )


class FileRenderer(BaseRenderer):
    """A renderer that sends a report file unchanged, and problems as JSON."""

    media_type = "text/plain"
    format = "trf"
    charset = "utf-8"

    def render(self, data: object, media_type: str | None = None, context: object = None) -> bytes:
        return data if isinstance(data, bytes) else FastJSONRenderer().render(data)


class JsonTypeFileRenderer(FileRenderer):
    """A renderer of files for programs that accept only JSON, because all other answers are JSON."""

    media_type = "application/json"


CSV = {(200, "text/csv"): OpenApiTypes.STR}


class CsvRenderer(FileRenderer):
    """A renderer that sends a CSV file unchanged, and problems as JSON."""

    media_type = "text/csv"
    format = "csv"


class CsvView(TournamentView):
    renderer_classes = (CsvRenderer, JsonTypeFileRenderer)

    def csv(self, name: str, text: str) -> Response:
        headers = {"Content-Disposition": f'attachment; filename="{self.tournament.slug}-{name}.csv"'}
        return Response((MARK + text).encode(), content_type="text/csv; charset=utf-8", headers=headers)
