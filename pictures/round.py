"""A round in a row: players by points, one score group after the other, and a bracket over those who meet."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby, pairwise

from pictures.shapes import Line, Mark, Number, Picture, Shape, Words

WIDTH, LEFT, RADIUS = 360, 22, 11
#: The height of a bracket above the marks and above the bracket below it, and the distance between two score groups.
STEP, GAP = 15, 16


def meetings(
    title: str,
    description: str,
    heads: Sequence[str],
    seats: Sequence[tuple[str, str]],
    tables: Sequence[Sequence[int]],
) -> Picture:
    """Return a picture of the round.

    `seats` are the number and the points of each player, from left to right; equal points form a group, "" none.
    `tables` are the places of those who meet, from 0. `heads` are the headings of the number, the points and the
    opponents.
    """
    groups = [
        [place for place, _seat in run] for _points, run in groupby(enumerate(seats), key=lambda each: each[1][1])
    ]
    across = _across(groups)
    levels = _levels(tables)
    ground = STEP * max(levels, default=0) + STEP + 2 * RADIUS
    shapes: list[Shape] = []
    for table, level in zip(tables, levels, strict=True):
        top, legs = ground - RADIUS - STEP * level, sorted(across[place] for place in table)
        shapes += [
            Line(((one, ground), (one, top), (other, top), (other, ground)), "pair") for one, other in pairwise(legs)
        ]
    shapes += [Mark(across[place], ground, number, "seat", RADIUS) for place, (number, _points) in enumerate(seats)]
    for group in groups:
        middle = Fraction(across[group[0]] + across[group[-1]]) / 2
        shapes.append(Words(middle, ground + 28, seats[group[0]][1], "head", "middle"))
    met = {place: [other for other in table if other != place] for table in tables for place in table}
    rows = [
        (number, points or "–", ", ".join(seats[other][0] for other in met.get(place, ())) or "–")
        for place, (number, points) in enumerate(seats)
    ]
    return Picture(WIDTH, ground + 36, title, description, shapes, heads, rows)


def _across(groups: Sequence[Sequence[int]]) -> list[Number]:
    """Return the position of each player from the left, with a gap between groups."""
    count = sum(len(group) for group in groups)
    step = Fraction(WIDTH - 2 * LEFT - GAP * (len(groups) - 1), max(1, count - 1))
    return [LEFT + step * place + GAP * number for number, group in enumerate(groups) for place in group]


def _levels(tables: Sequence[Sequence[int]]) -> list[int]:
    """Return the height of each table's bracket, from 1: the lowest that is free over its whole width."""
    levels = [0] * len(tables)
    for number in sorted(range(len(tables)), key=lambda number: max(tables[number]) - min(tables[number])):
        own = range(min(tables[number]), max(tables[number]) + 1)
        taken = {
            level
            for level, other in zip(levels, tables, strict=True)
            if level and min(other) <= own[-1] and own[0] <= max(other)
        }
        levels[number] = next(level for level in range(1, len(tables) + 1) if level not in taken)
    return levels
