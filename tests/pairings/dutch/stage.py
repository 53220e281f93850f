"""Stages in a few lines: a line for each player in number order, a cell for each round as in `recorded`."""

from dataclasses import replace
from fractions import Fraction
from random import Random

from pairings.snapshot import Bye, ByeKind, Outcome, Pairing, Player, Result, Round, Scoring, Snapshot
from pairings.systems.dutch import Options, pair
from pairings.wording.sentences import sentence
from tests.pairings.dutch.recorded import Recorded

POINTS = {"win": "1", "draw": "1/2", "forfeit_loss": "0", "loss": "0", "bye": "1", "zero": "0"}
RESULTS = (Result(Outcome.WIN, Outcome.LOSS), Result(Outcome.DRAW, Outcome.DRAW), Result(Outcome.LOSS, Outcome.WIN))


def stage(*lines, planned=None, first="first", points=POINTS, **more):
    """Return the snapshot before the next round; `more` replaces fields of the snapshot."""
    rounds = max((len(line.split()) for line in lines), default=0)
    record = {
        "cells": {str(number): line for number, line in enumerate(lines, start=1)},
        "rounds": rounds,
        "points": {**POINTS, **points},
        "virtual": {},
        "planned": planned,
        "forbidden": [],
        "first": first,
        "check": "all",
        "next": [[0, 0]],
        "absent": {},
    }
    return replace(Recorded(record).before(rounds + 1), **more)


def fresh(players, **more):
    """Return a stage before its first round."""
    return Snapshot(players=tuple(Player(number) for number in range(1, players + 1)), first_colour="first", **more)


def pair_stage(snapshot, options=None, seed=0):
    return pair(snapshot, options or Options(), Random(seed))


def pairs(plan):
    """Return the pairs as (White, Black) in the order of the tables."""
    return [(each.first, each.second) for each in plan.pairings]


def bye(plan):
    return next((each.player for each in plan.byes if each.kind is ByeKind.ALLOCATED), None)


def reasons_of(plan, *players):
    """Return the reasons of a pair, given one or both of its players, or of a player's bye."""
    for each in plan.pairings:
        if set(players) <= {each.first, each.second}:
            return {reason.code: reason for reason in each.reasons}
    return {reason.code: reason for each in plan.byes if each.player in players for reason in each.reasons}


def sentences_of(reasons):
    return " ".join(sentence(reason) for reason in reasons)


def play_round(snapshot, plan, rng):
    """Return the stage after a round with random results."""
    pairings = tuple(Pairing(p.table, p.first, p.second, rng.choice(RESULTS)) for p in plan.pairings)
    byes = tuple(Bye(each.player, each.kind) for each in plan.byes)
    rounds = (*snapshot.rounds, Round(plan.number, pairings, byes))
    return replace(snapshot, rounds=rounds, next_round=plan.number + 1, byes=())


def some_stage(seed, players=9, rounds=4, **more):
    """Return a stage after some rounds paired by the engine, with a few absences."""
    rng = Random(seed)
    snapshot = fresh(players, planned_rounds=rounds + 1, **more)
    for _ in range(rounds):
        away = tuple(Bye(n, rng.choice(list(ByeKind)[1:])) for n in range(1, players + 1) if rng.random() < 0.08)
        snapshot = replace(snapshot, byes=away)
        snapshot = play_round(snapshot, pair_stage(snapshot), rng)
    return snapshot


WIN_3 = Scoring(
    win=Fraction(3),
    draw=Fraction(1),
    forfeit_win=Fraction(3),
    allocated_bye=Fraction(3),
    full_bye=Fraction(3),
    half_bye=Fraction(1),
)
