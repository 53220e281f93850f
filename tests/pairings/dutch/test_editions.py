"""An edition is a list of criteria in the article's order, each with a sentence, a function and a row in the docs.

The engine weighs criteria by amounts of pairs, and a finished bracket is judged by values. Both must prefer the same
candidates.
"""

import re
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from pairings.swiss.rules.colours import preference
from pairings.swiss.rules.criterion import (
    EDGES,
    MOVED_DOWN,
    NEXT,
    RESIDENT,
    BracketKind,
    FinishedBracket,
    PlayerKind,
    Scope,
    Shape,
    Weights,
    components,
)
from pairings.swiss.rules.editions import EDITIONS
from pairings.systems.dutch import Options, why_not
from pairings.wording.sentences import SENTENCES
from tests.pairings.dutch.literal import Literal
from tests.pairings.dutch.positions import Position
from tests.pairings.dutch.stage import pair_stage, some_stage
from tests.pairings.dutch.test_second_opinion import by_engine

DOCS = Path(__file__).parents[3] / "docs/rules"
EVERY = [
    pytest.param(edition, each, id=f"{edition.key} {each.article}")
    for edition in EDITIONS.values()
    for each in edition.criteria
]
MESSAGES = {"why-not", "worse"}
MAY_BE_SAID = {"up-again", "float", "bye"}


@pytest.mark.parametrize(("edition", "criterion"), EVERY)
class TestEveryCriterion:
    def test_has_a_sentence_for_each_question(self, edition, criterion):
        assert criterion.wants.endswith(".")
        assert MESSAGES <= set(criterion.sentences) <= MESSAGES | MAY_BE_SAID
        for topic in criterion.sentences:
            assert SENTENCES[edition.code(topic, criterion)] == criterion.sentences[topic]

    def test_has_a_sentence_for_each_failure_visible_at_once(self, edition, criterion):
        assert ("up-again" in criterion.sentences) == (criterion.fails is not None and criterion.scope is Scope.FLOATS)
        assert ("float" in criterion.sentences) == (
            criterion.repeats is not None or criterion.scope is Scope.NEXT_BRACKET
        )
        assert ("bye" in criterion.sentences) == (criterion.scope is Scope.BYE)

    def test_has_a_row_in_the_docs(self, edition, criterion):
        rows = (DOCS / f"{edition.prefix}.md").read_text().splitlines()
        row = next((row for row in rows if row.startswith(f"| {criterion.article} |")), "")
        assert criterion.wants.removesuffix(".") in row
        assert re.search(r"`\w+\.\w+", row)

    def test_has_a_function(self, edition, criterion):
        """Criteria of the whole round are settled before a bracket is weighed."""
        assert criterion.value(FinishedBracket()) is not None
        shape = Shape((3, 2), 1, rounds=2, about_bye=True)
        assert bool(criterion.parts(shape)) == (criterion.scope is not Scope.ROUND)

    def test_counts_from_the_first_round_in_which_its_float_is_possible(self, edition, criterion):
        rounds = criterion.ago + 1 if criterion.scope is Scope.FLOATS else 0
        parts = [bool(criterion.parts(Shape((3, 2), 1, rounds=number, about_bye=True))) for number in range(4)]
        assert parts == [number >= rounds and criterion.scope is not Scope.ROUND for number in range(4)]

    def test_counts_only_in_its_rounds_and_brackets(self, edition, criterion):
        for rounds in range(4):
            for where in (None, *BracketKind):
                shape = Shape((3, 2), 1, rounds=rounds, about_bye=True, bracket_kind=where)
                right = (criterion.parity in {None, (rounds + 1) % 2}, criterion.bracket_kind in {None, where})
                assert criterion.speaks(shape) == all(right)
                assert bool([*components([criterion], shape)]) == (all(right) and bool(criterion.parts(shape)))

    def test_next_bracket_is_ignored_in_the_last_bracket(self, edition, criterion):
        last = Shape((3, 2), None, rounds=2, about_bye=True)
        assert bool(criterion.parts(last)) == (criterion.scope not in {Scope.ROUND, Scope.NEXT_BRACKET})
        if criterion.scope is Scope.NEXT_BRACKET:
            assert criterion.value(FinishedBracket(next_floaters=None)) == ()

    def test_bye_is_ignored_if_there_is_none(self, edition, criterion):
        parts = criterion.parts(Shape((3, 2), 1, rounds=2, about_bye=False))
        assert bool(parts) == (criterion.scope not in {Scope.ROUND, Scope.BYE})

    def test_weights_have_room_for_the_sum_of_the_pairs(self, edition, criterion):
        """A larger sum would spill over into a more important criterion."""
        added: dict[int, list[int]] = {}
        for seed in range(40):
            bracket = Bracket(Random(seed), criterion)
            found = added.setdefault(criterion.greatest(bracket.shape), [0])
            for higher, lower in combinations(bracket.players, 2):
                if criterion.scope in EDGES[lower.role]:
                    each = Counter()
                    for key, amount in criterion.amounts(higher, lower):
                        each[key] += amount
                    found += each.values()
        room = [(greatest, max(found) - min(found)) for greatest, found in added.items()]
        assert all(most <= greatest for greatest, most in room)
        assert any(most == (0 if criterion.scope is Scope.ROUND else greatest) for greatest, most in room)

    @pytest.mark.rotates(3)
    def test_weights_and_values_prefer_the_same_pairing(self, edition, criterion):
        before = edition.criteria[: edition.criteria.index(criterion)]
        decided = [each for each in before if each.scope in {Scope.DOWNFLOATERS, Scope.FLOATS}]
        compared = better = 0
        for seed in range(40):
            bracket = Bracket(Random(seed), criterion)
            weights = Weights((criterion,), bracket.shape, len(bracket.players))
            found = [(judged, sum(weights.of(*pair) for pair in pairs)) for judged, pairs in bracket.candidates(25)]
            for (one, weight), (other, other_weight) in combinations(found, 2):
                if all(each.value(one) == each.value(other) for each in decided):
                    left, right = criterion.value(one), criterion.value(other)
                    assert (left > right, left < right) == (weight < other_weight, weight > other_weight)
                    compared += 1
                    better += left != right
        assert compared > 100
        assert bool(better) == (criterion.scope is not Scope.ROUND)


class FloatsFirst(Literal):
    """The literal implementation with its criteria in another order: those of floats before those of colours."""

    def list_failures(self, candidate, moved, residents):
        failures = super().list_failures(candidate, moved, residents)
        return None if failures is None else [*failures[:4], *failures[8:], *failures[4:8]]

    def perfect(self, failures, moved, residents):
        return False


class TestAnotherList:
    """Another edition is another list: the engine and its reasons follow any order of criteria."""

    USUAL = EDITIONS["2026"]

    def by(self, monkeypatch, criteria):
        edition = replace(self.USUAL, criteria=tuple(criteria))
        monkeypatch.setattr("pairings.swiss.rules.options.EDITIONS", {"2026": edition})

    def in_another_order(self):
        """Return the criteria, with those of floats before those of colours."""
        criteria = self.USUAL.criteria
        last = [each for each in criteria if each.scope is Scope.COLOURS]
        return [each for each in criteria if each not in last] + last

    @pytest.mark.rotates(8)
    def test_rounds_follow_the_order_of_the_list(self, monkeypatch):
        snapshots = [snapshot for seed in range(250) if (snapshot := Position(seed, 7).snapshot).to_be_paired()]
        usual = [by_engine(snapshot) for snapshot in snapshots]
        self.by(monkeypatch, self.in_another_order())
        found = [by_engine(snapshot) for snapshot in snapshots]
        texts = [FloatsFirst(snapshot) for snapshot in snapshots]
        assert found == [(text.pairs, text.bye) for text in texts]
        assert found != usual

    def test_reasons_follow_the_order_of_the_list(self, monkeypatch):
        apart = [(snapshot, pair, why_not(snapshot, Options(), *pair)[0].article) for snapshot, pair in self.pairs()]
        self.by(monkeypatch, self.in_another_order())
        answers = [(first, why_not(snapshot, Options(), *pair)) for snapshot, pair, first in apart]
        cited = {(first, reasons[0].article) for first, reasons in answers if reasons}
        colours = {self.USUAL.cite(each) for each in self.USUAL.of(Scope.COLOURS)}
        floats = {self.USUAL.cite(each) for each in self.USUAL.of(Scope.FLOATS)}
        assert any(first in colours and then in floats for first, then in cited)

    def pairs(self):
        """Yield (snapshot, pair) in random positions, where the pair could have met but did not."""
        for seed in range(25):
            snapshot = some_stage(seed, 8, 4)
            made = {frozenset((each.first, each.second)) for each in pair_stage(snapshot).pairings}
            there = [player.number for player in snapshot.to_be_paired()]
            yield from ((snapshot, pair) for pair in combinations(there[:4], 2) if frozenset(pair) not in made)

    def test_criteria_without_bounds_give_the_same_rounds_by_the_general_method(self, monkeypatch):
        snapshots = [some_stage(seed, 15, 4) for seed in range(5)]
        usual = [by_engine(snapshot) for snapshot in snapshots]
        self.by(monkeypatch, [replace(each, bound=None) for each in self.USUAL.criteria])
        monkeypatch.setattr("pairings.swiss.solve.quick.BracketSearch", None)
        assert [by_engine(snapshot) for snapshot in snapshots] == usual


class TestCriteriaLists:
    def test_articles_are_in_the_order_of_the_rule_book(self):
        assert [each.article for each in EDITIONS["2026"].criteria] == [f"C{number}" for number in range(4, 22)]

    @pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.key)
    def test_articles_and_keys_are_unique(self, edition):
        assert len({each.article for each in edition.criteria}) == len(edition.criteria)
        assert len({each.key for each in edition.criteria}) == len(edition.criteria)


#: The units of a point.
POINT = 2


class Bracket:
    """A random bracket of a few players with the scoregroup below it, and random candidates.

    The criterion can make a difference in it.
    """

    def __init__(self, rng, criterion):
        self.rng = rng
        about_bye = criterion.scope is Scope.BYE
        rounds = 3 if criterion.parity == 0 else 2
        scores = sorted(rng.sample(range(3, 8), 3), reverse=True)
        self.lowest = scores[2]
        upper = RESIDENT if criterion.bracket_kind in {BracketKind.ALIKE, BracketKind.LAST} else MOVED_DOWN
        self.stops = 0.1 if criterion.key == "downfloaters" else 0
        self.moved = [self._kind(upper, rng.choice(scores[:2])) for _ in range(rng.choice((0, 2, 3)))]
        self.residents = [self._kind(RESIDENT, scores[2]) for _ in range(rng.choice((4, 5)))]
        self.below = [self._kind(NEXT, 2) for _ in range(3)]
        self.players = self.moved + self.residents + self.below
        self.about_bye = about_bye
        inside = sorted({player.points for player in self.moved} | {scores[2]}, reverse=True)
        self.shape = Shape(
            inside, 2, rounds=rounds, about_bye=about_bye, point=POINT, bracket_kind=criterion.bracket_kind
        )

    def _kind(self, role, points):
        rng = self.rng
        colours = preference(rng.choices((1, -1), k=rng.choice((0, 1, 2, 3))))
        floats = rng.choices(("down", "up", None), k=2)
        down, up = (tuple(each == kind for each in floats) for kind in ("down", "up"))
        fall = points - self.lowest + POINT if role != NEXT else 0
        return PlayerKind(role, points, colours, down, up, rng.choice((0, 1, 2)), fall, rng.choice((0, 0, 1)))

    def candidates(self, count):
        """Yield (candidate as judged, all its pairs).

        A candidate has the most possible pairs of the bracket, or nearly as many, and then some pairs below it.
        """
        for _ in range(count):
            residents, moved = list(self.residents), list(self.moved)
            self.rng.shuffle(residents)
            self.rng.shuffle(moved)
            pairs = [(player, residents.pop()) for player in moved[: self.rng.randint(0, len(moved))]]
            while len(residents) > 1 and self.rng.random() >= self.stops:
                pairs.append((residents.pop(), residents.pop()))
            made = {id(player) for pair in pairs for player in pair}
            floaters = [player for player in self.moved + self.residents if id(player) not in made]
            left = floaters + self.below
            lower = [] if self.about_bye else self._below(floaters)
            there = {id(player) for pair in lower for player in pair}
            then = [player for player in left if id(player) not in there]
            bye = floaters[0] if len(floaters) == 1 and self.about_bye else None
            if bool(bye) == self.about_bye:
                yield FinishedBracket(pairs, floaters, then, bye, top=8), pairs + lower

    def _below(self, floaters):
        below = list(self.below)
        self.rng.shuffle(below)
        return [(player, below.pop()) for player in floaters[:3] if self.rng.random() < 0.7]
