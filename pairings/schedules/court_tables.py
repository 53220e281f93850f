"""Small groups for which no order cut into slots is the best: slots that were searched for one by one.

With rest: the fewest slots in which nobody plays twice running; without: the fewest slots, and of those with the fewest
who play twice running. That there are no better ones was proved by the search; the tests count what is here.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

Game = tuple[int, int]

#: By players, courts and rest: slots with a space between them, two digits a game, `-` for an empty slot.
_FOUND: Mapping[tuple[int, int, bool], str] = MappingProxyType(
    {
        (6, 2, False): "0123 0435 1524 03 1425 0213 0534 1245",
        (6, 2, True): "0123 45 0213 - 0534 12 0435 - 1524 03 1425",
        (8, 2, True): "0167 2435 0617 2345 0716 25 3746 0215 3647 0512 34 2756 0314 2657 0413",
        (8, 3, True): "012567 34 0216 3547 26 031457 - 172436 05 1327 0645 1237 0456 23 071546",
        (10, 3, True): (
            "012534 6789 021435 6879 0324 1956 042837 1659 072348 69 081357 2946 051738 2649 1578 0639 "
            "124758 0936 182745"
        ),
        (10, 4, True): (
            "01234967 58 021347 5968 031427 5689 0417 283569 07 15293846 - 05243978 16 253748 0619 3457 "
            "091826 45 08123679"
        ),
    }
)


def found(players: int, courts: int, *, rest: bool) -> list[list[list[Game]]]:
    """The slots of a small group, its players from 0; nothing where an order serves."""
    written = _FOUND.get((players, courts, rest))
    return [[_games(slot) for slot in written.split()]] if written else []


def _games(slot: str) -> list[Game]:
    digits = [int(digit) for digit in slot if digit != "-"]
    return list(zip(digits[::2], digits[1::2], strict=True))
