"""What each player brings to a round, as an arbiter writes it on a pairing card: score, colour due, floats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pairings.snapshot import Snapshot
from pairings.systems.dutch.rules.colours import WHITE
from pairings.systems.dutch.rules.field import Competitor, Field
from pairings.systems.dutch.rules.history import DOWN, UP
from pairings.systems.dutch.rules.options import Options
from pairings.systems.dutch.rules.points import points_text


@dataclass(frozen=True, slots=True)
class Card:
    """`points` is the pairing score in units that compare, `score` the same as text, virtual points behind a plus.

    `due` is "first", "second" or "" and `strength` 0 to 3 (none, mild, strong, absolute; art. 1.7). `floats` has
    "down", "up" or "" for the last round but one and for the last.
    """

    points: int
    score: str
    due: str
    strength: int
    floats: tuple[str, str]


def cards(snapshot: Snapshot, options: Options) -> Mapping[int, Card]:
    """The cards of everybody who is there for the next round, by number."""
    field = Field(snapshot, options)
    everybody = [*field.players, *(player for pair in field.fixed for player in pair)]
    return {player.number: _card(field, player) for player in everybody}


def _card(field: Field, player: Competitor) -> Card:
    scale, virtual = field.scale.scale, player.points - player.score
    score = points_text(player.score, scale) + (f" + {points_text(virtual, scale)}" if virtual else "")
    wants = player.preference.wants
    named = {DOWN: "down", UP: "up"}
    last, before = (named.get(kind, "") for kind in player.past.floats)
    return Card(
        player.points,
        score,
        "" if not wants else "first" if wants == WHITE else "second",
        player.preference.strength,
        (before, last),
    )
