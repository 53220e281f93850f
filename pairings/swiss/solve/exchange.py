"""The first pairs of a remainder in the text's order (C.04.3 art. 4.3 and 4.2) among the best matchings.

Theory. The *top* of a pair is its higher-ranked member. With q pairs in the remainder, S1 is its first q players, and
after an exchange the set of tops. So a player of S1 who is no top *leaves* it, a player of S2 who is a top *joins* it,
and as many join as leave. Article 4.3 asks for few to leave, then a small difference between the numbers of those who
join and those who leave, then the largest numbers leaving, then the smallest joining. Each of these is a sum over
players, and in their order of importance they are digits of one cost. A pair of S1 with S2 costs nothing. Of two
players in S1 the lower-ranked leaves, as does one who is paired outside; of two in S2 the higher-ranked joins.

If all of S1 can be paired with S2, nothing has a cost, and the matching is found without weights. Then every best
matching has the same S1, and each top gets its first opponent, one after the other.

Bounds for m players: one matching with at most m weights in a row, and a question of `face` for each pair.
"""

from __future__ import annotations

from pairings.matching.sets.bits import as_set, bits
from pairings.matching.sets.weighted import Matching
from pairings.swiss.solve.face import Face, room_for


class Costs:
    """The cost of each player number n, from 1, of `size` for leaving or joining S1; S1 has `pairs` players."""

    def __init__(self, size: int, pairs: int) -> None:
        self.size = size
        self.pairs = pairs
        count = size.bit_length()
        self.joining = size + count
        self.leaving = pairs + count
        self.difference = 2 * count + 1
        self.digits = self.joining + self.leaving + self.difference + count

    def of_leaving(self, n: int) -> int:
        difference = 1 << self.difference | self.pairs - n
        return (difference << self.leaving | (1 << self.pairs) - (1 << n - 1)) << self.joining

    def of_joining(self, n: int) -> int:
        return n - self.pairs << self.leaving + self.joining | (1 << self.size) - (1 << self.size - n)


def first_pairs(face: Face, remainder: list[int], pairs: int) -> tuple[list[tuple[int, int]], Face]:
    """Return the first best matching: its remainder pairs (top first), and the best matchings without them.

    `remainder` is in order; each best matching makes `pairs` pairs in it.
    """
    best, before = _first_exchange(face, remainder, pairs), face.visits + face.steps
    face = Face(best)
    face.steps = before + best.size + best.steps
    players = as_set(remainder)
    tops = [v for v in remainder if v in face.mate and face.mate[v] > v and players >> face.mate[v] & 1]
    lows = players & ~as_set(tops)
    found = []
    for top in tops:
        found.append((top, face.first(top, lows)))
        face.take(top)
    return found, face


def _first_exchange(face: Face, remainder: list[int], pairs: int) -> Matching:
    """Return a best matching with the first exchange; its own best ones are exactly those that have it.

    Weights count only if there are cuts; without cuts all complete matchings of tight edges are best.
    """
    costs = Costs(len(remainder), pairs)
    graded = _CostRows(remainder, pairs, costs, room_for(face.size))
    rows: list[dict[int, int]] = [{} for _ in range(face.size)]
    for v in bits(face.members):
        for weight, others in face.weights(v) if face.cuts else [(0, face.near[v] & face.members)]:
            if others:
                graded.fill(rows[v], v, others, weight << costs.digits)
    if not face.cuts:
        return Matching(rows, [0] * face.size)
    return Matching(rows, [dual << costs.digits for dual in face.loosen_duals()])


class _CostRows:
    """The rows of the cost: the side of each player, and the cost of each."""

    def __init__(self, remainder: list[int], pairs: int, costs: Costs, room: int) -> None:
        self.s1, self.s2 = as_set(remainder[:pairs]), as_set(remainder[pairs:])
        self.cost = {i: costs.of_leaving(n) << room for n, i in enumerate(remainder[:pairs], start=1)}
        self.cost |= {i: costs.of_joining(n) << room for n, i in enumerate(remainder[pairs:], start=pairs + 1)}

    def fill(self, row: dict[int, int], i: int, others: int, weight: int) -> None:
        """Add `others` to the row of i, each with its cost subtracted from the weight."""
        above = (1 << i) - 1
        if self.s1 >> i & 1:
            # A pair of S1 and S2 needs no exchange. A player of S1 who is paired outside the remainder, or with a
            # higher-ranked player of S1, leaves S1.
            self._add(row, weight, others & self.s2)
            self._add(row, weight - self.cost[i], others & ~self.s2 & ~(self.s1 & ~above))
            self._add_each(row, weight, others & self.s1 & ~above)
        elif self.s2 >> i & 1:
            # A player of S2 who is paired with a lower-ranked player of S2 joins S1; of the two the higher-ranked is
            # the top.
            self._add(row, weight, others & ~self.s2)
            self._add(row, weight - self.cost[i], others & self.s2 & ~above)
            self._add_each(row, weight, others & self.s2 & above)
        else:
            self._add(row, weight, others & ~self.s1)
            self._add_each(row, weight, others & self.s1)

    def _add_each(self, row: dict[int, int], weight: int, others: int) -> None:
        for j in bits(others):
            self._add(row, weight - self.cost[j], 1 << j)

    @staticmethod
    def _add(row: dict[int, int], weight: int, others: int) -> None:
        if others:
            row[weight] = row.get(weight, 0) | others
