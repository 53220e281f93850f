"""What line-ups look like wherever programs send them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.services import teams

SEEN = "the line-up that was there when this one was made, empty if none was; where another is there by now, it stays"


def ids_by_boards(told: str, **more: Any) -> serializers.ListField:
    """The members of a line-up by their boards."""
    each = serializers.CharField(max_length=12, allow_null=True)
    return serializers.ListField(child=each, max_length=teams.MOST, help_text=told, **more)
