"""Measure standings beside `sorted` on a prepared list of 10,000 six-tuples of Fractions, on the same machine.

    python benchmarks/engines/standings.py

It prints the median of several runs, in processor time. If the public package tiebreak-core is installed, it also
prints that package's time for 20 players. `benchmarks/server/pages.py` measures the time from a new result to the
public page.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))

from pairings.snapshot import Bye, ByeKind, Outcome, Pairing, Player, Result, Round, Snapshot
from standings.core.rank import rank
from standings.core.rules import Rules
from standings.rulesets.presets import RULES, THREE_ONE
from standings.verdict import verdicts

CARD_CHAIN = ("MP", "OMW", "GW", "OGW", "OOMW", "WINS")
CHESS_CHAIN = ("PTS", "BH/C1", "BH", "SB", "PS", "WIN")
RESULTS = (
    Result(Outcome.WIN, Outcome.LOSS, games=(2, 0, 0)),
    Result(Outcome.WIN, Outcome.LOSS, games=(2, 1, 0)),
    Result(Outcome.LOSS, Outcome.WIN, games=(1, 2, 0)),
    Result(Outcome.DRAW, Outcome.DRAW, games=(1, 1, 1)),
)


def tournament(players: int, rounds: int, seed: int = 1) -> Snapshot:
    """Return a typical Swiss tournament: neighbours in the order of points meet, and an odd player has a bye."""
    random = Random(seed)
    points = dict.fromkeys(range(1, players + 1), 0)
    played = []
    for number in range(1, rounds + 1):
        order = sorted(points, key=lambda player: (-points[player], random.random()))
        byes = (Bye(order[-1], ByeKind.ALLOCATED),) if players % 2 else ()
        pairings = []
        for table, (first, second) in enumerate(zip(order[::2], order[1::2], strict=False), start=1):
            result = random.choice(RESULTS)
            points[first] += {"win": 3, "draw": 1, "loss": 0}[result.first]
            points[second] += {"win": 3, "draw": 1, "loss": 0}[result.second]
            pairings.append(Pairing(table, first, second, result))
        played.append(Round(number, tuple(pairings), byes))
    return Snapshot(tuple(Player(n) for n in range(1, players + 1)), tuple(played), THREE_ONE, rounds + 1, rounds)


def six_tuples(count: int = 10_000, seed: int = 1) -> list[tuple[Fraction, ...]]:
    """Return six typical table values per player: few points, many percentages."""
    random = Random(seed)
    return [
        (Fraction(random.randrange(46)), *(Fraction(random.randrange(3000, 9000), 10500) for _ in range(5)))
        for _ in range(count)
    ]


def seconds(work: Callable[[], object], runs: int) -> float:
    times = []
    for _ in range(runs):
        start = process_time()
        work()
        times.append(process_time() - start)
    return median(times)


def with_chain(key: str, chain: tuple[str, ...]) -> Rules:
    return replace(RULES[key], chain=chain)


def main() -> None:
    ready = six_tuples()
    base = seconds(lambda: sorted(ready, reverse=True), 7)
    print(f"sorted, 10,000 six-tuples of Fractions: {base * 1000:.0f} ms")
    for key, chain in (("mtr", CARD_CHAIN), ("fide-2026", CHESS_CHAIN)):
        rules = with_chain(key, chain)
        for players, rounds, limit, runs in ((500, 11, 0.5, 5), (10_000, 15, 10.0, 3)):
            snapshot = tournament(players, rounds)
            took = seconds(lambda s=snapshot, r=rules: rank(s, r), runs)  # type: ignore[misc]
            print(
                f"{key} {' '.join(chain)}, {players:,} players, {rounds} rounds: {took * 1000:.0f} ms, "
                f"{took / base:.2f} times (limit {limit})"
            )
    for players, rounds, top in ((8, 3, 4), (32, 5, 8), (128, 7, 8), (500, 11, 8)):
        print(last_round(players, rounds, top))
    print(time_tiebreak_core())


def last_round(players: int, rounds: int, top: int) -> str:
    """Return a line about verdicts while all tables of the last round are open, and how many of them are proved."""
    played = tournament(players, rounds)
    last = played.rounds[-1]
    opened = replace(last, pairings=tuple(replace(pairing, result=None) for pairing in last.pairings))
    snapshot = replace(played, rounds=(*played.rounds[:-1], opened))
    found = verdicts(snapshot, RULES["mtr"], top)
    took = seconds(lambda: verdicts(snapshot, RULES["mtr"], top), 1)
    states = Counter(verdict.answer.state.value for verdict in found)
    return f"verdicts, top {top} of {players}, last round open: {took * 1000:.0f} ms, {dict(states)}"


def time_tiebreak_core() -> str:
    """Return a line about the public package's time for 20 players and 9 rounds: with three criteria, and with all."""
    try:
        from tiebreak_core import GameRecord, PlayerTiebreakData, fide2026, rank_standings_strict
        from tiebreak_core.strict import calculate_all_strict
    except ImportError:
        return "tiebreak-core: not installed"
    played = replace(tournament(20, 9), scoring=RULES["fide-2026"].scoring)
    snapshot = replace(played, players=tuple(replace(p, rating=2400 - 53 * p.number) for p in played.players))
    table = rank(snapshot, RULES["fide-2026"])
    rating = {player.number: player.rating or 0 for player in snapshot.players}

    def games(player: int) -> list[GameRecord]:
        return [
            GameRecord(
                e.opponent, rating[e.opponent or 0], float(e.points), "white" if e.first else "black", e.round, "played"
            )
            for e in table.reckoning.entries[player]
        ]

    players = {
        row.player: PlayerTiebreakData(row.player, rating[row.player], float(row.points), games(row.player))
        for row in table.rows
    }
    three, every = ["buchholz_cut1", "buchholz", "sonneborn_berger"], list(fide2026.FIDE2026_REGISTRY)
    lists = [
        seconds(lambda: rank(snapshot, with_chain("fide-2026", ("PTS", "BH/C1", "BH", "SB"))), 5),
        seconds(lambda: rank_standings_strict(players, three, total_rounds=9, ruleset="fide-2026"), 3),
        seconds(lambda: rank(snapshot, RULES["fide-2026"], columns=RULES["fide-2026"].family), 5),
        seconds(lambda: [calculate_all_strict(p, players, every, 9, "fide-2026") for p in players.values()], 3),
    ]
    ours, theirs, all_ours, all_theirs = (took * 1000 for took in lists)
    return (
        f"20 players, 9 rounds, BH/C1 BH SB: ours {ours:.1f} ms, tiebreak-core {theirs:.0f} ms; every criterion: "
        f"ours ({len(RULES['fide-2026'].family)}) {all_ours:.0f} ms, tiebreak-core ({len(every)}) {all_theirs:.0f} ms"
    )


if __name__ == "__main__":
    main()
