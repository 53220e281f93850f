"""The pairing-allocated bye (C.04.1 articles 3 and 4; C.04.3 C2, C5, C9) and the byes that players request."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pairings.plan import NoLegalPairing
from pairings.snapshot import Bye, ByeKind
from tests.pairings.dutch.stage import WIN_3, bye, fresh, pair_stage, pairs, reasons_of, sentences_of, stage


class TestEligibility:
    """C2: no second bye, and no bye for a player who got as many points as for a win without playing."""

    def test_last_player_gets_the_bye_in_round_1(self):
        assert bye(pair_stage(fresh(7))) == 7

    def test_no_player_gets_the_bye_twice(self):
        snapshot = stage("2w1", "1b0", "-U", scoring=replace(fresh(3).scoring, allocated_bye=0))
        assert bye(pair_stage(snapshot)) == 2

    def test_win_by_forfeit_excludes_from_the_bye(self):
        lines = ("2w= 3b= 4w= -H", "1b= -H -H -H", "4w= 1w= -H -H", "3b= 5w- 1b= -H", "-Z 4b+ -Z -Z")
        plan = pair_stage(stage(*lines))
        assert bye(plan) == 4
        assert reasons_of(plan, 4)["dutch-bye-not-for"].facts["players"] == (5,)

    def test_full_point_bye_excludes_from_the_bye(self):
        snapshot = stage("2w1", "1b0", "-F", "5w0", "4b1", byes=())
        assert bye(pair_stage(snapshot)) == 4

    @pytest.mark.parametrize("cell", ["-H", "-Z"])
    def test_smaller_bye_does_not_exclude_from_the_bye(self, cell):
        snapshot = stage("3w1", "4w1", "1b1", "2b1", cell, scoring=replace(fresh(5).scoring, loss=1))
        assert bye(pair_stage(snapshot)) == 5

    def test_player_who_may_not_have_the_bye_does_not_get_it(self):
        snapshot = fresh(5)
        players = (*snapshot.players[:4], replace(snapshot.players[4], may_have_bye=False))
        assert bye(pair_stage(replace(snapshot, players=players))) == 4

    def test_custom_point_values_exclude_by_the_value_of_a_win(self):
        lines = ("2w= 4b=", "1b= 5w=", "-F -Z", "5w= 1w=", "4b= 2b=")
        scoring = replace(WIN_3, draw=Fraction(2))
        assert bye(pair_stage(stage(*lines, scoring=scoring))) == 4
        cheaper = replace(scoring, full_bye=scoring.draw)
        assert bye(pair_stage(stage(*lines, scoring=cheaper))) == 3


class TestCriterion5:
    def test_player_with_the_lowest_score_gets_the_bye(self):
        assert bye(pair_stage(stage("4w1", "5w1", "6w1", "1b0", "2b0", "3b0", "-H"))) == 6

    def test_higher_score_gets_the_bye_if_no_player_below_may(self):
        plan = pair_stage(stage("3w1", "4w=", "1b0", "2b=", "-F", "-F", "-F", "8w-", "-Z"))
        assert bye(plan) in {3, 8, 9}
        barred = stage("2w=", "1b=", "-F", scoring=replace(fresh(3).scoring, full_bye=0, win=0, draw=1))
        assert bye(pair_stage(barred)) in {1, 2}


class TestCriterion9:
    def test_player_with_most_games_gets_the_bye_among_equals(self):
        plan = pair_stage(stage("2w0", "1b1", "4w0", "3b1", "-Z"))
        assert bye(plan) == 3
        assert "dutch-bye-C9" in reasons_of(plan, 3)


class TestRequestedByes:
    @pytest.mark.parametrize("kind", [ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO])
    def test_player_with_a_requested_bye_is_not_paired_and_stays_in_the_plan(self, kind):
        plan = pair_stage(fresh(7, byes=(Bye(3, kind),)))
        assert [(each.player, each.kind) for each in plan.byes] == [(3, kind)]
        assert all(3 not in pair for pair in pairs(plan))
        assert "bye-requested" in reasons_of(plan, 3)


class TestReasons:
    def test_first_reason_is_the_odd_number_of_players(self):
        reasons = reasons_of(pair_stage(stage("4w1", "5w1", "6w1", "1b0", "2b0", "3b0", "-H")), 6)
        assert sentences_of(list(reasons.values())[:1]).startswith("The number of players is odd: 6 has the bye")

    def test_lower_players_excluded_from_the_bye_are_named(self):
        reasons = reasons_of(pair_stage(stage("2w1", "1b0", "-F", "5w0", "4b1")), 4)
        assert "dutch-bye-lowest" in reasons
        snapshot = stage("2w1", "1b0", "-U", scoring=replace(fresh(3).scoring, allocated_bye=0))
        reasons = reasons_of(pair_stage(snapshot), 2)
        assert reasons["dutch-bye-not-for"].facts["players"] == (3,)
        assert reasons["dutch-bye-not-for"].article == "C.04.3 2.1.2"

    def test_reason_states_that_no_player_below_may_have_the_bye(self):
        snapshot = stage("2w=", "1b=", "-U", scoring=replace(fresh(3).scoring, allocated_bye=0))
        assert "dutch-bye-nobody-below" in reasons_of(pair_stage(snapshot), bye(pair_stage(snapshot)))


class TestNoEligiblePlayer:
    def test_round_is_refused_if_no_player_may_have_the_bye(self):
        with pytest.raises(NoLegalPairing) as refusal:
            pair_stage(stage("-F", "-F", "-U"))
        assert [reason.article for reason in refusal.value.reasons] == ["C.04.3 1.9.3", "C.04.3 2.1.2"]
