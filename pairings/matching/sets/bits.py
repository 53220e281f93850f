"""A set of small numbers as an `int`: bit n is set if n is a member."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import compress, count
from operator import or_

#: The members of every set of numbers below 8.
_SMALL = [tuple(n for n in range(8) if members >> n & 1) for members in range(1 << 8)]

#: If a set has at least one in this many of the numbers up to its greatest, its digits are read in one pass.
_DENSE = 6

#: For each character of a number in binary, whether it is the digit 1.
_IS_ONE = bytes(character == ord("1") for character in range(256))


def bits(members: int) -> Iterator[int]:
    """Return the members, lowest first."""
    if members < len(_SMALL):
        return iter(_SMALL[members])
    if members.bit_length() < _DENSE * members.bit_count():
        return compress(count(), f"{members:b}".encode()[::-1].translate(_IS_ONE))
    return _one_by_one(members)


def _one_by_one(members: int) -> Iterator[int]:
    while members:
        low = members & -members
        yield low.bit_length() - 1
        members ^= low


def as_set(members: Iterable[int]) -> int:
    return reduce(or_, map((1).__lshift__, members), 0)
