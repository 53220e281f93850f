"""A small pairing system for testing the commands without a large one."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from pairings import systems
from pairings.commands import common
from pairings.library import system_calls
from pairings.plan import NoLegalPairing, PlannedBye, PlannedPairing, Reason, RoundPlan
from pairings.system import Questions
from pairings.systems.manual import engine as manual


def toy_pair(snapshot, options, rng):
    """Pair the first of the list with the first new opponent, and backtrack if that fails; the odd player is last."""
    met = {frozenset((p.first, p.second)) for _, p in snapshot.recorded_pairings() if p.result and p.result.played}
    left = [player.number for player in snapshot.to_be_paired()]
    pairs = _complete(left, met, len(left) % 2)
    if pairs is None:
        raise NoLegalPairing(Reason("met-before", {"first": 1, "second": 2, "round": 1}, "toy 1"))
    games = [pair for pair in pairs if len(pair) == 2]
    odd = [
        PlannedBye(pair[0], reasons=(Reason("bye-requested", {"player": pair[0]}),)) for pair in pairs if len(pair) == 1
    ]
    asked = [PlannedBye(bye.player, bye.kind) for bye in snapshot.byes]
    return RoundPlan(
        snapshot.next_round,
        tuple(
            PlannedPairing(table, *pair, (Reason("by-hand", {"first": pair[0], "second": pair[1]}, "toy 2"),))
            for table, pair in enumerate(games, start=1)
        ),
        tuple(sorted(odd + asked, key=lambda bye: bye.player)),
    )


def _complete(left, met, spare):
    if not left:
        return []
    first, *others = left
    for other in others:
        if frozenset((first, other)) not in met:
            rest = _complete([n for n in others if n != other], met, spare)
            if rest is not None:
                return [(first, other), *rest]
    if spare:
        rest = _complete(others, met, 0)
        return None if rest is None else [(first,), *rest]
    return None


def why_not(snapshot, options, first, second, pairs=None):
    return Reason("forbidden-pair", {"first": first, "second": second}, "toy 3")


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    """Add the system "toy" to the others."""
    toy = replace(
        systems.SYSTEMS["manual"],
        key="toy",
        options=manual.Options,
        pair=toy_pair,
        questions=Questions(why_not=why_not),
    )
    known = MappingProxyType({**systems.SYSTEMS, "toy": toy})
    monkeypatch.setattr(common, "SYSTEMS", known)
    monkeypatch.setattr(system_calls, "SYSTEMS", known)
