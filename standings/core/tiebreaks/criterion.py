"""Building blocks of criteria: sums, averages, cuts, and criteria by game points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from standings.core.exact import ZERO, mean, total
from standings.core.facts import RoundEntry, RoundKind
from standings.core.reckoning import Contribution, Contributions, Criterion, Cut, Cutter, Need, Reckoning


def by_games(reckoning: Reckoning) -> Reckoning:
    """Return the reckoning with the game points of teams in place of match points."""
    return reckoning.by_games


def of_game_points(criterion: Criterion) -> Criterion:
    """Return the criterion by game points: every function of it gets the reckoning by game points."""
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


#: Tied players in ordered parts; each part is ahead of the next.
Groups = tuple[tuple[int, ...], ...]
#: Rising only without modifiers.
PLAIN = frozenset({""})


def add_up(reckoning: Reckoning, number: int, terms: Sequence[Contribution]) -> Fraction:
    return total(term.amount for term in terms)


def deductions(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    """Return the arbiter's deductions from a player's points: scores include them, games do not."""
    return tuple(Contribution(points, played, deducted=True) for played, points in reckoning.deductions.get(number, ()))


def average(reckoning: Reckoning, number: int, terms: Sequence[Contribution]) -> Fraction | None:
    return mean([term.amount for term in terms])


def cut_ends(low: int, high: int, article: str) -> Cutter:
    """Return a cut of the `low` lowest and then the `high` highest contributions, the earliest first among equals."""

    def cutter(reckoning: Reckoning, terms: tuple[Contribution, ...]) -> tuple[Cut, ...]:
        rising = sorted(range(len(terms)), key=lambda place: terms[place].amount)
        return tuple(Cut(place, article) for place in {*rising[:low], *rising[low:][::-1][:high]})

    return cutter


def no_value(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    """Return no contributions: the criterion only orders tied players."""
    return ()


def is_game(reckoning: Reckoning, entry: RoundEntry) -> bool:
    """Return whether the game was played over the board; in a round robin forfeits are games too (15.2)."""
    return entry.kind is RoundKind.PLAYED or (entry.kind is RoundKind.FORFEIT and reckoning.rules.chess.round_robin)


def of_opponents(
    inner: Criterion, unplayed: Callable[[Reckoning, int], Fraction] | None = None, stones: bool = False
) -> Contributions:
    """Return the contributions of opponents' values; an unplayed round gives the value of `unplayed`, by default
    nothing.

    With `stones`, stones given to an opponent are added to the opponent's value, and stones received are subtracted.
    """

    def contributions(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
        terms: list[Contribution] = []
        for entry in reckoning.entries[number]:
            if entry.kind is RoundKind.PLAYED and entry.opponent is not None:
                value = reckoning.value(inner, entry.opponent) or ZERO
                stones_given = reckoning.stones.get((entry.round, number), 0) if stones else 0
                terms.append(Contribution(value + stones_given, entry.round, entry.opponent, stones=stones_given))
            else:
                terms.append(Contribution(ZERO if unplayed is None else unplayed(reckoning, number), entry.round))
        return tuple(terms)

    return contributions


def by_score(group: Sequence[int], scores: dict[int, Fraction]) -> Groups:
    """Return the parts of a group by score, the highest first."""
    return tuple(
        tuple(member for member in group if scores[member] == score)
        for score in sorted(set(scores.values()), reverse=True)
    )
