"""The promises of the Lim system: no repeated meetings, the bye, the limits of colours, and colours."""

from __future__ import annotations

from collections.abc import Iterator

from pairings.judge import Violation
from pairings.plan import RoundPlan
from pairings.snapshot import Snapshot
from pairings.swiss.promises import ABSOLUTE, OTHER, Book, Colours, JudgeCard, Past, SwissOptions, broken_by

BOOK = Book(
    "C.04.4.3 2.1",
    "C.04.4.3 1.1",
    "C.04.4.3 2.1",
    tuple(f"C.04.4.3 {step}" for step in ("5.2", "5.3", "5.4", "5.4", "7")),
    "C.04.1 3",
    asked_bars=True,
)


class LimColours(Colours):
    """Colours: in the last round equal scores precede limits; below the median, the lower player's wish counts."""

    def _topscorers(self, *numbers: int) -> bool:
        return self.last_round and len({self.past.standing(number, self.round) for number in numbers}) == 1

    def _due(self, white: JudgeCard, black: JudgeCard) -> tuple[str, int]:
        (wish, strength), (other_wish, other_strength) = self.wish(white), self.wish(black)
        if wish != other_wish or not wish:
            return super()._due(white, black)
        musts = strength == ABSOLUTE, other_strength == ABSOLUTE
        if musts[0] != musts[1]:
            return (wish if musts[0] else OTHER[wish]), 2
        for own_colour, opponent_colour in zip(reversed(white.colours), reversed(black.colours), strict=False):
            if own_colour != opponent_colour:
                return opponent_colour, 3
        return (wish if self._higher(white, black) is white else OTHER[wish]), 4

    def _higher(self, white: JudgeCard, black: JudgeCard) -> JudgeCard:
        higher = super()._higher(white, black)
        lower = black if higher is white else white
        scoring, past = self.past.scoring, self.past
        middle = past.rounds * max(scoring.win, scoring.draw) * past.parts
        return lower if 2 * past.standing(higher.number, self.round) < middle else higher


def find_violations(snapshot: Snapshot, plan: RoundPlan, options: SwissOptions | None) -> Iterator[Violation]:
    """Yield violations of the plan in the order of the tables; manual pairs are checked for meetings only."""
    return broken_by(snapshot, plan, options, BOOK, _colours)


def _colours(past: Past, snapshot: Snapshot, options: SwissOptions | None) -> Colours:
    return LimColours(past, snapshot, options)
