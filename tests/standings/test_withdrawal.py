"""FIDE's rule for withdrawal from a round robin: before half of the games they are struck, later they are forfeits."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pairings.snapshot import Decision, Outcome, Pairing, Player, Result, Round, Snapshot
from standings.core.rank import rank
from standings.core.reckoning import Reckoning
from standings.core.tiebreaks import tiebreak
from standings.core.withdrawal import games_due, strikes
from standings.explain.derivation import derivation
from standings.explain.wording import sentence, sentences, separation
from standings.rulesets.compare import compare
from standings.rulesets.customise import customise
from standings.rulesets.presets import RULES
from standings.verdict import verdicts
from tests.standings.test_properties import COLUMNED

RULE = RULES["fide-2026-round-robin"]
NAMES = {1: "Ada", 2: "Bo", 3: "Cy", 4: "Di", 5: "Ed", 6: "Flo"}
#: Six players in a Berger schedule; Di beats Ada and Bo and then withdraws: two of five games played.
SCHEDULE = (
    ((1, 6), (2, 5), (3, 4)),
    ((6, 4), (5, 3), (1, 2)),
    ((2, 6), (3, 1), (4, 5)),
    ((6, 5), (1, 4), (2, 3)),
    ((3, 6), (4, 2), (5, 1)),
)
WON = {True: Result(Outcome.WIN, Outcome.LOSS), False: Result(Outcome.LOSS, Outcome.WIN)}


def field(leaves, played_before):
    """Return a tournament in which the lower number wins each game, except that Di wins each game played. Games after
    Di's withdrawal are forfeits.
    """

    def result(number, first, second):
        if 4 not in (first, second):
            return WON[first < second]
        return WON[first == 4] if number <= played_before else replace(WON[first != 4], decision=Decision.FORFEIT)

    rounds = tuple(
        Round(n, tuple(Pairing(t, a, b, result(n, a, b)) for t, (a, b) in enumerate(games, 1)))
        for n, games in enumerate(SCHEDULE, 1)
    )
    players = tuple(Player(n, NAMES[n], 2000 + n, withdrawn=leaves if n == 4 else None) for n in NAMES)
    return Snapshot(players, rounds, planned_rounds=5, next_round=6)


EARLY, LATE = field(2, 2), field(3, 3)


class TestBelowHalf:
    def test_two_games_of_five_are_struck(self):
        assert strikes(EARLY, 5)[4] == rank(EARLY, RULE).rows[-1].struck
        assert (strikes(EARLY, 5)[4].played, strikes(EARLY, 5)[4].due, strikes(EARLY, 5)[4].points) == (2, 5, 2)

    def test_points_against_the_struck_player_do_not_count(self):
        """Each of the other players has four games left; the forfeits of rounds 3 to 5 score nothing either."""
        points = {row.player: row.points for row in rank(EARLY, RULE).rows}
        assert points == {1: 4, 2: 3, 3: 2, 5: 1, 6: 0, 4: 2}

    def test_row_of_a_struck_player_is_shown_last(self):
        table = rank(EARLY, RULE)
        assert [row.player for row in table.rows] == [1, 2, 3, 5, 6, 4]
        assert table.rows[-1].rank == 6
        assert set(table.rows[-1].values.values()) == {None}
        assert table.rows[-2].separated_by.code == "struck"

    def test_sentences_explain_the_struck_games(self):
        table = rank(EARLY, RULE)
        answer = sentences(derivation(table, 3, "SB"), table, NAMES)
        left = "Di left with fewer than half of the games played."
        assert f"Round 1: the game against Di does not count. {left}" in answer
        own = sentences(derivation(table, 4, "PTS"), table, NAMES)
        assert own == (
            (
                "Points is not counted: Di left with 2 of 5 games played, fewer than half. The "
                "results stay in the cross table but do not count."
            ),
        )
        reason = separation(table, table.rows[-2])
        answer = sentence(reason, NAMES)
        assert answer == "Di left with fewer than half of the games played: these results do not count."

    def test_every_criterion_ignores_struck_games(self):
        """No value differs from a tournament in which Di's games were never played."""

        def without_result(pairing):
            return replace(pairing, result=None) if 4 in (pairing.first, pairing.second) else pairing

        rounds = (replace(r, pairings=tuple(map(without_result, r.pairings))) for r in EARLY.rounds)
        never = replace(EARLY, rounds=tuple(rounds))
        with_strike, without = Reckoning(EARLY, RULE), Reckoning(never, replace(RULE, strikes_below_half=False))
        for code in RULE.family:
            for player in (1, 2, 3, 5, 6):
                criterion = tiebreak(code)
                assert with_strike.value(criterion, player) == without.value(criterion, player), code

    def test_columns_agree_with_contributions(self):
        reckoning = Reckoning(EARLY, RULE)
        for code in COLUMNED:
            for player in NAMES:
                criterion = tiebreak(code)
                assert reckoning.value(criterion, player) == reckoning.reckon(criterion, player)[-1], code

    def test_tables_before_the_withdrawal_do_not_change(self):
        assert [row.player for row in rank(EARLY, RULE, 1).rows if row.struck] == []
        assert rank(EARLY, RULE, 1).row(4).points == 1
        assert rank(EARLY, RULE, 2).row(4).struck is not None

    def test_a_game_played_early_counts_as_played(self):
        """Di played the game of round 5 early, so three of five games are played."""
        last = EARLY.rounds[-1]
        ahead = replace(
            last, pairings=tuple(replace(p, result=WON[True]) if p.first == 4 else p for p in last.pairings)
        )
        assert not strikes(replace(EARLY, rounds=(*EARLY.rounds[:-1], ahead)), 5)

    def test_open_games_of_a_struck_player_decide_nothing(self):
        open_ = replace(
            EARLY,
            rounds=(
                *EARLY.rounds[:4],
                replace(EARLY.rounds[4], pairings=tuple(replace(p, result=None) for p in EARLY.rounds[4].pairings)),
            ),
        )
        found = {verdict.player: verdict for verdict in verdicts(open_, RULE, 1)}
        assert set(found) == {1, 2, 3, 5, 6}
        assert not found[2].own, "Bo's last game was against Di"


class TestAfterHalfOfTheGames:
    def test_the_results_count_and_the_rest_are_forfeits(self):
        points = {row.player: row.points for row in rank(LATE, RULE).rows}
        assert not strikes(LATE, 5)
        assert points == {1: 5, 2: 4, 3: 2, 4: 3, 5: 1, 6: 0}

    def test_without_the_rule_nothing_is_struck(self):
        """Di's two wins count, and so do the three forfeits against Di."""
        table = rank(EARLY, customise(RULE, {"strikes_below_half": False}))
        assert {row.player: row.points for row in table.rows} == {1: 5, 2: 4, 3: 2, 4: 2, 5: 2, 6: 0}

    def test_a_comparison_names_the_line(self):
        found = compare(EARLY, RULE, customise(RULE, {"strikes_below_half": False}))
        assert {cause.name for move in found.moves for cause in move.causes} == {"strikes_below_half"}


@pytest.mark.parametrize(
    ("players", "rounds", "due"),
    [(6, 5, 5), (5, 5, 4), (6, 10, 10), (5, 10, 8), (9, 5, 4), (10, 4, 4)],
    ids=["even", "odd", "double", "double, odd", "circular of four games, odd", "circular of four games"],
)
def test_the_games_that_a_schedule_gives_each_player(players, rounds, due):
    assert games_due(Snapshot(tuple(Player(n) for n in range(1, players + 1)), planned_rounds=rounds)) == due


def test_recorded_rounds_are_the_schedule_without_a_plan():
    players = tuple(Player(number) for number in range(1, 5))
    assert games_due(Snapshot(players, (Round(1, ()), Round(2, ()), Round(5, ())))) == 5
    assert games_due(Snapshot(players)) == 0


def test_exactly_half_is_not_struck():
    """Two of four games are played: five players have one free round each."""
    players = tuple(Player(n, withdrawn=2 if n == 1 else None) for n in range(1, 6))
    rounds = (
        Round(1, (Pairing(1, 1, 2, WON[True]), Pairing(2, 3, 4, WON[True]))),
        Round(2, (Pairing(1, 1, 3, WON[True]), Pairing(2, 2, 5, WON[True]))),
    )
    assert not strikes(Snapshot(players, rounds, planned_rounds=5), 2)
    assert strikes(Snapshot(players, rounds[:1], planned_rounds=5), 2)[1].points == Fraction(1)


class TestExpelledPlayers:
    """An expelled player has no place; the games and tie-breaks of the other players stay."""

    LEFT_OUT = replace(LATE, players=tuple(replace(p, left_out=p.number == 4) for p in LATE.players))

    def test_the_others_keep_points_values_and_order(self):
        with_all = [(row.player, row.points, row.values) for row in rank(LATE, RULE).rows if row.player != 4]
        table = rank(self.LEFT_OUT, RULE)
        assert [(row.player, row.points, row.values) for row in table.rows] == with_all
        assert [row.rank for row in table.rows] == [1, 2, 3, 4, 5]

    def test_struck_and_left_out_player_has_no_row(self):
        early = replace(EARLY, players=tuple(replace(p, left_out=p.number == 4) for p in EARLY.players))
        assert [row.player for row in rank(early, RULE).rows] == [1, 2, 3, 5, 6]
