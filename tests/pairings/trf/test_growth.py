"""Reading a file takes work in proportion to its size, for any content. Work is counted in executed lines."""

import pytest

from pairings.files import trf
from pairings.files.trf.fields import MOST_ROUNDS
from pairings.files.trf.reading.read import MOST_LINES, MOST_PLACES
from tests.executed_lines import steps


def player(number, cells=""):
    return f"001 {number:4d} m    {'N' + str(number):75s}  {cells}"


def players(count, cells=""):
    return [player(number, cells) for number in range(1, count + 1)]


def numbers(count):
    return " ".join(f"{number:4d}" for number in range(1, count + 1))


#: The content of the file -> its lines, in proportion to n.
KINDS = {
    "empty lines": lambda n: [""] * 20 * n,
    "faulty players": lambda n: ["001 xxxx"] * n,
    "unknown records": lambda n: ["XYZ"] * n,
    "players in no round": players,
    "players without colours in any round": lambda n: players(20, "0000 - Z  " * n),
    "opponents who are not there": lambda n: players(n, "9999 w 1  " * 3),
    "virtual points": lambda n: [*players(n), *["250      1.0 001 002 0001 0002"] * n],
    "points out of the ordinary": lambda n: [*players(n), *[f"299 Z        1.0   000 {numbers(10)}"] * n],
    "points out of the ordinary in all rounds": lambda n: [
        *players(9, "0000 - Z  " * n),
        *["299 Z   1.0  000    1"] * n,
    ],
    "forbidden pairs": lambda n: [*players(n), *["260 001 002    1    2"] * n],
    "a long list of forbidden pairs": lambda n: [*players(2), "XXP " + "1 2 " * n],
    "byes": lambda n: [*players(n), *[f"240 H 001 {numbers(10)}"] * n],
    "away": lambda n: [*players(n), "XXZ " + "1 " * n],
}


def work(data):
    """Return how many lines of our code run while a file is read, replayed and examined."""

    def look():
        document, faults = trf.examine(data)
        if not faults:
            replay = trf.Replay(document)
            for number in range(1, replay.played + 2):
                replay.snapshot(number)
            trf.remarks(replay)

    return steps(look, "pairings")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.rotates(8)
def test_work_grows_linearly_with_the_file(kind):
    single, double = (work("\n".join(KINDS[kind](n)).encode()) for n in (60, 120))
    assert double < 2.4 * single + 500


def test_too_many_lines_are_refused_at_the_first_extra_line():
    fault = trf.faults(b"\n" * 3_900_000)[-1]
    assert (fault.line, fault.column) == (MOST_LINES + 1, 1)
    assert "lines" in fault.expected


@pytest.mark.rotates(8)
def test_lines_after_the_limit_are_not_examined():
    assert work(b"\n" * 10 * MOST_LINES) == work(b"\n" * 2 * MOST_LINES)


def test_too_many_rounds_are_a_fault_of_the_line():
    assert trf.faults(player(1, "0000 - Z  " * MOST_ROUNDS).encode()) == ()
    fault = trf.faults(player(1, "0000 - Z  " * (MOST_ROUNDS + 1)).encode())[0]
    assert str(MOST_ROUNDS) in str(fault)


@pytest.mark.parametrize(
    "lines",
    [
        [player(1, "0000 - Z  " * 900), *players(1000)[1:]],
        ["142 999", *players(1000), "250      1.0 001 001 0001 0001"],
        [*players(500), *["250      1.0 001 999 0001 9999"] * 300],
    ],
    ids=["one long line among many players", "planned rounds", "ranges over everybody"],
)
def test_size_of_tables_spanned_by_a_small_file_is_limited(lines):
    assert str(MOST_PLACES) in str(trf.faults("\n".join(lines).encode())[0])


def test_abnormal_points_are_added_as_written():
    lines = [
        player(1, "0000 - H  0000 - Z  "), player(2, "0000 - Z  0000 - H  "),
        "299 H        1.0   001    1    2", "299 Z        2.0   000    1", "299          3.0   001    1    1",
        "299          0.5   000    2",
    ]  # fmt: skip
    replay = trf.Replay(trf.read("\n".join(lines).encode()))
    deducted = {(number, each.player): float(each.points) for number in (1, 2) for each in replay.deductions(number)}
    assert deducted == {(1, 1): 3.5, (2, 1): 2}
    assert {number: set(map(float, row)) for number, row in replay.virtual_points.items()} == {2: {0.5}}
