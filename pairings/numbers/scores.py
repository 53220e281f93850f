"""Points: the value of the recorded rounds, for engines, judge, report files, standings and pages alike.

A round gives every player something: a result its side's points, a bye the points of its kind, and a round without a
place those of a zero-point bye, also before a late entry and after a withdrawal. A pairing with an open result gives
nothing yet. An arbiter's deduction in a round is part of the round's points.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from math import gcd, lcm
from typing import Protocol, TypeVar

from pairings.snapshot import ByeKind, Decision, Outcome, Result, Round, Scoring, Snapshot

Amount_co = TypeVar("Amount_co", covariant=True)


class Pays(Protocol[Amount_co]):
    """A source of the points of a result and a bye: a scoring exactly, a `Worth` in whole numbers."""

    @property
    def zero_bye(self) -> Amount_co: ...

    def points_of(self, outcome: Outcome, decision: Decision) -> Amount_co: ...

    def sides(self, result: Result) -> tuple[Amount_co, Amount_co]: ...

    def of_all(self, result: Result) -> tuple[Amount_co, ...]: ...

    def points_of_bye(self, kind: ByeKind) -> Amount_co: ...

    def whole(self, points: Fraction) -> Amount_co: ...


class Worth:
    """A scoring in whole numbers, for frequent sums: `unit` is the value of 1.

    `game` gives a side's points by (outcome, decision), `bye` those of a bye by its kind, `absent` those of a round
    without a place.
    """

    __slots__ = ("_by_score", "_games", "absent", "bye", "game", "unit")

    def __init__(self, scoring: Scoring, unit: Fraction) -> None:
        self.unit = unit
        self.game = {
            (outcome, decision): self.whole(scoring.points_of(outcome, decision))
            for outcome in Outcome
            for decision in Decision
        }
        self._by_score = scoring.by_score
        games = range(scoring.best_of + 1) if scoring.by_games else ()
        self._games = {
            (won, drawn): self.whole(scoring.points_of_games(won, drawn))
            for won in games
            for drawn in games
            if won + drawn <= scoring.best_of
        }
        self.bye = {kind: self.whole(scoring.points_of_bye(kind)) for kind in ByeKind}
        self.absent = self.bye[ByeKind.ZERO]

    @property
    def zero_bye(self) -> int:
        return self.absent

    def points_of(self, outcome: Outcome, decision: Decision) -> int:
        return self.game[outcome, decision]

    def sides(self, result: Result) -> tuple[int, int]:
        games = result.games
        if self._by_score and result.score is not None and result.played:
            return self.whole(Fraction(result.score[0])), self.whole(Fraction(result.score[1]))
        if self._games and games is not None and result.played:
            return self._games[games[0], games[2]], self._games[games[1], games[2]]
        return self.game[result.first, result.decision], self.game[result.second, result.decision]

    def of_all(self, result: Result) -> tuple[int, ...]:
        if not result.others:
            return self.sides(result)
        return tuple(self.game[outcome, result.decision] for outcome in result.outcomes)

    def points_of_bye(self, kind: ByeKind) -> int:
        return self.bye[kind]

    def whole(self, points: Fraction) -> int:
        """Return points that are a multiple of the unit, as a number of units."""
        return int(points / self.unit)


def denominator(scoring: Scoring, more: Iterable[Fraction] = ()) -> int:
    """Return the smallest number of parts of a point in which all points of a scoring, and `more`, are whole."""
    return lcm(*(value.denominator for value in (*_values(scoring), *more)))


def step(scoring: Scoring, more: Iterable[Fraction] = ()) -> Fraction:
    """Return the smallest step between two scores: half a point if a win is 1 and a draw 1/2, 1 if a win is 3."""
    more = tuple(more)
    parts = denominator(scoring, more)
    return Fraction(gcd(*(int(value * parts) for value in (*_values(scoring), *more))) or 1, parts)


def deducted_amounts(rounds: Iterable[Round]) -> set[Fraction]:
    """Return all deducted amounts of some rounds: `denominator` needs them besides the scoring."""
    return {each.points for played in rounds for each in played.deductions}


def _values(scoring: Scoring) -> tuple[Fraction, ...]:
    shares = (scoring.points_of_games(*games) for games in ((0, 0), (1, 0), (0, 1))) if scoring.by_games else ()
    return (
        *((Fraction(1),) if scoring.by_score else ()),
        *shares,
        *(scoring.win, scoring.draw, scoring.loss, scoring.forfeit_win, scoring.forfeit_loss),
        *(scoring.points_of_bye(kind) for kind in ByeKind),
    )


def of_round(
    played: Round, scoring: Pays[Amount_co], players: Iterable[int], struck: Collection[int] = ()
) -> Iterator[tuple[int, Amount_co]]:
    """Yield (player, points) of all among `players` to whom the round gives something.

    `struck` are players whose results are ignored: their own and those of their opponents.
    """
    for pairing in played.pairings:
        first, second, result = pairing.first, pairing.second, pairing.result
        if result is not None and pairing.others:
            points = scoring.sides(result) * 2 if pairing.partners else scoring.of_all(result)
            yield from zip(pairing.players, points, strict=True)
        elif result is not None and first not in struck and second not in struck:
            one, other = scoring.sides(result)
            yield first, one
            yield second, other
    yield from amounts_apart_from_tables(played, scoring, players, struck)


def amounts_apart_from_tables(
    played: Round, scoring: Pays[Amount_co], players: Iterable[int], struck: Collection[int] = ()
) -> Iterator[tuple[int, Amount_co]]:
    """Yield (player, points) apart from the tables: byes, absences, and deductions."""
    for bye in played.byes:
        if bye.player not in struck:
            yield bye.player, scoring.points_of_bye(bye.kind)
    for deduction in played.deductions:
        if deduction.player not in struck:
            yield deduction.player, scoring.whole(deduction.points)
    if scoring.zero_bye:
        appearing = {number for pairing in played.pairings for number in pairing.players}
        appearing |= {bye.player for bye in played.byes}
        yield from ((number, scoring.zero_bye) for number in players if number not in appearing)


def points(snapshot: Snapshot, struck: Collection[int] = ()) -> dict[int, Fraction]:
    """Return all players' points from all recorded rounds, by number; `struck` as in `of_round`."""
    parts = denominator(snapshot.scoring, deducted_amounts(snapshot.rounds))
    worth = Worth(snapshot.scoring, Fraction(1, parts))
    totals = dict.fromkeys((player.number for player in snapshot.players), 0)
    for played in snapshot.rounds:
        for number, gained in of_round(played, worth, totals, struck):
            totals[number] += gained
    return {number: Fraction(total, parts) for number, total in totals.items()}


def after_rounds(snapshot: Snapshot, struck: Collection[int] = ()) -> dict[int, tuple[Fraction, ...]]:
    """Return all players' points after each recorded round, by number; `struck` as in `of_round`."""
    parts = denominator(snapshot.scoring, deducted_amounts(snapshot.rounds))
    worth = Worth(snapshot.scoring, Fraction(1, parts))
    totals = dict.fromkeys((player.number for player in snapshot.players), 0)
    found: dict[int, list[Fraction]] = {number: [] for number in totals}
    for played in snapshot.rounds:
        for number, gained in of_round(played, worth, totals, struck):
            totals[number] += gained
        for number, total in totals.items():
            found[number].append(Fraction(total, parts))
    return {number: tuple(each) for number, each in found.items()}
