"""Keizer scores: recorded events on whose scores two programs agree, and scores of rounds without a game."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Player, Result, Round, Snapshot
from pairings.systems.keizer import Options, keizer

DATA = Path(__file__).parents[2] / "data" / "keizer"
ENDS = {1: (Outcome.WIN, Outcome.LOSS), 0.5: (Outcome.DRAW, Outcome.DRAW), 0: (Outcome.LOSS, Outcome.WIN)}
EVENTS = [json.loads(line) for line in (DATA / "events.jsonl").read_text().splitlines()]


def snapshot_of(event):
    rounds = tuple(
        Round(
            number,
            tuple(Pairing(table, a, b, Result(*ENDS[end])) for table, (a, b, end) in enumerate(played["games"], 1)),
        )
        for number, played in enumerate(event["rounds"], 1)
    )
    players = tuple(
        Player(number, rating=event["rating"][str(number)]) for number in range(1, len(event["rating"]) + 1)
    )
    return Snapshot(players, rounds, next_round=len(rounds) + 1)


@pytest.mark.parametrize("event", EVENTS, ids=range(len(EVENTS)))
def test_orders_and_scores_match_recorded_events(event):
    """The orders settle, alternate, or never settle."""
    found = keizer(snapshot_of(event), Options())
    assert list(found.order) == event["rank"]
    assert {str(number): score for number, score in found.doubled.items()} == event["score_x2"]
    for number, shares in found.shares.items():
        assert 2 * sum(share.points for share in shares) == found.doubled[number]


def test_recorded_events_include_settled_and_averaged_orders():
    kinds = {"settled" if 0 < e["iterations"] < 20 else "mean" if e["iterations"] < 0 else "last" for e in EVENTS}
    assert kinds >= {"settled", "mean"}


class TestRoundsWithoutAGame:
    """Four players by rating, worth 4, 3, 2 and 1."""

    PLAYERS = tuple(Player(n, rating=2000 - n) for n in range(1, 5))

    def shares(self, *rounds, options=None):
        found = keizer(Snapshot(self.PLAYERS, rounds, next_round=len(rounds) + 1), options or Options())
        return {number: [share.points for share in own] for number, own in found.shares.items()}

    @pytest.mark.parametrize(
        ("kind", "options", "points"),
        [
            (ByeKind.ALLOCATED, Options(), 2),
            (ByeKind.ALLOCATED, Options(bye=4), Fraction(5, 2)),
            (ByeKind.FULL, Options(), Fraction(5, 2)),
            (ByeKind.HALF, Options(), Fraction(3, 2)),
            (ByeKind.ZERO, Options(), Fraction(3, 2)),
            (ByeKind.ZERO, Options(absences=0), 0),
        ],
    )
    def test_byes_score_sixths_of_the_players_own_worth(self, kind, options, points):
        """Shares of 4, rounded to halves, half up: 2, 8/3 and 4/3."""
        byes = (Bye(1, kind), *(Bye(n, ByeKind.ALLOCATED) for n in (2, 3, 4)))
        assert self.shares(Round(1, (), byes), options=options)[1][1] == points

    def test_sixth_absence_scores_nothing(self):
        rounds = [Round(number, (), tuple(Bye(n, ByeKind.FULL) for n in (2, 3, 4))) for number in range(1, 8)]
        own = self.shares(*rounds, options=Options(duty=2))[1]
        assert [bool(points) for points in own[1:]] == [True] * 5 + [False] * 2

    def test_forfeit_scores_the_opponents_worth_for_the_winner_only(self):
        won = Round(
            1, (Pairing(1, 1, 2, Result(*ENDS[1], Decision.FORFEIT)),), (Bye(3, ByeKind.FULL), Bye(4, ByeKind.FULL))
        )
        shares = self.shares(won, options=Options(loss=1))
        assert [len(own) for own in shares.values()] == [2, 2, 2, 2]
        assert shares[2][1] == 0 < shares[1][1]

    def test_lost_game_can_score_a_sixth(self):
        lost = Round(1, (Pairing(1, 1, 4, Result(*ENDS[1])), Pairing(2, 2, 3, Result(*ENDS[1]))))
        assert self.shares(lost, options=Options(loss=6))[4][1] == 4
        assert self.shares(lost)[4][1] == 0

    def test_frozen_rounds_keep_their_scores(self):
        """Player 4 beats player 1, who then beats 3: the points from round 1 remain 4."""
        rounds = (
            Round(1, (Pairing(1, 4, 1, Result(*ENDS[1])), Pairing(2, 3, 2, Result(*ENDS[1])))),
            Round(2, (Pairing(1, 1, 3, Result(*ENDS[1])), Pairing(2, 2, 4, Result(*ENDS[1])))),
        )
        assert self.shares(*rounds, options=Options(frozen=True))[4][1] == 4
        assert self.shares(*rounds)[4][1] != 4

    def test_worths_by_ratio_fall_evenly_from_12_to_6_for_four_players(self):
        found = keizer(Snapshot(self.PLAYERS), Options(worth="ratio"))
        assert [found.worths[n] for n in (1, 2, 3, 4)] == [12, 10, 8, 6]
