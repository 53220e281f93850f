"""Pairing from Python: the functions for other programs. `docs/library.md` shows examples.

A system is named by its key (`system_names()`), its options are given by name as `pairings.options` reads them; both
have defaults. A wrong name is refused with the list of valid ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from pairings import judge
from pairings.library import system_calls
from pairings.library.snapshot_checks import check_recorded_rounds, check_snapshot_values
from pairings.options import OptionSpec, read, specs
from pairings.plan import CannotPair, Reason, RoundPlan
from pairings.snapshot import Snapshot
from pairings.system import System
from pairings.systems import SYSTEMS
from pairings.wording.sentences import sentence


def system_names() -> Mapping[str, str]:
    """Return the name of every pairing system, by key."""
    return {key: system.name for key, system in SYSTEMS.items()}


def options_of(system: str) -> tuple[OptionSpec, ...]:
    """Return the options of a system, with their kinds, values, defaults and meanings. Raises LookupError."""
    return specs(known_system(system).options)


def pair(snapshot: Snapshot, system: str = "dutch", *, seed: int | str = 0, **options: object) -> RoundPlan:
    """Return the pairings of `snapshot.next_round`. The same arguments give the same plan on every machine.

    Lots, such as the first colour of a first round, are drawn from `seed`. Raises CannotPair if the rules allow no
    round, LookupError for an unknown system, OptionError for an option that the system does not take, ValueError for an
    impossible snapshot.
    """
    definition = known_system(system)
    check_snapshot_values(snapshot)
    if not definition.scheduled:
        check_recorded_rounds(snapshot)
    try:
        return definition.pair(snapshot, read(definition.options, options), Random(seed))
    except CannotPair as refusal:
        refusal.args = (" ".join(_sentences(refusal.reasons, snapshot)),)
        raise


def check(snapshot: Snapshot, plan: RoundPlan, system: str = "dutch", **options: object) -> tuple[str, ...]:
    """Return the rules that a round breaks: a sentence each, with its article. Empty if none is broken.

    The round may be a manual one. The judge shares no code with any engine. Raises LookupError, OptionError and
    ValueError as `pair` does.
    """
    definition = known_system(system)
    check_snapshot_values(snapshot)
    chosen: Any = read(definition.options, options)
    found = judge.violations(definition.add_system_facts(snapshot, chosen), plan, definition.promises, chosen)
    return _sentences([violation.reason for violation in found], snapshot)


def explain(snapshot: Snapshot, plan: RoundPlan) -> Mapping[tuple[int, int], tuple[str, ...]]:
    """Return why each pair (first, second) of a plan meets, and why each bye (player, 0) was given.

    (0, 0) has the sentences about the whole round. Sentences name players. Raises ValueError for an impossible
    snapshot.
    """
    check_snapshot_values(snapshot)
    sentences = {(0, 0): _sentences(plan.reasons, snapshot)}
    sentences |= {(p.first, p.second): _sentences(p.reasons, snapshot) for p in plan.pairings}
    return sentences | {(bye.player, 0): _sentences(bye.reasons, snapshot) for bye in plan.byes}


def why_not(snapshot: Snapshot, one: int, other: int, system: str = "dutch", **options: object) -> tuple[str, ...]:
    """Return why two players do not meet in the round that the system pairs; empty if the system cannot tell.

    Raises as `pair` does.
    """
    definition = known_system(system)
    check_snapshot_values(snapshot)
    answer = system_calls.why_not(definition.key, snapshot, read(definition.options, options), one, other)
    return _sentences(system_calls.as_reasons(answer), snapshot)


def known_system(system: str) -> System:
    """Return a system by its key. Raises LookupError."""
    if system not in SYSTEMS:
        raise LookupError(f"There is no system {system}; there are {', '.join(SYSTEMS)}.")
    return SYSTEMS[system]


def _sentences(reasons: tuple[Reason, ...] | list[Reason], snapshot: Snapshot) -> tuple[str, ...]:
    names = {player.number: player.name for player in snapshot.players if player.name}
    texts = ((sentence(reason, names, halves=snapshot.scoring.halves), reason.article) for reason in reasons)
    return tuple(f"{text} [{article}]" if article else text for text, article in texts)
