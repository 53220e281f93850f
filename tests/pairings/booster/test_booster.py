"""Booster drafts: sizes of pods, seats, first rounds against opposite seats, Swiss rounds in the pod, and promises."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from pairings.judge import unexplained_violations
from pairings.numbers import scores
from pairings.plan import CannotPair, NoLegalPairing, as_recorded
from pairings.snapshot import Bye, ByeKind, ForbiddenPair, Outcome, Player, Result, Round, Scoring, Snapshot
from pairings.systems import SYSTEMS
from pairings.systems.booster import Options, idle, pair, sizes, why_not

SYSTEM = SYSTEMS["booster"]
THREE_ONE = Scoring(win=Fraction(3), draw=Fraction(1), forfeit_win=Fraction(3), allocated_bye=Fraction(3))
WON = (Result(Outcome.WIN, Outcome.LOSS), Result(Outcome.LOSS, Outcome.WIN))
DRAWN = Result(Outcome.DRAW, Outcome.DRAW)
INSIDE, ACROSS = Options(), Options(across=True)

#: Wizards' table, and its own continuation.
TABLE = {
    8: (8,), 9: (9,), 10: (10,), 11: (11,), 12: (6, 6), 13: (7, 6), 14: (8, 6), 15: (8, 7), 16: (8, 8), 17: (9, 8),
    18: (10, 8), 19: (10, 9), 20: (10, 10), 21: (11, 10), 22: (8, 8, 6), 23: (8, 8, 7), 24: (8, 8, 8),
    26: (10, 8, 8), 28: (8, 8, 6, 6),
}  # fmt: skip


def field(count, **more):
    return Snapshot(
        tuple(Player(number, f"Name {number}") for number in range(1, count + 1)), scoring=THREE_ONE, **more
    )


def play(snapshot, options=INSIDE, seed=1, results=WON):
    """Return the plan of the next round, and the snapshot after it with random results."""
    snapshot = SYSTEM.add_system_facts(snapshot, options)
    plan = pair(snapshot, options, Random(seed))
    lots = Random(seed + plan.number)
    played = as_recorded(plan)
    tables = tuple(replace(table, result=lots.choice(results)) for table in played.pairings)
    rounds = (*snapshot.rounds, replace(played, pairings=tables))
    return plan, replace(snapshot, rounds=rounds, next_round=plan.number + 1, byes=(), fixed=())


def draft(count, options=INSIDE, seed=1, rounds=3, results=WON):
    plans, snapshot = [], field(count)
    for _round in range(rounds):
        plan, snapshot = play(snapshot, options, seed, results)
        plans.append(plan)
    return plans, snapshot


def pod_of(pods):
    return {player: number for number, pod in enumerate(pods) for player in pod}


def codes(plan):
    return {reason.code for each in (*plan.pairings, *plan.byes, plan) for reason in each.reasons}


@pytest.mark.parametrize("players", TABLE)
def test_pod_sizes_match_the_table(players):
    assert sizes(players) == TABLE[players]


def test_pods_of_larger_fields_have_6_to_11_players_and_mostly_8():
    for players in range(25, 400):
        found = sizes(players)
        assert sum(found) == players
        assert all(6 <= each <= 11 for each in found)
        assert sum(each != 8 for each in found) <= 2
        assert sum(each % 2 for each in found) == players % 2


def test_first_draft_assigns_pods_and_seats_by_lot():
    plans = [pair(field(22), INSIDE, Random(seed)) for seed in range(3)]
    assert [list(map(len, plan.booster_pods)) for plan in plans] == [[8, 8, 6]] * 3
    assert len({plan.booster_pods for plan in plans}) == 3
    for plan in plans:
        assert sorted(number for pod in plan.booster_pods for number in pod) == list(range(1, 23))
    assert pair(field(22), INSIDE, Random(1)) == plans[1]


@pytest.mark.parametrize("players", [8, 10, 16, 22])
def test_players_in_opposite_seats_meet_first(players):
    plan = pair(field(players), INSIDE, Random(5))
    met = {frozenset(table.players) for table in plan.pairings}
    for pod in plan.booster_pods:
        half = len(pod) // 2
        assert {frozenset((pod[at], pod[at + half])) for at in range(half)} <= met
    assert codes(plan) == {"booster-opposite", "booster-lot"}


@pytest.mark.parametrize("seed", range(20))
def test_one_player_of_eight_wins_all_three_rounds(seed):
    plans, snapshot = draft(24, seed=seed)
    points = scores.points(snapshot)
    for pod in plans[0].booster_pods:
        assert sorted(points[number] for number in pod) == [0, 3, 3, 3, 6, 6, 6, 9]
    assert [plan.booster_pods == () for plan in plans] == [False, True, True]


@pytest.mark.parametrize("players", [*range(2, 34), 57, 100])
@pytest.mark.parametrize("options", [INSIDE, ACROSS], ids=["inside", "across"])
@pytest.mark.rotates(8)
def test_every_round_keeps_its_promises(players, options):
    snapshot = field(players)
    for number in range(6):
        snapshot = SYSTEM.add_system_facts(snapshot, options)
        plan, after = play(snapshot, options, seed=players + number, results=(*WON, DRAWN))
        assert unexplained_violations(snapshot, plan, SYSTEM.promises, options) == ()
        pods = next(each.booster_pods for each in reversed(after.rounds) if each.booster_pods)
        if not options.across:
            where = pod_of(pods)
            assert all(where[table.first] == where[table.second] for table in plan.pairings)
            assert len(plan.byes) == sum(len(pod) % 2 for pod in pods)
        snapshot = after


def test_pods_of_the_next_draft_are_made_by_points():
    plans, snapshot = draft(24, rounds=3)
    points = scores.points(snapshot)
    plan, _after = play(snapshot)
    ranked = sorted(points.values(), reverse=True)
    assert [sorted((points[n] for n in pod), reverse=True) for pod in plan.booster_pods] == [
        ranked[:8], ranked[8:16], ranked[16:]
    ]  # fmt: skip
    assert {"booster-by-points", "booster-opposite"} <= codes(plan)
    assert plan.booster_pods != plans[0].booster_pods
    met = {frozenset(table.players) for table in plan.pairings}
    assert met == {frozenset((pod[at], pod[at + 4])) for pod in plan.booster_pods for at in range(4)}


def test_only_points_of_the_current_draft_affect_pairings():
    """In the second draft all players start from zero: winners of its first round meet in its second."""
    _plans, snapshot = draft(16, rounds=4)
    won = {table.first if table.result.first is Outcome.WIN else table.second for table in snapshot.rounds[3].pairings}
    plan, _after = play(snapshot)
    assert all((table.first in won) == (table.second in won) for table in plan.pairings)


def test_no_player_has_two_byes_in_a_draft():
    plans, _snapshot = draft(7, rounds=3)
    given = [bye.player for plan in plans for bye in plan.byes]
    assert len(given) == len(set(given)) == 3


def test_late_entries_and_requested_byes_wait_for_the_next_draft():
    players = (*field(9).players[:8], Player(9, "Late", entered=2))
    first, snapshot = play(replace(field(0), players=players, byes=(Bye(8, ByeKind.HALF),)))
    assert sorted(number for pod in first.booster_pods for number in pod) == list(range(1, 8))
    assert idle(snapshot, INSIDE) == {8, 9}
    second, snapshot = play(snapshot)
    there = {number for table in second.pairings for number in table.players} | {bye.player for bye in second.byes}
    assert there == set(range(1, 8))
    _third, snapshot = play(snapshot)
    fourth, _snapshot = play(snapshot)
    assert sorted(number for pod in fourth.booster_pods for number in pod) == list(range(1, 10))


def test_pod_is_odd_after_a_withdrawal():
    _plan, snapshot = play(field(8))
    gone = tuple(replace(each, withdrawn=1) if each.number == 3 else each for each in snapshot.players)
    plan, _after = play(replace(snapshot, players=gone))
    assert (len(plan.pairings), len(plan.byes)) == (3, 1)
    assert "booster-bye-pod" in codes(plan)


def test_pairing_across_pods_pairs_equal_points_of_all_pods():
    plans, snapshot = draft(16, ACROSS, rounds=2)
    where = pod_of(plans[0].booster_pods)
    assert any(where[table.first] != where[table.second] for table in plans[1].pairings)
    won = scores.points(replace(snapshot, rounds=snapshot.rounds[:1]))
    assert all(won[table.first] == won[table.second] for table in plans[1].pairings)
    assert codes(plans[1]) == {"booster-level"}


class TestWishes:
    def test_forbidden_pair_does_not_meet_in_opposite_seats(self):
        before = field(8)
        pod = pair(before, INSIDE, Random(1)).booster_pods[0]
        never = ForbiddenPair(frozenset((pod[0], pod[4])))
        plan = pair(replace(before, forbidden=(never,)), INSIDE, Random(1))
        assert plan.booster_pods == (pod,)
        assert all(set(table.players) != never.players for table in plan.pairings)
        assert "booster-nearly" in codes(plan)

    def test_fixed_pair_meets_even_across_pods(self):
        plan = pair(field(16, fixed=((1, 2),)), INSIDE, Random(3))
        assert any(set(table.players) == {1, 2} for table in plan.pairings)
        assert len(plan.pairings) * 2 + len(plan.byes) == 16

    @pytest.mark.parametrize(
        ("more", "code"),
        [
            ({"fixed": ((1, 99),)}, "booster-hand-absent"),
            ({"fixed": ((1, 2), (2, 3))}, "booster-hand-twice"),
            ({"fixed": ((1, 2),), "forbidden": (ForbiddenPair(frozenset((1, 2))),)}, "booster-hand-forbidden"),
        ],
    )
    def test_impossible_wishes_are_refused(self, more, code):
        with pytest.raises(CannotPair) as refused:
            pair(field(8, **more), INSIDE, Random(1))
        assert refused.value.reason.code == code

    @pytest.mark.parametrize(("options", "code"), [(INSIDE, "booster-no-legal-pod"), (ACROSS, "booster-no-legal")])
    def test_refusal_names_a_pod_without_legal_pairing(self, options, code):
        never = tuple(ForbiddenPair(frozenset((1, other))) for other in range(2, 9))
        with pytest.raises(NoLegalPairing) as refused:
            pair(field(8, forbidden=never), options, Random(1))
        assert refused.value.reason.code == code

    def test_too_few_and_too_many_players_are_refused(self):
        for count, code in ((1, "booster-few"), (1001, "booster-many")):
            with pytest.raises(CannotPair) as refused:
                pair(field(count), INSIDE, Random(1))
            assert refused.value.reason.code == code


class TestPromises:
    def broken_codes(self, snapshot, plan, options=INSIDE):
        return {violation.reason.code for violation in SYSTEM.promises(snapshot, plan, options)}

    def test_broken_promises_are_reported(self):
        before = field(22)
        plan = pair(before, INSIDE, Random(1))
        one, two = plan.pairings[0], plan.pairings[-1]
        crossed = (replace(one, second=two.second), *plan.pairings[1:-1], replace(two, second=one.second))
        assert self.broken_codes(before, replace(plan, pairings=crossed)) == {"booster-across"}
        assert self.broken_codes(before, replace(plan, booster_pods=())) >= {"booster-no-pods"}
        flat = tuple(number for pod in plan.booster_pods for number in pod)
        other = (flat[:11], flat[11:])
        assert "booster-sizes" in self.broken_codes(before, replace(plan, booster_pods=other))
        assert "booster-unseated" in self.broken_codes(
            before, replace(plan, booster_pods=(flat[:8], flat[8:16], flat[16:21]))
        )

    def test_avoidable_rematches_and_too_many_byes_are_reported(self):
        first, snapshot = play(field(8))
        again = replace(first, number=2, booster_pods=())
        assert "booster-avoidable" in self.broken_codes(snapshot, again)
        second = pair(SYSTEM.add_system_facts(snapshot, INSIDE), INSIDE, Random(1))
        from pairings.plan import PlannedBye

        idle_ones = tuple(PlannedBye(number) for number in second.pairings[0].players)
        assert "booster-byes" in self.broken_codes(
            snapshot, replace(second, pairings=second.pairings[1:], byes=idle_ones)
        )
        refuses = tuple(replace(each, may_have_bye=False) for each in snapshot.players)
        assert "booster-bye-refused" in self.broken_codes(
            replace(snapshot, players=refuses), replace(second, pairings=second.pairings[1:], byes=idle_ones)
        )


def test_reasons_explain_why_two_players_do_not_meet():
    seen = set()
    for seed in range(6):
        snapshot = field(15)
        for _round in range(3):
            never = replace(snapshot, forbidden=(ForbiddenPair(frozenset((1, 2))),))
            seen |= {reason.code for reason in why_not(SYSTEM.add_system_facts(never, INSIDE), INSIDE, 1, 2)}
            answer = SYSTEM.add_system_facts(snapshot, INSIDE)
            for other in range(2, 16):
                seen |= {reason.code for reason in why_not(answer, INSIDE, 1, other)}
            _plan, snapshot = play(snapshot, seed=seed)
    assert seen >= {
        "forbidden-pair", "booster-why-seats", "booster-why-pods", "booster-why-bye", "booster-why-met",
        "booster-why-cost",
    }  # fmt: skip


def test_manual_rounds_do_not_start_a_draft():
    """After a manual first round without pods, the draft begins in the second round."""
    by_hand = Round(1, tuple(as_recorded(pair(field(8), INSIDE, Random(1))).pairings))
    played = replace(by_hand, pairings=tuple(replace(each, result=WON[0]) for each in by_hand.pairings))
    plan = pair(replace(field(8), rounds=(played,), next_round=2), INSIDE, Random(1))
    assert plan.booster_pods
    assert "booster-by-points" in codes(plan)


def test_each_of_two_odd_pods_has_a_bye():
    first, snapshot = play(field(16))
    gone = {pod[0] for pod in first.booster_pods}
    players = tuple(replace(each, withdrawn=1) if each.number in gone else each for each in snapshot.players)
    snapshot = replace(snapshot, players=players)
    plan, _after = play(snapshot)
    assert len(plan.byes) == 2
    assert unexplained_violations(snapshot, plan, SYSTEM.promises, INSIDE) == ()
    by_hand = tuple((bye.player, 0) for bye in plan.byes)
    again, _after = play(replace(snapshot, fixed=by_hand))
    assert [bye.player for bye in again.byes] == [bye.player for bye in plan.byes]
