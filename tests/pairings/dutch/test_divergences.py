"""Differences between the reference program bbpPairings 6.0.0 and the rules: the positions of docs/divergences.md."""

from dataclasses import replace
from fractions import Fraction

from pairings.snapshot import Bye, ByeKind, Outcome, Pairing, Result, Round
from pairings.systems.dutch import Options
from tests.pairings.dutch.literal import Literal
from tests.pairings.dutch.stage import bye, fresh, pair_stage, pairs, reasons_of, stage

DRAW, WIN = Result(Outcome.DRAW, Outcome.DRAW), Result(Outcome.WIN, Outcome.LOSS)
BAKU = Options(acceleration="baku")


class TestSecondBye:
    """Difference 1: the bye goes to a player who has already had it, although a legal pairing exists (C2)."""

    LINES = (
        "6w0 10b= -U -H 7w0 -H",
        "7b= 5w0 10w0 -Z 3b= -U",
        "8w0 -U 5b0 -Z 2w= 6b0",
        "9b1 -Z 7w1 -H 5b= 8w0",
        "10w= 2b1 3w1 8b1 4w= 9b=",
        "1b1 8w0 -Z 10b1 -Z 3w1",
        "2w= -H 4b0 9w0 1b1 10b1",
        "3b1 6b1 -H 5w0 -H 4b1",
        "4w0 -H -H 7b1 10w1 5w=",
        "5b= 1w= 2b1 6w0 9b0 7w0",
    )

    def stage(self):
        return stage(*self.LINES, planned=9, byes=tuple(Bye(number, ByeKind.HALF) for number in (4, 6, 10)))

    def test_our_pairing_gives_the_bye_to_an_eligible_player(self):
        plan = pair_stage(self.stage())
        assert pairs(plan) == [(5, 1), (8, 2), (3, 9)]
        assert bye(plan) == 7

    def test_reason_names_the_players_excluded_from_the_bye(self):
        assert reasons_of(pair_stage(self.stage()), 7)["dutch-bye-not-for"].facts["players"] == (1, 2, 3)

    def test_literal_reading_of_the_rules_agrees(self):
        text = Literal(self.stage())
        assert (text.pairs, text.bye) == ({(5, 1), (8, 2), (3, 9)}, 7)


class TestByeWorthALoss:
    """Difference 2: a bye without points is still a downfloat (1.4.3)."""

    LINES = (
        "5w0 -U",
        "6b= 8w1",
        "7w= 5b=",
        "8b= 6w0",
        "1b1 3w=",
        "2w= 4b1",
        "3b= 9w0",
        "4w= 2b0",
        "-U 7b1",
    )

    def stage(self):
        scoring = replace(fresh(9).scoring, allocated_bye=Fraction(0))
        return stage(*self.LINES, planned=4, scoring=scoring)

    def test_player_9_does_not_float_again(self):
        plan = pair_stage(self.stage())
        assert pairs(plan) == [(6, 5), (9, 2), (3, 4), (8, 1)]
        assert bye(plan) == 7

    def test_player_9_floats_without_the_earlier_downfloat(self):
        """The reference program answers as if there had been no bye."""
        absent = stage(*self.LINES[:8], "-Z 7b1", planned=4, scoring=self.stage().scoring)
        assert pairs(pair_stage(absent)) == [(6, 5), (3, 2), (9, 4), (8, 1)]

    def test_literal_reading_of_the_rules_agrees(self):
        text = Literal(self.stage())
        assert (text.pairs, text.bye) == ({(6, 5), (9, 2), (3, 4), (8, 1)}, 7)


class TestGroupAOfBaku:
    """Difference 3: group A is half of the field, rounded up to an even number (C.04.7)."""

    def test_four_of_six_players_are_accelerated(self):
        assert pairs(pair_stage(fresh(6, planned_rounds=9), BAKU)) == [(1, 3), (4, 2), (5, 6)]

    def test_virtual_points_for_three_give_the_pairs_of_the_reference(self):
        one = (Fraction(1),)
        as_given = fresh(6, planned_rounds=9, virtual_points={1: one, 2: one, 3: one})
        assert {frozenset(pair) for pair in pairs(pair_stage(as_given))} == {
            frozenset((1, 2)),
            frozenset((3, 4)),
            frozenset((5, 6)),
        }


class TestBoardsUnderAcceleration:
    """Difference 4: boards are ordered by pairing scores, including virtual points (C.04.7)."""

    def test_draw_in_group_a_plays_above_a_win_in_group_b(self):
        first = fresh(8, planned_rounds=9)
        planned = pair_stage(first, BAKU)
        assert pairs(planned) == [(1, 3), (4, 2), (5, 7), (8, 6)]
        results = {1: DRAW, 2: DRAW, 3: WIN, 4: WIN}
        games = tuple(Pairing(p.table, p.first, p.second, results[p.table]) for p in planned.pairings)
        second = pair_stage(replace(first, rounds=(Round(1, games, ()),), next_round=2), BAKU)
        groups = [{pairing.first, pairing.second} <= {1, 2, 3, 4} for pairing in second.pairings]
        assert groups == [True, True, False, False]
        assert set(pairs(second)[2]) == {5, 8}
