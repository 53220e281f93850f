"""Simulated tournaments for the benchmarks: seeded, paired by the engine itself, Othello-like."""

from collections.abc import Iterator, Mapping
from random import Random

from pairings.plan import PlannedPairing
from pairings.snapshot import Bye, Outcome, Pairing, Player, Result, Round, Scoring, Snapshot
from pairings.systems.papp import Options, pair

DISCS = 64
NATIONS = "ABCDEFGHIJKL"
SHARES = (30, 15, 10, 10, 8, 7, 5, 5, 4, 3, 2, 1)


def stages(players: int, rounds: int, seed: int, options: Options | None = None) -> Iterator[Snapshot]:
    """Yield the stage before each of the rounds 1 .. `rounds`."""
    options, rng = options or Options(), Random(seed)
    past: tuple[Round, ...] = ()
    nations = rng.choices(NATIONS, weights=SHARES, k=players)
    strength = {number: rng.gauss(1500, 300) for number in range(1, players + 1)}
    who = tuple(Player(number, federation=nations[number - 1]) for number in strength)
    for number in range(1, rounds + 1):
        stage = Snapshot(
            players=who, rounds=past, next_round=number, scoring=Scoring(keeps_score=True, score_total=DISCS)
        )
        yield stage
        if number < rounds:
            plan = pair(stage, options, Random(seed * 1000 + number))
            games = tuple(_play(each, strength, rng) for each in plan.pairings)
            past += (Round(number, games, tuple(Bye(bye.player, bye.kind) for bye in plan.byes)),)


def stage_before(number: int, players: int, seed: int, options: Options | None = None) -> Snapshot:
    """Return the stage before one round."""
    *_, last = stages(players, number, seed, options)
    return last


def _play(planned: PlannedPairing, strength: Mapping[int, float], rng: Random) -> Pairing:
    chance = 1 / (1 + 10 ** ((strength[planned.second] - strength[planned.first]) / 400))
    discs = rng.randint(33, 64) if rng.random() < chance else rng.randint(0, 31)
    if rng.random() < 0.02:
        discs = DISCS // 2
    result = Result(_outcome(discs), _outcome(DISCS - discs), score=(discs, DISCS - discs))
    return Pairing(planned.table, planned.first, planned.second, result)


def _outcome(discs: int) -> Outcome:
    if discs == DISCS // 2:
        return Outcome.DRAW
    return Outcome.WIN if discs > DISCS // 2 else Outcome.LOSS
