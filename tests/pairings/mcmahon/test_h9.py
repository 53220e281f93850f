"""H9 files compared with recorded files: read, written again, and created from the recorded rounds."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from pairings.files.go import BrokenSheet, H9Cell, read, sheet, tournament_of_sheet, write
from pairings.judge import violations
from pairings.snapshot import Player, Snapshot
from pairings.systems.mcmahon import SYSTEM, Options, pair, starting_score
from pairings.systems.mcmahon.record import records
from pairings.systems.mcmahon.start import virtual
from tests.pairings.mcmahon.recorded import SAMPLE, events, numbers, options_of, snapshots


def folder(request):
    return Path(request.config.getoption("--mcmahon-corpus") or SAMPLE)


def trim_lines(text):
    return [line.rstrip() for line in text.splitlines()]


def test_files_are_written_as_they_were_read(request):
    for path in sorted(folder(request).glob("*.h9")):
        text = path.read_text("iso-8859-15")
        assert trim_lines(write(read(text))) == trim_lines(text), path.name
        assert read(write(read(text))) == read(text)


def test_sheets_of_recorded_rounds_equal_the_recorded_files(request):
    """Every line is equal: place, name, rank, country, club, scores, and games with colours and stones."""
    for event in events(folder(request)):
        text = (folder(request) / f"{event['file']}.h9").read_text("iso-8859-15")
        recorded, number = read(text), numbers(event)
        columns = event["final_columns"]
        of_opponents = next(name for name in columns if name.startswith("SOSOS"))
        places = [columns.index(name) for name in (columns[2], columns[3], of_opponents)]
        made = sheet(
            [*snapshots(event)][-1][1],
            [number[row[0]] for row in event["final"]],
            {number[row[0]]: tuple(row[at] for at in places) for row in event["final"]},
            recorded.titles,
            recorded.headers,
            colours=event["system"] == "MM",
        )
        assert made.lines == recorded.lines, event["file"]


HEAD = "; EV[Cup]\n"
TWO = "1 Ann Example 3d FI Hel 33 90 0 0 2+/b3\n2 Bo Other 1k 30 0 0 0 1-/w3\n"


def test_shifted_columns_are_read():
    found = read(HEAD + TWO)
    assert found.headers == {"EV": "Cup"}
    assert [(line.name, line.rank, line.country, line.club) for line in found.lines] == [
        ("Ann Example", 2, "FI", "Hel"),
        ("Bo Other", -1, "", ""),
    ]
    assert found.lines[0].cells == (H9Cell(2, "+", "b", 3),)


SHARED = """; Pl Name                            Rk Co Club  NBW  SOS
   1 Alfa Aino                       1D FI Oulu    3    4    4+/w0    3+/b0    2+/w0
   2 Beta Bo                         2K FI Oulu    1    5    3-/w0    4+/b0    1-/b0
{}Gamma Cay                       2K FI Oulu    1    5    2+/b0    1-/w0    4-/w0
{}Delta Dag                       5K FI Oulu    1    4    1-/b0    2-/w0    3+/b0
"""


@pytest.mark.parametrize("places", [("     ", "     "), ("   2 ", "   2 "), ("   3 ", "   4 ")])
def test_games_refer_to_lines_if_places_are_shared(places):
    found = read(SHARED.format(*places))
    assert [(line.place, line.name) for line in found.lines] == [
        (1, "Alfa Aino"),
        (2, "Beta Bo"),
        (3, "Gamma Cay"),
        (4, "Delta Dag"),
    ]
    assert (found.rounds, tournament_of_sheet(found).options.start) == (3, "level")


def test_question_mark_is_read_as_half_a_point():
    found = read(
        """; Pl Name                            Rk Co Club  MMS  SOS
   1 Alfa Aino                       1D FI Oulu   32  59?    4+/w0    3+/b0
   2 Beta Bo                         1D FI Oulu  31?   28    3+/w0    0=
   3 Gamma Cay                       2K FI Oulu   28 63?     2-/b0    1-/w0
   4 Delta Dag                       2K FI Oulu  28?   32    1-/b0    0=
"""
    )
    assert [line.scores for line in found.lines] == [("32", "59½"), ("31½", "28"), ("28", "63½"), ("28½", "32")]
    assert [len(line.cells) for line in found.lines] == [2, 2, 2, 2]


def test_game_without_result_is_not_read_as_a_score():
    text = HEAD + "; Pl Name   Rk Co Club  MMS  SOS\n1 Ann Example 3d FI Hel 33 90 2?\n2 Bo Other 1k FI Hel 30 0 1?\n"
    assert [line.cells for line in read(text).lines] == [(H9Cell(2, "?"),), (H9Cell(1, "?"),)]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "",
            "The file contains no players. Each line needs place, name, rank, country and club.",
        ),
        ("who is this\n", "Line 1 is not a player. Write place, name, rank, country and club."),
        (TWO.replace("1k", "31k"), "Line 2: 31k is not a rank from 30k to 9d."),
        (TWO.replace("1-", "1+"), "Round 1: Ann Example has 2+/b3, but place 2 has a different entry."),
        (TWO.replace("/w3", "/b3"), "Round 1: Ann Example has 2+/b3, but place 2 has a different entry."),
        (
            TWO.replace("\n2 ", "\n1 ").replace("1-/", "3-/"),
            "Two players have the same place. Places must be unique",
        ),
    ],
)
def test_impossible_file_is_refused_with_reason(text, answer):
    with pytest.raises(BrokenSheet) as wrong:
        read(text)
    assert str(wrong.value).startswith(answer)


def test_tournament_read_equals_the_tournament_written(request):
    """Rounds, ranks and stones are read; bar, floor and handicaps follow from the scores alone."""
    for event in events(folder(request)):
        text = (folder(request) / f"{event['file']}.h9").read_text("iso-8859-15")
        found = tournament_of_sheet(read(text))
        snapshot, options = [*snapshots(event)][-1][1], options_of(event)
        place = {f"{row[0]} X": at for at, row in enumerate(event["final"], start=1)}
        number = {player.number: place[player.name] for player in snapshot.players}
        assert [player.name for player in found.players] == [*place]
        for mine, played in zip(found.rounds, snapshot.rounds, strict=True):
            games = {(number[p.first], number[p.second], p.result, p.handicap) for p in played.pairings}
            if event["system"] == "MM":
                assert {(p.first, p.second, p.result, p.handicap) for p in mine.pairings} == games, event["file"]
            assert {bye.player: bye.kind for bye in mine.byes} == {number[bye.player]: bye.kind for bye in played.byes}
        starts = {player.rank: starting_score(player, options) for player in snapshot.players}
        assert {player.rank: starting_score(player, found.options) for player in found.players} == starts, event["file"]
        assert found.options.start == options.start
        assert found.options.handicaps == options.handicaps
        assert found.otherwise == ()


def test_unusual_starting_score_is_read_and_applied():
    players = [(1, "4d", 34), (2, "4d", 33), (3, "1d", 31), (4, "1d", 29)]
    games = {1: "2+/w0", 2: "1-/b0", 3: "4+/w0", 4: "3-/b0"}
    text = "".join(f"{at} P{at} Example {rank} FI Hel {score} 0 {games[at]}\n" for at, rank, score in players)
    found = tournament_of_sheet(read("; Pl Name                            Rk Co Club  MMS  SOS\n" + text))
    assert (found.options.bar, found.otherwise, found.starts) == ("4d", (4,), {4: 29})
    before = SYSTEM.add_system_facts(Snapshot(found.players, virtual_points={4: (Fraction(29),)}), found.options)
    assert before.virtual_points == {1: (33,), 2: (33,), 3: (30,), 4: (29,)}
    assert SYSTEM.add_system_facts(before, found.options) == before
    after = replace(before, rounds=found.rounds, next_round=2)
    scores = {number: record.score for number, record in records(after, found.options).items()}
    assert scores == {1: 34, 2: 33, 3: 31, 4: 29}
    plan = pair(after, found.options, Random(0))
    assert not violations(SYSTEM.add_system_facts(after, found.options), plan, SYSTEM.promises, found.options)


@pytest.mark.parametrize(("text", "start"), [(99, 35), (1, 9), (Fraction(61, 2), Fraction(61, 2))])
def test_given_starting_score_is_limited_near_bar_and_floor(text, start):
    snapshot = Snapshot((Player(1, rank=2), Player(2, rank=1)), virtual_points={1: (Fraction(text),)})
    found = virtual(snapshot, Options(bar="4d", floor="20k"))
    assert (found[1], found[2]) == ((start,), (31,))


def test_open_game_is_accepted_only_in_the_last_round():
    text = "1 Ann Example 3d FI Hel 33 2?/b0 2+/w0\n2 Bo Other 1k FI Hel 30 1?/w0 1-/b0\n"
    with pytest.raises(BrokenSheet, match="Round 1 has an open game"):
        tournament_of_sheet(read(text))
    found = tournament_of_sheet(read(text.replace("2?/b0 2+/w0", "2+/w0 2?/b0").replace("1?/w0 1-/b0", "1-/b0 1?/w0")))
    assert [played.pairings[0].result is None for played in found.rounds] == [False, True]
