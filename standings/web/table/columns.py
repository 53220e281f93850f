"""The columns of the table: criteria, decisive mini-tables, and other values that the game counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext

from pairings.numbers import amounts
from standings.core.rank import PER_GAME, Row, Standings
from standings.core.reckoning import base_of
from standings.core.records import MatchRecord, records
from standings.core.rules import Rules
from standings.core.tiebreaks import tiebreak
from standings.explain import wording
from standings.explain.formatting import plain, text
from tournaments.core.games import GAMES
from tournaments.core.tables import kind_of
from tournaments.core.words.figures import local
from tournaments.core.words.texts import translate
from tournaments.models import Tournament

#: Criteria that are differences of scores inside pairings.
DIFFERENCES = frozenset({"GD", "DIFF", "SPREAD"})


class Column(NamedTuple):
    """A column with its head; `record` marks one that does not rank and has no derivation."""

    head: str
    name: str
    about: str
    record: bool = False


class Cell(NamedTuple):
    """A cell: `code` links to the derivation of its number, empty if there is none."""

    text: str
    code: str = ""
    record: bool = False


def head_of(code: str, rules: Rules) -> str:
    """Return the heading of a criterion; for external values the name in the rules, if there is one."""
    return rules.outside if rules.outside and base_of(code) == "OUT" else translate(tiebreak(code).name)


class Columns:
    """The columns of a table and their cells: the record follows the first criterion."""

    def __init__(self, table: Standings, tournament: Tournament) -> None:
        self._table = table
        first = [PER_GAME] if table.rules.one_table and PER_GAME in table.columns else []
        chain = (code for code in table.rules.chain if code not in first)
        self._codes = [*first, *(code for code in chain if code in table.columns or code in table.mini_tables)]
        self._record = _Records(table, tournament)
        matches = {"PTS": gettext("Match points"), "MPVGP": gettext("Game points")}
        self._of_teams = matches if kind_of(tournament).counts_boards and not table.reckoning.scoring.by_games else {}

    def heads(self) -> list[Column]:
        """Return the heads in order."""
        found = [Column(self._short(code), self._name(code), about(code)) for code in self._codes]
        return [*found[:1], *self._record.heads(), *found[1:]]

    def _name(self, code: str) -> str:
        return self._of_teams.get(code) or head_of(code, self._table.rules)

    def _short(self, code: str) -> str:
        """Return the short head: the code, the rules' name of external values, or words for the points of teams."""
        if base_of(code) == "OUT" and self._table.rules.outside:
            return head_of(code, self._table.rules)
        return self._of_teams.get(code, code)

    def cells(self, row: Row) -> list[Cell]:
        """Return the cells of a line in the order of the heads."""
        found = [self._cell(row, code) for code in self._codes]
        return [*found[:1], *self._record.cells(row), *found[1:]]

    def _cell(self, row: Row, code: str) -> Cell:
        if code in row.values:
            return Cell(local(text(row.values[code], code, self._table)), code)
        among = self._table.mini_tables[code].get(row.player)
        return Cell("") if among is None else Cell(local(plain(among, self._table)), code)


class _Records:
    def __init__(self, table: Standings, tournament: Tournament) -> None:
        scoring = table.reckoning.scoring
        self._records: Mapping[int, MatchRecord] = records(table.reckoning)
        self._draws = scoring.draws
        self._halves = scoring.halves
        self._tally = GAMES[tournament.game].tally if scoring.keeps_score or scoring.best_of > 1 else ""
        self._difference = bool(self._tally) and DIFFERENCES.isdisjoint(table.rules.chain)

    def heads(self) -> list[Column]:
        byes = gettext("A bye counts as a match with the result that its points match.")
        if self._draws:
            heads = [Column(gettext("W-D-L"), gettext("Matches won, drawn and lost"), byes, record=True)]
        else:
            heads = [Column(gettext("W-L"), gettext("Matches won and lost"), byes, record=True)]
        if self._tally:
            heads.append(Column(str(self._tally), str(self._tally), gettext("For and against"), record=True))
        if self._difference:
            heads.append(Column("+/−", str(self._tally), gettext("For minus against"), record=True))
        return heads

    def cells(self, row: Row) -> list[Cell]:
        mine = self._records[row.player]
        matches = (mine.won, mine.drawn, mine.lost) if self._draws else (mine.won, mine.lost)
        texts = [_join(matches)]
        if self._tally:
            texts.append(
                "-".join(
                    amounts.decimal_text(each, halves=self._halves) for each in (mine.own_score, mine.opponent_score)
                )
            )
        if self._difference:
            texts.append(_format_signed(mine.own_score - mine.opponent_score, halves=self._halves))
        return [Cell("" if row.struck else local(each), record=True) for each in texts]


def _join(numbers: Sequence[int]) -> str:
    return "-".join(map(str, numbers))


def _format_signed(difference: Fraction, *, halves: bool) -> str:
    text = amounts.decimal_text(difference, halves=halves).replace("-", "−")
    return f"+{text}" if difference > 0 else text


def about(code: str) -> str:
    """Return the description of a criterion, with the effect of its modifiers."""
    return " ".join(filter(None, (translate(tiebreak(code).about), wording.variant(code, translate))))
