"""A file is judged by the system and edition that it names; unsupported ones are refused by name."""

import json
from argparse import Namespace
from dataclasses import replace
from random import Random

import pytest

from pairings.__main__ import main
from pairings.commands.common import chosen_system
from pairings.files.pairing_system import UnknownSystem, system_in
from pairings.files.trf import Edition, read, write
from pairings.files.trf.replay import Replay
from pairings.files.trf.writing.build import document_of
from pairings.plan import as_recorded
from pairings.snapshot import Outcome, Player, Result, Snapshot
from pairings.systems import SYSTEMS

TWO = Snapshot((Player(1, "Ann", 2000), Player(2, "Bo", 1900)))


def report(*lines):
    """Return a file with two players and these additional lines."""
    return write(document_of(TWO)) + "".join(f"{line}\r\n" for line in lines).encode()


def system_of(*lines):
    found = system_in(read(report(*lines)))
    return found and (found.system.key, dict(found.options))


@pytest.mark.parametrize(
    ("lines", "system", "options"),
    [
        (["192 FIDE_DUTCH_2017"], "dutch", {"edition": "2017"}),
        (["192 FIDE_DUTCH_2026_BAKU"], "dutch", {"edition": "2026"}),
        (["042 2024/05/01", "192 FIDE_DUTCH"], "dutch", {"edition": "2017"}),
        (["092 FIDE_DUTCH_2017"], "dutch", {"edition": "2017"}),
        (["092 Individual: Swiss-System (Standard)"], "dutch", {}),
        (["042 2025/06/01", "092 Individual: Swiss-System (Dutch)"], "dutch", {"edition": "2017"}),
        (["042 28.07.2005", "092 Individual: Swiss-System (Dutch)"], "dutch", {"edition": "2012"}),
        (["042 2026/05/01", "092 Individual: Swiss-System (Dutch)"], "dutch", {"edition": "2026"}),
        (["092 Individual: Round-Robin"], "round-robin", {}),
        (["042 2025/06/01", "092 Individual: Round-Robin"], "round-robin", {}),
        (["092 Individual: Round robin", "192 BERGER_DOUBLEROUNDROBIN"], "round-robin", {"cycles": 2}),
        (["192 FIDE_DOUBLEROUNDROBIN"], "round-robin", {"cycles": 2, "swap_last_two": True}),
        (["092 Individual: Circular plan"], "circular", {}),
    ],
)
def test_system_and_options_are_read_from_the_file(lines, system, options):
    found = system_of(*lines)
    assert found[0] == system
    assert options.items() <= found[1].items()


def test_file_without_a_system_gives_none():
    assert system_of() is None


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("192 FIDE_TEAM_BAKU", "FIDE_TEAM_BAKU"),
        ("192 FIDE_DUTCH_1998", "FIDE_DUTCH_1998"),
        ("192 CUSTOM_SWISS", "CUSTOM_SWISS"),
        ("092 Individual: Amalfi System", "Individual: Amalfi System"),
        ("092 Team Swiss", "Team Swiss"),
        ("092 Individual: Swiss-System (Monrad)", "Individual: Swiss-System (Monrad)"),
    ],
)
def test_unsupported_system_is_refused_by_name(line, name, tmp_path, capsys):
    with pytest.raises(ValueError, match="is not here") as refused:
        system_of(line)
    assert str(refused.value).startswith(f"{name}: ") or not isinstance(refused.value, UnknownSystem)
    path = tmp_path / "event.trf"
    path.write_bytes(report(line))
    assert main(["check", str(path)]) == 2
    text = capsys.readouterr().err
    assert (text.count("\n"), name in text) == (1, True)


@pytest.mark.parametrize("players", [5, 6])
@pytest.mark.parametrize("option", ["numbering=berger", "numbering=circle", "cycles=2", "swap_last_two=true"])
def test_round_robin_file_is_judged_as_a_round_robin(players, option, tmp_path, capsys):
    system = SYSTEMS["round-robin"]
    name, _, value = option.partition("=")
    options = system.options(**{name: {"2": 2, "true": True}.get(value, value)})
    snapshot = Snapshot(tuple(Player(number, f"P{number}", 2000) for number in range(1, players + 1)))
    for number in range(2, system.rounds(players, options) + 2):
        planned = as_recorded(system.pair(snapshot, options, Random(0)))
        games = tuple(replace(game, result=Result(Outcome.WIN, Outcome.LOSS)) for game in planned.pairings)
        snapshot = replace(snapshot, rounds=(*snapshot.rounds, replace(planned, pairings=games)), next_round=number)
    path = tmp_path / "event.trf"
    path.write_bytes(write(document_of(snapshot, {"012": "Cup", "092": "Individual: Round robin"}, Edition.BOTH)))
    assert main(["check", str(path), "--json"]) == 0
    output = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    *output, table = output
    assert [(each["number"], each["agrees"]) for each in output] == [(n, True) for n in range(1, len(output) + 1)]
    assert len(output) == system.rounds(players, options)
    assert (table["standings"], table["agrees"]) == (["PTS"], True)


def test_errors_in_options_name_the_option(tmp_path, capsys):
    assert main(["generate", "--players", "4", "--rounds", "1", "--edition", "1900"]) == 2
    assert capsys.readouterr().err == "python -m pairings generate: --edition: Choose one of: 2026, 2017, 2012.\n"
    assert main(["generate", "--players", "4", "--rounds", "1", "--option", "initial_colour=red"]) == 2
    assert "--option initial_colour: Choose one of: " in capsys.readouterr().err


@pytest.mark.parametrize("command", ["pair", "check", "explain", "generate"])
def test_help_lists_every_system_with_its_options(command, capsys):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    text = " ".join(capsys.readouterr().out.split()).replace("- ", "-")  # lines may break in the middle of a key
    assert f"else dutch: {', '.join(SYSTEMS)}" in text
    assert "round-robin: numbering, cycles, swap_last_two" in text


@pytest.mark.parametrize("system", ["dutch", "dubov", "burstein", "lim", "us-chess"])
def test_generated_file_names_its_system_and_is_judged_by_it(system, tmp_path, capsys):
    path = tmp_path / "event.trf"
    arguments = ["--system", system, "--players", "11", "--rounds", "5", "--seed", "7", "--output", str(path)]
    assert main(["generate", *arguments]) == 0
    assert system_in(read(path.read_bytes())).system.key == system
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out == "5 rounds checked, 0 differ; points and ranks of 11 players checked, 0 differ\n"
    without_code = b"".join(line for line in path.read_bytes().splitlines(keepends=True) if line[:3] != b"192")
    path.write_bytes(without_code)
    assert system_in(read(path.read_bytes())).system.key == system


@pytest.mark.parametrize(("day", "edition"), [("2025/06/01", "2017"), ("01/06/2025", "2017"), ("2026/06/01", "2026")])
def test_file_without_a_system_is_judged_by_the_edition_of_its_first_day(day, edition):
    arguments = Namespace(system=None, edition=None, option=[])
    system, options = chosen_system(arguments, Replay(read(report(f"042 {day}"))))
    assert (system.key, options.edition) == ("dutch", edition)
