"""How far a tournament is, as a record, and the one thing to do next, as a function of that record alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from tournaments.border import current_stage, length_of
from tournaments.models import Pairing, Round, Stage, Tournament


class StepKind(StrEnum):
    """What there can be to do next."""

    ADD_PLAYERS = "add-players"
    CHECK_IN = "check-in"
    PAIR = "pair"
    PUBLISH = "publish"
    ENTER_RESULTS = "enter-results"
    CLOSE_AND_PAIR = "close-and-pair"
    CLOSE = "close"
    CLOSE_ALL = "close-all"
    ANNOUNCE = "announce"


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """A round that is a draft or runs: its tables, and those that have no result."""

    number: int
    tables: int
    missing: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """`last` is the number of the last round that there is, `planned` of the last that there will be, if it is known.

    `players` are those who have not left, `away` those of them who have not checked in before the first round.
    """

    players: int = 0
    away: int = 0
    last: int = 0
    planned: int | None = None
    draft: RoundProgress | None = None
    running: tuple[RoundProgress, ...] = ()
    finished: bool = False

    @property
    def all_paired(self) -> bool:
        return self.last > 0 and self.planned is not None and self.last >= self.planned

    @property
    def tables(self) -> int:
        return sum(round_.tables for round_ in self.running)

    @property
    def missing(self) -> int:
        return sum(len(round_.missing) for round_ in self.running)

    @property
    def entered(self) -> int:
        return self.tables - self.missing


@dataclass(frozen=True, slots=True)
class Step:
    """What to do: the round that it is about, how many players or results, and the tables without one."""

    kind: StepKind
    round: int | None = None
    count: int = 0
    tables: tuple[int, ...] = ()


def next_step(now: Progress) -> Step | None:
    """The one thing to do next; None when the tournament is finished."""
    if now.finished:
        return None
    if now.draft is not None:
        return Step(StepKind.PUBLISH, now.draft.number, now.draft.tables)
    if now.running:
        return _of_running(now, now.running)
    if now.all_paired:
        return Step(StepKind.ANNOUNCE)
    if now.last == 0 and now.players < 2:
        return Step(StepKind.ADD_PLAYERS)
    if now.last == 0 and now.away:
        return Step(StepKind.CHECK_IN, count=now.away)
    return Step(StepKind.PAIR, now.last + 1)


def _of_running(now: Progress, running: tuple[RoundProgress, ...]) -> Step:
    waiting = [round_ for round_ in running if round_.missing]
    if waiting:
        tables = waiting[0].missing if len(running) == 1 else ()
        return Step(StepKind.ENTER_RESULTS, waiting[0].number, now.missing, tables)
    if len(running) > 1:
        return Step(StepKind.CLOSE_ALL, count=now.tables)
    if now.all_paired:
        return Step(StepKind.CLOSE, running[0].number, now.tables)
    return Step(StepKind.CLOSE_AND_PAIR, running[0].number, now.tables)


def progress_of(tournament: Tournament) -> Progress:
    """How far the rows say that a tournament is."""
    rows = list(tournament.rounds.order_by("number"))
    stage = current_stage(tournament)
    draft = next((row for row in rows if row.is_draft), None)
    running = [row for row in rows if row.is_running]
    found = _tables_of([*running, draft] if draft else running)
    players = tournament.players.filter(withdrawn_after__isnull=True)
    checks_in = tournament.uses_check_in and not rows
    return Progress(
        players=players.count(),
        away=players.filter(checked_in=False).count() if checks_in else 0,
        last=rows[-1].number if rows else 0,
        planned=planned_last(stage),
        draft=found[draft.pk] if draft else None,
        running=tuple(found[row.pk] for row in running),
        finished=tournament.finished_at is not None,
    )


def planned_last(stage: Stage) -> int | None:
    """The tournament's number of the last round of a stage, if it is known."""
    length = length_of(stage, stage.seats.count())
    return None if length is None else stage.first_round - 1 + length


def _tables_of(rows: Iterable[Round]) -> dict[int, RoundProgress]:
    """By the round's key."""
    rows = list(rows)
    entered: dict[int, dict[int, bool]] = defaultdict(dict)
    tables = Pairing.objects.filter(round__in=[row.pk for row in rows]).order_by("table")
    for key, table, result in tables.values_list("round_id", "table", "result"):
        entered[key][table] = result is not None
    return {
        row.pk: RoundProgress(
            row.number, len(entered[row.pk]), tuple(table for table, done in entered[row.pk].items() if not done)
        )
        for row in rows
    }
