"""Rounds by Lim: orders printed in the text, floaters, the median, colours, and whole tournaments."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from pairings import judge
from pairings.snapshot import ForbiddenPair, Player, Snapshot
from pairings.systems.lim import SYSTEM, Options, why_not
from pairings.systems.lim.engine import find_pairs
from pairings.systems.lim.field import LimField
from pairings.systems.lim.floaters import floaters
from pairings.wording.sentences import sentence
from tests.pairings.dutch.stage import bye, fresh, pairs, reasons_of, stage
from tests.pairings.lim import literal
from tests.pairings.swiss_positions import agrees_with_text, positions, round_of


def pairs_met(snapshot, options=None):
    plan = round_of(SYSTEM, snapshot, options)
    return {frozenset(pair) for pair in pairs(plan)}


def as_pairs(text):
    """Return the text 1-3 2-5 as pairs."""
    return {frozenset(map(int, pair.split("-"))) for pair in text.split()}


def barring(*barred):
    """Return six players before round 1, some of whom must not meet."""
    return fresh(6, planned_rounds=5, forbidden=tuple(ForbiddenPair(frozenset(pair)) for pair in barred))


def field_of(snapshot, options=None):
    return LimField(snapshot, options or Options())


def find_floaters(snapshot, group, following, *, downwards=True, incoming=(), options=None):
    """Return the floaters of a group as {number: type}."""
    field = field_of(snapshot, options)
    index = {player.number: player.index for player in field.players}
    sets = [sum(1 << index[number] for number in numbers) for numbers in (group, incoming, following)]
    found = floaters(field, *sets, downwards=downwards)
    return {field.players[one].number: kind for one, kind in found.items()}


def floaters_before(snapshot):
    """Return the floaters of the previous round."""
    field = field_of(snapshot)
    return {player.number for player in field.players if field.floated >> player.index & 1}


@pytest.mark.rotates(2)
def test_literal_reading_of_the_text_gives_the_same_pairs(request):
    """Every position is paired as it is and as a maxi-tournament."""
    seen = refused = maxi = 0
    count = request.config.getoption("--dutch-positions")
    for snapshot, options, plan in positions(SYSTEM, count, range(2, 9), most=12):
        assert agrees_with_text(SYSTEM, snapshot, options, plan, lambda now: literal.Round(now).find_pairs())
        wide = replace(options, maxi=True)
        other = round_of(SYSTEM, snapshot, wide)
        assert agrees_with_text(SYSTEM, snapshot, wide, other, lambda now: literal.Round(now, maxi=True).find_pairs())
        seen += 1
        refused += plan is None
        maxi += plan is not None and set(pairs(plan)) != set(pairs(other))
    assert seen > 2 * count
    assert refused
    assert maxi


class TestExchanges:
    """Article 4.1 for six players: number 1 tries 4, 5, 6, 3, 2."""

    @pytest.mark.parametrize(
        ("barred", "expected"),
        [
            ([], "1-4 2-5 3-6"),
            ([(1, 4)], "1-5 2-4 3-6"),
            ([(1, 4), (1, 5)], "1-6 2-4 3-5"),
            ([(1, 4), (1, 5), (1, 6)], "1-3 2-5 4-6"),
            ([(1, 4), (1, 5), (1, 6), (1, 3)], "1-2 3-5 4-6"),
            ([(1, 4), (1, 5), (2, 4)], "1-6 2-5 3-4"),
            ([(1, 4), (1, 5), (2, 4), (2, 5)], "1-6 2-3 4-5"),
            ([(1, 4), (1, 5), (2, 4), (2, 5), (2, 3)], "1-3 2-6 4-5"),
        ],
    )
    def test_exchanges_follow_the_order_printed_in_the_text(self, barred, expected):
        assert pairs_met(barring(*barred)) == as_pairs(expected)

    def test_round_1_colours_depend_on_odd_and_even_numbers(self):
        plan = round_of(SYSTEM, fresh(6, planned_rounds=5))
        assert sorted(pairs(plan)) == [(1, 4), (3, 6), (5, 2)]


class TestOrderOfGroups:
    def test_groups_are_paired_from_top_then_from_bottom_with_median_last(self):
        lines = "5w1 6b1", "6w1 7b0", "7w1 8b1", "8w1 5b0", "1b0 4w1", "2b0 1w0", "3b0 2w1", "4b0 3w0"
        found = find_pairs(stage(*lines), Options())
        points, one = found.field.points, found.field.scale.scale
        tops = [max(points[i] for pair in group.pairs for i in (pair.one, pair.other)) for group in found.brackets]
        assert [Fraction(top, one) for top in tops] == [2, 0, 1]
        assert [group.downwards for group in found.brackets] == [True, False, True]


class TestFloaters:
    LINES = "4w1", "5w1", "6w1", "1b0", "2b0", "3b0"

    def test_player_who_has_met_the_whole_group_floats(self):
        snapshot = stage("2w= 3b1", "1b= 4w1", "4w= 1w0", "3b= 2b0")
        assert find_floaters(snapshot, (1, 2), (3, 4)) == {2: "d", 1: "d"}

    def test_lowest_player_floats_down_and_highest_floats_up(self):
        snapshot = fresh(6)
        assert find_floaters(snapshot, (1, 2, 3), (4, 5)) == {3: "d"}
        assert find_floaters(snapshot, (4, 5, 6), (2, 3), downwards=False) == {4: "d"}

    def test_floater_has_the_colour_in_surplus(self):
        snapshot = stage(*self.LINES)
        assert find_floaters(snapshot, (1, 2, 6), (4, 5)) == {2: "d"}
        assert find_floaters(snapshot, (3, 4, 5), (1, 2), downwards=False) == {4: "d"}

    def test_player_without_opponent_in_the_next_group_stays(self):
        assert find_floaters(stage(*self.LINES), (1, 2, 3), (6,)) == {2: "d"}

    def test_player_who_floated_in_is_last_to_float_again(self):
        assert find_floaters(fresh(6), (1, 2, 3), (4, 5), incoming=(3,)) == {2: "d"}
        assert find_floaters(fresh(6), (1,), (4, 5), incoming=(1,)) == {1: "b"}
        assert find_floaters(stage(*self.LINES), (1,), (4,), incoming=(1,)) == {1: "a"}

    def test_player_who_floated_in_the_previous_round_stays(self):
        """Only a transferred player counts as a floater, not the opponent in the median group, and nobody by a bye."""
        rest = "1b0 6w1", "2w0 5b0"
        level = stage("5w1 2w=", "6b1 1b=", "7w1 4b1", "8b1 3w0", *rest, "3b0 8w1", "4w0 7b0")
        moved = stage("5w1 2w=", "6b1 1b=", "7w1 4b1", "8b= 3w0", *rest, "3b0 8w1", "4w= 7b0")
        assert (floaters_before(level), floaters_before(moved)) == (set(), {3, 7})
        assert find_floaters(level, (1, 3, 8), (4, 5), downwards=False) == {3: "d"}
        assert find_floaters(moved, (1, 3, 8), (4, 5), downwards=False) == {8: "d"}
        assert floaters_before(stage("2w1 -U", "1b0 3w1", "-U 2b0")) == {2, 3}

    def test_unplayed_game_counts_as_a_float(self):
        lines = "5w1 2w=", "6b1 1b=", "7w1 4w+", "8b= 3b-", "1b0 6w1", "2w0 5b0", "3b0 8w1", "4w= 7b0"
        assert floaters_before(stage(*lines)) == {3, 7}

    def test_floater_without_opponents_takes_none_from_other_floaters(self):
        """Article 3.3: if two must float out of a group, the opponents of the first do not count, and 1 has none."""
        snapshot = barring((1, 2), (1, 3), (1, 4), (1, 5), (2, 3), (2, 6), (3, 6), (1, 6))
        assert find_floaters(snapshot, (1, 2, 3), (4, 5)) == {3: "d", 2: "d", 1: "c"}
        assert find_floaters(snapshot, (1, 2), (4, 5), downwards=False) == {2: "d", 1: "c"}
        assert find_floaters(snapshot, (1, 3), (6,)) == {3: "c", 1: "c"}

    def test_reasons_for_floaters_cover_all_cases(self):
        codes = set()
        for snapshot, _options, plan in positions(SYSTEM, 60, range(4, 7)):
            if plan is not None:
                assert snapshot.next_round == plan.number
                codes |= {reason.code for each in plan.pairings for reason in each.reasons}
        assert {"lim-floated-natural", "lim-floated-colours", "lim-floated-barred", "lim-down", "lim-up"} <= codes


class TestBye:
    def test_goes_once_to_the_lowest_player_of_the_lowest_score(self):
        assert bye(round_of(SYSTEM, fresh(5))) == 5
        plan = round_of(SYSTEM, stage("3w1", "4w1", "1b0", "2b0", "-U"))
        assert bye(plan) == 4
        assert reasons_of(plan, 4)["lim-bye"].facts["points"] == "0"


class TestMedian:
    def test_blocked_median_group_is_opened_with_a_reason(self):
        opened = 0
        for _snapshot, _options, plan in positions(SYSTEM, 60, range(4, 7)):
            if plan is not None:
                opened += any(reason.code == "lim-opened" for each in plan.pairings for reason in each.reasons)
        assert opened


class TestMaxi:
    def test_floater_for_a_colour_may_be_at_most_100_points_stronger(self):
        for gap, floater in ((100, 2), (101, 6)):
            snapshot = stage(*TestFloaters.LINES)
            ratings = {6: 2000, 2: 2000 + gap}
            players = tuple(Player(p.number, rating=ratings.get(p.number, 2300)) for p in snapshot.players)
            rated = Snapshot(players, snapshot.rounds, next_round=2, first_colour="first")
            assert find_floaters(rated, (1, 2, 6), (4, 5), options=Options(maxi=True)) == {floater: "d"}
            assert find_floaters(rated, (1, 2, 6), (4, 5)) == {2: "d"}


class TestColours:
    def test_higher_player_decides_equal_wishes_except_below_the_median(self):
        lines = "5w1", "6w1", "7w1", "8w1", "1b0", "2b0", "3b0", "4b0"
        tables = pairs(round_of(SYSTEM, stage(*lines)))
        assert {frozenset(pair) for pair in tables} == as_pairs("1-3 2-4 5-7 6-8")
        assert all(white > black for white, black in tables)

    def test_colour_limits_may_be_broken_only_in_the_last_round(self):
        lines = "3w1 4w1", "4w1 3w1", "1b0 2b0", "2b0 1b0"
        assert pairs_met(stage(*lines, planned=3)) == as_pairs("1-2 3-4")
        assert round_of(SYSTEM, stage(*lines, planned=4)) is None

    def test_colour_limits_of_the_last_round_hold_between_different_scores(self):
        """Article 6 puts equal scores before colours, and does not mention different scores."""
        lines = "3w1 4w1", "4w1 3w=", "1b0 2b=", "2b0 1b0"
        assert round_of(SYSTEM, stage(*lines, planned=3, forbidden=(ForbiddenPair(frozenset({3, 4})),))) is None


class TestWholeTournaments:
    @pytest.mark.rotates(4)
    def test_every_round_keeps_its_promises_and_has_reasons(self, request):
        count = request.config.getoption("--dutch-positions")
        seen = refused = 0
        for snapshot, options, plan in positions(SYSTEM, count, range(2, 8)):
            if plan is None:
                refused += 1
                continue
            seen += 1
            assert judge.violations(snapshot, plan, SYSTEM.promises, options) == ()
            for reason in [reason for each in (*plan.pairings, *plan.byes) for reason in each.reasons]:
                assert "{" not in sentence(reason)
        assert seen > 2 * count
        assert refused

    def test_reasons_explain_why_two_players_do_not_meet(self):
        codes = set()
        for snapshot, options, plan in positions(SYSTEM, 40, range(3, 6)):
            if plan is not None:
                there = [player.number for player in snapshot.to_be_paired()]
                together = {frozenset(pair) for pair in pairs(plan)}
                for a, b in pairwise(there):
                    if frozenset((a, b)) not in together:
                        (reason,) = why_not(snapshot, options, a, b)
                        assert reason.article
                        codes.add(reason.code)
        assert {"met-before", "lim-why-bye", "lim-why-group", "lim-why-order", "lim-why-colours"} <= codes
