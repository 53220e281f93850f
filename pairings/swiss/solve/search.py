"""The first pairing in the text's order among the complete pairings of given pairs (C.04.3 art. 3.6, 3.7, 4).

Theory. S1 against S2 is a matching between two sides. A first guess gives each member of S1, in order, the highest free
member of S2; if there is none, an alternating path makes room. Then the members of S1 get better opponents, from the
first on. A better opponent is one from which an alternating path leads to the present one, without passing a settled
player. One search backwards from the present opponent finds all of them. That is the first transposition (4.2).

Players are exchanged only if S1 and S2 allow no pairing. Hall's theorem names them: the failed search ends with a set
of players who have too few opponents, and an exchange that leaves this set unchanged cannot help.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from pairings.matching.sets.bits import bits
from pairings.matching.sets.unweighted import AlternatingTree, complete_matching

Pairs = list[tuple[int, int]]

#: Exchanges of one player that are tried before exchanges are left to a weighted matching.
TRIES = 5


class BracketSides:
    """S1 against S2: `tops` in order, all to be paired, against the set `lows`, some of which may stay over."""

    def __init__(self, tops: list[int], lows: int, neighbours: list[int]) -> None:
        self.tops = tops
        self.lows = lows
        self.neighbours = neighbours
        self.partner: dict[int, int] = {}
        self.owner: dict[int, int] = {}
        self.free = lows
        self.stuck = 0

    def solve(self) -> bool:
        """Find the first transposition; False if there is none (`stuck` then has tops with too few opponents)."""
        waiting = []
        for top in self.tops:
            possible = self.neighbours[top] & self.free
            if possible:
                self._give(top, (possible & -possible).bit_length() - 1)
            else:
                waiting.append(top)
        for top in waiting:
            if not self._make_room(top):
                return False
        self._improve()
        return True

    def _give(self, top: int, low: int) -> None:
        self.partner[top] = low
        self.owner[low] = top
        self.free &= ~(1 << low)

    def _make_room(self, root: int) -> bool:
        came_from: dict[int, int] = {}
        queue, unseen = [root], self.lows & ~self.free
        for top in queue:
            possible = self.neighbours[top]
            if possible & self.free:
                hit = possible & self.free
                self._pass_on(top, (hit & -hit).bit_length() - 1, came_from)
                return True
            fresh = possible & unseen
            unseen &= ~fresh
            for low in bits(fresh):
                came_from[self.owner[low]] = top
                queue.append(self.owner[low])
        self.stuck = sum(1 << top for top in queue)
        return False

    def _pass_on(self, top: int, low: int, came_from: dict[int, int]) -> None:
        """Give `low` to `top`, whose old partner goes to the previous top on the path, and so on to its root."""
        while True:
            old = self.partner.get(top)
            self._give(top, low)
            if old is None:
                return
            top, low = came_from[top], old

    def _improve(self) -> None:
        """Settle the tops in order, each with the highest low that leaves the others a pairing."""
        open_lows = self.lows
        open_tops = sum(1 << top for top in self.tops)
        for top in self.tops:
            open_tops &= ~(1 << top)
            present = self.partner[top]
            better = self.neighbours[top] & open_lows & (1 << present) - 1
            if better:
                self._reroute(top, present, better, open_tops)
            open_lows &= ~(1 << self.partner[top])

    def _reroute(self, top: int, present: int, better: int, open_tops: int) -> None:
        ends = self.free | 1 << present
        target = (better & -better).bit_length() - 1
        last = 0 if ends >> target & 1 else 1 << self.owner[target]
        goes_to: dict[int, int] = {}
        queue = list(bits(ends))
        for low in queue if last else ():
            movers = self.neighbours[low] & open_tops
            if movers & last:
                goes_to[self.owner[target]] = low
                break
            open_tops &= ~movers
            for mover in bits(movers):
                goes_to[mover] = low
                queue.append(self.partner[mover])
        hit = next((low for low in bits(better) if self.free >> low & 1 or self.owner[low] in goes_to), None)
        if hit is not None:
            end = self._shift(hit, top, goes_to, ends)
            self.free = self.free | 1 << present if end != present else self.free

    def _shift(self, low: int, top: int, goes_to: dict[int, int], ends: int) -> int:
        """Give `low` to `top`; its owner moves on, and so forth until a free low, which is returned."""
        while not ends >> low & 1:
            mover = self.owner[low]
            self._give(top, low)
            top, low = mover, goes_to[mover]
        self._give(top, low)
        return low


class BracketSearch:
    """The search in one bracket. `neighbours` are its tight pairs in local numbers.

    `size` is the number of players, `moved` of them moved down. `floating`: the vertex `size` is the partner of the
    floater.
    """

    def __init__(self, neighbours: list[int], size: int, moved: int, *, floating: bool) -> None:
        self.neighbours = neighbours
        self.size = size
        self.moved = moved
        self.floating = floating
        self.everybody = (1 << size + floating) - 1
        self.float_bit = 1 << size if floating else 0

    def any(self, start: Mapping[int, int]) -> tuple[Pairs, Pairs] | None:
        """Return any complete pairing, in the form of `first` but in no order; `start` are initial pairs."""
        mate = complete_matching(self.everybody, self.neighbours, start)
        if mate is None:
            return None
        pairs = [(v, w) for v, w in mate.items() if v < w < self.size]
        return [pair for pair in pairs if pair[0] < self.moved], [pair for pair in pairs if pair[0] >= self.moved]

    def first(self) -> tuple[Pairs, Pairs] | None:
        """Return (pairs of moved-down players, pairs of the remainder), or None if there is no complete pairing."""
        tops = list(range(self.moved))
        rest = self.everybody ^ (1 << self.moved) - 1
        if not tops:
            remainder = self.remainder(rest)
            return None if remainder is None else ([], remainder)
        chosen = _first_opponents(tops, rest ^ self.float_bit, self.neighbours)
        if chosen is None:
            return None
        remainder = self.remainder(rest & ~_set_of(chosen))
        if remainder is None:
            chosen = self._possible_opponents(tops, rest)
            if chosen is None:
                return None
            remainder = self.remainder(rest & ~_set_of(chosen))
        return None if remainder is None else (chosen, remainder)

    def _possible_opponents(self, tops: list[int], rest: int) -> Pairs | None:
        """Return pairs as `_first_opponents` does, each choice leaving all others a pairing.

        The possible opponents of a top are those reached by the tree of its present partner, with the top left out.
        This takes one tree for each top, O(n^2) operations on sets for each.
        """
        mate = complete_matching(self.everybody, self.neighbours)
        if mate is None:
            return None
        chosen = []
        members = self.everybody
        for top in tops:
            candidates = self.neighbours[top] & rest & members
            partner = mate.pop(top)
            del mate[partner]
            tree = AlternatingTree(members & ~(1 << top), self.neighbours, mate, 0)
            tree.grow(partner, candidates & -candidates)
            possible = tree.outer & candidates
            low = (possible & -possible).bit_length() - 1 if possible else partner
            tree.augment(low, top)
            if possible:
                chosen.append((top, low))
                members &= ~(1 << top | 1 << low)
                del mate[top], mate[low]
        return chosen

    def remainder(self, rest: int) -> Pairs | None:
        """Return a homogeneous bracket or remainder: S1 against S2, else the first valid exchange (3.7.2, 4.3)."""
        players = list(bits(rest & ~self.float_bit))
        pairs = len(players) // 2
        found = self._sides(players[:pairs], players[pairs:])
        if isinstance(found, list):
            return found
        if complete_matching(rest, self.neighbours) is None:
            return None
        return self._one_exchange(players, pairs, found) or self._any_exchange(players, pairs)

    def _sides(self, s1: list[int], s2: list[int]) -> Pairs | int:
        """Return the first transposition as pairs, or a set that has too few opponents."""
        lows = _mask(s2)
        sides = BracketSides([*s1, self.size] if self.floating else s1, lows, self.neighbours)
        if not sides.solve():
            return sides.stuck
        return [(top, sides.partner[top]) for top in s1]

    def _one_exchange(self, players: list[int], pairs: int, stuck: int) -> Pairs | None:
        helpful = stuck
        for v in bits(stuck & ~self.float_bit):
            helpful |= self.neighbours[v]
        if stuck & self.float_bit:
            helpful |= self.neighbours[self.size]
        s1 = [i for i in range(pairs) if helpful >> players[i] & 1]
        for leaving, joining in islice(single_exchanges(s1, range(pairs, len(players))), TRIES):
            first = sorted({*range(pairs), joining} - {leaving})
            second = sorted({*range(pairs, len(players)), leaving} - {joining})
            found = self._sides([players[i] for i in first], [players[i] for i in second])
            if isinstance(found, list):
                return found
        return None

    def _any_exchange(self, players: list[int], pairs: int) -> Pairs:
        """Return the first exchange and transposition by one weighted matching; `players` can be paired."""
        from pairings.matching.sets.weighted import Matching
        from pairings.swiss.solve.exchange import first_pairs
        from pairings.swiss.solve.face import Face

        among = _mask(players) | self.float_bit
        rows = [{0: self.neighbours[v] & among} if among >> v & 1 else {} for v in range(self.size + self.floating)]
        return first_pairs(Face(Matching(rows)), players, pairs)[0]


def single_exchanges(s1: Sequence[int], s2: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield exchanges of one player as (leaving S1, joining S1), in the text's order (4.3); both sides are in order.

    The smallest difference of numbers comes first; then the lowest-ranked leaving player. `s2` has no gaps.
    """
    if not s1:
        return
    for difference in range(s2[0] - s1[-1], s2[-1] - s1[0] + 1):
        for leaving in reversed(s1):
            if s2[0] <= leaving + difference <= s2[-1]:
                yield leaving, leaving + difference


def _first_opponents(tops: list[int], lows: int, neighbours: list[int]) -> Pairs | None:
    """Return, for each top in order, the highest opponent that leaves one for every other top.

    Some lows stay over. None if there is no such pairing.
    """
    sides = BracketSides(tops, lows, neighbours)
    return [(top, sides.partner[top]) for top in tops] if sides.solve() else None


def _set_of(pairs: Pairs) -> int:
    return sum(1 << v | 1 << w for v, w in pairs)


def _mask(players: list[int]) -> int:
    return sum(1 << player for player in players)
