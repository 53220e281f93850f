"""Positions of the Burstein and Dubov systems: recorded ones, and small random tournaments."""

from dataclasses import replace
from pathlib import Path
from random import Random

from pairings.files.reading import read
from pairings.numbers import scores
from pairings.plan import CannotPair, as_recorded
from pairings.snapshot import Bye, ByeKind, Decision, ForbiddenPair, Outcome, Player, Result, Snapshot

DATA = Path(__file__).parents[1] / "data"
RESULTS = (
    *[Result(Outcome.WIN, Outcome.LOSS), Result(Outcome.DRAW, Outcome.DRAW), Result(Outcome.LOSS, Outcome.WIN)] * 4,
    Result(Outcome.WIN, Outcome.LOSS, Decision.FORFEIT),
    Result(Outcome.LOSS, Outcome.LOSS, Decision.FORFEIT),
)


def recorded_rounds(request, system):
    """Yield (name, snapshot, expected round).

    The round is a set of (White, Black), with (player, 0) for the bye; None means that no round is legal.
    """
    folder = request.config.getoption("--swiss-corpus")
    for path in sorted((Path(folder) if folder else DATA / system.key).glob(f"{system.key[:2]}_*.trf")):
        source = read(path.read_bytes())
        next_round = path.with_suffix(".next")
        lines = next_round.read_text().splitlines()[1:] if next_round.exists() else None
        expected = None if lines is None else {tuple(map(int, line.split())) for line in lines}
        yield path.name, source.snapshot(source.played + 1), expected


def as_set(plan):
    byes = {(bye.player, 0) for bye in plan.byes if bye.kind is ByeKind.ALLOCATED}
    return {(p.first, p.second) for p in plan.pairings} | byes


def round_of(system, snapshot, options=None):
    try:
        return system.pair(snapshot, options or system.options(), Random(1))
    except CannotPair:
        return None


def positions(system, count, rounds, most=9):
    """Yield (snapshot, options, plan) before each round of small random tournaments.

    They have two to `most` players, and one of the numbers of rounds in `rounds`.
    """
    for seed in range(count):
        lots = Random(seed)
        size, planned = lots.randint(2, most), lots.choice(rounds)
        players = tuple(
            Player(n, rating=lots.choice((None, *range(1500, 2500, 50))), entered=lots.choice((1, 1, 1, 1, 2)))
            for n in range(1, size + 1)
        )
        forbidden = (ForbiddenPair(frozenset(lots.sample(range(1, size + 1), 2))),) if lots.random() < 0.2 else ()
        snapshot = Snapshot(players, planned_rounds=planned, first_colour="first", forbidden=forbidden)
        options = system.options("baku") if lots.random() < 0.2 else system.options()
        for number in range(1, planned + 1):
            asked = tuple(
                Bye(p.number, lots.choice((ByeKind.HALF, ByeKind.ZERO, ByeKind.ZERO, ByeKind.FULL)))
                for p in players
                if p.entered <= number and lots.random() < 0.1
            )
            snapshot = replace(snapshot, next_round=number, byes=asked)
            if not snapshot.to_be_paired():
                break
            plan = round_of(system, snapshot, options)
            yield snapshot, options, plan
            if plan is None:
                break
            played = as_recorded(plan)
            tables = tuple(replace(p, result=lots.choice(RESULTS)) for p in played.pairings)
            snapshot = replace(snapshot, rounds=(*snapshot.rounds, replace(played, pairings=tables)))


def agrees_with_text(system, snapshot, options, plan, literally):
    """Return whether the plan follows the letter of the text; `literally` pairs a snapshot with its virtual points."""
    virtual = options.book.baku(snapshot) if options.acceleration == "baku" else {}
    expected = literally(replace(snapshot, virtual_points=virtual))
    if plan is None:
        return expected is None
    asked = {bye.player for bye in snapshot.byes}
    given = [b.player for b in plan.byes if b.kind is ByeKind.ALLOCATED and b.player not in asked]
    return ({frozenset((p.first, p.second)) for p in plan.pairings}, given[0] if given else None) == expected


def standing(snapshot, rounds):
    """Return the pairing scores before the next round; an open game counts as a draw."""
    known = Snapshot(snapshot.players, snapshot.rounds[:rounds], snapshot.scoring)
    totals = scores.points(known)
    for played in known.rounds:
        for p in played.pairings:
            for n in (p.first, p.second) if p.result is None else ():
                totals[n] += snapshot.scoring.draw
    for n, row in snapshot.virtual_points.items():
        totals[n] += row[rounds] if rounds < len(row) else 0
    return totals
