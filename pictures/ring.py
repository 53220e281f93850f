"""Players around a circle: who meets whom in a round of a schedule, and the ring of pairs that a change moves."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from pictures.shapes import Line, Mark, Picture, Point, Shape, Words, shorten

WIDTH, MIDDLE, ACROSS, HIGH = 360, 180, 70, 128
#: Letters of a name beside its mark, and with how many players there is room for names.
LETTERS, MOST_NAMES = 15, 20
#: A pair of a schedule: both players by their places in the circle, from 0.
Pair = tuple[int, int]


def circle(
    title: str, description: str, heads: Sequence[str], seats: Sequence[tuple[str, str]], pairs: Sequence[Pair]
) -> Picture:
    """Seats with their numbers and names, and lines between those who meet.

    `heads` are of the seat, the player and the opponent.
    """
    points = _around(len(seats))
    shapes: list[Shape] = [Line((*points, *points[:1]), "rim")] if points else []
    shapes += [Line((points[one], points[other]), "chord") for one, other in pairs]
    met = dict(pairs) | {other: one for one, other in pairs}
    free = {place for place in range(len(seats)) if place not in met}
    for place, (number, name) in enumerate(seats):
        shapes.append(Mark(*points[place], number, "seat free" if place in free else "seat", 10))
        if len(seats) <= MOST_NAMES:
            shapes.append(_name(points[place], name))
    rows = [(number, name, seats[met[place]][1] if place in met else "–") for place, (number, name) in enumerate(seats)]
    return Picture(WIDTH, 2 * HIGH + 30, title, description, shapes, heads, rows)


def ring(
    title: str,
    description: str,
    heads: Sequence[str],
    names: Mapping[int, str],
    before: Sequence[Pair],
    after: Sequence[Pair],
) -> Picture | None:
    """The players whose pairs change, joined by a whole line to the opponent before and by a dashed one to that after.

    `heads` are of the player and both opponents. None where there is no room for the names, or nothing changes.
    """
    one, other = _opponents(before), _opponents(after)
    order = list(_ring_order(one, other))
    if not order or len(order) > MOST_NAMES:
        return None
    place = {number: at for at, number in enumerate(order)}
    points = _around(len(order))
    shapes: list[Shape] = [
        Line((points[place[first]], points[place[second]]), kind)
        for pairs, kind in ((before, "pair"), (after, "pair then"))
        for first, second in pairs
    ]
    for at, number in enumerate(order):
        shapes.append(Mark(*points[at], str(at + 1), "seat", 9))
        shapes.append(_name(points[at], names[number]))
    rows = [
        (
            str(at + 1),
            names[number],
            *(names[pairs[number]] if number in pairs else "–" for pairs in (one, other)),
        )
        for at, number in enumerate(order)
    ]
    return Picture(WIDTH, 2 * HIGH + 30, title, description, shapes, heads, rows)


def _opponents(pairs: Sequence[Pair]) -> dict[int, int]:
    return dict(pairs) | {second: first for first, second in pairs}


def _ring_order(one: Mapping[int, int], other: Mapping[int, int]) -> Iterator[int]:
    """Everybody in the order in which pairs of both kinds follow on each other."""
    left = dict.fromkeys(sorted({*one, *other}, key=lambda number: (number in one and number in other, number)))
    while left:
        number, pairs, others = next(iter(left)), one, other
        if number not in one:
            pairs, others = other, one
        while number in left:
            del left[number]
            yield number
            number, pairs, others = pairs.get(number, number), others, pairs


def _around(count: int) -> list[Point]:
    """Points around an oval from the top, clockwise; the top itself is free, so that names left and right are apart."""
    angles = [math.tau * (2 * place + 1) / (2 * max(count, 1)) for place in range(count)]
    return [
        (
            MIDDLE + Fraction(round(10 * ACROSS * math.sin(angle)), 10),
            HIGH + 15 - Fraction(round(10 * HIGH * math.cos(angle)), 10),
        )
        for angle in angles
    ]


def _name(at: Point, name: str) -> Words:
    """Outside of the circle."""
    x, y = at
    right = x >= MIDDLE
    return Words(x + 14 if right else x - 14, y + 4, shorten(name, LETTERS), "", "start" if right else "end")
