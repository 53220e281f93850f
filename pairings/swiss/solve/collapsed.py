"""Initial duals for a matching, from the same question about kinds of players.

Theory. Players of a kind contribute the same to the criteria. Count the players of each kind and leave their pairs
open: that is a transportation problem between the kinds, each on both sides (the fractional relaxation of the
matching), far smaller than the matching itself. Its duals bound every possible pair, so they can be given to the
players of each kind. They leave to the matching only the effects of single pairs (past meetings) and of odd numbers.
That is how a heavier colour, a large club or a floater is accounted for before the first tree is grown.

The method is successive shortest paths (Jewell; Busacker and Gowen), with duals that keep all path costs at 0 or above.
Tight cells ship as much as possible before duals move again. Each path uses up a supply, meets a demand, or
empties a cell. Bound for K kinds: O(K) operations on sets for a path, O(K^2) steps to move the duals, which is done at
most 2 K times (any duals that bound all pairs will do).

Source: R. Ahuja, T. Magnanti, J. Orlin, "Network Flows" (1993), chapter 9.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairings.matching.sets.bits import as_set, bits


def duals_of_kinds(weights: Sequence[Sequence[int | None]], sizes: Sequence[int]) -> list[int]:
    """Return a dual for each kind; twice the sum of two is at least four times the weight of their pairs.

    `weights[k][l]` is the weight of a pair of two kinds, None if there is no such pair; each kind has a pair.
    """
    problem = _Transport(weights, sizes)
    problem.ship()
    for _ in range(2 * len(sizes)):
        if not any(problem.supply) or not problem.move_duals():
            break
        problem.ship()
    return [left + right for left, right in zip(problem.left, problem.right, strict=True)]


class _Transport:
    """A transportation problem: supplies on the left, demands on the right, `flow[k][l]` on tight cells only."""

    def __init__(self, weights: Sequence[Sequence[int | None]], sizes: Sequence[int]) -> None:
        self.size = len(sizes)
        self.cells = [[(k, 2 * w) for k, w in enumerate(row) if w is not None] for row in weights]
        self.supply, self.demand = list(sizes), list(sizes)
        self.flow: list[dict[int, int]] = [{} for _ in sizes]
        self.left = [max(w for _, w in row) for row in self.cells]
        self.right = [max(w - self.left[k] for k, w in row) for row in self.cells]

    def ship(self) -> None:
        """Ship along tight cells while they lead from a supply to a demand."""
        tight = [
            as_set([other for other, weight in cells if weight == self.left[one] + self.right[other]])
            for one, cells in enumerate(self.cells)
        ]
        while self._ship_once(tight):
            pass

    def _ship_once(self, tight: list[int]) -> bool:
        queue = [one for one, amount in enumerate(self.supply) if amount]
        came_from: dict[int, int] = {}
        entered: dict[int, int] = {}
        reached, visited = as_set(queue), 0
        for one in queue:
            fresh = tight[one] & ~visited
            visited |= fresh
            for other in bits(fresh):
                came_from[other] = one
                if self.demand[other]:
                    self._augment(other, came_from, entered)
                    return True
                for back in self.flow[other]:
                    if not reached >> back & 1:
                        reached |= 1 << back
                        entered[back] = other
                        queue.append(back)
        return False

    def move_duals(self) -> bool:
        """Move the duals along shortest paths until tight cells reach a demand; return False if there is none."""
        far: dict[int, int] = {}
        reached: dict[int, int] = {one: 0 for one, amount in enumerate(self.supply) if amount}
        waiting = list(reached)
        settled: dict[int, int] = {}
        while True:
            for one in waiting:
                base = reached[one] + self.left[one]
                for other, weight in self.cells[one]:
                    if other not in settled:
                        distance = base + self.right[other] - weight
                        if distance < far.get(other, distance + 1):
                            far[other] = distance
            if not far:
                return False
            other = min(far, key=far.__getitem__)
            distance = settled[other] = far.pop(other)
            if self.demand[other]:
                break
            waiting = [one for one in self.flow[other] if one not in reached]
            reached |= dict.fromkeys(waiting, distance)
        for one, at in reached.items():
            self.left[one] -= distance - at
        for other, at in settled.items():
            self.right[other] += distance - at
        return True

    def _augment(self, end: int, came_from: dict[int, int], entered: dict[int, int]) -> None:
        """Ship the possible amount along the path that ends at a demand."""
        path = [(came_from[end], end)]
        while path[-1][0] in entered:
            through = entered[path[-1][0]]
            path.append((came_from[through], through))
        amount = min(self.demand[end], self.supply[path[-1][0]])
        for one, _ in path[:-1]:
            amount = min(amount, self.flow[entered[one]][one])
        for one, other in path:
            self.flow[other][one] = self.flow[other].get(one, 0) + amount
            if one in entered:
                self._reduce_flow(entered[one], one, amount)
        self.supply[path[-1][0]] -= amount
        self.demand[end] -= amount

    def _reduce_flow(self, other: int, one: int, amount: int) -> None:
        self.flow[other][one] -= amount
        if not self.flow[other][one]:
            del self.flow[other][one]
