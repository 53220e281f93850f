"""A team event in a report file: its teams as players, its matches as pairings (C.02.03 annexure A).

`read_teams` gives the event for `pair`, `check` and `explain`, `TeamReplay` that for an import.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from pairings.files.reading.recorded import Recorded
from pairings.files.reading.team_event import BoardSheet, TeamEvent
from pairings.files.reading.team_records import MOST_BOARDS, TeamRecords, says_matches
from pairings.files.reading.team_tables import disagreements
from pairings.files.trf.errors import TrfError
from pairings.files.trf.records import (
    AbnormalPoints,
    Forbidden,
    InitialColour,
    PlannedRounds,
    PlayerRecord,
    TrfDocument,
    VirtualRange,
)
from pairings.files.trf.replay import Entrant, Replay
from pairings.numbers import scores
from pairings.snapshot import Deduction, ForbiddenPair, Snapshot
from pairings.systems.team_swiss.options import options_named
from pairings.wording.mark import Sentence
from pairings.wording.mark import gettext_noop as _


def team_swiss_options(document: TrfDocument) -> Mapping[str, object] | None:
    """Return the options of the Swiss team system, if a file names it and has teams; else None."""
    if not document.names_teams:
        return None
    codes = [code.strip().upper() for code in document.texts("192") if code.strip()]
    return options_named(codes[0]) if codes else None


def read_teams(document: TrfDocument, options: Mapping[str, object]) -> Recorded:
    """Return the event for the team system. Raises TrfError for contradictions."""
    return _build_record(TeamEvent(TeamRecords(document)), options)


def teams_in(document: TrfDocument) -> TeamReplay | None:
    """Return the team event of a file; None if its players are individuals.

    They may belong to teams, but the file names no team matches, and its rounds are not matches. Raises TrfError.
    """
    if not document.names_teams:
        return None
    try:
        found = TeamReplay(document)
    except TrfError:
        if says_matches(document):
            raise
        return None
    return found if found.played or says_matches(document) else None


def _build_record(event: TeamEvent, options: Mapping[str, object]) -> Recorded:
    document, teams = event.records.document, event.records.teams
    colour = next((record.colour for record in document.records(InitialColour) if record.colour), "")
    before = replace(
        event.before,
        planned_rounds=next((record.count for record in document.records(PlannedRounds)), None),
        forbidden=tuple(
            ForbiddenPair(frozenset(rule.players) & teams.keys(), rule.first_round, rule.last_round)
            for rule in document.records(Forbidden)
        ),
        first_colour={"w": "first", "b": "second"}.get(colour),
    )
    following = len(event.rounds) + 1
    byes = {following: event.records.away(following)}
    return Recorded(before, {n: str(n) for n in teams}, "team-swiss", dict(options), byes, {})


class TeamReplay(Replay):
    """The file with its teams as entrants and its matches as pairings.

    `teams` are its records, `sheets` the boards of each match by its round and first team. Raises TrfError.
    """

    def __init__(self, document: TrfDocument) -> None:
        self._matches: Recorded | None = None
        super().__init__(document)
        self.teams = TeamRecords(document)
        if not 2 <= self.teams.boards <= MOST_BOARDS:
            line = next(at for at, line in enumerate(document.lines, start=1) if line.code in ("310", "013", "352"))
            raise TrfError(line, 5, Sentence(_("a match of 2 to {most} boards"), most=MOST_BOARDS))
        self.event = event = TeamEvent(self.teams)
        self.members = {record.number: record for record in document.records(PlayerRecord)}
        self.sheets: Mapping[tuple[int, int], BoardSheet] = event.sheets
        self._matches = _build_record(event, {})
        before = self._matches.before
        self.rounds, self.played = before.rounds, self._matches.played
        self.settings = replace(self.settings, scoring=before.scoring)
        self.untold = {played.number: frozenset() for played in before.rounds}
        self.virtual_points = {}
        self.points: Mapping[int, Fraction] = scores.points(before)
        self.ids: Mapping[int, int] = {number: number for number in self.teams.teams}
        self.entrants = tuple(
            Entrant(
                team.line,
                team.number,
                PlayerRecord(team.number, "", "", team.name, team.rating, "", "", "", None, None, ()),
            )
            for team in self.teams.teams.values()
        )

    @property
    def loners(self) -> tuple[PlayerRecord, ...]:
        """The players of the file without a team."""
        return tuple(record for number, record in self.members.items() if number not in self.teams.team_of)

    def snapshot(self, round_number: int) -> Snapshot:
        return super().snapshot(round_number) if self._matches is None else self._matches.snapshot(round_number)

    def deductions(self, round_number: int) -> tuple[Deduction, ...]:
        return super().deductions(round_number) if self._matches is None else ()

    def colour_known(self, round_number: int, number: int) -> bool:
        return True

    def remarks(self) -> Iterator[tuple[int, Sentence]]:
        """Yield remarks for the arbiter, with their lines: omitted data, and records that contradict the boards."""
        for line_up in self.teams.strange:
            text = _("Record 300 lists players who are not in team {team}. The order in the team's list is used.")
            yield line_up.line, Sentence(text, team=line_up.team)
        for kind in (AbnormalPoints, VirtualRange):
            for line, _record in self.document.records_with_lines(kind):
                yield line, Sentence(_("Team point values other than the usual ones were ignored."))
        yield from disagreements(self.event, self.points)
