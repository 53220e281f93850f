"""Rounds of Double-Swiss: examples of the text, a literal implementation, matches of two games, and reasons."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from pairings import judge
from pairings.numbers import scores
from pairings.plan import CannotPair, PlannedPairing, RoundPlan, as_recorded
from pairings.snapshot import (
    Bye,
    ByeKind,
    Decision,
    ForbiddenPair,
    Outcome,
    Pairing,
    Player,
    Result,
    Round,
    Scoring,
    Snapshot,
)
from pairings.systems.double_swiss import MATCHES, SYSTEM, Options
from pairings.wording.sentences import sentence
from tests.pairings.double_swiss import literal

WIN, DRAW, LOSS = (Outcome.WIN, Outcome.LOSS), (Outcome.DRAW, Outcome.DRAW), (Outcome.LOSS, Outcome.WIN)
TWO_GAMES = Scoring(
    win=Fraction(2),
    draw=Fraction(1),
    forfeit_win=Fraction(2),
    allocated_bye=Fraction(3, 2),
    full_bye=Fraction(2),
    half_bye=Fraction(1),
    best_of=2,
    by_games=True,
    bye_games=(2, 0),
)
WHITE = Options(initial_colour="white")


def match(won, lost, drawn):
    return Result(*(WIN if won > lost else LOSS if won < lost else DRAW), games=(won, lost, drawn))


def drawn_by(lots):
    """Return a random result of a match, including games that both lost, forfeits, and None for an open match."""
    kind = lots.random()
    if kind < 0.06:
        return Result(*lots.choice((WIN, LOSS, (Outcome.LOSS, Outcome.LOSS))), Decision.FORFEIT)
    if kind < 0.09:
        return None
    if kind < 0.12:
        return Result(*lots.choice((WIN, DRAW, LOSS)))
    ends = (2, 0, 0), (2, 0, 0), (0, 2, 0), (1, 0, 1), (0, 1, 1), (1, 1, 0), (0, 0, 2), (1, 0, 0), (0, 0, 1), (0, 0, 0)
    return match(*lots.choice(ends))


def plan_or_none(snapshot, options):
    try:
        return SYSTEM.pair(snapshot, options, Random(0))
    except CannotPair:
        return None


def as_pairs(plan):
    return {(pairing.first, pairing.second) for pairing in plan.pairings}


def positions(count):
    """Yield small random events before each of their rounds, with the plan of that round."""
    for seed in range(count):
        lots = Random(seed)
        size, planned = lots.randint(2, 8), lots.randint(2, 7)
        options = Options(initial_colour=lots.choice(("white", "black")))
        players = tuple(Player(n, entered=lots.choice((1, 1, 1, 1, 2))) for n in range(1, size + 1))
        apart = (ForbiddenPair(frozenset(lots.sample(range(1, size + 1), 2))),) if lots.random() < 0.2 else ()
        snapshot = Snapshot(players, scoring=TWO_GAMES, planned_rounds=planned, forbidden=apart)
        for number in range(1, planned + 1):
            away = tuple(
                Bye(player.number, lots.choice((ByeKind.HALF, ByeKind.ZERO, ByeKind.ZERO, ByeKind.FULL)))
                for player in players
                if player.entered <= number and lots.random() < 0.1
            )
            snapshot = replace(snapshot, next_round=number, byes=away)
            if not snapshot.to_be_paired():
                break
            plan = plan_or_none(snapshot, options)
            yield snapshot, options, plan
            if plan is None:
                break
            played = as_recorded(plan)
            tables = tuple(replace(p, result=drawn_by(lots)) for p in played.pairings)
            snapshot = replace(snapshot, rounds=(*snapshot.rounds, replace(played, pairings=tables)))


@pytest.mark.rotates(8)
def test_literal_reading_of_the_text_gives_the_same_pairs(request):
    count = request.config.getoption("--dutch-positions")
    seen = refused = floated = 0
    for snapshot, options, plan in positions(count):
        expected = literal.Round(snapshot, options).find_pairs()
        seen += 1
        if plan is None:
            assert expected is None
            refused += 1
            continue
        away = {bye.player for bye in snapshot.byes}
        byes = [b.player for b in plan.byes if b.kind is ByeKind.ALLOCATED and b.player not in away]
        assert (as_pairs(plan), byes[0] if byes else None) == expected, (snapshot, options)
        assert judge.violations(snapshot, plan, SYSTEM.promises, options) == ()
        floated += any(reason.code == "double-upfloat" for p in plan.pairings for reason in p.reasons)
    assert seen > 2 * count
    assert refused
    assert floated > count / 4


class TestText:
    def test_example_of_upfloaters_gives_the_printed_order(self):
        """Article 3.5.3: three upfloaters join three residents who have all met.

        They are chosen from 2, 6, 8 (3 points) and 1, 3, 5 (2½ points).
        """
        snapshot = of_scores(
            {4: 4, 7: 4, 9: 4, 2: 3, 6: 3, 8: 3, 1: 2.5, 3: 2.5, 5: 2.5, 10: 2}, (4, 7), (4, 9), (7, 9)
        )
        by_letter = literal.Round(snapshot, WHITE)
        assert by_letter.upfloaters({4, 7, 9}, [2, 6, 8, 1, 3, 5, 10]) == (2, 6, 8)
        found = MATCHES.pair_field(snapshot, WHITE)
        numbers = [player.number for player in found.field.players]
        assert {n for at, n in enumerate(numbers) if found.brackets[0].upfloaters >> at & 1} == {2, 6, 8}

    def test_bracket_of_four_tries_upper_half_against_lower_half_first(self):
        """Article 3.6: 1-3 2-4 comes before 1-4 2-3, which comes before 1-2 3-4."""
        for met, expected in (((), {(1, 3), (4, 2)}), (((1, 3),), {(1, 4), (3, 2)})):
            snapshot = of_scores(dict.fromkeys(range(1, 5), 2), *met)
            plan = SYSTEM.pair(snapshot, WHITE, Random(0))
            assert {frozenset(pair) for pair in as_pairs(plan)} == {frozenset(pair) for pair in expected}

    def test_match_with_one_forfeited_game_counts_as_played(self):
        """Preface: a match is forfeited only if a player forfeits both games; then it may be paired again."""
        played = Round(1, (Pairing(1, 1, 2, match(2, 0, 0)),))
        forfeited = Round(1, (Pairing(1, 1, 2, Result(*WIN, Decision.FORFEIT)),))
        for recorded, again in ((played, False), (forfeited, True)):
            snapshot = Snapshot((Player(1), Player(2)), (recorded,), TWO_GAMES, 2, 5)
            assert (plan_or_none(snapshot, WHITE) is not None) is again

    @pytest.mark.parametrize(
        ("games", "points"),
        [((2, 0, 0), (2, 0)), ((1, 0, 1), (1.5, 0.5)), ((1, 1, 0), (1, 1)), ((0, 0, 2), (1, 1)), ((1, 0, 0), (1, 0))],
    )
    def test_points_of_a_match_are_the_sum_of_its_games(self, games, points):
        snapshot = Snapshot((Player(1), Player(2)), (Round(1, (Pairing(1, 1, 2, match(*games)),)),), TWO_GAMES, 2)
        assert tuple(scores.points(snapshot).values()) == points
        found = MATCHES.pair_field(replace(snapshot, players=(Player(1), Player(2), Player(3), Player(4))), WHITE)
        assert tuple(player.points for player in sorted(found.field.players, key=lambda p: p.number))[:2] == tuple(
            value * found.field.unit for value in points
        )

    def test_single_games_give_a_warning_to_set_two_games(self):
        plan = SYSTEM.pair(Snapshot((Player(1), Player(2)), planned_rounds=3), WHITE, Random(0))
        assert [reason.code for reason in plan.reasons] == ["double-not-two-games"]
        assert "2 games" in sentence(plan.reasons[0])


def of_scores(wanted, *met):
    """Return a snapshot of players who reached the wanted scores by byes in two rounds.

    After them, the listed pairs have met without points.
    """
    gone = max(wanted) + 10
    players = [Player(n) for n in sorted(wanted)] + [Player(gone, withdrawn=0)]
    byes = {4: (ByeKind.FULL, ByeKind.FULL), 3: (ByeKind.FULL, ByeKind.HALF), 2: (ByeKind.HALF, ByeKind.HALF)}
    byes |= {2.5: (ByeKind.HALF, ByeKind.ALLOCATED)}
    rounds = [
        Round(at + 1, (), tuple(Bye(n, byes[points][at]) for n, points in sorted(wanted.items()))) for at in (0, 1)
    ]
    rounds += [Round(3 + at, (Pairing(1, *pair, match(0, 0, 0)),)) for at, pair in enumerate(met)]
    return Snapshot(tuple(players), tuple(rounds), TWO_GAMES, 3 + len(met), 20)


class TestJudge:
    def test_checks_who_begins_with_white(self):
        seen = set()
        for snapshot, options, plan in positions(60):
            for pairing in () if plan is None else plan.pairings:
                turned = replace_pair(plan, pairing)
                found = judge.violations(snapshot, turned, SYSTEM.promises, options)
                seen |= {violation.reason.article for violation in found}
                assert "dutch-colours" in {violation.reason.code for violation in found}
        assert seen >= {f"C.04.5 4.3.{step}" for step in (1, 2, 3, 4)}


def replace_pair(plan, pairing):
    """Return the plan with the colours of one table exchanged."""
    turned = PlannedPairing(pairing.table, pairing.second, pairing.first)
    return RoundPlan(plan.number, tuple(turned if p is pairing else p for p in plan.pairings), plan.byes)


class TestReasons:
    def test_exist_in_words_for_every_table_and_bye(self):
        codes = set()
        for _snapshot, _options, plan in positions(80):
            for reason in [] if plan is None else [r for each in (*plan.pairings, *plan.byes) for r in each.reasons]:
                codes.add(reason.code)
                assert "{" not in sentence(reason)
        assert codes >= {f"double-colours-{step}" for step in (1, 2, 3, 4, 5)}
        assert codes >= {"double-first-free", "double-not-first", "double-first-barred", "double-upfloat", "double-bye"}

    @pytest.mark.rotates(4)
    def test_explain_why_two_players_do_not_meet(self):
        codes = set()
        for snapshot, options, plan in positions(120):
            here = [player.number for player in snapshot.to_be_paired()]
            meet = set() if plan is None else {frozenset(pair) for pair in as_pairs(plan)}
            for a, b in zip(here, here[1:] + here[:1], strict=True):
                if plan is not None and a != b and frozenset((a, b)) not in meet:
                    (reason,) = MATCHES.why_not(snapshot, options, a, b)
                    codes.add(reason.code)
                    assert reason.article
                    assert "{" not in sentence(reason)
        assert codes >= {"met-before", "double-why-bye", "double-why-group", "double-why-order", "double-why-rest"}
