"""Define warnings and penalties of players, as their rows store them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NotRequired, TypedDict

from django.db.models import TextChoices
from django.utils.translation import pgettext_lazy

LONGEST_PENALTY_REASON = 300


class Measure(TextChoices):
    """An arbiter's or judge's measure against a player, the mildest first."""

    WARNING = "warning", pgettext_lazy("given to a player", "warning")
    TIME = "time", pgettext_lazy("given to a player", "time penalty")
    GAME_LOSS = "game-loss", pgettext_lazy("given to a player", "game loss")
    MATCH_LOSS = "match-loss", pgettext_lazy("given to a player", "match loss")
    OTHER = "other", pgettext_lazy("given to a player", "other penalty")


class StoredPenalty(TypedDict):
    """A penalty as stored in a player's row."""

    id: str
    round: int
    measure: str
    reason: str
    member: NotRequired[str]


@dataclass(frozen=True, slots=True)
class Penalty:
    """A warning or penalty in a round, by the tournament's number, with its reason.

    `member` is the id of the team member it is for; empty for a player, and for a team as a whole.
    """

    id: str
    round: int
    measure: Measure
    reason: str
    member: str = ""

    def to_json(self) -> StoredPenalty:
        stored: StoredPenalty = {
            "id": self.id,
            "round": self.round,
            "measure": self.measure.value,
            "reason": self.reason,
        }
        return {**stored, "member": self.member} if self.member else stored


def penalties_to_json(penalties: Iterable[Penalty]) -> list[StoredPenalty]:
    """Return penalties as a player's row stores them, in order of rounds."""
    return [each.to_json() for each in sorted(penalties, key=lambda each: each.round)]


def read_penalties(rows: Iterable[Mapping[str, object]]) -> tuple[Penalty, ...]:
    return tuple(
        Penalty(
            str(row["id"]),
            int(str(row["round"])),
            Measure(str(row["measure"])),
            str(row["reason"]),
            str(row.get("member", "")),
        )
        for row in rows
    )
