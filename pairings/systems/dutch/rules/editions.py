"""Editions of the rule book as data: one record of rule functions each. One is built, that of 1 February 2026.

An edition that counts differently puts other functions into its record; the criteria and their order (articles 2 to 4)
are one function, for the quick methods rest on all of them together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from pairings.snapshot import Snapshot
from pairings.systems.dutch.rules.acceleration import baku_points
from pairings.systems.dutch.rules.colours import Allocation, Preference, allocate, preference


def more_than_half(points: int, rounds: int, best: int) -> bool:
    """Article 1.8: a topscorer has more than half of the points that the rounds so far could bring."""
    return 2 * points > rounds * best


@dataclass(frozen=True, slots=True)
class Edition:
    """`label` is a translatable English message. `topscorer` takes points, rounds played and points of the best result.

    `baku` gives the virtual points of C.04.7; `preference` and `allocate` are articles 1.7 and 5.2.
    """

    key: str
    label: str
    preference: Callable[[Sequence[int]], Preference]
    topscorer: Callable[[int, int, int], bool]
    allocate: Callable[[Preference, Preference, Sequence[int], Sequence[int], int], Allocation]
    baku: Callable[[Snapshot], Mapping[int, tuple[Fraction, ...]]]


EDITIONS: Mapping[str, Edition] = MappingProxyType(
    {
        edition.key: edition
        for edition in (
            Edition("2026", "In force since 1 February 2026", preference, more_than_half, allocate, baku_points),
        )
    }
)
