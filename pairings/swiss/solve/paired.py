"""A paired round: its brackets, and the outcome of each."""

from __future__ import annotations

from dataclasses import dataclass

from pairings.swiss.rules.criterion import BracketKind


@dataclass(slots=True)
class BracketOutcome:
    """The outcome of a bracket: pairs (higher, lower), and the partners of all others in the best completion."""

    moved_pairs: list[tuple[int, int]]
    pairs: list[tuple[int, int]]
    floaters: list[int]
    partners: dict[int, int]


@dataclass(slots=True)
class PairedBracket:
    """A paired bracket. `moved` are its moved-down players, `score` is the highest of its residents.

    `penultimate`: it was paired again, so that all below can be; `collapsed`: all below are its residents. `for_next`:
    it was paired again, so that the next one can be; `bracket_kind` is the kind of bracket (`Shape`).
    """

    number: int
    score: int
    moved: list[int]
    residents: int
    outcome: BracketOutcome
    penultimate: bool = False
    collapsed: bool = False
    for_next: bool = False
    bracket_kind: BracketKind | None = None


@dataclass(frozen=True, slots=True)
class PairedRound:
    """A whole round as brackets, and the player with the bye (None in an even field)."""

    brackets: list[PairedBracket]
    bye: int | None

    @property
    def pairs(self) -> frozenset[tuple[int, int]]:
        """All pairs of the round (higher, lower)."""
        outcomes = (bracket.outcome for bracket in self.brackets)
        return frozenset(pair for outcome in outcomes for pair in [*outcome.moved_pairs, *outcome.pairs])
