"""Times that programs send. One without a zone is a time of the tournament."""

from __future__ import annotations

from contextvars import ContextVar
from datetime import UTC, tzinfo

from rest_framework import serializers

#: The zone of the tournament that a request is about.
ZONE: ContextVar[tzinfo] = ContextVar("zone", default=UTC)


class TimeField(serializers.DateTimeField):
    """A time that is sent; without a zone it is of the tournament's zone."""

    def default_timezone(self) -> tzinfo:
        return ZONE.get()
