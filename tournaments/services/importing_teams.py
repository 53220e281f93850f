"""The members of teams and the boards of their matches out of a report file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pairings.reading.team_event import Sheet
from tournaments.border.incoming import Incoming
from tournaments.journal.acts import Act
from tournaments.models import Appearance, MatchSheet, Pairing, Player, Stage, TeamMember
from tournaments.models.team import LineUp
from tournaments.words import notation


def store_teams(doing: Act, stage: Stage, found: Incoming, players: Mapping[int, Player]) -> None:
    """Store who is in each team, and the sheet of each match of which the file tells the boards. Where players are
    single there is nothing to store.
    """
    members = {
        number: TeamMember(team=players[team], place=place, **fields)
        for team, row in found.members.items()
        for place, (number, fields) in enumerate(row.items(), start=1)
    }
    doing.create_many(list(members.values()))
    ids = {number: row.public_id for number, row in members.items()}
    numbers = {row.pk: number for number, row in players.items()}
    places = Appearance.objects.filter(round__stage=stage, side=Appearance.Side.FIRST)
    doing.create_many(
        [
            _sheet(place.pairing, sheet, ids)
            for place in places.select_related("pairing", "round")
            if place.pairing is not None
            and (sheet := found.sheets.get((place.round.number, numbers[place.player_id]))) is not None
        ]
    )


def _sheet(pairing: Pairing, sheet: Sheet, ids: Mapping[int, str]) -> MatchSheet:
    """A sheet as it is stored; boards of which none is in yet are not there."""
    said = [notation.write(result) for result in sheet.results]
    first, second = (_line_up(side, ids) for side in (sheet.first, sheet.second))
    return MatchSheet(pairing=pairing, first=first, second=second, boards=said if any(said) else [])


def _line_up(side: Sequence[int | None], ids: Mapping[int, str]) -> LineUp:
    return [ids[number] if number else None for number in side]
