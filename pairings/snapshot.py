"""Frozen input: what an engine, the judge and the standings may know of a tournament stage.

A snapshot holds recorded facts only. Scores, colour histories, floats and meetings are derived from it and never
stored, so that a corrected result needs no second correction. Numbers are exact: points are `Fraction`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple


class Outcome(StrEnum):
    """The outcome of a pairing for one of its two players. The two sides are independent: both may have lost."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


class Decision(StrEnum):
    """The origin of a result. A forfeit is no meeting and gives no colour; a ruling counts as a played game.

    An adjourned game counts as drawn until it is finished.
    """

    PLAYED = "played"
    FORFEIT = "forfeit"
    RULING = "ruling"
    ADJOURNED = "adjourned"


class ByeKind(StrEnum):
    """The reason why a player has no table in a round."""

    ALLOCATED = "allocated"
    FULL = "full"
    HALF = "half"
    ZERO = "zero"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a pairing.

    `games` is (won by first, won by second, drawn) in a pairing of several games; `score` is (first, second) in discs,
    goals or points, summed over the games. `others` are the outcomes of a pod's third and fourth players. `boards` is
    the result (first, second) of each board of a team match, empty if the boards are unknown. The result of the match
    follows from its boards; comparisons of results ignore them.
    """

    first: Outcome
    second: Outcome
    decision: Decision = Decision.PLAYED
    games: tuple[int, int, int] | None = None
    score: tuple[int, int] | None = None
    others: tuple[Outcome, ...] = ()
    boards: tuple[tuple[Fraction, Fraction], ...] = field(default=(), compare=False)

    @property
    def played(self) -> bool:
        return self.decision is not Decision.FORFEIT

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcome for each side, in order."""
        return (self.first, self.second, *self.others)

    def at_seat(self, seat: int) -> Outcome:
        """Return the outcome for a seat, 1 first. The third partner has the outcome of the first, the fourth of the
        second.
        """
        outcomes = self.outcomes
        return outcomes[(seat - 1) % len(outcomes)]

    @property
    def mirror(self) -> Result:
        """The result after the two players change sides: each keeps their own score."""
        games, score = self.games, self.score
        return Result(
            self.second,
            self.first,
            self.decision,
            games and (games[1], games[0], games[2]),
            score and (score[1], score[0]),
        )

    def alone(self, side: int) -> Result:
        """Return a pod's result as seen by one side, 1 first: that side against the table."""
        own = self.outcomes[side - 1]
        return Result(own, _AGAINST[own], self.decision)


#: The outcome of the table for a pod's side.
_AGAINST = {Outcome.WIN: Outcome.LOSS, Outcome.DRAW: Outcome.DRAW, Outcome.LOSS: Outcome.WIN}

#: The result of an adjourned game until it is finished.
ADJOURNED = Result(Outcome.DRAW, Outcome.DRAW, Decision.ADJOURNED)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players at a table in a round. `first` is White in chess, Black in Go and Othello, home in football.

    `goes_on` is the side, 1 or 2, that advances in a knock-out by the organiser's decision; otherwise the result
    decides. `handicap` is the number of stones that the first player has in Go, 0 in an even game. `others` are the
    third and fourth players at the table of a pod, or of `partners`. There the first and third play against the second
    and fourth, because partners sit opposite each other, and the result is that of the two sides.
    """

    table: int
    first: int
    second: int
    result: Result | None = None
    goes_on: int | None = None
    handicap: int = 0
    others: tuple[int, ...] = ()
    partners: bool = False

    @property
    def players(self) -> tuple[int, ...]:
        """All players at the table, in the order of the sides."""
        return (self.first, self.second, *self.others)


@dataclass(frozen=True, slots=True)
class Bye:
    player: int
    kind: ByeKind


@dataclass(frozen=True, slots=True)
class Deduction:
    """Points that the arbiter deducted (negative) or awarded (positive): record 299 of report files."""

    player: int
    points: Fraction


@dataclass(frozen=True, slots=True)
class Round:
    """A recorded round, with its pairings in pairing order, not in the order of table names.

    A player in neither tuple was absent and has a zero-point bye. `deductions` count like points of the round.
    `booster_pods` are the pods of the booster draft that begins with it, with their players in seat order.
    """

    number: int
    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...] = ()
    deductions: tuple[Deduction, ...] = ()
    booster_pods: tuple[tuple[int, ...], ...] = ()


class ManualPlace(NamedTuple):
    """A player's place in the manual order of players who were level after a round.

    `tie` is the same for all of them, `of` is their number.
    """

    after: int
    tie: int
    of: int
    place: int


@dataclass(frozen=True, slots=True)
class Player:
    """A player of the stage. `number` is the unique pairing number or schedule seat, from 1; others refer to it.

    `rank` is the rank of a Go or shogi player, -30 (30k) to 8 (9d), see `pairings.numbers.ranks`.

    `entered` is the first round that the player could be paired in. `withdrawn` is the last round before the player
    left (0: before the first), None while the player is in. `left_out` marks an expelled player, who has no place in
    the table. `outside` is an external value for a tie-break; `placed` a manual order. `sex` is "m", "w" or "".
    """

    number: int
    name: str = ""
    rating: int | None = None
    title: str = ""
    club: str = ""
    federation: str = ""
    entered: int = 1
    withdrawn: int | None = None
    may_have_bye: bool = True
    rank: int | None = None
    left_out: bool = False
    outside: Fraction | None = None
    placed: ManualPlace | None = None
    sex: str = ""


def known_result(first: Player, second: Player) -> Result | None:
    """Return the known forfeit of a scheduled game if one or both players have left, else None."""
    withdrawals = (first.withdrawn is not None, second.withdrawn is not None)
    if withdrawals == (False, False):
        return None
    sides = tuple(Outcome.WIN if not own and other else Outcome.LOSS for own, other in (withdrawals, withdrawals[::-1]))
    return Result(sides[0], sides[1], Decision.FORFEIT)


@dataclass(frozen=True, slots=True)
class ForbiddenPair:
    """Players who must not meet in rounds `first_round` to `last_round` (None: to the end)."""

    players: frozenset[int]
    first_round: int = 1
    last_round: int | None = None


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points of every kind of result, and the allowed forms of a result.

    `best_of` games make a pairing. `by_games`: each game brings its share of the points, so that a match of two games
    won 1½-½ is worth three quarters of a win. If its games are unknown, one side counts as the winner of all. `draws`:
    a pairing may be drawn. `score_total` is the fixed sum of both scores of one game (64 discs in Othello), None if
    free. `bye_games` are the games that a bye counts as won and lost. `halves`: half a point is written ½ and not 0.5
    (`pairings.numbers.amounts`); it changes no result and is never compared. `boards`: the games of a pairing are the
    boards of a team match, and all of them are played, even after the match is decided. `pods`: three or four players
    sit at a table, each for themselves. `partners`: two play against two at a table. `by_score`: each gets the score of
    their own side as points.
    """

    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)
    forfeit_win: Fraction = Fraction(1)
    forfeit_loss: Fraction = Fraction(0)
    allocated_bye: Fraction = Fraction(1)
    full_bye: Fraction = Fraction(1)
    half_bye: Fraction = Fraction(1, 2)
    zero_bye: Fraction = Fraction(0)
    best_of: int = 1
    by_games: bool = False
    draws: bool = True
    keeps_score: bool = False
    score_total: int | None = None
    bye_games: tuple[int, int] = (1, 0)
    halves: bool = field(default=True, compare=False)
    boards: bool = field(default=False, compare=False)
    pods: bool = field(default=False, compare=False)
    partners: bool = field(default=False, compare=False)
    by_score: bool = False

    def points_of(self, outcome: Outcome, decision: Decision) -> Fraction:
        """Return the points of one side of a result."""
        if decision == Decision.FORFEIT and outcome != Outcome.DRAW:
            return self.forfeit_win if outcome == Outcome.WIN else self.forfeit_loss
        return {Outcome.WIN: self.win, Outcome.DRAW: self.draw, Outcome.LOSS: self.loss}[outcome]

    def sides(self, result: Result) -> tuple[Fraction, Fraction]:
        """Return the points of both sides of a result."""
        if self.by_score and result.score is not None and result.played:
            return Fraction(result.score[0]), Fraction(result.score[1])
        if self.by_games and result.games is not None and result.played:
            won, lost, drawn = result.games
            return self.points_of_games(won, drawn), self.points_of_games(lost, drawn)
        return self.points_of(result.first, result.decision), self.points_of(result.second, result.decision)

    def of_all(self, result: Result) -> tuple[Fraction, ...]:
        """Return the points of all sides of a result: two, or those of a pod."""
        if not result.others:
            return self.sides(result)
        return tuple(self.points_of(outcome, result.decision) for outcome in result.outcomes)

    def points_of_games(self, won: int, drawn: int) -> Fraction:
        """Return the points of a pairing from its games won and drawn, each worth its share; the rest are lost."""
        lost = self.best_of - won - drawn
        return (won * self.win + drawn * self.draw + lost * self.loss) / self.best_of

    def points_of_bye(self, kind: ByeKind) -> Fraction:
        return {
            ByeKind.ALLOCATED: self.allocated_bye,
            ByeKind.FULL: self.full_bye,
            ByeKind.HALF: self.half_bye,
            ByeKind.ZERO: self.zero_bye,
        }[kind]

    def whole(self, points: Fraction) -> Fraction:
        """Return points unchanged: they already have their unit."""
        return points


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A stage before `next_round` is paired.

    `players` are in order of their numbers, including withdrawn ones. `rounds` holds the recorded rounds in order.
    Rounds with open results are allowed; an engine that cannot pair from them reports it. `byes` are the requested byes
    and known absences of the next round. `fixed` are pairs (first, second) that were fixed manually before the rest is
    paired; (player, 0) is the bye. `virtual_points` maps a player to the extra pairing points of each round, first
    round first. `first_colour` is the side that the highest-ranked player drew by lot in round 1: "first", "second", or
    None if not drawn. `idle` are players to whom the system itself gives no match in the next round: out of a
    knock-out, or waiting in it. `may_wait`: an unpaired player waits for the next round, which breaks no rule.
    """

    players: tuple[Player, ...]
    rounds: tuple[Round, ...] = ()
    scoring: Scoring = field(default_factory=Scoring)
    next_round: int = 1
    planned_rounds: int | None = None
    byes: tuple[Bye, ...] = ()
    fixed: tuple[tuple[int, int], ...] = ()
    forbidden: tuple[ForbiddenPair, ...] = ()
    virtual_points: Mapping[int, tuple[Fraction, ...]] = field(default_factory=lambda: MappingProxyType({}))
    first_colour: str | None = None
    idle: frozenset[int] = frozenset()
    may_wait: bool = False

    def to_be_paired(self) -> tuple[Player, ...]:
        """Return the players available for the next round (arrived, not withdrawn, not idle, no bye), by number."""
        absent, now = {bye.player for bye in self.byes} | self.idle, self.next_round
        players = [player for player in self.players if player.withdrawn is None and player.entered <= now]
        return tuple([player for player in players if player.number not in absent] if absent else players)

    def forbidden_opponents(self) -> dict[int, frozenset[int]]:
        """Return the opponents that the organiser has forbidden each player in the next round."""
        found: defaultdict[int, set[int]] = defaultdict(set)
        for rule in self.forbidden:
            if rule.first_round <= self.next_round <= (rule.last_round or self.next_round):
                for player in rule.players:
                    found[player] |= rule.players - {player}
        return {player: frozenset(others) for player, others in found.items()}

    def manual_pair_fault(self, forbidden: Mapping[int, Collection[int]]) -> tuple[str, dict[str, int]] | None:
        """Return the fault of the manual pairs and the pair that has it, else None.

        The faults: one of the two is "absent", one has a pair "twice", or the pair is "forbidden".
        """
        present = {0, *(player.number for player in self.to_be_paired())}
        used: set[int] = set()
        for first, second in self.fixed:
            facts = {"first": first, "second": second}
            if not {first, second} <= present:
                return "absent", facts
            if first == second or {first, second} & used:
                return "twice", facts
            if second in forbidden.get(first, ()):
                return "forbidden", facts
            used |= {first, second}
        return None

    def byes_by_hand(self) -> tuple[int, ...]:
        """Return the players who were given the bye manually."""
        return tuple(max(pair) for pair in self.fixed if 0 in pair)

    def needless_bye(self) -> int | None:
        """Return a player with a needless manual bye: the field is even, or another player has one too. Else None."""
        byes = self.byes_by_hand()
        return byes[-1] if len(byes) > len(self.to_be_paired()) % 2 else None

    def recorded_pairings(self) -> Iterator[tuple[int, Pairing]]:
        """Yield (round number, pairing), in the order of rounds and tables."""
        for played_round in self.rounds:
            for pairing in played_round.pairings:
                yield played_round.number, pairing
