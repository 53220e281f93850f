"""Bars: the score groups of a round with its floaters or the groups of one pair, where players started, gains and
losses, and the cost of each rule in two pairings.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pictures.shapes import Arrow, Bar, Dot, Line, Picture, Shape, Words, shorten

WIDTH = 340
#: Score groups: where bars and arrows begin, and the height of a group.
LEFT, RIGHT, STEP, TOP = 40, 240, 28, 6
#: Changes: the space for names and for a number beside its bar, the height of a row, and the letters of a name.
NAMES, ROOM, ROW, LETTERS = 124, 44, 22, 18
#: Groups of a pair, and starts: the maximum length of bars, where a pair is joined, where names begin, and the
#: letters of a name.
SHORT, JOIN, OWN, OWN_LETTERS = 96, 172, 184, 21
#: Costs: the space for a rule, its letters, the space for a number beside its bar, and the height of a bar.
RULES, RULE_LETTERS, COST_ROOM, THIN = 140, 21, 64, 11


@dataclass(frozen=True, slots=True)
class Float:
    """The number of pairs of players from two score groups. Groups are numbered from the top."""

    upper: int
    lower: int
    pairs: int


def groups(
    title: str, description: str, heads: Sequence[str], sizes: Sequence[tuple[str, int]], floats: Sequence[Float]
) -> Picture:
    """Return a picture of the score groups. `sizes` has the points and the number of players of each, from the top."""
    most = max(size for _points, size in sizes)
    shapes: list[Shape] = []
    for number, (points, size) in enumerate(sizes):
        y = TOP + STEP * number
        wide = Fraction((RIGHT - LEFT - 34) * size, most)
        shapes += [
            Words(LEFT - 8, y + 15, points, "head", "end"),
            Bar(LEFT, y, wide, 21, "group"),
            Words(LEFT + wide + 6, y + 15, str(size)),
        ]
    for number, each in enumerate(floats):
        x, start, end = RIGHT + 14 * (number % 4), _middle(each.upper), _middle(each.lower)
        bend = 18 + 8 * (each.lower - each.upper)
        shapes.append(Arrow(x, start, end, bend, "float"))
        shapes.append(Words(x + bend - 3, Fraction(start + end, 2) + 4, str(each.pairs)))
    rows = [(points, str(size), _floats_text(number, sizes, floats)) for number, (points, size) in enumerate(sizes)]
    return Picture(WIDTH, TOP + STEP * len(sizes), title, description, shapes, heads, rows)


def _middle(group: int) -> int:
    return TOP + STEP * group + 10


def _floats_text(group: int, sizes: Sequence[tuple[str, int]], floats: Sequence[Float]) -> str:
    return ", ".join(f"{sizes[each.lower][0]}: {each.pairs}" for each in floats if each.upper == group)


def groups_of_pair(
    title: str,
    description: str,
    heads: Sequence[str],
    sizes: Sequence[tuple[str, int]],
    pair: tuple[tuple[int, str], tuple[int, str]],
) -> Picture:
    """Return a picture of the score groups, from the top, with the names of a pair beside the groups of its players."""
    shapes = _short_bars(sizes, {group for group, _name in pair})
    (one, _first), (other, _second) = pair
    if one != other:
        shapes.append(Line(((JOIN, _middle(one)), (JOIN, _middle(other))), "pair"))
    shapes += [Dot(JOIN, _middle(group), 4, "seat") for group in sorted({one, other})]
    by_group: dict[int, list[str]] = {}
    for group, name in pair:
        by_group.setdefault(group, []).append(name)
    for group, names in by_group.items():
        lines = zip((0,) if len(names) == 1 else (-7, 7), names, strict=True)
        shapes += [Words(OWN, _middle(group) + 4 + down, shorten(name, OWN_LETTERS), "own") for down, name in lines]
    rows = [(points, str(size), ", ".join(by_group.get(at, ()))) for at, (points, size) in enumerate(sizes)]
    return Picture(WIDTH, TOP + STEP * len(sizes), title, description, shapes, heads, rows)


def starts(
    title: str,
    description: str,
    heads: Sequence[str],
    sizes: Sequence[tuple[str, int]],
    limits: Sequence[tuple[int, str, str]],
) -> Picture:
    """Return a picture of the number of players who start at each rank, from the top.

    `limits` are lines with a name; the number says how many bars are above the line.
    """
    top = TOP + 14
    shapes = _short_bars(sizes, set(), top)
    for below, name, place in limits:
        y = top + STEP * below - 4
        shapes.append(Line(((LEFT, y), (WIDTH, y)), "limit"))
        shapes += [Words(OWN, y - 5, name, "own"), Words(WIDTH, y - 5, place, "own", "end")]
    rows = [*((rank, str(size)) for rank, size in sizes), *((name, place) for _below, name, place in limits)]
    return Picture(WIDTH, top + STEP * len(sizes), title, description, shapes, heads, rows)


def _short_bars(sizes: Sequence[tuple[str, int]], own: Collection[int], top: int = TOP) -> list[Shape]:
    most = max(size for _head, size in sizes)
    shapes: list[Shape] = []
    for number, (head, size) in enumerate(sizes):
        y, wide = top + STEP * number, Fraction(SHORT * size, most)
        kind = "group own" if number in own else "group"
        shapes += [
            Words(LEFT - 8, y + 15, head, "head", "end"),
            Bar(LEFT, y, wide, 21, kind),
            Words(LEFT + wide + 6, y + 15, str(size)),
        ]
    return shapes


def changes(title: str, description: str, heads: Sequence[str], rows: Sequence[tuple[str, Fraction, str]]) -> Picture:
    """Return a picture of gains and losses. Each row has a name, the change, and the change as text."""
    most = max((abs(value) for _name, value, _said in rows), default=Fraction()) or 1
    half = Fraction(WIDTH - NAMES, 2)
    middle, longest = NAMES + half, half - ROOM
    height = 4 + ROW * len(rows)
    shapes: list[Shape] = [Line(((middle, 0), (middle, height)), "axis")]
    for number, (name, value, text) in enumerate(rows):
        y = 4 + ROW * number
        size = longest * abs(value) / most
        shapes.append(Words(0, y + 13, shorten(name, LETTERS)))
        if value < 0:
            shapes += [Bar(middle - size, y, size, 16, "loss"), Words(middle - size - 5, y + 13, text, "", "end")]
        else:
            shapes += [Bar(middle, y, size, 16, "gain"), Words(middle + size + 5, y + 13, text)]
    return Picture(WIDTH, height, title, description, shapes, heads, [(name, text) for name, _value, text in rows])


@dataclass(frozen=True, slots=True)
class CostBars:
    """A rule and its cost in each pairing, as a number and as text. `own` marks the rule that the picture is about."""

    rule: str
    amounts: tuple[tuple[int, str], ...]
    own: bool = False


def costs(title: str, description: str, heads: Sequence[str], rows: Sequence[CostBars]) -> Picture:
    """Return a picture of the costs. `heads` are the headings of the rule and of each pairing.

    The length of a bar depends on the number of digits: costs of different rules differ by powers of ten.
    """
    most = max((_size(value) for row in rows for value, _said in row.amounts), default=0) or 1
    shapes: list[Shape] = []
    y = 4
    for row in rows:
        high = THIN * len(row.amounts) + 2
        shapes.append(Words(0, y + Fraction(high, 2) + 3, shorten(row.rule, RULE_LETTERS), "own" if row.own else ""))
        for number, (value, text) in enumerate(row.amounts):
            wide = Fraction((WIDTH - RULES - COST_ROOM) * _size(value), most)
            kind = f"cost a{number}{' bonus' if value < 0 else ''}{' own' if row.own else ''}"
            shapes.append(Bar(RULES, y + THIN * number, wide, THIN - 2, kind))
            shapes.append(Words(RULES + wide + 5, y + THIN * number + 9, text, "head"))
        y += high + 8
    shapes.append(Line(((RULES, 0), (RULES, y - 4)), "axis"))
    table_rows = [(row.rule, *(text for _value, text in row.amounts)) for row in rows]
    return Picture(WIDTH, y, title, description, shapes, heads, table_rows)


def _size(value: int) -> Fraction:
    """Return the size of an amount: the number of its digits, refined by its first two digits."""
    if not value:
        return Fraction(0)
    digits = str(abs(value))
    return len(digits) - 1 + Fraction(int(digits[:2].ljust(2, "0")), 100) + Fraction(1, 4)
