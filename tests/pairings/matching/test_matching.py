"""Minimum-cost perfect matching, compared with an independent solver and checked by its own proof.

The number of random graphs is MATCHING_GRAPHS in the environment (100000 for the full run).
"""

import os
import random
from dataclasses import replace

import networkx as nx
import pytest

from pairings.matching import priced, proof, solve
from pairings.matching.answer import Barrier, Blossom, Matching, NoPerfectMatching, TooMuchWork
from pairings.matching.fractional import Fractional
from pairings.matching.proof import BrokenProof
from pairings.matching.solve import match_graph, match_table

GRAPHS = int(os.environ.get("MATCHING_GRAPHS", "1500"))


def random_graph(rng):
    """Return (number of vertices, edges) of a random graph.

    Graphs are sparse, dense, complete or clustered in triangles (nested blossoms). Many costs
    are equal, huge or negative.
    """
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
    """Return the total cost of the cheapest perfect matching; None if there is none."""
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
@pytest.mark.rotates(3)
def test_random_graphs_have_the_total_that_networkx_finds(part, monkeypatch):
    monkeypatch.setattr(solve, "NEAR_EDGES", (2, 1))
    monkeypatch.setattr(solve, "SAMPLE_EDGES", (1, 1))
    monkeypatch.setattr(solve, "EDGES_PER_TURN", 2)
    monkeypatch.setattr(solve, "LEADING", (1, 1))
    monkeypatch.setattr(solve, "LARGE", 7)
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


def alike(n, rng):
    """Return a cost table as in a second round, in which most pairs cost the same.

    Players have two score groups, two colours and a few nations.
    """
    players = [(at * 2 // n, rng.choice((-1, 1)), rng.choice("aaabbcdef")) for at in range(n)]

    def cost(one, other):
        return 20_000 * abs(one[0] - other[0]) + 105 * abs(one[1] + other[1]) + 2 * (one[2] == other[2])

    return [[cost(one, other) for other in players] for one in players]


@pytest.mark.parametrize("n", [250, 500, 1000])
@pytest.mark.rotates(4)
def test_few_edges_are_examined_if_thousands_of_pairs_cost_the_same(n):
    assert match_table(alike(n, random.Random(n)), most=1_000 * n).edges < 24 * n


@pytest.mark.rotates(8)
def test_table_solved_from_a_sample_has_the_total_that_networkx_finds():
    table = alike(210, random.Random(3))
    edges = [(u, v, table[u][v]) for u in range(210) for v in range(u)]
    assert match_table(table).total == cheapest_by_networkx(210, edges)


def test_warm_start_finds_the_same_total():
    rng = random.Random(5)
    for _ in range(30):
        n = 20
        first = table_of(n, [(u, v, rng.randint(0, 20)) for u in range(n) for v in range(u)])
        second = [list(row) for row in first]
        for _ in range(5):
            u, v = rng.sample(range(n), 2)
            second[u][v] = second[v][u] = rng.randint(0, 40)
        assert match_table(second, match_table(first)).total == match_table(second).total


def test_warm_start_without_two_players_examines_few_edges():
    table = alike(300, random.Random(7))
    best = match_table(table)
    lines = [at for at in range(300) if at not in {3, 250}]
    new = {at: place for place, at in enumerate(lines)}
    duals = best.flat_duals()
    start = Matching(tuple(new.get(best.mate[at], -1) for at in lines), 0, tuple(duals[at] for at in lines), (), 0)
    rest = [[table[u][v] for v in lines] for u in lines]
    assert match_table(rest, start, most=200 * 300).total == match_table(rest).total
    with pytest.raises(TooMuchWork):
        match_table(rest, most=200 * 300)


def test_same_input_gives_the_same_pairs():
    n, edges = 20, [(u, v, (u * v) % 3) for u in range(20) for v in range(u)]
    assert match_graph(n, edges) == match_graph(n, edges)


def test_blossoms_nested_thousands_deep_need_no_recursion():
    """A long path of linked triangles: every dual change shrinks one more around the others."""
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


def test_cheapest_of_parallel_edges_counts():
    assert match_graph(2, [(0, 1, 7), (1, 0, 3), (0, 1, 5)]).total == 3


def test_empty_input_has_cost_zero():
    assert match_graph(0, []).total == 0
    assert match_table([]).pairs() == []


def test_odd_number_of_vertices_is_refused():
    with pytest.raises(ValueError, match="odd number"):
        match_table([[0]])


@pytest.mark.parametrize("edge", [(0, 0, 1), (0, 2, 1), (-1, 0, 1)])
def test_invalid_edge_is_refused(edge):
    with pytest.raises(ValueError, match="There is no edge"):
        match_graph(2, [edge])


class TestProof:
    """The proof must fail if anything in the answer is wrong; otherwise, it proves nothing."""

    TABLE = ((0, 1, 5, 9), (1, 0, 7, 5), (5, 7, 0, 2), (9, 5, 2, 0))
    RIGHT = Matching(mate=(1, 0, 3, 2), total=3, duals=(1, 1, 2, 2), blossoms=(), edges=6)

    def test_right_answer_is_proved(self):
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
    def test_wrong_answer_is_not_proved(self, change, complaint):
        fields = {name: getattr(self.RIGHT, name) for name in Matching.__slots__} | change
        with pytest.raises(BrokenProof, match=complaint):
            proof.prove_table(self.TABLE, Matching(**fields))

    @pytest.mark.parametrize("scale", [1, 2**54, 2**57, 2**62, 2**90])
    def test_large_numbers_are_proved_and_disproved(self, scale):
        table = [[scale * cost for cost in row] for row in self.TABLE]
        right = replace(self.RIGHT, total=3 * scale, duals=tuple(scale * dual for dual in self.RIGHT.duals))
        proof.prove_table(table, right)
        table[0][2] = table[2][0] = scale
        with pytest.raises(BrokenProof, match="negative slack"):
            proof.prove_table(table, right)

    @pytest.mark.parametrize("large", [2**58, 2**63, 2**120])
    def test_one_very_large_cost_hides_no_wrong_edge(self, large):
        table = [list(row) for row in self.TABLE]
        table[0][3] = table[3][0] = large
        proof.prove_table(table, self.RIGHT)
        table[0][2] = table[2][0] = 1
        with pytest.raises(BrokenProof, match="negative slack"):
            proof.prove_table(table, self.RIGHT)

    def test_odd_set_that_the_matching_leaves_three_times_proves_nothing(self):
        matching = Matching((3, 4, 5, 0, 1, 2), 3, (1,) * 6, (Blossom((0, 1, 2), 2),), 15)
        with pytest.raises(BrokenProof, match="but for its base"):
            proof.prove_table([[1] * 6] * 6, matching)

    @pytest.mark.parametrize(
        ("weights", "cost", "complaint"),
        [
            ((8, 8), 0, None),
            ((7, 8), 0, "negative slack"),
            ((8, 7), 0, "negative slack"),
            ((9, 8), 0, "not tight"),
            ((8, 9), 0, "not tight"),
            ((8, 8), -1, "negative slack"),
        ],
    )
    def test_odd_sets_affect_only_edges_inside(self, weights, cost, complaint):
        """Two triangles whose edges cost -4, and edges between them that cost nothing; the edge 1-4 may cost less."""
        sides = (0, 1, 2), (3, 4, 5)
        edges = [(u, v, -4 if u // 3 == v // 3 else 0) for v in range(6) for u in range(v)]
        edges[edges.index((1, 4, 0))] = (1, 4, cost)
        blossoms = tuple(Blossom(side, weight) for side, weight in zip(sides, weights, strict=True))
        matching = Matching((1, 0, 3, 2, 5, 4), -8, (0,) * 6, blossoms, 15)
        for prove in (
            lambda: proof.prove_graph(6, edges, matching),
            lambda: proof.prove_table(table_of(6, edges), matching),
        ):
            if complaint is None:
                prove()
            else:
                with pytest.raises(BrokenProof, match=complaint):
                    prove()

    def test_pair_without_an_edge_is_found(self):
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
    def test_false_barrier_is_found(self, barrier, complaint):
        with pytest.raises(BrokenProof, match=complaint):
            proof.prove_barrier(4, [(0, 1, 1), (2, 3, 1)], barrier)

    def test_star_has_its_centre_as_barrier(self):
        with pytest.raises(NoPerfectMatching) as caught:
            match_graph(4, [(0, 1, 1), (0, 2, 1), (0, 3, 1)])
        assert caught.value.barrier.separator == (0,)


class TestOffers:
    """The edges with which a search of a large table starts: the cheapest near each vertex, and a sample of all."""

    SIZE = 3 * priced.WIDTH

    def test_samples_contain_other_vertices_and_together_everyone(self):
        table = priced.PricedTable([[0] * self.SIZE for _ in range(self.SIZE)])
        offered = [table.sample_vertices(u, 4, 4) for u in range(self.SIZE)]
        assert all(len(set(offer) - {u}) == 4 for u, offer in enumerate(offered))
        assert {v for offer in offered for v in offer} == {*range(self.SIZE)}

    def test_diagonal_is_ignored(self):
        """The last block contains only one vertex, so it has no pair of its own."""
        size = priced.WIDTH + 1
        costs = [[-99 if u == v else 5 + u + v for v in range(size)] for u in range(size)]
        assert priced.PricedTable(costs).cheapest() == [6, *(5 + u for u in range(1, size))]

    def test_sample_is_sorted_by_slack_with_few_of_each_vertex(self):
        costs = [[(u * v) % 5 for v in range(self.SIZE)] for u in range(self.SIZE)]
        table = priced.PricedTable(costs)
        table.price([v % 2 for v in range(self.SIZE)])
        for u in range(self.SIZE):
            slacks = [2 * costs[u][v] - v % 2 for v in table.sample_vertices(u, 6, 2)]
            assert slacks == sorted(slacks)
            assert all(slacks.count(slack) <= 2 for slack in slacks)
            assert len(slacks) == (6 if u % 5 else 4)


class Counted(list):
    """The edges of a vertex, which count how often they are iterated."""

    times = 0

    def __iter__(self):
        self.times += 1
        return super().__iter__()


def test_warm_start_counts_examined_edges():
    """Each look is counted; if it looks twice in a row, perhaps only every second one."""
    for seed in range(20):
        rng = random.Random(seed)
        table = table_of(16, [(u, v, 2 * rng.randint(0, 50)) for v in range(16) for u in range(v)])
        edges = [Counted((v, row[v]) for v in range(16) if v != u) for u, row in enumerate(table)]
        start = Fractional(edges, [0] * 16)
        start.run()
        gone_through = sum(len(each) * each.times for each in edges)
        assert start.visits <= gone_through <= 2 * start.visits
