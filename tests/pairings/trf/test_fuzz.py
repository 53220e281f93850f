"""No input crashes or hangs the reader: every file is read and can be written again, or is refused with a position."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.files.trf import Edition, Replay, TooWide, TrfError, convert, document_of, faults, read, remarks, write

settings.load_profile("ci")  # no deadline, and the same cases in every run

DATA = Path(__file__).parents[2] / "data" / "trf"
SAMPLES = [path.read_bytes() for path in sorted(DATA.rglob("*.trf")) if path.stat().st_size < 3000]
CODES = ["001", "142", "152", "162", "240", "250", "260", "299", "XXR", "XXC", "XXS", "XXZ", "XXA", "XXP", "BBW", "BBU"]
PIECES = st.sampled_from(
    [*CODES, "   1", "   2", "9999", "0000", " w 1", " - U", " b =", "-", "1.0", " ", "\t", "é", "٣", "\x85"]
)


def fault_of(data):
    try:
        Replay(read(data))
    except TrfError as fault:
        return fault
    return None


def survives(data):
    """Check every step with a file: only TrfError may stop it, at a position within the file."""
    fault = fault_of(data)
    assert str(fault) == str(next(iter(faults(data)), None))
    if fault:
        assert 1 <= fault.line <= data.count(b"\n") + data.count(b"\r") + 1
        assert fault.column >= 1
        assert "\n" not in str(fault)
        return
    document = read(data)
    replay = Replay(document)
    assert write(document) == data
    remarks(replay)
    for number in range(1, replay.played + 2):
        replay.snapshot(number)
    with suppress(TooWide):
        for edition in Edition:
            Replay(read(write(convert(document, edition))))
        again = Replay(read(write(document_of(replay.snapshot(replay.played + 1)))))
        assert len(again.rounds) == len(replay.rounds)


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data):
    survives(data)


@given(st.lists(st.lists(PIECES, max_size=12).map("".join), max_size=6))
def test_lines_of_likely_pieces_are_read_or_refused(lines):
    survives("\n".join(lines).encode())


@settings(max_examples=400, deadline=2000)
@given(st.data())
@pytest.mark.rotates(8)
def test_real_files_with_errors_are_read_or_refused(data):
    content = bytearray(data.draw(st.sampled_from(SAMPLES)))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, max(0, len(content) - 1)))
        end = place + data.draw(st.integers(0, 12))
        content[place:end] = data.draw(
            st.one_of(st.binary(max_size=4), st.text("0123456789wb-=+UHZ \r\n", max_size=12).map(str.encode))
        )
    survives(bytes(content))


@settings(deadline=2000)
@given(st.sampled_from(SAMPLES), st.integers(0, 3000))
def test_truncated_files_are_read_or_refused(content, length):
    survives(content[:length])
