"""The clock of a round, as the API takes it."""

from __future__ import annotations

from rest_framework import serializers

from tournaments.models.clock import MOST_EXTENSION
from tournaments.services.clock import LONGEST
from tournaments.web.api.serializers import LineField, Strict
from tournaments.web.api.times import TimeField


class ClockIn(Strict):
    minutes = serializers.IntegerField(min_value=1, max_value=LONGEST)


class ExtensionIn(Strict):
    minutes = serializers.IntegerField(min_value=0, max_value=MOST_EXTENSION, help_text="in all; 0 takes them back")
    reason = LineField(max_length=200, required=False, allow_blank=True, default="")


class StartIn(Strict):
    at = TimeField(allow_null=True, help_text="when the games began; null takes the note away")


class LateTableIn(Strict):
    pairing = serializers.CharField()
    sides = serializers.ListField(
        child=serializers.ChoiceField(choices=["first", "second"]), max_length=2, help_text="empty: both were there"
    )


class LateIn(Strict):
    tables = serializers.ListField(child=LateTableIn(), allow_empty=False, max_length=2_000)
