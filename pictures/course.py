"""Places of some players from round to round, as lines that cross where one player passes another; and the changes of
place in one round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pictures.shapes import Line, Mark, Picture, Shape, Words, shorten

WIDTH, NAMES, STEP, TOP = 330, 132, 26, 34
#: With more rounds than this, the picture is wider.
FEW, WIDER = 6, 356
#: The letters of a name beside its line; the player of the page is bold.
LETTERS, BOLD_LETTERS = 18, 16
#: Moves of one round: where the places before and after it are, and the letters of a name beside them.
BEFORE, AFTER, LONG_NAME = 16, 110, 30
#: The number of colours that distinguish lines, used again after the last.
COLOURS = 8


@dataclass(frozen=True, slots=True)
class Run:
    """A player and the place after each round, or None without one. `own` marks the player of the page."""

    name: str
    places: tuple[int | None, ...]
    own: bool = False


def course(title: str, description: str, heads: Sequence[str], runs: Sequence[Run]) -> Picture:
    """Return a picture of the runs, in the final order. `heads` are the headings of a row and of each round.

    The height of a mark shows the order among these players; its number is the place among all players.
    """
    rounds = len(heads) - 1
    width = WIDTH if rounds <= FEW else WIDER
    gap = Fraction(width - NAMES - 24, max(1, rounds - 1))
    across = [14 + gap * number for number in range(rounds)]
    heights = [_heights(runs, number) for number in range(rounds)]
    lines: list[Shape] = [Words(across[at], 14, head, "head", "middle") for at, head in enumerate(heads[1:])]
    marks: list[Shape] = []
    for number, run in enumerate(runs):
        kind = f"run c{number % COLOURS}{' own' if run.own else ''}"
        points = tuple((across[at], heights[at][number]) for at in range(rounds) if run.places[at] is not None)
        if len(points) > 1:
            lines.append(Line(points, kind, smooth=True))
        marks += [
            Mark(across[at], heights[at][number], str(place), kind, 10)
            for at, place in enumerate(run.places)
            if place is not None
        ]
        if points:
            x, y = points[-1]
            letters = BOLD_LETTERS if run.own else LETTERS
            marks.append(Words(x + 15, y + 4, shorten(run.name, letters), "own" if run.own else ""))
    rows = [(run.name, *("–" if place is None else str(place) for place in run.places)) for run in runs]
    return Picture(width, TOP + STEP * len(runs), title, description, [*lines, *marks], heads, rows)


def _heights(runs: Sequence[Run], at: int) -> dict[int, int]:
    """Return the height of each run after a round: by place; players who share a place are in the final order."""
    places = [(run.places[at], number) for number, run in enumerate(runs) if run.places[at] is not None]
    return {number: TOP + STEP * order for order, (_place, number) in enumerate(sorted(places))}


@dataclass(frozen=True, slots=True)
class Move:
    """A player and the places before and after the round; `before` is None for a new player."""

    name: str
    before: int | None
    after: int

    @property
    def kind(self) -> str:
        """The direction of the player: "up", "down" or "same"."""
        if self.before is None or self.before == self.after:
            return "same"
        return "up" if self.after < self.before else "down"


def moves(title: str, description: str, heads: Sequence[str], rows: Sequence[Move]) -> Picture:
    """Return a picture of the moves, in the new order. `heads` are the headings of the player and both places."""
    order = sorted(row.before for row in rows if row.before is not None)
    heights = {place: TOP + STEP * at for at, place in enumerate(order)}
    lines: list[Shape] = [
        Words(BEFORE, 14, heads[1], "head", "middle" if len(heads[1]) < 5 else "start"),
        Words(AFTER, 14, heads[2], "head", "middle" if len(heads[2]) < 5 else "start"),
    ]
    marks: list[Shape] = []
    for at, row in enumerate(rows):
        y, kind = TOP + STEP * at, f"step {row.kind}"
        if row.before is not None:
            lines.append(Line(((BEFORE, heights[row.before]), (AFTER, y)), kind, smooth=True))
            marks.append(Mark(BEFORE, heights[row.before], str(row.before), kind, 10))
        marks.append(Mark(AFTER, y, str(row.after), kind, 10))
        marks.append(Words(AFTER + 16, y + 4, shorten(row.name, LONG_NAME)))
    table_rows = [(row.name, "–" if row.before is None else str(row.before), str(row.after)) for row in rows]
    return Picture(WIDTH, TOP + STEP * len(rows), title, description, [*lines, *marks], heads, table_rows)
