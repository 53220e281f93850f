"""The answers of a verdict. Each one is marked as proved or unproved."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pairings.snapshot import Result


class FinalState(StrEnum):
    """A player's final state: among the top k, outside, or tied across the line; or it depends; or it is unproved."""

    IN = "in"
    OUT = "out"
    LEVEL = "level"
    DEPENDS = "depends"
    UNPROVED = "unproved"


@dataclass(frozen=True, slots=True)
class Condition:
    """An open pairing with this result."""

    round: int
    table: int
    result: Result


@dataclass(frozen=True, slots=True)
class Witness:
    """A set of results that decides the player's final state, whatever the other results.

    `smallest` is set if no smaller set of results decides it; otherwise every result of this one is needed.
    """

    state: FinalState
    conditions: tuple[Condition, ...]
    smallest: bool


@dataclass(frozen=True, slots=True)
class PlayerVerdict:
    """The answer about a player. `possible` are the states for which an outcome was found; `state` sums them up.

    IN, OUT and LEVEL are proved for every outcome. DEPENDS is proved by two outcomes with different states. UNPROVED
    means that within the budget no outcome against the one in `possible` was found, and none was ruled out.
    """

    state: FinalState
    possible: frozenset[FinalState]
    witnesses: tuple[Witness, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnResult:
    """The answer if the player's own open pairing has this result."""

    condition: Condition
    answer: PlayerVerdict


@dataclass(frozen=True, slots=True)
class Verdict:
    """A player's answer, and the answer for each result of the player's own open pairing."""

    player: int
    answer: PlayerVerdict
    own: tuple[OwnResult, ...]
