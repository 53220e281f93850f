"""Colour preferences (C.04.3 art. 1.6, 1.7) and the allocation of colours (5.2)."""

import pytest

from pairings.snapshot import Bye, ByeKind
from pairings.swiss.rules.colours import (
    ABSOLUTE,
    BLACK,
    MILD,
    NO_PREFERENCE,
    STRONG,
    WHITE,
    allocate,
    preference,
)
from pairings.swiss.rules.editions import EDITIONS
from tests.pairings.dutch.stage import fresh, pair_stage, pairs, reasons_of, stage


def history(letters):
    return [WHITE if letter == "w" else BLACK for letter in letters]


def wish(letters):
    found = preference(history(letters))
    return found.wants, found.strength


def allocate_first(higher, lower, by_lot=WHITE):
    """Return (colour of the higher ranked player, article) for two colour histories."""
    one, other = history(higher), history(lower)
    found = allocate(preference(one), preference(other), one, other, by_lot)
    return "w" if found.colour == WHITE else "b", f"5.2.{found.step}"


class TestPreferencesOfArticle17:
    @pytest.mark.parametrize("letters", ["wwbw" + "w", "www", "wbww", "bwwbww", "ww"])
    def test_black_is_absolute_after_two_more_whites_or_two_whites_in_a_row(self, letters):
        assert wish(letters) == (BLACK, ABSOLUTE)

    def test_white_is_absolute_after_two_more_blacks_or_two_blacks_in_a_row(self):
        assert wish("wbb") == wish("bwbb") == wish("bbb") == (WHITE, ABSOLUTE)

    def test_difference_of_two_overrides_the_last_two_games(self):
        assert wish("wwwwbb") == (BLACK, ABSOLUTE)

    def test_preference_is_strong_with_a_difference_of_one(self):
        assert wish("w") == wish("wbw") == (BLACK, STRONG)
        assert wish("b") == wish("wbb" + "wb") == (WHITE, STRONG)

    def test_preference_to_alternate_is_mild_when_the_difference_is_zero(self):
        assert wish("wb") == (WHITE, MILD)
        assert wish("bw") == (BLACK, MILD)

    def test_no_preference_before_the_first_game(self):
        assert wish("") == (0, NO_PREFERENCE)


class TestAllocationOfArticle52:
    def test_1_both_preferences_are_granted(self):
        assert allocate_first("b", "w") == ("w", "5.2.1")

    def test_1_player_without_preference_takes_the_other_colour(self):
        assert allocate_first("", "b") == ("b", "5.2.1")
        assert allocate_first("w", "") == ("b", "5.2.1")

    def test_2_stronger_preference_is_granted(self):
        assert allocate_first("wb", "b") == ("b", "5.2.2")
        assert allocate_first("bwbb", "b") == ("w", "5.2.2")

    def test_2_wider_difference_wins_between_two_absolute_preferences(self):
        assert allocate_first("bwbb", "bbb") == ("b", "5.2.2")
        assert allocate_first("bbb", "bwbb") == ("w", "5.2.2")

    def test_3_colours_of_the_latest_round_that_differed_are_swapped(self):
        assert allocate_first("wbwb", "bwwb") == ("w", "5.2.3")
        assert allocate_first("bwwb", "wbwb") == ("b", "5.2.3")

    def test_3_games_are_compared_from_the_last_backwards(self):
        assert allocate_first("wb", "wbbwwb") == ("w", "5.2.4")
        assert allocate_first("bwwb", "wbbwwbwb") == ("b", "5.2.3")

    def test_4_preference_of_the_higher_ranked_player_is_granted(self):
        assert allocate_first("wb", "wb") == ("w", "5.2.4")
        assert allocate_first("bw", "bw") == ("b", "5.2.4")

    def test_5_initial_colour_is_used_without_preferences(self):
        assert allocate_first("", "", WHITE) == ("w", "5.2.5")
        assert allocate_first("", "", BLACK) == ("b", "5.2.5")


class TestNumbersOfArticle525:
    def test_odd_numbers_get_the_initial_colour(self):
        assert pairs(pair_stage(fresh(6))) == [(1, 4), (5, 2), (3, 6)]
        assert reasons_of(pair_stage(fresh(6)), 1)["dutch-5.2.5-odd"].article == "C.04.3 5.2.5"
        assert "dutch-5.2.5-even" in reasons_of(pair_stage(fresh(6)), 2)

    def test_player_who_has_not_arrived_has_no_number_yet(self):
        lines = ("-Z", "-Z", "5w=", "6w=", "3b=", "4b=", "-Z", "-Z")
        away = (Bye(1, ByeKind.ZERO), Bye(8, ByeKind.ZERO))
        assert reasons_of(pair_stage(stage(*lines, byes=away)), 2, 7)["dutch-5.2.5-odd"].facts["number"] == 1
        assert reasons_of(pair_stage(stage(*lines)), 2, 8)["dutch-5.2.5-even"].facts["number"] == 2

    def test_absentees_who_never_took_part_are_not_counted(self):
        plan = pair_stage(fresh(5, byes=(Bye(1, ByeKind.ZERO),)))
        assert pairs(plan) == [(2, 4), (5, 3)]

    def test_forfeited_players_count_for_the_numbers(self):
        away = (Bye(1, ByeKind.ZERO), Bye(2, ByeKind.ZERO))
        rest = ("7w=", "8w=", "-Z", "-Z", "3b=", "4b=")
        forfeited = pair_stage(stage("2w-", "1b+", *rest, byes=away))
        absent = pair_stage(stage("-Z", "-Z", *rest, byes=away))
        assert reasons_of(forfeited, 5, 6)["dutch-5.2.5-odd"].facts["number"] == 5
        assert reasons_of(absent, 5, 6)["dutch-5.2.5-odd"].facts["number"] == 3


class TestEditions:
    def test_edition_2026_holds_its_rule_functions(self):
        edition = EDITIONS["2026"]
        assert (edition.preference, edition.allocate) == (preference, allocate)
        assert edition.topscorer(5, 4, 2)
        assert not edition.topscorer(4, 4, 2)
