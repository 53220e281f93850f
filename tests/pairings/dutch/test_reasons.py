"""Reasons for each pair, floater and bye (C.04.3 articles 1 to 5), and answers about other pairs."""

from collections import Counter
from random import Random

import pytest

from pairings.matching.sets.bits import as_set, bits
from pairings.plan import PlannedPairing, RoundPlan
from pairings.swiss.explain.again import Again
from pairings.swiss.explain.difference import quick_difference
from pairings.swiss.explain.reasons import moved_down_half, remainder_half
from pairings.swiss.rules.field import SwissField
from pairings.swiss.solve.brackets import pair_brackets
from pairings.swiss.solve.completion import Completion
from pairings.systems.dutch import Options, why_not, why_worse
from pairings.wording.sentences import sentence
from tests.pairings.dutch.fresh_pairings import beside, laid_down
from tests.pairings.dutch.positions import Position
from tests.pairings.dutch.stage import fresh, pair_stage, reasons_of, sentences_of, some_stage, stage


def codes(plan, *players):
    return list(reasons_of(plan, *players))


class TestPairs:
    def test_round_1_pairs_the_upper_half_against_the_lower_half(self):
        plan = pair_stage(fresh(6))
        assert codes(plan, 1, 4) == ["dutch-in-order", "dutch-places", "dutch-5.2.5-odd"]
        assert sentences_of(list(reasons_of(plan, 1, 4).values())).startswith(
            "1 and 4 have the same score (0) and the same place"
        )

    def test_reasons_name_the_player_moved_down_and_the_opponent(self):
        plan = pair_stage(stage("3w1", "4b1", "1b0", "2w0", "-U"))
        reasons = reasons_of(plan, 2, 3)
        assert reasons["dutch-came-down"].article == "C.04.3 1.4.1"
        assert reasons["dutch-came-down"].facts["higher"] == 2

    def test_reasons_name_the_criterion_that_excluded_the_natural_opponent(self):
        plan = pair_stage(stage("2w= 3b=", "1b= 4w=", "4w= 1w=", "3b= 2b="))
        assert codes(plan, 1, 4) == ["dutch-not-first", "dutch-places", "met-before", "dutch-5.2.2-white"]
        assert reasons_of(plan, 1, 4)["met-before"].facts["round"] == 2

    def test_reasons_name_the_floating_last_player_of_an_odd_group(self):
        plan = pair_stage(stage("3w1", "4b1", "1b0", "2w0", "6w1", "5b0"))
        assert reasons_of(plan, 5, 3)["dutch-float-last"].facts["player"] == 5

    def test_exchange_names_the_players_that_changed_sides(self):
        plans = (pair_stage(some_stage(seed, 9, 5)) for seed in range(30))
        lines = [reason for plan in plans for each in plan.pairings for reason in each.reasons]
        exchanged = [reason for reason in lines if reason.code == "dutch-exchange"]
        assert exchanged
        assert all(len(reason.facts["players"]) == len(reason.facts["opponents"]) > 0 for reason in exchanged)

    def test_each_pair_has_the_article_of_its_colours(self):
        for each in pair_stage(some_stage(3, 14, 4)).pairings:
            assert each.reasons[-1].article.startswith("C.04.3 5.2.")


class TestSentences:
    @pytest.mark.parametrize("seed", range(12))
    def test_every_reason_of_a_round_is_readable(self, seed):
        plan = pair_stage(some_stage(seed, 11, 4))
        lines = [reason for each in (*plan.pairings, *plan.byes) for reason in each.reasons]
        assert all(sentence(reason).endswith((".", "!")) for reason in lines)
        assert not [reason for reason in lines if "{" in sentence(reason)]


class TestWhyNot:
    def test_gives_no_reason_for_an_actual_pair(self):
        snapshot = some_stage(5, 12, 3)
        for each in pair_stage(snapshot).pairings:
            assert why_not(snapshot, Options(), each.first, each.second) == ()

    def test_gives_a_reason_for_every_other_pair(self):
        snapshot = some_stage(5, 9, 3)
        made = {frozenset((each.first, each.second)) for each in pair_stage(snapshot).pairings}
        there = [player.number for player in snapshot.to_be_paired()]
        for first in there:
            for second in there:
                if first < second and frozenset((first, second)) not in made:
                    reasons = why_not(snapshot, Options(), first, second)
                    assert reasons
                    assert reasons[0].article or reasons[0].code == "dutch-why-by-hand"


class TestWhyWorse:
    def test_round_of_the_engine_is_not_worse_than_itself(self):
        snapshot = some_stage(7, 10, 3)
        assert why_worse(snapshot, Options(), pair_stage(snapshot)) == ()

    def test_explains_two_opponents_exchanged_by_hand(self):
        snapshot = fresh(8)
        plan = RoundPlan(1, tuple(PlannedPairing(t, *p) for t, p in enumerate([(1, 6), (5, 2), (3, 7), (8, 4)], 1)))
        why, pairs = why_worse(snapshot, Options(), plan)
        assert why.article == "C.04.3 4.2"
        assert sentence(pairs) == "The rules require these pairs instead: 1 – 5, 2 – 6."


class TestReasonsByPairingAgain:
    """Removing two players from the best matching gives the same reason as pairing the whole round again."""

    def rounds(self, seeds):
        for seed in seeds:
            snapshot = (
                Position(seed, 18).snapshot if seed % 2 else some_stage(seed, Random(seed).choice((9, 14, 21)), 5)
            )
            field = SwissField(snapshot, Options())
            completion = Completion(field)
            if field.size and completion.possible:
                yield snapshot, Again(field, completion, pair_brackets(field, completion)), Random(seed)

    @pytest.mark.parametrize("in_order", [False, True])
    @pytest.mark.rotates(8)
    def test_both_methods_name_the_same_bracket_criterion_and_figures(self, in_order):
        answers = Counter()
        for snapshot, again, rng in self.rounds(range(80)):
            pairs = [*other_pairs(again.field, again.best, rng), *natural_pairs(again.field, again.best)]
            for at, pair in pairs:
                slow = beside(snapshot, Options(), again.completion, again.best, pair)
                quick = again.first_difference(pair, in_order=in_order)
                if slow is not None:
                    assert as_tuple(quick[0]) == as_tuple(slow[0])
                    answers[quick[0].criterion and quick[0].article, quick[0].at < at] += 1
        assert len(answers) > 12
        assert answers["C.04.3 C6", True]
        assert answers["C.04.3 C6", False]

    @pytest.mark.rotates(8)
    def test_pairs_across_two_brackets_are_explained(self):
        answers = Counter()
        for snapshot, again, rng in self.rounds(range(120)):
            for pair in pairs_across(again.field, again.best, rng):
                slow = beside(snapshot, Options(), again.completion, again.best, pair)
                quick = again.first_difference(pair)
                if slow is not None:
                    assert as_tuple(quick[0]) == as_tuple(slow[0])
                    answers[quick[0].article] += 1
        assert sum(answers.values()) > 100
        assert len(answers) > 4

    @pytest.mark.rotates(8)
    def test_article_among_equals_is_that_of_the_round_with_the_pair_fixed(self):
        articles = Counter()
        for snapshot, again, rng in self.rounds(range(120)):
            for _, pair in other_pairs(again.field, again.best, rng):
                found = again.first_difference(pair)
                if found is not None and found[0].criterion is None:
                    difference, _ = again.of_equals(found[0].at, pair)
                    assert difference == laid_down(snapshot, again.best, pair)
                    articles[difference.article] += 1
        assert len(articles) == 3

    @pytest.mark.rotates(8)
    def test_why_not_agrees_with_the_round_with_the_pair_fixed(self):
        answer = 0
        for snapshot, again, rng in self.rounds(range(200, 260)):
            for _, (v, w) in other_pairs(again.field, again.best, rng):
                slow = laid_down(snapshot, again.best, (v, w))
                first, second = (again.field.players[u].number for u in (v, w))
                reason = why_not(snapshot, Options(), first, second)[0]
                if slow is not None:
                    answer += 1
                    assert reason.article == slow.article
                    assert reason.facts["bracket"] == slow.at + 1
        assert answer > 100


class TestWorkLimit:
    """Reasons search for a criterion up to a common work limit, for any field."""

    def test_large_bracket_is_explained(self):
        assert self.difference_after(0)

    def test_search_stops_when_the_work_limit_is_reached(self):
        assert self.difference_after(10**6) == ()

    def difference_after(self, spent):
        snapshot = some_stage(3, 320, 2)
        field = SwissField(snapshot, Options())
        completion = Completion(field)
        best = pair_brackets(field, completion)
        again = Again(field, completion, best)
        again.spent = spent
        at = max(range(len(best.brackets)), key=lambda at: best.brackets[at].residents.bit_count())
        bracket = best.brackets[at]
        assert bracket.residents.bit_count() > 100
        made = bracket.outcome.moved_pairs + bracket.outcome.pairs
        here = bracket.residents
        pairs = [(v, w) for v in bits(here) for w in bits(field.legal[v] & here) if v < w and (v, w) not in made]
        return quick_difference(again, pairs[0])


def as_tuple(difference):
    return difference.at, difference.criterion, difference.better, difference.worse


def other_pairs(field, best, rng):
    """Yield (bracket, pair) of some players who could have met but did not."""
    for at, bracket in enumerate(best.brackets):
        made = {frozenset(pair) for pair in bracket.outcome.moved_pairs + bracket.outcome.pairs}
        players = sorted(bracket.moved) + list(bits(bracket.residents))
        pairs = [(v, w) for v in players for w in bits(bracket.residents & field.legal[v]) if v < w]
        pairs = [pair for pair in pairs if frozenset(pair) not in made]
        yield from ((at, pair) for pair in rng.sample(pairs, min(3, len(pairs))))


def natural_pairs(field, best):
    """Yield (bracket, pair) of all players who could have met their first free opponent but did not."""
    for at, bracket in enumerate(best.brackets):
        for half in (moved_down_half(bracket), remainder_half(bracket)):
            for seat in half.seats():
                if seat.first_free != seat.lower and field.legal[seat.higher] >> seat.first_free & 1:
                    yield at, (min(seat.higher, seat.first_free), max(seat.higher, seat.first_free))


def pairs_across(field, best, rng):
    """Yield some of the pairs across two brackets.

    The higher player is paired in the own bracket or on the way down.
    """
    for bracket in best.brackets:
        here = bracket.residents | as_set(bracket.moved)
        above = [v for v in range(field.size) if field.points[v] > bracket.score and not here >> v & 1]
        pairs = [(v, w) for v in above for w in bits(bracket.residents & field.legal[v])]
        yield from rng.sample(pairs, min(3, len(pairs)))
