"""The whole schedule of a stage, as far as it is known: existing rounds as they are, the others as planned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby

from pairings.plan import PlannedPairing, RoundPlan
from pairings.seating.hall import Hall, seat, waits
from pairings.snapshot import Result, Snapshot
from tournaments.core import snapshot as snapshots
from tournaments.core.hall import fixed_tables, layout_of, waited_before
from tournaments.core.words import notation
from tournaments.core.words.values import Moment
from tournaments.models import Player, Round

#: With more games than this a page would be unreadable and slow; the file for spreadsheets holds any number.
READABLE = 2_100


@dataclass(frozen=True, slots=True)
class Game:
    """A game between seats. `result` is as people write it, "" while there is none. `moved` is when it is played,
    if not with its round.
    """

    table: int
    first: int
    second: int
    result: str
    moved: Moment | None = None


@dataclass(frozen=True, slots=True)
class ScheduledRound:
    """`number` is the tournament's. `status` is the round's, "" when it is only planned. `free` are seats without a
    game. `cycle` is its cycle, where everybody meets everybody more than once. `moment` is the
    day that was set for it, perhaps with a time.
    """

    number: int
    status: str
    games: tuple[Game, ...]
    free: tuple[int, ...]
    cycle: int | None = None
    moment: Moment | None = None

    @property
    def day(self) -> date | None:
        return self.moment.day if self.moment else None


@dataclass(frozen=True, slots=True)
class Cycle:
    """Rounds in which everybody meets everybody once: cycle `number` of `count`."""

    number: int | None
    count: int
    rounds: tuple[ScheduledRound, ...]

    @property
    def is_half(self) -> bool:
        return self.number is not None and self.count == 2


@dataclass(frozen=True, slots=True)
class Schedule:
    """`players` are by seat; `size` is the number of games in all. `fixed` are the players' fixed tables, by key."""

    view: snapshots.View
    length: int
    hall: Hall
    fixed: Mapping[int, int]

    @property
    def players(self) -> dict[int, Player]:
        return {number: self.view.players[number] for number in sorted(self.view.players)}

    @property
    def size(self) -> int:
        return self.length * (len(self.view.players) // 2)

    @property
    def readable(self) -> bool:
        return self.size <= READABLE

    def rounds(self) -> Iterator[ScheduledRound]:
        """All rounds in order, each computed on demand."""
        stage = self.view.stage
        stored = {row.number: row for row in stage.rounds.public()}
        system, options = snapshots.system_of(stage)
        cycles, tournament = self.cycles, stage.tournament
        waited: Mapping[int, int] = waited_before(stage.tournament, stage.first_round) if self.hall.step else {}
        for own in range(1, self.length + 1):
            number = own + stage.first_round - 1
            if number in stored:
                found = _round(stored[number], snapshots.plan_of(stored[number], self.view))
            else:
                plan = system.pair(self._before(own), options, snapshots.lots(stage, own))
                found = _round(None, self._in_the_hall(plan, waited), number)
            waited = self._waits(found, waited)
            yield replace(
                found,
                cycle=self._cycle(own) if cycles > 1 else None,
                moment=tournament.moment_of(number),
                games=tuple(
                    replace(each, moved=tournament.moment_of(number, each.table))
                    if tournament.was_moved(number, each.table)
                    else each
                    for each in found.games
                ),
            )

    @property
    def cycles(self) -> int:
        """The number of times that all players meet each other."""
        system, options = snapshots.system_of(self.view.stage)
        ask = system.scheduling.cycles if system.scheduling else None
        return ask(options) if ask else 1

    def _cycle(self, own: int) -> int:
        """The cycle of a round; rounds added by manual changes belong to the last."""
        system, options = snapshots.system_of(self.view.stage)
        each = (system.rounds(len(self.view.players), options) or 1) // self.cycles
        return min(-(-own // max(1, each)), self.cycles)

    def in_cycles(self) -> list[Cycle]:
        """All rounds, in parts in each of which everybody meets everybody."""
        parts = groupby(self.rounds(), key=lambda each: each.cycle)
        return [Cycle(number, self.cycles, tuple(rounds)) for number, rounds in parts]

    def ahead(self, most: int) -> Iterator[tuple[int, RoundPlan]]:
        """The next rounds that are not paired yet, at most `most`, with their numbers in the tournament."""
        stage, own = self.view.stage, len(self.view.snapshot.rounds)
        system, options = snapshots.system_of(stage)
        for number in range(own + 1, min(own + most, self.length) + 1):
            yield (
                number + stage.first_round - 1,
                system.pair(self._before(number), options, snapshots.lots(stage, number)),
            )

    def _before(self, own: int) -> Snapshot:
        return replace(self.view.snapshot, next_round=own, byes=())

    def _waits(self, round_: ScheduledRound, waited: Mapping[int, int]) -> Mapping[int, int]:
        """Return everybody's waiting time for later waves after a round, by key."""
        if not self.hall.step:
            return waited
        keys = {number: player.pk for number, player in self.view.players.items()}
        games = (((keys[game.first], keys[game.second]), game.table) for game in round_.games)
        return waits(self.hall, games, waited)

    def _in_the_hall(self, plan: RoundPlan, waited: Mapping[int, int]) -> RoundPlan:
        """A planned round at the tables that it would get now."""
        keys = {number: player.pk for number, player in self.view.players.items()}
        pairs = [(keys[p.first], keys[p.second]) for p in plan.pairings]
        tables = seat(pairs, self.hall, self.fixed, waited=waited).tables
        return replace(plan, pairings=tuple(map(_at_table, plan.pairings, tables)))

    def grid(self) -> dict[int, dict[int, list[tuple[int, bool]]]]:
        """For each seat and opponent the games of the two: round, and whether the seat of the row is first there."""
        cells: dict[int, dict[int, list[tuple[int, bool]]]] = {number: {} for number in self.players}
        for round_ in self.rounds():
            for game in round_.games:
                cells[game.first].setdefault(game.second, []).append((round_.number, True))
                cells[game.second].setdefault(game.first, []).append((round_.number, False))
        return cells


def _round(row: Round | None, plan: RoundPlan, number: int = 0) -> ScheduledRound:
    return ScheduledRound(
        row.number if row else number,
        row.status if row else "",
        tuple(Game(p.table, p.first, p.second, _write(p.result)) for p in plan.pairings),
        tuple(bye.player for bye in plan.byes),
    )


def _at_table(planned: PlannedPairing, table: int) -> PlannedPairing:
    return replace(planned, table=table)


def _write(result: Result | None) -> str:
    return notation.write(result) if result is not None else ""


def schedule_of(view: snapshots.View) -> Schedule | None:
    """The schedule of a stage's view; None for a system that pairs from results, or before there are two players."""
    system, _options = snapshots.system_of(view.stage)
    if not system.scheduled or len(view.players) < 2:
        return None
    tournament = view.stage.tournament
    return Schedule(view, view.snapshot.planned_rounds or 0, layout_of(tournament), fixed_tables(tournament))
