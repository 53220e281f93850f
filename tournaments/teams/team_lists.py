"""Import all teams with their members from one list: a block for each team, or a table with a column for the team."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import player_lists
from tournaments.core.rights import Who
from tournaments.core.words.names import NotAName, clean_name, isolate
from tournaments.models import Player, Tournament
from tournaments.models.fields import Json
from tournaments.models.player import sort_key
from tournaments.players import registration
from tournaments.players.person_checks import is_chess
from tournaments.teams.members import FIELDS, MOST, set_members

#: Headings of the team's column, next to a player's name.
HEADINGS = frozenset(
    {
        "team",
        "teams",
        "team name",
        "joukkue",
        "mannschaft",
        "équipe",
        "equipe",
        "equipo",
        "команда",
        "チーム",
        "lag",
        "hold",
    }
)
#: Separators of a table's columns.
DELIMITERS = ("\t", ";", ",")
#: The maximum number of teams in one list.
MOST_TEAMS = 500


@dataclass(slots=True)
class ListedTeam:
    """A team of the list: its name, its members in order, and notes; `there` is the existing team."""

    name: str
    members: list[Json]
    notes: list[str]
    there: Player | None = None


def read(text: str, tournament: Tournament) -> list[ListedTeam]:
    """Return the teams of a list. Raises NotAList with a sentence that tells the user what to do."""
    present = {team.sort_key: team for team in tournament.players.all()}
    found: dict[str, ListedTeam] = {}
    for heading, body in _blocks(text):
        try:
            name = clean_name(heading)
        except NotAName as error:
            raise player_lists.NotAList(f"{heading}: {error}") from error
        team = found.setdefault(sort_key(name), ListedTeam(name, [], [], present.get(sort_key(name))))
        members, notes = _members(body, chess=is_chess(tournament))
        team.members += members
        team.notes += notes
    if not found:
        raise player_lists.NotAList(_("No teams found. Enter the name of each team above its members."))
    if len(found) > MOST_TEAMS:
        raise player_lists.NotAList(_("The list has more than {most} teams.").format(most=MOST_TEAMS))
    for team in found.values():
        if len(team.members) > MOST:
            text = _("{name}: a team has at most {most} members.")
            raise player_lists.NotAList(text.format(name=isolate(team.name), most=MOST))
    return list(found.values())


def store(who: Who, tournament: Tournament, teams: Sequence[ListedTeam]) -> None:
    """Add the new teams, and set the members of all teams from the list.

    An existing member keeps their id; members who are not in the list stay behind the others.
    """
    new = [team for team in teams if team.there is None]
    if new:
        rows = registration.add_players(who, tournament, [{"name": team.name} for team in new])
        for team, row in zip(new, rows, strict=True):
            team.there = row
    for team in teams:
        if team.there is not None and team.members:
            set_members(who, tournament, team.there, _with_present(team.there, team.members))


def in_words(teams: Sequence[ListedTeam]) -> str:
    """Return the label of the save button, with the numbers of teams and members."""
    count = sum(len(team.members) for team in teams)
    members = ngettext("{count} member", "{count} members", count).format(count=count)
    text = ngettext("Save {count} team with {members}", "Save {count} teams with {members}", len(teams))
    return text.format(count=len(teams), members=members)


def _with_present(team: Player, listed: Sequence[Json]) -> list[Json]:
    present = {sort_key(row.name): row for row in team.members.all()}
    found = []
    for row in listed:
        same = present.pop(sort_key(row["name"]), None)
        found.append({**({"id": same.public_id} if same is not None else {}), **row})
    return [*found, *({"id": row.public_id, "name": row.name} for row in present.values())]


def _members(body: str, *, chess: bool) -> tuple[list[Json], list[str]]:
    """Return the members of a block, and notes about them."""
    if not body.strip():
        return [], []
    found = player_lists.read(body, chess=chess)
    rows = [row for row in found.rows if any(map(str.isalpha, row.name))]
    notes = [f"{isolate(row.text)}: {each}" for row in rows for each in (*row.faults, *row.remarks)]
    members = [{name: row.values[name] for name in FIELDS if row.values.get(name) not in ("", None)} for row in rows]
    return members, notes


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Yield the name of each team with the lines of its members."""
    lines = text.splitlines()
    first = next((line for line in lines if line.strip()), "")
    for delimiter in DELIMITERS:
        cells = [cell.strip().casefold() for cell in first.split(delimiter)]
        at = next((place for place, cell in enumerate(cells) if cell in HEADINGS), None)
        if at is not None and len(cells) > 1:
            yield from _of_table(lines, delimiter, at)
            return
    block: list[str] = []
    for line in [*lines, ""]:
        if line.strip():
            block.append(line)
        elif block:
            yield block[0].strip().rstrip(":"), "\n".join(block[1:])
            block = []


def _of_table(lines: Sequence[str], delimiter: str, at: int) -> Iterator[tuple[str, str]]:
    """Yield the rows of a table by team; a row without a team belongs to the team above it."""
    rows = [row for row in csv.reader(lines, delimiter=delimiter) if any(cell.strip() for cell in row)]
    head, teams, present = rows[0], dict[str, list[list[str]]](), ""
    for row in rows[1:]:
        present = row[at].strip() if at < len(row) and row[at].strip() else present
        if present:
            teams.setdefault(present, []).append(row)
    for name, found in teams.items():
        yield (
            name,
            "\n".join("\t".join(cell for place, cell in enumerate(row) if place != at) for row in (head, *found)),
        )
