"""The promises of Keizer: no game repeated too soon or too often if one exchange avoids it, the bye, and sides.

Judged from the recorded rounds and the plan alone, independently of the engine's code.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pairings.judge import Violation
from pairings.plan import PlannedPairing, Reason, RoundPlan
from pairings.snapshot import ByeKind, Snapshot

if TYPE_CHECKING:
    from pairings.systems.keizer.options import Options


def find_violations(snapshot: Snapshot, plan: RoundPlan, options: Options | None) -> Iterator[Violation]:
    """Yield violations of the plan; manual pairs are not checked here."""
    met: dict[frozenset[int], list[int]] = defaultdict(list)
    balance: dict[int, int] = defaultdict(int)
    for number, pairing in snapshot.recorded_pairings():
        if pairing.result is None or pairing.result.played:
            met[frozenset((pairing.first, pairing.second))].append(number)
            balance[pairing.first] += 1
            balance[pairing.second] -= 1
    by_hand = {frozenset(pair) for pair in snapshot.fixed}
    tables = [p for p in plan.pairings if frozenset((p.first, p.second)) not in by_hand]
    found = [*_byes(snapshot, plan, options), *_repeated_games(snapshot, tables, met, options)]
    found += [
        Reason("keizer-colours", {"first": p.first, "second": p.second})
        for p in tables
        if p.result is None and balance[p.first] > balance[p.second]
    ]
    yield from map(Violation, found)


def _byes(snapshot: Snapshot, plan: RoundPlan, options: Options | None) -> Iterator[Reason]:
    excluded = {bye.player for bye in snapshot.byes} | {max(pair) for pair in snapshot.fixed if 0 in pair}
    with_bye = [bye.player for bye in plan.byes if bye.kind is ByeKind.ALLOCATED and bye.player not in excluded]
    if len(with_bye) > 1:
        yield Reason("keizer-byes")
    refuses = {player.number for player in snapshot.players if not player.may_have_bye}
    for player in with_bye:
        if player in refuses:
            yield Reason("keizer-bye-refused", {"player": player})
        if len(snapshot.to_be_paired()) % 2 == 0:
            yield Reason("keizer-needless-bye", {"player": player})
        before = [
            r.number for r in snapshot.rounds for b in r.byes if (b.player, b.kind) == (player, ByeKind.ALLOCATED)
        ]
        if options is not None and before and plan.number - before[-1] <= options.apart:
            yield Reason("keizer-bye-again", {"player": player, "round": before[-1]})


def _repeated_games(
    snapshot: Snapshot, tables: list[PlannedPairing], met: dict[frozenset[int], list[int]], options: Options | None
) -> Iterator[Reason]:
    if options is None:
        return
    now = snapshot.next_round
    rules = [r.players for r in snapshot.forbidden if r.first_round <= now <= (r.last_round or now)]

    def faults(one: int, other: int) -> tuple[bool, bool, bool]:
        rounds = met.get(frozenset((one, other)), [])
        often = bool(options.meetings) and len(rounds) >= options.meetings
        return any({one, other} <= rule for rule in rules), often, bool(rounds) and now - rounds[-1] <= options.apart

    def both(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, ...]:
        return tuple(sum(pair) for pair in zip(faults(*one), faults(*other), strict=True))

    for table in tables:
        if not any(faults(table.first, table.second)):
            continue
        for other in tables:
            a, b, c, d = table.first, table.second, other.first, other.second
            if other is not table and min(both((a, c), (b, d)), both((a, d), (b, c))) < both((a, b), (c, d)):
                yield Reason("keizer-avoidable", {"first": a, "second": b, "table": other.table})
                break
