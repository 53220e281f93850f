"""A player's points as a line, with the result of each round, beside the best score of all players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pictures.shapes import Bar, Dot, Line, Mark, Picture, Shape, Words

WIDTH, LEFT, RIGHT, TOP, HEIGHT = 340, 28, 12, 18, 116
#: With more rounds than this, the picture is wider.
FEW, WIDER = 11, 400
#: The space below the rounds for the marks of sides and the round numbers.
SIDES, HEADS = 26, 48
#: The CSS classes of results by their kind.
KINDS = {"win": "w", "draw": "d", "loss": "l"}


@dataclass(frozen=True, slots=True)
class Step:
    """A round: the letter and the kind of the result, the side (1, 2, or 0 for none), the opponent, and the points and
    the best score after it, both also as text. A future round has none of them.
    """

    head: str
    letter: str = ""
    kind: str = ""
    side: int = 0
    opponent: str = ""
    points: tuple[Fraction, str] | None = None
    best: tuple[Fraction, str] | None = None


@dataclass(frozen=True, slots=True)
class Colours:
    """The names of sides 1 and 2, and the side with light marks."""

    names: tuple[str, str]
    light: int


def progress(
    title: str, description: str, heads: Sequence[str], steps: Sequence[Step], best: str, colours: Colours | None = None
) -> Picture:
    """Return a picture of the steps. `heads` are the headings of the table; `best` names the best score's line."""
    width = WIDTH if len(steps) <= FEW else WIDER
    gap = Fraction(width - LEFT - RIGHT, len(steps))
    placed = [(LEFT + gap * number + gap / 2, each) for number, each in enumerate(steps)]
    bottom = TOP + HEIGHT
    most, most_text = max((each.best for each in steps if each.best), default=(Fraction(), "0"))

    def high(value: Fraction) -> Fraction:
        return bottom - HEIGHT * value / (most or 1)

    shapes: list[Shape] = [
        Bar(LEFT, TOP - 12, width - LEFT - RIGHT, HEIGHT + 24, "lane"),
        *(Words(x, bottom + HEADS, each.head, "head", "middle") for x, each in placed),
    ]
    if most:
        shapes.append(Words(LEFT - 8, TOP + 4, most_text, "head", "end"))
    leaders = [(x, high(each.best[0])) for x, each in placed if each.best]
    own = [(x, high(each.points[0])) for x, each in placed if each.points]
    for points, kind in ((leaders, "best"), (own, "own run c0")):
        if len(points) > 1:
            shapes.append(Line(tuple(points), kind))
    if leaders:
        shapes.append(Words(leaders[-1][0], 2, best, "head", "middle"))
    for x, each in placed:
        if each.points:
            kind = KINDS.get(each.kind, "")
            shapes.append(Mark(x, high(each.points[0]), each.letter, f"mark {kind}".rstrip(), 11))
        if each.side and colours:
            shapes.append(Dot(x, bottom + SIDES, 5, "light" if each.side == colours.light else "dark"))
    rows = [_row(each, colours) for each in steps]
    return Picture(width, bottom + HEADS + 6, title, description, shapes, heads, rows)


def _row(step: Step, colours: Colours | None) -> tuple[str, ...]:
    side = (colours.names[step.side - 1] if step.side else "–",) if colours else ()
    points, best = (each[1] if each else "–" for each in (step.points, step.best))
    return (step.head, *side, step.opponent or "–", step.letter or "–", points, best)
