"""Set up the hall: its first table, closed tables and rooms; and number the tables of a draft by it."""

from __future__ import annotations

from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairings.seating.hall import HIGHEST, Hall
from pairings.seating.stations import MOST as MOST_STATIONS
from tournaments.core import hall
from tournaments.core.journal.acts import Act, act
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right, Who
from tournaments.core.snapshot import still_played
from tournaments.core.words import values
from tournaments.core.words.names import NotAName, clean_name, isolate
from tournaments.drafts.storing import check_version, draft_of
from tournaments.models import Event, Pairing, Round, Tournament
from tournaments.models.fields import StoredHall

#: A limit above the number of rooms of any tournament.
MOST_ROOMS = 50


def set_hall(who: Who, tournament: Tournament, hall: Hall, *, revision: int | None = None) -> Tournament:
    """Set the layout of the hall; `Hall()` removes it, so that tables are numbered from 1 again.

    Paired rounds keep their tables: `number_tables` renumbers a draft, and published rounds never change. Raise Refused
    for contradictory numbers.
    """
    stored = _hall_to_json(hall)
    with act(who, tournament, "set-hall", Right.PAIR, revision=revision) as doing:
        if doing.update(doing.tournament, hall=stored) and stored is not None:
            doing.facts |= {
                "table": str(next(hall.tables())),
                "closed": values.ranges_as_text(hall.closed) or "–",
                "rooms": "; ".join(f"{isolate(room.name)} {room.first}–{room.last}" for room in hall.rooms) or "–",
            }
            if hall.stations is not None or hall.most is not None:
                doing.facts |= {"limit": str(hall.most or "–"), "stations": str(hall.stations or "–")}
    tournament.refresh_from_db()
    return tournament


def _hall_to_json(hall: Hall) -> StoredHall | None:
    """Return the hall as its tournament stores it. Raise Refused."""
    rooms = sorted(hall.rooms, key=lambda room: room.first)
    _in_range(hall)
    if len(rooms) > MOST_ROOMS:
        text = _("Too many rooms. Combine some: at most {most} are possible.").format(most=MOST_ROOMS)
        raise Refused(text, code="too-many-rooms", field="rooms")
    for room in rooms:
        _sound(room.name, room.first, room.last)
    for one, other in pairwise(rooms):
        if one.last >= other.first:
            raise Refused(
                _("Table {table} is in two rooms, {one} and {other}. Remove it from one of them.").format(
                    table=other.first, one=isolate(one.name), other=isolate(other.name)
                ),
                code="rooms-overlap",
                field="rooms",
            )
    if hall.first is not None and rooms and not any(hall.first in room for room in rooms):
        text = _("Number {table} is not in any room. Start at a number of a room, or leave the field empty.")
        raise Refused(text.format(table=hall.first), code="first-outside", field="first")
    ordered = Hall(hall.first, hall.closed, tuple(rooms), hall.stations, hall.most)
    if next(ordered.tables(), None) is None:
        raise Refused(_("All numbers are closed. Open some of them."), code="all-closed", field="closed")
    if ordered == Hall():
        return None
    stored: StoredHall = {
        "first": hall.first,
        "closed": sorted(hall.closed),
        "rooms": [{"name": room.name, "first": room.first, "last": room.last} for room in rooms],
    }
    if hall.stations is not None:
        stored["stations"] = hall.stations
    if hall.most is not None:
        stored["tables"] = hall.most
    return stored


def _in_range(hall: Hall) -> None:
    numbers = [*hall.closed, *([] if hall.first is None else [hall.first])]
    numbers += [number for room in hall.rooms for number in (room.first, room.last)]
    if any(not 1 <= number <= HIGHEST for number in numbers):
        raise Refused(_("Numbers run from 1 to {most}.").format(most=HIGHEST), code="no-such-table")
    if hall.stations is not None and not 1 <= hall.stations <= MOST_STATIONS:
        text = _("A hall has from 1 to {most} stations.").format(most=MOST_STATIONS)
        raise Refused(text, code="no-such-station", field="stations")
    if hall.most is not None and not 1 <= hall.most <= HIGHEST:
        text = _("Enter a number from {least} to {most}.").format(least=1, most=HIGHEST)
        raise Refused(text, code="no-such-table", field="tables")


def _sound(name: str, first: int, last: int) -> None:
    try:
        fine = clean_name(name) == name
    except NotAName:
        fine = False
    if not fine:
        raise Refused(_("Give each room a name of one line."), code="room-without-name", field="rooms")
    if first > last:
        text = _("Numbers of {name} run from {first} to {last}. Enter the lower number first.")
        raise Refused(text.format(name=isolate(name), first=first, last=last), code="room-backwards", field="rooms")


def lock_event(doing: Act) -> None:
    """Lock the event, so that no other section publishes a round until this act is over."""
    if doing.tournament.event_id is not None:
        Event.objects.select_for_update().get(pk=doing.tournament.event_id)


def tables_are_free(doing: Act, round_: Round) -> None:
    """Raise Refused if a running round of another section uses a table of this round.

    Also raise it if rounds overlap and an earlier round still uses a table.
    """
    lock_event(doing)
    own_tables = set(round_.pairings.values_list("table", flat=True))
    shared = sorted(own_tables & {game.table for game in still_played(doing.tournament, but=round_)})
    if shared:
        text = _("Numbers in use by an earlier round: {tables}. Renumber the pairings in this draft.")
        raise Refused(text.format(tables=values.ranges_as_text(shared)), code="table-taken")
    clash = next(iter(hall.table_conflicts(round_)), None)
    if clash is not None:
        text = _("{tables} Renumber the pairings in this draft, then publish it.")
        raise Refused(text.format(tables=shared_tables_text(clash)), code="table-taken")


def shared_tables_text(clash: hall.Clash) -> str:
    """Return a sentence about tables that another section also uses; it is named only if it is public."""
    tables, count = values.ranges_as_text(clash.tables), len(clash.tables)
    if not clash.other.is_public:
        return ngettext(
            "Another section also uses number {tables}.", "Another section also uses numbers {tables}.", count
        ).format(tables=tables)
    return ngettext(
        "Section {name} also uses number {tables}.", "Section {name} also uses numbers {tables}.", count
    ).format(name=isolate(clash.other.section), tables=tables)


def number_tables(who: Who, tournament: Tournament, round_: Round, *, tag: str | None = None) -> Round:
    """Assign tables to a draft again, by the present hall and fixed tables. The pairs stay unchanged."""
    with act(who, tournament, "number-tables", Right.PAIR) as doing:
        row = draft_of(doing, round_)
        check_version(row, tag)
        row.tournament = doing.tournament
        moved = hall.reseat(row)
        pairings = Pairing.objects.in_bulk(list(moved))
        doing.update_many((pairings[key], {"table": table, "version": doing.sequence}) for key, table in moved.items())
    return row
