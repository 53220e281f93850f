"""What is there as CSV, players and the pairings of a round, and as a calendar."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.border import calendars, playerlist
from tournaments.models import Player, Result, Round
from tournaments.rights.permissions import Right
from tournaments.web.api.base import TournamentView
from tournaments.web.api.kept import kept
from tournaments.web.api.reports import FileForAnybody, FileRenderer
from tournaments.web.api.round import RoundView
from tournaments.web.api.schema import FAULTS
from tournaments.web.tables import rows_of
from tournaments.words.spreadsheets import MARK, as_csv

ICS = {(200, "text/calendar"): OpenApiTypes.STR}
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
    @kept
    @extend_schema(responses={**CSV, **FAULTS}, operation_id="players_csv")
    def get(self, request: Request, slug: str) -> Response:
        """All players by name, in the columns by which a list is read: sent back, it says the same."""
        return self.csv("players", playerlist.write(self.tournament.players.all(), self.granted))


class PairingsCsv(RoundView, CsvView):
    @kept
    @extend_schema(responses={**CSV, **FAULTS}, operation_id="pairings_csv")
    def get(self, request: Request, slug: str, number: int) -> Response:
        """The tables of a round with their results, and below them the byes.

        Whoever may `read` gets two columns more: who wrote a result down, and when.
        """
        round_ = self.round(number)
        return self.csv(f"round-{number}", as_csv(_lines(round_, told=Right.SEE_DRAFTS in self.granted)))


class CalendarRenderer(FileRenderer):
    """A calendar as it is; problems as JSON."""

    media_type = "text/calendar"
    format = "ics"


class CalendarView(TournamentView):
    renderer_classes = (CalendarRenderer, FileForAnybody)

    def calendar(self, content: bytes) -> Response:
        headers = {"Content-Disposition": f'attachment; filename="{self.tournament.slug}.ics"'}
        return Response(content, content_type="text/calendar; charset=utf-8", headers=headers)


class TournamentCalendar(CalendarView):
    @extend_schema(responses={**ICS, **FAULTS}, operation_id="calendar")
    def get(self, request: Request, slug: str) -> Response:
        """The day of the tournament and its published rounds, to subscribe to (RFC 5545)."""
        return self.calendar(calendars.of_tournament(self.tournament))


class PlayerCalendar(CalendarView):
    @extend_schema(responses={**ICS, **FAULTS}, operation_id="player_calendar")
    def get(self, request: Request, slug: str, player_id: str) -> Response:
        """The published rounds of one player: whom the player meets, and where."""
        player = get_object_or_404(Player, tournament=self.tournament, public_id=player_id)
        player.tournament = self.tournament
        return self.calendar(calendars.of_player(player))


def _lines(round_: Round, *, told: bool) -> Iterable[tuple[Any, ...]]:
    rows, byes = rows_of(round_)
    more = ("third", "fourth") if round_.tournament.of_pods else ()
    yield "round", "table", "room", "first", "second", *more, "result", "bye", *(("by", "at") if told else ())
    for row in rows:
        names = [player.name for player in row.players]
        names += [""] * (2 + len(more) - len(names))
        line = (round_.number, row.pairing.table, row.room, *names, row.shown, "")
        yield *line, *(_slip(row.result) if told else ())
    for bye in byes:
        empty = [""] * (2 + len(more))
        yield round_.number, "", "", bye.player.name, *empty, bye.kind, *(("", "") if told else ())


def _slip(result: Result | None) -> tuple[str, str]:
    """Who wrote a result down, and when."""
    return (result.by, result.at.isoformat() if result.at else "") if result is not None else ("", "")
