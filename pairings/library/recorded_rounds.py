"""A recorded round against the one that its system makes from the rounds before it.

A round differs if a pair, a colour or the allocated bye does; tables are ignored, because files do not have them. The
colour of a forfeited game counts only if the source gives it. A source without a planned number of rounds counts as
complete. A round without players to pair agrees if nobody was paired.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Protocol

from pairings.files.trf.writing.build import as_plan
from pairings.judge import violations
from pairings.library import system_calls
from pairings.plan import CannotPair, Reason, RoundPlan
from pairings.snapshot import ByeKind, Round, Snapshot
from pairings.system import System


class Recording(Protocol):
    """The data shared by a report file, a snapshot of the API and a tournament file."""

    @property
    def played(self) -> int: ...

    @property
    def rounds(self) -> tuple[Round, ...]: ...

    def snapshot(self, round_number: int) -> Snapshot: ...

    def colour_known(self, round_number: int, number: int) -> bool: ...


@dataclass(frozen=True, slots=True)
class PairOrBye:
    """A pair, or a bye (`second` 0), by pairing numbers."""

    first: int
    second: int

    @property
    def both(self) -> frozenset[int]:
        return frozenset((self.first, self.second))


@dataclass(frozen=True, slots=True)
class RoundComparison:
    """A round: the pairs only in the record, those only by the engine, and why the engine's are better.

    `refused`: the engine finds no legal round, and `reasons` explain it.
    """

    number: int
    recorded: tuple[PairOrBye, ...] = ()
    engine: tuple[PairOrBye, ...] = ()
    reasons: tuple[Reason, ...] = ()
    refused: bool = False

    @property
    def agrees(self) -> bool:
        return not (self.recorded or self.engine or self.refused)


def compare_round(source: Recording, number: int, system: System, options: object, seed: int | str) -> RoundComparison:
    """Return the comparison of a recorded round with the engine's pairing."""
    snapshot = before(source, number, system, options)
    recorded = as_plan(source.rounds[number - 1])
    try:
        plan = system.pair(snapshot, options, Random(seed))
    except CannotPair as error:
        if not _seats(recorded) and not snapshot.to_be_paired():
            return RoundComparison(number)
        return RoundComparison(number, reasons=tuple(error.reasons), refused=True)
    theirs, ours = _seats(recorded), _seats(plan)
    open_colours = {seat.both for seat in theirs if not source.colour_known(number, seat.first)}
    theirs_only, ours_only = _differing(theirs, ours, open_colours)
    reasons = _reasons(snapshot, recorded, plan, theirs_only, system, options)
    return RoundComparison(number, tuple(theirs_only), tuple(ours_only), tuple(reasons))


def breaches(source: Recording, number: int, system: System, options: object) -> tuple[Reason, ...]:
    """Return the rules that a recorded round breaks, general ones and those of its system; nothing is paired.

    If rounds overlap, no record shows the available players, and the general rules are skipped.
    """
    snapshot = before(source, number, system, options)
    recorded = as_plan(source.rounds[number - 1])
    judged = None if system.overlapping else options
    return tuple(violation.reason for violation in violations(snapshot, recorded, system.promises, judged))


def before(source: Recording, number: int, system: System, options: object) -> Snapshot:
    """Return the tournament as the engine saw it before a recorded round."""
    snapshot = source.snapshot(number)
    if snapshot.planned_rounds is None:
        snapshot = replace(snapshot, planned_rounds=source.played)
    return system.add_system_facts(snapshot, options)


def _seats(plan: RoundPlan) -> frozenset[PairOrBye]:
    pairs = {PairOrBye(pairing.first, pairing.second) for pairing in plan.pairings}
    return frozenset(pairs | {PairOrBye(bye.player, 0) for bye in plan.byes if bye.kind is ByeKind.ALLOCATED})


def _differing(
    theirs: frozenset[PairOrBye], ours: frozenset[PairOrBye], open_colours: set[frozenset[int]]
) -> tuple[list[PairOrBye], list[PairOrBye]]:
    """Return (only in the record, only by the engine), lowest numbers first."""
    agreed = {seat.both for seat in theirs} & {seat.both for seat in ours} & open_colours
    differing = {seat for seat in theirs ^ ours if seat.both not in agreed}
    ordered = sorted(differing, key=lambda seat: (seat.first, seat.second))
    return [seat for seat in ordered if seat in theirs], [seat for seat in ordered if seat in ours]


def _reasons(
    snapshot: Snapshot,
    recorded: RoundPlan,
    plan: RoundPlan,
    theirs_only: list[PairOrBye],
    system: System,
    options: object,
) -> Iterable[Reason]:
    """Return rules that the recorded round breaks; if none, the first criterion by which it is worse, or its strange
    pair.
    """
    if not theirs_only:
        return ()
    broken = [violation.reason for violation in violations(snapshot, recorded, system.promises, options)]
    compare = system.questions.why_worse
    worse = system_calls.as_reasons(compare(snapshot, options, recorded)) if compare else ()
    if broken or worse or system.questions.why_not is None:
        return (*broken, *worse)
    ask = partial(system_calls.why_not, system.key, snapshot, options)
    for seat in theirs_only:
        own = next((pairing for pairing in plan.pairings if {pairing.first, pairing.second} == seat.both), None)
        if own or seat.second:
            return own.reasons if own else system_calls.as_reasons(ask(seat.first, seat.second))
    return ()
