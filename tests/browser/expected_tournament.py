"""The expected state of a tournament that a test plays in the browser: players, rounds and results.

Pure functions calculate what the pages must show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from pairings.plan import RoundPlan
from pairings.snapshot import Bye, ByeKind, Pairing, Player, Result, Round, Scoring, Snapshot
from pairings.systems import SYSTEMS
from standings.core.rank import rank
from standings.explain.formatting import text
from standings.rulesets.presets import RULES
from tournaments.core.words.figures import local


class Shadow:
    """A copy of a tournament with one pairing system. `seed` is the stored seed; the random draws of every round derive
    from it.
    """

    def __init__(self, system: str, options: Any, scoring: Scoring, seed: str) -> None:
        self.system = SYSTEMS[system]
        self.options = options
        self.seed = seed
        self.snapshot = Snapshot(players=(), scoring=scoring)

    @property
    def number(self) -> int:
        """The number of the round that is paired next."""
        return self.snapshot.next_round

    def enters(self, name: str, **more: Any) -> None:
        """Add a player, at the start or for the next round."""
        players = self.snapshot.players
        newcomer = Player(len(players) + 1, name, entered=self.number, **more)
        self.snapshot = replace(self.snapshot, players=(*players, newcomer))

    def leaves(self, name: str) -> None:
        gone = tuple(
            replace(each, withdrawn=self.number - 1) if each.name == name else each for each in self.snapshot.players
        )
        self.snapshot = replace(self.snapshot, players=gone)

    def is_absent(self, name: str) -> None:
        """Give a player a zero-point bye in the next round."""
        at = {player.name: player.number for player in self.snapshot.players}[name]
        byes = sorted((*self.snapshot.byes, Bye(at, ByeKind.ZERO)), key=lambda bye: bye.player)
        self.snapshot = replace(self.snapshot, byes=tuple(byes))

    def plan(self) -> RoundPlan:
        """Return the next round as the engine pairs it."""
        return self.system.pair(self.snapshot, self.options, Random(f"{self.seed}/round/{self.number}"))

    def plays(self, plan: RoundPlan, result: Callable[[str, str], Result]) -> None:
        names = self.names
        games = tuple(
            Pairing(p.table, p.first, p.second, result(names[p.first], names[p.second])) for p in plan.pairings
        )
        played = Round(self.number, games, tuple(Bye(bye.player, bye.kind) for bye in plan.byes))
        rounds = (*self.snapshot.rounds, played)
        self.snapshot = replace(self.snapshot, rounds=rounds, next_round=self.number + 1, byes=())

    @property
    def names(self) -> Mapping[int, str]:
        return {player.number: player.name for player in self.snapshot.players}

    def tables(self, plan: RoundPlan) -> list[list[str]]:
        """Return the seats: table, first, second; then byes, without a table."""
        names = self.names
        games = [[str(p.table), names[p.first], names[p.second]] for p in plan.pairings]
        return [*games, *sorted(["", names[bye.player], ""] for bye in plan.byes)]

    def standings(self, rules: str) -> list[list[str]]:
        """Return the rows of the standings: rank, name and the values as text."""
        table = rank(self.snapshot, RULES[rules])
        return [
            [
                str(row.rank),
                self.names[row.player],
                *(local(text(value, code, table)) for code, value in row.values.items()),
            ]
            for row in table.rows
        ]
