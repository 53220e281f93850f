"""The work of reading input grows linearly with its size, for any content."""

import json
from contextlib import suppress
from importlib import import_module

import pytest

from pairings.files.trf import MOST_ROUNDS
from tests.executed_lines import steps
from tournaments import player_lists
from tournaments.core.journal.errors import Refused
from tournaments.player_lists import grid
from tournaments.report_files.reading import FAULTS, REMARKS, BrokenReport, incoming
from tournaments.tournament_files import checking, files


def report(players, rounds, game, *more):
    """Return a report file in which each player meets the same opponent in every round; `game` writes the game."""
    lines = list(more)
    for number in range(1, players + 1):
        opponent, first = number + 1 if number % 2 else number - 1, number % 2 == 1
        cells = "".join(f"{opponent:4d} {game(at, first)}  " for at in range(rounds))
        lines.append(f"001 {number:4d} m    {'N' + str(number):75s}  {cells}")
    return "\n".join(lines).encode()


def forfeit_cell(_round, first):
    return "- +" if first else "- -"


def game_cell(_round, first):
    return "w 1" if first else "b 0"


def won_by_both(_round, first):
    return "w 1" if first else "b 1"


def now_and_then(at, first):
    return forfeit_cell(at, first) if at % 2 else game_cell(at, first)


REPORTS = {
    "forfeits of many rounds": lambda n: report(10, 5 * n, forfeit_cell),
    "forfeits of many players": lambda n: report(10 * n, 5, forfeit_cell),
    "forfeits between games": lambda n: report(10, 5 * n, now_and_then),
    "games": lambda n: report(10 * n, 5, game_cell),
    "forbidden pairs, and forfeits": lambda n: report(10, n, forfeit_cell, *["XXP 1 2"] * 10 * n),
    "points": lambda n: report(2, 1, game_cell, *["XXS W=3 D=1.5"] * 10 * n),
    "results that no game has": lambda n: report(10 * n, 5, won_by_both),
    "codes": lambda n: report(2, 1, game_cell, *["192 OTHER", "### MPA @ Round 1: x", "XYZ"] * 10 * n),
}


def look_at(data):
    """Return everything that a preview reads from a report file."""
    found = incoming(data)
    return (
        found.rounds, found.players, found.byes, found.forbidden, found.arrivals, found.is_baku, found.is_by_rating,
        found.by_hand, found.open_results, found.remarks,
    )  # fmt: skip


@pytest.mark.parametrize("kind", REPORTS)
@pytest.mark.rotates(6)
def test_work_grows_linearly_with_the_report_file(kind):
    look_at(REPORTS[kind](1))  # values that are computed one time for all
    single, double = (steps(lambda n=n: look_at(REPORTS[kind](n)), "pairings", "tournaments") for n in (10, 20))
    assert double < 2.4 * single + 500


def test_missing_colours_are_worked_out_in_every_round():
    """The first player had White in all games, so the other is due Black where the file gives no colour."""
    rounds = incoming(report(2, MOST_ROUNDS, now_and_then)).rounds
    assert {(p.first, p.second) for played in rounds[1::2] for p in played.pairings} == {(2, 1)}


def test_only_the_first_50_faults_are_stored():
    with pytest.raises(BrokenReport) as raised:
        incoming(b"001 xxxx\n" * 5000)
    assert (len(raised.value.faults), raised.value.count) == (50, 5000)


@pytest.fixture
def sentences(monkeypatch):
    """A list that grows with every sentence made for a fault or a remark on a report file."""
    made = []

    def count_calls(module, name):
        usual = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *parts, **facts: made.append(1) or usual(*parts, **facts))

    count_calls(import_module("pairings.files.trf.faults"), "Sentence")  # the package has a function of that name
    count_calls(import_module("pairings.files.trf.replay"), "TrfError")
    return made


def test_only_shown_remarks_are_worded(sentences):
    found = incoming(report(1000, 5, won_by_both))
    assert len(found.remarks) == REMARKS
    assert found.more_remarks == 5 * 500 - REMARKS
    assert len(sentences) <= REMARKS


def test_only_shown_faults_of_contradicting_lines_are_worded(sentences):
    with pytest.raises(BrokenReport) as raised:
        incoming(report(1000, 5, lambda _round, _first: "w 1"))
    assert (len(raised.value.faults), raised.value.count) == (FAULTS, 5 * 1000)
    assert len(sentences) == FAULTS


def test_only_shown_faults_of_impossible_results_are_stored():
    with pytest.raises(BrokenReport) as raised:
        incoming(report(1000, 5, lambda _round, _first: "- +"))
    assert (len(raised.value.faults), raised.value.count) == (FAULTS, 5 * 500)


LISTS = {
    "names": lambda n: "".join(f"Player {number}\n" for number in range(10 * n)),
    "the same name": lambda n: "Ann\n" * 10 * n,
    "no names": lambda n: "name;rating\n" + ";x\n" * 10 * n,
    "empty lines": lambda n: "name;rating\n" + "\n" * 10 * n,
    "line ends of all kinds": lambda n: "\r\u2028\x85\v" * 10 * n,
    "words": lambda n: "".join(f"{number}. GM Ivo Petrov (BUL) 1800; x\n" for number in range(10 * n)),
    "columns without a header": lambda n: "Ann;1800;Nord;1990-01-01;w\n" * 10 * n,
    "players of a report file": lambda n: "001    1 w  g Polgar, Judit                     2675 HUN\n" * 10 * n,
    "letters read wrongly": lambda n: "MÃ¼ller\n" * 10 * n,
    "cells": lambda n: "name" + ";name" * 10 * n + "\n" + "a;" * 10 * n,
}


def looked_at(text):
    """Read and compare a list as its preview does; return its tag."""
    found = player_lists.read(player_lists.unmangle(text)[0])
    return player_lists.compare(found.rows, [], player_lists.Answers()).tag


@pytest.mark.parametrize("kind", LISTS)
@pytest.mark.rotates(6)
def test_work_grows_linearly_with_the_player_list(kind):
    single, double = (steps(lambda n=n: looked_at(LISTS[kind](n)), "tournaments") for n in (30, 60))
    assert double < 2.4 * single + 100


@pytest.mark.parametrize("line", ["\n", ";\n", "\r", "\x85", "Ann\n", "Ann;1500\n", "x;\u200b\n"])
@pytest.mark.rotates(4)
def test_rows_above_the_limit_are_not_examined(line, monkeypatch):
    monkeypatch.setattr(grid, "MOST_ROWS", 1000)
    monkeypatch.setattr(grid, "MOST_LINES", 2000)

    def read(lines):
        with pytest.raises(player_lists.NotAList, match="1000 rows"):
            player_lists.read(line * lines)

    assert steps(lambda: read(2500), "tournaments") == steps(lambda: read(5000), "tournaments")


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["players", "seats", "rounds", "pairings", "appearances", "results", "journal"])
@pytest.mark.rotates(8)
def test_work_grows_linearly_with_the_tournament_file(make, name):
    stage = make(system="dutch", planned_rounds=3).with_players(*"ABCD")
    stage.play("1-0", "0-1")
    found = json.loads(files.write(stage.tournament))
    numbered = {"results": "pairing", "journal": "sequence"}.get(name, "id")

    def read(times):
        rows = [{**found[name][-1], numbered: number} for number in range(1, 20 * times + 1)]
        with suppress(Refused):
            checking.read(json.dumps({**found, name: rows}).encode())

    read(1)
    single, double = (steps(lambda n=n: read(n), "pairings", "tournaments") for n in (10, 20))
    assert double < 2.4 * single + 500
