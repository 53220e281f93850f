"""Any file or argument: a command ends with status 0, 1 or 2 and never with a traceback."""

import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pairings.__main__ import main

DATA = Path(__file__).parents[2] / "data" / "trf"
SAMPLES = [path.read_bytes() for path in sorted(DATA.rglob("*.trf")) if path.stat().st_size < 2500]
RECORDS = [
    "260   1   9    1    2    3", "250      1.0   1   3    1    8", "299 W       3.0 001    1", "XXA    1  1.0  0.5",
    "XXP 1 2 3 4", "XXC rank black1", "162  W 3.0    D 1.0", "BBW 99", "BBL  5.0", "142 1", "142 999", "240 H   3    1",
    "240 U   2    1", "152 B", "192 FIDE_DUTCH_2026_BAKU", "XXS W=0 D=0 L=0", "XXS W=-1", "001 9999", "XXZ 1 2 3",
]  # fmt: skip
NUMBER = st.integers(0, 9).map(str)
COMMANDS = st.one_of(
    st.tuples(st.just("pair"), st.sampled_from([(), ("--json",), ("--trf",)])),
    st.tuples(st.just("check"), st.sampled_from([(), ("--json",), ("--rounds", "last"), ("--rounds", "2-4")])),
    st.tuples(st.just("explain"), st.just(()) | st.tuples(st.just("--pair"), NUMBER, NUMBER)),
)
ROUND = st.just(()) | st.tuples(st.just("--round"), NUMBER)
SYSTEM = st.sampled_from(
    [(), (), (), ("--option", "acceleration=baku"), ("--option", "initial_colour=black")]
    + [("--system", system) for system in ("papp", "round-robin", "circular", "manual")]
)
SETTINGS = [
    "players", "rounds", "ratings", "draws", "forfeits", "double-forfeits", "short-games", "half-byes", "full-byes",
    "zero-byes", "late", "withdrawals", "points", "bye-points", "seed",
]  # fmt: skip
VALUES = ["0", "1", "2", "7", "12", "50", "100", "-1", "x", "", "1-9999", "9-1", "3,1,0", "1,1,1", "0,0,0"]


@st.composite
def scribble(draw):
    """A small sample with records inserted, lines removed or moved, and letters changed."""
    lines = draw(st.sampled_from(SAMPLES)).decode("latin-1").splitlines()
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, max(len(lines) - 1, 0)))
        change = draw(st.sampled_from(["record", "letter", "out", "up"]))
        if change == "record":
            lines.insert(place, draw(st.sampled_from(RECORDS)))
        elif lines and change == "out":
            del lines[place]
        elif lines and change == "up":
            lines.insert(0, lines.pop(place))
        elif lines and lines[place]:
            column = draw(st.integers(0, len(lines[place]) - 1))
            letter = draw(st.sampled_from("0123456789 wb=+-HFUZ"))
            lines[place] = lines[place][:column] + letter + lines[place][column + 1 :]
    return "\n".join(lines).encode("latin-1")


def answer(arguments, capsysbinary):
    """Return (status, output, error output)."""
    with pytest.raises(SystemExit) as left:
        sys.exit(main(arguments))
    output = capsysbinary.readouterr()
    return left.value.code, output.out, output.err


@given(scribble(), COMMANDS, ROUND, SYSTEM)
@settings(
    max_examples=250,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@pytest.mark.rotates(8)
def test_any_file_gives_status_0_1_or_2(tmp_path, capsysbinary, data, command, number, system):
    path = tmp_path / "file.trf"
    path.write_bytes(data)
    name, more = command
    status, out, complaints = answer(
        [name, str(path), *more, *(number if name != "check" else ()), *system], capsysbinary
    )
    assert status in (0, 1, 2)
    if status == 2:
        assert complaints.count(b"\n") == 1
    if name != "check" and status:
        assert (out, complaints.count(b"\n")) == (b"", 1)


@given(st.dictionaries(st.sampled_from(SETTINGS), st.sampled_from(VALUES)))
@settings(
    max_examples=150,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@pytest.mark.rotates(8)
def test_any_arguments_of_generate_give_status_0_1_or_2(tmp_path, capsysbinary, chosen):
    path = tmp_path / "made.trf"
    given_ = {"seed": "1", "players": "9", "rounds": "4", **chosen}
    arguments = [f"--{name}={value}" for name, value in given_.items()]
    status, out, complaints = answer(["generate", "--output", str(path), *arguments], capsysbinary)
    assert (status in (0, 1, 2), out, complaints.count(b"\n")) == (True, b"", int(status > 0))
    if status < 2:
        assert answer(["check", str(path)], capsysbinary)[0] == 0


def test_schedule_with_gaps_between_seats_is_refused_with_reason(tmp_path, capsysbinary):
    path = tmp_path / "gap.trf"
    path.write_bytes(b"001    1\n001    3\n")
    for command in ("pair", "check", "explain"):
        arguments = [command, str(path), "--system", "round-robin"]
        status, _out, complaints = answer(arguments, capsysbinary)
        if command != "check":
            assert status == 2
            assert b"numbered from 1 without gaps" in complaints


def test_line_in_the_way_of_the_new_round_is_named(tmp_path, capsysbinary):
    path = tmp_path / "slipped.trf"
    path.write_bytes(b"152 W\n" + b"".join(f"001 {n:>4}".ljust(89).encode() + b"7\n" for n in (1, 2)))
    status, out, complaints = answer(["pair", str(path), "--trf"], capsysbinary)
    assert (status, out) == (2, b"")
    assert b"line 2, column 90: expected a blank" in complaints
