"""Whole schedules: every round of a system that knows them in advance, and their printed forms.

A system's `scheduling.lay_out` gives the rounds between seats; `as_text`, `as_csv` and `grid` show them. Pages and
commands replace seats with names through `name`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ScheduledRound:
    """A round: `games` are (first, second) in table order, `bye` the free seat of an odd round robin."""

    number: int
    games: tuple[tuple[int, int], ...]
    bye: int | None = None


@dataclass(frozen=True, slots=True)
class GameSchedule:
    """A schedule; `sides` are the letters of first and second in a grid."""

    players: int
    rounds: tuple[ScheduledRound, ...]
    sides: tuple[str, str]

    @property
    def count(self) -> int:
        """The number of games."""
        return sum(len(each.games) for each in self.rounds)

    def resting(self, each: ScheduledRound) -> list[int]:
        """Return the seats without a game in a round, including the free seat of an odd field."""
        busy = {seat for game in each.games for seat in game}
        return [seat for seat in range(1, self.players + 1) if seat not in busy]


def as_text(schedule: GameSchedule, name: Callable[[int], str] = str) -> Iterator[str]:
    """Yield one line a round: its games in table order as `first-second`, then the players without one."""
    names = {seat: name(seat) for seat in range(1, schedule.players + 1)}
    wide = max(map(len, names.values()))
    digits = len(str(len(schedule.rounds)))
    for each in schedule.rounds:
        games = "  ".join(f"{names[first]:>{wide}}-{names[second]:<{wide}}" for first, second in each.games)
        resting = ", ".join(names[seat] for seat in schedule.resting(each))
        line = f"{each.number:>{digits}}:  {games}" + (f"  free: {resting}" if resting else "")
        yield line.rstrip()


def csv_rows(schedule: GameSchedule, name: Callable[[int], str] = str) -> Iterator[tuple[object, ...]]:
    """Yield the header, then one row a game.

    The bye of a round robin is a last row with an empty second; a rest is no row.
    """
    yield ("round", "table", "first", "second")
    for each in schedule.rounds:
        for table, (first, second) in enumerate(each.games, start=1):
            yield (each.number, table, name(first), name(second))
        if each.bye is not None:
            yield (each.number, len(each.games) + 1, name(each.bye), "")


def as_csv(schedule: GameSchedule, name: Callable[[int], str] = str) -> str:
    output = io.StringIO()
    csv.writer(output, lineterminator="\n").writerows(csv_rows(schedule, name))
    return output.getvalue()


def grid(schedule: GameSchedule) -> list[list[str]]:
    """Return one line a seat: for every other seat the round of their game and the side of the line's seat, `7W`.

    Several meetings are side by side, `7W 16B`; the seat itself is `x`, a pair that does not meet is empty.
    """
    cells: list[list[list[str]]] = [[[] for _other in range(schedule.players)] for _seat in range(schedule.players)]
    first_side, second_side = schedule.sides
    for each in schedule.rounds:
        for first, second in each.games:
            cells[first - 1][second - 1].append(f"{each.number}{first_side}")
            cells[second - 1][first - 1].append(f"{each.number}{second_side}")
    return [
        ["x" if row == column else " ".join(cell) for column, cell in enumerate(line)] for row, line in enumerate(cells)
    ]


def grid_text(schedule: GameSchedule, name: Callable[[int], str] = str) -> Iterator[str]:
    """Yield the grid with seats along both edges."""
    names = [name(seat) for seat in range(1, schedule.players + 1)]
    lines = grid(schedule)
    widths = [max(len(str(seat)), *(len(line[seat - 1]) for line in lines)) for seat in range(1, schedule.players + 1)]
    edge = max(map(len, names))
    head = " ".join(f"{seat:>{width}}" for seat, width in enumerate(widths, start=1))
    yield f"{'':<{edge}}  {head}"
    for label, line in zip(names, lines, strict=True):
        cells = " ".join(f"{cell or '.':>{width}}" for cell, width in zip(line, widths, strict=True))
        yield f"{label:>{edge}}  {cells}"
