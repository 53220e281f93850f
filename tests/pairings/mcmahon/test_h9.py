"""H9 against recorded files: read and written again, and made of the recorded rounds."""

from pathlib import Path

import pytest

from pairings.gofiles import BrokenSheet, Cell, read, sheet, write
from tests.pairings.mcmahon.recorded import SAMPLE, events, numbers, snapshots


def folder(request):
    return Path(request.config.getoption("--mcmahon-corpus") or SAMPLE)


def trimmed(text):
    return [line.rstrip() for line in text.splitlines()]


def test_files_are_written_as_they_were_read(request):
    for path in sorted(folder(request).glob("*.h9")):
        text = path.read_text("iso-8859-15")
        assert trimmed(write(read(text))) == trimmed(text), path.name
        assert read(write(read(text))) == read(text)


def test_sheets_of_recorded_rounds_are_the_recorded_files(request):
    """Every line: place, name, rank, country, club, scores and games with colours and stones."""
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


def test_columns_drift():
    found = read(HEAD + TWO)
    assert found.headers == {"EV": "Cup"}
    assert [(line.name, line.rank, line.country, line.club) for line in found.lines] == [
        ("Ann Example", 2, "FI", "Hel"),
        ("Bo Other", -1, "", ""),
    ]
    assert found.lines[0].cells == (Cell(2, "+", "b", 3),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "",
            "There is no line of a player in this file: each has place, name, rank, country and club.",
        ),
        ("who is this\n", "Line 1 is no player: write place, name, rank, country and club."),
        (TWO.replace("1k", "31k"), "Line 2: 31k is no rank from 30k to 9d."),
        (TWO.replace("1-", "1+"), "Round 1: Ann Example has 2+/b3, and place 2 says something else."),
        (
            TWO.replace("\n2 ", "\n1 "),
            "Two players have the same place: in this file places are numbers by which games",
        ),
    ],
)
def test_what_cannot_be_is_told(text, said):
    with pytest.raises(BrokenSheet) as wrong:
        read(text)
    assert str(wrong.value).startswith(said)
