"""The independent judge: the rules that a plan breaks, each with its article and a sentence. No engine's code is
shared.

The same query judges engine output, manual edits and imported rounds. General promises are here; the promises of one
system are in its own function record (`pairings.system`). An engine announces every violation of its own plan; a manual
round may break rules, and the organiser sees which.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from pairings.plan import PlannedPairing, Reason, RoundPlan
from pairings.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule: `reason` names it with its facts; `impossible` marks what the database would refuse."""

    reason: Reason
    impossible: bool = False


#: A system's promises of a round beyond the general rules: the snapshot before it, the round, the system's options.
Promises = Callable[[Snapshot, RoundPlan, object], Iterator[Violation]]


def violations(
    snapshot: Snapshot, plan: RoundPlan, promises: Promises | None = None, options: object = None
) -> tuple[Violation, ...]:
    """Return the rules that the plan for `snapshot.next_round` breaks, general rules first.

    `promises` are those of a system with these options; with None only the general rules are checked.
    """
    found = [
        *_repeated_players(snapshot, plan),
        *_tables(plan),
        *_check_fixed_pairs(snapshot, plan),
        *_check_forbidden_pairs(snapshot, plan),
    ]
    if promises is None:
        return (*found, *_no_second_meeting(snapshot, plan))
    found = [v for v in found if v.reason.code != _LEFT_TO_SYSTEM]
    return (*found, *promises(snapshot, plan, options))


def unexplained_violations(
    snapshot: Snapshot, plan: RoundPlan, promises: Promises | None = None, options: object = None
) -> tuple[Violation, ...]:
    """Return the rules that an engine's plan breaks without announcing it: a bug in the engine.

    After manually changed rounds an engine may be unable to keep a promise. Then the plan's own reasons name it, with
    the same code and facts as the judge.
    """
    reasons = [(reason.code, reason.facts) for reason in plan.reasons]
    return tuple(
        violation
        for violation in violations(snapshot, plan, promises, options)
        if violation.impossible or (violation.reason.code, violation.reason.facts) not in reasons
    )


#: A general rule on which a system has its own, more exact word, as it has on second meetings.
_LEFT_TO_SYSTEM = "not-there"


def _repeated_players(snapshot: Snapshot, plan: RoundPlan) -> Iterator[Violation]:
    numbers = {player.number for player in snapshot.players}
    appearances = Counter([number for p in plan.pairings for number in p.players])
    appearances.update([bye.player for bye in plan.byes])
    for pairing in plan.pairings:
        if pairing.first == pairing.second:
            yield Violation(Reason("against-self", {"player": pairing.first, "table": pairing.table}), impossible=True)
    for number in sorted(number for number, times in appearances.items() if times > 1 or number not in numbers):
        code = "twice-in-round" if number in numbers else "unknown-player"
        yield Violation(Reason(code, {"player": number}), impossible=True)
    present = {player.number for player in snapshot.to_be_paired()}
    for number in () if snapshot.may_wait else sorted(present.difference(appearances)):
        yield Violation(Reason("unpaired", {"player": number}))
    absent = numbers - present
    for pairing in plan.pairings if absent else ():
        for number in pairing.players:
            if number in absent and pairing.result is None:
                yield Violation(Reason("not-there", {"player": number, "table": pairing.table}))


def _tables(plan: RoundPlan) -> Iterator[Violation]:
    for table, times in sorted(Counter([pairing.table for pairing in plan.pairings]).items()):
        if times > 1:
            yield Violation(Reason("table-twice", {"table": table}), impossible=True)
        if table < 1:
            yield Violation(Reason("table-number", {"table": table}), impossible=True)


def _check_fixed_pairs(snapshot: Snapshot, plan: RoundPlan) -> Iterator[Violation]:
    if not snapshot.fixed:
        return
    planned = {frozenset(pair) for pairing in plan.pairings for pair in _pairs_at_table(pairing)}
    planned |= {frozenset((bye.player, 0)) for bye in plan.byes}
    for first, second in snapshot.fixed:
        if frozenset((first, second)) in planned:
            continue
        if 0 in {first, second}:
            yield Violation(Reason("fixed-bye-broken", {"player": first or second}))
        else:
            yield Violation(Reason("fixed-pair-broken", {"first": first, "second": second}))


def _pairs_at_table(pairing: PlannedPairing) -> Iterator[tuple[int, int]]:
    """Yield the pairs at a table that wishes apply to: all players, or only partners in two against two."""
    if pairing.partners:
        first, second, third, fourth = pairing.players
        return iter(((first, third), (second, fourth)))
    return combinations(pairing.players, 2)


def _check_forbidden_pairs(snapshot: Snapshot, plan: RoundPlan) -> Iterator[Violation]:
    """Yield the forbidden pairs that meet, rule by rule, each in the order of the tables."""
    seconds: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for place, pairing in enumerate(plan.pairings):
        for first, second in _pairs_at_table(pairing):
            seconds[first].append((place, second))
    for rule in snapshot.forbidden:
        if rule.first_round <= plan.number <= (rule.last_round or plan.number):
            wrong = [
                (place, first, second)
                for first in rule.players & seconds.keys()
                for place, second in seconds[first]
                if second in rule.players
            ]
            for _place, first, second in sorted(wrong):
                yield Violation(Reason("forbidden-pair", {"first": first, "second": second}))


def _no_second_meeting(snapshot: Snapshot, plan: RoundPlan) -> Iterator[Violation]:
    met = {
        frozenset(pair): number
        for number, pairing in snapshot.recorded_pairings()
        if pairing.result is None or pairing.result.played
        for pair in combinations(pairing.players, 2)
    }
    for pairing in plan.pairings:
        for first, second in combinations(pairing.players, 2):
            earlier = met.get(frozenset((first, second)))
            if earlier is not None and first != second:
                yield Violation(Reason("met-before", {"first": first, "second": second, "round": earlier}))
