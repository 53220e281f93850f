"""What an organiser does with a series. It changes no tournament, and so has no part in a journal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import date, timedelta
from decimal import Decimal
from random import Random
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.core.journal.errors import NotAllowed, Refused, StaleSnapshot
from tournaments.core.rights import Right, Who, granted_by, rights_of_all
from tournaments.core.words.names import isolate
from tournaments.models import Series, SeriesAnswer, SeriesEvent, Tournament
from tournaments.setup.lifecycle import slugs

#: So many events a series has at most, and so many series somebody has.
MOST_EVENTS = 100
MOST_SERIES = 200
#: The demo: its address, how many evenings it has, and some of whom come to each.
DEMO = "demo-series"
EVENINGS = 6
DEMO_NAMES = ("Aino", "Bertta", "Catarina", "Daniel", "Elias", "Frida", "Gustav", "Helmi", "Ilmari", "Jorma")
COME = 8


def runs(who: Who, series: Series) -> bool:
    """Whether somebody runs a series: its owner, or a program with a token of his for everything that he runs."""
    return who.user is not None and who.user.is_active and who.user.pk == series.owner_id and _is_for_all(who)


def _is_for_all(who: Who) -> bool:
    return who.token is None or (who.token.tournament_id is None and Right.ADMINISTER in granted_by(who.token))


def create_series(who: Who, *, name: str, rule: dict[str, Any], sheet: UUID | None = None) -> Series:
    """A new series of the person who asks. With a `sheet` that made one before, it is that one."""
    if who.user is None or who.is_guest or not _is_for_all(who):
        raise NotAllowed(_("You do not have permission to do this."), code="not-allowed")
    if sheet is not None and (made := Series.objects.filter(sheet=sheet, owner=who.user).first()):
        return made
    if Series.objects.filter(owner=who.user).count() >= MOST_SERIES:
        raise Refused(_("You have {most} series already. Delete one first.").format(most=MOST_SERIES), code="refused")
    for address in slugs(name):
        try:
            with transaction.atomic():
                return Series.objects.create(name=name, slug=address, owner=who.user, rule=rule, sheet=sheet)
        except IntegrityError as error:
            if "sheet" in str(error):
                return Series.objects.get(sheet=sheet)
            if "slug" not in str(error):
                raise
    raise AssertionError("unreachable")


def change_series(who: Who, series: Series, *, name: str, rule: dict[str, Any], version: int | None = None) -> None:
    """Another name or rule. Raises StaleSnapshot when somebody was quicker than who read this `version`."""

    def set_rule(row: Series) -> None:
        if version is not None and row.version != version:
            raise StaleSnapshot(_("Someone else changed this series. Reload, then try again."), code="stale")
        row.name, row.rule = name, rule
        row.save(update_fields=["name", "rule"])

    _changed(who, series, set_rule)


def close_season(who: Who, series: Series, *, closed: bool) -> None:
    """Close the season, after which nothing of the series changes, or open it again."""

    def change(row: Series) -> None:
        if (row.closed_at is not None) != closed:
            Series.objects.filter(pk=row.pk).update(closed_at=timezone.now() if closed else None)

    _changed(who, series, change, even_closed=True)


def delete_series(who: Who, series: Series) -> None:
    """Delete a series; the tournaments stay as they are."""
    with transaction.atomic():
        _own(who, series).delete()


def add_tournaments(who: Who, series: Series, tournaments: Collection[Tournament]) -> list[SeriesEvent]:
    """Let tournaments count that the person who asks runs; those that do already stay. Returns the new ones."""
    granted = rights_of_all(who, tournaments)
    for each in tournaments:
        if Right.ADMINISTER not in granted[each.pk]:
            text = _("Only an organiser of {name} can add it to a series.")
            raise NotAllowed(text.format(name=isolate(each.name)), code="not-allowed")
        if each.trial_of_id is not None or not each.is_public:
            text = _("{name} is hidden, and a series shows its players. Make it public first.")
            raise Refused(text.format(name=isolate(each.name)), code="refused")
    new: list[SeriesEvent] = []

    def change(row: Series) -> None:
        there = set(row.events.values_list("tournament", flat=True))
        missing = [each for each in tournaments if each.pk not in there]
        _has_room(row, len(missing))
        new.extend(SeriesEvent.objects.create(series=row, tournament=each) for each in missing)

    _changed(who, series, change)
    return new


def add_typed(who: Who, series: Series, *, name: str, held_on: date, rows: Sequence[tuple[int, str]]) -> SeriesEvent:
    """Let results count that are typed: places with names."""
    made: list[SeriesEvent] = []

    def change(row: Series) -> None:
        same = row.events.filter(name=name, held_on=held_on).first()
        if same is not None and [(each["place"], each["name"]) for each in same.typed] == list(rows):
            made.append(same)
            return
        if same is not None:
            raise Refused(_("This event is in the series already."), code="name-taken", field="name")
        _has_room(row, 1)
        event = SeriesEvent(series=row, name=name, held_on=held_on)
        event.typed = [
            {"id": f"{event.public_id}-{number}", "place": place, "name": person}
            for number, (place, person) in enumerate(rows, start=1)
        ]
        event.save()
        made.append(event)

    _changed(who, series, change)
    return made[0]


def change_event(who: Who, event: SeriesEvent, *, type: str, factor: Decimal) -> None:
    """What type of event it is, and what its points are multiplied by."""
    _changed(who, event.series, lambda row: row.events.filter(pk=event.pk).update(type=type, factor=factor))


def remove_event(who: Who, event: SeriesEvent) -> None:
    """Let an event count no longer."""
    _changed(who, event.series, lambda row: row.events.filter(pk=event.pk).delete())


def answer(who: Who, series: Series, answers: Collection[tuple[str, str]], *, same: bool) -> None:
    """Say about pairs of keys whether each is one person; the last answer holds."""

    def change(row: Series) -> None:
        for one, other in answers:
            first, second = sorted((one, other))
            SeriesAnswer.objects.update_or_create(series=row, one=first, other=second, defaults={"same": same})

    _changed(who, series, change)


def take_back(who: Who, given: SeriesAnswer) -> None:
    """Take back an answer. The players are two people again, and the organiser is asked again."""
    _changed(who, given.series, lambda row: row.answers.filter(pk=given.pk).delete())


def _has_room(series: Series, more: int) -> None:
    if series.events.count() + more > MOST_EVENTS:
        raise Refused(_("A series has at most {most} events.").format(most=MOST_EVENTS), code="refused")


def _own(who: Who, series: Series) -> Series:
    """The row, locked. Raises NotAllowed for a person who does not run it."""
    row = Series.objects.select_for_update().get(pk=series.pk)
    if not runs(who, row):
        raise NotAllowed(_("Only the organiser of this series can change it."), code="not-allowed")
    return row


def _changed(who: Who, series: Series, change: Callable[[Series], object], *, even_closed: bool = False) -> None:
    with transaction.atomic():
        row = _own(who, series)
        if row.closed_at is not None and not even_closed:
            raise Refused(_("The season is closed. Reopen it first."), code="season-closed")
        change(row)
        Series.objects.filter(pk=row.pk).update(version=F("version") + 1)
    series.refresh_from_db()


def load_demo(today: date) -> Series | None:
    """Six club evenings whose places are drawn, of which the best four count, unless they are there."""
    if Series.objects.filter(slug=DEMO).exists():
        return None
    rule = {"counting": {"best": 4, "least": 3, "planned": EVENINGS}}
    series = Series.objects.create(name=_("Demo: club evenings"), slug=DEMO, rule=rule)
    rng = Random(DEMO)
    for number in range(1, EVENINGS + 1):
        order = rng.sample(DEMO_NAMES, COME)
        places = [place - (place == COME) for place in range(1, COME + 1)]  # the last two share their place
        name = _("Evening {number}").format(number=number)
        event = SeriesEvent(series=series, name=name, held_on=today - timedelta(weeks=EVENINGS - number))
        event.typed = [
            {"id": f"{event.public_id}-{at}", "place": place, "name": person}
            for at, (place, person) in enumerate(zip(places, order, strict=True), start=1)
        ]
        event.save()
    for person in DEMO_NAMES:
        key = f"name {person.casefold()}||"
        series.answers.create(one=key, other=key, same=True)
    return series
