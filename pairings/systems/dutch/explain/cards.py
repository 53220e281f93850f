"""What each player brings to a round, as an arbiter writes it on a pairing card: score, colour due, floats."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pairings.snapshot import Snapshot
from pairings.system import Card
from pairings.systems.dutch.rules.colours import WHITE
from pairings.systems.dutch.rules.field import Competitor, Field
from pairings.systems.dutch.rules.history import DOWN, UP
from pairings.systems.dutch.rules.options import Options


def cards(snapshot: Snapshot, options: Options) -> Mapping[int, Card]:
    """The cards of everybody who is there for the next round, by number."""
    field = Field(snapshot, options)
    everybody = [*field.players, *(player for pair in field.fixed for player in pair)]
    return {player.number: _card(field, player) for player in everybody}


def _card(field: Field, player: Competitor) -> Card:
    scale, virtual = field.scale.scale, player.points - player.score
    wants = player.preference.wants
    named = {DOWN: "down", UP: "up"}
    last, before = (named.get(kind, "") for kind in player.past.floats)
    return Card(
        Fraction(player.score, scale),
        Fraction(virtual, scale),
        "" if not wants else "first" if wants == WHITE else "second",
        player.preference.strength,
        (before, last),
    )
