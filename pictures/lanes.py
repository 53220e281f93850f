"""The players who can still win: a row for each, with the lane for each result of the player's next game.

Before the lanes are known, a meter shows the current points and the maximum possible points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pictures.shapes import Bar, Line, Mark, Picture, Shape, Words, shorten

WIDTH, NAMES, STEP, TOP, LETTERS = 340, 126, 26, 30, 17
#: Where meters begin, and the space for the number after them.
METERS, POINTS = 26, 36


@dataclass(frozen=True, slots=True)
class Ways:
    """A player: the numbers of the possible lanes, and for each lane the letters of the results that lead to it."""

    name: str
    possible: frozenset[int]
    marks: tuple[tuple[int, str], ...]


def lanes(title: str, description: str, heads: Sequence[str], kinds: Sequence[str], rows: Sequence[Ways]) -> Picture:
    """Return a picture of the lanes. `heads` are the headings of a row and each lane; `kinds` are CSS classes."""
    count, height = len(kinds), TOP + STEP * len(rows)
    wide = Fraction(WIDTH - NAMES, count)
    middles = [NAMES + wide * lane + wide / 2 for lane in range(count)]
    shapes: list[Shape] = []
    for lane, kind in enumerate(kinds):
        shapes.append(Bar(NAMES + wide * lane + 1, 20, wide - 2, height - 20, f"lane {kind}"))
        shapes.append(Words(middles[lane], 13, heads[lane + 1], "head", "middle"))
    for number, row in enumerate(rows):
        y = TOP + STEP * number + 8
        shapes.append(Words(0, y + 4, shorten(row.name, LETTERS)))
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


@dataclass(frozen=True, slots=True)
class Reach:
    """A player: the current and the maximum possible points, both also as text, and the CSS class and text of the
    verdict.
    """

    name: str
    least: tuple[Fraction, str]
    most: tuple[Fraction, str]
    kind: str
    verdict: str


def reach(
    title: str,
    description: str,
    heads: Sequence[str],
    rows: Sequence[Reach],
    lines: Sequence[tuple[Fraction, str, str]],
) -> Picture:
    """Return a picture of meters. `heads` are the headings of the player, both points and the verdict.

    `lines` are points with their text and CSS class: below the first nobody can qualify, above the last everybody
    has qualified.
    """
    values = [value for row in rows for value in (row.least[0], row.most[0])] + [value for value, *_words in lines]
    low, high = min(values, default=Fraction()), max(values, default=Fraction())
    low = max(Fraction(0), low - (high - low) / 4) if low > 0 else low
    span = (high - low) or Fraction(1)
    height = METERS + STEP * len(rows)

    def across(value: Fraction) -> Fraction:
        return NAMES + (WIDTH - NAMES - POINTS) * (value - low) / span

    shapes: list[Shape] = []
    for number, row in enumerate(rows):
        y = METERS + STEP * number
        now, most = across(row.least[0]), across(row.most[0])
        shapes += [
            Bar(NAMES, y, now - NAMES, 16, f"meter {row.kind}"),
            Bar(now, y + 3, most - now, 10, f"open {row.kind}"),
        ]
    for value, text, kind in lines:
        x = across(value)
        shapes.append(Line(((x, 4), (x, height - 6)), f"limit {kind}"))
        shapes.append(
            Words(x - 4 if kind == "out" else x + 4, 13, text, f"head {kind}", "end" if kind == "out" else "start")
        )
    for number, row in enumerate(rows):
        y = METERS + STEP * number + 13
        shapes += [
            Words(0, y, shorten(row.name, LETTERS)),
            Words(NAMES + 5, y, row.least[1], "now"),
            Words(across(row.most[0]) + 5, y, row.most[1], f"value {row.kind}"),
        ]
    table_rows = [(row.name, row.least[1], row.most[1], row.verdict) for row in rows]
    return Picture(WIDTH, height, title, description, shapes, heads, table_rows)
