"""The proof of a heaviest matching, by arithmetic that knows nothing of how it was found.

For dual values y and odd sets B with duals z(B) >= 0 such that for every edge

    y(u) + y(v) + (sum of z over the sets that hold both) >= weight(u, v)

add this up over any complete matching. It has at most (|B| - 1) / 2 edges inside B, so its weight is at most

    sum of y + sum of z(B) (|B| - 1) / 2,

whatever matching it is. One that reaches this bound is therefore heaviest.

Edges are asked by sets: the neighbours of a weight against all vertices whose dual is too small for it. Bound for n
vertices, R weights in a row and S sets around a vertex: O(n R (S + log n)) operations on sets.

Source: J. Edmonds, "Maximum Matching and a Polyhedron with 0,1-Vertices" (1965).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from pairings.matching import BrokenProof

Row = Sequence[tuple[int, int]]


def prove(
    rows: Sequence[Row], members: int, mate: Sequence[int], duals: Sequence[int], odd_sets: Sequence[tuple[int, int]]
) -> None:
    """Raises BrokenProof unless the matching is proved to be heaviest of all that match every member.

    `rows[v]` are pairs of a weight and the set of neighbours, `odd_sets` pairs of a set and its dual, on one scale.
    """
    vertices = [v for v in range(len(rows)) if members >> v & 1]
    for odd, dual in odd_sets:
        if dual < 0 or odd.bit_count() % 2 == 0 or odd & ~members:
            raise BrokenProof("An odd set is even, or its dual negative.")
    _no_edge_is_short(rows, members, vertices, duals, odd_sets)
    bound = sum(duals[v] for v in vertices) + sum(dual * (odd.bit_count() // 2) for odd, dual in odd_sets)
    if sum(_weight(rows[v], v, mate) for v in vertices) != 2 * bound:
        raise BrokenProof("The matching does not reach the bound.")


def _weight(row: Row, v: int, mate: Sequence[int]) -> int:
    """The weight of the edge that v is matched by."""
    w = mate[v]
    if w < 0 or w == v or mate[w] != v:
        raise BrokenProof(f"Vertex {v} is not matched exactly once.")
    weight = max((weight for weight, others in row if others >> w & 1), default=None)
    if weight is None:
        raise BrokenProof(f"The matched pair {v}-{w} is no edge.")
    return weight


def _no_edge_is_short(
    rows: Sequence[Row], members: int, vertices: list[int], duals: Sequence[int], odd_sets: Sequence[tuple[int, int]]
) -> None:
    by_dual: dict[int, int] = {}
    for v in vertices:
        by_dual[duals[v]] = by_dual.get(duals[v], 0) | 1 << v
    values = sorted(by_dual)
    lesser = [0]
    for value in values:
        lesser.append(lesser[-1] | by_dual[value])
    largest_first = sorted(odd_sets, key=lambda each: -each[0].bit_count())
    for v in vertices:
        regions = _regions(v, members, largest_first)
        for weight, others in rows[v]:
            for region, around in regions:
                short = lesser[bisect_left(values, weight - duals[v] - around)] & others & region
                if short:
                    raise BrokenProof(f"Edge {v}-{short.bit_length() - 1} is short.")


def _regions(v: int, members: int, odd_sets: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The vertices by the sets that hold them together with v: (vertices, the sum of their duals)."""
    found, region, around = [], members, 0
    for odd, dual in odd_sets:
        if odd >> v & 1:
            if odd & ~region:
                raise BrokenProof("Two odd sets overlap.")
            found.append((region & ~odd, around))
            region, around = odd, around + dual
    return [*found, (region, around)]
