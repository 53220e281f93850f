"""Recorded tournaments as compact JSON, and the snapshots before each of their rounds.

A player's line has a cell for each round: opponent, colour and result ("31b1"), or "-" and the kind of bye ("-U").
Results are 1 = 0, W D L (played, not rated) and + - (forfeit). Missing values of a tournament are those of `USUAL`.
"""

from __future__ import annotations

from fractions import Fraction

from pairings.files.trf.settings import baku
from pairings.snapshot import (
    Bye,
    ByeKind,
    Decision,
    ForbiddenPair,
    Outcome,
    Pairing,
    Player,
    Result,
    Round,
    Scoring,
    Snapshot,
)

OUTCOMES = dict.fromkeys("1W+", Outcome.WIN) | dict.fromkeys("=D", Outcome.DRAW) | dict.fromkeys("0L-", Outcome.LOSS)
BYES = {"U": ByeKind.ALLOCATED, "F": ByeKind.FULL, "H": ByeKind.HALF, "Z": ByeKind.ZERO}


USUAL = {
    "check": "all",
    "first": "first",
    "points": {"win": "1", "draw": "1/2", "loss": "0", "zero": "0", "forfeit_loss": "0", "bye": "1"},
    "forbidden": [],
    "virtual": {},
    "baku": False,
    "absent": {},
    "next": None,
}


class Recorded:
    """A tournament as it was played. `record` is the JSON object."""

    def __init__(self, record):
        self.record = record = USUAL | record
        self.cells = {int(number): line.split() for number, line in record["cells"].items()}
        self.number_of_rounds = record["rounds"]
        self.rounds = [self._round(number) for number in range(1, self.number_of_rounds + 1)]
        points = {name: Fraction(value) for name, value in record["points"].items()}
        self.scoring = Scoring(
            win=points["win"],
            draw=points["draw"],
            loss=points["loss"],
            forfeit_win=points["win"],
            forfeit_loss=points["forfeit_loss"],
            allocated_bye=points["bye"],
            full_bye=points["win"],
            half_bye=points["draw"],
            zero_bye=points["zero"],
        )
        self.virtual = {
            int(number): tuple(Fraction(value) for value in row) for number, row in record["virtual"].items()
        }
        if self.is_baku_of_all:
            self.virtual = baku(self.cells, record["planned"], self.scoring)

    @property
    def is_baku_of_all(self):
        """Whether the file's engine made group A from all players, also those absent in round 1."""
        return self.record["baku"] and any(self._absent(1))

    def to_check(self):
        """Return the numbers of the rounds whose recorded pairing is known to be correct."""
        first = {"all": 1, "last": self.number_of_rounds, "none": self.number_of_rounds + 1}[self.record["check"]]
        numbers = list(range(first, self.number_of_rounds + 1))
        return [*numbers, self.number_of_rounds + 1] if self.record["next"] else numbers

    def before(self, number):
        """Return the snapshot before round `number`."""
        return Snapshot(
            players=tuple(Player(n) for n in self.cells),
            rounds=tuple(self.rounds[: number - 1]),
            scoring=self.scoring,
            next_round=number,
            planned_rounds=self.record["planned"],
            byes=tuple(self._absent(number)),
            forbidden=tuple(ForbiddenPair(frozenset(p), first, last) for first, last, p in self.record["forbidden"]),
            virtual_points=self.virtual,
            first_colour=self.record["first"],
        )

    def pairing_of(self, number):
        """Return (pairs as (White, Black), the player with the bye or None); None if there is no legal pairing."""
        if number > self.number_of_rounds:
            expected = self.record["next"]
            if expected == "none":
                return None
            return {(a, b) for a, b in expected if b}, next((a for a, b in expected if not b), None)
        played = self.rounds[number - 1]
        bye = next((bye.player for bye in played.byes if bye.kind is ByeKind.ALLOCATED), None)
        return {(pairing.first, pairing.second) for pairing in played.pairings}, bye

    def _absent(self, number):
        if number > self.number_of_rounds:
            for kind, players in self.record["absent"].items():
                yield from (Bye(n, BYES[kind]) for n in players)
        else:
            yield from (bye for bye in self.rounds[number - 1].byes if bye.kind is not ByeKind.ALLOCATED)

    def _round(self, number):
        pairings, byes = [], []
        for player, cells in self.cells.items():
            cell = cells[number - 1]
            if cell[0] == "-":
                byes.append(Bye(player, BYES[cell[1]]))
            elif cell[-2] == "w":
                opponent = int(cell[:-2])
                pairings.append(Pairing(len(pairings) + 1, player, opponent, self._result(cell, opponent, number)))
        return Round(number, tuple(pairings), tuple(byes))

    def _result(self, cell, opponent, number):
        other = self.cells[opponent][number - 1]
        decision = Decision.FORFEIT if {cell[-1], other[-1]} & {"+", "-"} else Decision.PLAYED
        return Result(OUTCOMES[cell[-1]], OUTCOMES[other[-1]], decision)
