"""Points over time: a line for each player, from 0 to the score, for events with many rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pictures.shapes import Bar, Line, Mark, Picture, Shape, Words, shorten

WIDTH, NAMES, LEFT, TOP, HEIGHT = 350, 140, 4, 14, 220
#: The distance from the last round to the names.
FAN = 34
#: The letters of a name, and the minimum distance between names.
LETTERS, STEP = 17, 24
#: The number of line colours, used again after the last. The names at the ends have the same colours.
COLOURS = 8


@dataclass(frozen=True, slots=True)
class Rise:
    """A player's points after each round, as numbers and as text."""

    name: str
    points: tuple[Fraction, ...]
    texts: tuple[str, ...]


def points(title: str, description: str, heads: Sequence[str], rises: Sequence[Rise]) -> Picture:
    """Return a picture of the rises, in the final order. `heads` are the headings of a row and of each round."""
    rounds = len(heads) - 1
    most = max((value for rise in rises for value in rise.points), default=Fraction()) or Fraction(1)
    wide = WIDTH - NAMES - LEFT - FAN
    gap = Fraction(wide, max(1, rounds))
    bottom = max(TOP + HEIGHT, TOP + STEP * len(rises))
    high = bottom - TOP
    labelled = sorted({1, (rounds + 1) // 2, rounds})
    shapes: list[Shape] = [
        Bar(LEFT, TOP, wide, high, "lane"),
        *(Words(LEFT + gap * number, bottom + 14, heads[number], "head", "middle") for number in labelled),
    ]
    labels = _apart([bottom - high * rise.points[-1] / most for rise in rises], TOP + 8)
    for number, (rise, at) in enumerate(zip(rises, labels, strict=True)):
        letter, kind = chr(ord("A") + number), f"run c{number % COLOURS}"
        steps = [(LEFT + gap * (place + 1), bottom - high * value / most) for place, value in enumerate(rise.points)]
        shapes.append(Line(((LEFT, bottom), *steps), kind))
        shapes.append(Line((steps[-1], (WIDTH - NAMES + 8, at)), kind))
        shapes.append(Mark(WIDTH - NAMES + 17, at, letter, kind))
        shapes.append(Words(WIDTH - NAMES + 31, at + 4, shorten(rise.name, LETTERS)))
    rows = [(rise.name, *rise.texts) for rise in rises]
    return Picture(WIDTH, bottom + 20, title, description, shapes, heads, rows)


def _apart(heights: Sequence[Fraction], top: int) -> list[Fraction]:
    """Return the heights of names, from the top, moved so that no two names overlap."""
    found: list[Fraction] = []
    for height in heights:
        found.append(max(height, found[-1] + STEP if found else Fraction(top)))
    lowest = Fraction(top + STEP * (len(heights) - 1))
    for at in range(len(found) - 1, -1, -1):
        limit = found[at + 1] - STEP if at + 1 < len(found) else max(lowest, max(heights, default=lowest))
        found[at] = min(found[at], limit)
    return found
