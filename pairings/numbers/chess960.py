"""Start positions of Chess960 by number (Scharnagl), 0 to 959: 518 is that of chess (Laws, Guidelines II)."""

from __future__ import annotations

from itertools import combinations

POSITIONS = 960
_KNIGHTS = tuple(combinations(range(5), 2))


def back_rank(number: int) -> str:
    """Return White's first rank from a to h; Black's stands opposite. Raises ValueError for a number out of range.

    The number is decoded: a bishop on b, d, f or h; one on a, c, e or g; the queen on one of the six squares left, the
    knights on two of the five then left; the king is between the rooks on the last three.
    """
    if not 0 <= number < POSITIONS:
        raise ValueError(f"There is no start position {number}: they are 0 to {POSITIONS - 1}.")
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    rank = {2 * light + 1: "B", 2 * dark: "B"}
    rank[_free(rank)[queen]] = "Q"
    free = _free(rank)
    rank |= {free[place]: "N" for place in _KNIGHTS[knights]}
    rank |= dict(zip(_free(rank), "RKR", strict=True))
    return "".join(rank[file] for file in range(8))


def _free(rank: dict[int, str]) -> list[int]:
    return [file for file in range(8) if file not in rank]
