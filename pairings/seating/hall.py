"""The hall: the existing tables, and the table of each pairing of a round.

Without a hall tables are 1, 2, 3 ... in the order of the pairings. With one these rules apply, the stronger first:

1. No player sits at a closed table, and no two pairings share one.
2. A player with a fixed table sits there, and the opponent comes along. If two players have the same one, the earlier
   pairing gets it. If two opponents have one each, they get the lower number of those that are free. Pairings with one
   fixed table choose before those with two.
3. The others follow in order from the first table on. A fixed table stays free for its player, even in rounds without
   that player, unless the rooms have no other table left.
4. If there are more pairings than tables, the round is played in waves. Table 3 is 3 in the first wave, 203 in the
   second and 303 in the third, or 2003 and 3003 if tables have numbers of three digits. So no number is used twice, and
   each shows its wave and its table. The pairings whose two players have waited most in earlier rounds play first: so
   the sum of the squares of all waits is as small as the pairings allow. If waits are equal, the first pairings play
   first. Within a wave pairings keep their order. A player with a fixed table is there in the first wave.
5. If games are called to stations or courts, a number is no table, and there are no waves: numbers continue after the
   last one. They also do so if a number of a wave would be too high.

The result reports a fixed table that a player does not get, and a hall that is too small.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, count, groupby, islice
from types import MappingProxyType

from pairings.plan import Reason

#: No hall has a table of a higher number.
HIGHEST = 9999
#: By how much the numbers of a table in two waves differ: where all have two digits, and otherwise.
LOW, HIGH = 100, 1000
#: In the first wave the number of a table is its own.
FIRST_WITH_OWN_NUMBERS = 2


@dataclass(frozen=True, slots=True)
class Room:
    """A part of the hall and its tables, `first` to `last`."""

    name: str
    first: int
    last: int

    def __contains__(self, table: int) -> bool:
        return self.first <= table <= self.last


@dataclass(frozen=True, slots=True)
class GamePlace:
    """The place of a numbered game: its table, its room, and its wave of the round."""

    table: int
    room: str = ""
    wave: int = 1


@dataclass(frozen=True, slots=True)
class Hall:
    """A hall; `first` is its first table, None for the lowest.

    `rooms` are in the order of their numbers and share none; if there are any, only their tables exist. `stations` is
    the number of simultaneous games, None if each table is a place to play. `most` is the number of open tables, None
    for no limit except that of the rooms. `apart` is the difference between the numbers of a table in two waves, 0 for
    no waves, None for the default.
    """

    first: int | None = None
    closed: frozenset[int] = frozenset()
    rooms: tuple[Room, ...] = ()
    stations: int | None = None
    most: int | None = None
    apart: int | None = field(default=None, compare=False)

    def tables(self) -> Iterator[int]:
        """Yield the open tables in order; without rooms and a number of tables they are endless."""
        first = self.first or 1
        room_tables = chain.from_iterable(range(room.first, room.last + 1) for room in self.rooms)
        found = (
            table for table in (room_tables if self.rooms else count(first)) if table >= first and self.is_open(table)
        )
        return islice(found, self.most)

    def is_open(self, table: int) -> bool:
        return table not in self.closed

    @property
    def size(self) -> int | None:
        """The number of open tables, or None without an end."""
        return sum(1 for _table in self.tables()) if self.rooms or self.most is not None else None

    @property
    def step(self) -> int:
        """The difference between the numbers of a table in two waves; 0 without waves."""
        if self.stations is not None or not (self.rooms or self.most):
            return 0
        if self.apart is not None:
            return self.apart
        behind = (self.first or 1) + (self.most or 0) + len(self.closed)
        return LOW if max((room.last + 1 for room in self.rooms), default=behind) <= LOW else HIGH

    def place_of(self, number: int) -> GamePlace:
        """Return the place of the game with this number."""
        room = self._room_at(number)
        wave, table = divmod(number, self.step) if self.step and not room else (0, number)
        if wave < FIRST_WITH_OWN_NUMBERS or not table or (self.rooms and not self._room_at(table)):
            return GamePlace(number, room)
        return GamePlace(table, self._room_at(table), wave)

    def room_of(self, number: int) -> str:
        """Return the name of the room of a game's number, "" without one."""
        return self.place_of(number).room

    def _room_at(self, table: int) -> str:
        return next((room.name for room in self.rooms if table in room), "")


@dataclass(frozen=True, slots=True)
class TableAssignment:
    """The tables of pairings in order, and remarks."""

    tables: tuple[int, ...]
    reasons: tuple[Reason, ...]


def seat(
    pairs: Sequence[tuple[int, ...]],
    hall: Hall,
    fixed: Mapping[int, int],
    occupied: Collection[int] = (),
    waves: Mapping[int, int] = MappingProxyType({}),
) -> TableAssignment:
    """Return tables for pairs of players, or pods.

    `fixed` are the tables of players who have one, whether they play or not; `occupied` are tables in use. `waves` is
    the number of waves that each player has waited so far.
    """
    used = set(occupied)
    found: dict[int, int] = {}
    wishes = {
        at: sorted({fixed[player] for player in pair if player in fixed})
        for at, pair in enumerate(pairs if fixed else ())
    }
    for at in sorted(wishes, key=lambda at: len(wishes[at])):
        table = next((each for each in wishes[at] if hall.is_open(each) and each not in used), None)
        if table is not None:
            found[at] = table
            used.add(table)
    others = [at for at in range(len(pairs)) if at not in found]
    free = list(islice(_free(hall, used, frozenset(fixed.values())), len(others)))
    table_of = found | dict(zip(_in_waves(others, pairs, waves, hall, free), free, strict=True))
    tables = tuple(table_of[at] for at in range(len(pairs)))
    reasons = (
        reason
        for pair, table in (zip(pairs, tables, strict=True) if fixed else ())
        for reason in _missed_tables(pair, table, hall, fixed)
    )
    return TableAssignment(
        tables, (*_too_many(hall, [table for at, table in enumerate(tables) if at not in found]), *reasons)
    )


def waits(hall: Hall, games: Iterable[tuple[tuple[int, ...], int]], waves: Mapping[int, int]) -> dict[int, int]:
    """Return the number of waves that each player has waited after games at these tables, from `waves` before."""
    found = dict(waves)
    for players, table in games:
        late = hall.place_of(table).wave - 1
        for player in players if late else ():
            found[player] = found.get(player, 0) + late
    return found


def _in_waves(
    others: Sequence[int],
    pairs: Sequence[tuple[int, ...]],
    waves: Mapping[int, int],
    hall: Hall,
    tables: Sequence[int],
) -> list[int]:
    """Return the pairings without a table, in the order in which they take the given ones."""
    if not hall.step:
        return list(others)
    first_in = sorted(others, key=lambda at: -sum(2 * waves.get(player, 0) + 1 for player in pairs[at]))
    found: list[int] = []
    for _wave, at_once in groupby(tables, key=lambda table: hall.place_of(table).wave):
        found += sorted(first_in[len(found) :][: len(list(at_once))])
    return found


def _free(hall: Hall, used: set[int], reservations: Collection[int]) -> Iterator[int]:
    """Yield free tables: unreserved ones, then reserved ones, then those of later waves, then after the last."""
    if not (hall.rooms or hall.closed or used or reservations) and hall.most is None:
        return count(hall.first or 1)
    spare = (table for table in hall.tables() if table in reservations)
    waves = (
        hall.step * wave + table
        for wave in (range(FIRST_WITH_OWN_NUMBERS, HIGHEST // hall.step + 1) if hall.step else ())
        for table in hall.tables()
        if hall.step * wave + table <= HIGHEST
    )
    behind = (table for table in count(_last(hall) + 1) if hall.is_open(table) and table not in reservations)
    everybody = (table for table in hall.tables() if table not in reservations)
    return (table for table in chain(everybody, spare, waves, behind) if table not in used and hall.is_open(table))


def _last(hall: Hall) -> int:
    return max((room.last for room in hall.rooms), default=max(hall.tables(), default=0) if hall.most else 0)


def _missed_tables(pair: tuple[int, ...], table: int, hall: Hall, fixed: Mapping[int, int]) -> Iterator[Reason]:
    """Yield the players of a pair who do not sit at their due table, with the reason."""
    for player in pair:
        fixed_table = fixed.get(player, table)
        if fixed_table == table:
            continue
        facts = {"player": player, "wanted": fixed_table, "table": table}
        if not hall.is_open(fixed_table):
            yield Reason("hall-closed", facts)
        elif opponent := next((each for each in pair if fixed.get(each) == table), None):
            yield Reason("hall-two-fixed", {**facts, "opponent": opponent})
        else:
            yield Reason("hall-taken", facts)


def _too_many(hall: Hall, tables: Collection[int]) -> Iterator[Reason]:
    """Yield that the round is played in waves, or that pairings without a wished table exceed the last room."""
    if not hall.step:
        return
    waves = max((hall.place_of(table).wave for table in tables), default=1)
    if waves > 1:
        yield Reason("hall-waves", {"count": waves, "size": hall.size})
    behind = sorted(table for table in tables if table > _last(hall) and hall.place_of(table).wave == 1)
    if behind:
        yield Reason("hall-full", {"count": len(behind), "table": behind[0], "size": hall.size})
