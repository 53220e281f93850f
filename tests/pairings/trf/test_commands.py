"""The command line: output, exit status 0, 1 and 2, and never a traceback."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pairings.__main__ import main
from pairings.files.trf import Replay, read

DATA = Path(__file__).parents[2] / "data" / "trf"
FRESH = str(DATA / "py4swiss__comments.trf")
OPEN = str(DATA / "paired" / "d_101200.trf")
BROKEN = str(DATA / "py4swiss__incompatible_color.trf")
STUCK = str(DATA / "py4swiss__no_legal_pairings.trf")


@pytest.fixture
def tournament(tmp_path, capsys):
    """A generated tournament that contains everything, paired by the toy system."""
    path = tmp_path / "own.trf"
    rates = "--half-byes 5 --zero-byes 5 --full-byes 2 --late 20 --withdrawals 4 --forfeits 10 --double-forfeits 20"
    status = main(
        [
            "generate",
            "--system",
            "toy",
            "--seed",
            "0",
            "--players",
            "17",
            "--rounds",
            "6",
            *rates.split(),
            "--output",
            str(path),
        ]
    )
    assert (status, capsys.readouterr().out) == (0, "")
    return path


def swap_black_players(path):
    """Exchange the Black players of the first two tables of round 2 in the file.

    Return the two pairings as they were.
    """
    first, second = Replay(read(path.read_bytes())).rounds[1].pairings[:2]
    new = {
        first.first: second.second,
        second.second: first.first,
        second.first: first.second,
        first.second: second.first,
    }
    lines = path.read_bytes().decode().split("\r\n")
    for index, line in enumerate(lines):
        if line.startswith("001") and int(line[4:8]) in new:
            lines[index] = f"{line[:101]}{new[int(line[4:8])]:>4}{line[105:108]}={line[109:]}"
    path.write_bytes("\r\n".join(lines).encode())
    return first, second


class TestPair:
    def test_prints_the_number_of_pairs_then_pairs_then_the_bye(self, capsys):
        assert main(["pair", FRESH, "--system", "toy"]) == 0
        assert capsys.readouterr().out == "4\n1 2\n3 4\n5 6\n7 0\n"

    def test_pairs_a_recorded_round_again(self, capsys):
        assert main(["pair", OPEN, "--system", "toy", "--round", "1"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) == int(lines[0]) + 1
        assert {int(n) for line in lines[1:] for n in line.split()} - {0} == {
            n for p in Replay(read(Path(OPEN).read_bytes())).rounds[0].pairings for n in (p.first, p.second)
        }

    def test_writes_the_file_with_the_added_round(self, capfdbinary):
        assert main(["pair", FRESH, "--system", "toy", "--trf"]) == 0
        replay = Replay(read(capfdbinary.readouterr().out))
        assert [(p.first, p.second, p.result) for p in replay.rounds[0].pairings] == [
            (1, 2, None),
            (3, 4, None),
            (5, 6, None),
        ]

    def test_json_contains_reasons(self, capsys):
        assert main(["pair", FRESH, "--system", "toy", "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert (answer["system"], answer["number"]) == ("toy", 1)
        assert answer["pairings"][0] == {
            "table": 1,
            "first": {"id": 1, "name": "Wild, Player 0001"},
            "second": {"id": 2, "name": "Wild, Player 0002"},
            "reasons": [
                {
                    "code": "by-hand",
                    "article": "toy 2",
                    "facts": {"first": 1, "second": 2},
                    "text": "Paired manually by the organiser.",
                }
            ],
        }
        assert [(bye["player"]["id"], bye["kind"]) for bye in answer["byes"]] == [(7, "allocated")]

    def test_no_legal_pairing_gives_one_paragraph_and_status_1(self, capsys):
        assert main(["pair", STUCK, "--system", "toy"]) == 1
        output = capsys.readouterr()
        assert output.out == ""
        assert output.err == "Wild, Player 0001 (1) and Wild, Player 0002 (2) have already met, in round 1. [toy 1]\n"

    @pytest.mark.parametrize(
        "arguments",
        [
            [BROKEN],
            ["no-such-file.trf"],
            [str(DATA)],
            [OPEN, "--round", "0"],
            [OPEN, "--round", "99"],
            [OPEN, "--round", "many"],
            [OPEN, "--system", "none"],
            [OPEN, "--option", "colour=red"],
            [],
        ],
    )
    def test_invalid_file_or_argument_gives_one_line_and_status_2(self, arguments, capsys):
        with pytest.raises(SystemExit) as left:
            sys.exit(main(["pair", "--system", "toy", *arguments]))
        output = capsys.readouterr()
        assert (left.value.code, output.out, output.err.count("\n")) == (2, "", 1)

    def test_wrong_points_are_reported_with_the_pairing(self, capsys):
        path = str(DATA / "py4swiss__incorrect_points.trf")
        assert main(["pair", path, "--system", "toy", "--round", "1"]) == 0
        assert (
            capsys.readouterr().err
            == f"{path}: line 2: Player 2 has 4.0 points in the file, but 3.0 from the results.\n"
        )


class TestCheck:
    def test_rounds_of_the_engine_agree(self, tournament, capsys):
        assert main(["check", str(tournament), "--system", "toy"]) == 0
        assert (
            capsys.readouterr().out == "6 rounds checked, 0 differ; points and ranks of 17 players checked, 0 differ\n"
        )

    def test_only_the_manual_round_is_reported(self, tournament, capsys):
        first, second = swap_black_players(tournament)
        assert main(["check", str(tournament), "--system", "toy", "--rounds", "1-2"]) == 1
        out = capsys.readouterr().out.splitlines()
        assert out[0] == f"{tournament}: round 2 differs"
        assert f"{first.first} {second.second}" in out[1]
        assert f"{first.first} {first.second}" in out[2]
        assert out[3].endswith("are a forbidden pair in this round. [toy 3]")
        assert out[-1] == "2 rounds checked, 1 differ"

    @pytest.mark.parametrize(("rounds", "count"), [("2-4", 3), ("5", 1), ("last", 1), ("5-99", 2), ("90-99", 0)])
    def test_chosen_rounds_are_checked(self, tournament, capsys, rounds, count):
        assert main(["check", str(tournament), "--system", "toy", "--rounds", rounds]) == 0
        of_table = "; points and ranks of 17 players checked, 0 differ" if rounds in {"last", "5-99"} else ""
        assert capsys.readouterr().out == f"{count} rounds checked, 0 differ{of_table}\n"

    def test_json_has_one_object_per_round(self, tournament, capsys):
        first, second = swap_black_players(tournament)
        assert main(["check", str(tournament), "--system", "toy", "--rounds", "1-2", "--json"]) == 1
        one, two = map(json.loads, capsys.readouterr().out.splitlines())
        assert (one["file"], one["number"], one["agrees"], one["differences"]) == (str(tournament), 1, True, [])
        assert (two["number"], two["agrees"]) == (2, False)
        differing = {(each["in"], each["first"]["id"], each["second"]["id"]) for each in two["differences"]}
        assert {("file", first.first, second.second), ("engine", first.first, first.second)} <= differing

    @pytest.mark.parametrize("copies", [1, 3])
    def test_two_processes_give_the_same_output(self, tournament, tmp_path, capsys, copies):
        swap_black_players(tournament)
        files = [str(tournament)]
        for number in range(1, copies):
            files.append(str(tmp_path / f"copy{number}.trf"))
            Path(files[-1]).write_bytes(tournament.read_bytes())
        alone = main(["check", *files, "--system", "toy"]), capsys.readouterr().out
        shared = main(["check", *files, "--system", "toy", "--jobs", "2"]), capsys.readouterr().out
        assert alone == shared

    def test_invalid_file_gives_status_2_and_the_others_are_checked(self, tournament, capsys):
        assert main(["check", BROKEN, str(tournament), "--system", "toy"]) == 2
        output = capsys.readouterr()
        assert output.out == "6 rounds checked, 0 differ; points and ranks of 17 players checked, 0 differ\n"
        assert output.err.count("\n") == 1
        assert "line 2, column 137" in output.err

    def test_round_that_the_engine_cannot_pair_differs(self, capsys):
        assert main(["check", STUCK, "--system", "toy", "--rounds", "1"]) == 1
        assert "1 rounds checked, 1 differ" in capsys.readouterr().out

    @pytest.mark.parametrize("arguments", [["--rounds", "9-2"], ["--rounds", "x"], ["--jobs", "0"], []])
    def test_invalid_arguments_are_refused(self, arguments, capsys):
        files = [OPEN] if arguments else []
        with pytest.raises(SystemExit) as left:
            main(["check", *files, *arguments])
        assert (left.value.code, capsys.readouterr().err.count("\n")) == (2, 1)


class TestExplain:
    def test_every_table_is_shown_with_reasons(self, capsys):
        assert main(["explain", FRESH, "--system", "toy"]) == 0
        out = capsys.readouterr().out.splitlines()
        assert out[:3] == [
            "Round 1",
            "1. Wild, Player 0001 (1) – Wild, Player 0002 (2)",
            "  Paired manually by the organiser. [toy 2]",
        ]
        assert "Wild, Player 0007 (7): allocated bye" in out

    def test_pair_of_the_round_is_explained(self, capsys):
        assert main(["explain", FRESH, "--system", "toy", "--pair", "4", "3"]) == 0
        assert capsys.readouterr().out.startswith("2. Wild, Player 0003 (3) – Wild, Player 0004 (4)\n")

    def test_pair_outside_the_round_is_explained(self, capsys):
        assert main(["explain", FRESH, "--system", "toy", "--pair", "1", "3"]) == 0
        out = capsys.readouterr().out.splitlines()
        assert out[:2] == [
            "Why not Wild, Player 0001 (1) – Wild, Player 0003 (3)?",
            ("  Wild, Player 0001 (1) and Wild, Player 0003 (3) are a forbidden pair in this round. [toy 3]"),
        ]
        assert [line[:2] for line in out if line[0] != " "][1:] == ["1.", "2."]

    @pytest.mark.parametrize("pair", [["1", "1"], ["1", "99"]])
    def test_unknown_or_equal_players_are_refused(self, pair, capsys):
        assert main(["explain", FRESH, "--system", "toy", "--pair", *pair]) == 2
        assert capsys.readouterr().err.count("\n") == 1


class TestGenerate:
    def generate(self, capfdbinary, *arguments):
        assert main(["generate", "--system", "toy", *arguments]) == 0
        return capfdbinary.readouterr().out

    def test_same_seed_gives_the_same_file(self, capfdbinary):
        some = ["--players", "12", "--rounds", "4", "--late", "20"]
        assert self.generate(capfdbinary, *some, "--seed", "7") == self.generate(capfdbinary, *some, "--seed", "7")
        assert self.generate(capfdbinary, *some, "--seed", "7") != self.generate(capfdbinary, *some, "--seed", "8")

    def test_every_setting_has_an_effect(self, capfdbinary):
        rates = [
            f"--{name}={percent}"
            for name, percent in (("half-byes", 10), ("full-byes", 10), ("zero-byes", 10), ("forfeits", 20))
        ]
        more = ["--double-forfeits=30", "--short-games=30", "--late=30", "--withdrawals=5", "--draws=50"]
        rest = ["--acceleration=baku", "--points=3,1,0", "--bye-points=2", "--ratings=1800-1900", "--colour=black"]
        data = self.generate(capfdbinary, "--seed=0", "--players=25", "--rounds=7", *rates, *more, *rest)
        replay = Replay(read(data))
        results = {cell.result for e in replay.entrants for cell in e.record.cells}
        assert results >= {"1", "0", "=", "W", "L", "D", "+", "-", "H", "F", "Z", "U"}
        assert {line.code for line in replay.document.lines} >= {"142", "XXR", "152", "162", "250", "XXA", "BBW"}
        assert (replay.settings.scoring.win, replay.settings.scoring.allocated_bye) == (3, 2)
        assert replay.settings.virtual_points == dict.fromkeys(range(1, 8), (3, 3, 1, 1))
        assert replay.settings.first_colour == "b"
        assert all(1800 <= e.record.rating <= 1900 for e in replay.entrants)

    def test_field_without_opponents_ends_early_with_status_1(self, capfdbinary):
        assert (
            main(
                [
                    "generate",
                    "--system",
                    "toy",
                    "--seed=0",
                    "--players=4",
                    "--rounds=5",
                    "--forfeits=0",
                    "--half-byes=0",
                    "--zero-byes=0",
                ]
            )
            == 1
        )
        output = capfdbinary.readouterr()
        assert output.err.startswith(b"The file ends after round 3.")
        assert Replay(read(output.out)).played == 3

    @pytest.mark.parametrize("more", [["--points=99.9,99.9,99.9", "--rounds=11"], ["--output=/no/such/folder"]])
    def test_file_that_cannot_be_written_gives_one_line_and_status_2(self, more, capsys):
        assert main(["generate", "--system", "toy", "--seed=0", "--players=20", "--forfeits=0", *more]) == 2
        assert capsys.readouterr().err.count("\n") == 1

    @pytest.mark.parametrize("argument", ["--players=1", "--draws=101", "--ratings=9-1", "--points=1,x", "--points=1"])
    def test_invalid_arguments_are_refused(self, argument, capsys):
        with pytest.raises(SystemExit) as left:
            main(["generate", argument])
        assert (left.value.code, capsys.readouterr().err.count("\n")) == (2, 1)


class TestProcess:
    def run(self, *arguments, **more):
        return subprocess.run([sys.executable, "-m", "pairings", *arguments], capture_output=True, check=False, **more)

    def test_fault_is_one_line_without_traceback(self):
        done = self.run("pair", BROKEN, "--system", "manual")
        assert (done.returncode, done.stderr.count(b"\n"), b"Traceback" in done.stderr) == (2, 1, False)

    def test_file_is_read_from_standard_input(self):
        done = self.run("pair", "-", "--system", "manual", input=Path(FRESH).read_bytes())
        assert (done.returncode, done.stdout) == (0, b"0\n")

    def test_names_print_in_any_locale(self, tmp_path):
        path = tmp_path / "name.trf"
        path.write_bytes(Path(FRESH).read_bytes().replace(b"Player 0001", "Pläyer 0001".encode()))
        arguments = ("explain", str(path), "--system", "manual", "--pair", "1", "2")
        assert self.run(*arguments, env={"PYTHONIOENCODING": "ascii"}).returncode == 0

    def test_commands_need_only_the_standard_library(self):
        """Start-up consists of imports; benchmarks/server/start.py measures their time."""
        bare = [sys.executable, "-S", "-m", "pairings", "pair", FRESH, "--system", "manual"]
        assert subprocess.run(bare, capture_output=True, check=False).stdout == b"0\n"

    def test_unneeded_modules_are_not_imported(self, tmp_path):
        """Imports take nearly all the time of a round of four players; only the engine that pairs is needed."""
        path = tmp_path / "four.trf"
        self.run("generate", "--players", "4", "--rounds", "1", "--seed", "1", "--output", str(path))
        call = f"import sys; from pairings.__main__ import main; main(['pair', {str(path)!r}]); print(*sys.modules)"
        bare = [sys.executable, "-S", "-c", call]
        there = set(subprocess.run(bare, capture_output=True, check=True, text=True).stdout.split())
        assert {name.split(".")[2] for name in there if name.startswith("pairings.systems.")} == {"dutch"}
        ours = {
            "judge",
            "files.trf.conversion",
            "files.trf.days",
            "files.trf.writing.build",
            "files.trf.writing.write",
            "matching.answer",
            "matching.sets.weighted",
            "schedules",
            "swiss.promises",
            "swiss.explain.whatif",
            "swiss.explain.again",
            "swiss.solve.exact",
            "swiss.solve.outlook",
        }
        assert not there & {
            "csv",
            "datetime",
            "heapq",
            "json",
            "pathlib",
            "shutil",
            *(f"pairings.{name}" for name in ours),
        }
