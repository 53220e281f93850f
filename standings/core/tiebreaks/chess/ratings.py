"""Tie-breaks based on the opponents' ratings (C.07, article 10). Only games over the board count.

If any player has no rating and the rules give none to unrated players, every value here is undefined and the criterion
separates nobody. Scores are counted as for rating: a win is one, a draw a half, whatever the points of the tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from pairings.numbers.rating_tables import expected_hundredths, hundredths, rating_difference
from pairings.snapshot import Outcome
from pairings.wording.mark import gettext_noop as _
from standings.core.exact import ZERO, half_up, mean, total
from standings.core.facts import RoundEntry, RoundKind
from standings.core.reckoning import Adjustment, Contribution, Criterion, Cutter, Reckoning, RulesPart
from standings.core.tiebreaks.criterion import PLAIN, average, cut_ends

WORTH = {Outcome.WIN: Fraction(1), Outcome.DRAW: Fraction(1, 2), Outcome.LOSS: ZERO}


def is_rated_game(reckoning: Reckoning, entry: RoundEntry) -> bool:
    """Return whether a game was played over the board; forfeits are not rated, even in a round robin (15.2)."""
    return entry.kind is RoundKind.PLAYED


def rating_of(reckoning: Reckoning, number: int) -> int | None:
    return reckoning.players[number].rating or reckoning.rules.chess.unrated


def opponents_ratings(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    """Return each opponent's rating; the factor is the score of the game."""
    return tuple(
        Contribution(Fraction(rating), entry.round, entry.opponent, WORTH[entry.outcome or Outcome.LOSS])
        for entry in reckoning.entries[number]
        if entry.opponent is not None and is_rated_game(reckoning, entry)
        if (rating := rating_of(reckoning, entry.opponent)) is not None
    )


def everybody_is_rated(reckoning: Reckoning) -> bool:
    return all(rating_of(reckoning, number) is not None for number in reckoning.players)


def mean_rating(reckoning: Reckoning, number: int, terms: Sequence[Contribution]) -> Fraction | None:
    return average(reckoning, number, terms) if everybody_is_rated(reckoning) else None


def performance(reckoning: Reckoning, number: int, terms: Sequence[Contribution]) -> Fraction | None:
    """Return the rounded mean plus the rating difference for the rounded share of points (10.2)."""
    ratings = mean([term.amount for term in terms])
    if ratings is None or not everybody_is_rated(reckoning):
        return None
    share = hundredths(total(term.factor for term in terms) / len(terms))
    return half_up(ratings) + rating_difference(share)


def perfect_performance(reckoning: Reckoning, number: int, terms: Sequence[Contribution]) -> Fraction | None:
    """Return the lowest whole rating whose expected score is at least the player's score (10.3)."""
    ratings = sorted(int(term.amount) for term in terms)
    if not ratings or not everybody_is_rated(reckoning):
        return None
    points = total(term.factor for term in terms) * 100
    if not points:
        return Fraction(ratings[0] - 800)
    low, high = ratings[0] - 800, ratings[-1] + 800
    while low < high:
        middle = (low + high) // 2
        if sum(expected_hundredths(middle - rating) for rating in ratings) >= points:
            high = middle
        else:
            low = middle + 1
    return Fraction(low)


def of_opponents(inner: Criterion) -> Callable[[Reckoning, int], tuple[Contribution, ...]]:
    def contributions(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
        return tuple(
            Contribution(value, entry.round, entry.opponent)
            for entry in reckoning.entries[number]
            if entry.opponent is not None and is_rated_game(reckoning, entry)
            if (value := reckoning.value(inner, entry.opponent)) is not None
        )

    return contributions


def cut_ratings(low: int, high: int) -> Cutter:
    return cut_ends(low, high, "C.07 14.1")


def to_integer(reckoning: Reckoning, number: int, value: Fraction) -> Fraction:
    return half_up(value)


TO_INTEGER = Adjustment("to-integer", to_integer)

ARO = Criterion(
    "ARO",
    _("Average rating of opponents"),
    _("The average rating of the opponents met over the board."),
    "C.07 10.1",
    opponents_ratings,
    mean_rating,
    (TO_INTEGER,),
    how="mean",
    takes="CMR",
    cutting=cut_ratings,
    reads=RulesPart.CHESS,
    rising=frozenset({"", "C1", "C2", "M1"}),
)
TPR = Criterion(
    "TPR",
    _("Tournament performance rating"),
    _("The average rating of opponents, adjusted for the percentage score."),
    "C.07 10.2",
    opponents_ratings,
    performance,
    how="performance",
    takes="R",
    reads=RulesPart.CHESS,
    rising=PLAIN,
)
PTP = Criterion(
    "PTP",
    _("Perfect tournament performance"),
    _("The lowest rating with an expected score that matches the actual score."),
    "C.07 10.3",
    opponents_ratings,
    perfect_performance,
    how="perfect",
    takes="R",
    reads=RulesPart.CHESS,
    rising=PLAIN,
)
APRO = Criterion(
    "APRO",
    _("Average performance of opponents"),
    _("The average performance rating of the opponents."),
    "C.07 10.4",
    of_opponents(TPR),
    average,
    (TO_INTEGER,),
    of=TPR,
    how="mean",
    takes="R",
    reads=RulesPart.CHESS,
    rising=PLAIN,
)
APPO = Criterion(
    "APPO",
    _("Average perfect performance of opponents"),
    _("The average perfect performance of the opponents."),
    "C.07 10.5",
    of_opponents(PTP),
    average,
    (TO_INTEGER,),
    of=PTP,
    how="mean",
    takes="R",
    reads=RulesPart.CHESS,
    rising=PLAIN,
)
