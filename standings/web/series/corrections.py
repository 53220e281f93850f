"""The effect of a correction on the table of a series: the events, and the players who would move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from standings.series.people import Appearance
from standings.series.table import SeriesTable
from standings.web.series.closed import read_entry, write_entries, write_lines
from standings.web.series.stored import SeriesSettings
from standings.web.series.tables import EventResults, SeriesView, format_points
from tournaments.core.words.names import isolate
from tournaments.models import Player, Series, SeriesEvent
from tournaments.models.series import ClosedEvent, ClosedPlayer, ClosedTable, StoredMove, StoredStanding

#: The maximum number of changes listed on the page of a table.
MOST_NOTICES = 20


@dataclass(frozen=True, slots=True)
class CorrectedPlayer:
    """A player whose place or points change; `before` and `after` are None if the player is not in the table."""

    person: str
    name: str
    before: Standing | None
    after: Standing | None

    @property
    def text(self) -> str:
        """The change as text."""
        before, after = (_("not listed") if each is None else each.text for each in (self.before, self.after))
        return _("{name}: {before} → {after}").format(name=isolate(self.name), before=before, after=after)


@dataclass(frozen=True, slots=True)
class Standing:
    """A place and points; the place is None for a player with too few events."""

    rank: int | None
    total: Fraction

    @property
    def text(self) -> str:
        if self.rank is None:
            return _("no place, {points} points").format(points=format_points(self.total))
        return _("place {place}, {points} points").format(place=self.rank, points=format_points(self.total))


@dataclass(frozen=True, slots=True)
class Corrections:
    """Tournaments whose results differ from the table of the closed season, and the players who would move."""

    events: tuple[str, ...]
    moves: tuple[CorrectedPlayer, ...]


def table_of(series: Series) -> ClosedTable:
    """Return the table of a season that is being closed, with the results behind it."""
    view = SeriesView(series)
    return {
        "on": timezone.localdate().isoformat(),
        "events": [_write_event(event) for event in view.held if event.tournament is not None],
        "lines": write_lines(view.table()),
    }


def _write_event(event: EventResults) -> ClosedEvent:
    """Return a tournament as it counts now. A hidden tournament has no players."""
    return {
        "id": event.row.public_id,
        "name": event.name,
        "on": event.on.isoformat(),
        "over": event.over,
        "hidden": event.hidden,
        "players": [] if event.hidden else [_write_player(each, event.players[each.id]) for each in event.appearances],
        "entries": write_entries(event.entries),
    }


def _write_player(one: Appearance, player: Player) -> ClosedPlayer:
    return {
        "id": one.id,
        "name": player.name,
        "ids": list(one.ids),
        "year": one.year,
        "sex": player.sex,
        "club": one.club,
        "rating": player.rating or 0,
    }


def corrections(series: Series) -> Corrections | None:
    """Return the changes if a closed season were reopened; None if its table was not stored, or nothing would
    change.
    """
    past, live = SeriesView(series), SeriesView(series, live=True)
    if past.closed is None:
        return None
    closed = {each["id"]: each for each in past.closed["events"]}
    events = []
    for event in live.held:
        stored_event = closed.get(event.row.public_id)
        if stored_event is not None and (stored_event["over"], stored_event["hidden"], stored_event["entries"]) != (
            event.over,
            event.hidden,
            write_entries(event.entries),
        ):
            events.append(stored_event["name"])
    moves = moves_between((past, past.table()), (live, live.table()))
    return Corrections(tuple(events), moves) if events or moves else None


def moves_between(
    one: tuple[SeriesView, SeriesTable], other: tuple[SeriesView, SeriesTable]
) -> tuple[CorrectedPlayer, ...]:
    """Return the players whose place or points differ in the second table, by the places of the first."""
    (before, first), (after, second) = one, other
    was, becomes = _standings(first), _standings(second)
    return tuple(
        CorrectedPlayer(person, (before if person in was else after).name(person), was.get(person), becomes.get(person))
        for person in dict.fromkeys((*was, *becomes))
        if was.get(person) != becomes.get(person)
    )


def notice(key: int) -> None:
    """Check whether the results of a finished tournament have changed, by its key, and store a notice if they have.

    The notice tells readers of each running series in which it counts which players moved.
    """
    for one in SeriesEvent.objects.filter(tournament=key, series__closed_at=None):
        with transaction.atomic():
            series = Series.objects.select_for_update().get(pk=one.series_id)
            row = series.events.get(pk=one.pk)
            after = SeriesView(series, live=True)
            event = next(each for each in after.held if each.row.pk == row.pk)
            now = write_entries(event.entries)
            if not event.over or event.hidden or row.known == now:
                continue
            if row.known is not None:
                ids = {one.id for one in event.appearances}
                entries = tuple(read_entry(each) for each in row.known if each["person"] in ids)
                before = SeriesView(series, live=True)
                before.held = [replace(each, entries=entries) if each.row.pk == row.pk else each for each in after.held]
                moves = moves_between((before, before.table()), (after, after.table()))
                if moves:
                    series.notices.create(at=timezone.now(), event=row, moves=store_moves(moves))
            series.events.filter(pk=row.pk).update(known=now)


def with_rule(series: Series, settings: SeriesSettings) -> tuple[CorrectedPlayer, ...]:
    """Return the players who would move under these settings."""
    before, after = SeriesView(series), SeriesView(series)
    after.settings, after.held = settings, before.held
    return moves_between((before, before.table()), (after, after.table()))


def store_moves(moves: Sequence[CorrectedPlayer]) -> list[StoredMove]:
    """Return moves without names, for a notice."""
    return [
        {"person": each.person, "before": _store_standing(each.before), "after": _store_standing(each.after)}
        for each in moves
    ]


def _store_standing(standing: Standing | None) -> StoredStanding | None:
    return None if standing is None else {"rank": standing.rank, "total": str(standing.total)}


def _read(row: StoredStanding | None) -> Standing | None:
    return None if row is None else Standing(row["rank"], Fraction(row["total"]))


@dataclass(frozen=True, slots=True)
class Notice:
    """A public notice of a change: the corrected event, or the reason for a rule change."""

    at: datetime
    event: str
    reason: str
    moves: tuple[CorrectedPlayer, ...]


def notices_of(view: SeriesView) -> list[Notice]:
    """Return the latest changes of a series, latest first, with the players' current names."""
    by_row = {event.row.pk: event for event in view.held if not event.hidden}
    found = []
    for each in view.series.notices.all()[:MOST_NOTICES]:
        event = None if each.event_id is None else by_row.get(each.event_id)
        if event is None and each.event_id is not None:
            continue
        moves = tuple(
            CorrectedPlayer(person, view.name(person), _read(move["before"]), _read(move["after"]))
            for move in each.moves
            if (person := view.find(move["person"])) is not None
        )
        found.append(Notice(each.at, "" if event is None else event.name, each.reason, moves))
    return found


def _standings(table: SeriesTable) -> dict[str, Standing]:
    return {str(each.person): Standing(each.rank, each.result.total) for each in table.lines}
