"""The season of a series in the API: closed or open, and the effect of corrections on a closed one."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from standings.web.series.corrections import CorrectedPlayer, Notice, Standing, corrections, notices_of, table_of
from standings.web.series.of_series import OfSeries
from standings.web.series.tables import SeriesView, format_points
from tournaments.core.rights import Right
from tournaments.models import ClosedSeason, Series
from tournaments.series import series as verbs
from tournaments.web.api.base import needs
from tournaments.web.api.openapi import FAULTS, KEY
from tournaments.web.api.reading import AmountOut
from tournaments.web.api.serializers import BooleanField, ChoiceField, Document, Strict

CLOSE, REOPEN, UNDO = "close", "reopen", "undo-reopening"


class SeriesSeasonIn(Strict):
    change = ChoiceField(
        choices=[CLOSE, REOPEN, UNDO],
        help_text="What to do. `undo-reopening` closes it again with its former table, if nothing was changed since.",
    )


class SeriesStandingOut(Document):
    rank = serializers.IntegerField(allow_null=True, help_text="The place; null with too few events.")
    total = AmountOut()


class SeriesMoveOut(Document):
    id = serializers.CharField(help_text="The player, as in the table.")
    name = serializers.CharField()
    before = SeriesStandingOut(allow_null=True, help_text="The place and points; null if not in the table.")
    after = SeriesStandingOut(allow_null=True, help_text="The place and points; null if not in the table.")


class SeriesNoticeOut(Document):
    at = serializers.DateTimeField()
    event = serializers.CharField(allow_null=True, help_text="The corrected event; null for a changed rule.")
    reason = serializers.CharField(allow_blank=True, help_text="Why the rule was changed.")
    moves = SeriesMoveOut(many=True)


class SeriesSeasonOut(Document):
    closed_at = serializers.DateTimeField(allow_null=True, help_text="When the season was closed; null while it runs.")
    table_is_kept = BooleanField(help_text="Whether the table stays when results of its tournaments change.")
    can_undo_reopening = BooleanField()
    changed_events = serializers.ListField(
        child=serializers.CharField(),
        help_text="Names of tournaments whose results changed since the season was closed.",
    )
    moves = SeriesMoveOut(many=True, help_text="What would change if the season were reopened.")
    notices = SeriesNoticeOut(many=True, help_text="The changes during the season, latest first.")


class SeriesSeason(OfSeries):
    @extend_schema(responses={200: SeriesSeasonOut, **FAULTS}, operation_id="series_season")
    def get(self, request: Request, series: str) -> Response:
        """Get whether the season is closed, and what later corrections would change in its table."""
        return self.answer()

    @needs(Right.ADMINISTER)
    @extend_schema(
        request=SeriesSeasonIn,
        responses={200: SeriesSeasonOut, **FAULTS},
        parameters=[KEY],
        operation_id="change_series_season",
    )
    def post(self, request: Request, series: str) -> Response:
        """Close the season and keep its table, reopen it, or undo a reopening."""
        serializer = SeriesSeasonIn(data=request.data)
        serializer.is_valid(raise_exception=True)
        change = serializer.validated_data["change"]
        if change == CLOSE:
            verbs.close_season(self.who, self.series, table_of=table_of)
        elif change == REOPEN:
            verbs.reopen_season(self.who, self.series)
        else:
            verbs.undo_reopening(self.who, self.series)
        return self.answer()

    def answer(self) -> Response:
        series = Series.objects.get(pk=self.series.pk)
        is_kept = ClosedSeason.objects.filter(series=series).exists()
        found = corrections(series) if series.closed_at is not None else None
        moves = () if found is None else found.moves
        document = {
            "closed_at": series.closed_at,
            "table_is_kept": series.closed_at is not None and is_kept,
            "can_undo_reopening": series.closed_at is None and is_kept,
            "changed_events": [] if found is None else list(found.events),
            "moves": [_move(each) for each in moves],
            "notices": [_notice(each) for each in notices_of(SeriesView(series))],
        }
        return Response(SeriesSeasonOut(document).data)


def _notice(notice: Notice) -> dict[str, object]:
    moves = [_move(each) for each in notice.moves]
    return {"at": notice.at, "event": notice.event or None, "reason": notice.reason, "moves": moves}


def _move(move: CorrectedPlayer) -> dict[str, object]:
    return {
        "id": move.person,
        "name": move.name,
        "before": _standing(move.before),
        "after": _standing(move.after),
    }


def _standing(standing: Standing | None) -> dict[str, object] | None:
    if standing is None:
        return None
    return {"rank": standing.rank, "total": {"exact": str(standing.total), "shown": format_points(standing.total)}}
