"""Byes that are asked for over the API, by one player or by many."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.journal.errors import Refused, Repeated, Unusual
from tournaments.models import Player, Tournament
from tournaments.rights.who import Who
from tournaments.services import registration


def note_byes(
    who: Who, tournament: Tournament, asked: Sequence[tuple[Player, int, str | None]], *, anyway: bool, at: str = ""
) -> None:
    """Note byes; noted before under the same key, they stay. What is refused points at its place in the document."""
    try:
        registration.request_byes(who, tournament, asked, anyway=anyway)
    except Repeated:
        return
    except Refused as refusal:
        if refusal.field is not None and not isinstance(refusal, Unusual):
            refusal.field = at + refusal.field.replace("round_number", "round")
        raise
