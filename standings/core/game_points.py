"""The same rounds with game points for points (C.07 11.1.2), by which criteria of single players go for teams (`:GP`).

A won match is worth all boards, a drawn one half of them, and who won it stays as it was. What the arbiter deducts is
in match points alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from pairings.snapshot import Outcome
from standings.core.columns import Column, Sums
from standings.core.exact import ZERO, total
from standings.core.reckoning import Entry, Kind, Reckoning

if TYPE_CHECKING:
    from standings.core.tiebreaks.criterion import Criterion


def games_of_match(reckoning: Reckoning, entry: Entry) -> Fraction:
    """Points of the boards of a round: a match without a board played gives all to who won it, a bye as many as it is
    of a win.
    """
    boards = Fraction(reckoning.scoring.best_of)
    if entry.opponent is None:
        return {Kind.ALLOCATED: boards / 2, Kind.FULL: boards, Kind.HALF: boards / 2}.get(entry.kind, ZERO)
    if entry.kind is Kind.FORFEIT:
        return boards if entry.outcome is Outcome.WIN else ZERO
    return entry.games[0] + Fraction(entry.games[2], 2)


class OfGames(Reckoning):
    """`whole` is the reckoning by match points."""

    def __init__(self, whole: Reckoning) -> None:
        super().__init__(whole.snapshot, whole.rules, whole.rounds)
        boards = Fraction(whole.scoring.best_of)
        self.whole = whole
        self.scoring = replace(whole.scoring, win=boards, draw=boards / 2, loss=ZERO)

    def entries_of(self, number: int) -> tuple[Entry, ...]:
        """The rounds with game points."""
        return tuple(entry._replace(points=games_of_match(self, entry)) for entry in self.whole.entries[number])

    @cached_property
    def deductions(self) -> Mapping[int, tuple[tuple[int, Fraction], ...]]:
        return {}

    @cached_property
    def points(self) -> dict[int, Fraction]:
        return {number: total(entry.points for entry in self.entries[number]) for number in self.players}

    @cached_property
    def fore(self) -> Reckoning:
        return self.whole.fore.by_games

    @cached_property
    def sums(self) -> Sums:
        """Those of the match points: whom everybody met is the same."""
        return self.whole.sums

    def _column_of(self, criterion: Criterion) -> Column:
        """Value by value: whole columns are made of match points."""
        return self._values.setdefault(criterion.code, {})
