"""Matchings of graphs whose rows are sets: each correct answer has a proof, and wrong answers have none."""

from random import Random
from types import MappingProxyType

import networkx as nx
import pytest

from pairings.matching import proof
from pairings.matching.proof import BrokenProof
from pairings.matching.sets import unweighted
from pairings.matching.sets.bits import as_set, bits
from pairings.matching.sets.unweighted import AlternatingTree, complete_matching, find_unmatched
from pairings.matching.sets.weighted import Matching, NoCompleteMatching


@pytest.mark.parametrize("greatest", [1, 3, 8, 9, 63, 64, 500])
@pytest.mark.parametrize("each", [1, 2, 5, 7, 40])
def test_set_returns_its_members_in_order(greatest, each):
    for members in ([], [greatest], list(range(greatest % each, greatest + 1, each))):
        assert [*bits(as_set(members))] == members
        assert as_set(reversed(members)) == sum(2**member for member in members)


class Graph:
    """A random graph: sparse, dense, or triangles linked to each other."""

    def __init__(self, seed):
        rng = Random(seed)
        self.size = rng.randint(2, 24)
        density, clustered = rng.choice((0.05, 0.1, 0.2, 0.5)), rng.random() < 0.4
        self.edges = [
            (v, w)
            for w in range(self.size)
            for v in range(w)
            if (clustered and v // 3 == w // 3) or rng.random() < density
        ]
        self.neighbours = [0] * self.size
        for v, w in self.edges:
            self.neighbours[v] |= 1 << w
            self.neighbours[w] |= 1 << v
        self.members = (1 << self.size) - 1

    def rows(self):
        """Return the rows of the graph, with a few different weights."""
        rows = [{} for _ in range(self.size)]
        for v, w in self.edges:
            for one, other in ((v, w), (w, v)):
                rows[one][v % 3] = rows[one].get(v % 3, 0) | 1 << other
        return rows

    def left_alone(self):
        graph = nx.Graph(self.edges)
        graph.add_nodes_from(range(self.size))
        return self.size - 2 * len(nx.max_weight_matching(graph, maxcardinality=True))


GRAPHS = [Graph(seed) for seed in range(300)]


class TestLargestMatchings:
    def test_leave_as_many_vertices_alone_as_networkx(self):
        for graph in GRAPHS:
            alone, ever = find_unmatched(graph.members, graph.neighbours)
            assert alone == graph.left_alone()
            assert ever.bit_count() >= alone

    def test_list_everyone_that_a_largest_matching_can_leave_alone(self):
        for graph in GRAPHS[:60]:
            alone, ever = find_unmatched(graph.members, graph.neighbours)
            for v in range(graph.size):
                without, _ = find_unmatched(graph.members & ~(1 << v), graph.neighbours)
                assert bool(ever >> v & 1) == (without == alone - 1)


def heaviest(rows):
    """Return the weight of a heaviest complete matching; None if there is none."""
    try:
        matching = Matching(rows)
    except NoCompleteMatching:
        return None
    return weight_of(matching, rows)


def weight_of(matching, rows):
    return sum(max(w for w, others in rows[u].items() if others >> v & 1) for u, v in matching.pairs())


class TestMatchingWithoutTwo:
    """Without two vertices, the matching of the others is derived from the existing one."""

    @pytest.mark.rotates(4)
    def test_weighs_as_much_as_the_best_matching_of_the_others(self):
        asked = refused = nested = 0
        for seed in range(300):
            rng = Random(seed)
            size, most, density = 2 * rng.randint(2, 9), rng.choice((1, 3, 9)), rng.choice((0.3, 0.5, 0.8))
            rows = [{} for _ in range(size)]
            for w in range(size):
                for v in range(w):
                    if v // 3 == w // 3 or rng.random() < density:
                        weight = rng.randint(0, most)
                        rows[v][weight] = rows[v].get(weight, 0) | 1 << w
                        rows[w][weight] = rows[w].get(weight, 0) | 1 << v
            if heaviest(rows) is None:
                continue
            matching = Matching(rows)
            nested += len(matching.odd_sets()) > 1
            for _ in range(4):
                v, w = rng.sample(range(size), 2)
                left = ~(1 << v | 1 << w)
                others = [
                    {} if u in {v, w} else {weight: near & left for weight, near in row.items() if near & left}
                    for u, row in enumerate(rows)
                ]
                without = matching.without(v, w)
                alone = sum(not row for row in others) > 2
                expected = None if alone else heaviest(others)
                assert (without and weight_of(without, rows)) == expected
                asked += 1
                refused += expected is None
            matching.prove(matching.mate)
        assert asked > 500
        assert refused > 10
        assert nested > 10


class TestMatchingOfManyUnmatched:
    """Vertices that the start leaves unmatched have their trees at once, those of one parity together."""

    @pytest.mark.rotates(4)
    def test_matching_is_as_heavy_as_that_of_networkx(self):
        together = refused = 0
        for seed in range(500):
            rng = Random(seed)
            size, most, density = 2 * rng.randint(2, 12), rng.choice((0, 1, 2, 9)), rng.choice((0.2, 0.4, 0.8))
            part = [rng.randrange(3) for _ in range(size)]
            graph, rows = nx.Graph(), [{} for _ in range(size)]
            graph.add_nodes_from(range(size))
            for w in range(size):
                for v in range(w):
                    if (part[v] or part[w]) and rng.random() < density:
                        weight = rng.randint(0, most)
                        graph.add_edge(v, w, weight=weight)
                        rows[v][weight] = rows[v].get(weight, 0) | 1 << w
                        rows[w][weight] = rows[w].get(weight, 0) | 1 << v
            if not all(rows):
                continue
            best = nx.max_weight_matching(graph, maxcardinality=True)
            duals = [2 * most + rng.choice((0, 0, 1, 2)) for _ in range(size)]
            try:
                found = Matching(rows, duals)
            except NoCompleteMatching:
                assert 2 * len(best) < size
                refused += 1
            else:
                assert weight_of(found, rows) == sum(graph.edges[pair]["weight"] for pair in best)
                together += found.trees > 4
        assert together > 100
        assert refused > 10

    def test_counts_of_trees_and_steps_start_at_zero(self):
        pair = Matching([{1: 0b10}, {1: 0b01}])
        assert (pair.pairs(), pair.trees, pair.steps) == ([(0, 1)], 0, 0)


class TestProofs:
    @pytest.fixture
    def proofs(self, monkeypatch):
        """The names of the proofs that were requested, one for each call."""
        asked = []
        for name in ("prove_complete", "prove_alone"):
            original = getattr(proof, name)

            def note_proof(*arguments, name=name, original=original):
                asked.append(name)
                original(*arguments)

            monkeypatch.setattr(proof, name, note_proof)
            monkeypatch.setattr(unweighted, name, note_proof)
        return asked

    def test_pairs_prove_a_complete_matching_and_a_barrier_proves_there_is_none(self, proofs):
        for graph in GRAPHS:
            if graph.size % 2 == 0:
                found = complete_matching(graph.members, graph.neighbours)
                assert proofs.pop() == ("prove_alone" if found is None else "prove_complete")

    def test_missing_complete_heaviest_matching_is_proved(self, proofs):
        refused = 0
        for graph in GRAPHS:
            if all(graph.neighbours) and graph.left_alone():
                refused += 1
                with pytest.raises(NoCompleteMatching):
                    Matching(graph.rows())
                assert proofs.pop() == "prove_alone"
        assert refused > 20

    @pytest.mark.parametrize(
        "mate",
        [
            {0: 1, 1: 0, 2: 3},
            {0: 1, 1: 2, 2: 3, 3: 2},
            {0: 0, 1: 1, 2: 3, 3: 2},
            {0: 2, 2: 0, 1: 3, 3: 1},
            {0: 4, 4: 0, 1: 2, 2: 1, 3: 0},
        ],
    )
    def test_incomplete_matching_is_found(self, mate):
        path = [0b10010, 0b101, 0b1010, 0b100, 0b1]
        proof.prove_complete(path, 0b1111, {0: 1, 1: 0, 2: 3, 3: 2})
        with pytest.raises(BrokenProof):
            proof.prove_complete(path, 0b1111, mate)

    @pytest.mark.parametrize(
        ("separator", "odd_sets", "complaint"),
        [
            (0b1, [0b10, 0b1100], "even or meets"),
            (0b1, [0b10, 0b10], "even or meets"),
            (0b1, [0b10, 0b1], "even or meets"),
            (0b1, [0b10, 0b10000], "even or meets"),
            (0b1, [0b10], "large enough"),
            (0b0, [0b1], "leaves its odd set"),
        ],
    )
    def test_false_barrier_is_found(self, separator, odd_sets, complaint):
        star = [0b1110, 0b1, 0b1, 0b1]
        proof.prove_alone(star, 0b1111, 0b1, [0b10, 0b100, 0b1000], 2)
        with pytest.raises(BrokenProof, match=complaint):
            proof.prove_alone(star, 0b1111, separator, odd_sets)

    def test_barrier_proves_no_more_than_it_leaves_alone(self):
        with pytest.raises(BrokenProof, match="large enough"):
            proof.prove_alone([0b1110, 0b1, 0b1, 0b1], 0b1111, 0b1, [0b10, 0b100, 0b1000], 3)

    def test_tree_without_path_proves_who_can_never_be_alone(self, proofs):
        for graph in GRAPHS:
            alone, ever = find_unmatched(graph.members, graph.neighbours)
            proofs.clear()
            if alone != 1:
                continue
            root = ever.bit_length() - 1
            mate = complete_matching(graph.members & ~(1 << root), graph.neighbours)
            tree = AlternatingTree(graph.members, graph.neighbours, mate, 0)
            assert tree.grow(root) == -1
            assert tree.outer == ever
            assert proofs == ["prove_complete", "prove_alone"]


def rows_of(size, weights):
    """Return the rows of a graph from the weights of its edges."""
    rows = [{} for _ in range(size)]
    for (v, w), weight in weights.items():
        for one, other in ((v, w), (w, v)):
            rows[one][weight] = rows[one].get(weight, 0) | 1 << other
    return [tuple(row.items()) for row in rows]


class TestProofOfHeaviestMatching:
    """The proof must fail if anything in the answer is wrong; otherwise, it proves nothing."""

    WEIGHTS = MappingProxyType({(0, 1): 9, (0, 2): 5, (0, 3): 1, (1, 2): 3, (1, 3): 5, (2, 3): 8})
    RIGHT = MappingProxyType({"mate": (1, 0, 3, 2), "duals": (5, 4, 4, 4), "odd_sets": ()})
    #: Two triangles, and one edge between them that no matching of all can do without.
    TRIANGLES = MappingProxyType({(0, 1): 4, (0, 2): 4, (1, 2): 4, (2, 3): 0, (3, 4): 4, (3, 5): 4, (4, 5): 4})
    BY_SETS = MappingProxyType({"mate": (1, 0, 3, 2, 5, 4), "duals": (0,) * 6, "odd_sets": ((0b111, 4), (0b111000, 4))})

    def prove(self, weights, right, **change):
        size = len(right["mate"])
        proof.prove_rows(rows_of(size, weights), (1 << size) - 1, **{**right, **change})

    def test_right_answer_is_proved(self):
        self.prove(self.WEIGHTS, self.RIGHT)
        self.prove(self.TRIANGLES, self.BY_SETS)

    @pytest.mark.parametrize(
        ("change", "complaint"),
        [
            ({"mate": (2, 3, 0, 1)}, "not tight"),
            ({"mate": (1, 0, 2, 3)}, "matched exactly once"),
            ({"mate": (1, 2, 3, 0)}, "matched exactly once"),
            ({"mate": (1, 0, 3, 9)}, "matched exactly once"),
            ({"mate": (1, 0, 3)}, "matched exactly once"),
            ({"duals": (9, 0, 4, 4)}, "negative slack"),
            ({"duals": (6, 4, 4, 4)}, "not tight"),
            ({"odd_sets": ((0b111, -2),)}, "negative"),
            ({"odd_sets": ((0b11, 2),)}, "even"),
            ({"odd_sets": ((0b10011, 2),)}, "not there"),
            ({"odd_sets": ((0b111, 2), (0b1110, 2))}, "overlap"),
        ],
    )
    def test_wrong_answer_is_not_proved(self, change, complaint):
        with pytest.raises(BrokenProof, match=complaint):
            self.prove(self.WEIGHTS, self.RIGHT, **change)

    @pytest.mark.parametrize(
        ("odd_sets", "complaint"),
        [
            (((0b111, 4),), "negative slack"),
            (((0b111, 4), (0b111000, 3)), "negative slack"),
            (((0b111, 4), (0b111000, 5)), "not tight"),
            (((0b111, 5), (0b111000, 4)), "not tight"),
            (((0b111, 4), (0b111000, 4), (0b10101, 0)), "overlap"),
        ],
    )
    def test_wrong_odd_sets_are_not_proved(self, odd_sets, complaint):
        with pytest.raises(BrokenProof, match=complaint):
            self.prove(self.TRIANGLES, self.BY_SETS, odd_sets=odd_sets)

    def test_odd_sets_do_not_cover_edges_that_leave_them(self):
        with pytest.raises(BrokenProof, match="negative slack"):
            self.prove({**self.TRIANGLES, (1, 4): 1}, self.BY_SETS)

    def test_greatest_of_several_weights_of_a_pair_counts(self):
        rows = rows_of(2, {(0, 1): 3})
        rows = [(*row, (7, others)) for row, ((_, others),) in zip(rows, rows, strict=True)]
        proof.prove_rows(rows, 0b11, (1, 0), (3, 4), ())
        with pytest.raises(BrokenProof, match="negative slack"):
            proof.prove_rows(rows, 0b11, (1, 0), (2, 1), ())

    def test_pair_without_an_edge_is_found(self):
        with pytest.raises(BrokenProof, match="no edge"):
            proof.prove_rows([(), ()], 0b11, (1, 0), (0, 0), ())

    def test_odd_set_that_the_matching_leaves_three_times_proves_nothing(self):
        weights = {(v, w): 2 for w in range(6) for v in range(w)}
        with pytest.raises(BrokenProof, match="but for its base"):
            self.prove(weights, {"mate": (3, 4, 5, 0, 1, 2), "duals": (1,) * 6, "odd_sets": ((0b111, 2),)})

    def test_proof_fits_every_heaviest_matching_and_no_other(self):
        rows = rows_of(4, {pair: sum(pair) % 2 for pair in ((0, 1), (1, 2), (2, 3), (0, 3), (0, 2), (1, 3))})
        heaviest = proof.prove_rows(rows, 0b1111, (1, 0, 3, 2), (0, 1, 0, 1), ())
        heaviest.prove((3, 2, 1, 0))
        with pytest.raises(BrokenProof, match="not tight"):
            heaviest.prove((2, 3, 0, 1))

    def test_later_changes_of_duals_do_not_change_a_proof(self):
        duals = [3, 4]
        heaviest = proof.prove_rows(rows_of(2, {(0, 1): 7}), 0b11, (1, 0), duals, ())
        duals[0] = 5
        heaviest.prove((1, 0))

    def test_vertices_outside_the_set_are_ignored(self):
        rows = rows_of(4, {(0, 1): 3, (0, 2): 99, (2, 3): 99})
        proof.prove_rows(rows, 0b11, (1, 0, -1, -1), (1, 2, 0, 0), ())


@pytest.mark.rotates(3)
def test_sets_nested_hundreds_deep_need_no_recursion():
    """A path of linked triangles: every change of duals shrinks one more around the others."""
    levels = 700
    size = 2 * levels + 2
    rows = [{} for _ in range(size)]
    edges = [(size - 2, size - 1, -(10**6))]
    for level in range(levels):
        a, b, c = 2 * level, 2 * level + 1, 2 * level + 2
        edges += [(a, b, -level), (b, c, -level), (a, c, -level)]
    for v, w, weight in edges:
        rows[v][weight] = rows[v].get(weight, 0) | 1 << w
        rows[w][weight] = rows[w].get(weight, 0) | 1 << v
    matching = Matching(rows)
    assert matching.mate[size - 1] == size - 2
