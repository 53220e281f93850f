"""The commands with the FIDE (Dutch) system: samples in which every round is known to be correct."""

import re
from pathlib import Path

import pytest

from pairings.__main__ import main
from pairings.files.trf import Replay, read

DATA = Path(__file__).parents[2] / "data" / "trf"
PAIRED = sorted((DATA / "paired").glob("*.trf"))
NEXT = sorted((DATA / "paired").glob("*.next"))


def test_every_round_of_the_samples_agrees(capsys):
    rounds = sum(Replay(read(path.read_bytes())).played for path in PAIRED)
    assert main(["check", *map(str, PAIRED)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert re.fullmatch(
        rf"{rounds} rounds checked, 0 differ; points and ranks of \d+ players checked, 0 differ", out[-1]
    )
    assert all(line.endswith("ranks are compared by points only.") for line in out[:-1])


@pytest.mark.parametrize("path", NEXT, ids=lambda path: path.stem)
def test_next_round_of_the_samples_matches_the_known_pairs(path, capsys):
    assert main(["pair", str(path.with_suffix(".trf"))]) == 0
    count, *pairs = capsys.readouterr().out.splitlines()
    expected_count, *expected = path.read_text().splitlines()
    assert (count, set(pairs)) == (expected_count, set(expected))


def test_only_the_manual_round_differs(tmp_path, capsys):
    document = (DATA / "paired" / "d_101202.trf").read_bytes().decode().splitlines()
    changed = {1: ("7 w 1", "5 w 1"), 7: ("1 b 0", "4 b 0"), 5: ("4 w =", "1 b 0"), 4: ("5 b =", "7 w 1")}
    for number, (old, new) in changed.items():
        index = next(i for i, line in enumerate(document) if line.startswith(f"001 {number:>4}"))
        line = document[index]
        assert line[101:109].strip() == old
        document[index] = f"{line[:101]}{new:>8}{line[109:]}"
    path = tmp_path / "changed.trf"
    path.write_text("\n".join(document))
    assert main(["check", str(path), "--rounds", "1-2"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0] == f"{path}: round 2 differs"
    assert len(out) >= 5
    assert out[-1] == "2 rounds checked, 1 differ"


@pytest.mark.parametrize("name", ["py4swiss__no_legal_pairings", "py4swiss__no_legal_pairings_odd"])
def test_no_legal_pairing_gives_one_line_and_status_1(name, capsys):
    assert main(["pair", str(DATA / f"{name}.trf")]) == 1
    output = capsys.readouterr()
    assert (output.out, output.err.count("\n")) == ("", 1)


def test_round_without_players_to_pair_does_not_differ(tmp_path, capsys):
    path = tmp_path / "away.trf"
    some = ["--seed", "0", "--players", "6", "--rounds", "2", "--tie-breaks", "PTS"]
    assert main(["generate", *some, "--output", str(path)]) == 0
    lines = path.read_text().splitlines()
    away = [f"{line.rstrip()}  0000 - Z" if line.startswith("001") else line for line in lines]
    path.write_text("\n".join(away) + "\n")
    capsys.readouterr()
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out == "3 rounds checked, 0 differ; points and ranks of 6 players checked, 0 differ\n"


@pytest.mark.parametrize("seed", range(5))
def test_generated_tournaments_pass_the_check(seed, tmp_path, capsys):
    path = tmp_path / "own.trf"
    rates = "--half-byes 8 --zero-byes 5 --full-byes 2 --late 15 --withdrawals 3 --forfeits 8 --acceleration baku"
    arguments = ["generate", "--players", "21", "--rounds", "6", "--seed", str(seed), "--output", str(path)]
    assert main([*arguments, *rates.split()]) == 0
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out == "6 rounds checked, 0 differ; points and ranks of 21 players checked, 0 differ\n"


def test_explain_gives_reasons_for_every_table(capsys):
    path = str(DATA / "paired" / "d_101200.trf")
    assert main(["explain", path, "--round", "5"]) == 0
    out = capsys.readouterr().out.splitlines()
    tables = [index for index, line in enumerate(out) if line[0].isdigit()]
    assert tables
    assert all(out[index + 1].startswith("  ") for index in tables)
