"""The commands `rank` and `compare`: every fault gives one clear line and status 2."""

import json
from fractions import Fraction

import pytest

from standings.__main__ import main


@pytest.fixture
def seed(samples):
    return str(samples / "seed" / "seed_event.json")


@pytest.fixture
def run_command(capsys):
    def run(*arguments):
        try:
            status = main(arguments)
        except SystemExit as stop:
            status = stop.code
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


class TestRank:
    def test_the_table(self, run_command, seed):
        status, out, _ = run_command("rank", seed, "--rules", "mtr")
        assert status == 0
        assert out.splitlines()[:3] == [
            "      MP      OMW       GW      OGW",
            "1  A   9  55.56 %  75.00 %  56.55 %",
            "2  E   6  66.67 %  57.14 %  58.33 %",
        ]

    def test_change_option_changes_lines_of_the_rule_set(self, run_command, seed):
        changes = ("--change", "chain=MP GW", "--change", "percentages.floor=1/3")
        status, out, _ = run_command("rank", seed, "--rules", "mtr", *changes)
        assert (status, out.splitlines()[0]) == (0, "      MP       GW")

    @pytest.mark.parametrize(
        ("change", "text"),
        [
            ("percentages.floor=2", "percentages.floor: Enter a share from 0 to 1"),
            ("percentages.game_floor=maybe", "Enter true or false"),
            ("chess.edition=2023", "Choose one of: 2024, 2026"),
            ("chain=MP XY", "Unknown tie-break XY"),
            ("nothing", "Unknown rule nothing"),
        ],
    )
    def test_impossible_change_gives_one_clear_error_line(self, run_command, seed, change, text):
        status, _, error = run_command("rank", seed, "--rules", "mtr", "--change", change)
        assert status == 2
        assert text in error

    def test_json_is_exact_and_has_every_criterion_of_the_family(self, run_command, seed):
        rows = json.loads(run_command("rank", seed, "--rules", "mtr", "--json")[1])
        assert [row["player"]["id"] for row in rows] == list("AEBGDFCH")
        values = rows[3].pop("values")
        assert rows[3] == {"rank": 4, "player": {"id": "G", "name": "G"}, "separated_by": "MP"}
        assert {code: value["exact"] for code, value in values.items()} == {
            "MP": "6",
            "OMW": "133/300",
            "GW": "4/7",
            "OGW": "327/700",
            "WINS": "2",
            "MW": "2/3",
            "OOMW": str(Fraction(1, 3) * (Fraction(4, 9) + Fraction(2, 3) + Fraction(2, 3))),
        }
        assert values["OMW"]["shown"] == "44.33 %"
        assert rows[-1]["separated_by"] is None

    def test_undefined_values_are_null(self, run_command, samples):
        path = samples / "fide" / "tec_swiss5.event.json"
        rows = json.loads(run_command("rank", str(path), "--rules", "fide-2026", "--json")[1])
        assert {row["player"]["id"]: row["values"]["ARO/C1"]["exact"] for row in rows}["12"] is None

    def test_round_robin_is_recognised(self, run_command, samples):
        path = samples / "fide" / "tec_rr6.event.json"
        rows = json.loads(run_command("rank", str(path), "--rules", "fide-2026", "--json")[1])
        assert rows[0]["values"]["KS"]["exact"] == "2"
        assert "BH" not in rows[0]["values"]

    def test_an_earlier_round(self, run_command, seed):
        rows = json.loads(run_command("rank", seed, "--rules", "mtr", "--json", "--through-round", "1")[1])
        assert [row["values"]["MP"]["exact"] for row in rows] == ["3"] * 4 + ["0"] * 4

    def test_a_player_explained(self, run_command, seed):
        out = run_command("rank", seed, "--rules", "mtr", "--explain", "G")[1]
        assert out.startswith("G: rank 4 under Magic: The Gathering")
        assert "H has 0.00 %, raised to the floor of 33.00 %." in out
        assert out.endswith("Ahead of D on Match points: 6 to 3, 3 more.\n")

    def test_a_player_explained_in_json(self, run_command, seed):
        rows = json.loads(run_command("rank", seed, "--rules", "mtr", "--json", "--explain", "G")[1])
        found = rows[3]["derivations"]["OMW"]
        assert [piece["opponent"]["id"] for piece in found["pieces"]] == ["H", "E", "D"]
        assert found["pieces"][0]["steps"] == [{"code": "floor", "before": "0", "after": "33/100"}]
        assert "derivations" not in rows[0]


class TestReportFiles:
    """FIDE's exercises give the same output from report files as from JSON."""

    @pytest.mark.parametrize("edition", ["2024", "2026"])
    @pytest.mark.parametrize("name", ["tec_swiss5", "tec_rr6"])
    def test_the_same_table(self, run_command, samples, name, edition):
        folder = samples / "fide"
        report = run_command("rank", str(folder / f"{name}.{edition}.trf"), "--rules", f"fide-{edition}", "--json")
        event = run_command("rank", str(folder / f"{name}.event.json"), "--rules", f"fide-{edition}", "--json")
        assert self.rows_without_names(report) == self.rows_without_names(event)

    def rows_without_names(self, text):
        """Return the rows without names, which only the report contains."""
        return [{**row, "player": row["player"]["id"]} for row in json.loads(text[1])]

    def test_table_shows_names_beside_numbers(self, run_command, samples):
        path = str(samples / "fide" / "tec_rr6.2026.trf")
        out = run_command("rank", path, "--rules", "fide-2026")[1].splitlines()
        assert out[:2] == ["                PTS    SB", "1  1  Alyx       3½  9.25"]
        rows = json.loads(run_command("rank", path, "--rules", "fide-2026", "--json")[1])
        assert rows[0]["player"] == {"id": "1", "name": "Alyx"}

    def test_players_may_be_named(self, run_command, samples):
        path = str(samples / "fide" / "tec_rr6.2026.trf")
        assert run_command("rank", path, "--rules", "fide-2026", "--explain", "Alyx")[1].startswith(
            "Alyx: rank 1 under FIDE"
        )

    def test_a_broken_report_names_the_line(self, run_command, tmp_path):
        path = tmp_path / "report.trf"
        path.write_bytes(b"012 Somewhere\n001 nothing\n")
        status, _, err = run_command("rank", str(path), "--rules", "fide-2026")
        assert (status, err.count("\n")) == (2, 1)
        assert "line 2" in err


class TestCompare:
    def test_lists_changed_places_and_the_line_that_changes_them(self, run_command, samples):
        path = str(samples / "card-games" / "dev-031.event.json")
        status, out, _ = run_command("compare", path, "--rules", "mtr", "--rules", "third")
        assert status == 0
        assert out.splitlines() == [
            "mtr and third: 2 places differ.",
            "  the floor: 0.33 → 1/3",
            "  P04: place 1 → 2, because of the floor.",
            "  P05: place 2 → 1, because of the floor.",
        ]

    def test_same_rule_set_twice_changes_no_place(self, run_command, seed):
        assert run_command("compare", seed, "--rules", "mtr", "--rules", "mtr")[1] == "mtr and mtr: 0 places differ.\n"


class TestFaults:
    @pytest.mark.parametrize(
        ("arguments", "line"),
        [
            (("--rules", "nix"), "There is no rule set nix."),
            (("--rules", "mtr", "--explain", "Z"), "There is no player called Z."),
            (("--rules", "mtr", "--through-round", "4"), "There is no round 4"),
            (("--rules", "mtr", "--through-round", "x"), "invalid int value"),
            ((), "required: --rules"),
        ],
    )
    def test_wrong_arguments(self, run_command, seed, arguments, line):
        status, out, err = run_command("rank", seed, *arguments)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert line in err

    @pytest.mark.parametrize(
        ("content", "line"),
        [
            (b"", "No JSON"),
            (b"{", "No JSON"),
            (b'{"a": "\xff"}', "not UTF-8"),
            (b"[1]", "no file of results"),
            (b"hello", "line 1"),
            (b'{"format": "tcg-event/1"}', "'players' is missing"),
            (b'{"format": "tcg-event/1", "players": 7}', "wrong type"),
            (b'{"format": "tcg-event/1", "players": [{"id": "A"}], "rounds": 0}', "'drop_after' is missing"),
            (b'{"system": "rr", "players": [{"id": 1, "rating": 0, "games": [[2, "w", "1"]]}], "rounds": 1}', "2 is"),
            (b'{"system": "rr", "players": [{"id": "x", "rating": 0, "games": []}], "rounds": 1}', "no whole number"),
            (b'{"system": [], "players": []}', "no file of results"),
            (b'{"format": "tcg-event/1", "players": [{"id": "\\ud800", "drop_after": null}], "rounds": 0}', "no text"),
            (b'{"format": "tcg-event/1", "players": [], "rounds": 1e9, "matches": []}', "number of rounds"),
            (
                b'{"format": "tcg-event/1", "players": [{"id": "A", "drop_after": "x"}], "rounds": 1, "matches": []}',
                "drop",
            ),
            (
                b'{"system": "rr", "players": [{"id": 1, "rating": 0, "games": [["1", "w", "1"]]}], "rounds": 1}',
                "opponent",
            ),
            (
                b'{"system": "rr", "players": [{"id": 1, "rating": 0, "games": [[0, "w", "1"]]}], "rounds": 1}',
                "no round of",
            ),
        ],
    )
    def test_broken_files(self, run_command, tmp_path, content, line):
        path = tmp_path / "event.json"
        path.write_bytes(content)
        status, out, err = run_command("rank", str(path), "--rules", "mtr")
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert line in err

    def test_missing_file(self, run_command, tmp_path):
        status, _, err = run_command("rank", str(tmp_path / "none"), "--rules", "mtr")
        assert status == 2
        assert "No such file" in err

    def test_one_rule_set_cannot_be_compared(self, run_command, seed):
        assert run_command("compare", seed, "--rules", "mtr")[::2] == (
            2,
            "python -m standings compare: Give --rules at least twice.\n",
        )
