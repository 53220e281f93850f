"""A round as PGN for electronic boards and broadcasts, and results of a round from such a file.

A file tells what its reader may know: FIDE IDs are for those who may read personal data. Nothing is stored before
somebody has seen the rows; what is doubtful is stored only where it was chosen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from pairings.files import pgn
from pairings.snapshot import Decision, Outcome
from pairings.snapshot import Result as ResultFact
from tournaments.core import rights
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right, Who
from tournaments.core.words import boards, values
from tournaments.models import Pairing, Player, Round, TeamMember, Tournament
from tournaments.results import results
from tournaments.rounds.tables import Row, rows_of
from tournaments.teams.matches import lines_by_match

_TEXTS = {
    (Outcome.WIN, Outcome.LOSS): "1-0",
    (Outcome.LOSS, Outcome.WIN): "0-1",
    (Outcome.DRAW, Outcome.DRAW): "1/2-1/2",
}
_OUTCOMES = {text: outcomes for outcomes, text in _TEXTS.items()}
#: What the tag of the kind of an event says about pairing systems.
_KINDS = {"round-robin": "round-robin", "knock-out": "knockout", "team-swiss": "team-swiss"}


def has_pgn(tournament: Tournament) -> bool:
    """Whether games of chess are played at the tables, or at the boards of matches of teams."""
    return tournament.game == "chess" and tournament.table_kind.has_sides


def reads_pgn(round_: Round) -> bool:
    """Whether a result of the round is one game, so that a file can tell it."""
    tournament = round_.tournament
    return has_pgn(tournament) and tournament.scoring_of(round_.best_of).best_of == 1


def text_of(fact: ResultFact | None) -> str:
    """A result as PGN writes it, with an F behind a forfeit; empty while it is open or has no form."""
    text = _TEXTS.get((fact.first, fact.second), "") if fact is not None else ""
    return f"{text}F" if text and fact is not None and fact.decision is Decision.FORFEIT else text


def fact_of(text: str) -> ResultFact:
    """The result that such a text means."""
    decision = Decision.FORFEIT if text.endswith("F") else Decision.PLAYED
    return ResultFact(*_OUTCOMES[text.removesuffix("F")], decision)


def written(round_: Round, granted: Collection[Right], *, old_software: bool = False) -> str:
    """The games of a round, without byes, as their reader may know them."""
    games = _of_teams if round_.tournament.table_kind.has_members else _of_tables
    return pgn.write(_event(round_), games(round_, granted), old_software=old_software)


def _event(round_: Round) -> pgn.Event:
    tournament = round_.tournament
    days = values.days_of(tournament.round_dates)
    day = days[round_.number - 1] if round_.number <= len(days) else None
    return pgn.Event(
        name=tournament.name,
        site=" ".join(filter(None, (tournament.city, tournament.federation))),
        date=_day(day or (round_.published_at.date() if round_.published_at else tournament.starts_on)),
        round=round_.number,
        first_day=_day(tournament.starts_on),
        kind=_KINDS.get(round_.stage.system, "swiss"),
        rounds=round_.stage.planned_rounds or 0,
        time_control=tournament.time_control,
    )


def _day(day: date) -> str:
    return day.strftime("%Y.%m.%d")


def _of_tables(round_: Round, granted: Collection[Right]) -> Iterator[pgn.Paired]:
    for row in rows_of(round_, reasons=False)[0]:
        table, fact = row.pairing.table, row.result.fact if row.result else None
        result = text_of(fact)
        unplayed = fact is not None and fact.decision is Decision.FORFEIT
        sides = _side(row.first, granted), _side(row.second, granted)
        yield pgn.Paired(table, table, *sides, result.removesuffix("F"), unplayed)


def _of_teams(round_: Round, granted: Collection[Right]) -> Iterator[pgn.Paired]:
    """The boards of all matches, numbered through the round. The first team has White at odd boards."""
    known, number = lines_by_match(round_), 0
    for row in rows_of(round_, reasons=False)[0]:
        for line in known.get(row.pairing.pk, ()):
            if line.first is None or line.second is None:
                continue
            number += 1
            fact = boards.parse(line.result)
            text = text_of(fact)
            sides = _side(line.first, granted, row.first.name), _side(line.second, granted, row.second.name)
            if line.number % 2 == 0:
                sides, text = sides[::-1], _turned(text)
            unplayed = fact is not None and fact.decision is Decision.FORFEIT
            yield pgn.Paired(number, line.number, *sides, text.removesuffix("F"), unplayed)


def _turned(text: str) -> str:
    return {"1-0": "0-1", "0-1": "1-0", "1-0F": "0-1F", "0-1F": "1-0F"}.get(text, text)


def _side(player: Player | TeamMember, granted: Collection[Right], team: str = "") -> pgn.Side:
    number = player.fide_id if rights.may_read("fide_id", granted) else ""
    return pgn.Side(
        player.name,
        player.title,
        player.rating or 0,
        int(number) if number.isascii() and number.isdigit() else 0,
        player.federation if len(player.federation) == 3 else "",
        team,
    )


@dataclass(frozen=True, slots=True)
class Found:
    """A game of a file beside the table that it belongs to, if one was found."""

    row: pgn.Row
    table: Row | None

    @property
    def pairing(self) -> Pairing | None:
        return self.table.pairing if self.table else None

    @property
    def is_set(self) -> bool:
        return self.row.status is pgn.Status.SET

    @property
    def may_be_chosen(self) -> bool:
        """Whether somebody may decide that it is stored after all."""
        doubtful = self.row.status in (pgn.Status.ASK, pgn.Status.CONFLICT)
        return doubtful and self.table is not None and bool(self.row.result)


def found_in(round_: Round, data: bytes, *, tables: Collection[int] | None = None) -> list[Found]:
    """What a file says about a round, of all tables or of those that somebody enters. Raises pgn.BrokenPgn."""
    rows = {
        row.pairing.table: row
        for row in rows_of(round_, reasons=False)[0]
        if tables is None or row.pairing.table in tables
    }
    listed = [
        pgn.EnteredPairing(
            table,
            row.first.name,
            row.second.name,
            _side(row.first, rights.ALL).fide,
            _side(row.second, rights.ALL).fide,
            text_of(row.result.fact if row.result else None),
        )
        for table, row in rows.items()
    ]
    told = pgn.compare(pgn.read(data), listed, round_.number)
    return [Found(row, rows.get(row.board) if row.board is not None else None) for row in told]


def store(
    who: Who, tournament: Tournament, found: Sequence[Found], versions: Mapping[str, int], chosen: Collection[str] = ()
) -> tuple[int, list[str]]:
    """Store the results that are clear, and those that were chosen; how many, and why others were not.

    `versions` are those of the tables as somebody saw them, by the pairings' public ids.
    """
    entries = {
        each.pairing.public_id: results.Entry(
            each.pairing.public_id,
            fact_of(each.row.result),
            versions.get(each.pairing.public_id, each.pairing.version),
            results.Slip(by="PGN"),
        )
        for each in found
        if each.pairing is not None and (each.is_set or (each.may_be_chosen and each.pairing.public_id in chosen))
    }
    if not entries:
        return 0, []
    said = results.enter_results(who, tournament, list(entries.values()))
    refused = [answer.text for answer in said if isinstance(answer, Refused)]
    return len(said) - len(refused), refused
