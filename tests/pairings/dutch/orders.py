"""The orders in which candidates are generated (C.04.3 articles 4.2 to 4.4), as the text lists them.

No engine uses them, only the literal implementation (`literal.py`). Players are their bracket numbers (BSN).

The generators of long lists are lazy: nobody needs all 20! transpositions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

Numbers = tuple[int, ...]


def transpositions(s2: Sequence[int], places: int) -> Iterator[Numbers]:
    """Yield the orders of S2, by the numbers in its first `places` (the size of S1), lowest first (article 4.2).

    Players after those places keep their order, because it does not change the pairing.
    """
    numbers = sorted(s2)
    for first in permutations(numbers, places):
        chosen = set(first)
        yield first + tuple(number for number in numbers if number not in chosen)


def subsets_of_s1(s1: Sequence[int], size: int) -> list[Numbers]:
    """Return the sets that may leave S1, the lowest ranked first: the largest differing number decides (art. 4.3)."""
    return sorted((chosen[::-1] for chosen in combinations(sorted(s1), size)), reverse=True)


def subsets_of_s2(s2: Sequence[int], size: int) -> list[Numbers]:
    """Return the sets that may leave S2, the highest ranked first: the smallest differing number decides (art. 4.3)."""
    return list(combinations(sorted(s2), size))


def exchanges_of(s1: Sequence[int], s2: Sequence[int], size: int) -> Iterator[tuple[Numbers, Numbers]]:
    """Yield exchanges of `size` players (article 4.3) as (leaving S1, leaving S2), by the difference of numbers."""
    by_sum: dict[int, list[Numbers]] = {}
    for joining in subsets_of_s2(s2, size):
        by_sum.setdefault(sum(joining), []).append(joining)
    leaving_sets = subsets_of_s1(s1, size)
    if not leaving_sets or not by_sum:
        return
    sums = [sum(leaving) for leaving in leaving_sets]
    for difference in range(min(by_sum) - max(sums), max(by_sum) - min(sums) + 1):
        for leaving, total in zip(leaving_sets, sums, strict=True):
            for joining in by_sum.get(total + difference, ()):
                yield leaving, joining


def exchanges(s1: Sequence[int], s2: Sequence[int]) -> Iterator[tuple[Numbers, Numbers]]:
    """Yield all exchanges, those with the fewest players first (article 4.3)."""
    for size in range(1, min(len(s1), len(s2)) + 1):
        yield from exchanges_of(s1, s2, size)


def moved_down_sets(moved: Sequence[int], size: int) -> Iterator[Numbers]:
    """Yield the sets of `size` moved-down players to be paired, by the smallest differing number (article 4.4)."""
    yield from combinations(sorted(moved), size)
