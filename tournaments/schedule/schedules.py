"""Build the whole schedule of a stage, as far as it is known: existing rounds, and planned ones after them.

Also store the dates of single matches, and plan a stage on fewer courts than a round needs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from itertools import groupby

from django.utils.translation import gettext as _

from pairings.plan import PlannedPairing, RoundPlan
from pairings.schedules.courts import CourtSchedule, on_courts
from pairings.schedules.referees import RefereePlan, assign_referees, replace_absent
from pairings.seating.hall import Hall, seat, waits
from pairings.snapshot import Result, Snapshot
from tournaments.core import snapshot as snapshots
from tournaments.core.hall import count_waits, fixed_tables, layout_of
from tournaments.core.journal.acts import act
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right, Who
from tournaments.core.snapshot import groups_in
from tournaments.core.words import notation
from tournaments.core.words.names import isolate
from tournaments.core.words.values import LONGEST_LINE, Moment, read_moved_matches, write_moved
from tournaments.models import Pairing, Player, Round, Tournament
from tournaments.models.courts import Referees
from tournaments.results.results import closed_sentence

#: The maximum number of games on a page, which would otherwise be unreadable and slow; the CSV file has no limit.
READABLE = 2_100


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """A game between seats. `result` is in normal notation, "" if there is none. `moved` is the match's own date, if
    any.
    """

    table: int
    first: int
    second: int
    result: str
    moved: Moment | None = None


@dataclass(frozen=True, slots=True)
class ScheduledRound:
    """A round of a schedule. `number` is the tournament's. `status` is the round's, "" if it is only planned.

    `free` are seats without a game. `cycle` is its cycle, if all players meet more than once. `moment` is the day that
    is set for it, optionally with a time.
    """

    number: int
    status: str
    games: tuple[ScheduledGame, ...]
    free: tuple[int, ...]
    cycle: int | None = None
    moment: Moment | None = None

    @property
    def day(self) -> date | None:
        return self.moment.day if self.moment else None


@dataclass(frozen=True, slots=True)
class Cycle:
    """Rounds in which all players meet each other once: cycle `number` of `count`."""

    number: int | None
    count: int
    rounds: tuple[ScheduledRound, ...]

    @property
    def is_half(self) -> bool:
        return self.number is not None and self.count == 2


@dataclass(frozen=True, slots=True)
class StageSchedule:
    """A schedule. `players` are by seat; `size` is the total number of games. `fixed` are the players' fixed tables, by
    key.
    """

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
        waited: Mapping[int, int] = count_waits(stage.tournament, stage.first_round) if self.hall.step else {}
        for own in range(1, self.length + 1):
            number = own + stage.first_round - 1
            if number in stored:
                found = _round(stored[number], snapshots.plan_of(stored[number], self.view))
            else:
                plan = system.pair(self._earlier_snapshot(own), options, snapshots.lots(stage, own))
                found = _round(None, self._assign_hall_tables(plan, waited), number)
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
        """Return all rounds, grouped by cycle."""
        parts = groupby(self.rounds(), key=lambda each: each.cycle)
        return [Cycle(number, self.cycles, tuple(rounds)) for number, rounds in parts]

    def ahead(self, most: int) -> Iterator[tuple[int, RoundPlan]]:
        """The next rounds that are not paired yet, at most `most`, with their numbers in the tournament."""
        stage, own = self.view.stage, len(self.view.snapshot.rounds)
        system, options = snapshots.system_of(stage)
        for number in range(own + 1, min(own + most, self.length) + 1):
            yield (
                number + stage.first_round - 1,
                system.pair(self._earlier_snapshot(number), options, snapshots.lots(stage, number)),
            )

    def _earlier_snapshot(self, own: int) -> Snapshot:
        return replace(self.view.snapshot, next_round=own, byes=())

    def _waits(self, round_: ScheduledRound, waited: Mapping[int, int]) -> Mapping[int, int]:
        """Return all players' waiting time for later waves after a round, by key."""
        if not self.hall.step:
            return waited
        keys = {number: player.pk for number, player in self.view.players.items()}
        games = (((keys[game.first], keys[game.second]), game.table) for game in round_.games)
        return waits(self.hall, games, waited)

    def _assign_hall_tables(self, plan: RoundPlan, waited: Mapping[int, int]) -> RoundPlan:
        """Return a planned round at the tables that it would get now."""
        keys = {number: player.pk for number, player in self.view.players.items()}
        pairs = [(keys[p.first], keys[p.second]) for p in plan.pairings]
        tables = seat(pairs, self.hall, self.fixed, waves=waited).tables
        return replace(plan, pairings=tuple(map(_at_table, plan.pairings, tables)))

    def grid(self) -> dict[int, dict[int, list[tuple[int, bool]]]]:
        """Return the games of each seat with each opponent: the round, and whether the row's seat is first."""
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
        tuple(ScheduledGame(p.table, p.first, p.second, _write(p.result)) for p in plan.pairings),
        tuple(bye.player for bye in plan.byes),
    )


def _at_table(planned: PlannedPairing, table: int) -> PlannedPairing:
    return replace(planned, table=table)


def _write(result: Result | None) -> str:
    return notation.write(result) if result is not None else ""


def schedule_of(view: snapshots.View) -> StageSchedule | None:
    """Return the schedule of a stage's view; None for a system that pairs from results, or with fewer than two
    players.
    """
    system, _options = snapshots.system_of(view.stage)
    if not system.scheduled or len(view.players) < 2:
        return None
    tournament = view.stage.tournament
    return StageSchedule(view, view.snapshot.planned_rounds or 0, layout_of(tournament), fixed_tables(tournament))


def change_date(who: Who, tournament: Tournament, pairing: Pairing, moment: Moment | None) -> Pairing:
    """Set a match's own day and time, or with None those of its round. Setting the same date again changes nothing.

    Raises Refused if its round is not running.
    """
    with act(who, tournament, "change-date", Right.PAIR) as doing:
        row = doing.own(pairing, "round")
        if not row.round.is_running:
            raise Refused(closed_sentence(row.round), code="round-not-running")
        place = (row.round.number, row.table)
        moved = dict(read_moved_matches(doing.tournament.moved_matches))
        former = moved.pop(place, None)
        if moment is not None:
            moved[place] = moment
        text = write_moved(moved)
        if len(text) > LONGEST_LINE:
            problem = _("Too many matches have a new date. Remove past ones in the settings.")
            raise Refused(problem, code="too-many-dates", field="moved_to")
        doing.facts |= {"round": row.round.number, "table": row.table, "pairing": row.public_id}
        doing.facts |= {"moved_to": str(moment or ""), "moved_from": str(former or "")}
        doing.update(doing.tournament, moved_matches=text)
    tournament.refresh_from_db(fields=["moved_matches"])
    return row


#: The maximum number of games that are laid out during a request.
MOST_GAMES = 1_100
MOST_COURTS = 60
#: The maximum length of a game in minutes.
LONGEST = 600
DAY = timedelta(days=1)


class DayTooShort(Exception):
    """Raised if the games end on another day."""

    def __init__(self, slots: int) -> None:
        super().__init__(slots)
        self.slots = slots


@dataclass(frozen=True, slots=True)
class PlacedGame:
    """A game with the number of its round, its court, and its start time.

    `referee` is None if no player is free, or if players do not referee.
    """

    round_: int
    game: ScheduledGame
    court: int
    at: time
    first: Player
    second: Player
    referee: Player | None = None


@dataclass(frozen=True, slots=True)
class Slot:
    number: int
    at: time
    games: tuple[PlacedGame, ...]


@dataclass(frozen=True, slots=True)
class CourtDay:
    """The schedule of a day on courts. `courts` is the number of courts in use.

    `calm` is the number of slots needed if nobody plays twice in a row, None if nobody does now. `referee_plan` has the
    number of duties of each referee, None if players do not referee.
    """

    slots: tuple[Slot, ...]
    ends: time
    courts: int
    twice_running: int
    calm: int | None
    players: Mapping[int, Player]
    referee_plan: RefereePlan | None = None

    @property
    def overloaded(self) -> list[str]:
        """The names of those who referee most often, if others have at least two fewer games."""
        return (
            []
            if self.referee_plan is None
            else [isolate(self.players[seat].name) for seat in self.referee_plan.overloaded]
        )

    @property
    def by_court(self) -> list[tuple[int, list[PlacedGame]]]:
        """The next three games without a result on each court."""
        games_by_court: dict[int, list[PlacedGame]] = defaultdict(list)
        for slot in self.slots:
            for placed in slot.games:
                if not placed.game.result:
                    games_by_court[placed.court].append(placed)
        return [(court, games_by_court[court][:3]) for court in range(1, self.courts + 1)]

    @property
    def by_player(self) -> list[tuple[Player, list[tuple[PlacedGame, bool]]]]:
        """All players by name, with their games in the order of time, and whether they referee in it."""
        found: dict[int, tuple[Player, list[tuple[PlacedGame, bool]]]] = {}
        for slot in self.slots:
            for placed in slot.games:
                for player in (placed.first, placed.second, placed.referee):
                    if player is not None:
                        found.setdefault(player.pk, (player, []))[1].append((placed, player is placed.referee))
        return sorted(found.values(), key=lambda each: each[0].name.casefold())


def court_day(
    whole: StageSchedule, courts: int, minutes: int, start: time, *, rest: bool, referees: str = Referees.NONE
) -> CourtDay:
    """Return the schedule's games on this many courts, with a slot every `minutes`. Raises DayTooShort.

    Results change nothing: every game keeps its place.
    """
    laid, slots_of_games = lay_out(whole, courts, rest=rest)
    length = timedelta(minutes=minutes)
    begin = datetime.combine(date.min, start)
    if begin + length * len(laid.slots) > datetime.combine(date.min, time()) + DAY:
        raise DayTooShort(len(laid.slots))
    players = whole.players
    referee_plan = referees_of(whole, slots_of_games, Referees(referees))
    slots = []
    for number, slot in enumerate(slots_of_games):
        at = (begin + length * number).time()
        slot_referees = referee_plan.slots[number] if referee_plan is not None else [None] * len(slot)
        placed = [
            PlacedGame(round_, game, court, at, players[game.first], players[game.second], players.get(referee or 0))
            for court, ((round_, game), referee) in enumerate(zip(slot, slot_referees, strict=True), start=1)
        ]
        slots.append(Slot(number + 1, at, tuple(placed)))
    calm = len(lay_out(whole, courts, rest=True)[0].slots) if laid.twice_running else None
    ends = (begin + length * len(laid.slots)).time()
    return CourtDay(tuple(slots), ends, _count_courts(laid), laid.twice_running, calm, players, referee_plan)


def referees_of(
    whole: StageSchedule, slots: Sequence[Sequence[tuple[int, ScheduledGame]]], referees: Referees
) -> RefereePlan | None:
    """Return the referees of each game, slot by slot, by seat: players without a game.

    In games without a result, those who left are replaced. None if players do not referee.
    """
    if referees == Referees.NONE:
        return None
    games = [[(game.first, game.second) for _round, game in slot] for slot in slots]
    groups = groups_in(whole.view) if referees == Referees.OTHER_GROUP else None
    at_once = 2 if whole.view.stage.tournament.table_kind.has_members else 1
    players = whole.players
    found = assign_referees(games, players, groups=groups, at_once=at_once)
    withdrawn_seats = [seat for seat, player in players.items() if not player.is_in]
    if not withdrawn_seats:
        return found
    over = {
        (number, place) for number, slot in enumerate(slots) for place, (_round, game) in enumerate(slot) if game.result
    }
    return replace_absent(found, games, withdrawn_seats, over, groups=groups, at_once=at_once)


def lay_out(
    whole: StageSchedule, courts: int, *, rest: bool
) -> tuple[CourtSchedule, list[list[tuple[int, ScheduledGame]]]]:
    """Return the schedule's games on this many courts: the slots, and in each the games with their round numbers."""
    games = [(round_.number, game) for round_ in whole.rounds() for game in round_.games]
    pairs = [(game.first, game.second) for _round, game in games]
    laid = on_courts(pairs, courts, rest=rest)
    waiting: dict[tuple[int, int], list[tuple[int, ScheduledGame]]] = defaultdict(list)
    for pair, each in zip(pairs, games, strict=True):
        waiting[pair].append(each)
    return laid, [[waiting[pair].pop(0) for pair in slot] for slot in laid.slots]


def _count_courts(laid: CourtSchedule) -> int:
    return max((len(slot) for slot in laid.slots), default=0)


def count_games(whole: StageSchedule) -> int:
    return sum(len(round_.games) for round_ in whole.rounds())


def courts_parameter(text: str) -> str | None:
    """Return the number of courts in an address; None if the text is not such a number."""
    return _number(text, MOST_COURTS)


def minutes_parameter(text: str) -> str | None:
    return _number(text, LONGEST)


def referees_parameter(text: str) -> str | None:
    return text if text in Referees.values else ""


def _number(text: str, most: int) -> str:
    if not text.isascii() or not text.isdecimal() or len(text) > 4 or not 1 <= int(text) <= most:
        return ""
    return str(int(text))


def start_parameter(text: str) -> str | None:
    try:
        return time.fromisoformat(text).strftime("%H:%M")
    except ValueError:
        return ""
