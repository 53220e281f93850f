"""What each player brings to a round, as an arbiter writes it on a pairing card: score, colour due, floats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from pairings.snapshot import Snapshot
from pairings.swiss.rules.colours import WHITE
from pairings.swiss.rules.field import Field
from pairings.swiss.rules.history import DOWN, UP
from pairings.swiss.rules.options import Options
from pairings.system import Card

_NAMED = {DOWN: "down", UP: "up"}


def cards(snapshot: Snapshot, options: Options) -> Mapping[int, Card]:
    """Those of a Dutch round."""
    return Cards(Field(snapshot, options))


class Cards(Mapping[int, Card]):
    """The cards of everybody who is there for the next round, by number; each is written when it is asked for."""

    def __init__(self, field: Field) -> None:
        everybody = [*field.players, *(player for pair in field.fixed for player in pair)]
        self._players = {player.number: player for player in everybody}
        self._one = field.scale.scale

    def __getitem__(self, number: int) -> Card:
        player = self._players[number]
        wants = player.preference.wants
        last, before = (_NAMED.get(kind, "") for kind in player.past.floats)
        return Card(
            Fraction(player.score, self._one),
            Fraction(player.points - player.score, self._one),
            "" if not wants else "first" if wants == WHITE else "second",
            player.preference.strength,
            (before, last),
        )

    def __iter__(self) -> Iterator[int]:
        return iter(self._players)

    def __len__(self) -> int:
        return len(self._players)
