"""Sections of an event: the rounds of each as steps: finished, being played, and still to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pictures.shapes import Bar, Picture, Shape, Words, shorten

WIDTH, NAMES, STEP, TOP, HEIGHT = 340, 116, 28, 4, 20
#: With more rounds than this, the picture is wider.
FEW, WIDER = 11, 400
#: The letters of a section's name, and the maximum width of a round.
LETTERS, WIDEST = 16, 60
#: The text in the step of a finished round.
OVER = "✓"


@dataclass(frozen=True, slots=True)
class SectionProgress:
    """A section: the number of finished rounds, whether the next is being played, and the number of planned rounds."""

    name: str
    over: int
    playing: bool
    planned: int

    @property
    def rounds(self) -> int:
        return max(self.planned, self.over + self.playing)


def sections(title: str, description: str, heads: Sequence[str], rows: Sequence[SectionProgress]) -> Picture:
    """Return a picture of the sections. `heads` are for a row, its finished rounds, current round and all rounds."""
    longest = max(1, *(each.rounds for each in rows))
    width = WIDTH if longest <= FEW else WIDER
    wide = min(Fraction(width - NAMES, longest), Fraction(WIDEST))
    shapes: list[Shape] = []
    for at, row in enumerate(rows):
        y = TOP + STEP * at
        shapes.append(Words(0, y + 14, shorten(row.name, LETTERS)))
        for number in range(1, row.rounds + 1):
            x = NAMES + wide * (number - 1)
            playing = row.playing and number == row.over + 1
            kind = "in" if number <= row.over else "depends" if playing else "later"
            shapes.append(Bar(x, y, wide - 3, HEIGHT, f"lane {kind}"))
            text = OVER if number <= row.over else str(number)
            shapes.append(Words(x + (wide - 3) / 2, y + 14, text, "own" if playing else "head", "middle"))
    table_rows = [
        (row.name, str(row.over), str(row.over + 1) if row.playing else "–", str(row.planned or "–")) for row in rows
    ]
    return Picture(width, TOP + STEP * len(rows), title, description, shapes, heads, table_rows)
