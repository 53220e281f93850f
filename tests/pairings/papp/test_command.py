"""`python -m pairings papp FILE.json ...`"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pairings.__main__ import main

SAMPLE = Path(__file__).parents[2] / "data" / "papp" / "matrices.json"
CASES = json.loads(SAMPLE.read_text(encoding="utf-8"))

FOUR = {
    "players": [1, 2, 3, 4, 5],
    "country": {"1": "FIN", "2": "FIN"},
    "rounds": [{"present": [1, 2, 3, 4, 5], "games": [[1, 2, 40], [3, 4, 32]]}],
    "present": [1, 2, 3, 4, 5],
}


@pytest.fixture
def position(tmp_path):
    def write(content):
        file = tmp_path / "position.json"
        file.write_text(json.dumps(content), encoding="utf-8")
        return str(file)

    return write


def answer(capsys, *arguments):
    assert main(["papp", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_profile_as_papp_gives_tables_and_totals_of_papp(capsys):
    answers = answer(capsys, str(SAMPLE), "--profile", "as-papp")
    assert [each["matrix"] for each in answers] == [case["matrix"] for case in CASES]
    assert [each["total"] for each in answers] == [case["papp_total"] for case in CASES]
    assert [each["index"] for each in answers] == [case["index"] for case in CASES]


def test_one_position_gives_one_object(capsys, position):
    given = answer(capsys, position(FOUR))
    assert sorted(str(number) for pair in given["pairs"] for number in pair) == ["1", "2", "3", "4", "5", "bye"]
    assert given["total"] == sum(entry["total"] for entry in given["ledger"])
    assert all(entry["total"] == sum(term["amount"] for term in entry["terms"]) for entry in given["ledger"])
    assert given["pairs"][[pair[1] for pair in given["pairs"]].index("bye")][0] != 5


def test_several_files_give_a_list(capsys, position, tmp_path):
    nothing = tmp_path / "nothing.json"
    nothing.write_text("[]", encoding="utf-8")
    one = position(FOUR)
    assert len(answer(capsys, one, one)) == 2
    assert answer(capsys, str(nothing), one) == answer(capsys, one, str(nothing)) == [answer(capsys, one)]


def test_force_shows_the_cost_of_a_pair(capsys, position):
    given = answer(capsys, position(FOUR), "--force", "1", "bye")
    assert [1, "bye"] in given["forced"]["pairs"]
    assert given["forced"]["extra"] == given["forced"]["total"] - given["total"] > 0
    assert given["forced"]["rings"]


def test_optima_are_listed_and_counted(capsys, position):
    first_round = {"players": [1, 2, 3, 4], "rounds": [], "present": [1, 2, 3, 4]}
    given = answer(capsys, position(first_round), "--optima", "9")
    assert len(given["optima"]["pairs"]) == 3
    assert given["optima"]["complete"]


def test_explain_gives_reasons_in_words(capsys, position):
    assert main(["papp", position(FOUR), "--explain", "--force", "1", "2", "--optima", "5"]) == 0
    text = capsys.readouterr().out
    assert "No pairing of this round has a smaller total penalty" in text
    assert "Forced: +" in text
    assert "Pairings as good as this one: " in text


def test_parameters_beyond_papps_infinity_are_forbidden_unless_unavoidable(capsys, position):
    two = {"players": [1, 2], "rounds": [{"present": [1, 2], "games": [[1, 2, 40]]}], "present": [1, 2]}
    params = {"same": 10_000_000, "opposite": 10_000_000}
    assert answer(capsys, position({**two, "params": params}))["forbidden"] == 1
    assert answer(capsys, position({**two, "params": {"opposite": 7}}))["forbidden"] == 0


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ({}, "'rounds' is missing"),
        ([1], "[0]:"),
        ({**FOUR, "present": [9]}, "not among the players: 9"),
        ({**FOUR, "params": {"colour": [1]}}, "There is no parameter colour."),
        ({**FOUR, "params": {"float": [0, 5]}}, "Twice the float-back bonus"),
        ({**FOUR, "rounds": [{"present": [], "games": [[1, 2]]}]}, "not enough values"),
    ],
)
def test_invalid_position_gives_one_line_and_status_2(capsys, position, content, complaint):
    assert main(["papp", position(content)]) == 2
    text = capsys.readouterr().err
    assert complaint in text
    assert text.count("\n") == 1


def test_missing_file_and_invalid_json_give_status_2(capsys, tmp_path):
    assert main(["papp", str(tmp_path / "none.json")]) == 2
    (tmp_path / "text.json").write_text("{", encoding="utf-8")
    assert main(["papp", str(tmp_path / "text.json")]) == 2
    assert "not JSON" in capsys.readouterr().err


def test_missing_file_gives_one_line_when_run_as_a_program(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "pairings", "papp", str(tmp_path / "none.json")],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[3],
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_invalid_forced_pair_is_refused(capsys, position):
    assert main(["papp", position(FOUR), "--force", "1", "1"]) == 2
    assert main(["papp", position(FOUR), "--force", "x", "1"]) == 2
    assert "x is not there to be paired" in capsys.readouterr().err
