"""Whole columns at once: the criteria of large tables, reckoned with integers.

Theory. A criterion's own definition is its contributions, and that is what derivations show. Here the same values are
reckoned for all players in one pass: points are integers over the common denominator of the scoring, an opponent's
value is one look-up in a finished column, and one fraction is made per value. That is n·r look-ups per column, some
ten times less work than making every contribution. A player with a round that has rules of its own (byes and
forfeits in Buchholz) is reckoned by the contributions. Tests hold every column equal to them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from pairings.scores import Worth, deducted, denominator
from pairings.snapshot import ByeKind, Decision, Outcome, Pairing, Result
from standings.core.exact import over_common_denominator
from standings.core.pods import of_pod
from standings.core.rules import Denominator, Rematch, Unit

if TYPE_CHECKING:
    from standings.core.reckoning import Reckoning
    from standings.core.tiebreaks.criterion import Criterion

Column = dict[int, Fraction | None]
#: A column of one criterion for all players; None leaves it to the contributions.
WholeColumn = Callable[["Criterion", "Reckoning"], Column | None]


class Totals(NamedTuple):
    """A player's rounds in integers. Points are in units of `Sums.unit`.

    `matches` and `rounds` are points and rounds of the share of matches; `regular` says that every round was played
    over the board and nothing deducted; `units` are the points of each recorded round in order.
    """

    points: int
    wins: int
    full: int
    matches: int
    rounds: int
    game_points: int
    game_most: int
    opponents: list[int]
    units: list[int]
    regular: bool


class _Tally:
    """A line while it is counted; `recorded` are the rounds that have a cell."""

    __slots__ = (
        *("points", "wins", "matches", "rounds", "game_points", "game_most"),
        *("opponents", "units", "regular", "recorded"),
    )

    def __init__(self) -> None:
        self.points = self.wins = self.matches = self.rounds = self.game_points = self.game_most = self.recorded = 0
        self.opponents: list[int] = []
        self.units: list[int] = []
        self.regular = True


class Sums:
    """Lines of all players, and fractions of units that are made once."""

    def __init__(self, reckoning: Reckoning) -> None:
        scoring = reckoning.scoring
        self.reckoning = reckoning
        self.unit = denominator(scoring, deducted(reckoning.snapshot.rounds))
        self.win = int(scoring.win * self.unit)
        self._fractions: dict[int, Fraction] = {}
        self._worth = Worth(scoring, Fraction(1, self.unit))
        self.lines: Mapping[int, Totals]
        if reckoning.memory is not None:
            self.lines = {
                number: reckoning.remember("line", number, partial(self._line, number, cells))
                for number, cells in reckoning.cells.items()
            }
        elif reckoning.has_cells or reckoning.strikes:
            self.lines = {number: self._line(number, cells) for number, cells in reckoning.cells.items()}
        else:
            self.lines = self._of_rounds()

    def fraction(self, units: int) -> Fraction:
        found = self._fractions.get(units)
        if found is None:
            found = self._fractions[units] = Fraction(units, self.unit)
        return found

    def _line(self, number: int, cells: Mapping[int, tuple[int, Result | ByeKind | None, bool]]) -> Totals:
        tally = _Tally()
        beside = self.reckoning.beside
        for played, (opponent, result, first) in cells.items():
            if isinstance(result, Result):
                self._add(tally, opponent, result, first)
                tally.opponents += beside.get((played, number), ())
            else:
                self._add_bye(tally, result)
        return self._finish(number, tally)

    def _of_rounds(self) -> dict[int, Totals]:
        """The lines straight from the recorded rounds, without a cell for each: what large tables need first."""
        reckoning = self.reckoning
        tallies = {number: _Tally() for number in reckoning.players}
        for played in reckoning.snapshot.rounds:
            if played.number > reckoning.rounds:
                break
            for pairing in played.pairings:
                first, second, result = pairing.first, pairing.second, pairing.result
                if pairing.others:
                    self._add_pod(tallies, pairing)
                elif result is None:
                    self._add_bye(tallies[first], None)
                    self._add_bye(tallies[second], None)
                else:
                    self._add(tallies[first], second, result, True)
                    self._add(tallies[second], first, result, False)
            for bye in played.byes:
                self._add_bye(tallies[bye.player], bye.kind)
        return {number: self._finish(number, tally) for number, tally in tallies.items()}

    def _add_pod(self, tallies: Mapping[int, _Tally], pairing: Pairing) -> None:
        for player, opponents, alone in of_pod(pairing):
            if alone is None:
                self._add_bye(tallies[player], None)
            else:
                self._add(tallies[player], opponents[0], alone, True)
                tallies[player].opponents += opponents[1:]

    def _add(self, tally: _Tally, opponent: int, result: Result, first: bool) -> None:
        outcome = result.first if first else result.second
        decision = result.decision
        won, lost, drawn = result.games or self.reckoning.games(result)
        paid = self._worth.sides(result)[0 if first else 1]
        tally.recorded += 1
        tally.points += paid
        tally.matches += paid
        tally.rounds += 1
        tally.game_points += 3 * (won if first else lost) + drawn
        tally.game_most += 3 * (won + lost + drawn)
        if outcome is Outcome.WIN:
            tally.wins += 1
        if decision is Decision.FORFEIT:
            tally.regular = False
        tally.opponents.append(opponent)
        tally.units.append(paid)

    def _add_bye(self, tally: _Tally, kind: ByeKind | None) -> None:
        """A bye, or None for a pairing that is still open."""
        tally.recorded += 1
        tally.regular = False
        if kind is None:
            return
        rules, won_round, paid = self.reckoning.rules.percentages, kind in _WON, self._worth.bye[kind]
        tally.points += paid
        tally.wins += won_round
        tally.units.append(paid)
        if rules.byes_in_matches or not won_round:
            tally.rounds += 1
            tally.matches += paid
        if won_round and rules.byes_in_games:
            won, lost = self.reckoning.scoring.bye_games
            tally.game_points += 3 * won
            tally.game_most += 3 * (won + lost)

    def _finish(self, number: int, tally: _Tally) -> Totals:
        rounds, regular = tally.rounds, tally.regular
        if tally.recorded < self.reckoning.rounds:
            regular = False
            rounds += self.reckoning.rounds_missed(number)
        if number in self.reckoning.deductions:
            regular = False
            tally.points += int(self.reckoning.deducted(number) * self.unit)
        return Totals(
            tally.points,
            tally.wins,
            tally.units.count(self.win),
            tally.matches,
            rounds,
            tally.game_points,
            tally.game_most,
            tally.opponents,
            tally.units,
            regular,
        )


_WON = frozenset({ByeKind.ALLOCATED, ByeKind.FULL})


def points(criterion: Criterion, reckoning: Reckoning) -> Column:
    sums = reckoning.sums
    return {number: sums.fraction(line.points) for number, line in sums.lines.items()}


def wins(criterion: Criterion, reckoning: Reckoning) -> Column:
    return {number: Fraction(line.wins) for number, line in reckoning.sums.lines.items()}


def full_points(criterion: Criterion, reckoning: Reckoning) -> Column:
    return {number: Fraction(line.full) for number, line in reckoning.sums.lines.items()}


def share_of_matches(criterion: Criterion, reckoning: Reckoning) -> Column | None:
    rules, sums = reckoning.rules.percentages, reckoning.sums
    if rules.unit is not Unit.POINTS:
        return None
    scheduled = (reckoning.snapshot.planned_rounds or reckoning.rounds) * sums.win
    fixed = rules.denominator is Denominator.SCHEDULED
    raw = {
        number: Fraction(line.matches, most) if (most := scheduled if fixed else line.rounds * sums.win) else Fraction()
        for number, line in sums.lines.items()
    }
    return _adjust(criterion, reckoning, raw)


def share_of_games(criterion: Criterion, reckoning: Reckoning) -> Column:
    raw = {
        number: Fraction(line.game_points, line.game_most) if line.game_most else Fraction()
        for number, line in reckoning.sums.lines.items()
    }
    return _adjust(criterion, reckoning, raw)


def mean_of_opponents(criterion: Criterion, reckoning: Reckoning) -> Column | None:
    inner = reckoning.column(_inner(criterion))
    known = {number: value for number, value in inner.items() if value is not None}
    whole, common = over_common_denominator(known.values()) or (None, 0)
    if whole is None:
        return None
    shares = dict(zip(known, whole, strict=True))
    once = reckoning.rules.percentages.rematch is Rematch.ONCE
    raw: Column = {}
    for number, line in reckoning.sums.lines.items():
        opponents = dict.fromkeys(line.opponents) if once else line.opponents
        found = [shares[opponent] for opponent in opponents if opponent in shares]
        combined = Fraction(sum(found), common * len(found)) if found else criterion.combine(reckoning, number, ())
        raw[number] = combined
    return _adjust(criterion, reckoning, raw)


def opponents_scores(low: int) -> WholeColumn:
    """Buchholz with so many low cuts; of equal scores it is the same which one is cut."""

    def column(criterion: Criterion, reckoning: Reckoning) -> Column:
        sums, adjusted = reckoning.sums, adjusted_units(_inner(criterion), reckoning)
        found: Column = {}
        for number, line in sums.lines.items():
            if line.regular:
                scores = [adjusted[opponent] for opponent in line.opponents]
                found[number] = sums.fraction(sum(scores) - (min(scores, default=0) if low else 0))
            else:
                found[number] = reckoning.reckon(criterion, number)[-1]
        return found

    return column


def scores_times_points(criterion: Criterion, reckoning: Reckoning) -> Column:
    sums, adjusted = reckoning.sums, adjusted_units(_inner(criterion), reckoning)
    return {
        number: Fraction(
            sum(adjusted[opponent] * paid for opponent, paid in zip(line.opponents, line.units, strict=True)),
            sums.unit**2,
        )
        if line.regular
        else reckoning.reckon(criterion, number)[-1]
        for number, line in sums.lines.items()
    }


def running_scores(criterion: Criterion, reckoning: Reckoning) -> Column:
    sums = reckoning.sums
    return {
        number: sums.fraction(sum(paid * left for left, paid in enumerate(reversed(line.units), start=1)))
        if line.regular
        else reckoning.reckon(criterion, number)[-1]
        for number, line in sums.lines.items()
    }


def adjusted_units(criterion: Criterion, reckoning: Reckoning) -> dict[int, int]:
    """Every player's adjusted score (C.07 16.3), the criterion, in units."""
    sums = reckoning.sums
    return {
        number: line.points if line.regular else int((reckoning.reckon(criterion, number)[-1] or 0) * sums.unit)
        for number, line in sums.lines.items()
    }


def _inner(criterion: Criterion) -> Criterion:
    if criterion.of is None:
        raise TypeError(f"{criterion.code} is not made of another criterion")
    return criterion.of


def _adjust(criterion: Criterion, reckoning: Reckoning, raw: Mapping[int, Fraction | None]) -> Column:
    column: Column = {}
    for number, value in raw.items():
        for adjustment in criterion.adjustments:
            value = None if value is None else adjustment.apply(reckoning, number, value)  # noqa: PLW2901
        column[number] = value
    return column
