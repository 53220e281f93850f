"""Write a tournament as a calendar (RFC 5545): its day, and each published round from its publication to its end.

Also write the days of many tournaments as one calendar.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, time, timedelta
from types import MappingProxyType

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from icalendar import Calendar, Event

from tournaments.core.games import GAMES
from tournaments.core.hall import place_text
from tournaments.core.tables import SeatNames
from tournaments.core.words.values import Moment
from tournaments.models import Appearance, Player, RequestedBye, Round, Tournament

PRODUCT = "-//Kierros//Kierros//EN"


def of_tournament(tournament: Tournament) -> bytes:
    """Return the calendar for all visitors."""
    rounds = list(tournament.rounds.public().order_by("number"))
    titles = {row.pk: _("Round {number} · {name}").format(number=row.number, name=tournament.name) for row in rounds}
    return _calendar(tournament, tournament.name, rounds, titles, {})


def of_tournaments(tournaments: Iterable[Tournament], absolute: Callable[[str], str]) -> bytes:
    """Return the calendar of tournaments, each with its days, place and URL; `absolute` completes a URL."""
    calendar = _empty(_("Tournaments"))
    for tournament in tournaments:
        day = _day(tournament)
        day.add("dtend", (tournament.ends_on or tournament.starts_on) + timedelta(days=1))
        day.add("url", absolute(reverse("tournaments:tournament", args=[tournament.slug])))
        if tournament.city:
            day.add("location", tournament.city)
        calendar.add_component(day)
    return bytes(calendar.to_ical())


def of_player(player: Player) -> bytes:
    """Return the calendar of one player: the rounds with an opponent or a bye, with table, room and colour."""
    tournament = player.tournament
    places = player.appearances.exclude(round__status=Round.Status.DRAFT).select_related("round", "pairing")
    found = list(places.prefetch_related("pairing__appearances__player").order_by("round__number"))
    rounds = [place.round for place in found]
    titles = {place.round_id: _title(player, place) for place in found}
    tables = {place.round_id: _place(tournament, place) for place in found}
    at = {place.round_id: place.pairing.table for place in found if place.pairing}
    return _calendar(tournament, f"{player.name} · {tournament.name}", rounds, titles, tables, at)


def _title(player: Player, place: Appearance) -> str:
    number = place.round.number
    if place.pairing is None:
        kinds = dict(RequestedBye.Kind.choices)
        return _("Round {number}: {bye}").format(
            number=number, bye=kinds.get(place.bye, pgettext("round without an opponent", "bye"))
        )
    kind, own_seat = player.tournament.table_kind, place.side or 1
    order = kind.order_for(own_seat)
    appearances = sorted(place.pairing.appearances.all(), key=lambda each: order(each.side or 0))
    names = [each.player.name for each in appearances if each.player_id != player.pk]
    own = player.tournament.first_side if own_seat % 2 else player.tournament.second_side
    return kind.in_calendar(SeatNames(number, place.pairing.table, place.side, own, names))


def _place(tournament: Tournament, place: Appearance) -> str:
    if place.pairing is None:
        return ""
    table = tournament.table_title(place.pairing.table)
    room = place_text(tournament.layout.place_of(place.pairing.table))
    return f"{table}, {room}" if room else table


def _calendar(
    tournament: Tournament,
    name: str,
    rounds: Iterable[Round],
    titles: Mapping[int, str],
    places: Mapping[int, str],
    tables: Mapping[int, int] = MappingProxyType({}),
) -> bytes:
    calendar = _empty(name)
    calendar.add_component(_day(tournament))
    for row in rounds:
        moment = tournament.moment_of(row.number, tables.get(row.pk, 0))
        calendar.add_component(_event(tournament, row, titles[row.pk], places.get(row.pk, ""), moment))
    return bytes(calendar.to_ical())


def _empty(name: str) -> Calendar:
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)
    return calendar


def _day(tournament: Tournament) -> Event:
    """Return an event for the first day of a tournament."""
    day = Event()
    day.add("uid", f"{tournament.slug}@kierros")
    day.add("dtstamp", datetime.combine(tournament.starts_on, time(), UTC))
    day.add("dtstart", tournament.starts_on)
    day.add("summary", tournament.name)
    return day


def _event(tournament: Tournament, round_: Round, title: str, place: str, moment: Moment | None) -> Event:
    """Return a round as an event on the day that is set for it.

    Without a day it lasts from its publication until it is closed, or for the usual length of the game's rounds.
    """
    begins = round_.published_at or datetime.combine(tournament.starts_on, time(), UTC)
    ends = round_.closed_at or begins + timedelta(minutes=GAMES[tournament.game].minutes)
    event = Event()
    event.add("uid", f"{tournament.slug}-{round_.number}@kierros")
    event.add("dtstamp", round_.closed_at or begins)
    event.add("sequence", int(round_.closed_at is not None))
    if moment is not None and moment.at is None:
        event.add("dtstart", moment.day)
    else:
        if moment is not None and moment.at is not None:
            begins = datetime.combine(moment.day, moment.at, tournament.zone)
            ends = begins + timedelta(minutes=GAMES[tournament.game].minutes)
        event.add("dtstart", begins.astimezone(UTC).replace(microsecond=0))
        event.add("dtend", ends.astimezone(UTC).replace(microsecond=0))
    event.add("summary", title)
    if place:
        event.add("location", place)
    return event
