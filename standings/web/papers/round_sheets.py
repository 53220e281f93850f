"""The sheets of one round: pairings by table and by name, result slips, a results board, signs for tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import TypeVar

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from paper.sheets import Column, Sheet, Side, Signs, Slip, Slips, Table
from tournaments.core.games import GAMES
from tournaments.core.words.figures import local, points_in_words
from tournaments.core.words.names import isolate
from tournaments.models import Player, Round, Tournament
from tournaments.public.cards import start_position
from tournaments.rounds.tables import ByeRow, TableRow, points_before_round, rows_of, with_teams
from tournaments.teams.matches import BoardLine, lines_by_match

T = TypeVar("T")

#: Font sizes in points: lists on a wall are read from two metres.
BY_TABLE, BY_NAME, TO_WRITE = 11, 12, 14
#: The number of boards above which a slip needs its own sheet, and the numbers of slips on a sheet.
MANY_BOARDS, OF_MATCH, OF_TWO, OF_POD = 5, 2, 4, 3


def bye_in_words(label: str) -> str:
    """Return the name of a bye, as on the pages."""
    return render_to_string("shared/bye.html", {"kind": label}).strip()


class OfRound:
    """A round with its tables, read once for all sheets."""

    def __init__(self, round_: Round) -> None:
        self.round = round_
        self.tournament: Tournament = round_.tournament
        self.rows, self.byes = rows_of(round_, scores=points_before_round(round_), reasons=False)
        with_teams(round_, self.rows, self.byes)
        self.of = _("Round {number}").format(number=round_.number)
        self.has_sides = self.tournament.table_kind.has_sides

    def pairings(self) -> Sheet:
        """Return the pairings by table."""
        lines = [self._line(row) for row in self.rows]
        lines += [self._of_bye(bye) for bye in self.byes]
        return Table(
            title=_("Pairings"), of=self.of, columns=self._columns(), rows=tuple(lines), size=BY_TABLE,
            landscape=not self.has_sides,
        )  # fmt: skip

    def names(self) -> Sheet:
        """Return all players by name, with table and side."""
        lines = [(player, row, seat) for row in self.rows for seat, player in enumerate(row.players)]
        found = [
            (player.by_name, (title_and_name(player), table_of(row), self.seat_of(seat))) for player, row, seat in lines
        ]
        found += [(bye.player.by_name, (title_and_name(bye.player), bye_in_words(bye.label), "")) for bye in self.byes]
        columns = (
            Column(pgettext("name of a person or a team", "Name"), share=1),
            Column(str(self.tournament.table_words.name), "right", bold=True),
            Column("", "center"),
        )
        rows = tuple(line for _key, line in sorted(found))
        return Table(
            title=_("Pairings by name"), of=self.of, columns=columns, rows=rows, size=BY_NAME, halves=True
        )  # fmt: skip

    def slips(self) -> Sheet:
        """Return result slips in cutting order."""
        boards = lines_by_match(self.round) if self.tournament.table_kind.has_members else {}
        slips = [self._slip(replace(row, boards=boards.get(row.pairing.pk, ()))) for row in self.rows]
        most = max((len(slip.boards) for slip in slips), default=0)
        a_sheet = OF_TWO if self.has_sides or self.tournament.table_kind.has_partners else OF_POD
        if most:
            a_sheet = OF_MATCH if most <= MANY_BOARDS else 1
        return Slips(
            title=_("Result slips"), of=self.of, a_sheet=a_sheet, slips=cutting_order(slips, a_sheet),
            signature=_("All sign the result.") if a_sheet == OF_POD else _("Both sign the result."),
        )  # fmt: skip

    def board(self) -> Table:
        """Return the pairings with empty boxes for results, as a large sheet for the wall."""
        columns = self._columns(empty=True)
        rows = tuple(self._line(row, empty=True) for row in self.rows)
        return Table(
            title=_("Result board"), of=self.of, columns=columns, rows=rows, size=TO_WRITE, boxes=True, larger=True
        )  # fmt: skip

    def to_write(self) -> Sheet:
        """Return the result board on the usual paper, for the arbiter's own notes."""
        return replace(self.board(), title=_("Pairings to write on"), size=BY_TABLE, larger=False)

    def signs(self) -> Sheet:
        """Return a sign for each table."""
        found = tuple((table_of(row), self.sides(row)) for row in self.rows)
        return Signs(title=_("Signs with numbers"), of=self.of, signs=found)

    def _columns(self, *, empty: bool = False) -> tuple[Column, ...]:
        table = Column(str(self.tournament.table_words.name), "right", bold=True)
        if not self.has_sides:
            return table, Column(_("Players"), share=4), Column(_("Result"), "center", share=1)
        points, result = Column(_("Points"), "right"), Column(_("Result"), "center", share=2 if empty else 0)
        first, second = (
            Column(self.tournament.first_side, share=4),
            Column(self.tournament.second_side, share=4),
        )
        return (table, first, result, second) if empty else (table, points, first, result, second, points)

    def _line(self, row: TableRow, *, empty: bool = False) -> tuple[str, ...]:
        result = "" if empty else row.shown or "–"
        if not self.has_sides:
            return table_of(row), _players_at_table(row), result
        first, second = name_and_rating(row.first), name_and_rating(row.second)
        if empty:
            return table_of(row), title_and_name(row.first), "", title_and_name(row.second)
        return table_of(row), row.was_first, first, result, second, row.was_second

    def _of_bye(self, bye: ByeRow) -> tuple[str, ...]:
        if not self.has_sides:
            return "", title_and_name(bye.player), bye_in_words(bye.label)
        return "", bye.was, name_and_rating(bye.player), bye_in_words(bye.label), "", ""

    def seat_of(self, seat: int) -> str:
        """Return a player's side at a table as text for a list."""
        if self.tournament.table_kind.has_partners:
            return (self.tournament.first_side, self.tournament.second_side)[seat % 2]
        if not self.has_sides:
            return str(seat + 1)
        side = (self.tournament.first_side, self.tournament.second_side)[seat]
        return side[:1]

    def sides(self, row: TableRow) -> tuple[Side, ...]:
        if self.tournament.table_kind.has_partners:
            return self._of_partners(row)
        tournament, came = self.tournament, (row.was_first, row.was_second, *(was for _who, was in row.beside))
        sides = []
        for seat, (player, was) in enumerate(zip(row.players, came, strict=True)):
            called = (tournament.first_side, tournament.second_side)[seat] if self.has_sides else str(seat + 1)
            sides.append(Side(called, title_and_name(player), describe_player(player, was)))
        return tuple(sides)

    def _boards(self, row: TableRow) -> Sequence[BoardLine]:
        """Return the boards of a match; empty ones to fill in if no line-up is known."""
        return row.boards or (empty_boards(self.tournament) if self.tournament.table_kind.has_members else ())

    def at_table(self, row: TableRow) -> tuple[Side, ...]:
        """Return all players at a table, each partner separately."""
        if not self.tournament.table_kind.has_partners:
            return self.sides(row)
        called = (self.tournament.first_side, self.tournament.second_side)
        sides = zip(called, row.sides, strict=True)
        return tuple(
            Side(side, title_and_name(each.player), describe_player(each.player, ""))
            for side, players in sides
            for each in players
        )

    def _of_partners(self, row: TableRow) -> tuple[Side, ...]:
        """Return the two sides with the names of the partners."""
        tournament = self.tournament
        return tuple(
            Side(called, " · ".join(title_and_name(each.player) for each in players), "")
            for called, players in zip((tournament.first_side, tournament.second_side), row.sides, strict=True)
        )

    def _slip(self, row: TableRow) -> Slip:
        tournament = self.tournament
        start = start_position(self.round, row.pairing.table)
        note = "" if start is None else _("Start position {number}").format(number=start.number)
        boards = tuple(board_line(tournament, line) for line in self._boards(row))
        of_games = tournament.score_kind or row.pairing.round.best_of not in {None, 1} or tournament.best_of > 1
        results = () if of_games or boards or not self.has_sides else _results(tournament)
        return Slip(table_of(row), self.sides(row), results, boards, note)


def names_of_all(rounds: Sequence[Round]) -> Table:
    """Return all players of several sections by name, with section and table."""
    found = []
    for each in map(OfRound, rounds):
        section = each.tournament.section
        found += [
            (player.by_name, (title_and_name(player), section, table_of(row), each.seat_of(seat)))
            for row in each.rows
            for seat, player in enumerate(row.players)
        ]
        found += [
            (bye.player.by_name, (title_and_name(bye.player), section, bye_in_words(bye.label), ""))
            for bye in each.byes
        ]
    columns = (
        Column(pgettext("name of a person or a team", "Name"), share=3),
        Column(pgettext("tournament of an event", "Section"), share=2),
        Column(_table_heading(rounds), "right", bold=True),
        Column("", "center"),
    )
    rows = tuple(line for _key, line in sorted(found))
    return Table(
        title=_("Pairings by name"), of=_("All sections"), columns=columns, rows=rows, size=BY_NAME, halves=True
    )


def _table_heading(rounds: Sequence[Round]) -> str:
    """Return the word for a table in all sections, or "table" if they differ."""
    names = {str(round_.tournament.table_words.name) for round_ in rounds}
    return names.pop() if len(names) == 1 else pgettext("furniture in the hall", "Table")


def empty_boards(tournament: Tournament) -> tuple[BoardLine, ...]:
    """Return the empty boards of a match without line-ups."""
    return tuple(BoardLine(at + 1, None, None, "") for at in range(tournament.best_of))


def board_line(tournament: Tournament, line: BoardLine) -> tuple[str, str, str]:
    """Return the number of a board and its players; in chess with colours, which alternate from board to board."""
    names = [each.name if each else "" for each in (line.first, line.second)]
    if tournament.game != GAMES["chess"].key:
        return str(line.number), names[0], names[1]
    sides = [tournament.first_side, tournament.second_side]
    first, second = sides if line.number % 2 else sides[::-1]
    one, two = (f"{name} ({side})".strip() for name, side in zip(names, (first, second), strict=True))
    return str(line.number), one, two


def _results(tournament: Tournament) -> tuple[str, ...]:
    first, second = "1 – 0", "0 – 1"
    return (first, "½ – ½", second) if tournament.draws_allowed else (first, second)


def _players_at_table(row: TableRow) -> str:
    """Return all players at a table; partners side by side."""
    if not row.sides:
        return " · ".join(map(title_and_name, row.players))
    return " – ".join(" · ".join(title_and_name(each.player) for each in side) for side in row.sides)


def table_of(row: TableRow) -> str:
    number = str(row.pairing.table)
    return f"{number} · {row.room}" if row.room else number


def title_and_name(player: Player) -> str:
    """Return the player's title and name, isolated, so that a number beside it stays on its side."""
    return isolate(f"{player.title} {player.name}".strip())


def name_and_rating(player: Player) -> str:
    """Return the player's title and name, with the rating or the Go rank."""
    also = player.rank or (str(player.rating) if player.rating else "")
    return f"{title_and_name(player)}  {also}".rstrip()


def describe_player(player: Player, points: str) -> str:
    """Return the player's other facts: federation, rating, and the points before the round."""
    worth = points_in_words(points, local(points)) if points else ""
    parts = (getattr(player, "plays_for", ""), player.federation, player.rank or str(player.rating or ""), worth)
    return " · ".join(part for part in parts if part)


def cutting_order(slips: Sequence[T], a_sheet: int) -> tuple[T | None, ...]:
    """Return the slips sheet after sheet, so that cut stacks are in order: position p of all sheets, then p + 1 of all
    sheets, and so on.
    """
    sheets = ceil(len(slips) / a_sheet)
    return tuple(
        slips[place * sheets + sheet] if place * sheets + sheet < len(slips) else None
        for sheet in range(sheets)
        for place in range(a_sheet)
    )
