"""Report files of tournaments of teams: their members are the players of the file, and teams have their own records."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pairings import trf
from pairings.snapshot import Decision, Outcome, Result, Snapshot
from pairings.systems import team_swiss
from pairings.trf.build import Heading
from pairings.trf.records import ByeList
from pairings.trf.teams import Boards, Member, team_document
from tournaments import border
from tournaments.models import MatchSheet, Stage, TeamMember
from tournaments.rights import privacy
from tournaments.rights.permissions import Right
from tournaments.words import boards as words

_LOST_BY_BOTH = (Outcome.LOSS, Outcome.LOSS)


def can_tell(stage: Stage, view: border.View) -> bool:
    """Whether a file can tell the members: every team has some, and every match of which a board was played is told by
    its boards.
    """
    if not stage.tournament.of_teams:
        return False
    teams = set(TeamMember.objects.filter(team__in=list(view.numbers)).values_list("team", flat=True))
    told = _sheets(stage, view)
    return teams == set(view.numbers) and all(
        (played.number, pairing.first) in told
        for played in view.snapshot.rounds
        for pairing in played.pairings
        if pairing.result is not None and pairing.result.decision is not Decision.FORFEIT
    )


def report_of(
    stage: Stage,
    view: border.View,
    snapshot: Snapshot,
    heading: Heading,
    later: Sequence[ByeList],
    ranks: Mapping[int, int],
    granted: Collection[Right],
    edition: trf.Edition,
) -> trf.Document:
    """The file of what `snapshot` holds, which is that of the view as far as its reader may know it; `ranks` are by the
    teams' keys. Raises trf.TooWide.
    """
    options: Any = border.system_of(stage)[1]
    if edition is not trf.Edition.TRF16:
        heading = {**heading, "192": _code(stage, options, str(heading.get("192", "")))}
    members, numbers = _members(view, granted)
    heading = {
        **heading,
        "092": f"Team: {border.system_of(stage)[0].name}",
        "072": str(sum(member.rating is not None for row in members.values() for member in row)),
    }
    boards = {
        key: Boards(
            [numbers.get(each or "") for each in sheet.first or ()],
            [numbers.get(each or "") for each in sheet.second or ()],
            [_as_written(each) for each in words.read(sheet.boards or [""] * stage.tournament.best_of)],
        )
        for key, sheet in _sheets(stage, view).items()
    }
    places = {view.numbers[key]: rank for key, rank in ranks.items() if key in view.numbers}
    heading = {code: told for code, told in heading.items() if told}
    return team_document(snapshot, heading, members, boards, later, places, edition)


def _code(stage: Stage, options: Any, single: str) -> str:
    """The code of record 192; a round robin of teams has its own beside that of single players."""
    if stage.system == team_swiss.SYSTEM.key:
        return team_swiss.code_of(options)
    book, _slash, rest = single.partition("_")
    return f"{book}_TEAM_{rest}" if rest.endswith("ROUNDROBIN") else ""


def _as_written(result: Result | None) -> Result | None:
    """A board that was lost for both is a game like others: W, D and L are of games too short to be rated."""
    if result is None or result.decision is not Decision.RULING or (result.first, result.second) != _LOST_BY_BOTH:
        return result
    return replace(result, decision=Decision.PLAYED)


def _members(view: border.View, granted: Collection[Right]) -> tuple[dict[int, list[Member]], dict[str, int]]:
    """The members of each team by its number, numbered through all teams, and their numbers by their ids."""
    rows: dict[int, list[TeamMember]] = {number: [] for number in sorted(view.players)}
    for row in TeamMember.objects.filter(team__in=list(view.numbers)).order_by("place"):
        rows[view.numbers[row.team_id]].append(row)
    ordered = [row for each in rows.values() for row in each]
    numbers = {row.public_id: number for number, row in enumerate(ordered, start=1)}
    members = {team: [_member(row, numbers[row.public_id], granted) for row in each] for team, each in rows.items()}
    return members, numbers


def _member(row: TeamMember, number: int, granted: Collection[Right]) -> Member:
    whole = privacy.may_read("birth", granted)
    birth = row.birth.replace("-", "/") if whole else privacy.year(row.birth) and f"{privacy.year(row.birth)}/00/00"
    person = trf.Person(
        row.sex if privacy.may_read("sex", granted) else "",
        row.fide_id if privacy.may_read("fide_id", granted) else "",
        birth,
    )
    return Member(number, row.name, row.rating, row.title, row.federation, person)


def _sheets(stage: Stage, view: border.View) -> dict[tuple[int, int], MatchSheet]:
    """The sheets with both line-ups, by the round of the stage and the number of the first team."""
    shift = stage.first_round - 1
    found = {}
    sheets = MatchSheet.objects.filter(pairing__round__stage=stage, first__isnull=False, second__isnull=False)
    for sheet in sheets.exclude(pairing__round__status="draft").select_related("pairing__round"):
        first = sheet.pairing.appearances.get(side=1).player_id
        found[sheet.pairing.round.number - shift, view.numbers[first]] = sheet
    return found
