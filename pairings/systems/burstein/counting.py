"""Pairs of a bracket by which counting alone shows that no criterion can be met better.

W players want one colour, B want the other, B at most W, and Z want none. Then each complete pairing loses at least
half of W - B - Z wishes, or none. If that is more than none, every B and Z has to meet a W; otherwise no two with the
same wish may meet. In an odd bracket one player of the lowest score floats: a W if they are in surplus.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairings.matching.sets.bits import bits
from pairings.systems.burstein.field import BursteinField


def tight_rows(vertices: Sequence[int], field: BursteinField, may_float: int) -> list[dict[int, int]]:
    """Return the graph of such pairs, by indexes of `vertices`; in an odd bracket the last vertex is the float.

    `may_float` are the possible floaters, as a set of the field. A vertex without a pair has an empty row.
    """
    size = len(vertices)
    place = {v: at for at, v in enumerate(vertices)}
    players = sum(1 << v for v in vertices)
    whites, blacks, neither = (_local(members & players, place) for members in field.wishes())
    if whites.bit_count() < blacks.bit_count():
        whites, blacks = blacks, whites
    surplus = whites.bit_count() - blacks.bit_count() - neither.bit_count()
    floats = _local(may_float, place) if size % 2 else 0
    if size % 2 and surplus > 0:
        floats &= whites
        surplus -= 1
    everybody = (1 << size) - 1
    if surplus > 0:
        allowed = ((whites, everybody), (blacks, whites), (neither, whites))
    else:
        allowed = ((whites, ~whites), (blacks, ~blacks), (neither, everybody))
    rows: list[dict[int, int]] = [{} for _ in range(size + size % 2)]
    for kind, others in allowed:
        for at in bits(kind):
            near = others & everybody & ~_local(players & ~field.legal[vertices[at]], place)
            near |= (floats >> at & 1) << size
            if near:
                rows[at] = {0: near}
    if floats:
        rows[size] = {0: floats}
    return rows


def in_turn(rows: Sequence[dict[int, int]]) -> dict[int, int]:
    """Return initial pairs: from the last vertex, which is ranked highest, each with its first free opponent."""
    pairs: dict[int, int] = {}
    free = (1 << len(rows)) - 1
    for at in range(len(rows) - 1, -1, -1):
        possible = rows[at].get(0, 0) & free & ~(1 << at) if free >> at & 1 else 0
        if possible:
            other = (possible & -possible).bit_length() - 1
            pairs[at], pairs[other] = other, at
            free &= ~(1 << at | 1 << other)
    return pairs


def _local(members: int, place: dict[int, int]) -> int:
    found = 0
    for v in bits(members):
        found |= 1 << place[v]
    return found
