"""The order of a ladder: compared with ladders kept on paper over random seasons, and the moves behind each place."""

from dataclasses import replace
from random import Random

import pytest

from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Player, Result, Round, Snapshot
from pairings.systems.ladder import Options, Takes, ladder, moves
from tests.pairings.ladder.naive import ENDS, LOST, WON, evenings, on_paper

SIX = tuple(Player(n) for n in range(1, 7))
SWAP = Options(takes=Takes.SWAP)


def evening(number, *games, byes=()):
    tables = tuple(Pairing(at, one, other, result) for at, (one, other, result) in enumerate(games, start=1))
    return Round(number, tables, tuple(byes))


def order(*rounds, players=SIX, options=None, through=None):
    snapshot = Snapshot(players, rounds, next_round=len(rounds) + 1)
    return list(ladder(snapshot, options or Options(), through).order)


@pytest.mark.rotates(8)
def test_random_seasons_match_a_ladder_kept_on_paper():
    """The games of a round may be taken in any order; the moves of each player add up to the place."""
    seen, causes = 0, set()
    for snapshot, options, _plan in evenings(400, most=10):
        found = ladder(snapshot, options)
        assert list(found.order) == on_paper(snapshot, options)
        assert list(found.order) == on_paper(snapshot, options, Random(seen).shuffle)
        for place, player in enumerate(found.order, start=1):
            own = found.moves[player]
            assert sum(move.places for move in own) == own[-1].place == place
            assert (own[0].cause, [m.round for m in own]) == ("start", sorted(m.round for m in own))
            causes |= {move.cause for move in own}
        seen += len(snapshot.rounds) > 2
    assert seen > 300
    assert causes == {"start", "took", "lost", "passed", "missed", "ahead", "gone", "left"}


@pytest.mark.rotates(4)
def test_correcting_an_early_result_recalculates_the_ladder():
    changed = 0
    for snapshot, options, _plan in evenings(120):
        if len(snapshot.rounds) < 4 or not snapshot.rounds[0].pairings:
            continue
        first, *rest = snapshot.rounds
        table, *others = first.pairings
        for result in ENDS:
            corrected = replace(
                snapshot, rounds=(replace(first, pairings=(replace(table, result=result), *others)), *rest)
            )
            assert list(ladder(corrected, options).order) == on_paper(corrected, options)
            changed += ladder(corrected, options).order != ladder(snapshot, options).order
    assert changed > 20


class TestGames:
    def test_winner_takes_the_place_of_a_higher_opponent(self):
        assert order(evening(1, (2, 5, LOST))) == [1, 5, 2, 3, 4, 6]
        assert order(evening(1, (5, 2, WON))) == [1, 5, 2, 3, 4, 6]

    def test_winner_swaps_places_if_that_is_set(self):
        assert order(evening(1, (2, 5, LOST)), options=SWAP) == [1, 5, 3, 4, 2, 6]

    @pytest.mark.parametrize(
        "result",
        [
            WON,
            None,
            Result(Outcome.DRAW, Outcome.DRAW),
            Result(Outcome.LOSS, Outcome.LOSS, Decision.FORFEIT),
            Result(Outcome.DRAW, Outcome.DRAW, Decision.ADJOURNED),
        ],
    )
    @pytest.mark.parametrize("options", [Options(), SWAP])
    def test_no_other_result_moves_a_player(self, result, options):
        assert order(evening(1, (2, 5, result)), options=options) == [1, 2, 3, 4, 5, 6]

    def test_challenge_lost_by_forfeit_counts_as_a_loss(self):
        forfeit = Result(Outcome.LOSS, Outcome.WIN, Decision.FORFEIT)
        assert order(evening(1, (2, 3, forfeit))) == [1, 3, 2, 4, 5, 6]

    def test_three_upsets_in_one_round_put_each_winner_above_the_loser(self):
        """6 takes the place of 1, 5 that of 2, 4 that of 3: each stands above the player they have beaten."""
        games = (1, 6, LOST), (2, 5, LOST), (3, 4, LOST)
        assert order(evening(1, *games)) == [6, 1, 5, 2, 4, 3]
        assert order(evening(1, *games), options=SWAP) == [6, 5, 4, 3, 2, 1]

    def test_ladder_after_an_earlier_round_can_be_shown(self):
        rounds = evening(1, (1, 2, LOST)), evening(2, (2, 3, LOST))
        assert order(*rounds, through=0) == [1, 2, 3, 4, 5, 6]
        assert order(*rounds, through=1) == [2, 1, 3, 4, 5, 6]
        assert order(*rounds) == [3, 2, 1, 4, 5, 6]


class TestEntriesAndWithdrawals:
    def test_newcomers_start_at_the_bottom_regardless_of_their_number(self):
        players = (replace(SIX[0], entered=3), *SIX[1:5], replace(SIX[5], entered=2))
        rounds = evening(1, (2, 3, WON)), evening(2, (6, 5, WON)), evening(3)
        assert order(*rounds[:1], players=players) == [2, 3, 4, 5, 6, 1]
        assert order(*rounds, players=players) == [2, 3, 4, 6, 5, 1]

    def test_player_with_a_game_counts_as_entered_despite_a_later_entry(self):
        players = (*SIX[:5], replace(SIX[5], entered=4))
        assert order(evening(1, (6, 1, WON)), players=players) == [6, 1, 2, 3, 4, 5]

    def test_leaving_player_makes_room_and_gets_the_place_back_on_return(self):
        rounds = evening(1, (3, 4, WON)), evening(2, (5, 6, WON))
        players = (SIX[0], replace(SIX[1], withdrawn=1), *SIX[2:4], replace(SIX[4], withdrawn=2), SIX[5])
        assert order(*rounds, players=players, through=0) == [1, 2, 3, 4, 5, 6]
        assert order(*rounds, players=players, through=1) == [1, 3, 4, 5, 6, 2]
        assert order(*rounds, players=players) == [1, 3, 4, 6, 5, 2]
        assert order(*rounds) == [1, 2, 3, 4, 5, 6]

    def test_player_who_left_before_round_1_is_below_all(self):
        assert order(players=(replace(SIX[0], withdrawn=0), *SIX[1:])) == [2, 3, 4, 5, 6, 1]


class TestMissedRounds:
    AWAY = (evening(1, (1, 2, WON), (5, 6, WON)), evening(2, (1, 2, WON), (5, 6, WON)))

    def test_cost_no_place_by_default(self):
        assert order(*self.AWAY) == [1, 2, 3, 4, 5, 6]

    def test_cost_a_place_for_each_set_number_in_a_row(self):
        """3 and 4 stay away together: they fall below 5, but neither falls below the other."""
        assert order(*self.AWAY, options=Options(missed=2)) == [1, 2, 5, 3, 4, 6]
        assert order(*self.AWAY, options=Options(missed=1)) == [1, 2, 5, 6, 3, 4]
        assert order(*self.AWAY, options=Options(missed=3)) == [1, 2, 3, 4, 5, 6]

    @pytest.mark.parametrize(("kind", "costs"), [(ByeKind.ZERO, True), (ByeKind.HALF, False), (ByeKind.FULL, False)])
    def test_include_zero_point_byes_but_no_other_requested_byes(self, kind, costs):
        games = (1, 2, WON), (4, 5, WON)
        byes = Bye(3, kind), Bye(6, ByeKind.ALLOCATED)
        found = order(evening(1, *games, byes=byes), options=Options(missed=1))
        assert found == ([1, 2, 4, 3, 5, 6] if costs else [1, 2, 3, 4, 5, 6])

    def test_cannot_move_a_player_below_future_newcomers(self):
        players = (*SIX[:5], replace(SIX[5], entered=2))
        rounds = (evening(1, (1, 2, WON), (3, 4, WON)),)
        assert order(*rounds, players=players, options=Options(missed=1)) == [1, 2, 3, 4, 5, 6]


def test_moves_explain_each_place():
    players = (*SIX[:5], replace(SIX[5], entered=2))
    rounds = evening(1, (1, 2, LOST), (3, 5, LOST)), evening(2, (6, 2, WON), (5, 1, WON))
    answer = moves(Snapshot(players, rounds, next_round=3), Options())
    short = {n: [(m.round, m.cause, m.place, m.opponent) for m in own] for n, own in answer.items()}
    assert short == {
        1: [(0, "start", 1, None), (1, "lost", 2, 2), (2, "lost", 4, 5)],
        2: [(0, "start", 2, None), (1, "took", 1, 1), (2, "lost", 2, 6)],
        3: [(0, "start", 3, None), (1, "lost", 4, 5), (2, "passed", 5, None)],
        4: [(0, "start", 4, None), (1, "passed", 5, None), (2, "passed", 6, None)],
        5: [(0, "start", 5, None), (1, "took", 3, 3), (2, "took", 3, 1)],
        6: [(2, "start", 6, None), (2, "took", 1, 2)],
    }
