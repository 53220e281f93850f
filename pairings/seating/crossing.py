"""From groups to a bracket: the seat of each place of each group.

If equally many of each group advance, and the groups are 1, 2, 4, 8 or 16, custom gives a pattern: group winners
against runners-up of the neighbour group, with players of one group in opposite halves. With six groups, the runners-up
and the four best thirds it is the table of the European championships of 24 teams, as its regulations print it: the
pairing of thirds and winners is no rule but data.

Otherwise the places are seeds: all winners by their group results, then all seconds, and so on, with byes for the
first. Then they change seats within their tier, so that players of one group are as far apart as the bracket allows: of
k who advance at most the half, rounded up, in each half, a quarter in each quarter, and no two in a first match. The
seats are filled from the first on, each with the best suitable player, with backtracking. If that finds nothing, the
condition on the largest parts of the bracket is dropped first. So winners and the best players keep their seats if
possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from pairings.systems.knock_out.tree import seed_order, size_of

#: (group, place): both counted from 1, so (1, 2) is the second of group A.
Slot = tuple[int, int]
#: After this many seats a search gives up a demand.
MOST_STEPS = 20_000

#: The four best thirds of six groups: the groups whose thirds meet the winners of B, C, E and F.
THIRDS_24 = {
    "ABCD": "ADBC",
    "ABCE": "AEBC",
    "ABCF": "AFBC",
    "ABDE": "DEAB",
    "ABDF": "DFAB",
    "ABEF": "EFBA",
    "ACDE": "EDCA",
    "ACDF": "FDCA",
    "ACEF": "EFCA",
    "ADEF": "EFDA",
    "BCDE": "EDBC",
    "BCDF": "FDCB",
    "BCEF": "FECB",
    "BDEF": "FEDB",
    "CDEF": "FEDC",
}


@dataclass(frozen=True, slots=True)
class Crossing:
    """A crossing: `slots` in seat order. `apart`: players of one group are as far apart as the bracket allows."""

    slots: tuple[Slot, ...]
    apart: bool = True


def crossing(tiers: Sequence[Sequence[int]]) -> Crossing:
    """Return the seats of the players who advance.

    `tiers` are the groups of the winners, of the seconds and so on, in order of their results; the last tier may have
    fewer than there are groups.
    """
    lines = _custom(tiers)
    return Crossing(_by_seat(lines)) if lines is not None else _as_seeds(tiers)


def follows_letters(tiers: Sequence[Sequence[int]]) -> bool:
    """Return whether the letters of the groups alone decide the seats, without the results of players of one place."""
    return _custom(tiers) is not None


def _custom(tiers: Sequence[Sequence[int]]) -> list[Slot] | None:
    """Return the lines of a bracket with customary seats; None without such a custom."""
    groups, through = len(tiers[0]), len(tiers)
    everybody = [list(range(1, groups + 1))] * through
    came = [sorted(tier) for tier in tiers]
    if came == everybody:
        return _pattern(groups, through)
    if groups == 6 and through == 3 and came[:2] == everybody[:2] and len(tiers[2]) == 4:
        return _round_of_16_of_24_teams(tiers[2])
    return None


def _by_seat(lines: Sequence[Slot]) -> tuple[Slot, ...]:
    """Return the lines of a full bracket, from the top, in seat order."""
    seats = dict(zip(seed_order(len(lines)), lines, strict=True))
    return tuple(seats[seat] for seat in sorted(seats))


def _pattern(groups: int, through: int) -> list[Slot] | None:
    """Return the lines of the custom; None if there is none."""
    if groups == 2 and through == 4:
        half = [(1, 1), (2, 4), (2, 2), (1, 3)]
        return [*half, (2, 1), (1, 4), (1, 2), (2, 3)]
    if through == 2 and groups in {2, 4, 8, 16}:
        pairs = [(group, group + 1) for group in range(1, groups, 2)]
        above = [slot for one, other in pairs for slot in ((one, 1), (other, 2))]
        below = [slot for one, other in pairs for slot in ((other, 1), (one, 2))]
        return [*above, *below]
    return None


def _round_of_16_of_24_teams(thirds: Sequence[int]) -> list[Slot]:
    """Return the round of 16 of a championship of 24 teams; groups are A to F."""
    came = "".join(sorted("ABCDEF"[group - 1] for group in thirds))
    of_b, of_c, of_e, of_f = (("ABCDEF".index(letter) + 1, 3) for letter in THIRDS_24[came])
    a, b, c, d, e, f = range(1, 7)
    above = [(b, 1), of_b, (a, 1), (c, 2), (f, 1), of_f, (d, 2), (e, 2)]
    below = [(e, 1), of_e, (d, 1), (f, 2), (c, 1), of_c, (a, 2), (b, 2)]
    return [*above, *below]


def _as_seeds(tiers: Sequence[Sequence[int]]) -> Crossing:
    slots = [(group, place) for place, tier in enumerate(tiers, start=1) for group in tier]
    size = size_of(len(slots))
    depth = size.bit_length() - 1
    for given_up in range(depth):
        found = _Apart(tiers, size, range(1 + given_up, depth)).fill_slots()
        if found is not None:
            return Crossing(tuple(found), apart=given_up == 0)
    return Crossing(tuple(slots), apart=False)


class _Apart:
    """A search that fills seats so that no group exceeds its share in any part of the bracket of these levels.

    A part of level j is a half for 1, a quarter for 2, and so on.
    """

    def __init__(self, tiers: Sequence[Sequence[int]], size: int, levels: range) -> None:
        self.tiers = [list(tier) for tier in tiers]
        self.levels = levels
        self.depth = size.bit_length() - 1
        self.line = {seat: line for line, seat in enumerate(seed_order(size))}
        counts = Counter(chain.from_iterable(tiers))
        self.share = {(level, group): -(-count >> level) for level in levels for group, count in counts.items()}
        self.inside: Counter[tuple[int, int, int]] = Counter()
        self.slots: list[Slot] = []
        self.steps = 0

    def fill_slots(self) -> list[Slot] | None:
        return self.slots if self._from(0, 0, list(self.tiers[0])) else None

    def _from(self, tier: int, seat: int, remaining: list[int]) -> bool:
        """Fill all seats after `seat`, those of this tier with its remaining groups; return whether it succeeded."""
        if not remaining:
            if tier + 1 == len(self.tiers):
                return True
            return self._from(tier + 1, seat, list(self.tiers[tier + 1]))
        for group in remaining:
            self.steps += 1
            if self.steps > MOST_STEPS:
                return False
            parts = [(level, self.line[seat + 1] >> (self.depth - level), group) for level in self.levels]
            if any(self.inside[part] >= self.share[part[0], group] for part in parts):
                continue
            self.inside.update(parts)
            self.slots.append((group, tier + 1))
            if self._from(tier, seat + 1, [other for other in remaining if other != group]):
                return True
            self.slots.pop()
            self.inside.subtract(parts)
        return False
