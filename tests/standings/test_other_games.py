"""Football, Othello, Go, Scrabble, Flesh and Blood, and the last resorts."""

from dataclasses import replace
from fractions import Fraction
from itertools import groupby

import pytest

from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Player, Result, Round, Snapshot
from standings.core.rank import rank
from standings.core.rules import LastResort, Othello, Scrabble
from standings.core.tiebreaks import TIEBREAKS, UnknownTiebreak, tiebreak
from standings.explain.wording import separation
from standings.rulesets.presets import DISC_SCORES, GOALS, ONE_HALF, ONLY_WINS, POINT_SCORES, RULES


def result(own, other, decision=Decision.PLAYED):
    outcomes = (Outcome.WIN, Outcome.LOSS) if own > other else (Outcome.LOSS, Outcome.WIN)
    return Result(*((Outcome.DRAW, Outcome.DRAW) if own == other else outcomes), decision, score=(own, other))


def snapshot(scoring, *rounds, withdrawn=None, planned=None):
    """Return a snapshot with rounds of games (first, second, own score, other score) and byes (player, kind)."""
    built = tuple(
        Round(
            number,
            tuple(Pairing(table, c[0], c[1], result(c[2], c[3])) for table, c in enumerate(cells, 1) if len(c) == 4),
            tuple(Bye(*c) for c in cells if len(c) == 2),
        )
        for number, cells in enumerate(rounds, start=1)
    )
    paired = {number for r in built for pairing in r.pairings for number in (pairing.first, pairing.second)}
    numbers = sorted(paired | {bye.player for r in built for bye in r.byes})
    players = tuple(Player(number, withdrawn=(withdrawn or {}).get(number)) for number in numbers)
    return Snapshot(players, built, scoring, len(built) + 1, planned)


def order(table):
    return [row.player for row in table.rows]


class TestFootball:
    """Group C of the UEFA European Championship, 14 to 22 June 2004 (uefa.com): three teams have five points, and all
    matches between them were drawn. In the mini-table Sweden had scored 3 goals, Denmark 2 and Italy 1.
    """

    SWEDEN, DENMARK, ITALY, BULGARIA = 1, 2, 3, 4
    GROUP = snapshot(
        GOALS,
        ((2, 3, 0, 0), (1, 4, 5, 0)),
        ((4, 2, 0, 2), (3, 1, 1, 1)),
        ((3, 4, 2, 1), (2, 1, 2, 2)),
    )

    def test_the_mini_table_decides_three_level_teams(self):
        table = rank(self.GROUP, RULES["football-head-to-head"])
        assert order(table) == [self.SWEDEN, self.DENMARK, self.ITALY, self.BULGARIA]
        assert [row.points for row in table.rows] == [5, 5, 5, 0]
        assert [row.separated_by and row.separated_by.code for row in table.rows] == ["MINI", "MINI", "PTS", None]

    def test_the_other_family_compares_all_matches_first(self):
        table = rank(self.GROUP, RULES["football"])
        assert [(row.separated_by.code, row.separated_by.by) for row in table.rows[:2]] == [("GD", 3), ("GD", 1)]

    def test_those_still_level_start_again_on_their_own_matches(self):
        """Player 1 leads the mini-table of three; 2 and 3 are tied in it. Player 2 beat player 3 by 2-0, whatever the
        result of 3 against 4.
        """
        group = snapshot(
            GOALS, ((1, 2, 3, 0), (3, 4, 9, 0)), ((2, 3, 2, 0), (1, 4, 1, 0)), ((3, 1, 2, 1), (2, 4, 1, 0))
        )
        table = rank(group, RULES["football-head-to-head"])
        assert order(table) == [1, 2, 3, 4]
        assert [(reason.code, reason.facts["mine"], reason.facts["theirs"]) for reason in self.reasons(table)] == [
            ("separated-difference", "2", "-1"),
            ("separated-match", "2", "0"),
        ]
        assert order(rank(group, RULES["football"])) == [3, 1, 2, 4]

    def test_a_forfeit_and_a_bye_have_no_goals(self):
        group = snapshot(GOALS, ((2, 1, 1, 2), (3, ByeKind.ALLOCATED)))
        forfeit = Pairing(1, 3, 1, Result(Outcome.LOSS, Outcome.WIN, Decision.FORFEIT))
        group = replace(group, rounds=(*group.rounds, Round(2, (forfeit,), (Bye(2, ByeKind.ZERO),))), next_round=3)
        table = rank(group, RULES["football"], columns=("GD", "GF", "AG"))
        found = {row.player: [*row.values.values()] for row in table.rows}
        assert found == {1: [1, 2, 2], 2: [-1, 1, 0], 3: [0, 0, 0]}
        assert order(rank(group, RULES["football-head-to-head"]))[0] == 1

    def reasons(self, table):
        return [separation(table, row) for row in table.rows[:2]]


class TestDarts:
    """A best of five with five players: 1, 2 and 3 have beaten each other in a circle, and legs separate them."""

    LEGS = replace(ONLY_WINS, best_of=5, bye_games=(3, 0))

    def snapshot_of_legs(self, *rounds):
        """Return a snapshot with rounds of matches (first, second, legs won, legs lost) and byes (player, kind)."""
        legs = snapshot(self.LEGS, *rounds)
        return replace(
            legs,
            rounds=tuple(
                replace(
                    each,
                    pairings=tuple(
                        replace(p, result=replace(p.result, games=(*p.result.score, 0), score=None))
                        for p in each.pairings
                    ),
                )
                for each in legs.rounds
            ),
        )

    def test_legs_decide_then_the_match_of_two_tied_players(self):
        circle = self.snapshot_of_legs(
            ((1, 2, 3, 2), (3, 4, 3, 0)),
            ((2, 3, 3, 0), (1, 4, 3, 1)),
            ((3, 1, 3, 0), (2, 4, 3, 2)),
        )
        table = rank(circle, RULES["games"])
        assert [(row.player, *map(int, row.values.values())) for row in table.rows] == [
            (2, 2, 3, 8), (3, 2, 3, 6), (1, 2, 0, 6), (4, 0, -6, 3),
        ]  # fmt: skip
        assert [row.separated_by and row.separated_by.code for row in table.rows] == ["GAMES", "DIFF", "PTS", None]

    def test_bye_gives_no_legs_and_forfeit_those_of_a_won_match(self):
        part = self.snapshot_of_legs(((1, 2, 3, 1), (3, ByeKind.ALLOCATED)))
        forfeit = Pairing(1, 3, 2, Result(Outcome.WIN, Outcome.LOSS, Decision.FORFEIT))
        part = replace(part, rounds=(*part.rounds, Round(2, (forfeit,), (Bye(1, ByeKind.ALLOCATED),))), next_round=3)
        rows = rank(part, RULES["games"]).rows
        assert [(row.player, *map(int, row.values.values())) for row in rows] == [
            (3, 2, 3, 3),
            (1, 2, 2, 3),
            (2, 0, -5, 1),
        ]


class TestOthello:
    PLAYED = snapshot(DISC_SCORES, ((1, 2, 33, 31), (3, ByeKind.ALLOCATED)), ((2, 3, 40, 24), (1, ByeKind.ALLOCATED)))

    def quotient(self, player, played=None, **settings):
        rules = replace(RULES["papp"], othello=Othello(**settings))
        return rank(played or self.PLAYED, rules).value(player, "BQ")

    def test_the_example_of_the_papp_manual(self):
        """A 33-31 win over B, then a bye; B has one win. With 6 per win: (33 + 32) + 6 * (1 + 2) = 83."""
        assert self.quotient(1, constant=Fraction(6)) == 83

    def test_the_custom_constant_is_eighty_over_the_rounds(self):
        thirteen = replace(self.PLAYED, planned_rounds=13)
        assert self.quotient(1, thirteen) == self.quotient(1, constant=Fraction(6))
        eleven = replace(self.PLAYED, planned_rounds=11)
        assert self.quotient(1, eleven) == self.quotient(1, constant=Fraction(7))

    def test_papp_counts_discs_below_eight_rounds(self):
        assert self.quotient(1, papp=True) == 33 + 40

    def test_an_opponent_who_left_counts_as_a_draw_against_oneself(self):
        left = replace(self.PLAYED, players=(Player(1), Player(2, withdrawn=1), Player(3)))
        assert self.quotient(1, left, constant=Fraction(6)) == 2 * (32 + 6 * 2)

    def test_discs_per_point_halve_if_a_win_is_two_points(self):
        scoring = replace(DISC_SCORES, win=Fraction(2), allocated_bye=Fraction(2))
        assert self.quotient(1, replace(self.PLAYED, scoring=scoring), constant=Fraction(6)) == 83


class TestGo:
    PLAYED = snapshot(
        ONE_HALF, ((1, 2, 1, 0), (3, 4, 1, 0)), ((1, 3, 1, 0), (2, 4, 1, 1)), ((1, ByeKind.ZERO), (2, 3, 1, 0))
    )

    def value(self, player, code):
        return rank(self.PLAYED, RULES["go"]).value(player, code)

    def test_scores_of_opponents_at_every_depth(self):
        assert [self.value(player, "NBW") for player in (1, 2, 3, 4)] == [2, Fraction(3, 2), 1, Fraction(1, 2)]
        assert self.value(1, "SOS") == Fraction(3, 2) + 1
        assert self.value(1, "SODOS") == Fraction(3, 2) + 1
        assert self.value(2, "SODOS") == Fraction(1, 2) / 2 + 1
        assert self.value(1, "SOSOS") == self.value(2, "SOS") + self.value(3, "SOS")

    def test_cumulative_score(self):
        assert self.value(1, "CUSS") == 1 + 2 + 2

    def test_the_lowest_opponents_can_be_left_out(self):
        assert self.value(2, "SOS/C1") == 2 + 1

    def test_a_mcmahon_score_begins_with_the_starting_score(self):
        started = replace(self.PLAYED, virtual_points={1: (Fraction(30),), 2: (Fraction(29),), 3: (Fraction(29),)})
        table = rank(started, RULES["go"])
        assert table.value(1, "MMS") == 32
        assert table.value(1, "SOSM") == Fraction(61, 2) + 30 + 30

    def test_direct_confrontation_needs_everybody_to_have_met(self):
        table = rank(self.PLAYED, replace(RULES["go"], chain=("SDC",)))
        assert {row.rank for row in table.rows} == {1}

    def test_efforts_weigh_opponents_by_their_ranks(self):
        """The 1 dan beat a 1 dan and a 3 dan: 1 and 3 times their wins. The 3 dan gets nothing against weaker ranks."""
        ratings = {1: 2100, 2: 2149, 3: 2300, 4: 2000}
        rated = replace(self.PLAYED, players=tuple(replace(p, rating=ratings[p.number]) for p in self.PLAYED.players))
        table = rank(rated, RULES["go"])
        assert table.value(1, "EXT") == table.value(1, "EXR") == Fraction(3, 2) + 3 * 1
        assert table.value(3, "EXT") == 0
        assert table.value(4, "EXT") == 3 * 1 + 2 * Fraction(3, 2)
        assert table.value(4, "EXR") == 0

    def test_efforts_without_ranks_are_undefined(self):
        assert self.value(1, "EXT") is None

    def groups_of_places(self, *games):
        played = snapshot(ONE_HALF, *(((first, second, 1, 0),) for first, second in games))
        rows = rank(played, replace(RULES["go"], chain=("DC",))).rows
        return [sorted(row.player for row in level) for _, level in groupby(rows, key=lambda row: row.rank)]

    def test_direct_confrontation_follows_chains_of_wins(self):
        assert self.groups_of_places((1, 2), (2, 3), (4, 3)) == [[1], [2, 4], [3]]

    def test_circle_of_wins_is_placed_above_everyone_it_beat(self):
        assert self.groups_of_places((1, 2), (2, 3), (3, 1), (3, 4), (5, 2)) == [[5], [1, 2, 3], [4]]

    def test_two_games_won_by_one_each_separate_nobody(self):
        assert self.groups_of_places((1, 2), (2, 1)) == [[1, 2]]


class TestScrabble:
    PLAYED = snapshot(POINT_SCORES, ((1, 2, 450, 300), (3, ByeKind.ALLOCATED)), ((2, 3, 400, 380), (1, ByeKind.ZERO)))

    def test_spread_with_the_customary_bye(self):
        table = rank(self.PLAYED, RULES["scrabble"])
        assert [table.value(player, "SPREAD") for player in (1, 2, 3)] == [150, -130, 30]

    def test_a_cap_per_game(self):
        table = rank(self.PLAYED, replace(RULES["scrabble"], scrabble=Scrabble(cap=100)))
        assert table.value(1, "SPREAD") == 100

    def test_a_forfeit_has_a_fixed_spread(self):
        forfeit = Pairing(1, 1, 2, Result(Outcome.WIN, Outcome.LOSS, Decision.FORFEIT))
        table = rank(Snapshot((Player(1), Player(2)), (Round(1, (forfeit,)),), POINT_SCORES), RULES["scrabble"])
        assert [table.value(player, "SPREAD") for player in (1, 2)] == [50, -50]


class TestFleshAndBlood:
    PLAYED = snapshot(
        ONLY_WINS, ((1, 2, 1, 0), (3, 4, 1, 0)), ((1, 3, 1, 0), (2, 4, 1, 1)), ((4, 1, 1, 0), (2, 3, 1, 0))
    )

    def test_late_losses_beat_early_ones(self):
        table = rank(self.PLAYED, RULES["fab"])
        assert table.value(1, "CTB") == Fraction(1, 16) + Fraction(2, 4) + 2

    def test_a_draw_is_no_loss(self):
        table = rank(self.PLAYED, RULES["fab"])
        assert [table.value(player, "PML") for player in (1, 2, 4)] == [Fraction(1, 3)] * 3

    def test_squares_of_the_rounds_lost(self):
        assert rank(self.PLAYED, RULES["yugioh"]).value(3, "LOSS-ROUNDS") == 2**2 + 3**2


class TestLastResort:
    LEVEL = snapshot(ONE_HALF, ((1, 2, 1, 1), (3, 4, 1, 1)))

    def table(self, **changes):
        return rank(self.LEVEL, replace(RULES["go"], chain=("NBW",), **changes))

    def test_a_shared_rank(self):
        rows = self.table().rows
        assert [row.rank for row in rows] == [1, 1, 1, 1]
        assert {row.separated_by for row in rows} == {None}

    def test_the_order_of_the_seeds(self):
        rows = self.table(last_resort=LastResort.SEED).rows
        assert [(row.rank, row.player) for row in rows] == [(1, 1), (2, 2), (3, 3), (4, 4)]

    def test_a_recorded_lot_is_the_same_every_time(self):
        first, again = (order(self.table(last_resort=LastResort.LOT, lot="1704")) for _ in range(2))
        assert first == again
        assert len({tuple(order(self.table(last_resort=LastResort.LOT, lot=str(lot)))) for lot in range(9)}) > 1

    def test_ranks_are_shared_until_a_lot_is_drawn(self):
        assert {row.rank for row in self.table(last_resort=LastResort.LOT).rows} == {1}

    def test_the_lot_is_named_as_what_separates(self):
        assert self.table(last_resort=LastResort.LOT, lot="1").rows[0].separated_by.code == "lot"


class TestCodes:
    def test_every_code_of_every_rule_set_is_a_tie_break(self):
        for rules in RULES.values():
            for code in (*rules.chain, *rules.family):
                assert tiebreak(code).code == code

    def test_codes_in_the_table_are_their_own_keys(self):
        assert all(code == criterion.code for code, criterion in TIEBREAKS.items())

    @pytest.mark.parametrize("code", ["XY", "MP/C1", "BH/Q", "BH/C", "KS/C1", "KS/L2", "DE/F", ""])
    def test_unknown_tie_break_is_refused(self, code):
        with pytest.raises(UnknownTiebreak):
            tiebreak(code)

    def test_reverse_turns_the_order(self):
        level = TestLastResort.LEVEL
        assert order(rank(level, replace(RULES["go"], chain=("TPN/R",)))) == [4, 3, 2, 1]
