"""Rating changes by a tournament: FIDE's Rating Regulations (Handbook B.02) in force from 1 March 2024, with the
amendment of 8.3.1 of 1 October 2025, and the Rapid and Blitz Regulations (B.02, second chapter) where they differ.

Everything is exact: an expected score is whole hundredths of the printed table, a change a `Fraction` until it is
rounded once, at the end (8.3.4). Only games over the board against rated opponents count here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction

from pairings.numbers.rating_tables import expected_hundredths, hundredths, rating_difference
from standings.core.exact import half_up, total

#: From this day 8.3.1 counts the whole difference for players of FULL_FROM and above, at standard chess.
FULL_SINCE = date(2025, 10, 1)
FULL_FROM = 2650
#: The largest difference that counts (8.3.1).
WIDEST = 400
#: Rapid and blitz: from 1 December 2024, games with too large a difference are not rated if one player is above 2600
#: (7.3.1).
UNRATED_SINCE = date(2024, 12, 1)
TOO_FAR = 600
TOO_HIGH = 2600
#: 8.2.2: two hypothetical opponents, with draws. 8.2.3: the highest first rating. 7.2.1: the lowest.
HYPOTHETICAL = (1800, 1800)
HIGHEST_FIRST = 2200
LOWEST = 1400
#: 7.1.4: the number of games against rated opponents for a first rating, not always in one tournament.
GAMES_OF_FIRST = 5
#: 8.3.3: K times the games of a rating period is at most this.
MOST_OF_K = 700


class Rate(StrEnum):
    """The FIDE rating that a tournament counts for."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game against a rated opponent: the opponent's rating, and the score: a win is 1, a draw a half, a loss 0."""

    opponent: int
    score: Fraction


@dataclass(frozen=True, slots=True)
class GameChange:
    """The change by one game before K: the counted `difference`, `capped` if it is not the whole one."""

    opponent: int
    score: Fraction
    difference: int
    expected: Fraction
    capped: bool

    @property
    def change(self) -> Fraction:
        return self.score - self.expected


@dataclass(frozen=True, slots=True)
class PlayerRatingChange:
    """The change by a tournament: `k` after the limit of 700, `exact` before rounding, `rounded` after."""

    games: tuple[GameChange, ...]
    k: int
    score: Fraction
    expected: Fraction
    exact: Fraction
    rounded: int


@dataclass(frozen=True, slots=True)
class FirstRating:
    """The first rating of an unrated player: the mean of the opponents and the two of 8.2.2, and its result.

    `rating` is None if it is not published: under 1400 (7.1.4), or without any points (8.2.1). `enough` is whether the
    games of this tournament alone are five (7.1.4).
    """

    games: int
    average: Fraction
    difference: int
    rating: int | None
    enough: bool


def counted_difference(own: int, opponent: int, rate: Rate, on: date) -> int:
    """Return the counted difference of own and opponent's rating (8.3.1): 400 at most, or the whole from 2650 at
    standard chess.
    """
    difference = own - opponent
    if rate is Rate.STANDARD and own >= FULL_FROM and on >= FULL_SINCE:
        return difference
    return max(-WIDEST, min(WIDEST, difference))


def expected_score(difference: int) -> Fraction:
    """Return the expected score of one game for a counted difference (8.1.2)."""
    return Fraction(expected_hundredths(difference), 100)


def is_rated(own: int, opponent: int, rate: Rate, on: date) -> bool:
    """Return whether a game between two rated players is rated (Rapid and Blitz Regulations 7.3.1)."""
    if rate is Rate.STANDARD or on < UNRATED_SINCE:
        return True
    return abs(own - opponent) < TOO_FAR or max(own, opponent) <= TOO_HIGH


def development(rating: int, *, born: int | None, year: int, is_new: bool = False, was_2400: bool = False) -> int:
    """Return K if no list gives it (8.3.3).

    It is 10 once a rating has reached 2400. It is 40 for players new to the list with fewer than 30 games, and below
    2300 until the end of the year of the 18th birthday. It is 20 for everyone else.
    """
    if rating >= 2400 or was_2400:
        return 10
    if is_new or (born is not None and year - born <= 18 and rating < 2300):
        return 40
    return 20


def change_of(own: int, games: Sequence[RatedGame], k: int, *, rate: Rate, on: date) -> PlayerRatingChange:
    """Return the change of a rating by a tournament that began on the day `on` (8.3.2).

    It is the sum of scores minus expected scores, times K, rounded once, a half away from zero (8.3.4).
    """
    changes = []
    for game in games:
        if not is_rated(own, game.opponent, rate, on):
            continue
        counted = counted_difference(own, game.opponent, rate, on)
        capped = counted != own - game.opponent
        changes.append(GameChange(game.opponent, game.score, counted, expected_score(counted), capped))
    bounded = bounded_development(k, len(changes))
    score, expected = total(each.score for each in changes), total(each.expected for each in changes)
    exact = bounded * (score - expected)
    return PlayerRatingChange(tuple(changes), bounded, score, expected, exact, int(half_up(exact)))


def bounded_development(k: int, games: int) -> int:
    """Return K for a number of games in a rating period: K times games is at most 700 (8.3.3)."""
    return k if k * games <= MOST_OF_K else MOST_OF_K // games


def performance(ratings: Sequence[int], points: Fraction) -> int | None:
    """Return the performance against some ratings; None without a game.

    It is their rounded mean plus the difference in table 8.1.1 for the rounded share of points.
    """
    if not ratings:
        return None
    return average_rating(ratings) + rating_difference(hundredths(points / len(ratings)))


def average_rating(ratings: Sequence[int]) -> int:
    """Return the mean of one or more ratings as a whole number, a half rounded up (B.01 1.4.7)."""
    return int(half_up(Fraction(sum(ratings), len(ratings))))


def first_rating(ratings: Sequence[int], points: Fraction) -> FirstRating | None:
    """Return the first rating of an unrated player from games against rated opponents (8.2); None without a game."""
    if not ratings:
        return None
    faced = (*ratings, *HYPOTHETICAL)
    average = Fraction(sum(faced), len(faced))
    difference = rating_difference(hundredths((points + 1) / len(faced)))
    rating = min(int(half_up(average + difference)), HIGHEST_FIRST)
    published = rating if points and rating >= LOWEST else None
    return FirstRating(len(ratings), average, difference, published, len(ratings) >= GAMES_OF_FIRST)
