"""The criteria C4 to C21 (C.04.3 art. 2) as what one pair contributes to them.

For a bracket the criteria are a vector, compared from the first component on. Each component is a sum over the pairs,
so the best pairing is a matching of greatest weight. The vector is packed into one `int`, a field of bits for each
component, wide enough that no sum can spill over. All contributions count what is good: a criterion that minimises
failures counts the pairs without failure, for the number of pairs is decided before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pairings.systems.dutch.rules.colours import ABSOLUTE, STRONG, Preference

MOVED_DOWN, RESIDENT, NEXT, BELOW = range(4)


class Kind(NamedTuple):
    """All that the criteria know of a player. Players of one kind contribute the same."""

    role: int
    points: int
    preference: Preference
    down: tuple[bool, bool]
    up: tuple[bool, bool]
    unplayed: int


#: A component of the vector: its criterion, and the score whose players it is about where there is one a score.
Component = tuple[str, int | None]


def c10_fails(a: Preference, b: Preference) -> bool:
    """Both want the same colour and have a difference of two or more: one of them goes beyond."""
    return a.wants == b.wants != 0 and abs(a.difference) > 1 and abs(b.difference) > 1


def c11_fails(a: Preference, b: Preference) -> bool:
    """One of them would get a colour three times in a row."""
    if a.wants != b.wants or a.strength < ABSOLUTE or b.strength < ABSOLUTE:
        return False
    if abs(a.difference) == abs(b.difference):
        return a.repeated == b.repeated != 0
    lesser = a if abs(a.difference) < abs(b.difference) else b
    return lesser.repeated == -lesser.wants


def c12_fails(a: Preference, b: Preference) -> bool:
    """One of them does not get the colour he prefers."""
    return a.wants == b.wants != 0


def c13_fails(a: Preference, b: Preference) -> bool:
    """One of them does not get a colour he strongly prefers; two absolute preferences are C10's and C11's matter."""
    return a.wants == b.wants != 0 and STRONG <= min(a.strength, b.strength) < ABSOLUTE


COLOUR_CRITERIA = (("C10", c10_fails), ("C11", c11_fails), ("C12", c12_fails), ("C13", c13_fails))


def components(scores: list[int], next_score: int | None, rounds: int, *, about_bye: bool) -> list[Component]:
    """The components for a bracket with players of `scores` (highest first; the last is that of its residents).

    C4 is the caller's matter. `about_bye`: C9 applies.
    """
    found: list[Component] = [("C6", None), *(("C7", score) for score in scores)]
    if next_score is not None:
        found += [("C8", None), *(("C8", score) for score in [*scores, next_score])]
    if about_bye:
        found.append(("C9", None))
    found += [(name, None) for name, _ in COLOUR_CRITERIA]
    ago = min(rounds, 2)
    found += [(name, None) for name in ("C14", "C15", "C16", "C17")[: 2 * ago]]
    for name in ("C18", "C19", "C20", "C21")[: 2 * ago]:
        found += [(name, score) for score in scores]
    return found


class Weights:
    """What a pair of two kinds weighs, as a packed vector."""

    def __init__(self, parts: list[Component], players: int, rounds: int) -> None:
        width = (4 * players + 4 * players * rounds).bit_length()
        self.place = {part: width * i for i, part in enumerate(reversed(parts))}

    def of(self, higher: Kind, lower: Kind) -> int:
        """The weight of a pair; `higher` is of the role that comes first, or of the same."""
        weight = 0
        for part, amount in contributions(higher, lower):
            place = self.place.get(part)
            if place is not None:
                weight += amount << place
        return weight


def contributions(higher: Kind, lower: Kind) -> Iterator[tuple[Component, int]]:
    """What a pair adds to each component (those that a bracket does not have are left out by who asks)."""
    yield ("C9", None), higher.unplayed + lower.unplayed
    if lower.role == NEXT:
        yield ("C8", None), 1
        yield ("C8", higher.points), 1
    if lower.role == RESIDENT:
        yield ("C6", None), 1
        yield ("C7", higher.points), 1
        for name, fails in COLOUR_CRITERIA:
            yield (name, None), not fails(higher.preference, lower.preference)
        for ago in (0, 1):
            yield from _floats(higher, lower, ago)


def _floats(higher: Kind, lower: Kind, ago: int) -> Iterator[tuple[Component, int]]:
    """C14, C15, C18, C19 for the last round, C16, C17, C20, C21 for the one before it."""
    down, up, down_by_score, up_by_score = ("C14", "C15", "C18", "C19") if ago == 0 else ("C16", "C17", "C20", "C21")
    repeated = higher.points > lower.points and lower.up[ago]
    yield (down, None), lower.down[ago] + (higher.role == RESIDENT and higher.down[ago])
    yield (up, None), not repeated
    if higher.down[ago]:
        yield (down_by_score, higher.points), 1
    if lower.down[ago]:
        yield (down_by_score, lower.points), 1
    yield (up_by_score, higher.points), not repeated
