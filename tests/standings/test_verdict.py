"""In, out or depends: every verdict is compared with all outcomes of a small field, ranked by the table itself."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest

from pairings.snapshot import Bye, ByeKind, Outcome, Pairing, Player, Result, Round, Scoring, Snapshot
from standings.core.rank import rank
from standings.explain.wording_verdict import verdict_sentences
from standings.rulesets.presets import GOALS, RULES, SINGLE_GAME, THREE_ONE
from standings.verdict import FinalState, verdicts
from standings.verdict.judge import BUDGET
from standings.verdict.outcomes import Outcomes, possible_results
from standings.verdict.search import VerdictSearch

WON, DRAWN, LOST = (
    Result(Outcome.WIN, Outcome.LOSS),
    Result(Outcome.DRAW, Outcome.DRAW),
    Result(Outcome.LOSS, Outcome.WIN),
)


def field(seed, players, rounds, scoring, open_rounds=1):
    """Return a random Swiss tournament whose last rounds are open. An odd player has a bye, and one player may have
    withdrawn.
    """
    random = Random(seed)
    options = possible_results(scoring, ("GW",))
    left = random.choice((None, random.randint(1, players)))
    entrants = tuple(
        Player(n, rating=1500 + 37 * n, withdrawn=rounds - open_rounds if n == left else None)
        for n in range(1, players + 1)
    )
    played = []
    for number in range(1, rounds + 1):
        is_open = number > rounds - open_rounds
        there = [p.number for p in entrants if p.withdrawn is None or number <= p.withdrawn]
        random.shuffle(there)
        byes = (Bye(there.pop(), ByeKind.ALLOCATED),) if len(there) % 2 else ()
        pairs = zip(there[::2], there[1::2], strict=True)
        pairings = (
            Pairing(table, first, second, None if is_open else random.choice(options))
            for table, (first, second) in enumerate(pairs, start=1)
        )
        played.append(Round(number, tuple(pairings), byes))
    return Snapshot(entrants, tuple(played), scoring, rounds + 1, rounds)


def outcomes_of(snapshot, rules, top):
    """Yield every outcome by brute force: {((round, table), result), ...} and the final state of every player."""
    tables = [(n, p.table) for n, p in snapshot.recorded_pairings() if p.result is None]
    for chosen in product(possible_results(snapshot.scoring, rules.chain), repeat=len(tables)):
        results = dict(zip(tables, chosen, strict=True))
        rounds = tuple(
            replace(r, pairings=tuple(replace(p, result=p.result or results[r.number, p.table]) for p in r.pairings))
            for r in snapshot.rounds
        )
        rows = rank(replace(snapshot, rounds=rounds), rules).rows
        last = {row.rank: place for place, row in enumerate(rows, start=1)}
        yield (
            set(results.items()),
            {
                row.player: FinalState.OUT
                if row.rank > top
                else FinalState.IN
                if last[row.rank] <= top
                else FinalState.LEVEL
                for row in rows
            },
        )


def conditions(witness):
    return {((c.round, c.table), c.result) for c in witness.conditions}


def check_answer(answer, player, outcomes):
    """Check that the answer agrees with all outcomes, and that every witness forces its state."""
    ends = {found[player] for _, found in outcomes}
    assert answer.possible <= ends
    if answer.state is not FinalState.UNPROVED:
        assert answer.state is (next(iter(ends)) if len(ends) == 1 else FinalState.DEPENDS)
    for witness in answer.witnesses:
        forced = [found[player] for results, found in outcomes if conditions(witness) <= results]
        assert forced
        assert set(forced) == {witness.state}
        if witness.smallest:
            assert not shorter(witness, player, outcomes)


def shorter(witness, player, outcomes):
    """Return a smaller set of results that forces the same state, or None. The player's own table is not among the
    witnesses.
    """
    everything = {item for results, _ in outcomes for item in results}
    fixed = set.intersection(*(results for results, _ in outcomes))
    for size in range(len(witness.conditions)):
        for chosen in combinations(sorted(everything - fixed, key=repr), size):
            forced = {found[player] for results, found in outcomes if set(chosen) <= results}
            if forced == {witness.state}:
                return chosen
    return None


def check(verdict, outcomes):
    check_answer(verdict.answer, verdict.player, outcomes)
    for own in verdict.own:
        condition = ((own.condition.round, own.condition.table), own.condition.result)
        check_answer(own.answer, verdict.player, [each for each in outcomes if condition in each[0]])


CASES = [
    (seed, *case)
    for case in (
        ("mtr", SINGLE_GAME, 7),
        ("pokemon", SINGLE_GAME, 8),
        ("swu", SINGLE_GAME, 7),
        ("union-arena", SINGLE_GAME, 6),
        ("fide-2026", RULES["fide-2026"].scoring, 8),
        ("go", RULES["go"].scoring, 7),
        ("fab", RULES["fab"].scoring, 6),
        ("football-head-to-head", GOALS, 6),
        ("othello", RULES["othello"].scoring, 6),
        ("games", SINGLE_GAME, 6),
    )
    for seed in range(3)
]


@pytest.mark.parametrize(("seed", "key", "scoring", "players"), CASES)
class TestAgainstEveryOutcome:
    @pytest.mark.rotates(2)
    def test_verdicts_are_right_for_every_number_of_places(self, seed, key, scoring, players):
        snapshot = field(seed, players, 4, scoring)
        for top in (1, 2, 4):
            rules = replace(RULES[key], chain=Outcomes(snapshot, RULES[key], top).rules.chain)
            oracle = list(outcomes_of(snapshot, rules, top))
            for verdict in verdicts(snapshot, RULES[key], top):
                assert verdict.answer.state is not FinalState.UNPROVED
                check(verdict, oracle)

    @pytest.mark.rotates(2)
    def test_search_of_large_fields_gives_the_same_verdicts(self, seed, key, scoring, players):
        snapshot = field(seed, players, 4, scoring)
        for top in (1, 3):
            outcomes = Outcomes(snapshot, RULES[key], top)
            oracle = list(outcomes_of(snapshot, outcomes.rules, top))
            search = VerdictSearch(outcomes, seed % 3)
            for player in range(1, players + 1):
                verdict = search.by_bounds(player) or search.verdict(player, 10**9)
                assert verdict.answer.state is not FinalState.UNPROVED
                check(verdict, oracle)

    def test_small_budget_gives_only_true_verdicts(self, seed, key, scoring, players):
        snapshot = field(seed, players, 4, scoring)
        oracle = list(outcomes_of(snapshot, Outcomes(snapshot, RULES[key], 3).rules, 3))
        for verdict in verdicts(snapshot, RULES[key], 3, budget=500):
            check(verdict, oracle)


def test_games_inside_matches_count_if_the_chain_counts_them():
    snapshot = field(5, 6, 3, THREE_ONE)
    assert len(possible_results(THREE_ONE, RULES["mtr"].chain)) == 5
    oracle = list(outcomes_of(snapshot, RULES["mtr"], 2))
    assert len(oracle) in (5**2, 5**3)
    for verdict in verdicts(snapshot, RULES["mtr"], 2):
        check(verdict, oracle)


def test_two_rounds_may_be_open_in_a_small_field():
    snapshot = field(3, 4, 4, SINGLE_GAME, open_rounds=2)
    oracle = list(outcomes_of(snapshot, RULES["mtr"], 2))
    for verdict in verdicts(snapshot, RULES["mtr"], 2):
        check(verdict, oracle)


class TestPlayerView:
    """Four players, one round left: 1 and 2 have won, 3 and 4 have lost. Now 1 meets 2, and 3 meets 4."""

    SNAPSHOT = Snapshot(
        tuple(Player(n) for n in range(1, 5)),
        (Round(1, (Pairing(1, 1, 3, WON), Pairing(2, 2, 4, WON))), Round(2, (Pairing(1, 1, 2), Pairing(2, 3, 4)))),
        SINGLE_GAME,
    )

    def verdict(self, player, top, budget=BUDGET):
        return verdicts(self.SNAPSHOT, RULES["mtr"], top, budget)[player - 1]

    def test_winner_is_first(self):
        found = self.verdict(1, 1)
        assert found.answer.state is FinalState.DEPENDS
        assert [(own.condition.result, own.answer.state) for own in found.own] == [
            (WON, FinalState.IN),
            (DRAWN, FinalState.DEPENDS),
            (LOST, FinalState.OUT),
        ]

    def test_a_witness_names_the_other_table(self):
        """A draw leaves 1 and 2 tied on points; the result of their earlier opponents decides."""
        draw = self.verdict(1, 1).own[1].answer
        assert {(w.state, c.table, c.result, w.smallest) for w in draw.witnesses for c in w.conditions} == {
            (FinalState.IN, 2, WON, True),
            (FinalState.LEVEL, 2, DRAWN, True),
            (FinalState.OUT, 2, LOST, True),
        }

    def test_in_sentences(self):
        names = {1: "Ann", 2: "Bo", 3: "Cy", 4: "Di"}
        assert list(verdict_sentences(self.verdict(1, 1), self.SNAPSHOT, 1, names)) == [
            "Ann can still be first, or miss it.",
            "With a win: in, whatever happens elsewhere.",
            "With a draw: depends on other results.",
            "Certain to be in if: Cy beats Di (table 2).",
            "Certain to be tied at the cut-off if: Cy and Di draw (table 2).",
            "Certain to be out if: Di beats Cy (table 2).",
            "With a loss: out, whatever happens elsewhere.",
        ]
        assert list(verdict_sentences(self.verdict(3, 1), self.SNAPSHOT, 1, names)) == ["Cy can no longer be first."]

    def test_games_are_named_if_they_count(self):
        snapshot = replace(self.SNAPSHOT, scoring=THREE_ONE)
        found = verdicts(snapshot, RULES["mtr"], 1)[1]
        sentences = list(verdict_sentences(found, snapshot, 1, {}))
        assert "With a win (2–1): in, whatever happens elsewhere." in sentences
        assert any("3 beats 4 2–0 (table 2)" in line for line in sentences)

    def test_player_who_cannot_catch_up_is_out(self):
        assert self.verdict(3, 1).answer.state is FinalState.OUT

    def test_without_a_budget_only_what_points_alone_prove_is_claimed(self):
        found = self.verdict(1, 1, budget=0)
        assert [own.answer.state for own in found.own] == [FinalState.IN, FinalState.UNPROVED, FinalState.OUT]
        assert found.own[1].answer.possible == frozenset()

    def test_verdict_equals_the_table_after_all_results(self):
        closed = replace(
            self.SNAPSHOT,
            rounds=(self.SNAPSHOT.rounds[0], Round(2, (Pairing(1, 1, 2, WON), Pairing(2, 3, 4, WON)))),
        )
        states = [verdict.answer.state for verdict in verdicts(closed, RULES["mtr"], 1)]
        assert states == [FinalState.IN, FinalState.OUT, FinalState.OUT, FinalState.OUT]

    def test_the_line_is_at_least_one(self):
        with pytest.raises(ValueError, match="at least one"):
            verdicts(self.SNAPSHOT, RULES["mtr"], 0)


def test_scoring_in_which_wins_cost_points_is_enumerated():
    scoring = replace(SINGLE_GAME, win=Fraction(0), loss=Fraction(3))
    snapshot = field(2, 6, 3, scoring)
    oracle = list(outcomes_of(snapshot, RULES["mtr"], 2))
    outcomes = Outcomes(snapshot, RULES["mtr"], 2)
    search = VerdictSearch(outcomes, 0)
    assert search.bounder.codes == ()
    for player in range(1, 7):
        check(search.verdict(player, 10**9), oracle)


TWO_GAMES = Scoring(win=Fraction(2), draw=Fraction(1), allocated_bye=Fraction(3, 2), best_of=2, by_games=True)


def test_points_of_games_leave_more_open_than_wins_and_draws():
    """A match gives 2, 1½, 1, ½ or 0 points; the verdicts agree with the list of all outcomes."""
    chain = RULES["mtr"].chain[:1]
    assert [TWO_GAMES.sides(each)[0] for each in possible_results(TWO_GAMES, chain)] == [
        2, Fraction(3, 2), 1, Fraction(1, 2), 0,
    ]  # fmt: skip
    rules = replace(RULES["fide-2026"], chain=("PTS", "WIN"))
    seen = 0
    for seed in range(6):
        snapshot = field(seed, 5 + seed % 2, 3, TWO_GAMES)
        oracle = list(outcomes_of(snapshot, rules, 2))
        for verdict in verdicts(snapshot, rules, 2):
            check(verdict, oracle)
            seen += 1
    assert seen


@pytest.mark.parametrize("rules", ["go", "fide-2026"])
def test_large_field_never_exceeds_its_budget(rules, monkeypatch):
    """Outcomes are calculated only while steps remain; with 300 players a single outcome takes a while."""
    taken = []
    reckoning = Outcomes.reckoning

    def count_cost(self, results):
        taken.append(self.cost)
        return reckoning(self, results)

    monkeypatch.setattr(Outcomes, "reckoning", count_cost)
    players = tuple(Player(number, f"P{number}", 2500 - number) for number in range(1, 121))
    rounds = []
    for number in range(1, 5):
        order = Random(number).sample(range(1, 121), 120)
        result = Result(Outcome.DRAW, Outcome.DRAW) if number < 4 else None
        pairs = zip(order[::2], order[1::2], strict=True)
        rounds.append(Round(number, tuple(Pairing(at, *pair, result) for at, pair in enumerate(pairs, start=1))))
    verdicts(Snapshot(players, tuple(rounds), next_round=5, planned_rounds=4), RULES[rules], 16, 40_000)
    assert sum(taken) < 60_000
