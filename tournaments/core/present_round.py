"""Choose the present round if several run at once, as in a league whose rounds are all published."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count

from tournaments.core.snapshot import overlaps, runs_in_turn
from tournaments.core.words.values import Moment, read_moved_matches
from tournaments.models import Pairing, Round, Tournament


@dataclass(frozen=True, slots=True)
class RunningRound:
    """A running round: its number of matches, and of those without a result.

    `postponed` are the tables without a result that have a separate date. `early` is the number of such matches with a
    result.
    """

    number: int
    tables: int
    missing: int
    postponed: tuple[int, ...] = ()
    early: int = 0

    @property
    def is_begun(self) -> bool:
        """Whether any match that was played with its round is over."""
        return self.tables - self.missing > self.early


def round_due(tournament: Tournament, running: Sequence[RunningRound], today: date | None = None) -> int | None:
    """Return the number of the round whose results are due; None if all results are in.

    It is the first unfinished round that is not a leftover. A leftover lacks only matches that have a later date, or it
    lacks less than half of its matches and a later round has begun. Without `today`, no date has come yet.
    """
    waiting = [each for each in running if each.missing]
    for each in waiting:
        if _is_new_date_due(tournament, each, today):
            return each.number
        open_tables = each.missing - len(each.postponed)
        if open_tables and not (
            2 * open_tables < each.tables and _has_later_round(tournament, running, each.number, today)
        ):
            return each.number
    return waiting[0].number if waiting else None


def _is_new_date_due(tournament: Tournament, round_: RunningRound, today: date | None) -> bool:
    """Return whether a postponed match was to be played today or earlier."""
    moments = (tournament.moment_of(round_.number, table) for table in round_.postponed)
    return today is not None and any(moment is not None and moment.day <= today for moment in moments)


def _has_later_round(tournament: Tournament, running: Sequence[RunningRound], number: int, today: date | None) -> bool:
    """Return whether a later round has begun, or its day has come."""
    for each in running:
        moment = tournament.moment_of(each.number)
        is_day = today is not None and moment is not None and moment.day <= today
        if each.number > number and (each.is_begun or is_day):
            return True
    return False


def running_round(tournament: Tournament, number: int, tables: int, missing: Sequence[int]) -> RunningRound:
    """Return a running round from the tables that have no result."""
    moved = [table for at, table in read_moved_matches(tournament.moved_matches) if at == number]
    postponed = tuple(sorted({*moved} & {*missing}))
    return RunningRound(number, tables, len(missing), postponed, len(moved) - len(postponed))


def present(rounds: Sequence[Round]) -> Round | None:
    """Return the round to show: the last one, or the one that is due if several run.

    In a knock-out it is the first running round; if rounds overlap, the last. It does not depend on the time, because
    public pages stay unchanged until something is entered.
    """
    running = [row for row in rounds if row.is_running]
    if len(running) < 2:
        return rounds[-1] if rounds else None
    stage = running[-1].stage
    if not runs_in_turn(stage):
        return rounds[-1] if overlaps(stage) else running[0]
    number = round_due(running[0].tournament, _running_rounds(running))
    return next((row for row in running if row.number == number), running[-1])


def _running_rounds(rows: Sequence[Round]) -> list[RunningRound]:
    tournament = rows[0].tournament
    games = Pairing.objects.filter(round__in=[row.pk for row in rows])
    counted = games.order_by().values("round__number").annotate(tables=Count("pk"), entered=Count("result"))
    counts = {each["round__number"]: (each["tables"], each["entered"]) for each in counted}
    moved = read_moved_matches(tournament.moved_matches)
    without = games.filter(result=None, table__in={table for _round, table in moved}) if moved else ()
    waiting = {(game.round_id, game.table) for game in without}
    found = []
    for row in rows:
        tables, entered = counts.get(row.number, (0, 0))
        own = [table for number, table in sorted(moved) if number == row.number]
        postponed = tuple(table for table in own if (row.pk, table) in waiting)
        found.append(RunningRound(row.number, tables, tables - entered, postponed, len(own) - len(postponed)))
    return found


def day_ahead(round_: Round) -> Moment | None:
    """Return the planned day of a round that has not begun; None if it is unknown."""
    moment = round_.tournament.moment_of(round_.number) if round_.is_running else None
    begun = moment is not None and round_.pairings.filter(result__isnull=False).exists()
    return None if begun else moment
