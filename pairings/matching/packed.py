"""Rows of whole numbers as one large number each, so that a row is added to another or compared in one step.

Each number has a field of 64 bits, the first the lowest one. A packed row is the sum of its numbers, each times the
weight of its field. So rows, with negative numbers too, are added, subtracted and multiplied like numbers, as long as
no number overflows its field. A `Line` stores a row in an eighth of the memory of a list.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Sequence

#: Bits of a field, one of them the sign. What is packed is below LARGEST and not below -LARGEST.
BITS = 64
LARGEST = 2**58

Line = array


def line_of(numbers: Iterable[int]) -> Line[int]:
    """Return a packed line. Raises OverflowError for a number of more than 64 bits."""
    return array("q", numbers)


class PackedRows:
    """Packed rows of n numbers. `ones` is the row with 1 everywhere."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.ones = _read(line_of([1]) * n)
        self._signs = self.ones << BITS - 1
        self._lift = self._signs >> 1
        self._shift = self.ones * LARGEST
        self._outside = self.ones * (2**BITS - LARGEST)
        self._outside_twice = self.ones * (2**BITS - 2 * LARGEST)

    def pack(self, row: Sequence[int]) -> int | None:
        """Return the packed row; None if a number is too large or too small."""
        try:
            bits = _read(row if isinstance(row, Line) and row.typecode == "q" else line_of(row))
        except OverflowError:
            return None
        if not bits & self._outside:  # the usual case: nothing is negative, and the bits are the sum
            return bits
        packed = (bits ^ self._signs) - self._signs
        shifted = packed + self._shift
        return None if shifted < 0 or shifted & self._outside_twice else packed

    def marks(self, places: Iterable[int]) -> int:
        """Return the row with 1 at these places and 0 elsewhere."""
        line = line_of([0]) * self.n
        for at in places:
            line[at] = 1
        return _read(line)

    def line(self, packed: int) -> Line[int]:
        """Return the numbers of a packed row."""
        line = line_of(())
        line.frombytes((packed + self._signs ^ self._signs).to_bytes(BITS // 8 * self.n, "little"))
        if sys.byteorder == "big":
            line.byteswap()
        return line

    def has_negative(self, packed: int, besides: int) -> bool:
        """Return whether any number is negative, apart from the one at place `besides`."""
        negative = packed + self._signs & self._signs ^ self._signs
        return negative not in {0, 1 << BITS * besides + BITS - 1}

    def least_slacks(self, rows: Sequence[Sequence[int]], duals: Sequence[int]) -> list[int]:
        """Return, at each place, the least of twice the cost less the row's dual, over rows of costs."""
        least: int | None = None
        for row, dual in zip(rows, duals, strict=True):
            costs = self.pack(row)
            if costs is None or not -LARGEST <= dual < LARGEST:
                each = zip(*rows, strict=True)
                return [min([cost + cost - dual for cost, dual in zip(column, duals, strict=True)]) for column in each]
            slacks = costs + costs - dual * self.ones
            least = slacks if least is None else self.lesser(least, slacks)
        return [] if least is None else self.line(least).tolist()

    def lesser(self, one: int, other: int) -> int:
        """Return, at each place, the smaller number of two packed rows."""
        one, other = one + self._lift, other + self._lift
        larger = one - other + self._signs & self._signs
        return (one ^ (one ^ other) & larger - (larger >> BITS - 1)) - self._lift


def _read(line: Line[int]) -> int:
    """Return the bits of all numbers as one number."""
    if sys.byteorder == "big":
        line = line[:]
        line.byteswap()
    return int.from_bytes(line.tobytes(), "little")
