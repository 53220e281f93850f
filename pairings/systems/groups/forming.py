"""Groups of seats, and the schedule inside one.

Theory. Seats are dealt to the groups in rows, to and fro: 1, 2, 3, 4 and then 5 in the group of 4 (a snake). So groups
are of equal strength by seats, and differ by at most one player. A draw from pots deals each row by lot
(`pairings.seating.pots`); the snake still reads the seats. Final groups take consecutive seats.

A group is a round robin whose two strongest meet in its last round, so that the group stays open as long as possible.
The Berger table pairs seats a and b in round r if a + b is twice the seat of the last one's opponent, so any other
numbering that keeps these sums has the same properties. In a group of even size the first is the last seat of the
table, and meets the weakest first and the second last. In one of odd size the first and the second are the pair of the
last round, and the weakest is free in it. Groups of different lengths end together.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, pairwise

from pairings.schedules.round_robin import Options as RobinOptions
from pairings.schedules.round_robin import rounds as robin_rounds
from pairings.systems.groups.options import Options, count_of

Groups = tuple[tuple[int, ...], ...]


def snake(players: int, groups: int) -> Groups:
    """Return the seats of each group, in order."""
    found: list[list[int]] = [[] for _group in range(groups)]
    for place in range(players):
        row, column = divmod(place, groups)
        found[groups - 1 - column if row % 2 else column].append(place + 1)
    return tuple(map(tuple, found))


def in_turn(players: int, groups: int, size: int | None = None) -> Groups:
    """Return the seats of each group in order: of equal `size` except the last, or as even as possible."""
    each, more = divmod(players, groups)
    sizes = [size or each + (place < more) for place in range(groups - 1)]
    ends = [*accumulate(sizes, initial=0), players]
    return tuple(tuple(range(begin + 1, end + 1)) for begin, end in pairwise(ends))


@lru_cache(maxsize=64)
def groups_of(players: int, options: Options) -> Groups:
    """Return the seats of each group. Raises CannotPair for numbers that do not work."""
    count = count_of(players, options)
    if options.finals:
        return in_turn(players, count, options.size if options.count is None else None)
    return snake(players, count)


def robin(options: Options) -> RobinOptions:
    """Return the options of the round robin that each group plays."""
    return RobinOptions(cycles=options.cycles)


def length_of(size: int, options: Options) -> int:
    return robin_rounds(size, robin(options))


@lru_cache(maxsize=64)
def berger_seats(size: int) -> tuple[int, ...]:
    """Return the Berger table seats of a group's first, second and further players."""
    half = (size + size % 2) // 2
    opponents = [(number + 1) // 2 if number % 2 else half + number // 2 for number in range(1, 2 * half)]
    if size % 2 == 0:
        return (size, *reversed(opponents))
    if size == 1:
        return (1,)
    order = [1, size - 1, *range(2, size - 1), size]
    return tuple(opponents[number - 1] for number in order)


def group_letter(place: int) -> str:
    """Return the letter of a group, the first being 0: A to Z, then AA and so on."""
    before, place = divmod(place, 26)
    return (group_letter(before - 1) if before else "") + chr(ord("A") + place)


def numbers_in(group: Sequence[int]) -> dict[int, int]:
    """Return the Berger table seat of each player of a group, by the player's own seat."""
    return dict(zip(group, berger_seats(len(group)), strict=True))
