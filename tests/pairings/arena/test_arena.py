"""Rounds of an arena: the cheapest of all possible pairings of free players, the score, and reasons."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from pairings import judge
from pairings.library import system_calls
from pairings.plan import CannotPair, PlannedBye, PlannedPairing, RoundPlan
from pairings.snapshot import Bye, ByeKind, Pairing, Player, Round, Snapshot
from pairings.systems.arena import SYSTEM, Options, scores, why_not
from pairings.wording.sentences import sentence
from tests.pairings.arena.naive import (
    DRAWN,
    LOST,
    WON,
    afternoons,
    all_pairs,
    every_round,
    on_paper,
    pairs_of,
    plan_or_none,
    still_playing,
    with_idle,
)

EIGHT = tuple(Player(n, rating=2000 - 50 * n) for n in range(1, 9))


def snapshot_after(*rounds, players=EIGHT):
    """Return a snapshot after rounds of games (first, second, result)."""
    recorded = tuple(
        Round(number, tuple(Pairing(table, *game) for table, game in enumerate(games, start=1)))
        for number, games in enumerate(rounds, start=1)
    )
    return with_idle(Snapshot(players, recorded, next_round=len(recorded) + 1), Options())


@pytest.mark.rotates(8)
def test_no_round_is_cheaper():
    """The plan is compared with every way to pair the free players and to let some wait; the judge does not object."""
    seen = refused = waiting = open_tables = 0
    for snapshot, options, plan in afternoons(400):
        legal = list(every_round(snapshot, options))
        if plan is None:
            forbidden = any({*pair} <= rule.players for pair in snapshot.fixed for rule in snapshot.forbidden)
            assert forbidden or not any(pairs for _price, _waiting, pairs in legal)
            refused += 1
            continue
        open_tables += bool(still_playing(snapshot))
        by_hand = set(map(frozenset, snapshot.fixed))
        assert by_hand <= pairs_of(plan) | {frozenset((bye.player, 0)) for bye in plan.byes}
        asked_for = {bye.player for bye in snapshot.byes} | {n for pair in by_hand for n in pair}
        wait = [b.player for b in plan.byes if b.kind is ByeKind.ZERO and b.player not in asked_for]
        own = pairs_of(plan) - by_hand
        best = min(price for price, _waiting, _pairs in legal)
        found = [price for price, who, pairs in legal if {*who} == {*wait} and set(map(frozenset, pairs)) == own]
        assert found == [best]
        assert judge.unexplained_violations(snapshot, plan, SYSTEM.promises, options) == ()
        seen += len(legal)
        waiting += bool(wait)
    assert seen > 10_000
    assert min(refused, waiting, open_tables) > 50


@pytest.mark.rotates(4)
def test_score_matches_a_calculation_on_paper():
    seen = 0
    for snapshot, options, _plan in afternoons(200, most=12):
        answer = scores(snapshot, options)
        for player in snapshot.players:
            assert sum(part.points for part in answer[player.number]) == on_paper(snapshot, options, player.number)
            seen += bool(answer[player.number])
    assert seen > 2_000


class TestScore:
    def test_example_of_a_winning_streak_scores_12(self):
        """Win, win, win, draw, win: 2, 2, 4, 2, 2 points."""
        ends = [WON, WON, WON, DRAWN, WON]
        snapshot = snapshot_after(*([(1, n, end)] for n, end in enumerate(ends, start=2)))
        answer = scores(snapshot, Options())[1]
        assert [part.points for part in answer] == [2, 2, 4, 2, 2]
        assert [part.cause for part in answer] == ["won", "won", "won-double", "drawn-double", "won"]
        assert sum(part.points for part in scores(snapshot, Options(streak=0))[1]) == Fraction(9)

    def test_unfinished_game_scores_nothing_and_ends_no_streak(self):
        snapshot = snapshot_after([(1, 2, WON)], [(1, 3, WON)], [(1, 4, None)])
        assert [part.round for part in scores(snapshot, Options())[1]] == [1, 2]

    def test_score_after_an_earlier_round_ignores_later_games(self):
        snapshot = snapshot_after([(1, 2, WON)], [(1, 3, WON)], [(1, 4, WON)])
        assert sum(part.points for part in scores(snapshot, Options(), 2)[1]) == 4


class TestPairing:
    def test_only_players_without_an_open_table_are_paired(self):
        snapshot = snapshot_after([(1, 2, WON), (3, 4, None), (5, 6, LOST), (7, 8, None)])
        plan = plan_or_none(snapshot, Options())
        assert pairs_of(plan) == {frozenset((1, 6)), frozenset((2, 5))}
        assert plan.byes == ()
        assert judge.violations(snapshot, plan, SYSTEM.promises, Options()) == ()

    def test_odd_player_waits_without_a_point_and_plays_next(self):
        snapshot = snapshot_after([(1, 2, WON), (3, 4, DRAWN), (5, 6, LOST), (7, 8, None)], players=(*EIGHT, Player(9)))
        snapshot = replace(snapshot, rounds=(replace(snapshot.rounds[0], byes=(Bye(9, ByeKind.ZERO),)),))
        plan = plan_or_none(snapshot, Options())
        (bye,) = plan.byes
        assert bye.kind is ByeKind.ZERO
        assert bye.player != 9
        assert sentence(bye.reasons[0], {bye.player: "Kim"}) == (
            "Kim waits after 1 game, because not all available players could be paired. Players who "
            "have waited, then those with fewer games, go first."
        )

    def test_pairing_is_refused_while_all_play(self):
        with pytest.raises(CannotPair) as refused:
            SYSTEM.pair(snapshot_after([(1, 2, None)], players=EIGHT[:3]), Options(), Random(0))
        assert sentence(refused.value.reason).startswith("Fewer than two players are available")

    def test_players_who_just_met_are_not_paired_again(self):
        snapshot = snapshot_after([(1, 2, WON)], players=EIGHT[:2])
        with pytest.raises(CannotPair) as refused:
            SYSTEM.pair(snapshot, Options(), Random(0))
        assert refused.value.reason.code == "arena-none-legal"
        assert pairs_of(plan_or_none(snapshot, Options(apart=0))) == {frozenset((1, 2))}
        assert pairs_of(plan_or_none(replace(snapshot, fixed=((2, 1),)), Options())) == {frozenset((1, 2))}

    def test_no_player_has_the_same_side_four_times_in_a_row(self):
        white = [(1, 5), (2, 6), (3, 7), (4, 8)]
        rounds = [[(one, 5 + (other - 5 + turn) % 4, DRAWN) for one, other in white] for turn in range(3)]
        snapshot = snapshot_after(*rounds)
        plan = plan_or_none(snapshot, Options())
        assert all(pairing.first > 4 >= pairing.second for pairing in plan.pairings)


class TestJudge:
    def codes_of_violations(self, snapshot, games, waits=()):
        tables = tuple(PlannedPairing(at, *game) for at, game in enumerate(games, start=1))
        plan = RoundPlan(snapshot.next_round, tables, tuple(PlannedBye(n, ByeKind.ZERO) for n in waits))
        return [v.reason.code for v in judge.violations(snapshot, plan, SYSTEM.promises, Options())]

    def test_reports_players_who_are_still_playing(self):
        snapshot = snapshot_after([(1, 2, None), (3, 4, WON)], players=EIGHT[:4])
        assert self.codes_of_violations(snapshot, [(1, 3)], [4])[0] == "arena-plays"

    def test_reports_rematches_avoidable_pairs_and_unnecessary_waiting(self):
        snapshot = snapshot_after([(1, 2, WON), (3, 4, WON), (5, 6, WON), (7, 8, WON)])
        assert "arena-soon" in self.codes_of_violations(snapshot, [(1, 2), (3, 5), (4, 6), (7, 8)])
        assert "arena-avoidable" in self.codes_of_violations(snapshot, [(1, 8), (3, 6), (5, 4), (7, 2)])
        assert "arena-both-wait" in self.codes_of_violations(snapshot, [(1, 3), (2, 4)], [5, 6, 7, 8])

    def test_reports_waiting_out_of_turn(self):
        snapshot = snapshot_after([(1, 2, WON)], players=EIGHT[:3])
        assert self.codes_of_violations(snapshot, [(1, 3)], [2]) == []
        later = snapshot_after([(1, 2, WON)], [(1, 3, WON)], players=(*EIGHT[:3], Player(4)))
        assert self.codes_of_violations(later, [(1, 2)], [3, 4]) != []

    def test_reports_the_same_side_four_times_in_a_row(self):
        snapshot = snapshot_after([(1, 2, WON)], [(1, 3, WON)], [(1, 4, WON)], players=EIGHT[:5])
        assert "arena-fourth" in self.codes_of_violations(snapshot, [(1, 5)], [2, 3, 4])


@pytest.mark.rotates(8)
def test_every_answer_to_why_not_is_true():
    """The answer to "why not" about two players is compared with all rounds in which they meet."""
    seen = {}
    for snapshot, options, plan in afternoons(120, most=6):
        if plan is None or snapshot.fixed:
            continue
        best = min(price for price, _waiting, _pairs in every_round(snapshot, options))
        numbers = [player.number for player in snapshot.players]
        for a, b in all_pairs(numbers):
            if frozenset((a, b)) in pairs_of(plan):
                continue
            (reason,) = why_not(snapshot, options, a, b)
            together = [
                price
                for price, _waiting, pairs in every_round(snapshot, options)
                if frozenset((a, b)) in map(frozenset, pairs)
            ]
            kind = reason.code.removeprefix("arena-why-")
            seen[kind] = seen.get(kind, 0) + 1
            assert sentence(reason, {a: "Hanna", b: "Kim"})
            if kind in {"plays", "away", "soon", "same-side", "forbidden-pair"}:
                assert not together
                continue
            then = min(together)
            if kind == "waiting":
                assert (best[0], then[0]) == (reason.facts["now"], reason.facts["then"])
                assert then[0] > best[0]
            elif kind == "turn":
                assert then[:3] > best[:3]
                assert then[0] == best[0]
            else:
                assert then[:3] == best[:3]
                assert (best[3], then[3]) == (reason.facts["now"], reason.facts["then"])
                assert (kind == "equal") == (then == best)
    assert {"plays", "away", "soon", "waiting", "turn", "distance", "forbidden-pair"} <= seen.keys()


@pytest.mark.rotates(8)
def test_thousand_players_can_be_paired():
    """The first round of a large hall is paired, and a round in which a tenth of the players are free."""
    lots = Random(1)
    players = tuple(Player(n, rating=lots.randint(800, 2600)) for n in range(1, 1001))
    plan = plan_or_none(Snapshot(players), Options())
    assert len(plan.pairings) == 500
    first = Round(
        1,
        tuple(Pairing(p.table, p.first, p.second, WON if p.table % 10 == 0 else None) for p in plan.pairings),
    )
    snapshot = with_idle(Snapshot(players, (first,), next_round=2), Options())
    assert len(plan_or_none(snapshot, Options()).pairings) == 50


def test_arena_plan_passes_the_judge():
    plan = system_calls.judged_plan("arena", Snapshot(EIGHT), Options(), "seed")
    assert pairs_of(plan) == {frozenset(pair) for pair in ((1, 2), (3, 4), (5, 6), (7, 8))}
