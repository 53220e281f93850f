"""The stations of a hall: the called games of running rounds with their stations, and the games that wait."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from pairings.seating.stations import StationGame, call
from tournaments.core.court_floor import floor_of
from tournaments.models import Appearance, JournalEntry, Player, Result, Round, Tournament

#: If the journal does not tell when a game ended, its result comes after all that it tells of.
UNTOLD = 10**9


@dataclass(frozen=True, slots=True)
class StationCall:
    """A called game: its station, round, table and players."""

    station: int
    round: int
    table: int
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Stations:
    """The called games by station, and the place of each game by the public id of its pairing.

    The place is its station or, if it waits, its place in the queue.
    """

    called: tuple[StationCall, ...] = ()
    station_of: dict[str, int] | None = None
    place_of: dict[str, int] | None = None

    def station(self, pairing: str) -> int:
        """The station of a game; 0 if it is not called."""
        return (self.station_of or {}).get(pairing, 0)

    def place(self, pairing: str) -> int:
        """The place of a game in the queue; 0 if it does not wait."""
        return (self.place_of or {}).get(pairing, 0)

    @property
    def waiting(self) -> int:
        return len(self.place_of or {})


def stations_of(tournament: Tournament) -> Stations:
    """Return the present calls; none where the hall has no stations, or no round runs.

    A game counts as ended when it first had a result: a correction does not change that. While a result is cleared, the
    game has a station again, and later games are called again.
    """
    if tournament.courts is not None:
        return _on_courts(tournament)
    count = tournament.layout.stations
    if not count:
        return Stations()
    places = Appearance.objects.filter(
        round__tournament=tournament, round__status=Round.Status.PUBLISHED, pairing__isnull=False
    ).select_related("pairing__result", "player", "round")
    sides: dict[int, list[Appearance]] = defaultdict(list)
    for place in places.order_by("round__number", "pairing__order", "pairing__table", "side"):
        sides[place.pairing_id or 0].append(place)
    games, first = [], _first_entries(tournament, {there[0].round.number for there in sides.values()})
    for key, there in sides.items():
        result: Result | None = getattr(there[0].pairing, "result", None)
        first_at = first.get(there[0].pairing.public_id if there[0].pairing is not None else "")
        ended = None if result is None else first_at or UNTOLD + int(result.entered_at.timestamp())
        games.append(StationGame(key, tuple(place.player_id for place in there), ended))
    calls = call(games, count)
    called = [_build_call(station, sides[key]) for key, station in calls.at.items()]
    ids = {key: there[0].pairing.public_id for key, there in sides.items() if there[0].pairing is not None}
    return Stations(
        tuple(sorted(called, key=lambda each: each.station)),
        {ids[key]: station for key, station in calls.at.items()},
        {ids[key]: place for place, key in enumerate(calls.waiting, start=1)},
    )


def _on_courts(tournament: Tournament) -> Stations:
    """The same, if matches are called to courts."""
    floor = floor_of(tournament)
    if floor is None:
        return Stations()
    own = [match for match in floor.on_court.values() if match.section.pk == tournament.pk]
    waiting = [(place, match) for place, match in enumerate(floor.queue, start=1) if match.section.pk == tournament.pk]
    return Stations(
        tuple(StationCall(match.court, match.round.number, match.pairing.table, match.players) for match in own),
        {match.pairing.public_id: match.court for match in own},
        {match.pairing.public_id: place for place, match in waiting},
    )


def _first_entries(tournament: Tournament, numbers: Collection[int]) -> dict[str, int]:
    """The number of the journal entry by which each game of these rounds first had a result, by the pairing's id."""
    found: dict[str, int] = {}
    entries = JournalEntry.objects.filter(tournament=tournament, facts__round__in=list(numbers)).order_by("sequence")
    for sequence, facts in entries.values_list("sequence", "facts"):
        for line in facts.get("results") or [facts]:
            if line.get("pairing") and line.get("now"):
                found.setdefault(line["pairing"], sequence)
    return found


def _build_call(station: int, there: list[Appearance]) -> StationCall:
    table = there[0].pairing.table if there[0].pairing is not None else 0
    return StationCall(station, there[0].round.number, table, tuple(place.player for place in there))
