"""Manual points in a series, and its other organisers, in the API."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from standings.web.series.of_series import OfSeries
from standings.web.series.tables import SeriesView, format_points
from tournaments.core.rights import Right
from tournaments.models import SeriesPoints
from tournaments.models.series import LONGEST_REASON
from tournaments.series import series as verbs
from tournaments.web.api.base import needs
from tournaments.web.api.openapi import FAULTS, KEY
from tournaments.web.api.problems import Problem
from tournaments.web.api.reading import AmountOut
from tournaments.web.api.serializers import BooleanField, Document, LineField, Strict


class SeriesPointsIn(Strict):
    player = serializers.CharField(max_length=40, help_text="An id of the player in one of the events.")
    points = serializers.DecimalField(max_digits=7, decimal_places=2, help_text="The points; below 0 for a penalty.")
    reason = LineField(max_length=LONGEST_REASON)

    def validate_points(self, points: Decimal) -> Decimal:
        if not points:
            raise serializers.ValidationError(_("Enter points above or below 0."))
        return points


class SeriesPersonOut(Document):
    id = serializers.CharField()
    name = serializers.CharField()


class GivenPointsOut(Document):
    id = serializers.CharField()
    player = SeriesPersonOut(
        allow_null=True, help_text="The player, as in the table; null if the player is in no event now."
    )
    points = AmountOut()
    reason = serializers.CharField()


class SeriesPointsOut(Document):
    points = GivenPointsOut(many=True)


class _Points(OfSeries):
    def answer(self) -> Response:
        view = SeriesView(self.series)
        points = [
            {
                "id": each.public_id,
                "player": None if (key := view.find(each.person)) is None else {"id": key, "name": view.name(key)},
                "points": {"exact": str(Fraction(each.points)), "shown": format_points(Fraction(each.points))},
                "reason": each.reason,
            }
            for each in self.series.by_hand.all()
        ]
        return Response(SeriesPointsOut({"points": points}).data)


class SeriesByHand(_Points):
    @extend_schema(responses={200: SeriesPointsOut, **FAULTS}, operation_id="series_points")
    def get(self, request: Request, series: str) -> Response:
        """List the manual points."""
        return self.answer()

    @needs(Right.ADMINISTER)
    @extend_schema(
        request=SeriesPointsIn,
        responses={200: SeriesPointsOut, **FAULTS},
        parameters=[KEY],
        operation_id="give_series_points",
    )
    def post(self, request: Request, series: str) -> Response:
        """Add points to a player's total, or deduct them. The same points for the same reason count once."""
        serializer = SeriesPointsIn(data=request.data)
        serializer.is_valid(raise_exception=True)
        values = serializer.validated_data
        person = SeriesView(self.series).find(values["player"])
        if person is None:
            text = _("No player of this series has this key.")
            raise Problem(422, "invalid", text, errors=[{"pointer": "/player", "detail": text}])
        verbs.give_points(self.who, self.series, person=person, points=values["points"], reason=values["reason"])
        return self.answer()


class RemoveSeriesPoints(_Points):
    @needs(Right.ADMINISTER)
    @extend_schema(
        request=None,
        responses={200: SeriesPointsOut, **FAULTS},
        parameters=[KEY],
        operation_id="remove_series_points",
    )
    def post(self, request: Request, series: str, given: str) -> Response:
        """Remove manual points. If they were removed already, nothing changes."""
        row = SeriesPoints.objects.filter(series=self.series, public_id=given).first()
        if row is not None:
            verbs.remove_points(self.who, row)
        return self.answer()


class SeriesOrganiserIn(Strict):
    username = serializers.CharField(
        max_length=150, help_text="The username of an organiser of one of your tournaments."
    )
    organiser = BooleanField(help_text="Whether the account manages the series; false removes it.")


class SeriesOrganisersOut(Document):
    organisers = serializers.ListField(child=serializers.CharField(), help_text="The accounts, without the owner.")


class SeriesOrganisers(OfSeries):
    @needs(Right.ADMINISTER)
    @extend_schema(responses={200: SeriesOrganisersOut, **FAULTS}, operation_id="series_organisers")
    def get(self, request: Request, series: str) -> Response:
        """List the organisers of the series, without its owner."""
        return self.answer()

    @needs(Right.ADMINISTER)
    @extend_schema(
        request=SeriesOrganiserIn,
        responses={200: SeriesOrganisersOut, **FAULTS},
        parameters=[KEY],
        operation_id="set_series_organiser",
    )
    def post(self, request: Request, series: str) -> Response:
        """Add or remove an organiser of the series. Only the owner can."""
        serializer = SeriesOrganiserIn(data=request.data)
        serializer.is_valid(raise_exception=True)
        values = serializer.validated_data
        verb = verbs.add_organiser if values["organiser"] else verbs.remove_organiser
        verb(self.who, self.series, values["username"])
        return self.answer()

    def answer(self) -> Response:
        names = list(self.series.organisers.order_by("username").values_list("username", flat=True))
        return Response(SeriesOrganisersOut({"organisers": names}).data)
