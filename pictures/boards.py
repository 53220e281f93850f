"""A team match: a mark for each team's result at each board, and the score after each board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pictures.shapes import Line, Mark, Picture, Shape, Words, shorten

WIDTH, NAMES, STEP, TOP = 340, 116, 30, 34
#: With more boards than this, the picture is wider.
FEW, WIDER = 6, 400
#: The letters of a team's name, and the maximum distance between boards.
LETTERS, WIDEST = 17, 56
#: The CSS class of each outcome for a side.
KINDS = ("out", "depends", "in")


@dataclass(frozen=True, slots=True)
class Board:
    """A board: its number, and the result of both teams as text ("" while it is being played) and as points."""

    number: int
    texts: tuple[str, str] = ("", "")
    points: tuple[Fraction, Fraction] | None = None


def match(
    title: str, description: str, heads: Sequence[str], teams: tuple[str, str], boards: Sequence[tuple[Board, str]]
) -> Picture:
    """Return a picture of a match. Each board has the score after it, or "" if it is unknown.

    `heads` are the headings of the rows, of the score and of each board.
    """
    width = WIDTH if len(boards) <= FEW else WIDER
    gap = min(Fraction(width - NAMES, len(boards)), Fraction(WIDEST))
    across = [NAMES + gap * at + gap / 2 for at in range(len(boards))]
    scores = TOP + 2 * STEP
    shapes: list[Shape] = [
        Line(((NAMES, scores - 14), (NAMES + gap * len(boards), scores - 14)), "axis"),
        Words(0, scores + 4, heads[1], "head"),
    ]
    for side, name in enumerate(teams):
        shapes.append(Words(0, TOP + STEP * side + 4, shorten(name, LETTERS)))
    for x, (board, score) in zip(across, boards, strict=True):
        shapes.append(Words(x, 14, str(board.number), "head", "middle"))
        for side in (0, 1):
            y = TOP + STEP * side
            if board.points is None:
                shapes.append(Words(x, y + 4, "·", "head", "middle"))
            else:
                shapes.append(Mark(x, y, board.texts[side], f"way {KINDS[int(board.points[side] * 2)]}", 11))
        if score:
            shapes.append(Words(x, scores + 4, score, "", "middle"))
    rows = [
        *((name, *(board.texts[side] or "·" for board, _score in boards)) for side, name in enumerate(teams)),
        (heads[1], *(score for _board, score in boards)),
    ]
    header = [heads[0], *(str(board.number) for board, _score in boards)]
    return Picture(width, scores + 14, title, description, shapes, header, rows)
