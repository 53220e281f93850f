"""Ranks of Go and shogi players: 30k, the weakest, to 1k, then 1d to 9d; as numbers -30 to -1, and 0 to 8."""

from __future__ import annotations

import re

LOWEST, HIGHEST = -30, 8
_RANK_PATTERN = re.compile(r"\s*([1-9][0-9]?)\s*([kd])(?:[uy]{1,2}|an)?\s*", re.IGNORECASE)
#: A rating of 2100 is 1 dan, and 100 points are a rank.
_FIRST_DAN, _STEP = 2100, 100


def parse(text: str) -> int:
    """Return the number of a rank as people write it: 3d, 12 kyu, 1D. Raises ValueError for anything else."""
    found = _RANK_PATTERN.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no rank.")
    number = int(found[1])
    rank = -number if found[2].lower() == "k" else number - 1
    if not LOWEST <= rank <= HIGHEST:
        raise ValueError(f"{text!r} is no rank.")
    return rank


def spell_rank(rank: int) -> str:
    """Return the rank as it is written: 3d, 12k."""
    return f"{-rank}k" if rank < 0 else f"{rank + 1}d"


def of_rating(rating: int) -> int:
    """Return the nearest rank for a European rating."""
    rank = (rating - _FIRST_DAN + _STEP // 2) // _STEP
    return max(LOWEST, min(HIGHEST, rank))


def as_rating(rank: int) -> int:
    """Return the rating in the middle of a rank."""
    return _FIRST_DAN + _STEP * rank
