"""The promises of the Double-Swiss system about a round: no repeated meetings, the bye, and White in the first game.

Judged from the recorded rounds and the plan alone, independently of the engine's code.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pairings.judge import Violation
from pairings.plan import RoundPlan
from pairings.snapshot import Snapshot
from pairings.swiss.promises import NEWEST, OTHER, Book, Colours, JudgeCard, SwissOptions, broken_by

BOOK: Book = replace(
    NEWEST,
    meet_once="C.04.5 C1",
    bye="C.04.5 C2",
    steps=tuple(f"C.04.5 4.3.{step}" for step in range(1, 6)),
    one_bye="C.04.5 3.4",
)


class FirstGames(Colours):
    """Colours of the first games: nobody is due one, and they even out."""

    def wish(self, card: JudgeCard) -> tuple[str, int]:
        return "", 0

    def _due(self, white: JudgeCard, black: JudgeCard) -> tuple[str, int]:
        higher = self._higher(white, black)
        lower = black if higher is white else white
        if not higher.colours + lower.colours:
            return self._by_lot(higher, higher is white), 1
        if white.colours.count("w") != black.colours.count("w"):
            return ("w" if white.colours.count("w") < black.colours.count("w") else "b"), 2
        for white_colour, black_colour in zip(white.colours[::-1], black.colours[::-1], strict=False):
            if white_colour != black_colour:
                return black_colour, 3
        if higher.colours:
            due, step = OTHER[higher.colours[-1]], 4
        else:
            due, step = lower.colours[-1], 5
        return (due if higher is white else OTHER[due]), step


def find_violations(snapshot: Snapshot, plan: RoundPlan, options: SwissOptions | None) -> Iterator[Violation]:
    """Yield violations of the plan in the order of the tables; manual pairs are checked for meetings only."""
    return broken_by(snapshot, plan, options, BOOK, FirstGames)
