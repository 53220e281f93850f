"""The round robin: the printed tables, and the promises of every schedule."""

from itertools import combinations, pairwise
from pathlib import Path
from random import Random

import pytest

from pairings.judge import violations
from pairings.plan import CannotPair, as_recorded
from pairings.snapshot import Bye, ByeKind, Pairing, Player, Result, Round, Snapshot
from pairings.systems import SYSTEMS
from pairings.systems.manual import engine as manual
from pairings.systems.round_robin import Options, pair, rounds, schedule_round, whole_schedule
from pairings.wording.sentences import sentence

TABLES = Path(__file__).parent.parent / "data" / "round-robin"


def printed_table(name):
    lines = (TABLES / name).read_text().splitlines()
    rows = [[int(cell) for cell in line.split("\t")] for line in lines if line[:1].isdigit()]
    return {(number, first, second) for number, _board, first, second in rows}


def laid_out(players, options):
    return {
        (number, game.first, game.second)
        for number in range(1, rounds(players, options) + 1)
        for game in schedule_round(players, number, options)[0]
    }


class TestPrintedTables:
    @pytest.mark.parametrize("seats", range(4, 17, 2))
    def test_berger_matches_every_game_and_colour_of_the_handbook(self, seats):
        assert laid_out(seats, Options()) == printed_table(f"fide_{seats - 1}_{seats}.tsv")

    @pytest.mark.parametrize("seats", range(4, 17, 2))
    def test_berger_matches_the_order_of_boards_of_the_handbook(self, seats):
        lines = (TABLES / f"fide_{seats - 1}_{seats}.tsv").read_text().splitlines()
        expected = [tuple(int(c) for c in line.split("\t")) for line in lines if line[:1].isdigit()]
        found = [
            (number, board, game.first, game.second)
            for number in range(1, seats)
            for board, game in enumerate(schedule_round(seats, number, Options())[0], start=1)
        ]
        assert found == expected

    @pytest.mark.parametrize("seats", range(4, 17, 2))
    def test_circle_matches_the_method_of_the_text_with_first_as_black(self, seats):
        assert laid_out(seats, Options(numbering="circle")) == printed_table(f"wiki_{seats}.tsv")


@pytest.mark.parametrize("numbering", ["berger", "circle"])
class TestEverySchedule:
    @pytest.mark.parametrize("players", range(2, 201))
    @pytest.mark.rotates(8)
    def test_all_meet_once_with_even_sides_and_the_fewest_repetitions(self, players, numbering):
        options = Options(numbering=numbering)
        sides = ["" for _seat in range(players + 1)]
        met = []
        laid = list(whole_schedule(players, options))
        assert len(laid) == rounds(players, options)
        for games, bye in laid:
            seen = [seat for game in games for seat in game] + ([bye] if bye else [])
            assert sorted(seen) == list(range(1, players + 1))
            met += [game if game[0] < game[1] else game[::-1] for game in games]
            for first, second in games:
                sides[first] += "f"
                sides[second] += "s"
        assert sorted(met) == list(combinations(range(1, players + 1), 2))
        runs = sides[1:]
        assert all(abs(run.count("f") - run.count("s")) <= 1 for run in runs)
        if players % 2 == 0:
            assert sum(a == b for run in runs for a, b in pairwise(run)) == max(0, players - 2)
        assert not any("fff" in run or "sss" in run for run in runs)

    @pytest.mark.parametrize("players", [2, 3, 8, 11, 30])
    @pytest.mark.parametrize("cycles", [1, 2, 3, 4])
    def test_single_round_equals_that_of_the_whole_schedule(self, players, cycles, numbering):
        options = Options(numbering=numbering, cycles=cycles, swap_last_two=players > 8)
        for number, (games, bye) in enumerate(whole_schedule(players, options), start=1):
            alone, free = schedule_round(players, number, options)
            assert ([(game.first, game.second) for game in alone], free) == (games, bye)

    @pytest.mark.parametrize("players", [4, 5, 8, 11])
    def test_second_cycle_swaps_sides_of_every_game(self, players, numbering):
        options = Options(numbering=numbering, cycles=2)
        games = [(first, second) for _round, first, second in laid_out(players, options)]
        assert sorted(games) == sorted((a, b) for a in range(1, players + 1) for b in range(1, players + 1) if a != b)

    @pytest.mark.parametrize("players", range(2, 15))
    @pytest.mark.parametrize(("cycles", "swap"), [(1, False), (2, False), (2, True), (3, True), (4, True)])
    def test_judge_finds_no_violation_in_any_round(self, players, cycles, swap, numbering):
        options = Options(numbering=numbering, cycles=cycles, swap_last_two=swap)
        played = ()
        for number in range(1, rounds(players, options) + 1):
            snapshot = Snapshot(tuple(Player(n) for n in range(1, players + 1)), played, next_round=number)
            plan = pair(snapshot, options, Random(0))
            assert violations(snapshot, plan, SYSTEMS["round-robin"].promises, options) == ()
            played += (as_recorded(plan),)


def test_swapping_the_last_two_rounds_avoids_three_equal_sides_between_cycles():
    def longest_run(options):
        worst = 0
        for seat in range(1, 7):
            sides = [
                "f" if seat == game.first else "s"
                for number in range(1, 11)
                for game in schedule_round(6, number, options)[0]
                if seat in (game.first, game.second)
            ]
            run = 1
            for a, b in pairwise(sides):
                run = run + 1 if a == b else 1
                worst = max(worst, run)
        return worst

    assert longest_run(Options(cycles=2)) == 3
    assert longest_run(Options(cycles=2, swap_last_two=True)) == 2


class TestAbsences:
    def snapshot(self, *, withdrawn=(), number=1, players=4, byes=()):
        rows = tuple(Player(n, withdrawn=0 if n in withdrawn else None) for n in range(1, players + 1))
        return Snapshot(rows, next_round=number, byes=byes)

    def test_withdrawn_player_loses_by_forfeit(self):
        plan = pair(self.snapshot(withdrawn=(4,)), Options(), Random(0))
        assert [(p.first, p.second, p.result) for p in plan.pairings] == [
            (1, 4, Result("win", "loss", "forfeit")),
            (2, 3, None),
        ]

    def test_two_withdrawn_players_both_lose(self):
        plan = pair(self.snapshot(withdrawn=(1, 4)), Options(), Random(0))
        assert plan.pairings[0].result == Result("loss", "loss", "forfeit")

    def test_requested_bye_keeps_the_game_in_its_round_with_a_reason(self):
        snapshot = self.snapshot(byes=(Bye(2, ByeKind.HALF),))
        plan = pair(snapshot, Options(), Random(0))
        assert [reason.code for reason in plan.pairings[1].reasons] == ["rr-seats", "rr-parity", "rr-bye-asked"]
        assert violations(snapshot, plan, SYSTEMS["round-robin"].promises, Options()) == ()

    def test_pairing_after_the_last_round_is_refused(self):
        with pytest.raises(CannotPair) as refusal:
            pair(self.snapshot(number=4), Options(), Random(0))
        assert refusal.value.reason.code == "schedule-over"

    def test_single_player_is_refused(self):
        with pytest.raises(CannotPair) as refusal:
            pair(self.snapshot(players=1), Options(), Random(0))
        assert refusal.value.reason.code == "too-few-players"


class TestJudgeOnManualRounds:
    """Three or four players; each round is a list of games (first, second)."""

    def codes_of_violations(self, players, *made, cycles=1):
        *before, last = made
        played = [
            Round(number, tuple(Pairing(table, *game) for table, game in enumerate(games, start=1)))
            for number, games in enumerate(before, start=1)
        ]
        rows = tuple(Player(n) for n in range(1, players + 1))
        snapshot = Snapshot(rows, tuple(played), next_round=len(made), fixed=tuple(last))
        plan = manual.pair(snapshot, manual.Options(), Random(0))
        return [
            sentence(v.reason)
            for v in violations(snapshot, plan, SYSTEMS["round-robin"].promises, Options(cycles=cycles))
        ]

    def test_reports_a_rematch_in_the_same_cycle(self):
        assert self.codes_of_violations(4, [(1, 4), (2, 3)], [(4, 1), (2, 3)]) == [
            "4 and 1 have already met in this cycle.",
            "2 and 3 have already met in this cycle.",
        ]

    def test_accepts_another_order_of_rounds(self):
        assert self.codes_of_violations(4, [(1, 2), (3, 4)], [(3, 1), (4, 2)], [(1, 4), (2, 3)]) == []

    def test_reports_sides_that_do_not_switch_with_the_cycle(self):
        first = [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
        assert self.codes_of_violations(4, *first, [(1, 4), (3, 2)], cycles=2) == [
            "1 was also first against 4 last time, but sides switch with each cycle.",
        ]

    def test_reports_uneven_sides(self):
        assert self.codes_of_violations(4, [(1, 2), (3, 4)], [(1, 3), (4, 2)], [(1, 4), (3, 2)]) == [
            "1 would be first 3 times and second 0 times.",
            "2 would be first 0 times and second 3 times.",
            "1 would be first for the third time in a row.",
            "2 would be second for the third time in a row.",
        ]

    def test_reports_missing_games_in_the_last_round(self):
        assert self.codes_of_violations(4, [(1, 2)], [(3, 1), (4, 2)], [(1, 4), (2, 3)]) == [
            "3 and 4 have not met often enough; missing games: 1.",
        ]
