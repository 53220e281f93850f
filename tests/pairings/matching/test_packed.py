"""Packed rows give the same answers as lists of the same numbers."""

from array import array
from random import Random

import pytest

from pairings.matching.packed import LARGEST, PackedRows, line_of


def rows(count, largest, seed):
    rng = Random(seed)
    for _ in range(count):
        n = rng.randrange(1, 9)
        yield [rng.choice([rng.randint(-largest, largest), largest, -largest, 0]) for _ in range(n)]


@pytest.mark.parametrize("largest", [3, LARGEST - 1])
def test_packed_row_unpacks_to_the_same_row(largest):
    for row in rows(200, largest, 1):
        fields = PackedRows(len(row))
        assert list(fields.line(fields.pack(row))) == row
        assert fields.pack(line_of(row)) == fields.pack(row) == sum(value << 64 * at for at, value in enumerate(row))


@pytest.mark.parametrize(("number", "fits"), [(LARGEST - 1, True), (LARGEST, False), (2**63, False), (2**80, False)])
@pytest.mark.parametrize("at", range(3))
def test_too_large_numbers_are_not_packed(number, fits, at):
    for value in (number, -number - 1):
        row = [-5, 0, 5]
        row[at] = value
        assert (PackedRows(3).pack(row) is not None) == fits


def test_arrays_of_another_width_are_packed_correctly():
    assert PackedRows(3).pack(array("b", [1, -2, 3])) == PackedRows(3).pack([1, -2, 3])


def test_negative_numbers_are_found_except_at_the_excluded_place():
    for row in rows(300, 2, 2):
        fields = PackedRows(len(row))
        for besides in range(len(row)):
            others = [value for at, value in enumerate(row) if at != besides]
            assert fields.has_negative(fields.pack(row), besides) == any(value < 0 for value in others)


def test_marks_have_1_at_their_places():
    assert list(PackedRows(4).line(5 * PackedRows(4).marks([0, 2]))) == [5, 0, 5, 0]


@pytest.mark.parametrize("largest", [3, LARGEST - 1, LARGEST, 2**80])
def test_least_slack_of_each_column_is_found(largest):
    rng = Random(largest)
    for _ in range(50):
        n, count = rng.randrange(1, 6), rng.randrange(1, 6)
        table = [[rng.randint(-largest, largest) for _ in range(n)] for _ in range(count)]
        duals = [rng.randint(-largest, largest) for _ in range(count)]
        least = [min(2 * row[at] - dual for row, dual in zip(table, duals, strict=True)) for at in range(n)]
        assert PackedRows(n).least_slacks(table, duals) == least


def test_empty_rows_are_packed():
    assert PackedRows(0).pack([]) == 0
    assert list(PackedRows(0).line(0)) == []
    assert PackedRows(0).least_slacks([], []) == []
