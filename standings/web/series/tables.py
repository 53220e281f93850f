"""A series for its readers: the results of its events, the identities, and the table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from pairings.numbers.amounts import decimal
from pairings.wording.mark import Figure
from standings.core.records import MatchRecord, records
from standings.series.counting import ManualPoints, SeriesCell
from standings.series.people import Appearance, SamePersonAnswer, SamePersonQuestion, SeriesPeople, name_key, people
from standings.series.points import EventInSeries, EventResult, Score
from standings.series.reasons import of_event, of_separation, of_total
from standings.series.rule import By
from standings.series.table import SeriesLine, SeriesTable, Zone, club_table, series_table, with_zones
from standings.web.ratings.changes import is_chess, rated_players
from standings.web.series.closed import as_closed, read_entry
from standings.web.series.stored import Category, SeriesSettings, from_json
from standings.web.table.current import cached_standings
from standings.web.table.final import final_places
from tournaments.core.words.texts import translate
from tournaments.models import ClosedSeason, ExternalId, Player, Series, SeriesAnswer, SeriesEvent, Tournament
from tournaments.models.player import sort_key
from tournaments.models.series import ClosedEvent, ClosedTable
from tournaments.privacy.series_people import EventPerson

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

#: The codes of report files for women.
WOMEN = frozenset({"w", "f"})


#: The name of a zone next to a player's name.
ZONES: Mapping[Zone, StrPromise] = MappingProxyType(
    {
        Zone.UP: gettext_lazy("Promotion place"),
        Zone.UP_TIED: gettext_lazy("Tied for promotion"),
        Zone.DOWN_TIED: gettext_lazy("Tied for relegation"),
        Zone.DOWN: gettext_lazy("Relegation place"),
    }
)


def format_points(value: Fraction) -> str:
    """Return points as text: whole, or with two decimals, which cannot be mistaken for half points."""
    return translate(Figure(decimal(value, 0 if value.denominator == 1 else 2)))


@dataclass(frozen=True, slots=True)
class EventResults:
    """An event of the series: its row, its players, and whether it counts yet. `over`: its places are final."""

    row: SeriesEvent
    name: str
    on: date
    appearances: tuple[Appearance, ...]
    players: Mapping[str, Player]
    names: Mapping[str, str]
    entries: tuple[EventResult, ...]
    over: bool
    hidden: bool = False

    @property
    def tournament(self) -> Tournament | None:
        return self.row.tournament

    @property
    def open_to_all(self) -> Tournament | None:
        """The tournament if it is public; a tournament of a closed season may have been hidden since."""
        return self.tournament if self.tournament is not None and self.tournament.is_public else None

    @property
    def place_of(self) -> dict[str, int]:
        return {str(entry.person): entry.place for entry in self.entries}


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A cell of the table, empty for a missed event."""

    held: EventResults
    cell: SeriesCell | None = None

    @property
    def points(self) -> str:
        if self.cell is None or not self.cell.score.counts:
            return ""
        return format_points(self.cell.score.points)

    @property
    def place(self) -> str:
        scored = None if self.cell is None else self.cell.score
        if scored is None:
            return ""
        return str(scored.first) if scored.first == scored.last else f"{scored.first}–{scored.last}"

    @property
    def counts(self) -> bool:
        return self.cell is not None and self.cell.counts

    @property
    def reasons(self) -> list[str]:
        return [] if self.cell is None else [translate(each) for each in of_event(self.cell.score, format_points)]


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of the table, with the sentences that explain its total and its place. `cut`: a line below it separates
    promoted or relegated players from the others.
    """

    line: SeriesLine
    key: str
    name: str
    club: str
    cells: tuple[ShownCell, ...]
    reasons: tuple[str, ...]
    ahead: str
    cut: bool = False

    @property
    def total(self) -> str:
        return format_points(self.line.result.total)

    @property
    def zone(self) -> str:
        """The zone of the place after the season, as text."""
        return "" if self.line.zone is None else str(ZONES[self.line.zone])

    @property
    def by_hand(self) -> str:
        """The sum of manual points; empty if there are none."""
        points = self.line.result.by_hand
        return format_points(sum((each.points for each in points), Fraction(0))) if points else ""

    @property
    def by_hand_with_reasons(self) -> list[tuple[str, str]]:
        """Manual points, each with its reason."""
        return [(format_points(each.points), each.reason) for each in self.line.result.by_hand]

    @property
    def reach(self) -> str:
        return "" if self.line.result.reach is None else format_points(self.line.result.reach)


class SeriesView:
    """A series with its events, people and tables, calculated on demand. A closed season has the data of its closing;
    `live` is the current data.
    """

    def __init__(self, series: Series, *, live: bool = False) -> None:
        self.series = series
        self.live = live
        self.settings: SeriesSettings = from_json(series.rule)

    @cached_property
    def held(self) -> list[EventResults]:
        """All events, earliest first."""
        rows = list(self.series.events.select_related("tournament"))
        rated = self.settings.rule.points.by is By.PERFORMANCE
        closed = {} if self.closed is None else {each["id"]: each for each in self.closed["events"]}

        def find_held(row: SeriesEvent) -> EventResults:
            if row.tournament is None:
                return _of_typed(row)
            if row.public_id in closed:
                return _of_closed(row, closed[row.public_id])
            return _of_tournament(row, row.tournament, rated=rated)

        return sorted(map(find_held, rows), key=lambda each: (each.on, each.row.pk))

    @cached_property
    def closed(self) -> ClosedTable | None:
        """The stored table of a closed season; None while it is open, and for one closed before tables were stored."""
        if self.live or self.series.closed_at is None:
            return None
        season = ClosedSeason.objects.filter(series=self.series).first()
        return None if season is None else season.table

    @cached_property
    def counting(self) -> list[EventResults]:
        """The events that count: visible ones that are over, and running ones if the settings include them."""
        return [each for each in self.held if not each.hidden and (each.over or self.settings.running) and each.entries]

    @cached_property
    def answers(self) -> list[SeriesAnswer]:
        return list(self.series.answers.all())

    @cached_property
    def people(self) -> SeriesPeople:
        answers = [SamePersonAnswer(each.one, each.other, each.same) for each in self.answers]
        appearances = [one for event in self.held if not event.hidden for one in event.appearances]
        return people(appearances, answers)

    @cached_property
    def events(self) -> list[EventInSeries]:
        who = self.people.person_of
        return [
            EventInSeries(
                event.row.public_id,
                event.name,
                tuple(replace(entry, person=who[str(entry.person)]) for entry in event.entries),
                event.on,
                event.row.type,
                Fraction(event.row.factor),
                running=not event.over,
            )
            for event in self.counting
        ]

    @cached_property
    def appearances(self) -> dict[str, list[tuple[EventResults, str]]]:
        """The events of each person, latest first, with the person's id there."""
        found: dict[str, list[tuple[EventResults, str]]] = {}
        for event in reversed(self.held):
            for one in () if event.hidden else event.appearances:
                found.setdefault(self.people.person_of[one.id], []).append((event, one.id))
        return found

    def name(self, person: str) -> str:
        event, key = self.appearances[person][0]
        return event.names[key]

    def names(self, person: str) -> list[str]:
        """Return all names under which a person played, latest first."""
        return list(dict.fromkeys(event.names[key] for event, key in self.appearances[person]))

    def player(self, person: str) -> Player | None:
        """Return the latest player row of a person; None without one."""
        found = (event.players.get(key) for event, key in self.appearances[person])
        return next((each for each in found if each is not None), None)

    def club(self, person: str) -> str:
        player = self.player(person)
        return "" if player is None else player.club

    def table(self, category: Category | None = None, on: date | None = None) -> SeriesTable:
        """Return the table of everyone or of a category, as of today or another day."""
        names: dict[Hashable, str] = {person: self.name(person) for person in self.appearances}
        only = None if category is None else self._members(category)
        own = category is not None and self.settings.own_points
        series_rows = series_table(
            self.settings.rule,
            self.events,
            on=on or self.today,
            only=only,
            own_points=own,
            names=names,
            by_hand=self.by_hand,
        )
        if category is not None:
            return series_rows
        if self.closed is not None and not on:
            series_rows = as_closed(series_rows, self.closed["lines"])
        return with_zones(series_rows, self.settings.up, self.settings.down)

    @cached_property
    def by_hand(self) -> dict[Hashable, list[ManualPoints]]:
        """The manual points of each person."""
        found: dict[Hashable, list[ManualPoints]] = {}
        for each in self.series.by_hand.all():
            person = self.find(each.person)
            if person is not None:
                found.setdefault(person, []).append(ManualPoints(Fraction(each.points), each.reason))
        return found

    @property
    def today(self) -> date | None:
        """The day on which results count; None if the day makes no difference."""
        if not self.settings.rule.counting.months:
            return None
        return timezone.localdate() if self.closed is None else date.fromisoformat(self.closed["on"])

    def clubs(self) -> SeriesTable:
        clubs: dict[Hashable, str] = {person: self.club(person) for person in self.appearances}
        return club_table(self.settings.rule, self.events, clubs, self.settings.clubs, on=self.today)

    def category(self, name: str) -> Category | None:
        return next((each for each in self.settings.categories if each.name == name), None)

    def _members(self, category: Category) -> set[str]:
        return {
            person
            for person in self.appearances
            for player in [self.player(person)]
            if player is not None and _belongs(player, category)
        }

    def lines(self, table: SeriesTable, *, clubs: bool = False) -> list[ShownLine]:
        """Return the lines of a table for pages, papers and the API."""
        by_key = {each.row.public_id: each for each in self.counting}
        events = [by_key[str(each.event.key)] for each in table.events]
        pairs = pairwise([*table.lines, None])
        found = [self._line(table, line, below, events, clubs=clubs) for line, below in pairs if line is not None]
        return [replace(each, cut=_side(each) != _side(below)) for each, below in pairwise(found)] + found[-1:]

    def _line(
        self,
        table: SeriesTable,
        line: SeriesLine,
        below: SeriesLine | None,
        events: Sequence[EventResults],
        *,
        clubs: bool,
    ) -> ShownLine:
        name: Callable[[str], str] = str if clubs else self.name
        person = str(line.person)
        cells = {cell.event.key: cell for cell in line.result.cells}
        ahead = ""
        if line.separation is not None and line.separation.step is not None and below is not None:
            ahead = translate(of_separation(line.separation, name(str(below.person)), format_points))
        sentences = (translate(each) for each in of_total(table.rule.counting, line.result, format_points))
        return ShownLine(
            line,
            person,
            name(person),
            "" if clubs else self.club(person),
            tuple(ShownCell(each, cells.get(each.row.public_id)) for each in events),
            tuple(sentences),
            ahead,
        )

    @property
    def questions(self) -> tuple[SamePersonQuestion, ...]:
        return self.people.questions

    def key_in_words(self, key: str) -> str:
        """Return an answer's key as text: the names of its people, and their known facts."""
        found = [
            (event.names[one.id], one) for event in self.held for one in event.appearances if key in (one.key, one.id)
        ]
        if not found:
            return key.partition(" ")[2]
        name, one = found[-1]
        facts = ", ".join(each for each in (one.year, one.club, *one.ids[:1]) if each)
        return f"{name} ({facts})" if facts else name

    def find(self, key: str) -> str | None:
        """Return the person with this id in one of the events; None if unknown."""
        return self.people.person_of.get(key)


def _side(line: ShownLine) -> str:
    """Return whether the zone is up, down or neither, tied or not."""
    return "" if line.line.zone is None else line.line.zone.value.partition("-")[0]


def people_of_series(series: Series) -> list[EventPerson]:
    """Return all people of a series with their keys, so that an erasure of personal data can remove them."""
    known_people = _known_people(SeriesView(series))
    if series.closed_at is not None:
        ids = {each.id for each in known_people}
        known_people += [each for each in _known_people(SeriesView(series, live=True)) if each.id not in ids]
    return known_people


def _known_people(view: SeriesView) -> list[EventPerson]:
    return [
        EventPerson(one.id, (one.key, *one.ids, name_key(one.name, one.year, one.club)), person)
        for event in view.held
        if not event.hidden
        for one in event.appearances
        if (person := view.people.person_of[one.id])
    ]


def _belongs(player: Player, category: Category) -> bool:
    year = int(player.birth[:4]) if player.birth[:4].isdecimal() else 0
    return (
        (not category.sex or player.sex.casefold() in WOMEN)
        and (not category.born_from or year >= category.born_from)
        and (not category.born_to or 0 < year <= category.born_to)
        and (not category.rating_below or (player.rating or 0) < category.rating_below)
    )


def comparable_name(name: str) -> str:
    """Return a name for comparison: words in any order, without case and accents."""
    return sort_key(" ".join(sorted(name.replace(",", " ").casefold().split())))


def _of_tournament(row: SeriesEvent, tournament: Tournament, *, rated: bool) -> EventResults:
    """Return a tournament's results: its current places, which count when it is over, and performances if `rated`."""
    players = {each.public_id: each for each in tournament.players.all()}
    for each in players.values():
        each.tournament = tournament
    external: dict[int, list[str]] = {}
    for external_id in ExternalId.objects.filter(tournament=tournament, player__isnull=False):
        external.setdefault(external_id.player_id or 0, []).append(
            f"external-{external_id.owner_id}-{external_id.program} {external_id.value}"
        )
    appearances = tuple(
        Appearance(
            each.public_id,
            row.public_id,
            comparable_name(each.name),
            (*([f"fide {each.fide_id}"] if each.fide_id else []), *external.get(each.pk, [])),
            each.birth[:4],
            each.club,
        )
        for each in players.values()
    )
    names = {key: each.name for key, each in players.items()}
    over = tournament.finished_at is not None
    hidden = not tournament.is_public
    entries = () if hidden else tuple(_entries(tournament, rated=rated))
    return EventResults(row, tournament.name, tournament.starts_on, appearances, players, names, entries, over, hidden)


def _entries(tournament: Tournament, *, rated: bool) -> Iterator[EventResult]:
    now = cached_standings(tournament)
    if not now.round:
        return
    totals: dict[int, MatchRecord] = {}
    for stage in now.stages or (now.view.stage,):
        part = cached_standings(tournament, stage=stage)
        for number, record in records(part.table.reckoning).items():
            whole = totals.setdefault(part.view.players[number].pk, MatchRecord())
            whole.won, whole.drawn = whole.won + record.won, whole.drawn + record.drawn
            whole.lost += record.lost
    most = max((each.won + each.drawn + each.lost for each in totals.values()), default=0)
    with_performances = rated and is_chess(tournament)
    performances = {each.page.pk: each for each in rated_players(tournament)} if with_performances else {}
    for place in final_places(now):
        player = place.player
        record = totals.get(player.pk, MatchRecord())
        own = performances.get(player.pk)
        yield EventResult(
            player.public_id,
            place.rank,
            place.level if place.by_points else None,
            place.points,
            won=record.won,
            drawn=record.drawn,
            lost=record.lost,
            played=record.won + record.drawn + record.lost,
            rounds=most,
            left=player.withdrawn_after is not None and player.withdrawn_after < now.round,
            rating=player.rating or 0,
            performance=None if own is None else own.performance,
            rated_games=0 if own is None else len(own.games),
        )


def _of_typed(row: SeriesEvent) -> EventResults:
    names = {each["id"]: each["name"] for each in row.typed}
    appearances = tuple(Appearance(key, row.public_id, comparable_name(name)) for key, name in names.items())
    entries = tuple(EventResult(each["id"], each["place"]) for each in row.typed)
    return EventResults(row, row.name, row.held_on or date.min, appearances, {}, names, entries, over=True)


def _of_closed(row: SeriesEvent, event: ClosedEvent) -> EventResults:
    """Return a tournament as it counted when the season was closed."""
    players = {
        each["id"]: Player(
            public_id=each["id"],
            name=each["name"],
            birth=each["year"],
            sex=each["sex"],
            club=each["club"],
            rating=each["rating"] or None,
        )
        for each in event["players"]
    }
    return EventResults(
        row,
        event["name"],
        date.fromisoformat(event["on"]),
        tuple(
            Appearance(
                each["id"],
                row.public_id,
                comparable_name(each["name"]),
                tuple(each["ids"]),
                each["year"],
                each["club"],
            )
            for each in event["players"]
        ),
        players,
        {each["id"]: each["name"] for each in event["players"]},
        tuple(map(read_entry, event["entries"])),
        event["over"],
        event["hidden"],
    )


def as_rows(view: SeriesView, lines: Collection[ShownLine], table: SeriesTable) -> Iterator[list[object]]:
    """Yield the table for a spreadsheet: for each event the points, and in a second column whether they count."""
    heads = [text for each in table.events for text in (each.event.name, f"{each.event.name}: counts")]
    more = ["promotion"] if view.settings.up or view.settings.down else []
    by_hand = ["manual points"] if any(each.by_hand for each in lines) else []
    yield ["rank", "name", "club", *heads, *by_hand, "total", "total exact", "events", *more]
    for each in lines:
        cells: list[Any] = []
        for cell in each.cells:
            scored: Score | None = None if cell.cell is None else cell.cell.score
            cells += ["", ""] if scored is None else [scored.points, "yes" if cell.counts else "no"]
        counted = each.line.result
        if by_hand:
            cells.append(sum((given.points for given in counted.by_hand), Fraction(0)) if counted.by_hand else "")
        total = [counted.total, str(counted.total), counted.events]
        zone = [each.line.zone or ""] if more else []
        yield ["" if each.line.rank is None else each.line.rank, each.name, each.club, *cells, *total, *zone]


def counts_in_words(settings: SeriesSettings) -> list[str]:
    """Return sentences on how the series counts, for readers of its table."""
    counting = settings.rule.counting
    found = []
    if counting.best:
        text = ngettext("The best result counts.", "The best {count} results count.", counting.best)
        found.append(text.format(count=counting.best))
    elif counting.drop:
        text = ngettext("The worst result is dropped.", "The worst {count} results are dropped.", counting.drop)
        found.append(text.format(count=counting.drop))
    if counting.least:
        text = ngettext(
            "To be ranked, play at least one event.", "To be ranked, play at least {count} events.", counting.least
        )
        found.append(text.format(count=counting.least))
    if settings.up:
        found.append(_("Promoted: {count}.").format(count=settings.up))
    if settings.down:
        found.append(_("Relegated: {count}.").format(count=settings.down))
    if settings.rule.points.by in {By.PLACE, By.STRENGTH}:
        table = " · ".join(map(format_points, settings.rule.points.table))
        found.append(_("Points by place: {points}.").format(points=table))
    return found
