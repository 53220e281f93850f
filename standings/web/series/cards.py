"""Series as cards of a list: their events, the next one, and who leads the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from threading import Lock

from cachetools import LRUCache
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from standings.web.series.tables import SeriesView, format_points
from tournaments.models import Series, SeriesEvent

#: The number of series whose leaders are remembered, and of those calculated anew for one page.
REMEMBERED = 1000
MOST_AT_ONCE = 10


@dataclass(frozen=True, slots=True)
class Leader:
    """A player at the top of the table of a series."""

    rank: int
    name: str
    total: Fraction

    @property
    def points(self) -> str:
        return format_points(self.total)


@dataclass(frozen=True, slots=True)
class Leaders:
    """The first players of the table; there are `more` than the named ones in first place."""

    first: tuple[Leader, ...] = ()
    more: int = 0


@dataclass(slots=True)
class SeriesCard:
    """A series in a list: the days of its events that everybody may see, and the next of them with its place."""

    series: Series
    days: list[date] = field(default_factory=list)
    next_day: date | None = None
    next_city: str = ""
    leaders: Leaders | None = None


#: The maximum number of named leaders.
NAMED = 3
_leaders: LRUCache[Hashable, Leaders] = LRUCache(REMEMBERED)
_memory = Lock()


def cards_of(found: Collection[Series]) -> list[SeriesCard]:
    """Return the cards of series with one query, and more only for leaders that have changed since the last list."""
    cards, today = {each.pk: SeriesCard(each) for each in found}, timezone.localdate()
    states: dict[int, list[Hashable]] = defaultdict(list)
    rows = SeriesEvent.objects.filter(series__in=cards).annotate(
        day=Coalesce("held_on", "tournament__starts_on"),
        city=F("tournament__city"),
        revision=F("tournament__revision"),
        open=Q(tournament=None) | Q(tournament__is_public=True),
        over=Q(tournament__finished_at__isnull=False) | Q(tournament=None),
    )
    for row in rows.order_by("day", "pk").values_list("series", "pk", "day", "city", "revision", "open", "over"):
        series, key, day, city, revision, is_open, over = row
        card = cards[series]
        states[series].append((key, revision))
        if is_open:
            card.days.append(day)
            if card.next_day is None and day >= today and not over:
                card.next_day, card.next_city = day, city or ""
    room = MOST_AT_ONCE
    for card in cards.values():
        state = (card.series.pk, card.series.version, card.series.closed_at, today, *states[card.series.pk])
        with _memory:
            card.leaders = _leaders.get(state)
        if card.leaders is None and room and card.days:
            room -= 1
            card.leaders = _leaders_of(card.series)
            with _memory:
                _leaders[state] = card.leaders
    return list(cards.values())


def _leaders_of(series: Series) -> Leaders:
    view = SeriesView(series)
    table = view.table()
    ranked = [(each.rank, each) for each in table.lines if each.rank is not None]
    first = (Leader(rank, view.name(str(each.person)), each.result.total) for rank, each in ranked[:NAMED])
    return Leaders(tuple(first), max(0, sum(rank == 1 for rank, _each in ranked) - NAMED))
