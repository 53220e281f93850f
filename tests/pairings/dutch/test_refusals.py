"""Rounds that cannot be paired (C.04.3 article 1.9.3): an immediate refusal that names what blocks the pairing."""

from random import Random

import pytest

from pairings.matching.sets.bits import bits
from pairings.matching.sets.unweighted import complete_matching
from pairings.plan import NoLegalPairing
from pairings.snapshot import ForbiddenPair
from pairings.swiss.explain.refusals import blocking
from pairings.systems.dutch import rounds_warning
from tests.pairings.dutch.stage import fresh, pair_stage, sentences_of, stage


def refusal(snapshot):
    with pytest.raises(NoLegalPairing) as refused:
        pair_stage(snapshot)
    return {reason.code: reason for reason in refused.value.reasons}


def apart(*clubs):
    return tuple(ForbiddenPair(frozenset(club), 1, None) for club in clubs)


class TestBlockingPlayers:
    def test_everybody_has_met(self):
        reasons = refusal(stage("2w1 3w1 4w1", "1b0 4b1 3w1", "4w1 1b0 2b0", "3b0 2w0 1b0"))
        assert reasons["dutch-no-legal-pairing"].article == "C.04.3 1.9.3"
        assert len(reasons["dutch-have-met"].facts["pairs"]) in {3, 6}
        assert "They have met" in sentences_of(list(reasons.values()))

    def test_a_group_that_must_not_meet_and_too_few_others(self):
        reasons = refusal(fresh(6, forbidden=apart({1, 2, 3, 4})))
        assert set(reasons["dutch-blocked"].facts["players"]) < {1, 2, 3, 4}
        assert reasons["dutch-blocked"].facts["opponents"] == (5, 6)
        assert reasons["dutch-must-not-meet"].article == "C.04.3 2.1"

    def test_an_odd_group_that_can_meet_nobody_else(self):
        across = [{a, b} for a in (1, 2, 3) for b in (4, 5, 6)]
        reasons = refusal(fresh(6, forbidden=apart(*across)))
        assert reasons["dutch-blocked-closed"].facts["players"] in {(1, 2, 3), (4, 5, 6)}
        assert len(reasons["dutch-must-not-meet"].facts["pairs"]) == 9

    def test_of_many_pairs_the_first_are_named(self):
        reasons = refusal(fresh(300, forbidden=apart(range(1, 161), range(161, 301))))
        facts = reasons["dutch-must-not-meet-more"].facts
        assert facts["count"] == 141 * 140 // 2
        assert len(facts["pairs"]) == 40


class TestWarningBeforeTheStart:
    """Each of n players has n - 1 opponents; in an odd field, the bye adds one round."""

    @pytest.mark.parametrize(("players", "rounds"), [(6, 6), (5, 6), (4, 4)])
    def test_more_rounds_than_opponents(self, players, rounds):
        assert rounds_warning(players, rounds).code == "dutch-too-many-rounds"

    @pytest.mark.parametrize(("players", "rounds"), [(6, 4), (6, 5), (7, 6), (10, 8)])
    def test_so_many_that_the_last_may_have_no_pairing(self, players, rounds):
        assert rounds_warning(players, rounds).code == "dutch-many-rounds"

    @pytest.mark.parametrize(("players", "rounds"), [(6, 3), (4, 3), (10, 7), (80, 9)])
    def test_nothing_else(self, players, rounds):
        assert rounds_warning(players, rounds) is None


class Graph:
    def __init__(self, seed):
        rng = Random(seed)
        self.size = rng.randint(1, 11)
        density = rng.choice((0.1, 0.2, 0.35, 0.6))
        self.members = (1 << self.size) - 1
        self.neighbours = dict.fromkeys(range(self.size), 0)
        for v in range(self.size):
            for w in range(v):
                if rng.random() < density:
                    self.neighbours[v] |= 1 << w
                    self.neighbours[w] |= 1 << v

    def around(self, group):
        found = 0
        for v in bits(group):
            found |= self.neighbours[v]
        return found


class TestBlocks:
    def test_there_is_one_exactly_where_not_everybody_can_be_paired(self):
        for graph in map(Graph, range(400)):
            everybody = complete_matching(graph.members, graph.neighbours) is not None
            assert (blocking(graph.members, graph.neighbours) is None) == everybody

    def test_it_has_more_odd_groups_than_others_whom_they_can_meet(self):
        blocks = 0
        for graph in map(Graph, range(400)):
            block = blocking(graph.members, graph.neighbours)
            if block is not None:
                blocks += 1
                assert len(block.groups) > block.others.bit_count()
                assert all(group.bit_count() % 2 for group in block.groups)
                assert not any(graph.around(group) & ~group & ~block.others for group in block.groups)
        assert blocks > 200
