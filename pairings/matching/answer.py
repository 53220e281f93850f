"""The answers of the matching solver, and the exceptions if there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Blossom:
    """An odd set of vertices with its dual value `weight` (not negative, on the scale of doubled costs)."""

    vertices: tuple[int, ...]
    weight: int


@dataclass(frozen=True, slots=True)
class Matching:
    """A perfect matching of smallest total cost, with its proof.

    `mate[v]` is the partner of v. `duals` and `blossoms` bound every perfect matching from below; the bound equals
    `total`, so there is no cheaper one (`pairings.matching.proof`). Dual values are on the scale of doubled costs.
    `edges` counts the edges that the solver visited, `solves` the number of its price-out runs.
    """

    mate: tuple[int, ...]
    total: int
    duals: tuple[int, ...]
    blossoms: tuple[Blossom, ...]
    edges: int
    solves: int = 1

    def pairs(self) -> list[tuple[int, int]]:
        """Return the matched pairs (u, v) with u < v, in order."""
        return [(u, v) for u, v in enumerate(self.mate) if u < v]

    def flat_duals(self) -> list[int]:
        """Return duals without blossoms, also feasible: each vertex gives up half the weight of those around it."""
        y = list(self.duals)
        for blossom in self.blossoms:
            for vertex in blossom.vertices:
                y[vertex] -= blossom.weight // 2
        return y

    def tight(self, costs: Sequence[Sequence[int]]) -> list[tuple[int, int, int]]:
        """Return pairs (u, v, cost) of its table with slack 0; every equally cheap matching has only such pairs."""
        y = self.duals
        around = [frozenset[int]()] * len(y)
        for number, blossom in enumerate(self.blossoms):
            for vertex in blossom.vertices:
                around[vertex] |= {number}
        return [
            (u, v, cost)
            for u, row in enumerate(costs)
            for v, cost in enumerate(row)
            if u < v
            and 2 * cost <= y[u] + y[v]
            and 2 * cost - y[u] - y[v] + sum(self.blossoms[number].weight for number in around[u] & around[v]) == 0
        ]


@dataclass(frozen=True, slots=True)
class Barrier:
    """A proof that there is no perfect matching: more odd sets than vertices that could serve them.

    No edge leaves any of `odd_sets` except to `separator`, each set is odd, and there are more sets than separators:
    every set would need one itself.
    """

    separator: tuple[int, ...]
    odd_sets: tuple[tuple[int, ...], ...]


class NoPerfectMatching(Exception):
    """The graph has no perfect matching; `barrier` proves it."""

    def __init__(self, barrier: Barrier) -> None:
        super().__init__("The graph has no perfect matching.")
        self.barrier = barrier


class TooMuchWork(Exception):
    """The search visited more edges than allowed; the answer is unknown."""
