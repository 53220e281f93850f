"""A bracket in two groups of equal size, and its pairs (C.04.4.1 art. 3.2, 4.3 and 4.4).

Theory. G1 wants White, G2 is everybody else. Of a legal pairing that loses as few wishes as possible, k pairs are
inside the smaller group and k + d inside the larger one, with d half of the difference of their sizes; of each such
pair one player is shifted. So a set of k may leave the smaller group exactly if a pairing of that kind has each of them
in another pair inside. Of the two in such a pair the one with the smaller number makes the earlier set. With a bonus
that halves from number to number the heaviest matching has the first set of the smaller group, and among those the
first set of the larger one.

Nearly always k = 0 and the first d of the larger group suffice: then that is the answer, without weights. Last, S1 in
order against the first order of S2 that leaves all an opponent is the search of `BracketSides`.
"""

from __future__ import annotations

from dataclasses import dataclass

from pairings.matching.sets.bits import as_set, bits
from pairings.matching.sets.weighted import Matching
from pairings.swiss.solve.search import BracketSides
from pairings.systems.dubov.field import DubovField


@dataclass(frozen=True, slots=True)
class DubovBracket:
    """A paired bracket: `pairs` are (of S1, of S2) in the order of S1, as indexes of the field.

    `shifted` are the players who changed groups, those of the smaller group first. `by_wish` is False if nobody has
    played, so that the first half by number is G1.
    """

    residents: int
    upfloaters: int
    pairs: tuple[tuple[int, int], ...]
    shifted: tuple[int, ...]
    by_wish: bool


def pair_bracket(field: DubovField, residents: int, upfloaters: int) -> DubovBracket:
    """Return the pairing of a bracket that has at least one legal pairing."""
    players = residents | upfloaters
    by_wish = bool(players & ~field.new)
    if by_wish:
        g1 = players & field.whites
    else:
        in_order = field.by_number(players)
        # Without a game nobody has a colour to go by: G1 is the first half by number, in any round.
        g1 = as_set(in_order[: len(in_order) // 2])
    g2 = players & ~g1
    small, large = (g1, g2) if g1.bit_count() <= g2.bit_count() else (g2, g1)
    half = (large.bit_count() - small.bit_count()) // 2
    out_of_large = shift_order(field, large, whites=large == g1 and by_wish)
    leaving: list[int] = []
    joining = out_of_large[:half]
    pairs = _match(field, g1, g2, joining)
    if pairs is None:
        out_of_small = shift_order(field, small, whites=small == g1 and by_wish)
        leaving, joining = _shift_sets(field, out_of_small, out_of_large)
        pairs = _match(field, g1, g2, [*leaving, *joining])
    if pairs is None:
        raise AssertionError("the groups can be paired after the shifts")
    return DubovBracket(residents, upfloaters, pairs, (*leaving, *joining), by_wish)


def shift_order(field: DubovField, group: int, *, whites: bool) -> list[int]:
    """Return the players of a group in the order in which they are shifted: from the middle outwards (4.3).

    Players who want White are sorted by average and number, the others by number. Of two in the middle the higher one
    comes first; then the middle of the remaining players is taken again.
    """
    standing = field.by_number(group)
    if whites:
        standing.sort(key=lambda index: field.averages[index])
    order = []
    while standing:
        order.append(standing.pop((len(standing) - 1) // 2))
    return order


def _match(field: DubovField, g1: int, g2: int, shifted: list[int]) -> tuple[tuple[int, int], ...] | None:
    """Return S1 by average against the first order of S2 by number; None if not all can be paired."""
    moved = as_set(shifted)
    first, second = g1 & ~moved | g2 & moved, g2 & ~moved | g1 & moved
    lows = field.by_number(second)
    place = {index: at for at, index in enumerate(lows)}
    # Opponents are evened out: the lowest average of opponents so far meets the first of S2, who is the strongest.
    tops = sorted(field.by_number(first), key=lambda index: field.averages[index])
    size = len(lows)
    near = [0] * (size + len(tops))
    for at, top in enumerate(tops):
        near[size + at] = as_set([place[index] for index in bits(field.legal[top] & second)])
        for low in bits(near[size + at]):
            near[low] |= 1 << size + at
    sides = BracketSides(list(range(size, size + len(tops))), (1 << size) - 1, near)
    if not sides.solve():
        return None
    return tuple((top, lows[sides.partner[size + at]]) for at, top in enumerate(tops))


def _shift_sets(field: DubovField, small: list[int], large: list[int]) -> tuple[list[int], list[int]]:
    """Return the first sets of players that leave the smaller and the larger group; both are given in order."""
    players = [*small, *large]
    few, many = len(small), len(large)
    inside = 1 << few + many + 1
    rows: list[dict[int, int]] = [{} for _ in players]
    for one, v in enumerate(players):
        for other in range(one + 1, len(players)):
            if not field.legal[v] >> players[other] & 1:
                continue
            weight = 0
            if other < few:
                weight = (1 << many + few - 1 - one) - inside
            elif one >= few:
                weight = 1 << many - 1 - (one - few)
            rows[one][weight] = rows[one].get(weight, 0) | 1 << other
            rows[other][weight] = rows[other].get(weight, 0) | 1 << one
    pairs = Matching(rows).pairs()
    leaving = sorted(min(pair) for pair in pairs if max(pair) < few)
    joining = sorted(min(pair) for pair in pairs if min(pair) >= few)
    return [players[at] for at in leaving], [players[at] for at in joining]
