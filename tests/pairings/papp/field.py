"""Small stages for tests of pairing by penalties."""

from random import Random

from pairings.judge import violations
from pairings.snapshot import Bye, ByeKind, Outcome, Pairing, Player, Result, Round, Scoring, Snapshot
from pairings.systems import SYSTEMS
from pairings.systems.papp import Options, pair

OUTCOMES = {1: Outcome.WIN, 0.5: Outcome.DRAW, 0: Outcome.LOSS}
DISCS = Scoring(keeps_score=True, score_total=64)


def players(count, **extra):
    """Return players 1 to `count`; `extra` maps a field to {number: value}."""
    return tuple(
        Player(number, f"P{number}", **{name: values[number] for name, values in extra.items() if number in values})
        for number in range(1, count + 1)
    )


def game(table, first, second, points, score=None):
    return Pairing(table, first, second, Result(OUTCOMES[points], OUTCOMES[1 - points], score=score))


def round_of_games(number, *games, byes=()):
    """Return a round of games (first, second, points of first); `byes` are players who had the allocated bye."""
    return Round(
        number,
        tuple(game(table, *each) for table, each in enumerate(games, start=1)),
        tuple(Bye(player, ByeKind.ALLOCATED) for player in byes),
    )


def stage(who, *rounds, **extra):
    return Snapshot(players=who, rounds=rounds, next_round=len(rounds) + 1, **extra)


def pairs_of(plan):
    return sorted(tuple(sorted((p.first, p.second))) for p in plan.pairings)


def byes_of(plan):
    return [bye.player for bye in plan.byes if bye.kind is ByeKind.ALLOCATED]


def simulate_stage(count, rounds, seed, options=None, nations="ABC", forbidden=(), late=1):
    """Return a stage of `count` players after some rounds paired by the engine, with draws, absences and late entries.

    Check that the judge finds no fault in any of these rounds.
    """
    options = options or Options()
    rng = Random(seed)
    strength = {number: rng.gauss(0, 1) for number in range(1, count + 1)}
    who = tuple(
        Player(n, f"P{n}", federation=rng.choice(nations), entered=2 + count - n if n > count - late else 1)
        for n in range(1, count + 1)
    )
    past = ()
    for number in range(1, rounds + 2):
        away = tuple(Bye(n, ByeKind.ZERO) for n in sorted(strength) if rng.random() < 0.05) if number > 1 else ()
        now = Snapshot(
            players=who, rounds=past, next_round=number, byes=away, forbidden=tuple(forbidden), scoring=DISCS
        )
        if number == rounds + 1:
            return now
        plan = pair(now, options, Random(seed + number))
        assert violations(now, plan, SYSTEMS["papp"].promises, options) == ()
        games = []
        for each in plan.pairings:
            lead = strength[each.first] - strength[each.second] + rng.gauss(0, 1)
            discs = max(0, min(64, round(32 + 10 * lead)))
            points = 0.5 if discs == 32 else float(discs > 32)
            games.append(game(each.table, each.first, each.second, points, (discs, 64 - discs)))
        past += (Round(number, tuple(games), tuple(Bye(bye.player, bye.kind) for bye in plan.byes)),)
    raise AssertionError
