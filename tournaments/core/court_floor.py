"""Show the courts of a tournament, or of all sections of an event: matches on court, and waiting matches.

Only the calls are stored. A match is over when it has a result, so all readers see the same.

`Stations` tells which game is called to which station of a hall, and which games wait.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Q
from django.utils import timezone

from pairings.plan import Reason
from pairings.schedules import dispatcher
from pairings.schedules.dispatcher import Court, Forecast, HallState, Playing, WaitingMatch
from pairings.seating.stations import StationGame, call
from pairings.wording.sentences import sentence
from tournaments.core.court_people import CourtMatch, CourtReferees, People, sides_of
from tournaments.core.words.moments import format_moment
from tournaments.core.words.texts import translate
from tournaments.models import (
    Appearance,
    CourtCall,
    JournalEntry,
    Pairing,
    Player,
    Result,
    Round,
    Tournament,
)
from tournaments.models.courts import CourtSettings

#: How long an ended match still counts for the rest of its players and for the usual length of a match.
MATCH_MEMORY = timedelta(hours=16)
#: The largest number of planned duties shown for a player.
MOST_DUTIES = 3
#: Queue positions before and after all rounds.
FRONT, BACK = -1, 10**12


class Floor:
    """The courts with their matches at the time `now`, and the queue."""

    def __init__(self, settings: CourtSettings, sections: Collection[Tournament], now: datetime) -> None:
        self.settings, self.sections, self.now = settings, list(sections), now
        found = sorted(_matches(self.sections, now), key=lambda each: each.key)
        self.on_court: dict[int, CourtMatch] = {match.court: match for match in found if match.court}
        self.ended = [match for match in found if match.ended is not None]
        open_ones = [match for match in found if match.ended is None and not match.court]
        self.absent = [match for match in open_ones if match.absent]
        self._waiting = {match.key: match for match in open_ones if not match.absent}
        self.by_pairing = {match.pairing.public_id: match for match in found}
        self._times = {
            (section.pk, *game): _seconds(at)
            for section in self.sections
            if section.slug in settings.plans
            for game, at in settings.plans[section.slug].times.items()
        }
        self.people = People(self.sections, settings.apart)
        self.referees = CourtReferees(self)

    @cached_property
    def hall(self) -> HallState:
        now = _seconds(self.now)
        lengths = [
            (_stage(match), _seconds(match.ended) - _seconds(match.call.called_at))
            for match in self.ended
            if match.was_played and match.call is not None and match.call.called_at is not None
        ]
        free: dict[int, int] = {}
        for match in (each for each in self.ended if each.was_played):
            for person in self.persons_of(match):
                free[person] = max(free.get(person, 0), _seconds(match.ended))
        published = [
            row.published_at for row in {match.round for match in self.by_pairing.values()} if row.published_at
        ]
        return HallState(
            tuple(self._court(number) for number in self.numbers),
            tuple(map(self._match, self._waiting.values())),
            tuple(
                Playing(self._match(match), court, _seconds(match.since), self._refereeing(match))
                for court, match in sorted(self.on_court.items())
            ),
            {person: min(at, now) for person, at in free.items()},
            now,
            min(map(_seconds, published), default=now),
            60 * self.settings.rest,
            self.settings.waits,
            dispatcher.learn_durations((stage, length) for stage, length in lengths if length > 0),
            60 * self.settings.minutes,
        )

    @property
    def numbers(self) -> list[int]:
        """The courts, including a removed court while a match is still played on it."""
        return sorted({*range(1, self.settings.count + 1), *self.on_court})

    def is_open(self, court: int) -> bool:
        return court <= self.settings.count and court not in self.settings.closed

    def reserved_for(self, court: int) -> Tournament | None:
        """Return the section for which a court is reserved; None if it is not reserved for one."""
        slug = self.settings.reserved.get(court)
        return next((each for each in self.sections if each.slug == slug), None)

    def is_by_hand(self, court: int) -> bool:
        """Return whether matches can only be called to this court manually."""
        return self.settings.reserved.get(court) == ""

    def persons_of(self, match: CourtMatch) -> dict[int, str]:
        """Return the name of everybody who plays in a match, by person number."""
        return self.people.of_match(match.players, match.sheet)

    def _refereeing(self, match: CourtMatch) -> tuple[int, ...]:
        referee = match.referee
        return () if referee is None else tuple(sorted(self.referees.persons_of(referee, match.section)))

    def _court(self, number: int) -> Court:
        section = self.reserved_for(number)
        only = None
        if self.is_by_hand(number):
            only = frozenset[str]()
        elif section is not None:
            only = frozenset(
                {f"{match.round.stage_id}" for match in self.by_pairing.values() if match.section == section}
            )
        return Court(number, self.is_open(number), only)

    def _match(self, match: CourtMatch) -> WaitingMatch:
        planned, at = match.round.number - match.round.stage.first_round, self.planned_at(match)
        if self._times:
            planned = at or _seconds(self.now)
        if match.call is not None and not match.court:
            last = match.call.queued == CourtCall.Queued.LAST
            planned, at = (BACK + planned, at) if last else (FRONT, 0)
        not_before = at if self.settings.on_time else 0
        return WaitingMatch(
            match.key, tuple(self.persons_of(match)), planned, stage=_stage(match), not_before=not_before
        )

    def planned_at(self, match: CourtMatch) -> int:
        """Return the planned time of a match; 0 if it has none."""
        return self._times.get((match.section.pk, match.round.number, match.pairing.table), 0)

    @cached_property
    def expected(self) -> dict[int, Forecast]:
        return dispatcher.forecast_queue(self.hall)

    @cached_property
    def queue(self) -> list[CourtMatch]:
        """The waiting matches in the order in which they are expected."""
        return [self._waiting[match.key] for match in dispatcher.queue(self.hall, self.expected)]

    @cached_property
    def proposed(self) -> dict[int, CourtMatch]:
        """The match that can be called now, for each free court."""
        return {call.court: self._waiting[call.match.key] for call in dispatcher.next_calls(self.hall)}

    def place_of(self, match: CourtMatch) -> int:
        """Return the place of a waiting match in the queue, starting with 1."""
        return next(place for place, each in enumerate(self.queue, start=1) if each.key == match.key)

    def time_of(self, match: CourtMatch) -> datetime | None:
        """Return the expected time at which a waiting match will be called; None if it is unknown."""
        found = self.expected.get(match.key)
        return None if found is None else datetime.fromtimestamp(found.at, tz=self.now.tzinfo)

    def court_for(self, match: CourtMatch) -> int:
        """Return the court to which a waiting match can be called now, or else its expected court; 0 if there is
        none.
        """
        now = next((court for court, each in self.proposed.items() if each.key == match.key), 0)
        found = self.expected.get(match.key)
        return now or (0 if found is None else found.court)

    def ahead(self, court: int) -> list[CourtMatch]:
        """Return the matches that are expected on a court, the next one first."""
        keys = sorted((each.place, key) for key, each in self.expected.items() if each.court == court)
        return [self._waiting[key] for _place, key in keys]

    def court_title(self, section: Tournament, court: int) -> str:
        return str(section.court_words.numbered).format(table=court)

    def why_not(self, match: CourtMatch) -> list[str]:
        """Return the reasons why a match is not called now, as sentences for readers."""
        reasons = dispatcher.why_not(self.hall, self._match(match))
        names = self.persons_of(match)
        return [self._say(reason, names, match.section) for reason in reasons]

    def _say(self, reason: Reason, names: Mapping[int, str], section: Tournament) -> str:
        facts = dict(reason.facts)
        if isinstance(facts.get("court"), int):
            facts["court"] = self.court_title(section, int(str(facts["court"])))
        if isinstance(facts.get("until"), int):
            facts["until"] = format_moment(datetime.fromtimestamp(int(str(facts["until"])), tz=section.zone), "time")
        return sentence(Reason(reason.code, facts), names, translate)

    def resting(self, match: CourtMatch) -> list[tuple[str, datetime]]:
        """Return the names of a match's players who have not rested enough, with the end of their rest."""
        least = self.hall.min_rest
        return [
            (name, datetime.fromtimestamp(since + least, tz=self.now.tzinfo))
            for person, name in self.persons_of(match).items()
            if (since := self.hall.free_since.get(person)) is not None and self.hall.now - since < least
        ]

    def playing(self, match: CourtMatch) -> list[tuple[str, int]]:
        """Return the names of a match's players who are playing on another court, with that court."""
        court_by_person = {
            person: court
            for court, other in self.on_court.items()
            if other.key != match.key
            for person in self.persons_of(other)
        }
        return [
            (name, court_by_person[person])
            for person, name in self.persons_of(match).items()
            if person in court_by_person
        ]

    def refereeing(self, match: CourtMatch) -> list[tuple[str, int]]:
        """Return the names of a match's players who are refereeing on another court, with that court."""
        court_by_person = {
            person: court
            for court, other in self.on_court.items()
            if other.key != match.key
            for person in self._refereeing(other)
        }
        return [
            (name, court_by_person[person])
            for person, name in self.persons_of(match).items()
            if person in court_by_person
        ]


@dataclass(frozen=True, slots=True)
class Duty:
    """A match with its referee: on court now, or planned for a time and a court."""

    match: CourtMatch
    at: datetime | None = None
    court: int = 0


@dataclass(frozen=True, slots=True)
class NextMatch:
    """A player's next match: the one on court, or the first in the queue.

    In the queue it has a place, an expected time, and the reasons why it is not called now. The match is None if only
    `duties` wait. `shared`: other sections also play on the courts.
    """

    match: CourtMatch | None
    place: int = 0
    at: datetime | None = None
    why: tuple[str, ...] = ()
    shared: bool = False
    duties: tuple[Duty, ...] = ()


def next_match_of(tournament: Tournament, player: Player | None) -> NextMatch | None:
    """Return a player's next match or duty on the courts, in any section of the event; None if there is none."""
    floor = None if player is None else floor_of(tournament)
    if floor is None or player is None or not floor.people.knows(player):
        return None
    person, shared = floor.people.number(player), len(floor.sections) > 1

    def is_own(match: CourtMatch) -> bool:
        visible = match.section.is_public or match.section.pk == tournament.pk
        return visible and person in floor.persons_of(match)

    duties = _duties_of(floor, tournament, player)
    for match in floor.on_court.values():
        if is_own(match):
            return NextMatch(match, shared=shared, duties=duties)
    for place, match in enumerate(floor.queue, start=1):
        if is_own(match):
            return NextMatch(match, place, floor.time_of(match), tuple(floor.why_not(match)), shared, duties)
    return NextMatch(None, shared=shared, duties=duties) if duties else None


def _duties_of(floor: Floor, section: Tournament, player: Player) -> tuple[Duty, ...]:
    """Return the match that a player referees now, or otherwise the planned duties."""
    now = [Duty(match) for match in floor.on_court.values() if match.referee == player]
    ahead = [
        (at, match)
        for match in floor.queue
        if match.section.pk == section.pk
        and floor.referees.planned_for(match) == player.public_id
        and (at := floor.planned_at(match))
    ]
    later = [
        Duty(match, datetime.fromtimestamp(at, tz=section.zone), floor.court_for(match))
        for at, match in sorted(ahead, key=lambda each: each[0])
        if player.is_in
    ]
    return (*now, *later[:MOST_DUTIES])


@dataclass(frozen=True, slots=True)
class CourtPlace:
    """The place of a match with its referee: the court it was called to, or otherwise its planned court and time."""

    court: int
    at: datetime | None
    referee: Player | None


def places_of(tournament: Tournament) -> dict[int, CourtPlace]:
    """Return the places of matches that are on a court or have a planned time, by the keys of their pairings."""
    floor = floor_of(tournament)
    if floor is None:
        return {}
    found = {}
    for match in floor.by_pairing.values():
        if match.section.pk != tournament.pk:
            continue
        if match.court:
            found[match.pairing.pk] = CourtPlace(match.court, None, match.referee)
        elif (at := floor.planned_at(match)) and (court := floor.court_for(match)):
            planned = datetime.fromtimestamp(at, tz=tournament.zone)
            found[match.pairing.pk] = CourtPlace(court, planned, floor.referees.planned_player(match))
    return found


def floor_of(tournament: Tournament, now: datetime | None = None) -> Floor | None:
    """Return the courts of a tournament, with all sections of its event that share them; None if matches are not
    called.
    """
    settings = tournament.court_settings
    if settings is None:
        return None
    return Floor(settings, sections_on_courts(tournament), now or timezone.now())


def sections_on_courts(tournament: Tournament) -> list[Tournament]:
    """Return the tournaments whose matches share the courts, in the order of the event."""
    if tournament.event_id is None or tournament.trial_of_id is not None:
        return [tournament]
    found = Tournament.objects.filter(event=tournament.event_id, trial_of__isnull=True, courts__isnull=False)
    return list(found.select_related("event").order_by("place", "pk"))


def _seconds(at: datetime | None) -> int:
    return 0 if at is None else int(at.timestamp())


def _stage(match: CourtMatch) -> str:
    return str(match.round.stage_id)


def _matches(sections: Collection[Tournament], now: datetime) -> list[CourtMatch]:
    """Return the matches of running and recently closed rounds, each with a key for their order."""
    by_key = {section.pk: section for section in sections}
    lately = Q(round__status=Round.Status.PUBLISHED) | Q(
        round__status=Round.Status.CLOSED, round__closed_at__gte=now - MATCH_MEMORY
    )
    places = (
        Appearance.objects.filter(lately, round__tournament__in=by_key, pairing__isnull=False)
        .select_related("pairing__result", "pairing__court_call__referee", "pairing__sheet", "player", "round__stage")
        .order_by("round__number", "pairing__order", "pairing__table", "pairing_id", "side")
    )
    sides: dict[int, list[Appearance]] = defaultdict(list)
    for place in places:
        sides[place.pairing_id or 0].append(place)
    ends = _first_results(by_key, now)
    order = {section.pk: number for number, section in enumerate(sections)}
    rows = sorted(
        sides.values(),
        key=lambda appearances: (
            appearances[0].round.number - appearances[0].round.stage.first_round,
            order[appearances[0].round.tournament_id],
        ),
    )
    found = [
        _match_of(key, appearances, by_key[appearances[0].round.tournament_id], ends)
        for key, appearances in enumerate(rows, start=1)
    ]
    return _on_courts(found)


def _match_of(key: int, places: list[Appearance], section: Tournament, ends: Mapping[str, datetime]) -> CourtMatch:
    pairing = places[0].pairing or Pairing()
    result: Result | None = getattr(pairing, "result", None)
    ended = None if result is None else ends.get(pairing.public_id, result.entered_at)
    return CourtMatch(
        key,
        section,
        places[0].round,
        pairing,
        tuple(place.player for place in places),
        getattr(pairing, "court_call", None),
        ended,
        getattr(pairing, "sheet", None),
    )


def _on_courts(matches: list[CourtMatch]) -> list[CourtMatch]:
    """Add the present court to each match. If a result was cleared after the next match was called, the next match
    keeps the court. The earlier match then waits at the front of the queue.
    """
    latest: dict[int, CourtMatch] = {}
    for match in matches:
        call = match.call
        if match.ended is None and call is not None and call.court and match.round.is_running:
            other = latest.get(call.court)
            if other is None or (call.called_at, match.key) > (_called_at(other), other.key):
                latest[call.court] = match
    courts = {match.key: court for court, match in latest.items()}
    running = (match for match in matches if match.round.is_running or match.ended is not None)
    return [replace(match, court=courts.get(match.key, 0)) for match in running]


def _called_at(match: CourtMatch) -> datetime | None:
    return match.call.called_at if match.call is not None else None


def _first_results(sections: Iterable[int], now: datetime) -> dict[str, datetime]:
    """Return when each match first had its present result, by the public id of its pairing; a correction keeps the
    time.
    """
    found: dict[str, datetime] = {}
    condition = Q(facts__has_key="now") | Q(facts__has_key="results")
    entries = JournalEntry.objects.filter(
        condition, tournament__in=list(sections), at__gte=now - MATCH_MEMORY, undone_by__isnull=True
    ).exclude(verb="undo")
    for at, facts in entries.order_by("at", "pk").values_list("at", "facts"):
        for line in facts.get("results") or [facts]:
            if not line.get("pairing") or "now" not in line:
                continue
            if line.get("now"):
                found.setdefault(line["pairing"], at)
            else:
                found.pop(line["pairing"], None)
    return found


#: The position of a game whose end is not in the journal: after all games whose end is.
UNKNOWN_POSITION = 10**9


@dataclass(frozen=True, slots=True)
class StationCall:
    """A called game: its station, round, table and the players of each side."""

    station: int
    round: int
    table: int
    sides: tuple[tuple[Player, ...], ...]


@dataclass(frozen=True, slots=True)
class Stations:
    """The called games by station, and the place of each game by the public id of its pairing.

    The place is its station or, if it waits, its place in the queue.
    """

    called: tuple[StationCall, ...] = ()
    station_of: dict[str, int] | None = None
    place_of: dict[str, int] | None = None

    def station(self, pairing: str) -> int:
        """Return the station of a game; 0 if it is not called."""
        return (self.station_of or {}).get(pairing, 0)

    def place(self, pairing: str) -> int:
        """Return the place of a game in the queue; 0 if it does not wait."""
        return (self.place_of or {}).get(pairing, 0)

    @property
    def waiting(self) -> int:
        return len(self.place_of or {})


def stations_of(tournament: Tournament) -> Stations:
    """Return the present calls; empty if the hall has no stations or no round is running.

    A game ends when it first has a result: a correction does not change that. If a result is cleared, the game gets a
    station again, and later games are called again.
    """
    if tournament.courts is not None:
        return _stations_on_courts(tournament)
    count = tournament.layout.stations
    if not count:
        return Stations()
    places = Appearance.objects.filter(
        round__tournament=tournament, round__status=Round.Status.PUBLISHED, pairing__isnull=False
    ).select_related("pairing__result", "player", "round")
    sides: dict[int, list[Appearance]] = defaultdict(list)
    for place in places.order_by("round__number", "pairing__order", "pairing__table", "side"):
        sides[place.pairing_id or 0].append(place)
    games, first = [], _first_entries(tournament, {appearances[0].round.number for appearances in sides.values()})
    for key, appearances in sides.items():
        result: Result | None = getattr(appearances[0].pairing, "result", None)
        first_at = first.get(appearances[0].pairing.public_id if appearances[0].pairing is not None else "")
        ended = None if result is None else first_at or UNKNOWN_POSITION + int(result.entered_at.timestamp())
        games.append(StationGame(key, tuple(place.player_id for place in appearances), ended))
    calls = call(games, count)
    called = [_build_call(tournament, station, sides[key]) for key, station in calls.at.items()]
    ids = {
        key: appearances[0].pairing.public_id
        for key, appearances in sides.items()
        if appearances[0].pairing is not None
    }
    return Stations(
        tuple(sorted(called, key=lambda each: each.station)),
        {ids[key]: station for key, station in calls.at.items()},
        {ids[key]: place for place, key in enumerate(calls.waiting, start=1)},
    )


def _stations_on_courts(tournament: Tournament) -> Stations:
    """Return the calls of `stations_of` for a tournament whose matches are called to courts."""
    floor = floor_of(tournament)
    if floor is None:
        return Stations()
    own = [match for match in floor.on_court.values() if match.section.pk == tournament.pk]
    waiting = [(place, match) for place, match in enumerate(floor.queue, start=1) if match.section.pk == tournament.pk]
    return Stations(
        tuple(StationCall(match.court, match.round.number, match.pairing.table, tuple(match.sides)) for match in own),
        {match.pairing.public_id: match.court for match in own},
        {match.pairing.public_id: place for place, match in waiting},
    )


def _first_entries(tournament: Tournament, numbers: Collection[int]) -> dict[str, int]:
    """Return the number of the journal entry that first gave each game of these rounds a result, by the pairing's
    id.
    """
    found: dict[str, int] = {}
    entries = JournalEntry.objects.filter(tournament=tournament, facts__round__in=list(numbers)).order_by("sequence")
    for sequence, facts in entries.values_list("sequence", "facts"):
        for line in facts.get("results") or [facts]:
            if line.get("pairing") and line.get("now"):
                found.setdefault(line["pairing"], sequence)
    return found


def _build_call(tournament: Tournament, station: int, places: list[Appearance]) -> StationCall:
    table = places[0].pairing.table if places[0].pairing is not None else 0
    sides = sides_of(tournament, tuple(place.player for place in places))
    return StationCall(station, places[0].round.number, table, tuple(sides))
