"""Times that programs send. One without a zone is a time of the tournament."""

from __future__ import annotations

from contextvars import ContextVar
from datetime import UTC, datetime, tzinfo

from django.utils.timezone import is_naive
from rest_framework import serializers

#: The zone of the tournament that a request is about.
ZONE: ContextVar[tzinfo] = ContextVar("zone", default=UTC)


class TimeField(serializers.DateTimeField):
    """A time that is sent; without a zone it is of the tournament's zone."""

    def default_timezone(self) -> tzinfo:
        return ZONE.get()

    def enforce_timezone(self, value: datetime) -> datetime:
        """A time with a zone stays the same moment; answers have it in UTC."""
        return super().enforce_timezone(value) if is_naive(value) else value.astimezone(UTC)
