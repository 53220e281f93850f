"""The floaters of a score group to the next one (29D): as few as possible, chosen one after the other.

Theory. A player has to leave if the group, or else the rest of the field, could not be paired. With a weight of 1 for
each pair inside the group, the heaviest matching of all remaining players shows the fewest. Whether a player can be
among them is the same question again without an inside pair for that player. Nearly always nobody has to leave, or the
first in the order can: then two matchings without weights prove it.

Bounds, for n players left and k of the group: at most k + 1 matchings of n vertices with two weights, O(k n^3)
operations on sets.
"""

from __future__ import annotations

from pairings.matching.sets.bits import as_set, bits
from pairings.matching.sets.unweighted import complete_matching
from pairings.matching.sets.weighted import Matching, NoCompleteMatching
from pairings.swiss.solve.completion import Completion
from pairings.systems.us_chess.field import UsField


def in_order(field: UsField, players: int, incoming: int, following: int) -> list[int]:
    """Return the players in the order of leaving: the last in it are those from above.

    Before them are those without an opponent in the `following` group, those without a rating, and those who have
    floated. Of the others the lowest rated is first.
    """

    def key(one: int) -> tuple[int, bool, int, int, int]:
        is_unmatched = not field.legal[one] & following
        return incoming >> one & 1, is_unmatched, field.unrated >> one & 1, field.dropped >> one & 1, -one

    return sorted(bits(players), key=key)


def leaving(
    field: UsField, completion: Completion, players: int, incoming: int, below: int, following: int
) -> list[int]:
    """Return the floaters, in the order of choice.

    `incoming` of the players are from above, `below` is everybody after them, and `following` those of these with the
    next score.
    """

    def can_leave(out: int) -> bool:
        if not completion.pairable(out | below):
            return False
        return complete_matching(players & ~out, field.legal) is not None

    order = in_order(field, players, incoming, following)
    if players.bit_count() % 2 == 0 and can_leave(0):
        return []
    if players.bit_count() % 2:
        one = next((one for one in order if can_leave(1 << one)), None)
        if one is not None:
            return [one]
    return _several(field, players, below, order)


def _several(field: UsField, players: int, below: int, order: list[int]) -> list[int]:
    most = _inside(field, players, below, 0)
    if most is None:
        raise AssertionError("the round can be completed")
    chosen: list[int] = []
    for one in order:
        # as few leave as the best pairing of the group leaves over (29D)
        if len(chosen) == players.bit_count() - 2 * most:
            break
        if _inside(field, players, below, as_set(chosen) | 1 << one) == most:
            chosen.append(one)
    return chosen


def _inside(field: UsField, players: int, below: int, out: int) -> int | None:
    """Return the most pairs inside a group with all players paired, `out` outside; None if it is impossible."""
    rows: list[dict[int, int]] = [{} for _ in range(field.size)]
    for v in bits(players | below):
        within = field.legal[v] & players & ~out if players >> v & 1 and not out >> v & 1 else 0
        beyond = field.legal[v] & (below if players >> v & 1 else players | below)
        if not within | beyond:
            return None
        rows[v] = {weight: others for weight, others in ((1, within), (0, beyond)) if others}
    try:
        pairs = Matching(rows).pairs()
    except NoCompleteMatching:
        return None
    return sum(players >> v & 1 and players >> w & 1 for v, w in pairs)
