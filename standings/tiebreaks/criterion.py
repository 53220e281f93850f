"""What a criterion is: contributions, which of them are cut, how the rest combine, and what is done to the outcome.

    contributions -> cut -> combine -> adjustments -> value

Every step is data that a derivation can show. Most criteria are values of a single player; a group criterion orders
players who are level among themselves (a mini-table) and has no value by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from standings.exact import mean, total
from standings.reckoning import Reckoning


class Term(NamedTuple):
    """One contribution. `factor` has multiplied it already; `opponent` is None for a bye or a dummy."""

    amount: Fraction
    round: int
    opponent: int | None = None
    factor: Fraction = Fraction(1)


class Cut(NamedTuple):
    """The contribution at `place` among the terms does not count; `article` says by which rule."""

    place: int
    article: str


class Show(StrEnum):
    """How a value is written for people."""

    NUMBER = "number"
    PERCENT = "percent"
    DECIMAL = "decimal"


Contributions = Callable[[Reckoning, int], tuple[Term, ...]]
Combine = Callable[[Reckoning, int, Sequence[Term]], Fraction | None]
Order = Callable[[Reckoning, Sequence[int]], tuple[tuple[int, ...], ...]]


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Something done to a value: a floor, a cap, a rounding. `code` names its sentence."""

    code: str
    apply: Callable[[Reckoning, int, Fraction], Fraction]


@dataclass(frozen=True, slots=True)
class Criterion:
    """A tie-break. `code` is its mark in rules and files, `name` and `about` translatable English.

    `of` is the code of the opponents' value that the contributions are made of, if they are. `low_wins`: the lower
    value is better. `order` is set for a group criterion alone: it splits level players, best first, into groups.
    """

    code: str
    name: str
    about: str
    source: str
    contributions: Contributions
    combine: Combine
    adjustments: tuple[Adjustment, ...] = ()
    cut: Callable[[Reckoning, tuple[Term, ...]], tuple[Cut, ...]] | None = None
    of: str | None = None
    how: str = "sum"
    low_wins: bool = False
    show: Show = Show.NUMBER
    order: Order | None = None


def add_up(reckoning: Reckoning, number: int, terms: Sequence[Term]) -> Fraction:
    return total(term.amount for term in terms)


def average(reckoning: Reckoning, number: int, terms: Sequence[Term]) -> Fraction | None:
    return mean([term.amount for term in terms])
