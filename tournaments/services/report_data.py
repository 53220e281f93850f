"""The days of a tournament fit each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.journal.errors import Refused
from tournaments.models import Tournament


def days_fit(values: Mapping[str, Any], tournament: Tournament | None = None) -> None:
    """Raises Refused for a last day before the first, as they stand after the change."""
    first = values.get("starts_on", tournament.starts_on if tournament is not None else None)
    last = values.get("ends_on", tournament.ends_on if tournament is not None else None)
    if first is not None and last is not None and last < first and {"starts_on", "ends_on"} & values.keys():
        raise Refused(_("The last day is before the first."), code="days", field="ends_on")
