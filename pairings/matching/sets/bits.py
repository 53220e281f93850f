"""A set of small numbers as an `int`: bit n is set where n is in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def bits(members: int) -> Iterator[int]:
    """The members, lowest first."""
    while members:
        low = members & -members
        yield low.bit_length() - 1
        members ^= low


def as_set(members: Iterable[int]) -> int:
    found = 0
    for member in members:
        found |= 1 << member
    return found
