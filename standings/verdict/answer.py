"""The answers of a verdict. Each is proved, or marked as not proved."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pairings.snapshot import Result


class State(StrEnum):
    """A player's end: among the top k, outside, level across the line, or it depends, or it is not proved."""

    IN = "in"
    OUT = "out"
    LEVEL = "level"
    DEPENDS = "depends"
    UNPROVED = "unproved"


@dataclass(frozen=True, slots=True)
class Condition:
    """An open pairing ends so."""

    round: int
    table: int
    result: Result


@dataclass(frozen=True, slots=True)
class Witness:
    """A set of results that decides the player's end, for any other results.

    `smallest` is set if no smaller set of results decides it; else no member of this one can be spared.
    """

    state: State
    conditions: tuple[Condition, ...]
    smallest: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """`possible` are the ends for which an outcome was found; `state` sums them up.

    IN, OUT and LEVEL are proved for every outcome. DEPENDS is proved by two outcomes that end differently. UNPROVED
    says that no outcome against the one in `possible` was found within the budget, and none was ruled out.
    """

    state: State
    possible: frozenset[State]
    witnesses: tuple[Witness, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnResult:
    """The answer if the player's own open pairing ends so."""

    condition: Condition
    answer: Answer


@dataclass(frozen=True, slots=True)
class Verdict:
    """A player's answer, and one for each result of the player's own open pairing."""

    player: int
    answer: Answer
    own: tuple[OwnResult, ...]
