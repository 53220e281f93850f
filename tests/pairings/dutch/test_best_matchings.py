"""All best matchings and the first of them, compared with all matchings; step counts of positions that took minutes."""

from pathlib import Path
from random import Random

import pytest

from pairings.files.trf.reading.read import read
from pairings.files.trf.replay import Replay
from pairings.matching.proof import BrokenProof
from pairings.matching.proof import prove_rows as prove
from pairings.matching.sets.weighted import Matching, NoCompleteMatching
from pairings.swiss.solve.collapsed import duals_of_kinds
from pairings.swiss.solve.face import Face, room_for
from pairings.systems.dutch import Options
from tests.pairings.dutch.corpus import pairing

SLOW = Path(__file__).parents[2] / "data/dutch/slow"


def complete_matchings(vertices, weight):
    if not vertices:
        yield {}
        return
    first, *others = vertices
    for other in others:
        if (first, other) in weight:
            for rest in complete_matchings([v for v in others if v != other], weight):
                yield {first: other, other: first, **rest}


class Small:
    """A random graph of at most ten vertices; `best` contains all its heaviest complete matchings."""

    def __init__(self, seed):
        self.rng = rng = Random(seed)
        self.size = rng.choice((4, 6, 8, 8, 10))
        greatest, density = rng.choice((1, 1, 2, 3, 5, 30)), rng.choice((0.35, 0.5, 0.7, 1))
        self.weight = {
            (v, w): rng.randint(0, greatest) for w in range(self.size) for v in range(w) if rng.random() < density
        }
        found = list(complete_matchings(list(range(self.size)), self.weight))
        most = max(map(self.weight_of, found), default=None)
        self.best = [mate for mate in found if self.weight_of(mate) == most]

    def weight_of(self, mate):
        return sum(self.weight[v, w] for v, w in mate.items() if v < w)

    def rows(self):
        rows = [{} for _ in range(self.size)]
        for pair, weight in self.weight.items():
            for one, other in (pair, pair[::-1]):
                value = weight << room_for(self.size)
                rows[one][value] = rows[one].get(value, 0) | 1 << other
        return rows


GRAPHS = [graph for graph in map(Small, range(1500)) if graph.best]


def count_of(group, wanted, mate):
    return sum(wanted >> mate[v] & 1 for v in range(len(mate)) if group >> v & 1)


class TestFirstOfTheBestMatchings:
    def test_each_vertex_in_turn_gets_the_lowest_possible_partner(self):
        weighed = 0
        for graph in GRAPHS:
            face, best = Face(Matching(graph.rows())), graph.best
            order = list(range(graph.size))
            graph.rng.shuffle(order)
            for v in order:
                if face.members >> v & 1:
                    partner = min(mate[v] for mate in best)
                    assert face.first(v, (1 << graph.size) - 1) == partner
                    best = [mate for mate in best if mate[v] == partner]
                    face.take(v)
            weighed += face.weighed
        assert weighed > 20

    def test_exactly_the_vertices_that_can_meet_one_of_a_set_do(self):
        answers, weighed = {True: 0, False: 0}, 0
        for graph in GRAPHS:
            face, best = Face(Matching(graph.rows())), graph.best
            tops = graph.rng.sample(range(graph.size), graph.size // 2)
            wanted = graph.rng.getrandbits(graph.size) & ~sum(1 << v for v in tops)
            found = face.meeting(tops, wanted)
            for v in tops:
                meeting = [mate for mate in best if wanted >> mate[v] & 1]
                assert (v in found) == bool(meeting)
                best = meeting or best
                answers[bool(meeting)] += 1
            for v in tops:
                if face.members >> v & 1:
                    partner = min(mate[v] for mate in best)
                    assert face.first(v, (1 << graph.size) - 1) == partner
                    best = [mate for mate in best if mate[v] == partner]
                    face.take(v)
            weighed += face.weighed
        assert min(answers.values()) > 500
        assert weighed > 10

    def test_first_ones_of_a_group_with_a_fixed_number_are_chosen(self):
        asked = [0, 0]
        for graph in GRAPHS:
            tops = graph.rng.sample(range(graph.size), graph.size // 2)
            wanted = graph.rng.getrandbits(graph.size) & ~sum(1 << v for v in tops)
            halves = [sum(1 << v for v in part) for part in (tops[::2], tops[1::2])]
            groups = [g for g in halves if len({count_of(g, wanted, mate) for mate in graph.best}) == 1]
            if any(groups) and len(graph.best) > 1:
                answer, alone = Face(Matching(graph.rows())), Face(Matching(graph.rows()))
                assert answer.meeting(tops, wanted, groups) == alone.meeting(tops, wanted)
                asked = [asked[0] + answer.visits, asked[1] + alone.visits]
        assert 0 < asked[0] < asked[1]


class TestMatchings:
    @pytest.mark.rotates(4)
    def test_graph_without_complete_matching_raises_an_error(self):
        without = [graph for graph in map(Small, range(1500)) if not graph.best and all(graph.rows())]
        assert len(without) > 50
        for graph in without:
            with pytest.raises(NoCompleteMatching):
                Matching(graph.rows())

    def test_duals_of_kinds_bound_every_pair(self):
        for seed in range(300):
            rng = Random(seed)
            size = rng.randint(1, 6)
            weights = [[None] * size for _ in range(size)]
            for k in range(size):
                for other in {k, rng.randrange(size)}:
                    weights[k][other] = weights[other][k] = rng.randint(0, 9)
            duals = duals_of_kinds(weights, [rng.randint(1, 5) for _ in range(size)])
            for k, row in enumerate(weights):
                assert all(duals[k] + duals[other] >= 4 * w for other, w in enumerate(row) if w is not None)


class TestProof:
    """The proof of a matching does not prove another one."""

    GRAPHS = [graph for graph in GRAPHS if len(graph.best) == 1][:200]

    def proof(self, graph, **changed):
        found = Matching(graph.rows())
        parts = {"mate": found.mate, "duals": found.dual, "odd_sets": found.odd_sets()} | {
            name: change(getattr(found, attribute)) for name, (attribute, change) in changed.items()
        }
        prove(found.rows, found.members, **parts)

    def test_holds_for_the_matching_found(self):
        for graph in self.GRAPHS:
            self.proof(graph)

    def test_fails_for_another_matching(self):
        for graph in self.GRAPHS:
            for other in complete_matchings(list(range(graph.size)), graph.weight):
                if other != graph.best[0]:
                    with pytest.raises(BrokenProof):
                        self.proof(graph, mate=("mate", lambda _, other=other: [other[v] for v in sorted(other)]))
                    break

    @pytest.mark.parametrize("change", [-1, 1])
    def test_fails_with_a_changed_dual(self, change):
        for graph in self.GRAPHS:
            with pytest.raises(BrokenProof):
                self.proof(graph, duals=("dual", lambda duals: [duals[0] + change, *duals[1:]]))

    def test_fails_when_a_vertex_is_matched_twice_or_not_at_all(self):
        for graph in self.GRAPHS:
            for mate in ([-1] * graph.size, [1, 0, *([0] * (graph.size - 2))]):
                with pytest.raises(BrokenProof):
                    self.proof(graph, mate=("mate", lambda _, mate=mate: mate))

    @pytest.mark.parametrize("odd_set", [(0b11, 4), (0b111, -4)])
    def test_fails_with_an_even_set_or_a_negative_dual(self, odd_set):
        for graph in self.GRAPHS:
            with pytest.raises(BrokenProof):
                self.proof(graph, odd_sets=("size", lambda _: [odd_set]))


#: Steps (vertices asked in the trees of matchings) that a whole round with its reasons may take.
STEPS = {
    "half-due-white-100": 100,
    "large-club-200": 1500,
    "many-draws-100": 4500,
    "many-draws-200": 2000,
    "two-clubs-200": 100,
    "white-wins-200": 500,
}


class TestPositionsOfHardClasses:
    @pytest.mark.parametrize("name", sorted(STEPS))
    def test_are_paired_correctly_in_few_steps(self, name, monkeypatch):
        matchings = []
        made = Matching.__init__

        def note_matching(matching, *arguments):
            matchings.append(matching)
            made(matching, *arguments)

        monkeypatch.setattr(Matching, "__init__", note_matching)
        replay = Replay(read((SLOW / f"{name}.trf").read_bytes()))
        lines = (SLOW / f"{name}.next").read_text().splitlines()[1:]
        pairs, bye = pairing(replay.snapshot(replay.played + 1), Options())
        assert pairs | ({(bye, 0)} if bye else set()) == {tuple(map(int, line.split())) for line in lines}
        assert matchings
        assert sum(matching.steps for matching in matchings) <= STEPS[name]
