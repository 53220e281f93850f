"""Open pairings, their possible results, and the final states of players when all results are known.

A criterion of discs, goals or points cannot be known in advance. The chain is cut before the first such criterion, and
players who are tied there count as tied.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, takewhile
from math import prod

from pairings.snapshot import Outcome, Pairing, Result, Scoring, Snapshot
from standings.core.rank import levels
from standings.core.reckoning import Need, Reckoning
from standings.core.rules import Rules
from standings.core.tiebreaks import tiebreak
from standings.verdict.answer import FinalState

WON, DRAWN, LOST = (
    Result(Outcome.WIN, Outcome.LOSS),
    Result(Outcome.DRAW, Outcome.DRAW),
    Result(Outcome.LOSS, Outcome.WIN),
)

#: Results of tables by position; and the result for each seat.
Assignment = Mapping[int, Result]
Seats = tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A pairing without a result."""

    round: int
    pairing: Pairing

    @property
    def players(self) -> tuple[int, ...]:
        return self.pairing.players


class Outcomes:
    """The open field: tables by their position in `tables`, their possible results, and the final states.

    `options` are the results of each table, from best to worst for its first player. `cost` is the number of steps of
    one outcome: a step reads one round of one player for one slow criterion, or for all the quick ones.
    """

    def __init__(self, snapshot: Snapshot, rules: Rules, top: int) -> None:
        self.rules = replace(rules, chain=before_scores(rules.chain))
        self.top = top
        self.base = Reckoning(snapshot, self.rules)
        self.tables = tuple(OpenTable(number, pairing) for number, pairing in self.base.open_pairings)
        of_two = possible_results(snapshot.scoring, self.rules.chain)
        self.options = tuple(
            results_of_pod(len(table.players), draws=snapshot.scoring.draws) if is_pod(table.pairing) else of_two
            for table in self.tables
        )
        self.steps = 0
        self.cost = len(self.base.players) * max(1, self.base.rounds) * _weight(self.rules)

    @property
    def number(self) -> int:
        """The number of outcomes."""
        return prod(map(len, self.options))

    def reckoning(self, results: Mapping[int, Seats]) -> Reckoning:
        """Return the final reckoning with these results, by position of the table. Counts the steps of an outcome."""
        self.steps += self.cost
        return self.base.complete(
            {(self.tables[place].round, self.tables[place].pairing.table): seats for place, seats in results.items()}
        )

    def ends(self, results: Assignment) -> dict[int, FinalState]:
        """Return the final state of every player when all tables are known."""
        found: dict[int, FinalState] = {}
        above = 0
        for group in levels(self.reckoning({place: self.at_all_seats(place, each) for place, each in results.items()})):
            below = above + len(group)
            state = FinalState.IN if below <= self.top else FinalState.OUT if above >= self.top else FinalState.LEVEL
            found.update(dict.fromkeys(group, state))
            above = below
        return found

    def at_all_seats(self, place: int, result: Result) -> Seats:
        """Return the same result for each seat of the table."""
        return (result,) * len(self.tables[place].players)

    def all_win(self, place: int) -> Seats:
        """Return the best result for each seat at once, although they cannot all happen."""
        table, options = self.tables[place], self.options[place]
        if is_pod(table.pairing):
            return options[: len(table.players)]
        return (options[0], options[-1]) * (len(table.players) // 2)

    def all_lose(self, place: int) -> Seats:
        """Return the worst result for each seat at once."""
        best = self.all_win(place)
        return (*best[1:], best[0])

    def table_of(self, player: int) -> int | None:
        """Return the position of the player's first open table; None without one."""
        return next((place for place, table in enumerate(self.tables) if player in table.players), None)


def _weight(rules: Rules) -> int:
    """Return how many criteria of the chain are calculated player by player.

    Each costs about as much as all columns together.
    """
    chain = map(tiebreak, rules.chain)
    slow = [each for each in chain if each.column is None and not each.own_rounds and each.order is None]
    return max(1, len(slow))


def before_scores(chain: Sequence[str]) -> tuple[str, ...]:
    """Return the chain up to the first criterion that needs the scores of open games."""
    return tuple(takewhile(lambda code: tiebreak(code).needs is not Need.SCORES, chain))


def is_pod(pairing: Pairing) -> bool:
    """Return whether three or four sit at the table, each for themselves."""
    return bool(pairing.others) and not pairing.partners


def results_of_pod(players: int, *, draws: bool) -> tuple[Result, ...]:
    """Return the ordinary results of a pod: one player wins, or two or more draw and the others lose."""
    seats = range(players)
    won = [frozenset({seat}) for seat in seats]
    drawn = [frozenset(chosen) for size in seats for chosen in combinations(seats, size + 1) if size] if draws else []
    kinds = [*((Outcome.WIN, each) for each in won), *((Outcome.DRAW, each) for each in drawn)]
    found = []
    for outcome, ahead in kinds:
        first, second, *others = (outcome if seat in ahead else Outcome.LOSS for seat in seats)
        found.append(Result(first, second, others=tuple(others)))
    return tuple(found)


def possible_results(scoring: Scoring, chain: Sequence[str]) -> tuple[Result, ...]:
    """Return the ordinary results of an open pairing, from best to worst for the first player.

    Forfeits, double losses and wins on time with fewer games are excluded. If games count, a match is won with the
    required games. A drawn match has every game won by one side except the last, which is drawn. All boards of a match
    of teams are played, with any result.
    """
    counted = scoring.best_of > 1 and any(tiebreak(code).needs is Need.GAMES for code in chain)
    if scoring.by_games or (scoring.boards and counted):
        return _by_games(scoring, chain)
    if not counted:
        return (WON, DRAWN, LOST) if scoring.draws else (WON, LOST)
    needed = scoring.best_of // 2 + 1
    lost = range(scoring.best_of - needed + 1)
    wins = tuple(replace(WON, games=(needed, games, 0)) for games in lost)
    losses = tuple(replace(LOST, games=(games, needed, 0)) for games in reversed(lost))
    level = scoring.best_of // 2
    drawn = (replace(DRAWN, games=(level, level, scoring.best_of - 2 * level)),) if scoring.draws else ()
    return (*wins, *drawn, *losses)


def _by_games(scoring: Scoring, chain: Sequence[str]) -> tuple[Result, ...]:
    """Return every distinct way in which all games of a pairing can end."""
    number = scoring.best_of
    found: dict[object, Result] = {}
    for won in range(number, -1, -1):
        for drawn in range(number - won, -1, -1):
            lost = number - won - drawn
            kind = WON if won > lost else LOST if won < lost else DRAWN
            result = replace(kind, games=(won, lost, drawn))
            if won == lost and not scoring.draws:
                continue
            counted = any(tiebreak(code).needs is Need.GAMES for code in chain)
            found.setdefault(result if counted else scoring.sides(result), result)
    return tuple(sorted(found.values(), key=scoring.sides, reverse=True))
