"""Molter: everyone meets different teams and has both sides equally often; the judge; refusals."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from pairings.judge import unexplained_violations, violations
from pairings.plan import CannotPair, PlannedPairing, as_recorded
from pairings.snapshot import Player, Snapshot
from pairings.systems import hutton
from pairings.systems.hutton.engine import whole_plan
from pairings.systems.hutton.molter import rounds_of
from pairings.systems.hutton.promises import promises
from pairings.wording.sentences import sentence


def options(boards, games):
    return hutton.Options(boards=boards, games=games, sides="molter")


def field(players, **more):
    return Snapshot(tuple(Player(number, f"P{number}") for number in range(1, players + 1)), **more)


def play_all(teams, boards, games):
    """Return the plans of all rounds, each checked by the rules alone."""
    snapshot, plans = field(teams * boards), []
    for _round in range(games):
        plan = hutton.pair(snapshot, options(boards, games), Random(0))
        assert list(violations(snapshot, plan, promises, options(boards, games))) == []
        plans.append(plan)
        rounds = (*snapshot.rounds, as_recorded(plan))
        snapshot = replace(snapshot, rounds=rounds, next_round=len(rounds) + 1)
    return plans


@pytest.mark.parametrize("teams", range(3, 12))
@pytest.mark.parametrize("boards", [2, 4, 6])
def test_all_rounds_follow_every_rule(teams, boards):
    for games in {1, teams - 2, teams - 1}:
        assert len(play_all(teams, boards, games)) == games


@pytest.mark.rotates(8)
@pytest.mark.parametrize(("teams", "boards"), [(13, 4), (13, 8), (17, 10), (19, 8), (23, 12), (24, 6), (40, 8)])
def test_large_fields_follow_every_rule(teams, boards):
    play_all(teams, boards, 12)


def test_most_teams_are_first_at_exactly_half_of_their_boards():
    """This is the ideal of each round; 88 % of teams reach it, with 3 to 24 teams of 2 to 12 boards."""
    even = whole = 0
    for teams in range(3, 10):
        for boards in (4, 6):
            for found in rounds_of(teams, boards, teams - 1):
                ahead = [sum(game.first.team == t for game in found.games) for t in range(1, teams + 1)]
                even += sum(2 * count == boards for count in ahead)
                whole += teams
    assert Fraction(even, whole) > Fraction(2, 3)


def test_two_rounds_give_everyone_both_sides():
    first, second = whole_plan(16, options(4, 2))
    assert {game[0] for game in first} == {game[1] for game in second}


@pytest.mark.parametrize(
    ("players", "chosen", "text"),
    [
        (9, options(3, 2), "A Molter needs an even number of players per team, not 3."),
        (12, options(4, 3), "With 3 teams, a Molter has fewer than 3 rounds"),
    ],
)
def test_impossible_numbers_are_refused(players, chosen, text):
    with pytest.raises(CannotPair) as refused:
        hutton.pair(field(players), chosen, Random(0))
    assert sentence(refused.value.reason, {}).startswith(text)
    assert hutton.rounds(players, chosen) is None


def test_reasons_explain_sides():
    plan = hutton.pair(field(16), options(4, 3), Random(0))
    sentences = [sentence(reason, {}) for reason in plan.pairings[0].reasons]
    assert "In rounds 1 and 2 together, everyone is first once and second once." in sentences


def test_report_code_contains_boards_and_games():
    code = hutton.SYSTEM.report_code(options(4, 3))
    assert code == "CUSTOM_MOLTER_4X3"
    assert hutton.SYSTEM.of_code(code, "") == {"sides": "molter", "boards": 4, "games": 3}


class TestJudge:
    @pytest.fixture
    def first(self):
        return hutton.pair(field(16), options(4, 3), Random(0))

    def codes(self, plan, snapshot=None):
        found = violations(snapshot or field(16), plan, promises, options(4, 3))
        return {each.reason.code for each in found}

    def test_reports_broken_rules_of_a_round(self, first):
        one, two, *rest = first.pairings
        swapped = [replace(one, second=two.second), replace(two, second=one.second)]
        assert self.codes(replace(first, pairings=(*swapped, *rest))) <= {"molter-team-again", "molter-one-team"}
        mates = [replace(one, first=1, second=2)]
        assert "molter-own-team" in self.codes(replace(first, pairings=(*mates, *rest)))
        assert "molter-not-all" in self.codes(replace(first, pairings=(two, *rest)))
        crossed = PlannedPairing(1, 1, 6), PlannedPairing(2, 2, 5)
        assert "molter-boards-apart" in self.codes(replace(first, pairings=(*crossed, *rest)))

    def test_reports_the_team_that_a_player_meets_again(self, first):
        snapshot = replace(field(16), rounds=(as_recorded(first),), next_round=2)
        found = violations(snapshot, replace(first, number=2), promises, options(4, 3))
        again = [each.reason.facts for each in found if each.reason.code == "molter-team-again"]
        opponents = [pair for one in first.pairings for pair in (one.players, one.players[::-1])]
        teams = {(player, (other - 1) // 4 + 1) for player, other in opponents}
        assert {(facts["player"], facts["team"]) for facts in again} == teams

    def test_reports_uneven_sides(self, first):
        snapshot = replace(field(16), rounds=(as_recorded(first),), next_round=2)
        second = hutton.pair(snapshot, options(4, 3), Random(0))
        turned = tuple(replace(each, first=each.second, second=each.first) for each in second.pairings)
        assert self.codes(replace(second, pairings=turned), snapshot) == {"molter-player-sides", "molter-team-sides"}

    def test_next_plan_reports_sides_changed_by_hand(self, first):
        for at, one in enumerate(first.pairings):
            rest = first.pairings[:at] + first.pairings[at + 1 :]
            changed = replace(first, pairings=(replace(one, first=one.second, second=one.first), *rest))
            if not self.codes(changed):
                break
        else:
            raise AssertionError("no game can be turned")
        snapshot = replace(field(16), rounds=(as_recorded(changed),), next_round=2)
        plan = hutton.pair(snapshot, options(4, 3), Random(0))
        assert unexplained_violations(snapshot, plan, promises, options(4, 3)) == ()
        assert {reason.facts["player"] for reason in plan.reasons if reason.code == "molter-player-sides"} == {
            *(one.first, one.second),
        }

    def test_removed_game_makes_the_engine_break_no_promise(self, first):
        snapshot = replace(field(16), rounds=(as_recorded(replace(first, pairings=first.pairings[1:])),), next_round=2)
        for number in (2, 3, 4):
            plan = hutton.pair(snapshot, options(4, 3), Random(0))
            assert unexplained_violations(snapshot, plan, promises, options(4, 3)) == ()
            snapshot = replace(snapshot, rounds=(*snapshot.rounds, as_recorded(plan)), next_round=number + 1)
