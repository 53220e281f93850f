"""The quick methods and the exact general method agree, and matchings have the properties that they claim.

    python -m pytest tests/pairings/dutch/test_methods.py [--dutch-positions 10000]

A bracket is nearly always paired by counting and search. The general method uses nothing but weights. It pairs every
bracket of the same rounds, and must give the same pairs, floaters and bye.
"""

from collections import Counter
from functools import cache
from random import Random

import pytest

from pairings.matching.sets.unweighted import complete_matching, enough_partners
from pairings.matching.sets.weighted import Matching, add_ghosts
from pairings.swiss.rules.field import SwissField
from pairings.swiss.rules.options import Options
from pairings.swiss.solve.brackets import pair_brackets
from pairings.swiss.solve.completion import Completion
from pairings.swiss.solve.exact import ExactBracket
from pairings.swiss.solve.quick import QuickBracket
from tests.pairings.dutch.corpus import tournaments
from tests.pairings.dutch.positions import Position
from tests.pairings.dutch.stage import some_stage


def by_engine(field, completion):
    """Return the pairs and floaters of each bracket."""
    brackets = pair_brackets(field, completion).brackets
    return [(sorted(b.outcome.moved_pairs + b.outcome.pairs), sorted(b.outcome.floaters)) for b in brackets]


def by_general_method(field, completion):
    found, moved = [], []
    for group in range(len(field.scores)):
        bracket = ExactBracket(field, moved, group, whole=True, bye_candidates=completion.bye_candidates)
        outcome = bracket.solve()
        moved = sorted(outcome.floaters)
        found.append((sorted(outcome.moved_pairs + outcome.pairs), moved))
    return found


def disagreements(stages):
    """Return (names of the stages on which the two methods differ, number of compared stages)."""
    differing, compared = [], 0
    for name, snapshot, options in stages:
        field = SwissField(snapshot, options)
        completion = Completion(field)
        if field.size and completion.possible:
            compared += 1
            if by_engine(field, completion) != by_general_method(field, completion):
                differing.append(name)
    return differing, compared


class TestQuickAndGeneralMethod:
    @pytest.mark.rotates(8)
    def test_methods_agree_on_random_positions(self, request):
        positions = request.config.getoption("--dutch-positions")
        stages = ((seed, Position(seed, 16).snapshot, Options()) for seed in range(100_000, 100_000 + positions))
        differing, compared = disagreements(stages)
        assert not differing
        assert compared > positions / 2

    @pytest.mark.parametrize("players", [23, 40, 61])
    def test_methods_agree_on_larger_fields(self, players):
        stages = ((seed, some_stage(seed, players, rounds), Options()) for seed in range(3) for rounds in (3, 7))
        differing, compared = disagreements(stages)
        assert not differing
        assert compared == 6

    @pytest.mark.rotates(4)
    def test_methods_agree_on_recorded_rounds(self):
        stages = [
            ((each.name, number), snapshot, each.options)
            for each in tournaments()[::20]
            for number, snapshot, _ in each.rounds()
            if len(snapshot.players) <= 40
        ]
        differing, compared = disagreements(stages)
        assert not differing
        assert compared > len(stages) / 2

    def test_first_moved_down_player_of_equal_score_gets_the_opponent(self):
        field = SwissField(Position(479, 24).snapshot, Options())
        completion = Completion(field)
        assert [field.points[player] for player in (0, 3, 4)] == [11, 10, 10]
        for method in (by_engine, by_general_method):
            assert method(field, completion)[1:3] == [([(1, 2)], [0, 3, 4]), ([(0, 6), (3, 5)], [4])]

    def test_each_method_answers_some_positions(self, monkeypatch):
        """Otherwise, the two could agree because one never answers."""
        answers = Counter()

        def counting(name, method):
            def ask(bracket):
                outcome = method(bracket)
                answers[name] += outcome is not None
                return outcome

            return ask

        for name in ("by_bounds", "_quick_outcome", "_whole"):
            monkeypatch.setattr(QuickBracket, name, counting(name, getattr(QuickBracket, name)))
        for seed in range(3):
            field = SwissField(some_stage(seed, 61, 7), Options())
            pair_brackets(field, Completion(field))
        assert answers["by_bounds"] > answers["_whole"] > 0
        assert answers["_quick_outcome"] > 0


class Graph:
    """A random graph of a few vertices with small weights; it finds heaviest matchings by trying all."""

    def __init__(self, seed):
        rng = Random(seed)
        self.size = rng.randint(1, 9)
        greatest = rng.choice((1, 2, 5, 40))
        density = rng.choice((0.3, 0.6, 1.0))
        self.weight = {
            (v, w): rng.randint(0, greatest) for w in range(self.size) for v in range(w) if rng.random() < density
        }
        self.rows = [{} for _ in range(self.size)]
        self.neighbours = [0] * self.size
        for (v, w), weight in self.weight.items():
            for one, other in ((v, w), (w, v)):
                self.rows[one][weight] = self.rows[one].get(weight, 0) | 1 << other
                self.neighbours[one] |= 1 << other

    def heaviest(self, *, everybody):
        """Return the weight of the heaviest matching.

        If `everybody`, only matchings count that include every vertex with an edge.
        """

        @cache
        def best(left):
            if not left:
                return 0
            first, others = left[0], left[1:]
            found = [] if everybody else [best(others)]
            for other in others:
                rest = best(tuple(v for v in others if v != other))
                if (first, other) in self.weight and rest is not None:
                    found.append(rest + self.weight[first, other])
            return max(found, default=None)

        return best(tuple(v for v in range(self.size) if self.neighbours[v]))


SEEDS = range(400)


class TestWeightedMatchings:
    def test_no_matching_is_heavier(self):
        for graph in map(Graph, SEEDS):
            ghosts = sum(map(bool, graph.rows))
            found = Matching(add_ghosts(graph.rows, ghosts)).pairs()
            pairs = [pair for pair in found if pair[1] < graph.size]
            assert sum(graph.weight[pair] for pair in pairs) == graph.heaviest(everybody=False)
            assert len({v for pair in pairs for v in pair}) == 2 * len(pairs)

    def test_no_complete_matching_is_heavier(self):
        complete = 0
        for graph in map(Graph, SEEDS):
            heaviest = graph.heaviest(everybody=True)
            if heaviest is not None:
                complete += 1
                pairs = Matching(graph.rows).pairs()
                assert sum(graph.weight[pair] for pair in pairs) == heaviest
                assert len({v for pair in pairs for v in pair}) == sum(map(bool, graph.neighbours))
        assert complete > len(SEEDS) / 4


class TestCompleteMatchings:
    def test_complete_matching_is_found_if_there_is_one(self):
        for graph in map(Graph, SEEDS):
            members = sum(1 << v for v in range(graph.size) if graph.neighbours[v])
            there_is = graph.heaviest(everybody=True) is not None
            found = complete_matching(members, graph.neighbours)
            assert (found is not None) == there_is
            half = members.bit_count() // 2
            assert there_is or members.bit_count() % 2 or not enough_partners(members, graph.neighbours, half)
            if found is not None:
                assert all(found[found[v]] == v and graph.neighbours[v] >> found[v] & 1 for v in found)
                assert len(found) == members.bit_count()
