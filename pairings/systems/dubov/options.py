"""The options of the Dubov system, and its article numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pairings.swiss.rules.colours import BLACK, MILD, Allocation, Preference, allocate, preference
from pairings.swiss.rules.editions import Edition
from pairings.swiss.rules.single import Code, OneEdition, edition, presets

BOOK = "C.04.4.1"


def wish(history: Sequence[int]) -> Preference:
    """Return the preference as in the Dutch system, but a player without a game mildly prefers Black (art. 1.6.4)."""
    return preference(history) if history else Preference(BLACK, MILD, 0, 0)


def colours(
    higher: Preference, lower: Preference, history: Sequence[int], other: Sequence[int], by_lot: int
) -> Allocation:
    """Return colours by article 5.2; its first step, for two without games, is the last one of the Dutch system."""
    return allocate(higher, lower, history, other, by_lot) if history or other else Allocation(by_lot, 5)


EDITION = edition(BOOK, "dubov", preference=wish, allocate=colours)
CODE = Code("DUBOV", "Dubov")


@dataclass(frozen=True, slots=True)
class Options(OneEdition):
    @property
    def book(self) -> Edition:
        """The rules."""
        return EDITION


PRESETS = presets(Options)
