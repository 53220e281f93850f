"""The facts that criteria count: each player's rounds, byes, deductions and games, read once from a snapshot.

`Sums` are totals of every player's rounds in integers, made in one pass; whole columns of large tables start from them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeVar

from pairings.numbers.scores import Worth, deducted_amounts, denominator
from pairings.snapshot import ByeKind, Decision, Outcome, Pairing, Player, Result, Scoring, Snapshot
from standings.core.exact import total
from standings.core.pods import of_pod
from standings.core.rules import MovedOf, PartOf, Rules
from standings.core.withdrawal import NOBODY, Strike, strikes


class RoundKind(StrEnum):
    """The kind of a round for a player. `AWAY` is a round before the player entered or after the player left."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    ALLOCATED = "allocated"
    FULL = "full"
    HALF = "half"
    ZERO = "zero"
    AWAY = "away"


#: Byes that the rules treat as a won match without an opponent.
WON_BYES = frozenset({RoundKind.ALLOCATED, RoundKind.FULL})


class RoundEntry(NamedTuple):
    """One round of one player: a cell of the cross table.

    `opponent` is the scheduled one, None without a pairing; `first` is whether the player is the first side of the
    pairing. `games` is (won, lost, drawn), `score` (own, the opponent's). `beside` are the other opponents at a pod,
    where a round is played against the whole table. `boards` are the player's points at each board of a match of teams.
    """

    round: int
    kind: RoundKind
    points: Fraction
    outcome: Outcome | None = None
    opponent: int | None = None
    first: bool = False
    games: tuple[int, int, int] = (0, 0, 0)
    score: tuple[int, int] | None = None
    beside: tuple[int, ...] = ()
    boards: tuple[Fraction, ...] = ()

    @property
    def opponents(self) -> tuple[int, ...]:
        """All opponents of the round."""
        return () if self.opponent is None else (self.opponent, *self.beside)


#: A recorded round: (opponent, result, whether first), or (0, the kind of bye, False). An open pairing has no result.
Cell = tuple[int, Result | ByeKind | None, bool]


#: A player's results of open rounds in one completion.
OwnResults = tuple[tuple[int, Result], ...]
T = TypeVar("T")


class _Entries(dict[int, tuple[RoundEntry, ...]]):
    """Entries of players, created on first use."""

    def __init__(self, facts: Facts) -> None:
        super().__init__()
        self._facts = facts

    def __missing__(self, number: int) -> tuple[RoundEntry, ...]:
        facts = self._facts
        self[number] = facts.remember("entries", number, lambda: facts.entries_of(number))
        return self[number]


class Facts:
    """The rounds of every player of a snapshot under one set of rules, up to a round.

    Raises ValueError if the snapshot does not have the round.
    """

    def __init__(self, snapshot: Snapshot, rules: Rules, through_round: int | None = None) -> None:
        played = snapshot.rounds[-1].number if snapshot.rounds else 0
        if through_round is not None and not 0 <= through_round <= played:
            raise ValueError(f"There is no round {through_round}: {played} rounds are recorded.")
        self.snapshot = snapshot
        self.rules = rules
        self.rounds = played if through_round is None else through_round
        self.scoring: Scoring = snapshot.scoring
        self.players: dict[int, Player] = {player.number: player for player in snapshot.players}
        self.entries: Mapping[int, tuple[RoundEntry, ...]] = _Entries(self)
        self.own_results: Mapping[int, OwnResults] = {}
        self.memory: dict[tuple[str, int, OwnResults], Any] | None = None

    @property
    def has_cells(self) -> bool:
        """Whether the cells of the players have been read, or were replaced by other cells than recorded."""
        return "cells" in self.__dict__

    @cached_property
    def cells(self) -> dict[int, dict[int, Cell]]:
        """The recorded rounds of each player by round: (opponent, result, first) or (0, kind of bye, False)."""
        found: dict[int, dict[int, Cell]] = {number: {} for number in self.players}
        for played_round in self.snapshot.rounds:
            number = played_round.number
            if number <= self.rounds:
                for pairing in played_round.pairings:
                    first, second, result = pairing.first, pairing.second, pairing.result
                    if pairing.others:
                        for player, opponents, own_result in of_pod(pairing):
                            found[player][number] = (opponents[0], own_result, True)
                        continue
                    found[first][number] = (second, result, True)
                    found[second][number] = (first, result, False)
                for bye in played_round.byes:
                    found[bye.player][number] = (0, bye.kind, False)
        for number in self.strikes:
            for played, (opponent, _, first) in found[number].items():
                found[number][played] = (opponent, None, first)
                if opponent:
                    found[opponent][played] = (number, None, not first)
        return found

    @cached_property
    def beside(self) -> Mapping[tuple[int, int], tuple[int, ...]]:
        """The opponents at a pod besides the one in the cell, by (round, player)."""
        return {
            (number, player): opponents[1:]
            for number, pairing in self.snapshot.recorded_pairings()
            if pairing.others
            for player, opponents, _alone in of_pod(pairing)
        }

    @cached_property
    def deductions(self) -> Mapping[int, tuple[tuple[int, Fraction], ...]]:
        """The (round, points) that the arbiter deducted from or gave to each player, in the rounds that count."""
        found: dict[int, tuple[tuple[int, Fraction], ...]] = {}
        for played in self.snapshot.rounds:
            for each in played.deductions if played.number <= self.rounds else ():
                if each.player not in self.strikes:
                    found[each.player] = (*found.get(each.player, ()), (played.number, each.points))
        return found

    def deduction_of(self, number: int, through: int | None = None) -> Fraction:
        """Return all points deducted from a player, or only those up to a round."""
        last = self.rounds if through is None else through
        return total(points for played, points in self.deductions.get(number, ()) if played <= last)

    @cached_property
    def strikes(self) -> Mapping[int, Strike]:
        """The struck players, whose results do not count under the rules; their games count as not played."""
        if not self.rules.strikes_below_half:
            return NOBODY
        return strikes(self.snapshot, self.rounds, self.rules.groups(self.snapshot) if self.rules.groups else ())

    def struck_games(self, number: int) -> tuple[tuple[int, int], ...]:
        """Return the (round, opponent) of the player's games that do not count because the opponent is struck."""
        if not self.strikes:
            return ()
        return tuple((played, cell[0]) for played, cell in self.cells[number].items() if cell[0] in self.strikes)

    @cached_property
    def knock_out_places(self) -> Mapping[int, tuple[int, int]]:
        """The best and the worst place of each player of a knock-out. Raises ValueError for rules of other systems."""
        if self.rules.places is None:
            raise ValueError(f"the rules {self.rules.key} give no places of a knock-out")
        return self.rules.places(self.snapshot, through=self.rounds)

    @cached_property
    def scores_of_system(self) -> Mapping[int, Sequence[PartOf]]:
        """The parts of the pairing system's own scores. Raises ValueError for rules of a system without them."""
        if self.rules.scores is None:
            raise ValueError(f"the rules {self.rules.key} give no scores of a system")
        return self.rules.scores(self.snapshot, through=self.rounds)

    @cached_property
    def moves_of_system(self) -> Mapping[int, Sequence[MovedOf]]:
        """The moves in the pairing system's list. Raises ValueError for rules of a system without one."""
        if self.rules.moves is None:
            raise ValueError(f"the rules {self.rules.key} give no moves in a list")
        return self.rules.moves(self.snapshot, through=self.rounds)

    @cached_property
    def stones(self) -> Mapping[tuple[int, int], int]:
        """The stones that a player gave in a round, by (round, player); negative if the player took them."""
        found: dict[tuple[int, int], int] = {}
        for number, pairing in self.snapshot.recorded_pairings():
            if pairing.handicap:
                found[number, pairing.first] = -pairing.handicap
                found[number, pairing.second] = pairing.handicap
        return found

    def remember(self, kind: str, number: int, make: Callable[[], T]) -> T:
        """Return a cached value that depends only on a player's own rounds.

        Completions with the same results of the player share it.
        """
        if self.memory is None:
            return make()
        key = kind, number, self.own_results.get(number, ())
        if key not in self.memory:
            self.memory[key] = make()
        found: T = self.memory[key]
        return found

    @cached_property
    def open_pairings(self) -> tuple[tuple[int, Pairing], ...]:
        return tuple(
            (number, pairing)
            for number, pairing in self.snapshot.recorded_pairings()
            if (pairing.result is None or pairing.result.decision is Decision.ADJOURNED) and number <= self.rounds
            if pairing.first not in self.strikes and pairing.second not in self.strikes
        )

    def has_left(self, number: int) -> bool:
        """Return whether the player had left by the end of the last round that counts here."""
        withdrawn = self.players[number].withdrawn
        return withdrawn is not None and withdrawn < self.rounds

    def entries_of(self, number: int) -> tuple[RoundEntry, ...]:
        """Return the player's rounds in order, without rounds whose pairing is still open.

        A round without a cell is a zero-point bye, or `AWAY` after the player left.
        """
        cells, withdrawn = self.cells[number], self.players[number].withdrawn
        absent = self.scoring.points_of_bye(ByeKind.ZERO)
        found: list[RoundEntry] = []
        for played in range(1, self.rounds + 1):
            if played not in cells:
                is_withdrawn = withdrawn is not None and played > withdrawn
                found.append(
                    RoundEntry(played, RoundKind.AWAY if is_withdrawn else RoundKind.ZERO, absent, Outcome.LOSS)
                )
            elif cells[played][1] is not None:
                entry = self._entry(played, *cells[played])
                beside = self.beside.get((played, number)) if self.beside else None
                found.append(entry._replace(beside=beside) if beside else entry)
        return tuple(found)

    def rounds_missed(self, number: int) -> int:
        """Return the number of rounds without a cell until the player left."""
        withdrawn = self.players[number].withdrawn
        last = self.rounds if withdrawn is None else min(self.rounds, withdrawn)
        cells = self.cells[number]
        return sum(played not in cells for played in range(1, last + 1))

    def games(self, result: Result) -> tuple[int, int, int]:
        """Return the games that the first player won, lost and drew.

        Without recorded games a win counts as many games as a bye. A draw is one drawn game in a best of 1, and none in
        a longer pairing, whose games are unknown. Nobody wins a game of a double loss.
        """
        if result.games is not None:
            return result.games
        won, lost = self.scoring.bye_games
        if result.first is Outcome.WIN:
            return won, lost, 0
        if result.second is Outcome.WIN:
            return lost, won, 0
        return (0, 0, 1) if result.first is Outcome.DRAW and self.scoring.best_of == 1 else (0, 0, 0)

    def _entry(self, played: int, opponent: int, result: Result | ByeKind | None, first: bool) -> RoundEntry:
        if not isinstance(result, Result):
            return self._bye(played, result or ByeKind.ZERO)
        won, lost, drawn = self.games(result)
        outcome, score = (result.first, result.score) if first else (result.second, result.score and result.score[::-1])
        return RoundEntry(
            played,
            RoundKind.PLAYED if result.played else RoundKind.FORFEIT,
            self.scoring.sides(result)[0 if first else 1],
            outcome,
            opponent,
            first,
            (won, lost, drawn) if first else (lost, won, drawn),
            score,
            boards=tuple(board[0 if first else 1] for board in result.boards),
        )

    def _bye(self, played: int, bye: ByeKind) -> RoundEntry:
        kind = RoundKind(bye.value)
        won, lost = self.scoring.bye_games
        return RoundEntry(
            played,
            kind,
            self.scoring.points_of_bye(bye),
            {RoundKind.HALF: Outcome.DRAW, RoundKind.ZERO: Outcome.LOSS}.get(kind, Outcome.WIN),
            games=(won, lost, 0) if kind in WON_BYES else (0, 0, 0),
        )


Column = dict[int, Fraction | None]


class Totals(NamedTuple):
    """A player's rounds in integers. Points are in units of `Sums.unit`.

    `matches` and `rounds` are the points and rounds that count for the share of matches. `regular` is true if every
    round was played over the board and nothing was deducted. `units` are the points of each recorded round in order.
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
    """The totals of a player while they are counted; `recorded` is the number of rounds with a cell."""

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
    """The totals of all players, and a cache of fractions of units."""

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
        """Return the totals directly from the recorded rounds, without cells; large tables need them first."""
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
        for player, opponents, own_result in of_pod(pairing):
            if own_result is None:
                self._add_bye(tallies[player], None)
            else:
                self._add(tallies[player], opponents[0], own_result, True)
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
        """Count a bye, or None for a pairing that is still open."""
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
            tally.points += int(self.facts.deduction_of(number) * self.unit)
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
