"""Identify people and referees on the courts.

Each person has one number, even with several sections, teams or pairs. A player can referee a match of the same
section, unless that player is playing or about to play.

`CourtMatch` is a match that is on a court, waits for one, or ended recently.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Protocol

from pairings.schedules.referees import Candidate, choose_referee
from pairings.snapshot import ByeKind, Decision, Outcome
from pairings.systems import SYSTEMS
from tournaments.core.snapshot import current_stage, groups_in, take_view
from tournaments.models import (
    Appearance,
    CourtCall,
    ExternalId,
    MatchSheet,
    Pairing,
    Player,
    Result,
    Round,
    TeamMember,
    Tournament,
)
from tournaments.models.courts import CourtSettings, Referees
from tournaments.models.player import sort_key


def sides_of(section: Tournament, players: tuple[Player, ...]) -> list[tuple[Player, ...]]:
    """Return the sides of a match: partners are first and third, second and fourth."""
    if section.table_kind.has_partners:
        return [players[::2], players[1::2]]
    return [(player,) for player in players]


@dataclass(frozen=True, slots=True)
class CourtMatch:
    """A match of a running round, or of one that ended recently. `court` is its present court, or 0. `since` is the
    time of its call to that court, `again` the time of a repeated call. `ended` is when it first had its result.
    `sheet` has the line-ups of a team match.
    """

    key: int
    section: Tournament
    round: Round
    pairing: Pairing
    players: tuple[Player, ...]
    call: CourtCall | None
    ended: datetime | None
    sheet: MatchSheet | None = None
    court: int = 0

    @property
    def sides(self) -> list[tuple[Player, ...]]:
        """The sides of the match."""
        return sides_of(self.section, self.players)

    @property
    def was_played(self) -> bool:
        """Return whether the match kept its players busy, unlike a forfeit."""
        result: Result | None = getattr(self.pairing, "result", None)
        return result is not None and result.decision != Decision.FORFEIT.value

    @property
    def since(self) -> datetime | None:
        return self.call.called_at if self.call is not None and self.court else None

    @property
    def referee(self) -> Player | None:
        """The player who referees the match on its court; None if that player has withdrawn."""
        found = self.call.referee if self.call is not None and self.court else None
        return found if found is not None and found.is_in else None

    @property
    def again(self) -> datetime | None:
        return self.call.again_at if self.call is not None and self.court else None

    @property
    def absent(self) -> list[Player]:
        """The players who have withdrawn: the match is then not called, and needs a walkover."""
        return [player for player in self.players if not player.is_in]

    @property
    def is_called_back(self) -> bool:
        return self.call is not None and self.call.court is None


#: The separators between the names of a pair.
NAME_SEPARATORS = re.compile(r"\s*[/&+]\s*")


def name_in_any_order(name: str) -> str:
    return sort_key(" ".join(sorted(name.replace(",", " ").split())))


@dataclass(frozen=True, slots=True)
class _Somebody:
    """A person of an entry. Two people with the same `group` are always different: two players of a section, or two
    members of a team.
    """

    name: str
    fide_id: str
    birth: str
    group: str
    external: tuple[str, ...] = ()


class People:
    """The people of several sections. `doubtful` has names that several entries share, without proof that they are one
    person.
    """

    def __init__(self, sections: Collection[Tournament], doubtful: Collection[str]) -> None:
        self._found: list[_Somebody] = []
        self._of_player: dict[int, list[int]] = {}
        self._of_member: dict[str, int] = {}
        self._members: dict[int, list[int]] = defaultdict(list)
        self._add_sections(sections)
        self._first = self._join_people({name_in_any_order(name) for name in doubtful})

    def _add_sections(self, sections: Collection[Tournament]) -> None:
        external = defaultdict(list)
        ids = ExternalId.objects.filter(tournament__in=sections, player__isnull=False)
        for whose, owner, program, value in ids.values_list("player", "owner", "program", "value"):
            external[whose].append(f"external {owner} {program} {value}")
        columns = ("pk", "name", "fide_id", "birth", "tournament")
        for row in Player.objects.filter(tournament__in=sections).only(*columns).order_by("pk"):
            group = f"section {row.tournament_id}"
            whole = _Somebody(row.name, row.fide_id, row.birth, group, tuple(external[row.pk]))
            self._of_player[row.pk] = [self._add(whole)]
            parts = NAME_SEPARATORS.split(row.name)
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
        """Return, for each entry, the first entry of the same person: by FIDE ID, by an id from a program, or by name
        if nothing contradicts it.
        """
        first = list(range(len(self._found)))
        numbers_by_key: dict[str, list[int]] = defaultdict(list)
        for number, each in enumerate(self._found):
            name = name_in_any_order(each.name)
            keys = [f"fide {each.fide_id}"] if each.fide_id else []
            keys += [*each.external, *([f"name {name}"] if name not in several else [])]
            for key in keys:
                same = next(
                    (other for other in numbers_by_key[key] if not _differ(each, self._found[other], key)), None
                )
                if same is not None:
                    low, high = sorted((_root(first, number), _root(first, same)))
                    first[high] = low
                numbers_by_key[key].append(number)
        return [_root(first, number) for number in range(len(first))]

    def knows(self, player: Player) -> bool:
        return player.pk in self._of_player

    def number(self, player: Player) -> int:
        """Return the number of the person, pair or team that this entry represents."""
        return self._first[self._of_player[player.pk][0]]

    def of_match(self, players: Collection[Player], sheet: MatchSheet | None) -> dict[int, str]:
        """Return the name of everybody who plays in a match, by person number."""
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
    """Return whether two people with the same name are certainly different."""
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


#: Byes that make a player absent, except for the bye that a schedule gives when the number of players is odd.
ABSENCE_BYES = (ByeKind.FULL.value, ByeKind.HALF.value, ByeKind.ZERO.value)


class CourtsData(Protocol):
    """The data of the courts that this module reads: matches, queue and people."""

    settings: CourtSettings
    sections: list[Tournament]
    on_court: dict[int, CourtMatch]
    by_pairing: dict[str, CourtMatch]
    ended: list[CourtMatch]
    people: People

    @property
    def proposed(self) -> dict[int, CourtMatch]: ...

    @property
    def queue(self) -> list[CourtMatch]: ...

    def persons_of(self, match: CourtMatch) -> dict[int, str]: ...


class CourtReferees:
    """The available and proposed referees for matches on the courts."""

    def __init__(self, floor: CourtsData) -> None:
        self._floor = floor
        self._groups: dict[int, dict[int, int]] = {}

    @property
    def are_wanted(self) -> bool:
        return self._floor.settings.referees != Referees.NONE

    @cached_property
    def _entries(self) -> dict[int, list[Player]]:
        """All active players, by section."""
        found: dict[int, list[Player]] = defaultdict(list)
        rows = Player.objects.filter(tournament__in=self._floor.sections, withdrawn_after__isnull=True)
        for row in rows.order_by("pk"):
            found[row.tournament_id].append(row)
        return found

    @cached_property
    def _duties(self) -> Counter[int]:
        """The number of matches that each player has refereed, including those on court now."""
        calls = CourtCall.objects.filter(referee__tournament__in=self._floor.sections, court__isnull=False)
        return Counter(calls.values_list("referee", flat=True))

    @cached_property
    def _absent_players(self) -> set[tuple[int, int]]:
        """The absent players of running rounds, as pairs of a round's key and a player's key."""
        rounds = {match.round.pk for match in self._floor.by_pairing.values() if match.round.is_running}
        byes = Appearance.objects.filter(round__in=rounds, bye__in=ABSENCE_BYES)
        return {
            (number, player)
            for number, player, system in byes.values_list("round", "player", "round__stage__system")
            if not SYSTEMS[system].scheduled
        }

    def persons_of(self, player: Player, section: Tournament) -> frozenset[int]:
        """Return the people who are busy while an entry referees. For a team this is only the team, as most members are
        free.
        """
        people = self._floor.people
        return frozenset([people.number(player)] if section.table_kind.has_members else people.of_match([player], None))

    def is_busy(self, player: Player, match: CourtMatch) -> int:
        """Return the court on which a player is playing now; 0 if there is none."""
        persons = self.persons_of(player, match.section)
        for court, other in self._floor.on_court.items():
            if persons & self._floor.persons_of(other).keys():
                return court
        return 0

    def refereeing(self, player: Player, match: CourtMatch) -> list[int]:
        """Return the courts where a player is refereeing another match now."""
        persons = self.persons_of(player, match.section)
        return [
            court
            for court, other in self._floor.on_court.items()
            if other.key != match.key
            and other.referee is not None
            and persons & self.persons_of(other.referee, other.section)
        ]

    def free_for(self, match: CourtMatch) -> list[Player]:
        """Return the players who could referee a match, sorted by name."""
        most = 2 if match.section.table_kind.has_members else 1
        own = set(self._floor.persons_of(match))
        return [
            player
            for player in sorted(self._entries[match.section.pk], key=lambda each: each.by_name)
            if not own & self.persons_of(player, match.section)
            and not self.is_busy(player, match)
            and len(self.refereeing(player, match)) < most
            and (match.round.pk, player.pk) not in self._absent_players
        ]

    @cached_property
    def proposed(self) -> dict[int, Player | None]:
        """The referee proposed for the next match on each free court; no player is proposed twice."""
        found: dict[int, Player | None] = {}
        for court, match in sorted(self._floor.proposed.items()):
            duty_players = [player for player in found.values() if player is not None]
            found[court] = self.choose(match, court, duty_players)
        return found

    def choose(self, match: CourtMatch, court: int, duty_players: Collection[Player] = ()) -> Player | None:
        """Choose the referee of a match on a court; None if nobody is free or no referees are wanted."""
        if not self.are_wanted:
            return None
        called = {
            person
            for other in self._floor.proposed.values()
            if other.key != match.key
            for person in self._floor.persons_of(other)
        } | {person for player in duty_players for person in self.persons_of(player, match.section)}
        free = {
            player.pk: player for player in self.free_for(match) if not called & self.persons_of(player, match.section)
        }
        best = choose_referee(self._candidates(match, court, free.values()))
        return None if best is None else free[best]

    def _candidates(self, match: CourtMatch, court: int, players: Iterable[Player]) -> Iterator[Candidate]:
        ahead = [each for each in self._floor.queue if each.key != match.key][: self._floor.settings.count]
        soon = {person for each in ahead for person in self._floor.persons_of(each)}
        planned, lost = self.planned_for(match), self._losers_on(court)
        groups = self._groups_of(match.section)
        share, plays, matches_to_play = self._even_share(match)
        for player in players:
            yield Candidate(
                player.pk,
                player.public_id == planned,
                len(self.refereeing(player, match)),
                self._duties[player.pk],
                bool(soon & self.persons_of(player, match.section)),
                groups.get(player.pk, 0) == groups.get(match.players[0].pk, 1),
                player.pk in lost,
                needs=share - self._duties[player.pk],
                chances=matches_to_play - plays[player.pk],
            )

    def _even_share(self, match: CourtMatch) -> tuple[int, Counter[int], int]:
        """Return an even share of duties among the uncalled known matches of a section, including this one. The result
        is the number of duties for each player, how many matches each player has, and the number of matches.
        """
        section = match.section
        matches = [match, *(each for each in self._floor.queue if each.section == section and each.key != match.key)]
        entries = self._entries[section.pk]
        duties = sum(self._duties[each.pk] for each in entries)
        plays = Counter(player.pk for each in matches for player in each.players)
        return (duties + len(matches)) // max(1, len(entries)), plays, len(matches)

    def planned_for(self, match: CourtMatch) -> str:
        """Return the public id of the planned referee; "" if there is none."""
        if not self.are_wanted:
            return ""
        return self._referee_plans.get(match.section.pk, {}).get((match.round.number, match.pairing.table), "")

    @cached_property
    def _referee_plans(self) -> dict[int, dict[tuple[int, int], str]]:
        plans = self._floor.settings.plans
        return {each.pk: plans[each.slug].referee_ids for each in self._floor.sections if each.slug in plans}

    def planned_player(self, match: CourtMatch) -> Player | None:
        """Return the planned referee of a match; None if there is none or the player has withdrawn."""
        planned = self.planned_for(match)
        return next((each for each in self._entries[match.section.pk] if each.public_id == planned), None)

    def _groups_of(self, section: Tournament) -> dict[int, int]:
        """Return the group of each player, by key; empty if groups do not matter."""
        if self._floor.settings.referees != Referees.OTHER_GROUP:
            return {}
        if section.pk not in self._groups:
            view = take_view(current_stage(section))
            self._groups[section.pk] = {view.players[seat].pk: place for seat, place in (groups_in(view) or {}).items()}
        return self._groups[section.pk]

    def _losers_on(self, court: int) -> set[int]:
        """Return the players who lost the last match on a court."""
        matches = [
            match
            for match in self._floor.ended
            if match.was_played and match.call is not None and match.call.court == court
        ]
        if not matches:
            return set()
        last = max(matches, key=lambda each: (each.ended, each.key))
        sides = {last.pairing.result.first: last.sides[0], last.pairing.result.second: last.sides[-1]}
        return {player.pk for player in sides.get(Outcome.LOSS.value, ())}
