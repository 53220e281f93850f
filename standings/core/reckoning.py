"""The criteria, and the calculation of their values.

contributions -> cut -> combine -> adjustments -> value

Every step is data that a derivation can show. Most criteria are values of a single player; a group criterion orders
tied players among themselves (a mini-table) and has no value by itself.

Theory. A table of n players after r rounds needs each pairing read once (n·r) and each criterion's value once per
player. A criterion over opponents gets their values from the reckoning, which caches them. So the cost is n·r per
criterion. `Criterion` and `Reckoning` are in one module because each uses the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from pairings.snapshot import Outcome, Result, Scoring, Snapshot
from standings.core.exact import ZERO, total
from standings.core.facts import Column, Facts, OwnResults, RoundEntry, RoundKind, Sums
from standings.core.pods import at_seats
from standings.core.rules import Rules


class Contribution(NamedTuple):
    """One contribution. `opponent` is None for a bye or a dummy.

    `factor` is already multiplied into `amount`, or is the greatest possible amount where shares are counted. `weight`
    is what cuts compare (None: the amount), or what was multiplied. In a Brightwell quotient `weight` is the player's
    own discs, and `factor` the constant. `voluntary` marks a round that the player chose not to play. `stones` were
    given to the opponent and are included in the amount; stones taken are negative. `deducted` marks an amount that
    belongs to no game: the arbiter deducted or gave it in the round. In a list the amount is the number of places down,
    to `place`. `cause` is the code of the sentence that explains the amount if the round alone does not.
    """

    amount: Fraction
    round: int
    opponent: int | None = None
    factor: Fraction = Fraction(1)
    weight: Fraction | None = None
    voluntary: bool = False
    stones: int = 0
    deducted: bool = False
    cause: str = ""
    place: int = 0


class Cut(NamedTuple):
    """A contribution that does not count, at `place` among the terms; `article` is the rule that cuts it."""

    place: int
    article: str


class Show(StrEnum):
    """The display format of a value."""

    NUMBER = "number"
    PERCENT = "percent"


class Need(StrEnum):
    """The part of an open table's result that a criterion needs besides the winner."""

    SCORES = "scores"
    GAMES = "games"


class RulesPart(StrEnum):
    """A part of the rules, by its name in `Rules`."""

    PERCENTAGES = "percentages"
    CHESS = "chess"
    OTHELLO = "othello"
    SCRABBLE = "scrabble"
    LEAGUE = "league"


Contributions = Callable[["Reckoning", int], tuple[Contribution, ...]]
Combine = Callable[["Reckoning", int, Sequence[Contribution]], Fraction | None]
Cutter = Callable[["Reckoning", tuple[Contribution, ...]], tuple[Cut, ...]]
Order = Callable[["Reckoning", Sequence[int]], tuple[tuple[int, ...], ...]]
#: The amounts of one result for both sides, in any circumstances.
Pay = Callable[[Scoring, Result], tuple[Fraction, Fraction]]
#: A function of a group and two of its members: the figure of the mini-table that puts the first above the second, and
#: its value for each.
Tell = Callable[["Reckoning", Sequence[int], int, int], tuple[str, Fraction, Fraction] | None]
#: A column of one criterion for all players; None leaves it to the contributions.
WholeColumn = Callable[["Criterion", "Reckoning"], Column | None]


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A step applied to a value: a floor, a cap or a rounding. `code` names its sentence."""

    code: str
    apply: Callable[[Reckoning, int, Fraction], Fraction]


@dataclass(frozen=True, slots=True)
class Modifiers:
    """The modifiers after the slashes of a code: /C1 `low`, /M1 `low` and `high`, /P `forfeits`, /F `fore`.

    /R is `reverse`; `limit` is the k of /L+k and /L-k, in half points; `factor` is the k of /Kk.
    """

    low: int = 0
    high: int = 0
    forfeits: bool = False
    fore: bool = False
    reverse: bool = False
    limit: int = 0
    factor: int = 0


def base_of(code: str) -> str:
    """Return a code without its modifiers: BH for BH:GP/C1."""
    return code.partition("/")[0].partition(":")[0]


def marks_of(code: str) -> tuple[str, ...]:
    """Return the modifiers of a code in order: GP and C1 for BH:GP/C1."""
    head, *marks = code.split("/")
    score = head.partition(":")[2]
    return (score, *marks) if score else tuple(marks)


def same_reckoning(reckoning: Reckoning) -> Reckoning:
    return reckoning


@dataclass(frozen=True, slots=True)
class Criterion:
    """A tie-break. `code` is its key in rules and files, `name` and `about` are translatable English.

    `takes` are the letters of the modifiers that it accepts, G for `:GP`. `variant` makes the criterion for /P, /F, /L
    and /K; `cutting` makes the cut of a number of low and high contributions. `points` returns the reckoning whose
    points a mini-table counts.

    `of` is the criterion of the opponents' values in the contributions, if any. `low_wins`: the lower value is better.
    `order` is set only for a group criterion: it splits tied players, best first, into groups, and `tell` returns the
    figures for a sentence. `across` are the codes that replace it among players of different groups. `reads` is the
    part of the rules whose lines change it. `among` is set for a step among tied players: it is the criterion that
    counts in their matches.

    For tables and verdicts: `columns` are whole columns by the modifiers of the code ("" without). `rising` are the
    modifiers with which no player's better result lowers anyone's value. `own_rounds`: other players' results do not
    change it, and completions use it often. `pays` is the amount that a result adds, if that is its only effect;
    `needs` is the part of a result that the value depends on.
    """

    code: str
    name: str
    about: str
    source: str
    contributions: Contributions
    combine: Combine
    adjustments: tuple[Adjustment, ...] = ()
    cut: Cutter | None = None
    of: Criterion | None = None
    how: str = "sum"
    low_wins: bool = False
    show: Show = Show.NUMBER
    order: Order | None = None
    tell: Tell | None = None
    across: tuple[str, ...] = ()
    among: Criterion | None = None
    takes: str = ""
    variant: Callable[[Criterion, Modifiers], Criterion] | None = None
    cutting: Callable[[int, int], Cutter] | None = None
    reads: RulesPart | None = None
    columns: Mapping[str, WholeColumn] = field(default_factory=lambda: MappingProxyType({}))
    rising: frozenset[str] = frozenset()
    own_rounds: bool = False
    pays: Pay | None = None
    needs: Need | None = None
    points: Callable[[Reckoning], Reckoning] = same_reckoning

    @property
    def marks(self) -> str:
        """The modifiers of the code: "C1/P" for BH/C1/P."""
        return "/".join(marks_of(self.code))

    @property
    def column(self) -> WholeColumn | None:
        return self.columns.get(self.marks)

    @property
    def rises(self) -> bool:
        return self.marks in self.rising


class Reckoning(Facts):
    """The values of criteria for the players of one snapshot. Raises ValueError as `Facts` does."""

    def __init__(self, snapshot: Snapshot, rules: Rules, through_round: int | None = None) -> None:
        super().__init__(snapshot, rules, through_round)
        self._values: dict[str, Column] = {}

    @cached_property
    def sums(self) -> Sums:
        return Sums(self)

    @cached_property
    def points(self) -> dict[int, Fraction]:
        if self.scoring.zero_bye:
            points_of_games = {number: total(entry.points for entry in self.entries[number]) for number in self.players}
            return {number: points + self.deduction_of(number) for number, points in points_of_games.items()}
        return {number: self.sums.fraction(line.points) for number, line in self.sums.lines.items()}

    @cached_property
    def fore(self) -> Reckoning:
        """The reckoning with every paired game of the last round as a draw over the board; byes stay unchanged."""
        other = Reckoning(self.snapshot, self.rules, self.rounds)
        drawn = Result(Outcome.DRAW, Outcome.DRAW, games=(0, 0, self.scoring.best_of))
        other.cells = {
            number: {
                played: (cell[0], drawn, cell[2]) if played == self.rounds and isinstance(cell[1], Result) else cell
                for played, cell in cells.items()
            }
            for number, cells in self.cells.items()
        }
        return other

    @cached_property
    def by_games(self) -> Reckoning:
        """The reckoning with the game points of teams in place of match points."""
        return GamePointReckoning(self)

    def complete(self, results: Mapping[tuple[int, int], Sequence[Result]]) -> Reckoning:
        """Return the reckoning with results for open pairings, by (round, table), without reading closed rounds again.

        There is one result for each seat, from the view of its player, because a bound may let both sides win.
        """
        other = Reckoning(self.snapshot, self.rules, self.rounds)
        cells = dict(self.cells)
        own: dict[int, OwnResults] = {}
        for number, pairing in self.open_pairings:
            found = results.get((number, pairing.table))
            if found is not None:
                for player, opponent, result, first in at_seats(pairing, found):
                    cells[player] = {**cells[player], number: (opponent, result, first)}
                    own[player] = (*own.get(player, ()), (number, result))
        other.cells = cells
        self.memory = {} if self.memory is None else self.memory
        other.own_results, other.memory, other.stones, other.beside = own, self.memory, self.stones, self.beside
        return other

    def value(self, criterion: Criterion, number: int) -> Fraction | None:
        column = self._column_of(criterion)
        if number not in column:
            column[number] = (
                self.remember(criterion.code, number, lambda: self.reckon(criterion, number)[-1])
                if criterion.own_rounds
                else self.reckon(criterion, number)[-1]
            )
        return column[number]

    def column(self, criterion: Criterion, numbers: Iterable[int] | None = None) -> Mapping[int, Fraction | None]:
        """Return the values of at least these players, by default of all."""
        column_values = self._column_of(criterion)
        if len(column_values) < len(self.players):
            for number in self.players if numbers is None else numbers:
                self.value(criterion, number)
        return column_values

    def reckon(self, criterion: Criterion, number: int) -> tuple[Fraction | None, ...]:
        """Return the value before and after each adjustment; the last one counts."""
        steps = [criterion.combine(self, number, self.uncut(criterion, number))]
        for adjustment in criterion.adjustments:
            value = steps[-1]
            steps.append(None if value is None else adjustment.apply(self, number, value))
        return tuple(steps)

    def uncut(self, criterion: Criterion, number: int) -> tuple[Contribution, ...]:
        """Return the contributions that are not cut."""
        terms = criterion.contributions(self, number)
        if criterion.cut is None:
            return terms
        cut_places = {cut.place for cut in criterion.cut(self, terms)}
        return tuple(term for place, term in enumerate(terms) if place not in cut_places)

    def _column_of(self, criterion: Criterion) -> Column:
        column = self._values.get(criterion.code)
        if column is None:
            quick = None if self.scoring.zero_bye else criterion.column
            column = self._values[criterion.code] = (quick(criterion, self) if quick else None) or {}
        return column


def games_of_match(reckoning: Reckoning, entry: RoundEntry) -> Fraction:
    """Return the points of the boards of a round. Without a played board the winner of a match gets all; a bye gets its
    share of a win.
    """
    boards = Fraction(reckoning.scoring.best_of)
    if entry.opponent is None:
        return {RoundKind.ALLOCATED: boards / 2, RoundKind.FULL: boards, RoundKind.HALF: boards / 2}.get(
            entry.kind, ZERO
        )
    if entry.kind is RoundKind.FORFEIT:
        return boards if entry.outcome is Outcome.WIN else ZERO
    return entry.games[0] + Fraction(entry.games[2], 2)


class GamePointReckoning(Reckoning):
    """The same rounds with game points in place of match points (C.07 11.1.2), for teams by criteria of single players
    (`:GP`).

    A won match is worth all boards, a drawn one half of them; match outcomes stay unchanged. Deductions of the arbiter
    are in match points only. `whole` is the reckoning by match points.
    """

    def __init__(self, whole: Reckoning) -> None:
        super().__init__(whole.snapshot, whole.rules, whole.rounds)
        boards = Fraction(whole.scoring.best_of)
        self.whole = whole
        self.scoring = replace(whole.scoring, win=boards, draw=boards / 2, loss=ZERO)

    def entries_of(self, number: int) -> tuple[RoundEntry, ...]:
        """Return the rounds with game points."""
        return tuple(entry._replace(points=games_of_match(self, entry)) for entry in self.whole.entries[number])

    @cached_property
    def deductions(self) -> Mapping[int, tuple[tuple[int, Fraction], ...]]:
        return {}

    @cached_property
    def points(self) -> dict[int, Fraction]:
        return {number: total(entry.points for entry in self.entries[number]) for number in self.players}

    @cached_property
    def fore(self) -> Reckoning:
        return self.whole.fore.by_games

    @cached_property
    def sums(self) -> Sums:
        """The sums by match points; the opponents are the same."""
        return self.whole.sums

    def _column_of(self, criterion: Criterion) -> Column:
        """Return the cache of single values, because whole columns use match points."""
        return self._values.setdefault(criterion.code, {})
