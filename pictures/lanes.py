"""Who can still win: a row for each player, and in which lane each result of the own game leads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pictures.shapes import Bar, Line, Mark, Picture, Shape, Words, shortened

WIDTH, NAMES, STEP, TOP, LETTERS = 400, 150, 26, 30, 20


@dataclass(frozen=True, slots=True)
class Ways:
    """A player: the lanes that are possible, by their numbers, and for each lane the letters of what leads there."""

    name: str
    possible: frozenset[int]
    marks: tuple[tuple[int, str], ...]


def lanes(title: str, description: str, heads: Sequence[str], kinds: Sequence[str], rows: Sequence[Ways]) -> Picture:
    """`heads` say what a row is of, then each lane; `kinds` are the classes of the lanes."""
    count, height = len(kinds), TOP + STEP * len(rows)
    wide = Fraction(WIDTH - NAMES, count)
    middles = [NAMES + wide * lane + wide / 2 for lane in range(count)]
    shapes: list[Shape] = []
    for lane, kind in enumerate(kinds):
        shapes.append(Bar(NAMES + wide * lane + 1, 20, wide - 2, height - 20, f"lane {kind}"))
        shapes.append(Words(middles[lane], 13, heads[lane + 1], "head", "middle"))
    for number, row in enumerate(rows):
        y = TOP + STEP * number + 8
        shapes.append(Words(0, y + 4, shortened(row.name, LETTERS)))
        if len(row.possible) > 1:
            shapes.append(Line(((middles[min(row.possible)], y), (middles[max(row.possible)], y)), "span"))
        shapes += _marks(row, middles, y, kinds)
    return Picture(WIDTH, height, title, description, shapes, heads, [_table_row(row, count) for row in rows])


def _marks(row: Ways, middles: Sequence[Fraction], y: int, kinds: Sequence[str]) -> list[Shape]:
    found: list[Shape] = []
    for lane in sorted(row.possible):
        letters = [letter for at, letter in row.marks if at == lane] or ["•"]
        for place, letter in enumerate(letters):
            x = middles[lane] + 22 * place - 11 * (len(letters) - 1)
            found.append(Mark(x, y, letter, f"way {kinds[lane]}"))
    return found


def _table_row(row: Ways, count: int) -> tuple[str, ...]:
    cells = []
    for lane in range(count):
        letters = " ".join(letter for at, letter in row.marks if at == lane)
        cells.append(letters or ("•" if lane in row.possible else ""))
    return (row.name, *cells)
