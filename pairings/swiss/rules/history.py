"""The history of each player: scores, colours, floats, byes (C.04.2 art. 3, C.04.3 art. 1.4 to 1.8).

Everything is derived from the recorded rounds of the snapshot. Points become whole numbers of the smallest fraction in
use, so that a score is an `int`. A colour is +1 for White and -1 for Black, and only played games have one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from pairings.numbers.scores import Worth, deducted_amounts, denominator
from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Result, Round, Scoring, Snapshot

DOWN, UP = 1, 2


@dataclass(slots=True)
class Past:
    """The past of one player.

    `met` holds the round of each opponent, `floats` the floats of the last round and of the one before (none, DOWN or
    UP).
    """

    number: int
    score: int = 0
    colours: list[int] = field(default_factory=list)
    met: dict[int, int] = field(default_factory=dict)
    floats: list[int] = field(default_factory=lambda: [0, 0])
    barred_from_bye: bool = False
    took_part: bool = False


class Points(Worth):
    """Points as whole numbers: `scale` units make one point."""

    __slots__ = ("_virtual", "best", "loss", "scale", "win")

    def __init__(
        self, scoring: Scoring, virtual: Mapping[int, tuple[Fraction, ...]], rounds: Iterable[Round] = ()
    ) -> None:
        self.scale = denominator(
            scoring, {points for row in virtual.values() for points in row} | deducted_amounts(rounds)
        )
        super().__init__(scoring, Fraction(1, self.scale))
        self.win, self.loss = self.whole(scoring.win), self.whole(scoring.loss)
        self.best = max(self.win, self.whole(scoring.draw))
        self._virtual = {number: tuple(map(self.whole, row)) for number, row in virtual.items()}

    def virtual(self, round_number: int) -> dict[int, int]:
        """Return the virtual points of a round, for the players who have any (C.04.7)."""
        return {n: row[round_number - 1] for n, row in self._virtual.items() if round_number <= len(row)}


class UnplayedRound(NamedTuple):
    """A round that a player did not play: the points gained, and their origin."""

    gained: int
    points: Points
    allocated: bool = False
    forfeit: bool = False


@dataclass(frozen=True, slots=True)
class OfUnplayed:
    """An edition's rules for an unplayed round: whether it is a downfloat, and whether it bars from the bye."""

    is_downfloat: Callable[[UnplayedRound], bool]
    bars_from_bye: Callable[[UnplayedRound], bool]


def read_past(snapshot: Snapshot, points: Points, of_unplayed: OfUnplayed) -> dict[int, Past]:
    """Return each player's past before `snapshot.next_round`, by number. A game without a result counts as drawn."""
    past = {player.number: Past(player.number) for player in snapshot.players}
    for played_round in snapshot.rounds:
        _Reader(past, points, of_unplayed, played_round, snapshot.next_round).read()
    for player in snapshot.players:
        if not player.may_have_bye:
            past[player.number].barred_from_bye = True
    if points.absent:
        _add_absences(snapshot, past, points)
    return past


def _add_absences(snapshot: Snapshot, past: dict[int, Past], points: Points) -> None:
    """Add the points that regulations give for absences (`pairings.numbers.scores`)."""
    for played_round in snapshot.rounds:
        present_players = {n for p in played_round.pairings for n in (p.first, p.second)}
        present_players.update(bye.player for bye in played_round.byes)
        for player in snapshot.players:
            if player.number not in present_players:
                past[player.number].score += points.absent


class _Reader:
    """A reader that adds one round to the past of its players."""

    def __init__(
        self, past: dict[int, Past], points: Points, of_unplayed: OfUnplayed, played_round: Round, next_round: int
    ) -> None:
        self.past = past
        self.points = points
        self.of_unplayed = of_unplayed
        self.round = played_round
        self.ago = next_round - 1 - played_round.number
        self.virtual = points.virtual(played_round.number)

    def read(self) -> None:
        self._games()
        for bye in self.round.byes:
            self._bye(bye)
        absent = UnplayedRound(self.points.absent, self.points)
        # criteria look at the floats of the last two rounds only
        if self.ago < 2 and self.of_unplayed.is_downfloat(absent):
            self._absences()
        for deduction in self.round.deductions:
            self.past[deduction.player].score += self.points.whole(deduction.points)

    def _absences(self) -> None:
        """Give a downfloat to every player without a pairing or bye in the round."""
        present_players = {number for pairing in self.round.pairings for number in (pairing.first, pairing.second)}
        present_players.update(bye.player for bye in self.round.byes)
        for number in self.past.keys() - present_players:
            self.past[number].floats[self.ago] = DOWN

    def _games(self) -> None:
        past, sides, number, recent = self.past, self.points.sides, self.round.number, self.ago < 2
        forfeit, unknown = Decision.FORFEIT, self.points.game[Outcome.DRAW, Decision.PLAYED]
        for pairing in self.round.pairings:
            one, other, result = pairing.first, pairing.second, pairing.result
            # A forfeited game was not played: the two may still meet (C.04.2 art. 3.5), and neither had a colour (3.4).
            if result is not None and result.decision is forfeit:
                self._forfeit(pairing, result)
                continue
            white, black = past[one], past[other]
            if recent:
                self._floats_of_game(white, black)
            # An unfinished game counts as a draw when the next round is paired.
            of_white, of_black = (unknown, unknown) if result is None else sides(result)
            white.score += of_white
            black.score += of_black
            white.colours.append(1)
            black.colours.append(-1)
            white.met[other] = black.met[one] = number
            white.took_part = black.took_part = True

    def _floats_of_game(self, white: Past, black: Past) -> None:
        """Give a downfloat to the player with more pairing points, and an upfloat to the other (article 1.4.2)."""
        difference = white.score - black.score
        if self.virtual:
            difference += self.virtual.get(white.number, 0) - self.virtual.get(black.number, 0)
        if difference:
            higher, lower = (white, black) if difference > 0 else (black, white)
            higher.floats[self.ago] = DOWN
            lower.floats[self.ago] = UP

    def _forfeit(self, pairing: Pairing, result: Result) -> None:
        for number, outcome in ((pairing.first, result.first), (pairing.second, result.second)):
            gained = self.points.game[outcome, Decision.FORFEIT]
            self._read_unplayed_round(self.past[number], UnplayedRound(gained, self.points, forfeit=True))
            self.past[number].took_part = True

    def _bye(self, bye: Bye) -> None:
        player, allocated = self.past[bye.player], bye.kind is ByeKind.ALLOCATED
        self._read_unplayed_round(player, UnplayedRound(self.points.bye[bye.kind], self.points, allocated=allocated))
        player.took_part |= allocated

    def _read_unplayed_round(self, player: Past, unplayed: UnplayedRound) -> None:
        player.score += unplayed.gained
        if self.of_unplayed.bars_from_bye(unplayed):
            player.barred_from_bye = True
        if self.ago < 2 and self.of_unplayed.is_downfloat(unplayed):
            player.floats[self.ago] = DOWN
