"""The promises of a circular plan, judged from the recorded rounds and the plan alone.

The rule is restated from the text's definition, |(a - b) MOD N|, without code of the engine. It covers the opponents,
no repeated games, the first player of each pair, at most one game a table, evenly filled rounds, and no lost game. If
every game has the sides of the rule, sides differ by at most one when all games are played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pairings.judge import Violation
from pairings.plan import Reason, RoundPlan
from pairings.snapshot import ByeKind, Snapshot

if TYPE_CHECKING:
    from pairings.systems.circular.options import Options


def promises(snapshot: Snapshot, plan: RoundPlan, options: Options) -> Iterator[Violation]:
    """Yield violations in meetings, sides, tables and rests of one round after those recorded."""
    due = games_due(len(snapshot.players), options.games, options.style)
    met = {frozenset((pairing.first, pairing.second)): n for n, pairing in snapshot.recorded_pairings()}
    for pairing in plan.pairings:
        pair = frozenset((pairing.first, pairing.second))
        facts = {"first": pairing.first, "second": pairing.second}
        if pair in met:
            yield Violation(Reason("circular-again", {**facts, "round": met[pair]}))
        if len(pair) == 2 and pair not in due:
            distance = _distance(pairing.first, pairing.second, len(snapshot.players))
            yield Violation(Reason("circular-not-planned", {**facts, "distance": distance}))
        elif due.get(pair, pairing.first) != pairing.first:
            yield Violation(Reason("circular-turned", facts))
    yield from _size(snapshot, plan, options, {pair for pair in due if pair not in met})
    for bye in plan.byes:
        if bye.kind is not ByeKind.ZERO:
            yield Violation(Reason("circular-bye-points", {"player": bye.player}))


def _distance(one: int, other: int, seats: int) -> int:
    return min((one - other) % seats, (other - one) % seats)


def games_due(seats: int, games: int, style: str) -> Mapping[frozenset[int], int]:
    """Return every required pair with its first player, who reaches the other by counting on `distance` seats."""
    if not 0 < games < seats or seats * games % 2:
        return {}
    full, half = _distances(seats, games, style)
    found = {}
    for left in range(1, seats + 1):
        for step in full:
            found[frozenset((left, (left - 1 + step) % seats + 1))] = left
        if half is not None and (left <= half if 2 * half == seats else left % 2):
            found[frozenset((left, (left - 1 + half) % seats + 1))] = left
    return found


def _distances(seats: int, games: int, style: str) -> tuple[set[int], int | None]:
    """Return the distances with two games each, and the one with a single game if the number of games is odd."""
    if games % 2 == 0:
        return set(range(1, games // 2 + 1)), None
    if style == "antipodal" or games == seats - 1:
        return set(range(1, (games + 1) // 2)), seats // 2
    nearest = {*range(1, (games + 1) // 2 + 1)}
    half = max(distance for distance in nearest if distance % 2)
    return nearest - {half}, half


def _size(snapshot: Snapshot, plan: RoundPlan, options: Options, unmet: set[frozenset[int]]) -> Iterator[Violation]:
    """Yield violations of the number of games: at most the tables, evenly filled, and no avoidable free pair."""
    seats = len(snapshot.players)
    least, most, last = _filling(seats, options)
    late = last is not None and plan.number >= last
    most = most if not late else options.tables or seats // 2
    if len(plan.pairings) > most:
        yield Violation(Reason("circular-tables", {"count": len(plan.pairings), "most": most}))
    if len(plan.pairings) >= (most if late else least):
        return
    busy = {seat for pairing in plan.pairings for seat in (pairing.first, pairing.second)}
    for first, second in sorted(tuple(sorted(pair)) for pair in unmet):
        if first not in busy and second not in busy:
            yield Violation(Reason("circular-left-out", {"first": first, "second": second}))


def _filling(seats: int, options: Options) -> tuple[int, int, int | None]:
    """Return the fewest and most games of a round, and the last round, if the options promise them."""
    tables = options.tables or seats // 2
    if options.order == "text":
        return 1, tables, None
    games = seats * options.games // 2
    rounds = max(options.games + seats % 2, -(-games // tables))
    return games // rounds, -(-games // rounds), rounds
