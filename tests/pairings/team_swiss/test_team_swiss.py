"""Rounds of teams: recorded events, answers of other programs, a literal implementation, and reasons."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from pairings import judge
from pairings.plan import CannotPair, as_recorded
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
from pairings.swiss.matches.brackets import total
from pairings.systems.team_swiss import MATCHES, SYSTEM, Options
from pairings.wording.sentences import sentence
from tests.pairings.team_swiss import literal

DATA = Path(__file__).parents[2] / "data" / "team_swiss"
COLOURS = {"W": "white", "B": "black"}
WIN, DRAW, LOSS = (Outcome.WIN, Outcome.LOSS), (Outcome.DRAW, Outcome.DRAW), (Outcome.LOSS, Outcome.WIN)


def lines(*names):
    return [json.loads(line) for name in names for line in (DATA / name).read_text().splitlines()]


def scoring(boards):
    return Scoring(
        win=Fraction(2),
        draw=Fraction(1),
        forfeit_win=Fraction(2),
        allocated_bye=Fraction(1),
        full_bye=Fraction(2),
        half_bye=Fraction(1),
        best_of=boards,
    )


def match(match_points, game_points, boards):
    """Return a match result by the points of its first team; it does not matter which boards won them."""
    won, drawn = divmod(int(2 * game_points), 2)
    return Result(*{2: WIN, 1: DRAW, 0: LOSS}[match_points], games=(won, boards - won - drawn, drawn))


def before_each_round(event, boards=4):
    """Yield (snapshot, options, recorded round) for each round of a recorded event."""
    options = Options(event["type"].lower(), secondary=event["secondary"], initial_colour=COLOURS[event["initial"]])
    teams = tuple(Player(number) for number in range(1, event["teams"] + 1))
    snapshot = Snapshot(teams, scoring=scoring(boards), planned_rounds=event["rounds"])
    for number, recorded in enumerate(event["round"], start=1):
        yield replace(snapshot, next_round=number), options, recorded
        tables = tuple(
            Pairing(table, white, black, match(matches, games, boards))
            for table, (white, black, matches, games) in enumerate(recorded["pairs"], start=1)
        )
        byes = (Bye(recorded["pab"], ByeKind.ALLOCATED),) if recorded["pab"] else ()
        snapshot = replace(snapshot, rounds=(*snapshot.rounds, Round(number, tables, byes)))


def plan_or_none(snapshot, options):
    try:
        return SYSTEM.pair(snapshot, options, Random(0))
    except CannotPair:
        return None


def as_pairs(plan):
    return {(pairing.first, pairing.second) for pairing in plan.pairings}


@pytest.mark.parametrize("event", lines("small.jsonl", "larger.jsonl"), ids=lambda e: f"{e['teams']}-{e['type']}")
def test_recorded_events_are_paired_the_same(event):
    """Check the pairs with their colours, the bye, and each bracket with its cost by C8, C9 and C10."""
    for snapshot, options, recorded in before_each_round(event):
        plan = SYSTEM.pair(snapshot, options, Random(0))
        assert as_pairs(plan) == {(white, black) for white, black, *_result in recorded["pairs"]}
        assert [bye.player for bye in plan.byes] == ([recorded["pab"]] if recorded["pab"] else [])
        assert judge.violations(snapshot, plan, SYSTEM.promises, options) == ()
        found = MATCHES.pair_field(snapshot, options)
        numbers = [player.number for player in found.field.players]
        brackets = [
            [
                sorted(number for at, number in enumerate(numbers) if group >> at & 1)
                for group in (bracket.residents, bracket.upfloaters)
            ]
            + [list(total(found.field, bracket.pairs, bracket.upfloaters))]
            for bracket in found.brackets
        ]
        assert brackets == [[sorted(of), sorted(up), cost] for of, up, cost in recorded["brackets"]]


@pytest.mark.parametrize("probe", [p for p in lines("probes.jsonl") if not p["options"]], ids=lambda p: p["case"])
def test_positions_are_answered_as_by_other_programs(probe):
    boards = probe["boards"]
    results = {
        "W": Result(*WIN, games=(boards, 0, 0)),
        "D": Result(*DRAW, games=(0, 0, boards)),
        "L": Result(*LOSS, games=(0, boards, 0)),
        "+": Result(*WIN, Decision.FORFEIT),
        "--": Result(Outcome.LOSS, Outcome.LOSS, Decision.FORFEIT),
    }
    rounds = tuple(
        Round(
            number,
            tuple(Pairing(table, one, two, results[word]) for table, (one, two, word) in enumerate(played["m"], 1)),
            tuple(Bye(team, ByeKind.ALLOCATED) for team in played.get("pab", ())),
        )
        for number, played in enumerate(probe["history"], start=1)
    )
    teams = tuple(Player(number) for number in range(1, probe["teams"] + 1))
    snapshot = Snapshot(teams, rounds, scoring(boards), len(rounds) + 1, probe["rounds"])
    options = Options(probe["type"].lower(), secondary=probe["secondary"], initial_colour="white")
    plan = SYSTEM.pair(snapshot, options, Random(0))
    assert {f"{first}-{second}" for first, second in as_pairs(plan)} == set(probe["answer"])
    assert [bye.player for bye in plan.byes] == ([probe["bye"]] if probe["bye"] else [])


def positions(count):
    """Yield (snapshot, options, plan) before each round of small random events."""
    for seed in range(count):
        lots = Random(seed)
        size, planned, boards = lots.randint(2, 9), lots.randint(2, 7), lots.choice((2, 3, 4))
        options = Options(
            lots.choice(("a", "b", "b", "none")),
            lots.choice(("match", "match", "game")),
            secondary=lots.random() < 0.7,
            initial_colour=lots.choice(("white", "black")),
        )
        teams = tuple(Player(n, entered=lots.choice((1, 1, 1, 1, 2))) for n in range(1, size + 1))
        apart = (ForbiddenPair(frozenset(lots.sample(range(1, size + 1), 2))),) if lots.random() < 0.2 else ()
        snapshot = Snapshot(teams, scoring=scoring(boards), planned_rounds=planned, forbidden=apart)
        for number in range(1, planned + 1):
            away = tuple(
                Bye(team.number, lots.choice((ByeKind.HALF, ByeKind.ZERO, ByeKind.ZERO, ByeKind.FULL)))
                for team in teams
                if team.entered <= number and lots.random() < 0.1
            )
            snapshot = replace(snapshot, next_round=number, byes=away)
            if not snapshot.to_be_paired():
                break
            plan = plan_or_none(snapshot, options)
            yield snapshot, options, plan
            if plan is None:
                break
            played = as_recorded(plan)
            tables = tuple(replace(p, result=drawn_by(lots, boards)) for p in played.pairings)
            snapshot = replace(snapshot, rounds=(*snapshot.rounds, replace(played, pairings=tables)))


def drawn_by(lots, boards):
    kind = lots.random()
    if kind < 0.06:
        return Result(*lots.choice((WIN, LOSS, (Outcome.LOSS, Outcome.LOSS))), Decision.FORFEIT)
    if kind < 0.1:
        return None
    halves = lots.choice((0, boards, boards, 2 * boards, lots.randint(0, 2 * boards)))
    outcome = WIN if halves > boards else LOSS if halves < boards else DRAW
    won, drawn = divmod(halves, 2)
    return Result(*outcome, games=None if kind < 0.2 else (won, boards - won - drawn, drawn))


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
        floated += any(reason.code == "team-upfloat" for p in plan.pairings for reason in p.reasons)
    assert seen > 2 * count
    assert refused
    assert floated > count / 4


class TestReasons:
    def test_exist_in_words_for_every_table_and_bye(self):
        codes = set()
        for _snapshot, _options, plan in positions(60):
            for reason in [] if plan is None else [r for each in (*plan.pairings, *plan.byes) for r in each.reasons]:
                codes.add(reason.code)
                assert "{" not in sentence(reason)
        assert codes >= {f"team-colours-{step}" for step in (1, 2, 3, 5, 6)}
        assert codes >= {"team-first-free", "team-not-first", "team-first-barred", "team-upfloat", "team-bye"}

    def test_explain_why_two_teams_do_not_meet(self):
        codes = set()
        for snapshot, options, plan in positions(40):
            here = [player.number for player in snapshot.to_be_paired()]
            meet = set() if plan is None else {frozenset(pair) for pair in as_pairs(plan)}
            for a, b in zip(here, here[1:] + here[:1], strict=True):
                if plan is not None and a != b and frozenset((a, b)) not in meet:
                    (reason,) = MATCHES.why_not(snapshot, options, a, b)
                    codes.add(reason.code)
                    assert reason.article
                    assert "{" not in sentence(reason)
        assert {"met-before", "team-why-bye", "team-why-group", "team-why-order", "team-why-C8"} <= codes
        assert "team-why-rest" in codes

    def test_name_the_rule_that_separates_two_teams_of_one_group(self):
        """The literal implementation finds the cost of the best pairing of the group in which the two meet."""
        seen = 0
        for snapshot, options, plan in positions(60):
            if plan is None:
                continue
            found, text = MATCHES.pair_field(snapshot, options), literal.Round(snapshot, options)
            for bracket in found.brackets:
                teams, chosen = (
                    sorted(found.field.players[at].number for at in range(found.field.size) if group >> at & 1)
                    for group in (bracket.players, bracket.upfloaters)
                )
                best = text.bracket(teams, chosen)
                for pair in combinations(teams, 2):
                    if text.legal(*pair) and pair not in best:
                        (reason,) = MATCHES.why_not(snapshot, options, *pair)
                        assert reason.code == self.of(text, best, text.bracket(teams, chosen, pair), chosen)
                        seen += 1
        assert seen > 100

    @staticmethod
    def of(text, best, other, chosen):
        if other is None:
            return "team-why-rest"
        both = zip(("C8", "C9", "C10"), text.badness(best, chosen), text.badness(other, chosen), strict=True)
        return next((f"team-why-{name}" for name, now, then in both if then > now), "team-why-order")
