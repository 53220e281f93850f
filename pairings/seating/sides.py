"""The choice of the first player if either may be first: the one who was first less often, then alternating."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pairings.snapshot import Snapshot


def sides_so_far(snapshot: Snapshot) -> dict[int, list[int]]:
    """Return, for each player, 1 for each game as first and -1 for each game as second."""
    found: dict[int, list[int]] = {player.number: [] for player in snapshot.players}
    for _round, pairing in snapshot.recorded_pairings():
        if pairing.result is None or pairing.result.played:
            found[pairing.first].append(1)
            found[pairing.second].append(-1)
    return found


def in_turn(sides: Mapping[int, Sequence[int]], pair: tuple[int, int], at: int) -> tuple[int, int]:
    """Return a pair, (higher, lower), as (first, second); `at` is its table from the top.

    First is the player who was first less often, else the one who was second when they last differed, else alternating
    by table.
    """
    higher, lower = pair
    own_sides, other_sides = sides[higher], sides[lower]
    if sum(own_sides) != sum(other_sides):
        return pair if sum(own_sides) < sum(other_sides) else (lower, higher)
    for own, other in zip(reversed(own_sides), reversed(other_sides), strict=False):
        if own != other:
            return pair if own < 0 else (lower, higher)
    if own_sides:
        return pair if own_sides[-1] < 0 else (lower, higher)
    return pair if at % 2 == 0 else (lower, higher)
