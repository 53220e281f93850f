"""Tie-breaks based on the opponents' scores: Buchholz and its variants, Sonneborn-Berger, Koya (C.07, articles 8 and
9).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pairings.wording.mark import gettext_noop as _
from standings.core import columns
from standings.core.reckoning import Contribution, Contributions, Criterion, Modifiers, Reckoning, RulesPart
from standings.core.tiebreaks.chess.unplayed import (
    ADJ,
    cut_least_significant,
    fore,
    is_voluntary,
    opponents_scores,
    scores_met,
)
from standings.core.tiebreaks.criterion import PLAIN, add_up, average, is_game


def scores_times_points(forfeits: bool = False) -> Contributions:
    def contributions(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
        return tuple(
            Contribution(
                score * entry.points,
                entry.round,
                opponent,
                entry.points,
                score,
                opponent is None and is_voluntary(entry),
            )
            for entry, score, opponent in scores_met(reckoning, number, forfeits)
        )

    return contributions


def buchholz_of_opponents(inner: Criterion) -> Contributions:
    def contributions(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
        return tuple(
            Contribution(value, entry.round, entry.opponent)
            for entry in reckoning.entries[number]
            if entry.opponent is not None and is_game(reckoning, entry)
            if (value := reckoning.value(inner, entry.opponent)) is not None
        )

    return contributions


def points_against_the_upper_half(limit: int = 0) -> Contributions:
    """Return points against opponents with at least half of the greatest score possible (14.5).

    The limit is moved by `limit` half points. The greatest score is a win in every game of the player with the most
    games, without free days.
    """

    def contributions(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
        games = max(len(line.opponents) for line in reckoning.sums.lines.values())
        least = games * reckoning.scoring.win / 2 + Fraction(limit, 2)
        return tuple(
            Contribution(entry.points, entry.round, entry.opponent)
            for entry in reckoning.entries[number]
            if entry.opponent is not None and is_game(reckoning, entry)
            if reckoning.points[entry.opponent] >= least
        )

    return contributions


def _buchholz(criterion: Criterion, modifiers: Modifiers) -> Criterion:
    return replace(criterion, contributions=opponents_scores(modifiers.forfeits))


def _fore_buchholz(criterion: Criterion, modifiers: Modifiers) -> Criterion:
    return replace(criterion, contributions=fore(opponents_scores(modifiers.forfeits)))


def _sonneborn_berger(criterion: Criterion, modifiers: Modifiers) -> Criterion:
    return replace(criterion, contributions=scores_times_points(modifiers.forfeits))


def _average(criterion: Criterion, modifiers: Modifiers) -> Criterion:
    inner = FB if modifiers.fore else BH
    return replace(criterion, contributions=buchholz_of_opponents(inner), of=inner)


def _koya(criterion: Criterion, modifiers: Modifiers) -> Criterion:
    return replace(criterion, contributions=points_against_the_upper_half(modifiers.limit))


BH = Criterion(
    "BH",
    _("Buchholz"),
    _("The sum of the opponents' scores."),
    "C.07 8.1",
    opponents_scores(),
    add_up,
    of=ADJ,
    takes="CGMPR",
    variant=_buchholz,
    cutting=cut_least_significant,
    reads=RulesPart.CHESS,
    columns={"": columns.opponents_scores(0), "C1": columns.opponents_scores(1)},
    rising=frozenset({"", "C1"}),
)
FB = Criterion(
    "FB",
    _("Fore Buchholz"),
    _("Buchholz with every last-round game counted as a draw."),
    "C.07 8.3",
    fore(opponents_scores()),
    add_up,
    takes="CGMPR",
    variant=_fore_buchholz,
    cutting=lambda low, high: lambda reckoning, terms: cut_least_significant(low, high)(reckoning.fore, terms),
    reads=RulesPart.CHESS,
    rising=frozenset({"", "C1"}),
)
AOB = Criterion(
    "AOB",
    _("Average of opponents' Buchholz"),
    _("The average Buchholz of the opponents met over the board."),
    "C.07 8.2",
    buchholz_of_opponents(BH),
    average,
    of=BH,
    how="mean",
    takes="FGR",
    variant=_average,
    reads=RulesPart.CHESS,
    rising=frozenset({"", "F"}),
)
SB = Criterion(
    "SB",
    _("Sonneborn-Berger"),
    _("The sum of each opponent's score multiplied by the points scored against that opponent."),
    "C.07 9.1",
    scores_times_points(),
    add_up,
    of=ADJ,
    takes="CGMPR",
    variant=_sonneborn_berger,
    cutting=cut_least_significant,
    reads=RulesPart.CHESS,
    columns={"": columns.scores_times_points},
    rising=PLAIN,
)
KS = Criterion(
    "KS",
    _("Koya"),
    _("Points against opponents who scored at least half of the maximum score."),
    "C.07 9.2",
    points_against_the_upper_half(),
    add_up,
    takes="GLR",
    variant=_koya,
    reads=RulesPart.CHESS,
    rising=PLAIN,
)
