"""Export a round as PGN for electronic boards and broadcasts, and import results of a round from such a file.

A file contains what its reader may know: FIDE IDs are for those who may read personal data. Nothing is stored before a
user has seen the rows; doubtful results are stored only if the user chose them.
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
from tournaments.rounds.tables import TableRow, rows_of
from tournaments.teams import boards as team_boards
from tournaments.teams.matches import lines_by_match

_TEXTS = {
    (Outcome.WIN, Outcome.LOSS): "1-0",
    (Outcome.LOSS, Outcome.WIN): "0-1",
    (Outcome.DRAW, Outcome.DRAW): "1/2-1/2",
}
_OUTCOMES = {text: outcomes for outcomes, text in _TEXTS.items()}
#: Pairing systems in the notation of the PGN tag for the kind of an event.
_KINDS = {"round-robin": "round-robin", "knock-out": "knockout", "team-swiss": "team-swiss"}


def has_pgn(tournament: Tournament) -> bool:
    """Return whether chess games are played at the tables, or at the boards of team matches."""
    return tournament.game == "chess" and tournament.table_kind.has_sides


def reads_pgn(round_: Round) -> bool:
    """Return whether each result of the round is one game, or boards of one game each, as a PGN file needs it."""
    tournament = round_.tournament
    if not has_pgn(tournament):
        return False
    return tournament.table_kind.has_members or tournament.scoring_of(round_.best_of).best_of == 1


def text_of(fact: ResultFact | None) -> str:
    """Return a result in PGN notation, with an F after a forfeit; "" if it is open or PGN has no notation for it."""
    text = _TEXTS.get((fact.first, fact.second), "") if fact is not None else ""
    return f"{text}F" if text and fact is not None and fact.decision is Decision.FORFEIT else text


def fact_of(text: str) -> ResultFact:
    """Return the result that such a text stands for."""
    decision = Decision.FORFEIT if text.endswith("F") else Decision.PLAYED
    return ResultFact(*_OUTCOMES[text.removesuffix("F")], decision)


@dataclass(frozen=True, slots=True)
class PgnGame:
    """A game of the round: its number, the table, and the `board` of a team match, 0 for a single game.

    `result` is from the view of White and Black.
    """

    number: int
    table: TableRow
    board: int
    white: Player | TeamMember
    black: Player | TeamMember
    white_team: str
    black_team: str
    fact: ResultFact | None

    @property
    def is_turned(self) -> bool:
        """Whether White plays for the second team: the first team has White at odd boards."""
        return bool(self.board) and self.board % 2 == 0

    @property
    def result(self) -> str:
        return _turn_result(text_of(self.fact)) if self.is_turned else text_of(self.fact)

    @property
    def key(self) -> str:
        """The name of the game's field in a form."""
        return f"{self.table.pairing.public_id}-{self.board}" if self.board else self.table.pairing.public_id


def write_round(round_: Round, granted: Collection[Right], *, old_software: bool = False) -> str:
    """Return the games of a round as PGN, without byes, with the data that the reader may know."""
    games = (_as_paired(each, granted) for each in games_of(round_))
    return pgn.write(_event(round_), games, old_software=old_software)


def games_of(round_: Round) -> Iterator[PgnGame]:
    """Yield the games of a round in order, without byes and empty boards."""
    return _of_teams(round_) if round_.tournament.table_kind.has_members else _of_tables(round_)


def _as_paired(game: PgnGame, granted: Collection[Right]) -> pgn.PgnPairing:
    unplayed = game.fact is not None and game.fact.decision is Decision.FORFEIT
    sides = _side(game.white, granted, game.white_team), _side(game.black, granted, game.black_team)
    return pgn.PgnPairing(game.number, game.board or game.number, *sides, game.result.removesuffix("F"), unplayed)


def _event(round_: Round) -> pgn.PgnEvent:
    tournament = round_.tournament
    days = values.days_of(tournament.round_dates)
    day = days[round_.number - 1] if round_.number <= len(days) else None
    return pgn.PgnEvent(
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


def _of_tables(round_: Round) -> Iterator[PgnGame]:
    for row in rows_of(round_, reasons=False)[0]:
        fact = row.result.fact if row.result else None
        yield PgnGame(row.pairing.table, row, 0, row.first, row.second, "", "", fact)


def _of_teams(round_: Round) -> Iterator[PgnGame]:
    """Yield the boards of all matches, numbered through the round."""
    lines, number = lines_by_match(round_), 0
    for row in rows_of(round_, reasons=False)[0]:
        for line in lines.get(row.pairing.pk, ()):
            if line.first is None or line.second is None:
                continue
            number += 1
            sides = (line.first, line.second), (row.first.name, row.second.name)
            players, teams = sides if line.number % 2 else (sides[0][::-1], sides[1][::-1])
            yield PgnGame(number, row, line.number, *players, *teams, boards.parse(line.result))


def matches_without_players(round_: Round) -> int:
    """Return the number of team matches without line-ups, whose games no file can match."""
    if not round_.tournament.table_kind.has_members:
        return 0
    match_keys = {each.table.pairing.pk for each in _of_teams(round_)}
    return sum(row.pairing.pk not in match_keys for row in rows_of(round_, reasons=False)[0])


def _turn_result(text: str) -> str:
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
class MatchedGame:
    """A game of a file with the matching game of the round, if one was found."""

    row: pgn.PgnRow
    game: PgnGame | None

    @property
    def pairing(self) -> Pairing | None:
        return self.game.table.pairing if self.game else None

    @property
    def is_set(self) -> bool:
        return self.row.status is pgn.Status.SET

    @property
    def may_be_chosen(self) -> bool:
        """Whether the user may choose to save it despite a doubt."""
        doubtful = self.row.status in (pgn.Status.ASK, pgn.Status.CONFLICT)
        return doubtful and self.game is not None and bool(self.row.result)


def match_games(round_: Round, data: bytes, *, tables: Collection[int] | None = None) -> list[MatchedGame]:
    """Match the games in a file with those of a round, or of the given tables only. Raises pgn.BrokenPgn."""
    games = {each.number: each for each in games_of(round_) if tables is None or each.table.pairing.table in tables}
    listed = [
        pgn.EnteredPairing(
            number,
            each.white.name,
            each.black.name,
            _side(each.white, rights.ALL).fide,
            _side(each.black, rights.ALL).fide,
            each.result,
        )
        for number, each in games.items()
    ]
    of_teams = round_.tournament.table_kind.has_members
    rows = pgn.compare(pgn.read(data), listed, round_.number, of_teams=of_teams)
    return [MatchedGame(row, games.get(row.board) if row.board is not None else None) for row in rows]


def store(
    who: Who,
    tournament: Tournament,
    found: Sequence[MatchedGame],
    versions: Mapping[str, int],
    chosen: Collection[str] = (),
) -> tuple[int, list[str]]:
    """Store the clear results and the chosen ones; return their number, and the reasons why others were not stored.

    `versions` are those of the tables as the user saw them, by the pairings' public ids; `chosen` are keys of games.
    """
    wanted = {
        each.game.key: (each.game, each.row.result)
        for each in found
        if each.game is not None and (each.is_set or (each.may_be_chosen and each.game.key in chosen))
    }
    if not wanted:
        return 0, []
    games = list(wanted.values())
    if tournament.table_kind.has_members:
        return _store_boards(who, tournament, games, versions)
    entries = [
        results.ResultEntry(
            game.key, fact_of(text), versions.get(game.key, game.table.pairing.version), results.Slip(by="PGN")
        )
        for game, text in games
    ]
    answers = results.enter_results(who, tournament, entries)
    refused = [answer.text for answer in answers if isinstance(answer, Refused)]
    return len(answers) - len(refused), refused


def _store_boards(
    who: Who, tournament: Tournament, games: Sequence[tuple[PgnGame, str]], versions: Mapping[str, int]
) -> tuple[int, list[str]]:
    """Store the results of boards, match by match; return their number, and the reasons why others were not stored."""
    matches: dict[str, dict[int, ResultFact]] = {}
    rows: dict[str, Pairing] = {}
    for game, text in games:
        row = game.table.pairing
        rows[row.public_id] = row
        result = fact_of(_turn_result(text) if game.is_turned else text)
        matches.setdefault(row.public_id, {})[game.board] = result
    entries = [
        team_boards.Boards(
            rows[key],
            [known.get(board) for board in range(1, tournament.best_of + 1)],
            versions.get(key, rows[key].version),
        )
        for key, known in matches.items()
    ]
    answers = team_boards.enter_boards_of_round(who, tournament, entries, results.Slip(by="PGN"))
    stored = sum(len(known) for known, answer in zip(matches.values(), answers, strict=True) if answer is None)
    return stored, [answer.text for answer in answers if answer is not None]
