"""Erase a person in series: several events keep one nameless person, and typed results lose the name.

Rows are matched to one person by FIDE IDs, ids of programs, names and answers of the organiser. After an erasure this
match is stored as an answer about public ids.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import ClosedSeason, Erasure, Series, SeriesAnswer, SeriesEvent
from tournaments.models.series import ClosedEvent
from tournaments.privacy.places import ERASED_TEXT, Needs

#: The kind of a typed line: its key is the public id of the event and the id of the line.
TYPED_KIND = "typed"


@dataclass(frozen=True, slots=True)
class EventPerson:
    """A person in an event of a series: the `id` there, the `keys` for answers about this person, and the `person`."""

    id: str
    keys: tuple[str, ...]
    person: str


#: A function that returns the people of a series. `StandingsConfig.ready` adds it, because `standings` owns the tables
#: of series.
PEOPLE_OF_SERIES: list[Callable[[Series], list[EventPerson]]] = []


def people_before(people: Collection[str]) -> dict[int, list[EventPerson]]:
    """Return the people in each series in which one of these people, given by id, takes part."""
    found: dict[int, list[EventPerson]] = {}
    if not people or not PEOPLE_OF_SERIES:
        return found
    typed = Q(pk__in=[])
    for each in people:
        typed |= Q(events__typed__contains=[{"id": each}])
        typed |= Q(closed__table__contains={"events": [{"players": [{"id": each}]}]})
    for series in Series.objects.filter(Q(events__tournament__players__public_id__in=people) | typed).distinct():
        found[series.pk] = PEOPLE_OF_SERIES[0](series)
    return found


def after(
    people_by_series: dict[int, list[EventPerson]], people: Collection[str], new_names: Mapping[str, str]
) -> list[Erasure]:
    """Rename erased people in typed lines and in tables of closed seasons, by their ids.

    Keep each person's rows together, and delete answers that contain the name.
    """
    erasures: list[Erasure] = []
    for series in Series.objects.filter(pk__in=people_by_series).order_by("pk"):
        for event in SeriesEvent.objects.filter(series=series, tournament=None):
            erasures += _without_name(series, event, people)
        _without_names(series, new_names)
        persons = {each.person for each in people_by_series[series.pk] if each.id in people}
        ids = [each.id for each in people_by_series[series.pk] if each.person in persons]
        series.by_hand.filter(person__in=ids).update(reason=ERASED_TEXT)
        _keep_answers(series, people_by_series[series.pk], people)
        Series.objects.filter(pk=series.pk).update(version=F("version") + 1)
    return erasures


def _without_name(series: Series, event: SeriesEvent, people: Collection[str]) -> Iterable[Erasure]:
    found = [number for number, line in enumerate(event.typed) if line["id"] in people]
    for number in found:
        name = _("Player {number}").format(number=number + 1)
        event.typed[number] = {**event.typed[number], "name": name}
        yield Erasure(
            kind=TYPED_KIND, key=event.typed[number]["id"], new_name=name, slug=series.slug, at=timezone.now()
        )
    if found:
        event.save(update_fields=["typed"])


def _without_names(series: Series, new_names: Mapping[str, str]) -> None:
    """Erase people from the tables of closed seasons; data that categories and clubs need stays."""
    for closed in ClosedSeason.objects.filter(series=series):
        events = series.events.exclude(tournament=None).select_related("tournament")
        needs = {each.public_id: Needs.by(each.tournament) for each in events if each.tournament is not None}
        for event in closed.table["events"]:
            _erase_from(event, new_names, needs.get(event["id"], Needs()))
        closed.save(update_fields=["table"])


def _erase_from(event: ClosedEvent, new_names: Mapping[str, str], needs: Needs) -> None:
    for player in event["players"]:
        if player["id"] in new_names:
            player["name"], player["ids"] = new_names[player["id"]], []
            player["year"] = player["year"] if needs.year else ""
            player["sex"] = player["sex"] if needs.sex else ""
            player["club"] = player["club"] if needs.club else ""


def _keep_answers(series: Series, event_people: list[EventPerson], people: Collection[str]) -> None:
    answer_keys = {key for each in event_people if each.id in people for key in each.keys}
    answer_keys -= {key for each in event_people if each.id not in people for key in each.keys}
    series.answers.filter(Q(one__in=answer_keys) | Q(other__in=answer_keys)).delete()
    by_person: dict[str, list[str]] = defaultdict(list)
    for each in event_people:
        if each.id in people:
            by_person[each.person].append(each.id)
    for ids in by_person.values():
        for pair in pairwise(ids):
            one, other = sorted(pair)
            SeriesAnswer.objects.update_or_create(series=series, one=one, other=other, defaults={"same": True})
