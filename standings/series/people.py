"""The persons in the events of a series: certain identities, and questions to the organiser.

Players are the same person if they share an account or a federation id. A name alone is never enough. The same name in
two events is a question, unless the organiser has answered it. The answer is kept by keys, so it applies to later
events.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, product


class Likeness(StrEnum):
    """The reason why two players may be the same person."""

    YEAR = "year"
    CLUB = "club"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Appearance:
    """A player in an event. `id` is unique in the series, `name` is normalised for comparison.

    `ids` are certain keys, such as "fide 503096".
    """

    id: str
    event: Hashable
    name: str
    ids: tuple[str, ...] = ()
    year: str = ""
    club: str = ""

    @property
    def key(self) -> str:
        """The key of the player in answers: a certain key, or else the name with other known facts."""
        return self.ids[0] if self.ids else name_key(self.name, self.year, self.club)


@dataclass(frozen=True, slots=True)
class SamePersonAnswer:
    """The organiser's answer whether two keys, or all players of one key, are the same person."""

    one: str
    other: str
    same: bool


@dataclass(frozen=True, slots=True)
class SamePersonQuestion:
    """Two keys that may be the same person, of players who were never in the same event."""

    one: str
    other: str
    likeness: Likeness
    appearances: tuple[Appearance, ...]


@dataclass(frozen=True, slots=True)
class SeriesPeople:
    """All appearances: `person_of` maps the id of each to the id of the person, which is the id of the first
    appearance.
    """

    person_of: Mapping[str, str]
    questions: tuple[SamePersonQuestion, ...]


def name_key(name: str, year: str = "", club: str = "") -> str:
    """Return the key of a player without a known id."""
    return f"name {name}|{year}|{club.casefold().strip()}"


def people(appearances: Sequence[Appearance], answers: Iterable[SamePersonAnswer]) -> SeriesPeople:
    """Return the persons. Two players in the same event stay separate, whatever the answers."""
    by_pair = {frozenset((each.one, each.other)): each.same for each in answers}
    groups = _Groups(appearances)
    for one in appearances:
        for key in one.ids:
            groups.join(one.id, *(other.id for other in appearances if key in other.ids))
    by_key: dict[str, list[Appearance]] = {}
    for one in appearances:
        by_key.setdefault(one.key, []).append(one)
        by_key.setdefault(one.id, []).append(one)
    for pair, same in by_pair.items():
        if same:
            groups.join(*(one.id for key in sorted(pair) for one in _unique_appearances(by_key.get(key, ()))))
    person_of = {one.id: groups.first(one.id) for one in appearances}
    return SeriesPeople(person_of, tuple(_questions(appearances, by_pair, groups)))


def _unique_appearances(appearances: Sequence[Appearance]) -> list[Appearance]:
    """Return the appearances whose key is unique within their event; an answer cannot distinguish players with the same
    key.
    """
    events = [one.event for one in appearances]
    return [one for one in appearances if events.count(one.event) == 1]


class _Groups:
    """Sets of appearances that are the same person; two of the same event are never joined."""

    def __init__(self, appearances: Sequence[Appearance]) -> None:
        self.order = {one.id: at for at, one in enumerate(appearances)}
        self.members = {one.id: [one.id] for one in appearances}
        self.events = {one.id: {one.event} for one in appearances}

    def join(self, *ids: str) -> None:
        for one, other in product(ids[:1], ids[1:]):
            first, second = self.members[one], self.members[other]
            if first is second or self.events_of(first) & self.events_of(second):
                continue
            first += second
            for each in second:
                self.members[each] = first

    def events_of(self, members: Sequence[str]) -> set[Hashable]:
        return {event for each in members for event in self.events[each]}

    def first(self, one: str) -> str:
        return min(self.members[one], key=self.order.__getitem__)

    def can_join(self, one: str, other: str) -> bool:
        first, second = self.members[one], self.members[other]
        return first is not second and not self.events_of(first) & self.events_of(second)


def _questions(
    appearances: Sequence[Appearance], by_pair: Mapping[frozenset[str], bool], groups: _Groups
) -> Iterator[SamePersonQuestion]:
    """Yield each two keys with the same name once."""
    same_name: dict[str, list[Appearance]] = {}
    for one in appearances:
        same_name.setdefault(one.name, []).append(one)
    for several in same_name.values():
        pairs_of_questions: set[frozenset[str]] = set()
        for one, other in combinations(several, 2):
            pair = frozenset((one.key, other.key))
            if (
                pair in pairs_of_questions
                or pair in by_pair
                or not groups.can_join(one.id, other.id)
                or _differ(one, other)
            ):
                continue
            pairs_of_questions.add(pair)
            pair_appearances = tuple(each for each in several if each.key in pair)
            yield SamePersonQuestion(*_in_order(one.key, other.key), _likeness(one, other), pair_appearances)


def _in_order(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one <= other else (other, one)


def _differ(one: Appearance, other: Appearance) -> bool:
    """Return whether known facts show that two players are different people."""
    if one.year and other.year and one.year != other.year:
        return True
    ids, other_ids = ({key.partition(" ")[0]: key for key in each.ids} for each in (one, other))
    return any(ids[kind] != other_ids[kind] for kind in ids.keys() & other_ids.keys())


def _likeness(one: Appearance, other: Appearance) -> Likeness:
    if one.year and one.year == other.year:
        return Likeness.YEAR
    return Likeness.CLUB if one.club and one.club.casefold() == other.club.casefold() else Likeness.NAME
