"""Players around a circle: the pairs of a scheduled round, and the ring of pairs that a change affects."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from pictures.shapes import Line, Mark, Picture, Point, Shape, Words, shorten

WIDTH, MIDDLE, ACROSS, HIGH = 360, 180, 70, 128
#: The letters of a name beside its mark, and the maximum number of players with names.
LETTERS, MOST_NAMES = 15, 20
#: A scheduled pair: the places of both players in the circle, from 0.
Pair = tuple[int, int]


def circle(
    title: str, description: str, heads: Sequence[str], seats: Sequence[tuple[str, str]], pairs: Sequence[Pair]
) -> Picture:
    """Return a picture of seats with numbers and names, and lines between opponents.

    `heads` are the headings of the seat, the player and the opponent.
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
    """Return a picture of the players whose pairs change: a solid line to the old opponent, a dashed one to the new.

    `heads` are the headings of the player and both opponents. None if the names do not fit or nothing changes.
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
    """Yield the players in an order in which old and new pairs alternate."""
    remaining = dict.fromkeys(sorted({*one, *other}, key=lambda number: (number in one and number in other, number)))
    while remaining:
        number, pairs, others = next(iter(remaining)), one, other
        if number not in one:
            pairs, others = other, one
        while number in remaining:
            del remaining[number]
            yield number
            number, pairs, others = pairs.get(number, number), others, pairs


def _around(count: int) -> list[Point]:
    """Return points around an oval, clockwise. The top stays free, so that names left and right do not overlap."""
    angles = [math.tau * (2 * place + 1) / (2 * max(count, 1)) for place in range(count)]
    return [
        (
            MIDDLE + Fraction(round(10 * ACROSS * math.sin(angle)), 10),
            HIGH + 15 - Fraction(round(10 * HIGH * math.cos(angle)), 10),
        )
        for angle in angles
    ]


def _name(at: Point, name: str) -> Words:
    """Return the name beside its mark, outside the circle."""
    x, y = at
    right = x >= MIDDLE
    return Words(x + 14 if right else x - 14, y + 4, shorten(name, LETTERS), "", "start" if right else "end")
