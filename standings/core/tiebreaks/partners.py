"""Criteria for changing partners: each player's score in their own games, with any partner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pairings.snapshot import Outcome
from pairings.wording.mark import gettext_noop as _
from standings.core.exact import ZERO
from standings.core.facts import RoundEntry, RoundKind
from standings.core.reckoning import Adjustment, Contribution, Criterion, Reckoning, Show
from standings.core.tiebreaks.criterion import average

CUSTOM = _("Common practice of padel clubs")
GAMES = frozenset({RoundKind.PLAYED, RoundKind.FORFEIT})


def _counted_entries(reckoning: Reckoning, number: int) -> Iterator[RoundEntry]:
    """Yield games, and rests that give points."""
    for entry in reckoning.entries[number]:
        if entry.kind in GAMES or (entry.kind is not RoundKind.AWAY and entry.points):
            yield entry


def points_of_games(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    """Return the points of each game, and of each rest that gives points."""
    return tuple(
        Contribution(entry.points, entry.round, entry.opponent) for entry in _counted_entries(reckoning, number)
    )


def wins_of_games(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    """Return 1 for each game won, 0 for any other."""
    return tuple(
        Contribution(Fraction(entry.outcome is Outcome.WIN), entry.round, entry.opponent)
        for entry in reckoning.entries[number]
        if entry.kind in GAMES
    )


def mean_or_zero(reckoning: Reckoning, number: int, terms: Sequence[Contribution]) -> Fraction:
    return average(reckoning, number, terms) or ZERO


def add_deductions(reckoning: Reckoning, number: int, value: Fraction) -> Fraction:
    """Return the mean including the arbiter's deductions or gifts."""
    counted = sum(1 for _entry in _counted_entries(reckoning, number))
    return value + reckoning.deduction_of(number) / (counted or 1)


PPG = Criterion(
    "PPG",
    _("Points per game"),
    _("The average of the points from games, and from byes that give points."),
    CUSTOM,
    points_of_games,
    mean_or_zero,
    adjustments=(Adjustment("deducted-per-game", add_deductions),),
    how="mean",
)
WSH = Criterion(
    "WSH",
    _("Share of games won"),
    _("Games won, divided by games played. Byes do not count."),
    CUSTOM,
    wins_of_games,
    mean_or_zero,
    how="mean",
    show=Show.PERCENT,
)
