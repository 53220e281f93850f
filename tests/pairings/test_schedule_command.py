"""`python -m pairings schedule SYSTEM ...`"""

import csv
import io
import json
import subprocess
import sys

import pytest

from pairings.__main__ import main


def answer(capsys, *arguments):
    assert main(["schedule", *arguments]) == 0
    return capsys.readouterr().out


def games(text):
    return [tuple(row.values()) for row in csv.DictReader(io.StringIO(text))]


class TestRoundRobin:
    def test_text_has_totals_and_then_every_round(self, capsys):
        lines = answer(capsys, "round-robin", "--players", "10").splitlines()
        assert lines[0] == "10 players, 9 rounds, 45 games"
        assert lines[2] == "1:   1-10   2-9    3-8    4-7    5-6"
        assert len(lines) == 2 + 9

    def test_csv_has_columns_for_programs(self, capsys):
        text = answer(capsys, "round-robin", "--players", "5", "--format", "csv")
        assert text.splitlines()[0] == "round,table,first,second"
        assert len([game for game in games(text) if game[3]]) == 10
        assert [game[0] for game in games(text) if not game[3]] == ["1", "2", "3", "4", "5"]

    def test_options_for_cycles_numbering_and_swap_are_applied(self, capsys):
        one = games(answer(capsys, "round-robin", "--players", "4", "--cycles", "2", "--format", "csv"))
        other = games(
            answer(capsys, "round-robin", "--players", "4", "--cycles", "2", "--swap-last-two", "--format", "csv")
        )
        assert len(one) == len(other) == 12
        assert [game[2:] for game in one[2:4]] == [game[2:] for game in other[4:6]]
        circle = games(answer(capsys, "round-robin", "--players", "4", "--numbering", "circle", "--format", "csv"))
        assert circle[0] == ("1", "1", "1", "4")

    def test_grid_shows_rounds_and_sides(self, capsys):
        lines = answer(capsys, "round-robin", "--players", "3", "--format", "grid").splitlines()
        assert lines == ["    1  2  3", "1   x 2W 3B", "2  2B  x 1W", "3  3W 1B  x"]


class TestCircular:
    def test_options_for_tables_style_and_order_are_applied(self, capsys):
        few = games(answer(capsys, "circular", "--players", "9", "--games", "4", "--tables", "3", "--format", "csv"))
        assert len(few) == 18
        assert {game[1] for game in few} == {"1", "2", "3"}
        far = ("circular", "--players", "6", "--games", "1", "--style", "antipodal", "--format", "csv")
        assert [game[2:] for game in games(answer(capsys, *far))] == [("1", "4"), ("2", "5"), ("3", "6")]
        text = ("circular", "--players", "9", "--games", "2", "--order", "text", "--format", "csv")
        assert [game[2:] for game in games(answer(capsys, *text))][:4] == [
            ("1", "2"),
            ("3", "4"),
            ("5", "6"),
            ("7", "8"),
        ]


class TestBadNumbers:
    @pytest.mark.parametrize(
        ("arguments", "text"),
        [
            ("circular --players 7 --games 3", "Enter 2 or 4 games, or add or remove a player."),
            ("circular --players 6 --games 6", "Enter 5 or fewer"),
            ("circular --players 2 --games 1", "at least 3 players"),
            ("circular --players -5", "at least 3 players, but there are -5"),
            ("circular --players 8 --games 0", "--games: Enter a whole number from 1 to 999."),
            ("circular --players 8 --tables -1", "--tables: Enter a whole number from 0 to 500."),
            ("circular --players 8 --games 4.5", "--games: give a whole number"),
            ("circular --players 8 --style far", "--style"),
            ("round-robin --players 1", "at least two players"),
            ("round-robin --players 1001", "room for 1000 players, but there are 1001"),
            ("round-robin --players " + "9" * 5000, "too large"),
            ("round-robin --players ²", "give a whole number"),
            ("round-robin --players 8 --cycles 5", "--cycles: Enter a whole number from 1 to 4."),
            ("round-robin --players 8 --courts 0", "--courts: games need at least one court"),
            ("round-robin --players 8 --rest", "--rest: say how many --courts there are"),
            ("round-robin --players 8 --courts 2 --format grid", "a grid shows rounds, not courts"),
            ("round-robin", "--players"),
            ("swiss --players 8", "invalid choice: 'swiss'"),
        ],
    )
    def test_bad_numbers_give_one_clear_line_and_status_2(self, capsys, arguments, text):
        try:
            status = main(["schedule", *arguments.split()])
        except SystemExit as ended:
            status = ended.code
        out, err = capsys.readouterr()
        assert status == 2
        assert out == ""
        assert text in err
        assert err.count("\n") == 1

    def test_command_shows_no_traceback(self):
        command = [sys.executable, "-m", "pairings", "schedule", "circular", "--players", "9", "--games", "9"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert done.stderr.splitlines() == [
            ("python -m pairings schedule: 9 players cannot play 9 games each without rematches. Enter 8 or fewer.")
        ]


class TestCourts:
    def test_text_shows_slots_and_resting_players(self, capsys):
        lines = answer(capsys, "round-robin", "--players", "4", "--courts", "1", "--rest").splitlines()
        assert lines[:2] == ["4 players, 6 games, 8 slots, courts: 1", "twice running: 0, longest wait: 3"]
        assert len(lines) == 3 + 8
        assert sum(line.endswith(":  -") for line in lines) == 2

    def test_csv_and_json_have_every_game_with_its_slot_and_court(self, capsys):
        asked = ("circular", "--players", "9", "--games", "4", "--courts", "3", "--format")
        rows = games(answer(capsys, *asked, "csv"))
        text = json.loads(answer(capsys, *asked, "json"))
        assert (text["players"], text["courts"], len(text["slots"])) == (9, 3, 6)
        assert rows == [
            (str(slot["number"]), str(game["court"]), str(game["first"]), str(game["second"]))
            for slot in text["slots"]
            for game in slot["games"]
        ]
        assert len(rows) == 18


class TestHelp:
    @pytest.mark.parametrize("system", ["round-robin", "circular"])
    def test_every_argument_and_format_is_explained(self, capsys, system):
        with pytest.raises(SystemExit) as ended:
            main(["schedule", system, "--help"])
        assert ended.value.code == 0
        text = capsys.readouterr().out
        assert "round,table,first,second" in text
        assert "at most 1000" in text
        assert "--courts" in text
        assert "--rest" in text
        for flag in ("--cycles", "--numbering", "--swap-last-two") if system == "round-robin" else (
            "--games", "--style", "--tables", "--order",
        ):  # fmt: skip
            assert flag in text
