"""Totals of every player's rounds in integers, made in one pass: what whole columns of large tables need first."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from pairings.numbers.scores import Worth, deducted_amounts, denominator
from pairings.snapshot import ByeKind, Decision, Outcome, Pairing, Result
from standings.core.facts import Facts
from standings.core.pods import of_pod

Column = dict[int, Fraction | None]


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

    def __init__(self, facts: Facts) -> None:
        scoring = facts.scoring
        self.facts = facts
        self.unit = denominator(scoring, deducted_amounts(facts.snapshot.rounds))
        self.win = int(scoring.win * self.unit)
        self._fractions: dict[int, Fraction] = {}
        self._worth = Worth(scoring, Fraction(1, self.unit))
        self.lines: Mapping[int, Totals]
        if facts.memory is not None:
            self.lines = {
                number: facts.remember("line", number, partial(self._line, number, cells))
                for number, cells in facts.cells.items()
            }
        elif facts.has_cells or facts.strikes:
            self.lines = {number: self._line(number, cells) for number, cells in facts.cells.items()}
        else:
            self.lines = self._of_rounds()

    def fraction(self, units: int) -> Fraction:
        found = self._fractions.get(units)
        if found is None:
            found = self._fractions[units] = Fraction(units, self.unit)
        return found

    def _line(self, number: int, cells: Mapping[int, tuple[int, Result | ByeKind | None, bool]]) -> Totals:
        tally = _Tally()
        beside = self.facts.beside
        for played, (opponent, result, first) in cells.items():
            if isinstance(result, Result):
                self._add(tally, opponent, result, first)
                tally.opponents += beside.get((played, number), ())
            else:
                self._add_bye(tally, result)
        return self._finish(number, tally)

    def _of_rounds(self) -> dict[int, Totals]:
        """The lines straight from the recorded rounds, without a cell for each: what large tables need first."""
        facts = self.facts
        tallies = {number: _Tally() for number in facts.players}
        for played in facts.snapshot.rounds:
            if played.number > facts.rounds:
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
        won, lost, drawn = result.games or self.facts.games(result)
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
        rules, won_round, paid = self.facts.rules.percentages, kind in _WON, self._worth.bye[kind]
        tally.points += paid
        tally.wins += won_round
        tally.units.append(paid)
        if rules.byes_in_matches or not won_round:
            tally.rounds += 1
            tally.matches += paid
        if won_round and rules.byes_in_games:
            won, lost = self.facts.scoring.bye_games
            tally.game_points += 3 * won
            tally.game_most += 3 * (won + lost)

    def _finish(self, number: int, tally: _Tally) -> Totals:
        rounds, regular = tally.rounds, tally.regular
        if tally.recorded < self.facts.rounds:
            regular = False
            rounds += self.facts.rounds_missed(number)
        if number in self.facts.deductions:
            regular = False
            tally.points += int(self.facts.deducted(number) * self.unit)
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
