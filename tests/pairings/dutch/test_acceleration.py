"""Acceleration (C.04.7): Baku's group and points, and points given manually."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pairings.judge import violations
from pairings.plan import CannotPair
from pairings.snapshot import Bye, ByeKind, Player, Round
from pairings.swiss.promises import _virtual_points
from pairings.swiss.rules.acceleration import baku_points, baku_rounds
from pairings.systems import SYSTEMS
from pairings.systems.dutch import Options
from pairings.wording.sentences import sentence
from tests.pairings.dutch.stage import WIN_3, fresh, pair_stage, pairs, stage

BAKU = Options(acceleration="baku")


class TestGroupA:
    @pytest.mark.parametrize(("players", "group"), [(8, 4), (9, 6), (10, 6), (11, 6), (12, 6), (161, 82), (162, 82)])
    def test_is_half_of_the_players_rounded_up_to_an_even_number(self, players, group):
        assert list(baku_points(fresh(players, planned_rounds=9))) == list(range(1, group + 1))

    @pytest.mark.parametrize(
        ("absent", "group"), [([1], [1, 2, 3, 4, 5]), ([8], [1, 2, 3, 4]), ([1, 2, 3, 4], [1, 2, 3, 4, 5, 6])]
    )
    @pytest.mark.parametrize("kind", [ByeKind.HALF, ByeKind.ZERO, ByeKind.FULL])
    def test_player_with_a_bye_in_round_1_is_not_counted(self, absent, group, kind):
        byes = tuple(Bye(number, kind) for number in absent)
        away = fresh(8, planned_rounds=9, byes=byes)
        assert list(baku_points(away)) == group
        later = replace(away, byes=(Bye(5, kind),), rounds=(Round(1, (), byes),), next_round=2)
        assert list(baku_points(later)) == group
        with_the_bye_of_the_pairing = replace(later, rounds=(Round(1, (), (*byes, Bye(7, ByeKind.ALLOCATED))),))
        assert list(baku_points(with_the_bye_of_the_pairing)) == group

    def test_judge_gives_the_same_virtual_points(self):
        byes = (Bye(1, ByeKind.HALF), Bye(2, ByeKind.ZERO))
        away = fresh(11, planned_rounds=9, byes=byes)
        assert _virtual_points(away, BAKU) == baku_points(away)
        later = replace(away, byes=(), rounds=(Round(1, (), byes),), next_round=2)
        assert _virtual_points(later, BAKU) == baku_points(later) == baku_points(away)

    def test_includes_a_late_entry_ranked_above_its_last_player(self):
        players = tuple(Player(number, entered=2 if number == 2 else 1) for number in range(1, 10))
        late = replace(fresh(9, planned_rounds=9), players=players)
        assert list(baku_points(late)) == [1, 2, 3, 4, 5]

    def test_excludes_a_late_entry_ranked_below_its_last_player(self):
        players = tuple(Player(number, entered=2 if number == 7 else 1) for number in range(1, 10))
        assert list(baku_points(replace(fresh(9, planned_rounds=9), players=players))) == [1, 2, 3, 4]


class TestRounds:
    def test_half_of_the_rounds_are_accelerated_first_by_a_win_then_by_a_draw(self):
        win, draw = Fraction(1), Fraction(1, 2)
        assert baku_rounds(9, win, draw) == (win, win, win, draw, draw)
        assert baku_rounds(8, win, draw) == (win, win, draw, draw)
        assert baku_rounds(5, win, draw) == (win, win, draw)

    def test_virtual_points_use_custom_point_values(self):
        assert baku_rounds(4, WIN_3.win, WIN_3.draw) == (3, 1)


class TestPairing:
    def test_groups_a_and_b_are_paired_separately(self):
        assert pairs(pair_stage(fresh(8, planned_rounds=9), BAKU)) == [(1, 3), (4, 2), (5, 7), (8, 6)]

    def test_virtual_points_form_the_score_groups_until_they_end(self):
        lines = ("3w0", "4w0", "1b1", "2b1", "7w1", "8w1", "5b0", "6b0")
        assert [{*pair} for pair in pairs(pair_stage(stage(*lines, planned=9), BAKU))[:1]] == [{3, 4}]
        assert {1, 5} in [{*pair} for pair in pairs(pair_stage(stage(*lines, planned=9), BAKU))]
        assert {3, 5} in [{*pair} for pair in pairs(pair_stage(stage(*lines, planned=2), BAKU))]

    def test_boards_are_ordered_by_pairing_score(self):
        points = {number: (Fraction(1), Fraction(1)) for number in (5, 6, 7, 8)}
        assert pairs(pair_stage(fresh(8, virtual_points=points)))[0] == (5, 7)

    def test_points_given_by_hand_override_the_method(self):
        points = {number: (Fraction(1),) for number in (1, 2)}
        plan = pair_stage(fresh(8, planned_rounds=9, virtual_points=points), BAKU)
        assert pairs(plan)[0] == (1, 2)

    def test_baku_without_a_number_of_rounds_is_refused(self):
        with pytest.raises(CannotPair) as refusal:
            pair_stage(fresh(8), BAKU)
        assert refusal.value.reason.article == "C.04.7"
        assert sentence(refusal.value.reason)

    def test_judge_finds_no_violations(self):
        snapshot = stage(*("3w1", "4w1", "1b0", "2b0", "7w1", "8w1", "5b0", "6b0"), planned=9)
        assert not violations(snapshot, pair_stage(snapshot, BAKU), SYSTEMS["dutch"].promises, BAKU)
