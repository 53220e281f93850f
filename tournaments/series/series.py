"""Actions of organisers on a series. They change no tournament, and so have no journal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from random import Random
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.core.journal.acts import tell_of_finished
from tournaments.core.journal.errors import NotAllowed, Refused, StaleSnapshot, changer_text
from tournaments.core.rights import Right, Who, granted_by, rights_of_all
from tournaments.core.words.names import isolate
from tournaments.models import ClosedSeason, Member, Series, SeriesAnswer, SeriesEvent, SeriesPoints, Tournament, User
from tournaments.models.series import ClosedTable, StoredMove
from tournaments.setup.lifecycle import slugs

#: The maximum number of events of a series, and of series of one person.
MOST_EVENTS = 100
MOST_SERIES = 200
MOST_BY_HAND = 1000
#: The demo: its slug, its number of evenings, and some of the players of each.
DEMO = "demo-series"
EVENINGS = 6
DEMO_NAMES = ("Aino", "Bertta", "Catarina", "Daniel", "Elias", "Frida", "Gustav", "Helmi", "Ilmari", "Jorma")
PLAYERS_PER_EVENING = 8


@dataclass(frozen=True, slots=True)
class RuleNote:
    """The reason for a changed rule, and the changes of places that followed."""

    reason: str
    moves: list[StoredMove]


def runs(who: Who, series: Series) -> bool:
    """Return whether a caller runs a series: its owner, another organiser, or a program of one of them.

    The program needs a token for everything that the person runs.
    """
    if who.user is None or not who.user.is_active or not _is_for_all(who):
        return False
    return who.user.pk == series.owner_id or series.organisers.filter(pk=who.user.pk).exists()


def owns(who: Who, series: Series) -> bool:
    """Return whether a caller is the owner. Only the owner chooses other organisers and deletes the series."""
    return runs(who, series) and who.user is not None and who.user.pk == series.owner_id


def _is_for_all(who: Who) -> bool:
    return who.token is None or (who.token.tournament_id is None and Right.ADMINISTER in granted_by(who.token))


def create_series(who: Who, *, name: str, rule: dict[str, Any], sheet: UUID | None = None) -> Series:
    """Create a series for the caller. If a `sheet` has already created one, return that one."""
    if who.user is None or who.is_guest or not _is_for_all(who):
        raise NotAllowed(_("You do not have permission to do this."), code="not-allowed")
    if sheet is not None and (present_series := Series.objects.filter(sheet=sheet, owner=who.user).first()):
        return present_series
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


def change_series(
    who: Who,
    series: Series,
    *,
    name: str,
    rule: dict[str, Any],
    version: int | None = None,
    note: RuleNote | None = None,
) -> None:
    """Change the name or the rule; the same values again change nothing.

    Raises StaleSnapshot if the series has changed since the caller read this `version`. A `note` tells readers of the
    table why places have changed.
    """

    def set_rule(row: Series) -> None:
        if version is not None and row.version != version:
            raise _outdated(who, row)
        if (row.name, row.rule) == (name, rule):
            return
        row.name, row.rule, row.rule_by = name, rule, who.user
        row.save(update_fields=["name", "rule", "rule_by"])
        if note is not None:
            row.notices.create(at=timezone.now(), reason=note.reason, moves=note.moves)

    _apply_change(who, series, set_rule)


def _outdated(who: Who, series: Series) -> StaleSnapshot:
    unknown = _("Someone else changed this series. Reload, then try again.")
    return StaleSnapshot(changer_text(who, series.rule_by, unknown), code="stale")


def close_season(who: Who, series: Series, *, table_of: Callable[[Series], ClosedTable]) -> None:
    """Close the season, and store its table. Then nothing in the series changes; closing it again has no effect."""

    def change(row: Series) -> None:
        if row.closed_at is None:
            now = timezone.now()
            values = {"closed_at": now, "reopened_at": None, "table": table_of(row)}
            ClosedSeason.objects.update_or_create(series=row, defaults=values)
            Series.objects.filter(pk=row.pk).update(closed_at=now)

    _apply_change(who, series, change, even_closed=True)


def reopen_season(who: Who, series: Series) -> None:
    """Reopen a closed season. Its table then follows from the tournaments as they are now."""

    def change(row: Series) -> None:
        if row.closed_at is not None:
            ClosedSeason.objects.filter(series=row).update(reopened_at=timezone.now())
            Series.objects.filter(pk=row.pk).update(closed_at=None)
            for event in row.events.exclude(tournament=None):
                tell_of_finished(event.tournament_id or 0)

    _apply_change(who, series, change, even_closed=True)


def undo_reopening(who: Who, series: Series) -> None:
    """Close a reopened season again, with its former table, unless the series was changed since."""

    def change(row: Series) -> None:
        if row.closed_at is not None:
            return
        closed = ClosedSeason.objects.filter(series=row).first()
        if closed is None or closed.reopened_at is None:
            text = _("The series was changed after it was reopened. Close the season instead.")
            raise Refused(text, code="refused")
        row.notices.filter(at__gte=closed.reopened_at).delete()
        ClosedSeason.objects.filter(pk=closed.pk).update(reopened_at=None)
        Series.objects.filter(pk=row.pk).update(closed_at=closed.closed_at)

    _apply_change(who, series, change, even_closed=True)


def delete_series(who: Who, series: Series) -> None:
    """Delete a series; the tournaments stay as they are."""
    with transaction.atomic():
        row = _own(who, series)
        _of_owner(who, row)
        row.delete()


def _of_owner(who: Who, series: Series) -> None:
    if not owns(who, series):
        raise NotAllowed(_("Only the person who created this series can do this."), code="not-allowed")


def colleagues(series: Series) -> QuerySet[User]:
    """Return the users who can become organisers: those who organise a tournament together with the owner."""
    if series.owner is None:
        return User.objects.none()
    own_tournaments = Member.objects.filter(user=series.owner, role=Member.Role.ORGANISER).values("tournament")
    organisers = Member.objects.filter(tournament__in=own_tournaments, role=Member.Role.ORGANISER).values("user")
    found = User.objects.filter(pk__in=organisers, is_active=True, is_guest=False)
    return found.exclude(pk=series.owner.pk).exclude(series_of_others=series).order_by("username")


def add_organiser(who: Who, series: Series, username: str) -> None:
    """Let another person run the series; if the person does so already, nothing changes."""

    def change(row: Series) -> None:
        _of_owner(who, row)
        if row.organisers.filter(username=username).exists():
            return
        person = colleagues(row).filter(username=username).first()
        if person is None:
            text = _("Choose an organiser of one of your tournaments.")
            raise Refused(text, code="refused", field="username")
        row.organisers.add(person)

    _apply_change(who, series, change, even_closed=True)


def remove_organiser(who: Who, series: Series, username: str) -> None:
    """Remove a person from the organisers of the series."""

    def change(row: Series) -> None:
        _of_owner(who, row)
        row.organisers.remove(*row.organisers.filter(username=username))

    _apply_change(who, series, change, even_closed=True)


def give_points(who: Who, series: Series, *, person: str, points: Decimal, reason: str) -> SeriesPoints:
    """Add manual points to a person's total, or deduct some. The same points for the same reason are given once."""
    new_points: list[SeriesPoints] = []

    def change(row: Series) -> None:
        if row.by_hand.count() >= MOST_BY_HAND:
            raise Refused(_("Too many manual points. Remove some first."), code="refused")
        new_points.append(row.by_hand.get_or_create(person=person, points=points, reason=reason)[0])

    _apply_change(who, series, change)
    return new_points[0]


def remove_points(who: Who, points: SeriesPoints) -> None:
    """Remove manual points."""
    _apply_change(who, points.series, lambda row: row.by_hand.filter(pk=points.pk).delete())


def add_tournaments(who: Who, series: Series, tournaments: Collection[Tournament]) -> list[SeriesEvent]:
    """Add tournaments that the caller runs; those already in the series stay. Return the new events."""
    rights_by_tournament = rights_of_all(who, tournaments)
    for each in tournaments:
        if Right.ADMINISTER not in rights_by_tournament[each.pk]:
            text = _("Only an organiser of {name} can add it to a series.")
            raise NotAllowed(text.format(name=isolate(each.name)), code="not-allowed")
        if each.trial_of_id is not None or not each.is_public:
            text = _("{name} is hidden, and a series shows its players. Make it public first.")
            raise Refused(text.format(name=isolate(each.name)), code="refused")
    new: list[SeriesEvent] = []

    def change(row: Series) -> None:
        present_keys = set(row.events.values_list("tournament", flat=True))
        missing = [each for each in tournaments if each.pk not in present_keys]
        _has_room(row, len(missing))
        new.extend(SeriesEvent.objects.create(series=row, tournament=each) for each in missing)
        for each in missing:
            tell_of_finished(each.pk)

    _apply_change(who, series, change)
    return new


def add_typed(who: Who, series: Series, *, name: str, held_on: date, rows: Sequence[tuple[int, str]]) -> SeriesEvent:
    """Add an event whose results were entered as text: a place and a name on each line."""
    new_events: list[SeriesEvent] = []

    def change(row: Series) -> None:
        same = row.events.filter(name=name, held_on=held_on).first()
        if same is not None and [(each["place"], each["name"]) for each in same.typed] == list(rows):
            new_events.append(same)
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
        new_events.append(event)

    _apply_change(who, series, change)
    return new_events[0]


def change_event(who: Who, event: SeriesEvent, *, type: str, factor: Decimal) -> None:
    """Set the type of an event, and the factor of its points."""
    _apply_change(who, event.series, lambda row: row.events.filter(pk=event.pk).update(type=type, factor=factor))


def remove_event(who: Who, event: SeriesEvent) -> None:
    """Remove an event, so that it no longer counts."""
    _apply_change(who, event.series, lambda row: row.events.filter(pk=event.pk).delete())


def answer(who: Who, series: Series, answers: Collection[tuple[str, str]], *, same: bool) -> None:
    """Store for pairs of keys whether each is one person; the last answer counts."""

    def change(row: Series) -> None:
        for one, other in answers:
            first, second = sorted((one, other))
            SeriesAnswer.objects.update_or_create(series=row, one=first, other=second, defaults={"same": same})

    _apply_change(who, series, change)


def take_back(who: Who, given: SeriesAnswer) -> None:
    """Delete an answer. The players are two people again, and the organiser is asked again."""
    _apply_change(who, given.series, lambda row: row.answers.filter(pk=given.pk).delete())


def _has_room(series: Series, more: int) -> None:
    if series.events.count() + more > MOST_EVENTS:
        raise Refused(_("A series has at most {most} events.").format(most=MOST_EVENTS), code="refused")


def _own(who: Who, series: Series) -> Series:
    """Return the row, locked. Raises NotAllowed for a person who does not run it."""
    row = Series.objects.select_for_update().get(pk=series.pk)
    if not runs(who, row):
        raise NotAllowed(_("Only the organiser of this series can change it."), code="not-allowed")
    return row


def _apply_change(who: Who, series: Series, change: Callable[[Series], object], *, even_closed: bool = False) -> None:
    with transaction.atomic():
        row = _own(who, series)
        if row.closed_at is not None and not even_closed:
            raise Refused(_("The season is closed. Reopen it first."), code="season-closed")
        change(row)
        if not even_closed:
            ClosedSeason.objects.filter(series=row).delete()  # what could undo a reopening
        Series.objects.filter(pk=row.pk).update(version=F("version") + 1)
    series.refresh_from_db()


def load_demo(today: date) -> Series | None:
    """Create a demo series of six club evenings with random places, of which the best four count, unless it exists."""
    if Series.objects.filter(slug=DEMO).exists():
        return None
    rule = {"counting": {"best": 4, "least": 3, "planned": EVENINGS}}
    series = Series.objects.create(name=_("Demo: club evenings"), slug=DEMO, rule=rule)
    rng = Random(DEMO)
    for number in range(1, EVENINGS + 1):
        order = rng.sample(DEMO_NAMES, PLAYERS_PER_EVENING)
        # the last two share their place
        places = [place - (place == PLAYERS_PER_EVENING) for place in range(1, PLAYERS_PER_EVENING + 1)]
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
