"""Rating changes, first ratings and performances: calculated by hand from the articles of FIDE's Handbook B.02."""

from datetime import date
from fractions import Fraction

import pytest

from pairings.numbers.rating_tables import hundredths
from standings.rating.changes import (
    Rate,
    RatedGame,
    bounded_development,
    change_of,
    counted_difference,
    development,
    expected_score,
    first_rating,
    is_rated,
    performance,
)

NOW = date(2026, 2, 1)
HALF = Fraction(1, 2)


def games(*answer):
    return [RatedGame(opponent, Fraction(score)) for opponent, score in answer]


class TestExpectation:
    @pytest.mark.parametrize(
        ("difference", "share"),
        [(0, 50), (3, 50), (4, 51), (-4, 49), (400, 92), (-400, 8), (735, 99), (736, 100), (-736, 0)],
    )
    def test_matches_the_printed_table_8_1_2(self, difference, share):
        assert expected_score(difference) == Fraction(share, 100)

    def test_shares_are_rounded_half_up(self):
        assert [hundredths(Fraction(each, 200)) for each in (1, 2, 99, 101)] == [1, 1, 50, 51]


class TestFourHundredPoints:
    """Article 8.3.1, before and from 1 October 2025."""

    def test_below_2650_a_difference_is_never_more_than_400(self):
        assert counted_difference(2400, 2813, Rate.STANDARD, NOW) == -400
        assert counted_difference(2649, 2000, Rate.STANDARD, NOW) == 400

    def test_from_2650_the_full_difference_counts_since_october_2025(self):
        assert counted_difference(2813, 2400, Rate.STANDARD, date(2025, 10, 1)) == 413
        assert counted_difference(2813, 2400, Rate.STANDARD, date(2025, 9, 30)) == 400
        assert counted_difference(2650, 2000, Rate.STANDARD, NOW) == 650

    @pytest.mark.parametrize("rate", [Rate.RAPID, Rate.BLITZ])
    def test_rapid_and_blitz_have_no_such_exception(self, rate):
        assert counted_difference(2813, 2400, rate, NOW) == 400

    def test_rapid_games_600_apart_with_somebody_above_2600_are_not_rated(self):
        assert not is_rated(2700, 2100, Rate.RAPID, NOW)
        assert is_rated(2700, 2101, Rate.RAPID, NOW)
        assert is_rated(2600, 1900, Rate.RAPID, NOW)
        assert is_rated(2700, 2100, Rate.STANDARD, NOW)
        assert is_rated(2700, 2100, Rate.BLITZ, date(2024, 11, 30))
        assert change_of(2700, games((2100, 0)), 10, rate=Rate.BLITZ, on=NOW).games == ()


class TestChange:
    def test_three_games_by_hand(self):
        # 2000 against 2100 (D −100: .36), 1900 (D 100: .64), 2450 (D −450 counts as −400: .08)
        found = change_of(2000, games((2100, 1), (1900, HALF), (2450, 0)), 20, rate=Rate.STANDARD, on=NOW)
        assert [each.expected for each in found.games] == [Fraction(36, 100), Fraction(64, 100), Fraction(8, 100)]
        assert [each.change for each in found.games] == [Fraction(64, 100), Fraction(-14, 100), Fraction(-8, 100)]
        assert [each.capped for each in found.games] == [False, False, True]
        assert (found.score, found.expected) == (Fraction(3, 2), Fraction(108, 100))
        assert (found.exact, found.rounded) == (Fraction(84, 10), 8)

    def test_half_a_point_is_rounded_away_from_zero(self):
        # a draw with a player rated 193 lower is .25 too little (8.3.4)
        assert change_of(2500, games((2307, HALF)), 10, rate=Rate.STANDARD, on=NOW).rounded == -3
        assert change_of(2307, games((2500, HALF)), 10, rate=Rate.STANDARD, on=NOW).rounded == 3

    def test_games_of_two_players_give_one_what_they_take_from_the_other(self):
        for difference in range(-450, 451):
            one = change_of(2000, games((2000 + difference, 1)), 20, rate=Rate.STANDARD, on=NOW)
            other = change_of(2000 + difference, games((2000, 0)), 20, rate=Rate.STANDARD, on=NOW)
            assert one.exact == -other.exact

    def test_k_times_games_is_at_most_700(self):
        assert [bounded_development(20, each) for each in (35, 36, 39)] == [20, 19, 17]
        assert bounded_development(40, 9) == 40
        assert bounded_development(40, 0) == 40


class TestDevelopment:
    """Article 8.3.3: development coefficient."""

    @pytest.mark.parametrize(
        ("rating", "more", "k"),
        [
            (2400, {}, 10),
            (2399, {}, 20),
            (2350, {"was_2400": True}, 10),
            (2299, {"born": 2008}, 40),
            (2299, {"born": 2007}, 20),
            (2300, {"born": 2010}, 20),
            (1800, {"is_new": True}, 40),
            (2410, {"born": 2012, "is_new": True}, 10),
        ],
    )
    def test_k_factor(self, rating, more, k):
        assert development(rating, year=2026, **{"born": None, **more}) == k


class TestFirstRating:
    """Article 8.2, which adds two hypothetical opponents rated 1800."""

    def test_five_games_by_hand(self):
        # (9507 + 3600) / 7 = 1872.43; 4 of 7 is .57, which is 50
        found = first_rating([1901, 1902, 1901, 1902, 1901], Fraction(3))
        assert found.average == Fraction(13107, 7)
        assert (found.difference, found.rating, found.enough) == (50, 1922, True)

    def test_it_is_never_above_2200(self):
        # (12000 + 3600) / 7 = 2228.57; 6 of 7 is .86, which is 309
        assert first_rating([2400] * 5, Fraction(5)).rating == 2200

    def test_under_1400_and_without_a_point_there_is_none(self):
        # (7000 + 3600) / 7 = 1514.29; 1½ of 7 is .21, which is −230
        assert first_rating([1400] * 5, HALF).rating is None
        assert first_rating([2000] * 5, Fraction(0)).rating is None
        assert first_rating([], Fraction(0)) is None

    def test_four_games_are_too_few_for_one_tournament(self):
        assert not first_rating([1900] * 4, Fraction(2)).enough


def test_performance_is_the_mean_plus_the_difference_of_the_share():
    assert performance([2380] * 9, Fraction(7)) == 2600  # 7 of 9 is .78, which is 220
    assert performance([2300, 2301], Fraction(1)) == 2301  # a mean of 2300.5 is rounded up
    assert performance([], Fraction(0)) is None
