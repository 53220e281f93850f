"""Drawn matches of a knock-out, in which somebody has to say who goes on."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.border.knockouts import is_knock_out, undecided
from tournaments.models import Advance, Round
from tournaments.web.tables import Row, rows_of


@dataclass(frozen=True, slots=True)
class Drawn:
    """A match of a round that was drawn, and what was said of it."""

    row: Row
    said: Advance | None


def drawn_in(round_: Round) -> list[Drawn]:
    """The drawn matches of a round of a knock-out, and others of which somebody has said who goes on."""
    if not is_knock_out(round_.stage):
        return []
    said = {each.pairing_id: each for each in Advance.objects.filter(pairing__round=round_)}
    wanted = {each.pk for each in undecided(round_)} | set(said)
    if not wanted:
        return []
    rows, _byes = rows_of(round_)
    return [Drawn(row, said.get(row.pairing.pk)) for row in rows if row.pairing.pk in wanted]
