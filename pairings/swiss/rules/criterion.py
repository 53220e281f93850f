"""The criteria of quality, and the weights that a list of them gives a bracket.

An edition prints its criteria in the order of their importance, and that list is the only one there is. The engine
packs its amounts into weights, a finished bracket is judged by its values, and sentences name its articles, all in the
list's own order.

Theory. For a bracket the criteria are a vector, compared from the first component on. Each component is a sum over the
pairs, so the best pairing is a matching of greatest weight. The vector is packed into one `int`, a field of bits for
each component, wide enough that no sum can overflow. All amounts count what is good: a criterion that minimises
failures counts the pairs without failure, because the number of pairs is decided before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, Protocol

from pairings.swiss.rules.colours import Preference

MOVED_DOWN, RESIDENT, NEXT, BELOW = range(4)

#: A number or a list of numbers, highest first; fewer is better, and lists are compared from their highest number.
Value = tuple[int, ...]
#: The key of one component of a criterion: a score, a difference of scores, or None if there is only one.
Key = int | None


class Coloured(Protocol):
    """Any object with a colour preference."""

    @property
    def preference(self) -> Preference: ...


class PlayerKind(NamedTuple):
    """All that the criteria know of a player. Players of one kind contribute the same.

    `fall` is the difference of scores that counts if the player leaves the bracket. `barred`: the player may not have
    the bye, although a player of the next bracket gets it. Both are 0 for editions that ignore them.
    """

    role: int
    points: int
    preference: Preference
    down: tuple[bool, bool]
    up: tuple[bool, bool]
    unplayed: int
    fall: int = 0
    barred: int = 0


#: A pair with the higher ranked player first.
Pair = tuple[PlayerKind, PlayerKind]


class BracketKind(StrEnum):
    """Kinds of brackets: moved-down players meet residents first, all meet all, and all meet all in the last one."""

    APART = "moved-down players first"
    ALIKE = "all alike"
    LAST = "all alike, and nobody below"


class Shape(NamedTuple):
    """A bracket to be paired: its scores, highest first, and the facts that follow from its place.

    `rounds` have been played; `about_bye`: its only floater has the bye. A point counts `point` units. `bracket_kind`
    is the treatment of its moved-down players, for editions that distinguish it.
    """

    scores: Sequence[int]
    next_score: int | None
    rounds: int
    about_bye: bool
    point: int = 1
    bracket_kind: BracketKind | None = None


@dataclass(frozen=True, slots=True)
class FinishedBracket:
    """A finished bracket as the criteria see it; `top` is the highest score of the field.

    `next_floaters` is None for the last bracket. `bye` is the player with the bye if nobody else leaves the bracket.
    For the whole round: whether there is a pairing of all who are left, and the score of the player with the bye.
    """

    pairs: Sequence[Pair] = ()
    floaters: Sequence[PlayerKind] = ()
    next_floaters: Sequence[PlayerKind] | None = None
    bye: PlayerKind | None = None
    top: int = 0
    complete: bool = True
    bye_score: int | None = None


class Scope(StrEnum):
    """The object of a criterion, over which its amounts are summed: see `EDGES`."""

    ROUND = "round"
    DOWNFLOATERS = "downfloaters"
    NEXT_BRACKET = "next bracket"
    BYE = "bye"
    COLOURS = "colours"
    FLOATS = "floats"


#: By the role of the lower player of a pair, the scopes whose criteria such a pair adds to. The round as a whole is
#: seen to before any bracket is weighed.
EDGES: Mapping[int, frozenset[Scope]] = {
    MOVED_DOWN: frozenset({Scope.BYE}),
    RESIDENT: frozenset(Scope) - {Scope.ROUND},
    NEXT: frozenset({Scope.BYE, Scope.NEXT_BRACKET}),
    BELOW: frozenset({Scope.BYE}),
}


class Bound(StrEnum):
    """The bound that counting gives for a criterion if only unavoidable floaters leave a bracket (`bounds`)."""

    SIZE = "there is nothing to choose"
    BELOW = "those below are asked"
    NO_PAIR = "no pair need fail it"
    COLOUR = "by how many want each colour"
    FLOATER = "who has floated stays, if there are others"
    OPPONENT = "who has floated meets nobody from above"


class Figures(StrEnum):
    """The form in which people read a value: none, a number, a list of points, or a list of squared points."""

    NONE = "none"
    COUNT = "count"
    POINTS = "points"
    SQUARES = "squares"


def _nothing(higher: PlayerKind, lower: PlayerKind) -> Iterable[tuple[Key, int]]:
    return ()


def _no_part(shape: Shape) -> Sequence[Key]:
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class Criterion:
    """One criterion as its article prints it.

    `key` names the idea, which editions share; `wants` describes it for the documentation. `value` counts it on a
    finished bracket. For the engine `parts` are its components in a bracket of some shape (none: it has no effect
    there), `amounts` what a pair adds to each, and `most` the most that a pair can add to one (times the rounds played
    where it counts `every_round`, and the square of the widest difference of scores where it is `squared`).

    `fails` tells whether a pair fails it, whatever else the bracket holds; `repeats`, whether one who leaves the
    bracket does; `ago` is the round that floats are compared with, 0 for the last one. It may apply only in rounds of a
    `parity` (1: odd ones) and only in brackets of a kind (`bracket_kind`). Without a `bound` the quick methods leave a
    bracket to the general one. With `fixes_scores`, all pairings that are best up to it float players of the same
    scores, if all residents of the bracket have one score. `sentences` are its messages by what is asked: "why-not",
    "worse", and where they can occur "up-again", "float" and "bye".
    """

    article: str
    key: str
    wants: str
    scope: Scope
    value: Callable[[FinishedBracket], Value]
    parts: Callable[[Shape], Sequence[Key]] = _no_part
    amounts: Callable[[PlayerKind, PlayerKind], Iterable[tuple[Key, int]]] = _nothing
    most: int = 1
    every_round: bool = False
    squared: bool = False
    fails: Callable[[PlayerKind, PlayerKind], bool] | None = None
    repeats: Callable[[PlayerKind], bool] | None = None
    ago: int = 0
    parity: int | None = None
    bracket_kind: BracketKind | None = None
    bound: Bound | None = None
    fixes_scores: bool = False
    figures: Figures = Figures.COUNT
    sentences: Mapping[str, str] = field(default_factory=dict)

    def speaks(self, shape: Shape) -> bool:
        """Return whether the criterion applies in a bracket of this shape."""
        in_round = self.parity is None or self.parity == (shape.rounds + 1) % 2
        return in_round and self.bracket_kind in {None, shape.bracket_kind}

    def greatest(self, shape: Shape) -> int:
        """Return the most that a pair can add to a component in a bracket of this shape."""
        span = shape.scores[0] - shape.scores[-1] + shape.point if self.squared else 1
        return self.most * span * span * (max(shape.rounds, 1) if self.every_round else 1)


def components(criteria: Sequence[Criterion], shape: Shape) -> Iterator[tuple[Criterion, Key]]:
    """Yield the components of a bracket's vector, the most important first."""
    for criterion in criteria:
        for key in criterion.parts(shape) if criterion.speaks(shape) else ():
            yield criterion, key


class Weights:
    """The weight of a pair of two kinds, as a packed vector, in a bracket of a given number of players."""

    def __init__(self, criteria: Sequence[Criterion], shape: Shape, players: int) -> None:
        places: dict[str, dict[Key, int]] = {}
        at = 0
        for criterion, key in reversed([*components(criteria, shape)]):
            places.setdefault(criterion.article, {})[key] = at
            at += (criterion.greatest(shape) * players).bit_length()
        self._adding = {
            role: [
                (criterion.amounts, places[criterion.article])
                for criterion in criteria
                if criterion.scope in scopes and criterion.article in places
            ]
            for role, scopes in EDGES.items()
        }

    def of(self, higher: PlayerKind, lower: PlayerKind) -> int:
        """Return the weight of a pair; `higher` has the earlier role, or the same."""
        weight = 0
        for amounts, place in self._adding[lower.role]:
            for key, amount in amounts(higher, lower):
                weight += amount << place[key]
        return weight
