"""The facts about each player before a round, as on an arbiter's pairing card: score, colour due, floats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from pairings.snapshot import Snapshot
from pairings.swiss.rules.colours import WHITE
from pairings.swiss.rules.field import FieldInput
from pairings.swiss.rules.history import DOWN, UP
from pairings.system import PairingCard

if TYPE_CHECKING:
    from pairings.swiss.rules.editions import EditionOptions

_FLOAT_NAMES = {DOWN: "down", UP: "up"}


def cards(snapshot: Snapshot, options: EditionOptions) -> Mapping[int, PairingCard]:
    """Return the cards of all players available for the next round, by number."""
    return Cards(FieldInput(snapshot, options))


class Cards(Mapping[int, PairingCard]):
    """The cards by number, each built on first access: pages show few of many."""

    def __init__(self, brought: FieldInput) -> None:
        self._field = brought

    def __getitem__(self, number: int) -> PairingCard:
        if number not in self._field.available:
            raise KeyError(number)
        past, one = self._field.past[number], self._field.scale.scale
        wants, strength, *_more = self._field.edition.preference(past.colours)
        last, before = (_FLOAT_NAMES.get(kind, "") for kind in past.floats)
        return PairingCard(
            Fraction(past.score, one),
            Fraction(self._field.virtual.get(number, 0), one),
            "" if not wants else "first" if wants == WHITE else "second",
            strength,
            (before, last),
        )

    def __contains__(self, number: object) -> bool:
        return number in self._field.available

    def __iter__(self) -> Iterator[int]:
        return iter(self._field.available)

    def __len__(self) -> int:
        return len(self._field.available)
