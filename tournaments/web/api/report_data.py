"""What stands in the report of a tournament, as programs write it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.web.api.serializers import LineField, Strict
from tournaments.words import report_data, validation


def _written(read: Callable[[str], str], value: str) -> str:
    try:
        return read(value)
    except validation.NotAName as error:
        raise serializers.ValidationError(str(error)) from error


class ReportDataIn(Strict):
    """Place, days and arbiters, which stand in report files only."""

    city = LineField(max_length=100, required=False, allow_blank=True)
    federation = LineField(max_length=3, required=False, allow_blank=True, help_text="FIDE's three letters")
    ends_on = serializers.DateField(required=False, allow_null=True, help_text="the last day")
    round_dates = LineField(
        max_length=report_data.LONGEST, required=False, allow_blank=True,
        help_text="days with commas between; empty: the days on which the rounds are published",
    )  # fmt: skip
    chief_arbiter = LineField(max_length=100, required=False, allow_blank=True)
    deputy_arbiters = LineField(
        max_length=report_data.LONGEST, required=False, allow_blank=True, help_text="with semicolons between"
    )
    rate_of_play = LineField(max_length=100, required=False, allow_blank=True, help_text="in words")
    time_control = LineField(
        max_length=100, required=False, allow_blank=True, help_text="in seconds, as record 222 has it: 5400+30"
    )

    rank_method = LineField(
        max_length=5, required=False, allow_blank=True, help_text="as record 172 has it: FIDE, NRO, FIDON ..."
    )

    def validate_rank_method(self, value: str) -> str:
        return _written(report_data.rank_method, value)

    def validate_federation(self, value: str) -> str:
        return _written(report_data.federation, value)

    def validate_round_dates(self, value: str) -> str:
        return _written(report_data.round_dates, value)

    def validate_time_control(self, value: str) -> str:
        return _written(report_data.time_control, value)

    def validate_ends_on(self, value: Any) -> Any:
        if value is not None and not 1900 <= value.year <= 2200:
            raise serializers.ValidationError(_("Choose a date between 1900 and 2200."))
        return value
