"""Reasons as rows hold them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pairings.plan import Reason
from tournaments.models.stored import StoredReason

#: The stored reason of what the organiser made by hand.
BY_HAND: list[StoredReason] = [{"code": "by-hand", "facts": {}, "article": ""}]


def reasons_as_json(reasons: Iterable[Reason]) -> list[StoredReason]:
    """Reasons as they are stored, and as the API shows them."""
    return [{"code": r.code, "facts": dict(r.facts), "article": r.article} for r in reasons]


def reasons_from_json(stored: Iterable[StoredReason]) -> tuple[Reason, ...]:
    """What `reasons_as_json` wrote, with lists as tuples again."""
    return tuple(Reason(r["code"], {k: _frozen(v) for k, v in r["facts"].items()}, r["article"]) for r in stored)


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_frozen(item) for item in value)
    return value
