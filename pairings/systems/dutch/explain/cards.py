"""What each player brings to a round, as an arbiter writes it on a pairing card: score, colour due, floats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache

from pairings.snapshot import Snapshot
from pairings.system import Card
from pairings.systems.dutch.rules.colours import WHITE
from pairings.systems.dutch.rules.field import Competitor, Field
from pairings.systems.dutch.rules.history import DOWN, UP
from pairings.systems.dutch.rules.options import Options

_NAMED = {DOWN: "down", UP: "up"}


def cards(snapshot: Snapshot, options: Options) -> Mapping[int, Card]:
    """The cards of everybody who is there for the next round, by number."""
    field = Field(snapshot, options)
    everybody = [*field.players, *(player for pair in field.fixed for player in pair)]
    points = cache(lambda units: Fraction(units, field.scale.scale))  # of thousands of players, few differ
    return {player.number: _card(player, points) for player in everybody}


def _card(player: Competitor, points: Callable[[int], Fraction]) -> Card:
    wants = player.preference.wants
    last, before = (_NAMED.get(kind, "") for kind in player.past.floats)
    return Card(
        points(player.score),
        points(player.points - player.score),
        "" if not wants else "first" if wants == WHITE else "second",
        player.preference.strength,
        (before, last),
    )
