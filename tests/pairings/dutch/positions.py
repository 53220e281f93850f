"""Random positions: small tournaments before a round, with everything that can happen in one."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pairings.plan import CannotPair, NoLegalPairing
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
from pairings.systems.dutch import Options, pair

HALF = Fraction(1, 2)
RESULTS = [(Outcome.WIN, Outcome.LOSS), (Outcome.DRAW, Outcome.DRAW), (Outcome.LOSS, Outcome.WIN)]


class Position:
    """The position of a seed, with at most `players` players; `snapshot` is the stage before its next round."""

    def __init__(self, seed, players=10):
        self.rng = rng = Random(seed)
        self.size = max(rng.randint(1, players), rng.randint(1, players))
        self.rounds_played = rng.randint(0, min(self.size + 1, 8))
        self.regular = rng.random() < HALF
        self.byes = rng.choice((0, 0, 0.05, 0.2))
        self.forfeits = rng.choice((0, 0, 0.05, 0.3))
        self.draws = rng.choice((0.1, 0.3, 0.6))
        self.entered = {n: self._round_of_entry() for n in range(1, self.size + 1)}
        self.scoring = rng.choice(
            (
                Scoring(),
                Scoring(),
                Scoring(),
                Scoring(allocated_bye=HALF),
                Scoring(allocated_bye=Fraction(0)),
                Scoring(
                    win=Fraction(3),
                    draw=Fraction(1),
                    forfeit_win=Fraction(3),
                    full_bye=Fraction(3),
                    half_bye=Fraction(1),
                    allocated_bye=Fraction(3),
                ),
            )
        )
        self.snapshot = self._play_rounds()

    def _round_of_entry(self):
        return self.rng.randint(2, 4) if self.rng.random() < 0.05 else 1

    def _play_rounds(self):
        rng, played = self.rng, self.rounds_played
        planned = rng.choice((played + 1, played + 1, played + 2, played + 4, None))
        stage = Snapshot(
            players=tuple(Player(n) for n in self.entered),
            scoring=self.scoring,
            planned_rounds=planned,
            forbidden=tuple(self._forbid_pairs()),
            virtual_points=self._virtual(),
            first_colour=rng.choice(("first", "second")),
        )
        for number in range(1, played + 1):
            stage = self._before(stage, number)
            stage = self._before(stage, number + 1, self._round(stage))
        return self._before(stage, played + 1)

    def _before(self, stage, number, played=None):
        byes = tuple(
            Bye(n, self._bye_kind(number, n))
            for n, entered in self.entered.items()
            if entered > number or self.rng.random() < self.byes
        )
        rounds = stage.rounds + ((played,) if played else ())
        return Snapshot(
            players=stage.players,
            rounds=rounds,
            scoring=stage.scoring,
            next_round=number,
            planned_rounds=stage.planned_rounds,
            byes=byes,
            forbidden=stage.forbidden,
            virtual_points=stage.virtual_points,
            first_colour=stage.first_colour,
        )

    def _bye_kind(self, number, player):
        if self.entered[player] > number:
            return ByeKind.ZERO
        return self.rng.choice((ByeKind.ZERO, ByeKind.HALF, ByeKind.FULL))

    def _forbid_pairs(self):
        for _ in range(self.rng.choice((0, 0, 0, 1, 2))):
            players = frozenset(self.rng.sample(sorted(self.entered), min(self.size, self.rng.randint(2, 3))))
            first = self.rng.randint(1, 6)
            yield ForbiddenPair(players, first, self.rng.choice((None, first + 3)))

    def _virtual(self):
        if self.rng.random() < 0.8:
            return {}
        rows = ((Fraction(1), Fraction(1), HALF), (Fraction(1),) * 6, (HALF,) * 3)
        return {n: self.rng.choice(rows) for n in self.entered if n <= self.size // 2}

    def _round(self, stage):
        """Return a round paired by the engine, or a round of any pairs that have not met."""
        plan = None
        if self.regular:
            try:
                plan = pair(stage, Options(), Random(0))
            except (NoLegalPairing, CannotPair):
                plan = None
        if plan:
            pairs = [(p.first, p.second) for p in plan.pairings]
            alone = [b.player for b in plan.byes if b.kind is ByeKind.ALLOCATED]
        else:
            pairs, alone = self._any_pairs(stage)
        byes = [*stage.byes, *(Bye(n, self._leftover(stage, n)) for n in alone)]
        games = tuple(Pairing(table, *two, self._result()) for table, two in enumerate(pairs, start=1))
        return Round(stage.next_round, games, tuple(sorted(byes, key=lambda bye: bye.player)))

    def _leftover(self, stage, number):
        had = any(bye == Bye(number, ByeKind.ALLOCATED) for played in stage.rounds for bye in played.byes)
        return ByeKind.ZERO if had else ByeKind.ALLOCATED

    def _any_pairs(self, stage):
        met = {frozenset((p.first, p.second)) for _, p in stage.recorded_pairings() if p.result.played}
        waiting = [player.number for player in stage.to_be_paired()]
        self.rng.shuffle(waiting)
        pairs, alone = [], []
        while waiting:
            first = waiting.pop()
            other = next((n for n in waiting if frozenset((first, n)) not in met), None)
            if other is None:
                alone.append(first)
            else:
                waiting.remove(other)
                pairs.append((first, other))
        return pairs, alone

    def _result(self):
        if self.rng.random() < self.forfeits:
            sides = self.rng.choice(((Outcome.WIN, Outcome.LOSS), (Outcome.LOSS, Outcome.WIN), (Outcome.LOSS,) * 2))
            return Result(*sides, Decision.FORFEIT)
        draws = self.draws
        return Result(*self.rng.choices(RESULTS, weights=(1 - draws, 2 * draws, 1 - draws))[0])


class HardPosition(Position):
    """A position of a kind that is hard for a search.

    Nearly all games are drawn, White always wins, large clubs must not meet, or one half of the field always had White.
    """

    def __init__(self, seed, players=10):
        self.own = Random(f"hard {seed}")
        self.kind = self.own.choice(("draws", "white", "clubs", "halves"))
        self.unusual = self.own.choice((0.0, 0.0, 0.05, 0.1))
        super().__init__(seed, players)

    def _result(self):
        if self.own.random() < self.unusual:
            return super()._result()
        if self.kind == "draws":
            return Result(*RESULTS[1])
        return Result(*(RESULTS[0] if self.kind == "white" else self.own.choice(RESULTS)))

    def _forbid_pairs(self):
        if self.kind != "clubs":
            return
        numbers = sorted(self.entered)
        self.own.shuffle(numbers)
        size = max(2, int(self.own.choice((0.4, 0.45, 0.5)) * self.size))
        yield ForbiddenPair(frozenset(numbers[:size]), 1, None)
        if self.own.random() < HALF:
            yield ForbiddenPair(frozenset(numbers[size : 2 * size]), 1, None)

    def _any_pairs(self, stage):
        pairs, alone = super()._any_pairs(stage)
        return [tuple(sorted(pair)) for pair in pairs] if self.kind == "halves" else pairs, alone

    def _round(self, stage):
        """Return a round of one half of the field against the other, the same half with White, as long as possible."""
        there = [player.number for player in stage.to_be_paired()]
        half = len(there) // 2
        if self.kind != "halves" or stage.next_round > min(4, half):
            return super()._round(stage)
        lows = there[half : 2 * half]
        shift = stage.next_round - 1
        pairs = list(zip(there[:half], lows[shift:] + lows[:shift], strict=True))
        met = {frozenset((p.first, p.second)) for _, p in stage.recorded_pairings() if p.result.played}
        if any(frozenset(pair) in met for pair in pairs):
            return super()._round(stage)
        byes = [*stage.byes, *(Bye(number, self._leftover(stage, number)) for number in there[2 * half :])]
        games = tuple(Pairing(table, *two, self._result()) for table, two in enumerate(pairs, start=1))
        return Round(stage.next_round, games, tuple(sorted(byes, key=lambda bye: bye.player)))
