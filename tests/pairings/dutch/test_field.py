"""The players to pair and their past: forfeits, late entries, withdrawals, returns, own points, floats, topscorers."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pairings.matching.sets.bits import bits
from pairings.snapshot import Decision, ForbiddenPair, Outcome, Player, Result
from pairings.swiss.rules.colours import BLACK, WHITE
from pairings.swiss.rules.field import SwissField
from pairings.swiss.rules.history import DOWN, UP
from pairings.systems.dutch import Options
from tests.pairings.dutch.stage import WIN_3, fresh, pair_stage, pairs, stage


def field(snapshot, **options):
    return SwissField(snapshot, Options(**options))


def competitor(found, number):
    return next(player for player in found.players if player.number == number)


def possible(found, number):
    return {found.players[v].number for v in bits(found.legal[competitor(found, number).index])}


class TestForfeits:
    """C.04.2 articles 3.4 and 3.5: an unplayed game is not a meeting and has no colour."""

    SNAPSHOT = stage("2w+", "1b-", "4w-", "3b-", "6wW", "5bL")

    def test_players_of_a_forfeit_may_meet_again(self):
        assert 2 in possible(field(self.SNAPSHOT), 1)
        assert 4 in possible(field(self.SNAPSHOT), 3)

    def test_forfeit_gives_no_colour(self):
        assert competitor(field(self.SNAPSHOT), 1).past.colours == []

    def test_points_of_a_forfeit_count(self):
        found = field(self.SNAPSHOT)
        assert [competitor(found, number).score for number in (1, 2, 3, 4)] == [2, 0, 0, 0]

    def test_game_too_short_to_be_rated_counts_as_played(self):
        found = field(self.SNAPSHOT)
        assert competitor(found, 5).past.colours == [WHITE]
        assert 6 not in possible(found, 5)

    def test_game_decided_by_a_ruling_counts_as_played(self):
        snapshot = stage("2w1", "1b0")
        pairing = replace(snapshot.rounds[0].pairings[0], result=Result(Outcome.LOSS, Outcome.LOSS, Decision.RULING))
        ruled = replace(snapshot, rounds=(replace(snapshot.rounds[0], pairings=(pairing,)),))
        assert competitor(field(ruled), 2).past.colours == [BLACK]
        assert competitor(field(ruled), 1).score == 0


class TestLateEntriesAndWithdrawals:
    def test_late_entry_is_paired_on_arrival_without_points(self):
        snapshot = stage("3w1", "4w1", "1b0", "2b0", "-Z", "-Z")
        players = tuple(replace(p, entered=2 if p.number == 5 else 3 if p.number == 6 else 1) for p in snapshot.players)
        found = field(replace(snapshot, players=players))
        assert [player.number for player in found.players] == [1, 2, 3, 4, 5]
        assert competitor(found, 5).score == 0

    def test_late_entry_has_no_floats_and_missed_rounds_are_unplayed(self):
        found = field(stage("3w1 2b1", "4w1 1w0", "1b0 4b=", "2b0 3w=", "-Z -Z"))
        assert competitor(found, 5).past.floats == [0, 0]
        assert competitor(found, 5).unplayed == 2

    def test_withdrawn_player_is_not_paired(self):
        snapshot = fresh(5)
        players = tuple(replace(p, withdrawn=0) if p.number == 2 else p for p in snapshot.players)
        assert pairs(pair_stage(replace(snapshot, players=players))) == [(1, 4), (5, 3)]

    def test_returning_player_keeps_score_and_past_opponents(self):
        found = field(stage("3w1 -Z", "4w1 3b1", "1b0 2w0", "2b0 -U"))
        assert competitor(found, 1).score == 2
        assert 3 not in possible(found, 1)


class TestPointValues:
    def test_win_can_be_worth_three_points(self):
        found = field(stage("3w1", "4w=", "1b0", "2b=", scoring=WIN_3))
        assert [(player.number, player.points) for player in found.players] == [(1, 3), (2, 1), (4, 1), (3, 0)]

    def test_fractions_of_any_size_are_exact(self):
        scoring = replace(WIN_3, draw=Fraction(1, 3))
        assert (
            field(stage("2w=", "1b=", scoring=scoring)).players[0].points * 3
            == field(stage("2w=", "1b=", scoring=scoring)).scale.scale
        )


class TestFloatsOfArticle14:
    def test_float_depends_on_the_scores_before_the_game(self):
        found = field(stage("3w1 4w1", "4w0 3b0", "1b0 2w1", "2b1 1b0"))
        assert [competitor(found, number).past.floats[0] for number in (1, 2, 3, 4)] == [0, 0, 0, 0]
        mixed = field(stage("3w1 2w1", "4w0 1b0", "1b0 4w1", "2b1 3b0"))
        assert [competitor(mixed, number).past.floats[0] for number in (1, 2, 3, 4)] == [DOWN, UP, UP, DOWN]

    @pytest.mark.parametrize(("cell", "floats"), [("-U", DOWN), ("-F", DOWN), ("-H", DOWN), ("-Z", 0)])
    def test_round_without_a_game_gives_the_expected_float(self, cell, floats):
        assert competitor(field(stage("2w1", "1b0", cell)), 3).past.floats[0] == floats

    def test_win_by_forfeit_is_a_downfloat_and_loss_by_forfeit_is_not(self):
        found = field(stage("2w+", "1b-"))
        assert [competitor(found, number).past.floats[0] for number in (1, 2)] == [DOWN, 0]

    def test_bye_worth_a_loss_is_still_a_downfloat(self):
        scoring = replace(fresh(3).scoring, allocated_bye=Fraction(0))
        assert competitor(field(stage("2w1", "1b0", "-U", scoring=scoring)), 3).past.floats[0] == DOWN


class TestTopscorersOfArticle18:
    LINES = ("3w1 2b1", "4w1 1w0", "1b= 4b=", "2b0 3w=")

    def test_topscorers_have_more_than_half_of_the_points_in_the_last_round(self):
        found = field(stage(*self.LINES, planned=3))
        assert [player.number for player in found.players if player.topscorer] == [1]

    def test_exactly_half_is_not_enough(self):
        assert not competitor(field(stage(*self.LINES, planned=3)), 2).topscorer

    def test_no_topscorers_before_the_last_round(self):
        assert not field(stage(*self.LINES, planned=4)).topscorers
        assert not field(stage(*self.LINES)).topscorers


class TestCriterion3:
    """Two players who must have the same colour do not meet, unless one is a topscorer in the last round."""

    LINES = ("5w1 6w1", "7w1 8w1", "8w0 7w0", "6w0 5w0", "1b0 4b1", "4b1 1b0", "2b0 3b1", "3b1 2b0")

    def test_players_with_the_same_absolute_preference_do_not_meet(self):
        assert 2 not in possible(field(stage(*self.LINES, planned=5)), 1)
        assert 4 not in possible(field(stage(*self.LINES, planned=3)), 3)

    def test_topscorers_may_meet_in_the_last_round(self):
        assert 2 in possible(field(stage(*self.LINES, planned=3)), 1)
        assert 4 in possible(field(stage(*self.LINES, planned=3)), 1)


class TestForbiddenPairs:
    def test_forbidden_pairs_apply_only_in_their_rounds(self):
        family = ForbiddenPair(frozenset({1, 3, 4}), 1, 2)
        assert possible(field(fresh(6, forbidden=(family,))), 1) == {2, 5, 6}
        later = replace(fresh(6, forbidden=(family,)), next_round=3)
        assert possible(field(later), 1) == {2, 3, 4, 5, 6}


class TestOrder:
    def test_players_are_ordered_by_score_then_number(self):
        found = field(stage("3w0", "4w1", "1b1", "2b0"))
        assert [player.number for player in found.players] == [2, 3, 1, 4]

    def test_game_without_result_counts_as_drawn(self):
        snapshot = stage("2w1", "1b0")
        open_game = replace(snapshot.rounds[0].pairings[0], result=None)
        found = field(replace(snapshot, rounds=(replace(snapshot.rounds[0], pairings=(open_game,)),)))
        assert [player.points * 2 for player in found.players] == [found.scale.scale] * 2

    def test_pairing_numbers_may_have_gaps(self):
        snapshot = fresh(4)
        players = tuple(Player(number) for number in (2, 5, 7, 11))
        assert pairs(pair_stage(replace(snapshot, players=players))) == [(2, 7), (11, 5)]
