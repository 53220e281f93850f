"""The promises of the Burstein system: no repeated meetings, the bye, no pair that must have one colour, and colours.

In the seeding rounds it makes the promises of the Dutch system.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from pairings.judge import Violation
from pairings.plan import RoundPlan
from pairings.snapshot import ByeKind, Decision, Outcome, Pairing, Snapshot
from pairings.swiss.promises import NEWEST, Book, Colours, JudgeCard, Past, SwissOptions, broken_by

BOOK = Book(
    "C.04.4.2 C1",
    "C.04.4.2 C2",
    "C.04.4.2 C3",
    tuple(f"C.04.4.2 5.2.{step}" for step in (2, 3, 4, 5, 1)),
    "C.04.1 3",
    asked_bars=True,
)


class Strength:
    """Article 1.7 from the recorded rounds alone: (Buchholz, Sonneborn-Berger) of a player, in exact points."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.worth = snapshot.scoring
        numbers = (player.number for player in snapshot.players)
        self.rows = {number: [self._row(number, at) for at in self._rounds] for number in numbers}
        self.own = {number: sum(points for points, _other in rows) for number, rows in self.rows.items()}
        for deduction in (each for played in snapshot.rounds for each in played.deductions):
            self.own[deduction.player] += deduction.points

    @property
    def _rounds(self) -> range:
        return range(len(self.snapshot.rounds))

    def _row(self, number: int, at: int) -> tuple[Any, int]:
        """Return (points made, opponent over the board or 0) of one round."""
        played = self.snapshot.rounds[at]
        for pairing in played.pairings:
            if number in {pairing.first, pairing.second}:
                return self._game(pairing, first=number == pairing.first)
        kind = next((bye.kind for bye in played.byes if bye.player == number), ByeKind.ZERO)
        return self.worth.points_of_bye(kind), 0

    def _game(self, pairing: Pairing, *, first: bool) -> tuple[Any, int]:
        other = pairing.second if first else pairing.first
        if pairing.result is None:
            return self.worth.points_of(Outcome.DRAW, Decision.PLAYED), other
        points = self.worth.sides(pairing.result)[0 if first else 1]
        return points, other if pairing.result.played else 0

    def of(self, number: int) -> tuple[Any, Any]:
        rows = self.rows[number]
        worth = [(points, self.taken[other] if other else self.own[number]) for points, other in rows]
        return sum(score for _points, score in worth), sum(points * score for points, score in worth)

    @cached_property
    def taken(self) -> Mapping[int, Any]:
        """The score of each player as counted for opponents: missed rounds followed by others are draws."""
        now = {player.number for player in self.snapshot.to_be_paired()}
        players_with_bye = {bye.player for bye in self.snapshot.byes if bye.kind is not ByeKind.ZERO}
        drawn = self.worth.points_of(Outcome.DRAW, Decision.PLAYED) - self.worth.points_of_bye(ByeKind.ZERO)
        return {
            number: self.own[number]
            + (0 if number in now | players_with_bye else drawn * self._count_missed_rounds(number))
            for number in self.rows
        }

    def _count_missed_rounds(self, number: int) -> int:
        """Return the number of consecutive rounds that a player has missed up to now."""
        count = 0
        for played in reversed(self.snapshot.rounds):
            present = {n for p in played.pairings for n in (p.first, p.second)}
            present |= {bye.player for bye in played.byes if bye.kind is not ByeKind.ZERO}
            if number in present:
                break
            count += 1
        return count


class BursteinColours(Colours):
    """Colours without topscorers; the Index decides the higher-ranked player."""

    def __init__(self, past: Past, snapshot: Snapshot, options: SwissOptions | None) -> None:
        super().__init__(past, snapshot, options)
        self._strength = Strength(snapshot)

    def _topscorers(self, *numbers: int) -> bool:
        return False

    def _higher(self, white: JudgeCard, black: JudgeCard) -> JudgeCard:
        one, other = self._strength.of(white.number), self._strength.of(black.number)
        if one != other:
            return white if one > other else black
        return white if white.number < black.number else black


def find_violations(snapshot: Snapshot, plan: RoundPlan, options: SwissOptions | None) -> Iterator[Violation]:
    """Yield violations of the plan in the order of the tables; manual pairs are checked for meetings only."""
    planned = snapshot.planned_rounds
    if snapshot.next_round <= (4 if planned is None else min(4, planned // 2)):
        return broken_by(snapshot, plan, options, NEWEST, Colours)
    return broken_by(snapshot, plan, options, BOOK, BursteinColours)
