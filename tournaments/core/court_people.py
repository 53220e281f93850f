"""Who is who on the courts: one number for each person, in however many sections, teams and pairs that person plays.

The persons of an entry are itself; and, of a pair that is called "Anna Virta / Bo Niemi", both; and of a team its
members. In a match of teams these are the line-ups once both are in, and until then everybody of both teams.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from tournaments.models import ExternalId, MatchSheet, Player, TeamMember, Tournament
from tournaments.models.player import sort_key

#: What stands between the names of a pair.
BETWEEN = re.compile(r"\s*[/&+]\s*")


def name_in_any_order(name: str) -> str:
    return sort_key(" ".join(sorted(name.replace(",", " ").split())))


@dataclass(frozen=True, slots=True)
class _Somebody:
    """A person of an entry. Two of one `group` are never the same: two players of a section, two members of a team."""

    name: str
    fide_id: str
    birth: str
    group: str
    external: tuple[str, ...] = ()


class People:
    """The persons of some sections. `doubtful` are names that several have, with nothing to tell whether it is one
    person.
    """

    def __init__(self, sections: Collection[Tournament], apart: Collection[str]) -> None:
        self._found: list[_Somebody] = []
        self._of_player: dict[int, list[int]] = {}
        self._of_member: dict[str, int] = {}
        self._members: dict[int, list[int]] = defaultdict(list)
        self._take_in(sections)
        self._first = self._join_people({name_in_any_order(name) for name in apart})

    def _take_in(self, sections: Collection[Tournament]) -> None:
        external = defaultdict(list)
        ids = ExternalId.objects.filter(tournament__in=sections, player__isnull=False)
        for whose, owner, program, value in ids.values_list("player", "owner", "program", "value"):
            external[whose].append(f"external {owner} {program} {value}")
        columns = ("pk", "name", "fide_id", "birth", "tournament")
        for row in Player.objects.filter(tournament__in=sections).only(*columns).order_by("pk"):
            group = f"section {row.tournament_id}"
            whole = _Somebody(row.name, row.fide_id, row.birth, group, tuple(external[row.pk]))
            self._of_player[row.pk] = [self._add(whole)]
            parts = BETWEEN.split(row.name)
            if len(parts) > 1 and all(parts):
                self._of_player[row.pk] += [self._add(_Somebody(name, "", "", f"pair {row.pk}")) for name in parts]
        if any(section.table_kind.has_members for section in sections):
            for member in TeamMember.objects.filter(team__tournament__in=sections).order_by("team", "place"):
                group = f"team {member.team_id}"
                number = self._add(_Somebody(member.name, member.fide_id, member.birth, group))
                self._of_member[member.public_id] = number
                self._members[member.team_id].append(number)

    def _add(self, somebody: _Somebody) -> int:
        self._found.append(somebody)
        return len(self._found) - 1

    def _join_people(self, several: Collection[str]) -> list[int]:
        """For each the first that is the same person: by FIDE ID, by an id that a program gave, or by the name where
        nothing speaks against it.
        """
        first = list(range(len(self._found)))
        known: dict[str, list[int]] = defaultdict(list)
        for number, each in enumerate(self._found):
            name = name_in_any_order(each.name)
            keys = [f"fide {each.fide_id}"] if each.fide_id else []
            keys += [*each.external, *([f"name {name}"] if name not in several else [])]
            for key in keys:
                same = next((other for other in known[key] if not _differ(each, self._found[other], key)), None)
                if same is not None:
                    low, high = sorted((_root(first, number), _root(first, same)))
                    first[high] = low
                known[key].append(number)
        return [_root(first, number) for number in range(len(first))]

    def knows(self, player: Player) -> bool:
        return player.pk in self._of_player

    def number(self, player: Player) -> int:
        """The person that an entry itself is: a player, a pair, or a team."""
        return self._first[self._of_player[player.pk][0]]

    def of_match(self, players: Collection[Player], sheet: MatchSheet | None) -> dict[int, str]:
        """Everybody who plays in a match, with the name."""
        found: dict[int, str] = {}
        for side, player in enumerate(players, start=1):
            for number in (*self._of_player[player.pk], *self._of_team(player, side, sheet)):
                found.setdefault(self._first[number], self._found[number].name)
        return found

    def _of_team(self, team: Player, side: int, sheet: MatchSheet | None) -> list[int]:
        if sheet is None or not sheet.is_known:
            return self._members.get(team.pk, [])
        lined_up = sheet.of_side(side) or []
        return [self._of_member[each] for each in lined_up if each in self._of_member]

    @property
    def doubtful(self) -> list[str]:
        groups: dict[str, set[str]] = defaultdict(set)
        names: dict[str, str] = {}
        for key, each in self._by_name():
            groups[key].add(each.group)
            names.setdefault(key, each.name)
        return sorted(names[key] for key, found in groups.items() if len(found) > 1)

    def _by_name(self) -> Iterator[tuple[str, _Somebody]]:
        return ((name_in_any_order(each.name), each) for each in self._found)


def _differ(one: _Somebody, other: _Somebody, key: str) -> bool:
    """Whether two of a name are two persons for sure."""
    if not key.startswith("name "):
        return False
    return (
        one.group == other.group
        or bool(one.fide_id and other.fide_id and one.fide_id != other.fide_id)
        or bool(one.birth and other.birth and one.birth[:4] != other.birth[:4])
    )


def _root(first: list[int], number: int) -> int:
    while first[number] != number:
        number = first[number]
    return number
