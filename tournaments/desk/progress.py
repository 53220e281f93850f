"""Record the progress of a tournament, and derive the next step from that record alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from django.db.models import BooleanField, Case, Count, Q, Value, When
from django.utils import timezone

from pairings.systems import SYSTEMS
from tournaments.core.games import swiss_rounds
from tournaments.core.present_round import round_due, running_round
from tournaments.core.snapshot import count_pairable, length_of, overlaps, system_of
from tournaments.models import Pairing, Player, Round, Stage, Tournament
from tournaments.stages.bracket import UNDECIDED_TABLE
from tournaments.stages.stages import has_play_off


class StepKind(StrEnum):
    """The possible next steps."""

    ADD_PLAYERS = "add-players"
    CHECK_IN = "check-in"
    PAIR = "pair"
    PUBLISH = "publish"
    PAIR_AGAIN = "pair-again"
    ENTER_RESULTS = "enter-results"
    SAY_WHO_GOES_ON = "say-who-goes-on"
    CLOSE_AND_PAIR = "close-and-pair"
    CLOSE = "close"
    CLOSE_ALL = "close-all"
    GO_ON = "go-on"
    ANNOUNCE = "announce"


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """A draft or running round: its tables, those without a result, and the undecided matches of a knock-out."""

    number: int
    tables: int
    missing: tuple[int, ...] = ()
    undecided: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a tournament. `last` is the number of the last existing round, `planned` of the last planned one,
    if known.

    `listed` counts all players, `players` those who have not withdrawn, and `away` those of them who have not checked
    in before round 1. `proposed` is the number of rounds to propose if it is required but not set. `in_order`: of
    several running rounds the first is closed first, as with replayed matches in a knock-out. `goes_on`: the best
    players of the stage advance to another one, from groups or by the tournament's settings. `overlapping`: rounds do
    not wait for each other, and the next one could be paired from `free` players now. `due` is the round whose results
    are due if several run; None means the first that waits for some.
    """

    players: int = 0
    away: int = 0
    last: int = 0
    planned: int | None = None
    draft: RoundProgress | None = None
    running: tuple[RoundProgress, ...] = ()
    finished: bool = False
    proposed: int | None = None
    listed: int = 0
    in_order: bool = False
    goes_on: bool = False
    overlapping: bool = False
    free: int = 0
    due: int | None = None

    @property
    def all_paired(self) -> bool:
        return self.last > 0 and self.planned is not None and self.last >= self.planned

    @property
    def rounds_missing(self) -> int:
        """The number of planned rounds still missing; 0 without a planned number."""
        return 0 if self.planned is None else max(0, self.planned - self.last)

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
class NextStep:
    """A next step: its round, the number of players or results, and the tables without a result.

    `proposed` is the number of rounds to propose with it.
    """

    kind: StepKind
    round: int | None = None
    count: int = 0
    tables: tuple[int, ...] = ()
    proposed: int | None = None


def next_step(now: Progress) -> NextStep | None:
    """Return the next step; None when the tournament is finished."""
    if now.finished:
        return None
    if now.draft is not None:
        return NextStep(StepKind.PUBLISH, now.draft.number, now.draft.tables)
    if now.running:
        return _of_running(now, now.running)
    if now.all_paired:
        return NextStep(StepKind.GO_ON if now.goes_on else StepKind.ANNOUNCE)
    if now.last == 0 and now.players < 2:
        return NextStep(StepKind.ADD_PLAYERS)
    if now.last == 0 and now.away:
        return NextStep(StepKind.CHECK_IN, count=now.away)
    return NextStep(StepKind.PAIR, now.last + 1, proposed=now.proposed)


def _of_running(now: Progress, running: tuple[RoundProgress, ...]) -> NextStep:
    waiting = [round_ for round_ in running if round_.missing]
    if now.free and not now.all_paired:
        return NextStep(StepKind.PAIR, now.last + 1, now.free)
    if now.overlapping and waiting:
        missing = tuple(sorted(table for round_ in waiting for table in round_.missing))
        return NextStep(StepKind.ENTER_RESULTS, running[-1].number, now.missing, missing)
    if now.in_order and waiting and waiting[0] != running[0] and not running[0].undecided:
        return NextStep(StepKind.CLOSE, running[0].number, running[0].tables)
    if waiting:
        tables = waiting[0].missing if len(running) == 1 else ()
        return NextStep(StepKind.ENTER_RESULTS, now.due or waiting[0].number, now.missing, tables)
    return _of_complete(now, running)


def _of_complete(now: Progress, running: tuple[RoundProgress, ...]) -> NextStep:
    """Return the next step once all results of the running rounds are in."""
    drawn = next((round_ for round_ in running if round_.undecided), None)
    if drawn is not None:
        return NextStep(StepKind.SAY_WHO_GOES_ON, drawn.number, len(drawn.undecided), drawn.undecided)
    if len(running) > 1 and now.in_order:
        return NextStep(StepKind.CLOSE, running[0].number, running[0].tables)
    if len(running) > 1:
        return NextStep(StepKind.CLOSE_ALL, count=now.tables)
    if now.all_paired:
        return NextStep(StepKind.CLOSE, running[0].number, now.tables)
    return NextStep(StepKind.CLOSE_AND_PAIR, running[0].number, now.tables)


def progress_of(tournament: Tournament, at: range | None = None) -> Progress:
    """Return the progress of a tournament by its rows; for a range of tables, their progress in its open rounds."""
    return progress_of_all([tournament], at)[tournament.pk]


def progress_of_all(tournaments: Collection[Tournament], at: range | None = None) -> dict[int, Progress]:
    """Return the progress of several tournaments by key. The number of queries is as for one, except that each schedule
    that has begun needs more.
    """
    rounds: dict[int, list[Round]] = {each.pk: [] for each in tournaments}
    for row in Round.objects.filter(tournament__in=tournaments).order_by("number"):
        rounds[row.tournament_id].append(row)
    open_rounds = [row for rows in rounds.values() for row in rows if row.is_draft or row.is_running]
    found = _tables_of(open_rounds, at)
    stages = _current_stages(tournaments)
    active = Q(withdrawn_after__isnull=True)
    counted = Player.objects.filter(tournament__in=tournaments).values("tournament").order_by()
    counted = counted.annotate(
        listed=Count("pk"), n=Count("pk", filter=active), away=Count("pk", filter=active & Q(checked_in=False))
    )
    players = {row["tournament"]: (row["listed"], row["n"], row["away"]) for row in counted}
    return {
        each.pk: _progress(each, *stages[each.pk], rounds[each.pk], found, *players.get(each.pk, (0, 0, 0)))
        for each in tournaments
    }


def _current_stages(tournaments: Collection[Tournament]) -> dict[int, tuple[Stage, int]]:
    """Return the last stage of each tournament, by tournament key, with its number of seated players."""
    tournament_by_key = {each.pk: each for each in tournaments}
    stages = Stage.objects.filter(tournament__in=tournaments).order_by("number").annotate(seated=Count("seats"))
    found: dict[int, tuple[Stage, int]] = {}
    for stage in stages:
        stage.tournament = tournament_by_key[stage.tournament_id]
        found[stage.tournament_id] = (stage, stage.seated)
    return found


def _progress(
    tournament: Tournament,
    stage: Stage,
    seated: int,
    rows: list[Round],
    tables: dict[int, RoundProgress],
    listed: int,
    players: int,
    absent: int,
) -> Progress:
    draft = next((row for row in rows if row.is_draft), None)
    absent = absent if tournament.uses_check_in and not rows else 0
    length = length_of(stage, seated)
    asks = stage.planned_rounds is None and SYSTEMS[stage.system].ranked
    running = tuple(tables[row.pk] for row in rows if row.is_running)
    in_order = SYSTEMS[stage.system].knocks_out
    return Progress(
        players=players,
        away=absent,
        last=rows[-1].number if rows else 0,
        planned=None if length is None else stage.first_round - 1 + length,
        draft=tables[draft.pk] if draft else None,
        running=running,
        finished=tournament.finished_at is not None,
        listed=listed,
        in_order=in_order,
        goes_on=_is_before_finals(stage) or has_play_off(tournament, stage),
        overlapping=overlaps(stage),
        free=count_pairable(stage) if running and not draft and overlaps(stage) and not tournament.finished_at else 0,
        due=_due(tournament, running) if len(running) > 1 and not in_order else None,
        proposed=swiss_rounds(players - absent if stage.started_at is None else seated) if asks else None,
    )


def _due(tournament: Tournament, running: Iterable[RoundProgress]) -> int | None:
    rounds = [running_round(tournament, each.number, each.tables, each.missing) for each in running]
    return round_due(tournament, rounds, timezone.now().astimezone(tournament.zone).date())


def _is_before_finals(stage: Stage) -> bool:
    """Return whether a stage in groups sends players to the next one: all but final groups do."""
    system, options = system_of(stage)
    ask = system.questions
    return ask.groups is not None and not (ask.group_by_group and ask.group_by_group(options))


def _tables_of(rows: Iterable[Round], at: range | None) -> dict[int, RoundProgress]:
    """Return the progress of rounds at these tables, by round key."""
    rows = list(rows)
    found: dict[int, _Tables] = {row.pk: _Tables() for row in rows}
    tables = Pairing.objects.filter(round__in=[row.pk for row in rows]).order_by("table")
    if at is not None:
        tables = tables.filter(table__range=(at[0], at[-1]))
    for key, table, result, undecided in tables.values_list("round_id", "table", "result", _is_undecided()):
        found[key].add(table, missing=result is None, undecided=undecided)
    return {row.pk: found[row.pk].of(row.number) for row in rows}


def _is_undecided() -> Case:
    """Return a database expression: whether a table is a knock-out match whose result does not decide who advances."""
    systems = [system.key for system in SYSTEMS.values() if system.knocks_out]
    drawn = When(UNDECIDED_TABLE, round__stage__system__in=systems, then=Value(True))
    return Case(drawn, default=Value(False), output_field=BooleanField())


@dataclass(slots=True)
class _Tables:
    """The tables of a round while they are counted."""

    count: int = 0
    missing: list[int] = field(default_factory=list)
    undecided: list[int] = field(default_factory=list)

    def add(self, table: int, *, missing: bool, undecided: bool) -> None:
        self.count += 1
        if missing:
            self.missing.append(table)
        if undecided:
            self.undecided.append(table)

    def of(self, number: int) -> RoundProgress:
        return RoundProgress(number, self.count, tuple(self.missing), tuple(self.undecided))
