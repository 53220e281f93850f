"""What a criterion is: contributions, which of them are cut, how the rest combine, and what is done to the outcome.

    contributions -> cut -> combine -> adjustments -> value

Every step is data that a derivation can show. Most criteria are values of a single player; a group criterion orders
players who are level among themselves (a mini-table) and has no value by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from pairings.snapshot import Result, Scoring
from standings.core.columns import WholeColumn
from standings.core.exact import mean, total
from standings.core.reckoning import Reckoning


class Term(NamedTuple):
    """One contribution. `opponent` is None for a bye or a dummy.

    `factor` has multiplied `amount` already, or is the most that the amount could have been where shares are taken.
    `weight` is what cuts compare (None: the amount), or what was multiplied; in a Brightwell quotient the own discs,
    and `factor` the constant. `voluntary` marks a round that the player chose not to play. `stones` are those that were
    given to the opponent, and are in the amount; those taken are negative. `deducted`: it is no round's, but what the
    arbiter deducted in the round, or gave. In a list the amount is so many places down, to `place`. `cause` is the code
    of the sentence that says why so much, where the round alone does not.
    """

    amount: Fraction
    round: int
    opponent: int | None = None
    factor: Fraction = Fraction(1)
    weight: Fraction | None = None
    voluntary: bool = False
    stones: int = 0
    deducted: bool = False
    cause: str = ""
    place: int = 0


class Cut(NamedTuple):
    """The contribution at `place` among the terms does not count; `article` says by which rule."""

    place: int
    article: str


class Show(StrEnum):
    """How a value is written for people."""

    NUMBER = "number"
    PERCENT = "percent"


class Need(StrEnum):
    """What of an open table's result a criterion asks for, besides who won."""

    SCORES = "scores"
    GAMES = "games"


class Part(StrEnum):
    """A part of the rules, by its name in `Rules`."""

    PERCENTAGES = "percentages"
    CHESS = "chess"
    OTHELLO = "othello"
    SCRABBLE = "scrabble"


Contributions = Callable[[Reckoning, int], tuple[Term, ...]]
Combine = Callable[[Reckoning, int, Sequence[Term]], Fraction | None]
Cutter = Callable[[Reckoning, tuple[Term, ...]], tuple[Cut, ...]]
Order = Callable[[Reckoning, Sequence[int]], tuple[tuple[int, ...], ...]]
#: What one result pays into the values of both sides, whatever else happens.
Pay = Callable[[Scoring, Result], tuple[Fraction, Fraction]]
#: Of a group and two of its members: what of the mini-table puts the first above the second, and both figures.
Tell = Callable[[Reckoning, Sequence[int], int, int], tuple[str, Fraction, Fraction] | None]


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Something done to a value: a floor, a cap, a rounding. `code` names its sentence."""

    code: str
    apply: Callable[[Reckoning, int, Fraction], Fraction]


@dataclass(frozen=True, slots=True)
class Modifiers:
    """What stands behind the slashes of a code: /C1 `low`, /M1 `low` and `high`, /P `forfeits`, /F `fore`.

    /R is `reverse`; `limit` is the k of /L+k and /L-k, in half points, `factor` the k of /Kk.
    """

    low: int = 0
    high: int = 0
    forfeits: bool = False
    fore: bool = False
    reverse: bool = False
    limit: int = 0
    factor: int = 0


def base_of(code: str) -> str:
    """A code without its modifiers: BH of BH:GP/C1."""
    return code.partition("/")[0].partition(":")[0]


def marks_of(code: str) -> tuple[str, ...]:
    """The modifiers of a code in their order: GP and C1 of BH:GP/C1."""
    head, *marks = code.split("/")
    score = head.partition(":")[2]
    return (score, *marks) if score else tuple(marks)


def as_it_is(reckoning: Reckoning) -> Reckoning:
    return reckoning


def by_games(reckoning: Reckoning) -> Reckoning:
    """With the game points of teams for their points."""
    return reckoning.by_games


@dataclass(frozen=True, slots=True)
class Criterion:
    """A tie-break. `code` is its mark in rules and files, `name` and `about` translatable English.

    `takes` are the letters of the modifiers that it knows, G for `:GP`; `variant` makes the criterion that /P, /F, /L
    and /K ask for, and `cutting` the cut of so many low and high contributions. `points` gives the reckoning whose
    points a mini-table counts.

    `of` is the criterion of the opponents' values that the contributions are made of, if they are. `low_wins`: the
    lower value is better. `order` is set for a group criterion alone: it splits level players, best first, into groups,
    and `tell` gives the figures for a sentence; `across` are the codes that stand in for it among players of different
    groups. `reads` is the part of the rules whose lines change it.

    For tables and verdicts: `columns` are whole columns at once, by the modifiers behind the code ("" without), as
    `rising` are those under which no better result of anybody makes anybody's value worse. `own_rounds`: no other
    player's results change it, and completions ask for it often. `pays` is what a result adds to it, if that is all
    that a result does; `needs` is what must be known of a result to know the value.
    """

    code: str
    name: str
    about: str
    source: str
    contributions: Contributions
    combine: Combine
    adjustments: tuple[Adjustment, ...] = ()
    cut: Cutter | None = None
    of: Criterion | None = None
    how: str = "sum"
    low_wins: bool = False
    show: Show = Show.NUMBER
    order: Order | None = None
    tell: Tell | None = None
    across: tuple[str, ...] = ()
    takes: str = ""
    variant: Callable[[Criterion, Modifiers], Criterion] | None = None
    cutting: Callable[[int, int], Cutter] | None = None
    reads: Part | None = None
    columns: Mapping[str, WholeColumn] = field(default_factory=lambda: MappingProxyType({}))
    rising: frozenset[str] = frozenset()
    own_rounds: bool = False
    pays: Pay | None = None
    needs: Need | None = None
    points: Callable[[Reckoning], Reckoning] = as_it_is

    @property
    def marks(self) -> str:
        """The modifiers behind the code: "C1/P" of BH/C1/P."""
        return "/".join(marks_of(self.code))

    @property
    def column(self) -> WholeColumn | None:
        return self.columns.get(self.marks)

    @property
    def rises(self) -> bool:
        return self.marks in self.rising


def of_game_points(criterion: Criterion) -> Criterion:
    """The criterion over game points: all that it asks of a reckoning it asks of the one by games."""
    cut, order, tell = criterion.cut, criterion.order, criterion.tell
    return replace(
        criterion,
        contributions=lambda reckoning, number: criterion.contributions(reckoning.by_games, number),
        combine=lambda reckoning, number, terms: criterion.combine(reckoning.by_games, number, terms),
        cut=cut and (lambda reckoning, terms: cut(reckoning.by_games, terms)),
        order=order and (lambda reckoning, group: order(reckoning.by_games, group)),
        tell=tell and (lambda reckoning, group, above, below: tell(reckoning.by_games, group, above, below)),
        columns=MappingProxyType({}),
        rising=frozenset(),
        pays=None,
        needs=Need.GAMES,
        points=by_games,
    )


#: Rising without modifiers.
PLAIN = frozenset({""})


def add_up(reckoning: Reckoning, number: int, terms: Sequence[Term]) -> Fraction:
    return total(term.amount for term in terms)


def deductions(reckoning: Reckoning, number: int) -> tuple[Term, ...]:
    """What the arbiter deducted from a player's points: scores have it, games do not."""
    return tuple(Term(points, played, deducted=True) for played, points in reckoning.deductions.get(number, ()))


def average(reckoning: Reckoning, number: int, terms: Sequence[Term]) -> Fraction | None:
    return mean([term.amount for term in terms])


def cut_ends(low: int, high: int, article: str) -> Cutter:
    """Cuts so many of the lowest contributions and then so many of the highest, the earliest first among equals."""

    def cutter(reckoning: Reckoning, terms: tuple[Term, ...]) -> tuple[Cut, ...]:
        rising = sorted(range(len(terms)), key=lambda place: terms[place].amount)
        return tuple(Cut(place, article) for place in {*rising[:low], *rising[low:][::-1][:high]})

    return cutter
