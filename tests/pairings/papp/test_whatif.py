"""Answers to "why not A-B", the cost of manual pairs, and other pairings with the same total."""

from dataclasses import replace
from random import Random

import pytest

from pairings.library import system_calls
from pairings.plan import CannotPair, NoLegalPairing
from pairings.snapshot import Bye, ByeKind, ForbiddenPair
from pairings.systems import SYSTEMS
from pairings.systems.papp import Options, explain_games, pair, paired_as, wording
from pairings.systems.papp.field import field_of, pair_of
from pairings.systems.papp.terms import TERMS, Cost, split
from pairings.systems.papp.whatif import cost_of_forced, equal_optima, rings, why_not
from pairings.wording.sentences import sentence
from tests.pairings.papp.field import byes_of, pairs_of, players, simulate_stage, stage
from tests.pairings.papp.test_engine import all_pairings


def whole_round(plan):
    return sorted([*pairs_of(plan), *((0, player) for player in byes_of(plan))])


class TestWhyNot:
    @pytest.mark.parametrize("seed", range(8))
    def test_answer_is_the_cheapest_round_with_that_pair(self, seed):
        snapshot = simulate_stage(8, 4, seed)
        field = field_of(snapshot, Options(), Random(0))
        everybody = sorted(record.number for record in field.free)
        a, b = everybody[-1], everybody[1]
        cheapest = min(field.total(pairs) for pairs in all_pairings(everybody) if (b, a) in pairs)
        answer = why_not(snapshot, Options(), a, b)
        assert (b, a) in answer.then
        assert answer.then_total == split(cheapest)

    def test_terms_add_up_to_the_difference(self):
        answer = why_not(simulate_stage(14, 5, 2), Options(), 1, 2)
        assert answer.extra.amount == sum(each.then.amount - each.now.amount for each in answer.terms)
        assert answer.extra.amount == answer.then_total.amount - answer.now_total.amount

    def test_fewest_possible_tables_change(self):
        """In the first round, all players are equal: pairing any two costs nothing and moves two tables."""
        snapshot = stage(players(20))
        now = whole_round(pair(snapshot, Options(), Random(4)))
        (one, _), (other, _) = now[0], now[1]
        answer = why_not(snapshot, Options(), one, other, now)
        assert answer.extra == Cost(0, 0, 0)
        assert [len(ring) for ring in answer.rings] == [4]
        assert len(set(answer.now) - set(answer.then)) == 2

    def test_existing_pair_changes_nothing(self):
        snapshot = simulate_stage(10, 3, 1)
        now = whole_round(pair(snapshot, Options(), Random(0)))
        answer = why_not(snapshot, Options(), *now[0], now)
        assert answer.rings == ()
        assert answer.terms == ()

    def test_answer_for_a_bye_gives_the_player_the_bye(self):
        assert (0, 3) in why_not(stage(players(5)), Options(), 3, 0).then

    def test_absent_player_is_refused(self):
        with pytest.raises(ValueError, match="not both there"):
            why_not(stage(players(4)), Options(), 1, 9)

    def test_forbidden_pair_is_answered_with_its_level(self):
        rule = ForbiddenPair(frozenset({1, 2}))
        assert why_not(stage(players(4), forbidden=(rule,)), Options(), 1, 2).extra.never == 1

    def test_pair_is_refused_if_the_others_cannot_be_paired(self):
        rule = ForbiddenPair(frozenset({3, 4}))
        with pytest.raises(NoLegalPairing):
            why_not(stage(players(4), forbidden=(rule,)), Options(), 1, 2)


class TestCostOfForced:
    def test_optimum_costs_nothing(self):
        snapshot = simulate_stage(12, 4, 3)
        plan = pair(snapshot, Options(), Random(0))
        answer = cost_of_forced(snapshot, Options(), [(p.first, p.second) for p in plan.pairings])
        assert answer.extra == Cost(0, 0, 0)

    def test_wrong_colours_of_a_good_pair_cost(self):
        snapshot = simulate_stage(12, 5, 8)
        field = field_of(snapshot, Options(), Random(0))
        plan = pair(snapshot, Options(), Random(0))
        games = [(p.first, p.second) for p in plan.pairings]
        turned = max(games, key=lambda g: field.penalty(g[1], g[0]) - field.penalty(*g))
        answer = cost_of_forced(snapshot, Options(), [turned[::-1]])
        assert 0 < answer.extra.amount <= field.penalty(*turned[::-1]) - field.penalty(*turned)

    @pytest.mark.parametrize("seed", range(6))
    def test_forced_pair_costs_the_same_as_in_why_not(self, seed):
        snapshot = simulate_stage(10, 4, seed)
        field = field_of(snapshot, Options(), Random(0))
        a, b = sorted(record.number for record in field.free if record.number)[:2]
        game = min(((a, b), (b, a)), key=lambda game: field.penalty(*game))
        assert cost_of_forced(snapshot, Options(), [game]).extra == why_not(snapshot, Options(), a, b).extra

    def test_forced_bye_is_accepted_only_in_an_odd_field(self):
        snapshot = stage(players(5))
        assert (0, 2) in cost_of_forced(snapshot, Options(), [(2, 0)]).then
        with pytest.raises(CannotPair, match="bye-by-hand-needless"):
            cost_of_forced(stage(players(4)), Options(), [(2, 0)])


class TestEqualOptima:
    @pytest.mark.parametrize("seed", range(8))
    def test_all_equal_optima_are_found_and_no_others(self, seed):
        snapshot = simulate_stage(8, 3 + seed % 3, seed, nations="AB")
        field = field_of(snapshot, Options(), Random(0))
        everybody = sorted(record.number for record in field.free)
        totals = {tuple(pairs): field.total(pairs) for pairs in all_pairings(everybody)}
        best = {pairs for pairs, total in totals.items() if total == min(totals.values())}
        found, complete = equal_optima(snapshot, Options(), 1000)
        assert complete
        assert len(found) == len(set(found))
        assert set(found) == best

    def test_all_15_first_rounds_of_six_players_are_equal(self):
        found, complete = equal_optima(stage(players(6)), Options(), 100)
        assert (len(found), complete) == (15, True)

    def test_search_stops_at_the_limit(self):
        found, complete = equal_optima(stage(players(12)), Options(), 10)
        assert (len(found), complete) == (10, False)

    def test_exactly_as_many_as_the_limit_is_complete(self):
        assert equal_optima(stage(players(4)), Options(), 3)[1] is True

    def test_first_optimum_is_the_pairing_of_the_seed(self):
        snapshot = simulate_stage(16, 4, 6)
        plan = pair(snapshot, Options(), Random(5))
        assert list(equal_optima(snapshot, Options(), 1, seed=5)[0][0]) == whole_round(plan)

    def test_pairing_the_first_optimum_gives_the_same_plan(self):
        snapshot = simulate_stage(15, 4, 6)
        found, _ = equal_optima(snapshot, Options(), 3, seed=5)
        assert paired_as(snapshot, Options(), found[0], Random(5)) == pair(snapshot, Options(), Random(5))

    def test_second_optimum_is_equal_and_different(self):
        snapshot = stage(players(7))
        found, _ = equal_optima(snapshot, Options(), 2, seed=5)
        one, other = (paired_as(snapshot, Options(), each, Random(5)) for each in found)
        assert pairs_of(one) != pairs_of(other)
        assert one.reasons[0] == other.reasons[0]

    def test_manual_pairs_are_in_all_optima(self):
        found, _ = equal_optima(stage(players(6), fixed=((5, 2),)), Options(), 100)
        assert len(found) == 3
        assert all(pair_of(5, 2) in pairs for pairs in found)


class TestRings:
    def test_ring_lists_players_in_order_of_exchanged_opponents(self):
        now, then = [(1, 2), (3, 4), (5, 6), (7, 8)], [(2, 3), (4, 5), (1, 6), (7, 8)]
        assert list(rings(now, then)) == [(1, 2, 3, 4, 5, 6)]

    def test_separate_changes_give_separate_rings(self):
        now, then = [(1, 2), (3, 4), (5, 6), (7, 8)], [(1, 3), (2, 4), (5, 7), (6, 8)]
        assert list(rings(now, then)) == [(1, 2, 4, 3), (5, 6, 8, 7)]


class TestQuestionsOfAnySystem:
    """`pairings.library.system_calls` finds the questions to an engine by the name of the function."""

    def test_every_question_is_a_function_of_the_system(self):
        names = ("why_not", "explained", "cost_of_forced", "equal_optima", "paired_as", "fits_round_robin")
        assert all(getattr(SYSTEMS["papp"].questions, name) for name in names)
        assert SYSTEMS["manual"].questions.why_not is None

    def test_answer_is_worded_for_any_caller(self):
        snapshot = simulate_stage(6, 1, 0)
        plan = pair(snapshot, Options(), Random(0))
        a, b = plan.pairings[0].first, plan.pairings[1].first
        reasons = system_calls.as_reasons(system_calls.why_not("papp", snapshot, Options(), a, b))
        assert reasons[0].code.startswith("papp-extra-")
        assert {reason.code for reason in reasons[1:]} & {"papp-would-meet"}
        assert all(sentence(reason) for reason in reasons)

    def test_absent_players_have_no_answer(self):
        away = replace(simulate_stage(6, 1, 0), byes=(Bye(1, ByeKind.ZERO), Bye(2, ByeKind.ZERO)))
        assert system_calls.why_not("papp", away, Options(), 1, 3) is None

    def test_every_term_has_a_name_and_a_sentence_for_its_change(self):
        for term in TERMS:
            assert term.key in wording.TERMS
            assert f"papp-changed-{term.key}" in wording.SENTENCES


def test_manual_round_is_not_described_as_smallest_total():
    made = explain_games(simulate_stage(6, 1, 0), Options(), [(1, 2), (3, 4), (5, 6)])
    assert made.reasons[0].code == "papp-round-sum"
    assert all(pairing.reasons for pairing in made.pairings)
