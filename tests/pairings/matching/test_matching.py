"""Minimum-cost perfect matching, held against an independent solver and against its own proof.

The number of random graphs is MATCHING_GRAPHS in the environment (100000 for the full run).
"""

import os
import random

import networkx as nx
import pytest

from pairings.matching import (
    Barrier,
    Blossom,
    BrokenProof,
    Matching,
    NoPerfectMatching,
    match_graph,
    match_table,
    proof,
    solve,
)

GRAPHS = int(os.environ.get("MATCHING_GRAPHS", "1500"))


def random_graph(rng):
    """Sparse, dense, complete, clustered in triangles (nested blossoms), ties everywhere, huge and negative costs."""
    n = rng.choice([2, 4, 6, 8, 10, 12, 14, 20, 30])
    largest = rng.choice([0, 1, 2, 5, 100, 10**30])
    smallest = rng.choice([0, 0, -largest])
    density = rng.choice([0.1, 0.2, 0.3, 0.5, 1])
    clustered = rng.random() < 0.25
    edges = [
        (u, v, rng.randint(smallest, largest))
        for u in range(n)
        for v in range(u + 1, n)
        if rng.random() < density and (not clustered or u // 3 == v // 3 or rng.random() < 0.15)
    ]
    rng.shuffle(edges)
    return n, edges


def cheapest_by_networkx(n, edges):
    """The total of a perfect matching, None if there is none."""
    graph = nx.Graph()
    graph.add_nodes_from(range(n))
    above = max((abs(cost) for *_, cost in edges), default=0) * (n + 1) + 1
    graph.add_weighted_edges_from((u, v, above - cost) for u, v, cost in edges)
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    return sum(above - graph[u][v]["weight"] for u, v in pairs) if 2 * len(pairs) == n else None


def table_of(n, edges):
    table = [[0] * n for _ in range(n)]
    for u, v, cost in edges:
        table[u][v] = table[v][u] = cost
    return table


@pytest.mark.parametrize("part", range(10))
def test_random_graphs_have_the_total_that_networkx_finds(part, monkeypatch):
    monkeypatch.setattr(solve, "LIKELY", 2)
    monkeypatch.setattr(solve, "ADDED", 2)
    monkeypatch.setattr(solve, "ALIKE", 1)
    for seed in range(part, GRAPHS, 10):
        n, edges = random_graph(random.Random(seed))
        expected = cheapest_by_networkx(n, edges)
        if expected is None:
            with pytest.raises(NoPerfectMatching):
                match_graph(n, edges)
            continue
        assert match_graph(n, edges).total == expected, seed
        if len(edges) == n * (n - 1) // 2:
            assert match_table(table_of(n, edges)).total == expected, seed


@pytest.mark.parametrize("n", [60, 120])
def test_large_tables_have_the_total_that_networkx_finds(n):
    rng = random.Random(n)
    edges = [(u, v, rng.randint(0, 3) * 1000 + rng.randint(0, 9)) for u in range(n) for v in range(u)]
    assert match_table(table_of(n, edges)).total == cheapest_by_networkx(n, edges)


def test_a_warm_start_finds_the_same_total():
    rng = random.Random(5)
    for _ in range(30):
        n = 20
        first = table_of(n, [(u, v, rng.randint(0, 20)) for u in range(n) for v in range(u)])
        second = [list(row) for row in first]
        for _ in range(5):
            u, v = rng.sample(range(n), 2)
            second[u][v] = second[v][u] = rng.randint(0, 40)
        assert match_table(second, match_table(first)).total == match_table(second).total


def test_the_same_input_gives_the_same_pairs():
    n, edges = 20, [(u, v, (u * v) % 3) for u in range(20) for v in range(u)]
    assert match_graph(n, edges) == match_graph(n, edges)


def test_blossoms_nested_thousands_deep_need_no_recursion():
    """A long path of triangles, each hung on the last: every dual change shrinks one more around the others."""
    levels = 1500
    n = 2 * levels + 2
    edges = []
    for level in range(levels):
        a, b, c = 2 * level, 2 * level + 1, 2 * level + 2
        edges += [(a, b, level), (b, c, level), (a, c, level)]
    edges.append((n - 2, n - 1, 10**6))
    matching = match_graph(n, edges)
    assert matching.mate[n - 1] == n - 2
    assert matching.total == 10**6 + sum(range(levels))


def test_of_parallel_edges_the_cheapest_counts():
    assert match_graph(2, [(0, 1, 7), (1, 0, 3), (0, 1, 5)]).total == 3


def test_nobody_at_all_is_matched_at_no_cost():
    assert match_graph(0, []).total == 0
    assert match_table([]).pairs() == []


def test_an_odd_table_is_refused():
    with pytest.raises(ValueError, match="odd number"):
        match_table([[0]])


@pytest.mark.parametrize("edge", [(0, 0, 1), (0, 2, 1), (-1, 0, 1)])
def test_an_edge_that_is_none_is_refused(edge):
    with pytest.raises(ValueError, match="There is no edge"):
        match_graph(2, [edge])


class TestProof:
    """The proof must fail when anything about the answer is wrong, or it proves nothing."""

    TABLE = ((0, 1, 5, 9), (1, 0, 7, 5), (5, 7, 0, 2), (9, 5, 2, 0))
    RIGHT = Matching(mate=(1, 0, 3, 2), total=3, duals=(1, 1, 2, 2), blossoms=(), edges=6)

    def test_the_right_answer_is_proved(self):
        proof.prove_table(self.TABLE, self.RIGHT)

    @pytest.mark.parametrize(
        ("change", "complaint"),
        [
            ({"mate": (2, 3, 0, 1)}, "not tight"),
            ({"mate": (1, 0, 2, 3)}, "matched exactly once"),
            ({"mate": (1, 0, 3)}, "matched exactly once"),
            ({"total": 4}, "total"),
            ({"duals": (9, -7, 2, 2)}, "negative slack"),
            ({"duals": (0, 1, 2, 2)}, "not tight"),
            ({"blossoms": (Blossom((0, 1, 2), -2),)}, "negative"),
            ({"blossoms": (Blossom((0, 1), 2),)}, "even"),
        ],
    )
    def test_a_wrong_answer_is_not(self, change, complaint):
        fields = {name: getattr(self.RIGHT, name) for name in Matching.__slots__} | change
        with pytest.raises(BrokenProof, match=complaint):
            proof.prove_table(self.TABLE, Matching(**fields))

    def test_a_set_that_the_matching_leaves_three_times_proves_nothing(self):
        matching = Matching((3, 4, 5, 0, 1, 2), 3, (1,) * 6, (Blossom((0, 1, 2), 2),), 15)
        with pytest.raises(BrokenProof, match="but for its base"):
            proof.prove_table([[1] * 6] * 6, matching)

    def test_a_pair_that_is_no_edge_is_found_out(self):
        with pytest.raises(BrokenProof, match="no edge"):
            proof.prove_graph(2, [], Matching((1, 0), 0, (0, 0), (), 0))

    @pytest.mark.parametrize(
        ("barrier", "complaint"),
        [
            (Barrier((), ((0,), (1,))), "leaves its odd set"),
            (Barrier((1,), ((0,),)), "large enough"),
            (Barrier((), ((0, 1), (2,))), "even or meets"),
        ],
    )
    def test_a_barrier_that_is_none_is_found_out(self, barrier, complaint):
        with pytest.raises(BrokenProof, match=complaint):
            proof.prove_barrier(4, [(0, 1, 1), (2, 3, 1)], barrier)

    def test_a_star_has_a_barrier(self):
        with pytest.raises(NoPerfectMatching) as caught:
            match_graph(4, [(0, 1, 1), (0, 2, 1), (0, 3, 1)])
        assert caught.value.barrier.separator == (0,)
