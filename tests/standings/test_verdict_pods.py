"""In, out or depends in pods: verdicts are compared with all outcomes of tables of three, of four, and of partners."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Player, Result, Round, Snapshot
from standings.core.rank import rank
from standings.explain.wording_verdict import verdict_sentences
from standings.rulesets.presets import FIVE_ONE, RULES
from standings.verdict import FinalState, verdicts
from standings.verdict.outcomes import Outcomes
from standings.verdict.reach import reach
from standings.verdict.search import VerdictSearch

WIN, DRAW, LOSS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
COMMANDER = RULES["commander"]
WITHOUT_DRAWS = replace(FIVE_ONE, draws=False)
CLOSE = replace(FIVE_ONE, win=Fraction(3), draw=Fraction(2), loss=Fraction(1), zero_bye=Fraction(0))


def pod(*outcomes, decision=Decision.PLAYED):
    return Result(outcomes[0], outcomes[1], decision, others=tuple(outcomes[2:]))


def results_of(pairing, scoring):
    """Return all possible results for brute force: those with one winner, or with two or more players who draw."""
    if pairing.partners:
        drawn = [Result(DRAW, DRAW)] if scoring.draws else []
        return [Result(WIN, LOSS), *drawn, Result(LOSS, WIN)]
    every = product((WIN, DRAW, LOSS), repeat=len(pairing.players))
    return [
        pod(*marks)
        for marks in every
        if (marks.count(WIN), marks.count(DRAW)) == (1, 0)
        or (WIN not in marks and marks.count(DRAW) > 1 and scoring.draws)
    ]


def seat_players(order, partners=False):
    """Return tables of three and four for these players, and the players left over."""
    tables = []
    rest = list(order)
    while rest:
        if len(rest) >= 4 and (partners or len(rest) % 3):
            tables.append([rest.pop() for _ in range(4)])
        elif len(rest) >= 3 and not partners:
            tables.append([rest.pop() for _ in range(3)])
        else:
            break
    return tables, rest


def field(seed, players, rounds, scoring=FIVE_ONE, partners=False):
    """Return a random stage whose last round is open, with byes, a withdrawn player and an unplayed table."""
    random = Random(seed)
    left = random.choice((None, random.randint(1, players)))
    entrants = tuple(
        Player(n, withdrawn=rounds - 1 if n == left and rounds > 1 else None) for n in range(1, players + 1)
    )
    played = []
    for number in range(1, rounds + 1):
        there = [p.number for p in entrants if p.withdrawn is None or number <= p.withdrawn]
        random.shuffle(there)
        tables, over = seat_players(there, partners)
        pairings = []
        for table, (first, second, *others) in enumerate(tables, start=1):
            pairing = Pairing(table, first, second, others=tuple(others), partners=partners)
            found = random.choice(results_of(pairing, scoring))
            if not partners and random.random() < 0.1:
                found = pod(WIN, *[LOSS] * (len(others) + 1), decision=Decision.FORFEIT)
            pairings.append(pairing if number == rounds else replace(pairing, result=found))
        kinds = (ByeKind.ALLOCATED, ByeKind.HALF, ByeKind.ZERO)
        played.append(Round(number, tuple(pairings), tuple(Bye(each, random.choice(kinds)) for each in over)))
    return Snapshot(entrants, tuple(played), scoring, rounds + 1, rounds)


def outcomes_of(snapshot, rules, top):
    """Yield every outcome as the standings rank it: results by (round, table), and the final state of every player."""
    tables = [(n, p) for n, p in snapshot.recorded_pairings() if p.result is None]
    for chosen in product(*(results_of(pairing, snapshot.scoring) for _, pairing in tables)):
        results = {(n, p.table): result for (n, p), result in zip(tables, chosen, strict=True)}
        rounds = tuple(
            replace(r, pairings=tuple(replace(p, result=p.result or results[r.number, p.table]) for p in r.pairings))
            for r in snapshot.rounds
        )
        rows = rank(replace(snapshot, rounds=rounds), rules).rows
        last = {row.rank: place for place, row in enumerate(rows, start=1)}
        ends = {
            row.player: FinalState.OUT
            if row.rank > top
            else FinalState.IN
            if last[row.rank] <= top
            else FinalState.LEVEL
            for row in rows
        }
        yield set(results.items()), ends


def check_answer(answer, player, outcomes, proved):
    ends = {found[player] for _, found in outcomes}
    assert answer.possible <= ends
    assert answer.state is not FinalState.UNPROVED or not proved
    if answer.state is not FinalState.UNPROVED:
        assert answer.state is (next(iter(ends)) if len(ends) == 1 else FinalState.DEPENDS)
    for witness in answer.witnesses:
        wanted = {((c.round, c.table), c.result) for c in witness.conditions}
        assert {found[player] for results, found in outcomes if wanted <= results} == {witness.state}


def check(verdict, outcomes, proved=True):
    check_answer(verdict.answer, verdict.player, outcomes, proved)
    for own in verdict.own:
        condition = ((own.condition.round, own.condition.table), own.condition.result)
        check_answer(own.answer, verdict.player, [each for each in outcomes if condition in each[0]], proved)


CASES = [
    (seed, players, scoring)
    for seed, (players, scoring) in enumerate(
        product((3, 4, 6, 7, 8), (FIVE_ONE, WITHOUT_DRAWS, CLOSE)),
    )
]


@pytest.mark.parametrize(("seed", "players", "scoring"), CASES)
class TestAgainstEveryOutcome:
    @pytest.mark.rotates(4)
    def test_enumerated_verdicts_are_right(self, seed, players, scoring):
        snapshot = field(seed, players, 3, scoring)
        for top in (1, 2, 3):
            oracle = list(outcomes_of(snapshot, COMMANDER, top))
            for verdict in verdicts(snapshot, COMMANDER, top):
                check(verdict, oracle)

    @pytest.mark.rotates(8)
    def test_bounds_and_search_give_the_same_verdicts(self, seed, players, scoring):
        snapshot = field(seed + 100, players, 3, scoring)
        for top in (1, 3):
            oracle = list(outcomes_of(snapshot, COMMANDER, top))
            search = VerdictSearch(Outcomes(snapshot, COMMANDER, top), seed % 3)
            for player in range(1, players + 1):
                check(search.by_bounds(player) or search.verdict(player, 10**9), oracle)

    @pytest.mark.rotates(4)
    def test_small_budget_gives_no_false_verdict(self, seed, players, scoring):
        snapshot = field(seed + 200, players, 3, scoring)
        oracle = list(outcomes_of(snapshot, COMMANDER, 2))
        for verdict in verdicts(snapshot, COMMANDER, 2, budget=400):
            check(verdict, oracle, proved=False)


@pytest.mark.parametrize("seed", range(3))
def test_verdicts_of_partners_are_right(seed):
    rules = RULES["partners-wins"]
    rules = replace(rules, chain=rules.chain[:1])
    snapshot = field(seed, 9, 3, replace(rules.scoring, partners=True), partners=True)
    for top in (2, 4):
        oracle = list(outcomes_of(snapshot, rules, top))
        assert len(oracle) in (3, 9)
        for verdict in verdicts(snapshot, RULES["partners-wins"], top):
            check(verdict, oracle)
        search = VerdictSearch(Outcomes(snapshot, rules, top), 1)
        for player in range(1, 10):
            check(search.by_bounds(player) or search.verdict(player, 10**9), oracle)


@pytest.mark.parametrize("seed", range(4))
def test_points_before_the_last_round_bound_every_outcome(seed):
    """Players declared in or out before the last round end that way, whatever pods are formed."""
    snapshot = field(seed, 8, 3)
    open_round = snapshot.rounds[-1]
    before = replace(snapshot, rounds=snapshot.rounds[:-1], next_round=3)
    for top in (1, 2, 4):
        found = {each.player: each for each in reach(before, COMMANDER, top, 1).players}
        places = defaultdict(set)
        for _, ends in outcomes_of(replace(before, rounds=(*before.rounds, open_round)), COMMANDER, top):
            for player, end in ends.items():
                places[player].add(end)
        for player, ends in places.items():
            if found[player].state is not FinalState.DEPENDS:
                assert ends == {found[player].state}


class TestPlayerView:
    """Eight players: 1 and 5 have won. Now 1 to 4 meet, and so do 5 to 8."""

    SNAPSHOT = Snapshot(
        tuple(Player(n) for n in range(1, 9)),
        (
            Round(
                1,
                (
                    Pairing(1, 1, 2, pod(WIN, LOSS, LOSS, LOSS), others=(6, 7)),
                    Pairing(2, 5, 3, pod(WIN, LOSS, LOSS, LOSS), others=(4, 8)),
                ),
            ),
            Round(2, (Pairing(1, 1, 2, others=(3, 4)), Pairing(2, 5, 6, others=(7, 8)))),
        ),
        FIVE_ONE,
    )

    def sentences(self, player, top):
        names = dict(enumerate(("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal"), start=1))
        found = verdicts(self.SNAPSHOT, COMMANDER, top)[player - 1]
        return list(verdict_sentences(found, self.SNAPSHOT, top, names))

    def test_win_draw_and_loss_are_each_listed_once(self):
        answer = self.sentences(1, 2)
        assert answer[:2] == [
            "Ann can still reach or miss the top 2.",
            "With a win: in, whatever happens elsewhere.",
        ]
        assert sum(line.startswith("With a draw") for line in answer) == 1

    def test_condition_names_the_winner_or_the_drawing_players(self):
        text = " ".join(line for player in range(1, 9) for line in self.sentences(player, 2))
        assert " wins (table " in text or "draw by " in text
        assert "beats" not in text

    def test_equal_own_results_with_different_outcomes_are_listed_separately(self):
        """A losing player may still be second if the other players draw, but not if one of them wins."""
        sentences = [line for player in range(1, 9) for top in (1, 2, 3) for line in self.sentences(player, top)]
        assert any(line.startswith("With a loss (") for line in sentences), sentences
