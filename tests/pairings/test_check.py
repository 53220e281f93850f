"""The general promises that the judge holds every plan to."""

from random import Random

import pytest

from pairings.check import violations
from pairings.plan import PlannedBye, PlannedPairing, RoundPlan
from pairings.sentences import sentence
from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Player, Result, Round, Snapshot
from pairings.systems.manual import engine as manual

FOUR = tuple(Player(number, name) for number, name in enumerate(("Ann", "Bo", "Cy", "Di"), start=1))


def by_hand(snapshot):
    return manual.pair(snapshot, manual.Options(), Random(0))


def codes(snapshot, plan):
    return [violation.reason.code for violation in violations(snapshot, plan)]


def test_a_complete_first_round_breaks_nothing():
    snapshot = Snapshot(players=FOUR, fixed=((1, 2), (3, 4)))
    assert codes(snapshot, by_hand(snapshot)) == []


def test_a_player_left_over_is_named():
    snapshot = Snapshot(players=FOUR, fixed=((1, 2),))
    assert [sentence(v.reason, {3: "Cy", 4: "Di"}) for v in violations(snapshot, by_hand(snapshot))] == [
        "Cy has no opponent and no bye.",
        "Di has no opponent and no bye.",
    ]


def test_a_requested_bye_is_no_fault():
    snapshot = Snapshot(players=FOUR[:3], fixed=((1, 2),), byes=(Bye(3, ByeKind.HALF),))
    assert codes(snapshot, by_hand(snapshot)) == []


@pytest.mark.parametrize(("decision", "expected"), [(Decision.PLAYED, ["met-before"]), (Decision.FORFEIT, [])])
def test_only_a_played_game_is_a_meeting(decision, expected):
    earlier = Pairing(1, 2, 1, Result(Outcome.WIN, Outcome.LOSS, decision=decision))
    snapshot = Snapshot(players=FOUR[:2], rounds=(Round(1, (earlier,)),), next_round=2, fixed=((1, 2),))
    assert codes(snapshot, by_hand(snapshot)) == expected


def test_what_the_database_refuses_is_marked_impossible():
    snapshot = Snapshot(players=FOUR)
    plan = RoundPlan(1, (PlannedPairing(1, 1, 1), PlannedPairing(1, 2, 9), PlannedPairing(2, 3, 4)))
    found = {v.reason.code: v.impossible for v in violations(snapshot, plan)}
    assert found == {"against-self": True, "twice-in-round": True, "unknown-player": True, "table-twice": True}


def test_a_bye_made_by_hand_is_held_to_as_well():
    three = Snapshot(players=tuple(Player(n) for n in (1, 2, 3)), fixed=((1, 0),))
    kept = RoundPlan(1, (PlannedPairing(1, 2, 3),), (PlannedBye(1),))
    broken = RoundPlan(1, (PlannedPairing(1, 1, 2),), (PlannedBye(3),))
    assert violations(three, kept) == ()
    assert [v.reason.code for v in violations(three, broken)] == ["fixed-bye-broken"]
