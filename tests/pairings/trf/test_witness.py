"""Tournaments from another program: each round is paired the same here, and the places are equal.

Gacrux (1.11.65) generated and ranked them with `benchmarks/engines/witness.py`, which compares any number of them
with it.
"""

from pathlib import Path

import pytest

from pairings.files.trf import Replay, read
from pairings.library.recorded_rounds import compare_round
from pairings.systems import SYSTEMS
from pairings.systems.dutch import Options
from standings.reading.table import check_standings

FILES = (Path(__file__).parents[2] / "data/witness/gacrux-1.11.65.txt").read_text().split("\n\n")


@pytest.mark.parametrize("text", FILES, ids=[str(place) for place in range(len(FILES))])
def test_rounds_and_places_match_the_other_program(text):
    replay = Replay(read(text.encode()))
    for number in range(1, replay.played + 1):
        found = compare_round(replay, number, SYSTEMS["dutch"], Options(), 0)
        assert found.agrees, found
    table = check_standings(replay, round_robin=False)
    assert (table.wrong, table.notes) == ((), ())


def test_recorded_tournaments_are_of_many_kinds():
    replays = [Replay(read(text.encode())) for text in FILES]
    assert sum(replay.played for replay in replays) >= 150
    assert sum(bool(replay.virtual_points) for replay in replays) >= 3
    assert len({check_standings(replay, round_robin=False).chain for replay in replays}) >= 20


def test_wrong_place_is_reported():
    first = next(line for line in FILES[0].splitlines() if line.startswith("001"))
    turned = FILES[0].replace(first, first[:85] + "  99" + first[89:])
    check = check_standings(Replay(read(turned.encode())), round_robin=False)
    assert [each.value_name for each in check.wrong] == ["rank"]
