"""Criteria of large tables, calculated for a whole column at once with integers.

Theory. The definition of a criterion is its contributions, and derivations show these. This module calculates the same
values for all players in one pass. Points are integers over the common denominator of the scoring, an opponent's value
is one look-up in a finished column, and each value makes one fraction. That is n·r look-ups per column, about ten times
less work than making every contribution. A player with a round that has its own rules (byes and forfeits in Buchholz)
is calculated by the contributions. Tests check that every column equals them.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from standings.core.exact import over_common_denominator
from standings.core.facts import Column
from standings.core.reckoning import Criterion, Reckoning, WholeColumn
from standings.core.rules import Denominator, Rematch, Unit


def points(criterion: Criterion, reckoning: Reckoning) -> Column:
    sums = reckoning.sums
    return {number: sums.fraction(line.points) for number, line in sums.lines.items()}


def wins(criterion: Criterion, reckoning: Reckoning) -> Column:
    return {number: Fraction(line.wins) for number, line in reckoning.sums.lines.items()}


def full_points(criterion: Criterion, reckoning: Reckoning) -> Column:
    return {number: Fraction(line.full) for number, line in reckoning.sums.lines.items()}


def share_of_matches(criterion: Criterion, reckoning: Reckoning) -> Column | None:
    rules, sums = reckoning.rules.percentages, reckoning.sums
    if rules.unit is not Unit.POINTS:
        return None
    scheduled = (reckoning.snapshot.planned_rounds or reckoning.rounds) * sums.win
    fixed = rules.denominator is Denominator.SCHEDULED
    raw = {
        number: Fraction(line.matches, most) if (most := scheduled if fixed else line.rounds * sums.win) else Fraction()
        for number, line in sums.lines.items()
    }
    return _adjust(criterion, reckoning, raw)


def share_of_games(criterion: Criterion, reckoning: Reckoning) -> Column:
    raw = {
        number: Fraction(line.game_points, line.game_most) if line.game_most else Fraction()
        for number, line in reckoning.sums.lines.items()
    }
    return _adjust(criterion, reckoning, raw)


def mean_of_opponents(criterion: Criterion, reckoning: Reckoning) -> Column | None:
    inner = reckoning.column(_inner(criterion))
    values = {number: value for number, value in inner.items() if value is not None}
    whole, common = over_common_denominator(values.values()) or (None, 0)
    if whole is None:
        return None
    shares = dict(zip(values, whole, strict=True))
    once = reckoning.rules.percentages.rematch is Rematch.ONCE
    raw: Column = {}
    for number, line in reckoning.sums.lines.items():
        opponents = dict.fromkeys(line.opponents) if once else line.opponents
        found = [shares[opponent] for opponent in opponents if opponent in shares]
        combined = Fraction(sum(found), common * len(found)) if found else criterion.combine(reckoning, number, ())
        raw[number] = combined
    return _adjust(criterion, reckoning, raw)


def opponents_scores(low: int) -> WholeColumn:
    """Return the column of Buchholz with `low` low cuts; among equal scores it does not matter which is cut."""

    def column(criterion: Criterion, reckoning: Reckoning) -> Column:
        sums, adjusted = reckoning.sums, adjusted_units(_inner(criterion), reckoning)
        found: Column = {}
        for number, line in sums.lines.items():
            if line.regular:
                scores = [adjusted[opponent] for opponent in line.opponents]
                found[number] = sums.fraction(sum(scores) - (min(scores, default=0) if low else 0))
            else:
                found[number] = reckoning.reckon(criterion, number)[-1]
        return found

    return column


def scores_times_points(criterion: Criterion, reckoning: Reckoning) -> Column:
    sums, adjusted = reckoning.sums, adjusted_units(_inner(criterion), reckoning)
    return {
        number: Fraction(
            sum(adjusted[opponent] * paid for opponent, paid in zip(line.opponents, line.units, strict=True)),
            sums.unit**2,
        )
        if line.regular
        else reckoning.reckon(criterion, number)[-1]
        for number, line in sums.lines.items()
    }


def running_scores(criterion: Criterion, reckoning: Reckoning) -> Column:
    sums = reckoning.sums
    return {
        number: sums.fraction(sum(paid * remaining for remaining, paid in enumerate(reversed(line.units), start=1)))
        if line.regular
        else reckoning.reckon(criterion, number)[-1]
        for number, line in sums.lines.items()
    }


def adjusted_units(criterion: Criterion, reckoning: Reckoning) -> dict[int, int]:
    """Return the adjusted score (C.07 16.3) of every player in units; `criterion` is the adjusted score."""
    sums = reckoning.sums
    return {
        number: line.points if line.regular else int((reckoning.reckon(criterion, number)[-1] or 0) * sums.unit)
        for number, line in sums.lines.items()
    }


def _inner(criterion: Criterion) -> Criterion:
    if criterion.of is None:
        raise TypeError(f"{criterion.code} is not made of another criterion")
    return criterion.of


def _adjust(criterion: Criterion, reckoning: Reckoning, raw: Mapping[int, Fraction | None]) -> Column:
    column: Column = {}
    for number, value in raw.items():
        for adjustment in criterion.adjustments:
            value = None if value is None else adjustment.apply(reckoning, number, value)  # noqa: PLW2901
        column[number] = value
    return column
