"""What is there as CSV: players, and the pairings of a round."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.border import playerlist
from tournaments.models import Round
from tournaments.web.api.base import TournamentView
from tournaments.web.api.reports import FileForAnybody, FileRenderer
from tournaments.web.api.round import RoundView
from tournaments.web.api.schema import FAULTS
from tournaments.web.tables import rows_of
from tournaments.words.spreadsheets import MARK, as_csv

CSV = {(200, "text/csv"): OpenApiTypes.STR}


class CsvRenderer(FileRenderer):
    """A table as it is; problems as JSON."""

    media_type = "text/csv"
    format = "csv"


class CsvView(TournamentView):
    renderer_classes = (CsvRenderer, FileForAnybody)

    def csv(self, name: str, text: str) -> Response:
        headers = {"Content-Disposition": f'attachment; filename="{self.tournament.slug}-{name}.csv"'}
        return Response((MARK + text).encode(), content_type="text/csv; charset=utf-8", headers=headers)


class PlayersCsv(CsvView):
    @extend_schema(responses={**CSV, **FAULTS}, operation_id="players_csv")
    def get(self, request: Request, slug: str) -> Response:
        """All players by name, in the columns by which a list is read: sent back, it says the same."""
        return self.csv("players", playerlist.write(self.tournament.players.all(), self.granted))


class PairingsCsv(RoundView, CsvView):
    @extend_schema(responses={**CSV, **FAULTS}, operation_id="pairings_csv")
    def get(self, request: Request, slug: str, number: int) -> Response:
        """The tables of a round with their results, and below them the byes."""
        round_ = self.round(number)
        return self.csv(f"round-{number}", as_csv(_lines(round_)))


def _lines(round_: Round) -> Iterable[tuple[Any, ...]]:
    rows, byes = rows_of(round_)
    yield "round", "table", "room", "first", "second", "result", "bye"
    for row in rows:
        yield round_.number, row.pairing.table, row.room, row.first.name, row.second.name, row.notation, ""
    for bye in byes:
        yield round_.number, "", "", bye.player.name, "", "", bye.kind
