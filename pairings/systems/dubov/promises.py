"""The promises of the Dubov system: no repeated meetings, the bye, no pair that must have one colour, and colours."""

from __future__ import annotations

from collections.abc import Iterator

from pairings.judge import Violation
from pairings.plan import RoundPlan
from pairings.snapshot import Snapshot
from pairings.swiss.promises import Book, Colours, JudgeCard, Past, SwissOptions, broken_by

BOOK = Book(
    "C.04.4.1 C1",
    "C.04.4.1 C2",
    "C.04.4.1 C3",
    tuple(f"C.04.4.1 5.2.{step}" for step in (2, 3, 4, 5, 1)),
    "C.04.1 3",
    asked_bars=True,
)


class DubovColours(Colours):
    """Colours: a player without a game mildly prefers Black, unless both have none; there are no topscorers."""

    def wish(self, card: JudgeCard) -> tuple[str, int]:
        return card.wish if card.colours else ("b", 1)

    def _topscorers(self, *numbers: int) -> bool:
        return False

    def _due(self, white: JudgeCard, black: JudgeCard) -> tuple[str, int]:
        if not white.colours and not black.colours:
            higher = self._higher(white, black)
            return self._by_lot(higher, higher is white), 5
        return super()._due(white, black)


def find_violations(snapshot: Snapshot, plan: RoundPlan, options: SwissOptions | None) -> Iterator[Violation]:
    """Yield violations of the plan in the order of the tables; manual pairs are checked for meetings only."""
    return broken_by(snapshot, plan, options, BOOK, _colours)


def _colours(past: Past, snapshot: Snapshot, options: SwissOptions | None) -> Colours:
    return DubovColours(past, snapshot, options)
