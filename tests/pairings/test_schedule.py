"""Whole schedules and their printed forms."""

from itertools import combinations

import pytest

from pairings.plan import CannotPair
from pairings.schedules.schedule import as_csv, as_text, grid, grid_text
from pairings.systems import SYSTEMS, circular, round_robin

RR = round_robin.Options


def whole_schedule(system, players, options):
    return SYSTEMS[system].scheduling.schedule(players, options)


def list_rounds(system, players, options):
    return [list(each.games) for each in whole_schedule(system, players, options).rounds]


class TestWholeSchedule:
    @pytest.mark.parametrize("numbering", ["berger", "circle"])
    @pytest.mark.parametrize("players", [2, 3, 6, 7, 31, 40])
    def test_round_robin_equals_its_single_rounds(self, players, numbering):
        options = RR(numbering=numbering, cycles=3, swap_last_two=True)
        whole = whole_schedule("round-robin", players, options)
        assert len(whole.rounds) == round_robin.rounds(players, options)
        for each in whole.rounds:
            games, bye = round_robin.schedule_round(players, each.number, options)
            assert each.games == tuple((game.first, game.second) for game in games)
            assert each.bye == bye

    @pytest.mark.rotates(4)
    def test_thousand_players_all_meet(self):
        whole = whole_schedule("round-robin", 1000, RR())
        assert whole.count == 499_500
        assert {(min(game), max(game)) for each in whole.rounds for game in each.games} == set(
            combinations(range(1, 1001), 2)
        )

    def test_circular_plan_equals_that_of_the_engine(self):
        options = circular.Options(games=4)
        plan = circular.whole_plan(9, options)
        assert list_rounds("circular", 9, options) == [[game[:2] for game in games] for games in plan]

    @pytest.mark.parametrize(
        ("system", "players", "options", "code"),
        [
            ("round-robin", 1, RR(), "too-few-players"),
            ("round-robin", 1001, RR(), "schedule-too-many"),
            ("circular", 1001, circular.Options(), "schedule-too-many"),
            ("circular", 7, circular.Options(games=3), "circular-odd"),
        ],
    )
    def test_impossible_numbers_are_refused(self, system, players, options, code):
        with pytest.raises(CannotPair) as refused:
            whole_schedule(system, players, options)
        assert refused.value.reason.code == code


class TestText:
    def test_each_round_is_a_line_in_order_of_tables(self):
        assert list(as_text(whole_schedule("round-robin", 6, RR(numbering="circle")))) == [
            "1:  1-6  5-2  3-4",
            "2:  5-1  4-6  2-3",
            "3:  1-4  3-5  6-2",
            "4:  3-1  2-4  5-6",
            "5:  1-2  6-3  4-5",
        ]

    def test_free_player_is_at_the_end_of_the_line(self):
        assert list(as_text(whole_schedule("round-robin", 3, RR()))) == [
            "1:  2-3  free: 1",
            "2:  1-2  free: 3",
            "3:  3-1  free: 2",
        ]
        rested = list(as_text(whole_schedule("circular", 7, circular.Options(games=2, tables=2))))
        assert rested[0] == "1:  3-4  5-6  free: 1, 2, 7"

    def test_names_replace_seats(self):
        names = {1: "Ann", 2: "Bo", 3: "Cy"}
        lines = list(as_text(whole_schedule("round-robin", 3, RR()), names.__getitem__))
        assert lines[0] == "1:   Bo-Cy   free: Ann"


class TestCsv:
    def test_bye_has_an_empty_second_player(self):
        assert as_csv(whole_schedule("round-robin", 3, RR())) == (
            "round,table,first,second\n1,1,2,3\n1,2,1,\n2,1,1,2\n2,2,3,\n3,1,3,1\n3,2,2,\n"
        )

    def test_rest_in_a_circular_plan_has_no_line(self):
        lines = as_csv(whole_schedule("circular", 5, circular.Options(games=2))).splitlines()
        assert len(lines) == 1 + 5
        assert not any(line.endswith(",") for line in lines)

    def test_name_with_a_comma_is_quoted(self):
        text = as_csv(whole_schedule("round-robin", 2, RR()), lambda seat: f"Player, {seat}")
        assert text.splitlines()[1] == '1,1,"Player, 1","Player, 2"'


class TestGrid:
    def test_each_cell_shows_the_round_and_the_side_of_the_player_of_its_line(self):
        assert grid(whole_schedule("round-robin", 4, RR())) == [
            ["x", "2W", "3B", "1W"],
            ["2B", "x", "1W", "3W"],
            ["3W", "1B", "x", "2B"],
            ["1B", "3B", "2W", "x"],
        ]

    def test_first_is_black_in_circle_numbering(self):
        assert grid(whole_schedule("round-robin", 2, RR(numbering="circle"))) == [["x", "1B"], ["1W", "x"]]

    def test_two_cycles_share_a_cell(self):
        assert grid(whole_schedule("round-robin", 2, RR(cycles=2)))[0][1] == "1W 2B"

    def test_pairs_that_do_not_meet_have_an_empty_cell(self):
        lines = grid(whole_schedule("circular", 6, circular.Options(games=2)))
        assert [bool(cell) for cell in lines[0]] == [True, True, False, False, False, True]
        assert lines[0][1][-1] == "F"
        assert lines[1][0][-1] == "S"

    def test_text_has_seats_along_both_edges(self):
        assert list(grid_text(whole_schedule("round-robin", 2, RR()))) == ["    1  2", "1   x 1W", "2  1B  x"]

    @pytest.mark.parametrize("players", [5, 8])
    def test_every_line_and_column_has_each_round_once(self, players):
        lines = grid(whole_schedule("round-robin", players, RR()))
        rounds = players - 1 + players % 2
        for line in (*lines, *zip(*lines, strict=True)):
            numbers = [int(cell[:-1]) for cell in line if cell != "x"]
            assert len(set(numbers)) == len(numbers) == players - 1
            assert set(numbers) <= set(range(1, rounds + 1))
