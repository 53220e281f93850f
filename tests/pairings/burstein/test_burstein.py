"""Rounds by Burstein: recorded positions, a literal implementation, seeding rounds, the Index, and reasons."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pairings import judge
from pairings.snapshot import Bye, ByeKind, Outcome, Pairing, Player, Result, Round, Snapshot
from pairings.systems import dutch
from pairings.systems.burstein import PRESETS, SYSTEM, Options, why_not
from pairings.systems.burstein.engine import is_seeding, pairs_after_seeding
from pairings.systems.burstein.field import BursteinField
from pairings.wording.sentences import sentence
from tests.pairings.burstein import literal
from tests.pairings.swiss_positions import agrees_with_text, as_set, positions, recorded_rounds, round_of

WON, DRAWN = Result(Outcome.WIN, Outcome.LOSS), Result(Outcome.DRAW, Outcome.DRAW)


def test_recorded_positions_are_paired_the_same(request):
    differing, seen = [], 0
    for name, snapshot, expected in recorded_rounds(request, SYSTEM):
        plan = round_of(SYSTEM, snapshot)
        seen += 1
        if (None if plan is None else as_set(plan)) != expected:
            differing.append(name)
        assert plan is None or judge.violations(snapshot, plan, SYSTEM.promises, Options()) == ()
    assert differing == []
    assert seen >= 30


@pytest.mark.rotates(8)
def test_literal_reading_of_the_text_gives_the_same_pairs(request):
    seen = refused = 0
    count = request.config.getoption("--dutch-positions")
    for snapshot, options, plan in positions(SYSTEM, count, (1, 3, 5, 6)):
        if not is_seeding(snapshot):
            assert agrees_with_text(SYSTEM, snapshot, options, plan, lambda now: literal.Round(now).find_pairs())
            seen += 1
            refused += plan is None
    assert seen > count
    assert refused


class TestSeedingRounds:
    @pytest.mark.parametrize(
        ("planned", "seeding"), [(1, 0), (2, 1), (3, 1), (5, 2), (8, 4), (9, 4), (13, 4), (None, 4)]
    )
    def test_are_half_of_the_rounds_and_at_most_four(self, planned, seeding):
        players = tuple(map(Player, range(1, 9)))
        numbers = range(1, (planned or 9) + 1)
        found = [is_seeding(Snapshot(players, next_round=number, planned_rounds=planned)) for number in numbers]
        assert sum(found) == seeding
        assert found == sorted(found, reverse=True)

    def test_are_paired_by_the_dutch_system(self):
        for snapshot, options, plan in positions(SYSTEM, 20, (8,)):
            if is_seeding(snapshot):
                assert plan == round_of(dutch.SYSTEM, snapshot, dutch.Options(acceleration=options.acceleration))


class TestIndex:
    """Four players: 1 and 2 draw, 3 beats 4; then 4 is absent, 3 has a half-point bye, and 1 beats 2."""

    def snapshot(self, *asked, rounds=2):
        played = (
            Round(1, (Pairing(1, 1, 2, DRAWN), Pairing(2, 3, 4, WON))),
            Round(2, (), (Bye(4, ByeKind.ZERO), Bye(3, ByeKind.HALF), Bye(1, ByeKind.ALLOCATED), Bye(2, ByeKind.HALF))),
        )
        return Snapshot(
            tuple(map(Player, range(1, 5))), played[:rounds], next_round=rounds + 1, planned_rounds=1, byes=asked
        )

    def index(self, snapshot):
        field = BursteinField(snapshot, Options())
        parts = field.scale.scale
        return {
            player.number: tuple(
                Fraction(value, parts**power) for power, value in enumerate(field.indexes[player.index], start=1)
            )
            for player in field.players
        }

    def test_round_without_a_game_counts_as_a_game_against_oneself(self):
        found = self.index(self.snapshot())
        assert found[1] == (1 + Fraction(3, 2), Fraction(1, 2) * 1 + Fraction(3, 2))
        assert found[3] == (0 + Fraction(3, 2), 0 + Fraction(3, 4))

    def test_absent_opponent_counts_with_draws(self):
        away = self.index(self.snapshot(Bye(4, ByeKind.ZERO)))
        assert away[3] == (Fraction(1, 2) + Fraction(3, 2), Fraction(1, 2) + Fraction(3, 4))

    def test_other_byes_end_the_run_of_absences(self):
        assert self.index(self.snapshot(Bye(4, ByeKind.HALF)))[3] == self.index(self.snapshot())[3]


def test_highest_index_meets_the_lowest():
    """Six players with equal scores who have not met are paired 1-6, 2-5, 3-4 by the ranking."""
    snapshot = Snapshot(tuple(Player(n) for n in range(1, 7)), planned_rounds=1, first_colour="first")
    (bracket,) = pairs_after_seeding(snapshot, Options()).brackets
    assert bracket.pairs == ((0, 5), (1, 4), (2, 3))


class TestReasons:
    def test_exist_in_words_for_every_table(self, request):
        codes = set()
        for _name, snapshot, expected in recorded_rounds(request, SYSTEM):
            if expected is not None and not is_seeding(snapshot):
                plan = round_of(SYSTEM, snapshot)
                for reason in [reason for each in (*plan.pairings, *plan.byes) for reason in each.reasons]:
                    codes.add(reason.code)
                    assert "{" not in sentence(reason)
                    assert reason.article or reason.code == "bye-requested"
        assert {"burstein-fold", "burstein-barred", "burstein-not-lowest", "burstein-index"} <= codes
        assert {"burstein-floater", "burstein-bye"} <= codes

    def test_explain_why_two_players_do_not_meet(self, request):
        codes = set()
        for _name, snapshot, expected in list(recorded_rounds(request, SYSTEM))[:12]:
            present = [player.number for player in snapshot.to_be_paired()]
            meet = {frozenset(pair) for pair in expected or ()}
            for a, b in zip(present, present[1:] + present[:1], strict=True):
                if expected and frozenset((a, b)) not in meet and a != b:
                    found = why_not(snapshot, Options(), a, b)
                    assert found[0].article
                    codes.add(found[0].code)
        assert {"met-before", "burstein-why-group", "burstein-why-order", "burstein-why-colours"} <= codes

    def test_colours_by_index_pass_the_judge(self):
        """Colours depend on who is ranked higher by Index, not by score."""
        for snapshot, options, plan in positions(SYSTEM, 60, (3,)):
            if plan is not None and plan.pairings and not is_seeding(snapshot):
                assert judge.violations(snapshot, plan, SYSTEM.promises, options) == ()
                turned = tuple(replace(p, first=p.second, second=p.first) for p in plan.pairings)
                codes = {
                    violation.reason.code
                    for violation in judge.violations(
                        snapshot, replace(plan, pairings=turned), SYSTEM.promises, options
                    )
                }
                assert codes == {"dutch-colours"}


def test_baku_acceleration_is_a_preset():
    assert PRESETS["fide-accelerated"].options == Options("baku")
