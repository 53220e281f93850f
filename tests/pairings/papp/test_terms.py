"""The penalties, section by section (docs/rules/papp.md)."""

from fractions import Fraction
from random import Random
from types import MappingProxyType

import pytest

from pairings.plan import CannotPair
from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Result, Round, Scoring
from pairings.systems.papp import pair
from pairings.systems.papp.options import PRESETS, Options
from pairings.systems.papp.record import BYE, PappRecord, records
from pairings.systems.papp.terms import NEVER, TERMS, UNLESS_UNAVOIDABLE, Cost, PappRules, penalty, split
from tests.pairings.papp.field import byes_of, pairs_of, players, round_of_games, stage

TERM = {term.key: term for term in TERMS}


def cost(key, first, second, number=5, **options):
    return TERM[key].cost(PappRules(Options(**options), number), first, second)


def record_of(number, *rounds, **options):
    return records(stage(players(6), *rounds), Options(**options))[number]


class TestSection2Records:
    def test_scores_count_half_points(self):
        rounds = round_of_games(1, (1, 2, 0.5), (3, 4, 1)), round_of_games(2, (1, 3, 1), (2, 4, 0.5))
        assert {n: r.score for n, r in records(stage(players(4), *rounds), Options()).items()} == {
            1: 3,
            2: 2,
            3: 2,
            4: 1,
        }

    def test_scores_with_three_points_for_a_win_count_points(self):
        scoring = Scoring(
            *map(Fraction, (3, 1, 0, 3, 0)), allocated_bye=Fraction(3), full_bye=Fraction(3), half_bye=Fraction(1)
        )
        now = stage(players(2), round_of_games(1, (1, 2, 1)), scoring=scoring)
        assert records(now, Options())[1].score == 3

    def test_colour_difference_counts_games_only(self):
        rounds = round_of_games(1, (1, 2, 1), (3, 4, 1)), round_of_games(2, (1, 3, 1), byes=(2, 4))
        assert [record_of(n, *rounds).balance for n in (1, 2, 3, 4)] == [2, -1, 0, -1]

    def test_last_colour_is_that_of_the_last_round_only(self):
        rounds = round_of_games(1, (1, 2, 1)), round_of_games(2, (1, 3, 1))
        assert [record_of(n, *rounds).last_colour for n in (1, 2, 3)] == [1, 0, -1]

    def test_float_is_measured_before_the_round(self):
        rounds = round_of_games(1, (1, 2, 1)), round_of_games(2, (1, 2, 0))
        assert [record_of(n, *rounds).last_float for n in (1, 2)] == [2, -2]

    def test_winning_bye_counts_as_a_downfloat(self):
        assert record_of(1, round_of_games(1, (2, 3, 1), byes=(1,))).last_float == 1

    def test_absence_ends_the_memory_of_a_float(self):
        rounds = round_of_games(1, (1, 2, 1)), round_of_games(2, (1, 2, 0)), round_of_games(3, (1, 3, 1))
        assert record_of(2, *rounds).last_float == 0

    def test_memory_of_a_float_survives_an_absence_in_profile_as_papp(self):
        rounds = round_of_games(1, (1, 2, 1)), round_of_games(2, (1, 2, 0)), round_of_games(3, (1, 3, 1))
        assert record_of(2, *rounds, profile="as-papp").last_float == -2

    def test_forfeit_does_not_count_as_a_game(self):
        forfeit = Result(Outcome.WIN, Outcome.LOSS, decision=Decision.FORFEIT)
        record = record_of(1, Round(1, (Pairing(1, 1, 2, forfeit),)))
        assert (record.score, record.balance, record.games, record.idle) == (2, 0, {}, (1,))

    def test_rounds_before_a_late_entry_count_towards_the_bye(self):
        rounds = round_of_games(1, (1, 2, 1)), round_of_games(2, (1, 2, 1))
        assert record_of(3, *rounds).idle == (1, 2)
        assert record_of(3, *rounds, absence_counts_as_bye=False).idle == ()

    def test_missing_result_of_the_previous_round_is_refused(self):
        with pytest.raises(CannotPair):
            record_of(1, Round(1, (Pairing(1, 1, 2),)))

    def test_extra_points_of_the_round_are_added(self):
        now = stage(players(2), virtual_points={1: (Fraction(1),)})
        assert [r.score for r in records(now, Options()).values()] == [2, 0]


class TestSection31Colours:
    @pytest.mark.parametrize(("balance", "expected"), [(-1, 0), (0, 20), (1, 105), (-2, 20), (2, 225), (9, 1075)])
    def test_penalty_of_the_first_depends_on_the_difference_after_the_game(self, balance, expected):
        assert cost("colour-first", PappRecord(1, balance=balance), PappRecord(2)) == expected

    @pytest.mark.parametrize(("balance", "expected"), [(1, 0), (0, 20), (-1, 105), (2, 20), (-9, 1075)])
    def test_penalty_of_the_second_depends_on_the_difference_after_the_game(self, balance, expected):
        assert cost("colour-second", PappRecord(1), PappRecord(2, balance=balance)) == expected

    @pytest.mark.parametrize(("last", "expected"), [(1, 35), (0, 20), (-1, 20)])
    def test_same_colour_again_costs_more(self, last, expected):
        assert cost("colour-first", PappRecord(1, last_colour=last), PappRecord(2)) == expected


class TestSection32Floats:
    @pytest.mark.parametrize(
        ("one", "other", "expected"), [(4, 4, 0), (5, 4, 20_000), (3, 5, 40_588), (60, 0, 2_079_081)]
    )
    def test_penalty_depends_on_the_difference_of_scores(self, one, other, expected):
        assert cost("float", PappRecord(1, score=one), PappRecord(2, score=other)) == expected

    def test_second_float_in_the_same_direction_costs_more(self):
        assert cost("memory-first", PappRecord(1, score=4, last_float=2), PappRecord(2, score=3)) == 25

    @pytest.mark.parametrize(
        ("last", "result", "expected"),
        [
            (-2, Outcome.LOSS, -10),
            (-2, None, -10),
            (-2, Outcome.WIN, 0),
            (-2, Outcome.DRAW, 0),
        ],
    )
    def test_player_who_floated_up_and_lost_is_due_to_float_down(self, last, result, expected):
        assert (
            cost("memory-first", PappRecord(1, score=4, last_float=last, result=result), PappRecord(2, score=3))
            == expected
        )

    @pytest.mark.parametrize(("result", "expected"), [(Outcome.WIN, -10), (None, 0), (Outcome.LOSS, 0)])
    def test_player_who_floated_down_and_won_is_due_to_float_up(self, result, expected):
        assert (
            cost("memory-second", PappRecord(1, score=4), PappRecord(2, score=3, last_float=1, result=result))
            == expected
        )

    @pytest.mark.parametrize(("number", "expected"), [(2, 0), (3, -10)])
    def test_players_are_due_from_round_3(self, number, expected):
        player = PappRecord(1, score=4, last_float=-2, result=Outcome.LOSS)
        assert cost("memory-first", player, PappRecord(2, score=3), number=number) == expected

    def test_every_floater_is_due_with_option_always(self):
        player = PappRecord(1, score=4, last_float=-2, result=Outcome.WIN)
        assert cost("memory-first", player, PappRecord(2, score=3), number=2, compensation="always") == -10

    def test_memory_costs_nothing_with_equal_scores(self):
        assert cost("memory-first", PappRecord(1, score=4, last_float=2), PappRecord(2, score=4)) == 0


class TestSection33Repeats:
    MET_TWICE = PappRecord(1, games={2: ((1, 1), (4, -1))}), PappRecord(2, games={1: ((1, -1), (4, 1))})

    def test_every_earlier_game_counts_by_its_colours(self):
        options = {"forbid_same_colours": False}
        assert cost("again-same-colours", *self.MET_TWICE, **options) == 10_000_000
        assert cost("again-other-colours", *self.MET_TWICE, **options) == 5_000_000

    def test_same_colours_are_forbidden_unless_unavoidable(self):
        assert cost("again-same-colours", *self.MET_TWICE) == UNLESS_UNAVOIDABLE

    def test_all_rematches_can_be_forbidden(self):
        options = {"forbid_other_colours": True}
        assert sum(cost(f"again-{which}-colours", *self.MET_TWICE, **options) for which in ("same", "other")) == (
            2 * UNLESS_UNAVOIDABLE
        )

    def test_infinite_is_ten_million_in_profile_as_papp(self):
        assert cost("again-same-colours", *self.MET_TWICE, profile="as-papp") == 10_000_000

    def test_rematch_in_the_next_round_costs_more(self):
        assert cost("again-at-once", *self.MET_TWICE, number=5) == 1
        assert cost("again-at-once", *self.MET_TWICE, number=6) == 0


class TestSection34Nation:
    def test_same_nation_costs(self):
        assert cost("nation", PappRecord(1, nation="fra"), PappRecord(2, nation="fra")) == 2
        assert cost("nation", PappRecord(1, nation="fra"), PappRecord(2, nation="fin")) == 0

    def test_case_does_not_matter(self):
        who = records(stage(players(2, federation={1: "FRA", 2: "fra"})), Options())
        assert cost("nation", who[1], who[2]) == 2

    def test_unknown_nation_costs_only_in_profile_as_papp(self):
        assert cost("nation", PappRecord(1), PappRecord(2)) == 0
        assert cost("nation", PappRecord(1), PappRecord(2), profile="as-papp") == 2

    def test_table_is_read_by_rounds_and_its_last_value_stays(self):
        numbers = [
            cost("nation", PappRecord(1, nation="x"), PappRecord(2, nation="x"), number=n, nation=(9, 5))
            for n in (1, 2, 3)
        ]
        assert numbers == [9, 5, 5]

    def test_same_nation_is_forbidden_in_chosen_rounds(self):
        same = PappRecord(1, nation="x"), PappRecord(2, nation="x")
        assert cost("nation", *same, number=12, nation_apart=(12, 13)) == UNLESS_UNAVOIDABLE + 2
        assert cost("nation", *same, number=11, nation_apart=(12, 13)) == 2


class TestSection35Elitism:
    @pytest.mark.parametrize(
        ("number", "one", "other", "expected"),
        [(13, 20, 18, 15_200), (13, 2, 0, 800), (1, 2, 1, 150), (5, 6, 5, 1_100), (5, 4, 4, 0)],
    )
    def test_float_costs_more_at_the_top(self, number, one, other, expected):
        assert cost("elitism", PappRecord(1, score=one), PappRecord(2, score=other), number=number) == expected

    def test_half_units_are_rounded_down(self):
        assert cost("elitism", PappRecord(1, score=2), PappRecord(2, score=1), elitism=(1,)) == 1

    def test_scores_below_zero_cost_nothing(self):
        assert cost("elitism", PappRecord(1, score=2), PappRecord(BYE, score=-1)) == 0


class TestSection36Bye:
    def test_score_of_the_bye_is_one_below_the_lowest(self):
        assert cost("float", PappRecord(1, score=3), PappRecord(BYE, score=1)) == 40_588

    def test_bye_does_not_change_colours(self):
        for game in ((PappRecord(1, balance=-2), PappRecord(BYE)), (PappRecord(BYE), PappRecord(1, balance=-2))):
            rules = PappRules(Options(floats=(0,), float_back=0), 5)
            assert penalty(rules, *game) == 105

    def test_every_round_without_a_game_adds_a_penalty(self):
        player = PappRecord(1, idle=(1, 4))
        assert cost("bye-again", player, PappRecord(BYE), forbid_second_bye=False) == 20_000_000
        assert cost("bye-again", player, PappRecord(BYE)) == 2 * UNLESS_UNAVOIDABLE
        assert cost("again-at-once", player, PappRecord(BYE)) == 1
        assert cost("again-at-once", PappRecord(1, idle=(3,)), PappRecord(BYE)) == 0

    def test_float_of_the_player_is_remembered(self):
        assert cost("memory-first", PappRecord(1, score=4, last_float=1), PappRecord(BYE, score=3)) == 25


class TestSection37Club:
    def test_penalties_depend_on_rounds_like_those_of_nations(self):
        mates = PappRecord(1, club="x"), PappRecord(2, club="x")
        assert [cost("club", *mates, number=n, club=(9, 0), club_apart=(3,)) for n in (1, 2, 3)] == [
            9,
            0,
            UNLESS_UNAVOIDABLE,
        ]

    def test_missing_club_costs_nothing(self):
        assert cost("club", PappRecord(1), PappRecord(2), club=(9,)) == 0


class TestSection38Order:
    SLIM = MappingProxyType({"order": 1})

    def test_neighbours_in_a_score_group_are_cheapest(self):
        one, two, four = (PappRecord(n, score=4, top=n, bottom=5 - n) for n in (1, 2, 4))
        assert [cost("order", one, other, **self.SLIM) for other in (two, four)] == [1, 9]

    def test_distance_between_groups_joins_last_of_upper_and_first_of_lower(self):
        upper, lower = PappRecord(1, score=4, top=4, bottom=1), PappRecord(2, score=3, top=1, bottom=6)
        assert cost("order", upper, lower, **self.SLIM) == cost("order", lower, upper, **self.SLIM) == 4

    def test_bye_is_a_group_below_the_last(self):
        assert cost("order", PappRecord(1, score=1, top=5, bottom=2), PappRecord(BYE, score=0), **self.SLIM) == 9

    def test_places_are_ordered_by_discs_then_rating_then_number(self):
        who = players(6, rating={2: 1500, 4: 1700})
        games = ((1, 2, 1), (3, 4, 1), (5, 6, 1))
        found = records(stage(who, round_of_games(1, *games)), Options(order=1))
        assert {n: (r.top, r.bottom) for n, r in found.items()} == {
            1: (1, 3), 3: (2, 2), 5: (3, 1), 4: (1, 3), 2: (2, 2), 6: (3, 1),
        }  # fmt: skip

    def test_round_1_has_no_order_unless_by_rating(self):
        who = players(2, rating={1: 1, 2: 2})
        assert records(stage(who), Options(order=1))[1].top == 0
        assert records(stage(who), Options(order=1, order_by="rating"))[1].top == 2


class TestSection39Forbidden:
    def test_forbidden_pair_is_never_made(self):
        rules = PappRules(Options(), 1, {1: frozenset({2})})
        assert TERM["barred"].cost(rules, PappRecord(1), PappRecord(2)) == NEVER
        assert TERM["barred"].cost(rules, PappRecord(1), PappRecord(3)) == 0

    def test_player_who_refuses_the_bye_never_has_it(self):
        assert cost("barred", PappRecord(1, may_have_bye=False), PappRecord(BYE)) == NEVER

    def test_sum_of_costs_splits_into_its_levels(self):
        assert split(2 * NEVER + 3 * UNLESS_UNAVOIDABLE + 5) == Cost(2, 3, 5)


class TestWorkedExample:
    """Round 5: A has 6 half-points, was first last round, floated up and lost; B has 5 and was second. Same nation."""

    A = PappRecord(1, score=6, balance=1, last_colour=1, last_float=-2, result=Outcome.LOSS, nation="fra")
    B = PappRecord(2, score=5, last_colour=-1, nation="fra")
    RULES = PappRules(Options(), 5)

    def test_cost_with_a_first_is_21247(self):
        assert penalty(self.RULES, self.A, self.B) == 21_247

    def test_cost_with_b_first_is_21112(self):
        assert penalty(self.RULES, self.B, self.A) == 21_112


@pytest.mark.parametrize("key", [key for key in PRESETS if key in {"slim", "card-game"}])
def test_presets_without_colours_cost_the_same_both_ways(key):
    rules = PappRules(PRESETS[key].options, 3)
    one = PappRecord(1, score=4, balance=2, last_colour=1, games={2: ((1, 1),)})
    other = PappRecord(2, score=2, balance=-2, last_colour=-1, games={1: ((1, -1),)})
    assert penalty(rules, one, other) == penalty(rules, other, one)


def test_requested_half_point_bye_scores_without_counting_as_a_bye():
    half = Round(1, (), (Bye(1, ByeKind.HALF),))
    assert record_of(1, half).score == 1
    assert record_of(1, half).last_float == 0


class TestSection310Hill:
    """Neighbours in the overall order meet."""

    def test_only_distance_in_the_order_and_colours_count(self):
        one, other = PappRecord(1, score=9, top=2, last_float=3), PappRecord(2, score=1, top=5, last_float=-1)
        hill, other_rounds = PappRules(Options(hill=1), 5, hill=True), PappRules(Options(hill=1), 4)
        found = {term.key: term.cost(hill, one, other) for term in TERM.values() if term.reads != "colour"}
        assert {key: value for key, value in found.items() if value} == {"hill": 90_000}
        assert TERM["hill"].cost(other_rounds, one, other) == 0 < TERM["float"].cost(other_rounds, one, other)

    def test_danish_pairs_first_with_second_despite_rematches(self):
        who = players(6, rating={n: 2000 - n for n in range(1, 7)})
        past = []
        for number in range(1, 4):
            before = stage(who, *past, planned_rounds=9)
            line = sorted(records(before, PRESETS["danish"].options).values(), key=lambda record: record.top)
            plan = pair(before, PRESETS["danish"].options, Random(0))
            assert pairs_of(plan) == sorted(
                tuple(sorted((a.number, b.number))) for a, b in zip(line[::2], line[1::2], strict=True)
            )
            past.append(round_of_games(number, *((min(p), max(p), 0.5) for p in pairs_of(plan))))
        assert pairs_of(plan) == [(1, 2), (3, 4), (5, 6)]

    def test_monrad_avoids_rematches_while_possible(self):
        who = players(6, rating={n: 2000 - n for n in range(1, 7)})
        past, met = [], []
        for number in range(1, 6):
            plan = pair(stage(who, *past, planned_rounds=5), PRESETS["monrad"].options, Random(0))
            met += pairs_of(plan)
            past.append(round_of_games(number, *((min(p), max(p), 1) for p in pairs_of(plan))))
        assert met[:3] == [(1, 2), (3, 4), (5, 6)]
        assert len(set(met)) == len(met)

    def test_king_of_the_hill_is_used_in_the_last_round_only(self):
        who = players(4, rating={n: 2000 - n for n in range(1, 5)})
        past = [round_of_games(1, (1, 2, 1), (3, 4, 1)), round_of_games(2, (3, 1, 0), (4, 2, 0))]
        last = pair(stage(who, *past, planned_rounds=3), PRESETS["hill"].options, Random(0))
        assert pairs_of(last) == [(1, 2), (3, 4)]
        sooner = pair(stage(who, *past, planned_rounds=4), PRESETS["hill"].options, Random(0))
        assert pairs_of(sooner) == [(1, 4), (2, 3)]
        unplanned = pair(stage(who, *past), PRESETS["hill"].options, Random(0))
        assert pairs_of(unplanned) == [(1, 4), (2, 3)]

    def test_bye_goes_to_the_last_player(self):
        who = players(5, rating={n: 2000 - n for n in range(1, 6)})
        assert byes_of(pair(stage(who, planned_rounds=3), PRESETS["danish"].options, Random(0))) == [5]
