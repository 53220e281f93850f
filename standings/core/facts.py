"""The facts that criteria count: each player's rounds, byes, deductions and games, read once from a snapshot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from pairings.snapshot import ByeKind, Decision, Outcome, Pairing, Player, Result, Scoring, Snapshot
from standings.core.exact import total
from standings.core.pods import of_pod
from standings.core.rules import MovedOf, PartOf, Rules
from standings.core.withdrawal import NOBODY, Strike, strikes


class Kind(StrEnum):
    """What a round was for a player. `AWAY` is a round before the player came or after the player left."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    ALLOCATED = "allocated"
    FULL = "full"
    HALF = "half"
    ZERO = "zero"
    AWAY = "away"


#: Byes that the rules treat as a won match without an opponent.
WON_BYES = frozenset({Kind.ALLOCATED, Kind.FULL})


class Entry(NamedTuple):
    """One round of one player: the cell of the cross table.

    `opponent` is the scheduled one, None without a pairing; `first` tells the side of the pairing. `games` is (won,
    lost, drawn), `score` (own, the opponent's). `beside` are the other opponents at a pod, which is a round against the
    table. `boards` are the own points at each board of a match of teams.
    """

    round: int
    kind: Kind
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
        """Everybody who was met in the round."""
        return () if self.opponent is None else (self.opponent, *self.beside)


#: A recorded round: (opponent, result, whether first), or (0, the kind of bye, False). An open pairing has no result.
Cell = tuple[int, Result | ByeKind | None, bool]


#: Results of a player's open rounds in one completion.
OwnResults = tuple[tuple[int, Result], ...]
T = TypeVar("T")


class _Entries(dict[int, tuple[Entry, ...]]):
    """Entries of players, made when they are first asked for."""

    def __init__(self, facts: Facts) -> None:
        super().__init__()
        self._facts = facts

    def __missing__(self, number: int) -> tuple[Entry, ...]:
        facts = self._facts
        self[number] = facts.remember("entries", number, lambda: facts.entries_of(number))
        return self[number]


class Facts:
    """The rounds of every player of a snapshot under one set of rules, up to a round.

    Raises ValueError when the snapshot has no such round.
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
        self.entries: Mapping[int, tuple[Entry, ...]] = _Entries(self)
        self.own_results: Mapping[int, OwnResults] = {}
        self.memory: dict[tuple[str, int, OwnResults], Any] | None = None

    @property
    def has_cells(self) -> bool:
        """Whether the rounds of each player have been laid out, or were given otherwise than recorded."""
        return "cells" in self.__dict__

    @cached_property
    def cells(self) -> dict[int, dict[int, Cell]]:
        """Every player's recorded rounds: (opponent, result, first) or (0, kind of bye, False), by round."""
        found: dict[int, dict[int, Cell]] = {number: {} for number in self.players}
        for played_round in self.snapshot.rounds:
            number = played_round.number
            if number <= self.rounds:
                for pairing in played_round.pairings:
                    first, second, result = pairing.first, pairing.second, pairing.result
                    if pairing.others:
                        for player, opponents, alone in of_pod(pairing):
                            found[player][number] = (opponents[0], alone, True)
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
        """The opponents at a pod beside the one in the cell, by (round, player)."""
        return {
            (number, player): opponents[1:]
            for number, pairing in self.snapshot.recorded_pairings()
            if pairing.others
            for player, opponents, _alone in of_pod(pairing)
        }

    @cached_property
    def deductions(self) -> Mapping[int, tuple[tuple[int, Fraction], ...]]:
        """(round, points) that the arbiter deducted from players, or gave, in the rounds that count here."""
        found: dict[int, tuple[tuple[int, Fraction], ...]] = {}
        for played in self.snapshot.rounds:
            for each in played.deductions if played.number <= self.rounds else ():
                if each.player not in self.strikes:
                    found[each.player] = (*found.get(each.player, ()), (played.number, each.points))
        return found

    def deducted(self, number: int, through: int | None = None) -> Fraction:
        """What was deducted from a player altogether, or up to a round."""
        last = self.rounds if through is None else through
        return total(points for played, points in self.deductions.get(number, ()) if played <= last)

    @cached_property
    def strikes(self) -> Mapping[int, Strike]:
        """The players whose results do not count, where the rules strike them: their games read as not played."""
        if not self.rules.strikes_below_half:
            return NOBODY
        return strikes(self.snapshot, self.rounds, self.rules.groups(self.snapshot) if self.rules.groups else ())

    def struck_games(self, number: int) -> tuple[tuple[int, int], ...]:
        """(round, opponent) of the player's games that do not count because the opponent is struck."""
        if not self.strikes:
            return ()
        return tuple((played, cell[0]) for played, cell in self.cells[number].items() if cell[0] in self.strikes)

    @cached_property
    def knock_out_places(self) -> Mapping[int, tuple[int, int]]:
        """The best and the worst place of each player of a knock-out. Raises ValueError for rules of anything else."""
        if self.rules.places is None:
            raise ValueError(f"the rules {self.rules.key} give no places of a knock-out")
        return self.rules.places(self.snapshot, through=self.rounds)

    @cached_property
    def scores_of_system(self) -> Mapping[int, Sequence[PartOf]]:
        """What the pairing system's own scores are made of. Raises ValueError for rules of a system that has none."""
        if self.rules.scores is None:
            raise ValueError(f"the rules {self.rules.key} give no scores of a system")
        return self.rules.scores(self.snapshot, through=self.rounds)

    @cached_property
    def moves_of_system(self) -> Mapping[int, Sequence[MovedOf]]:
        """What places in the pairing system's list are made of. Raises ValueError for rules of a system without one."""
        if self.rules.moves is None:
            raise ValueError(f"the rules {self.rules.key} give no moves in a list")
        return self.rules.moves(self.snapshot, through=self.rounds)

    @cached_property
    def stones(self) -> Mapping[tuple[int, int], int]:
        """The stones that a player gave in a round, by (round, player); those taken are negative."""
        found: dict[tuple[int, int], int] = {}
        for number, pairing in self.snapshot.recorded_pairings():
            if pairing.handicap:
                found[number, pairing.first] = -pairing.handicap
                found[number, pairing.second] = pairing.handicap
        return found

    def remember(self, what: str, number: int, make: Callable[[], T]) -> T:
        """What is made of a player's own rounds alone: the same in all completions that end them alike."""
        if self.memory is None:
            return make()
        key = what, number, self.own_results.get(number, ())
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
        """Whether the player had left by the end of the last round that counts here."""
        withdrawn = self.players[number].withdrawn
        return withdrawn is not None and withdrawn < self.rounds

    def entries_of(self, number: int) -> tuple[Entry, ...]:
        """The player's rounds in order; a round whose pairing is still open is left out.

        A round without a cell is a zero-point bye, or away after the player left.
        """
        cells, withdrawn = self.cells[number], self.players[number].withdrawn
        absent = self.scoring.points_of_bye(ByeKind.ZERO)
        found: list[Entry] = []
        for played in range(1, self.rounds + 1):
            if played not in cells:
                gone = withdrawn is not None and played > withdrawn
                found.append(Entry(played, Kind.AWAY if gone else Kind.ZERO, absent, Outcome.LOSS))
            elif cells[played][1] is not None:
                entry = self._entry(played, *cells[played])
                beside = self.beside.get((played, number)) if self.beside else None
                found.append(entry._replace(beside=beside) if beside else entry)
        return tuple(found)

    def rounds_missed(self, number: int) -> int:
        """Rounds without a cell while the player was in."""
        withdrawn = self.players[number].withdrawn
        last = self.rounds if withdrawn is None else min(self.rounds, withdrawn)
        cells = self.cells[number]
        return sum(played not in cells for played in range(1, last + 1))

    def games(self, result: Result) -> tuple[int, int, int]:
        """Games won, lost and drawn by the first player.

        Where no games were recorded a win counts as many as a bye; a draw is one drawn game in a best of 1 and, its
        games being unknown, none in a longer pairing. Nobody wins a game of a double loss.
        """
        if result.games is not None:
            return result.games
        won, lost = self.scoring.bye_games
        if result.first is Outcome.WIN:
            return won, lost, 0
        if result.second is Outcome.WIN:
            return lost, won, 0
        return (0, 0, 1) if result.first is Outcome.DRAW and self.scoring.best_of == 1 else (0, 0, 0)

    def _entry(self, played: int, opponent: int, result: Result | ByeKind | None, first: bool) -> Entry:
        if not isinstance(result, Result):
            return self._bye(played, result or ByeKind.ZERO)
        won, lost, drawn = self.games(result)
        outcome, score = (result.first, result.score) if first else (result.second, result.score and result.score[::-1])
        return Entry(
            played,
            Kind.PLAYED if result.played else Kind.FORFEIT,
            self.scoring.sides(result)[0 if first else 1],
            outcome,
            opponent,
            first,
            (won, lost, drawn) if first else (lost, won, drawn),
            score,
            boards=tuple(board[0 if first else 1] for board in result.boards),
        )

    def _bye(self, played: int, bye: ByeKind) -> Entry:
        kind = Kind(bye.value)
        won, lost = self.scoring.bye_games
        return Entry(
            played,
            kind,
            self.scoring.points_of_bye(bye),
            {Kind.HALF: Outcome.DRAW, Kind.ZERO: Outcome.LOSS}.get(kind, Outcome.WIN),
            games=(won, lost, 0) if kind in WON_BYES else (0, 0, 0),
        )
