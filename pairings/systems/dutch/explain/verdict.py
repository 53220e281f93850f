"""How good a bracket was paired: the criteria C6 to C21 as numbers, and the first by which another pairing is worse.

This is the text of article 2 counted on a finished pairing, where the engine sums contributions of pairs (`criteria`):
fewer is better everywhere, and lists are compared from their highest number.
"""

from __future__ import annotations

from dataclasses import dataclass

from pairings.systems.dutch.rules.criteria import COLOUR_CRITERIA
from pairings.systems.dutch.rules.field import Field
from pairings.systems.dutch.solve.brackets import PairedBracket

#: A number or a list of numbers, highest first.
Value = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Paired:
    """A whole round as brackets, and who has the bye (None in an even field)."""

    brackets: list[PairedBracket]
    bye: int | None


def values(field: Field, paired: Paired, at: int) -> dict[str, Value]:
    """The criteria of the bracket number `at` (from 0), in their order."""
    bracket = paired.brackets[at]
    floaters = bracket.outcome.floaters
    found = {"C6": (len(floaters),), "C7": _scores(field, floaters)}
    if at + 1 < len(paired.brackets):
        found["C8"] = value_of_next(field, paired, at)
    only_bye = paired.bye is not None and floaters == [paired.bye]
    found["C9"] = (field.players[floaters[0]].unplayed if only_bye else 0,)
    pairs = bracket.outcome.moved_pairs + bracket.outcome.pairs
    for name, fails in COLOUR_CRITERIA:
        failing = sum(fails(field.players[v].preference, field.players[w].preference) for v, w in pairs)
        found[name] = (failing,)
    return found | _floats(field, bracket)


def value_of_next(field: Field, paired: Paired, at: int) -> Value:
    """C8: how many the next bracket floats, and their scores."""
    below = paired.brackets[at + 1].outcome.floaters
    return len(below), *_scores(field, below)


def _scores(field: Field, players: list[int]) -> Value:
    return tuple(sorted((field.points[v] for v in players), reverse=True))


def _floats(field: Field, bracket: PairedBracket) -> dict[str, Value]:
    """C14 to C21, those of the last round and of the one before in turn."""
    found: dict[str, Value] = {}
    outcome, residents = bracket.outcome, bracket.residents
    meets = dict(outcome.moved_pairs)
    limbo = 1 + max(field.points)
    for ago, (down, up) in enumerate((("C14", "C15"), ("C16", "C17"))):
        had_down, had_up = field.down[ago], field.up[ago]
        found[down] = (sum(1 for v in outcome.floaters if residents >> v & 1 and had_down >> v & 1),)
        found[up] = (sum(1 for w in meets.values() if had_up >> w & 1),)
    for ago, (down, up) in enumerate((("C18", "C19"), ("C20", "C21"))):
        had_down, had_up = field.down[ago], field.up[ago]
        falls = [
            field.points[v] - bracket.score if v in meets else limbo + field.points[v]
            for v in bracket.moved
            if had_down >> v & 1
        ]
        rises = [field.points[v] - bracket.score for v, w in meets.items() if had_up >> w & 1]
        found[down] = tuple(sorted(falls, reverse=True))
        found[up] = tuple(sorted(rises, reverse=True))
    return found


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two pairings of a round part: the bracket (from 0), the criterion or article, and both values."""

    at: int
    criterion: str
    better: Value = ()
    worse: Value = ()


def first_difference(field: Field, best: Paired, other: Paired) -> Difference | None:
    """The first criterion by which `best` is better, or the article of the order in which it comes first.

    None when both are the same. The value of the other is better only if the engine is wrong.
    """
    for at in range(len(best.brackets)):
        one, two = best.brackets[at].outcome, other.brackets[at].outcome
        if _pairs(one.moved_pairs + one.pairs) == _pairs(two.moved_pairs + two.pairs):
            continue
        return difference_of(field, best, other, at)
    return None


def difference_of(field: Field, best: Paired, other: Paired, at: int) -> Difference:
    """The same for one bracket that has other pairs."""
    left, right = values(field, best, at), values(field, other, at)
    for criterion, value in left.items():
        if value != right[criterion]:
            return Difference(at, criterion, value, right[criterion])
    return Difference(at, _article_of_order(best.brackets[at], other.brackets[at]))


def _pairs(pairs: list[tuple[int, int]]) -> set[tuple[int, int]]:
    return set(pairs)


def _article_of_order(best: PairedBracket, other: PairedBracket) -> str:
    """Which part of article 4 puts one of two equally good candidates first."""
    one, two = best.outcome, other.outcome
    if {v for v, _ in one.moved_pairs} != {v for v, _ in two.moved_pairs}:
        return "4.4"
    if _pairs(one.moved_pairs) != _pairs(two.moved_pairs):
        return "4.2"
    return "4.3" if {v for v, _ in one.pairs} != {v for v, _ in two.pairs} else "4.2"
