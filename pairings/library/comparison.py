"""The same position under several systems: the pairs of each, and their differences."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from pairings.library.system_calls import judged_plan
from pairings.plan import BrokenPlan, CannotPair, PlannedPairing, Reason, RoundPlan
from pairings.snapshot import ByeKind, Snapshot
from pairings.system import System, SystemKind
from pairings.systems import SYSTEMS

logger = logging.getLogger(__name__)

#: Of larger fields nobody reads five pairings side by side.
MOST = 300
#: Its players are teams, and its scores those of matches.
OF_TEAMS = "team-swiss"
#: FIDE's Swiss systems for single players, in the order in which systems are offered.
SWISS: Mapping[str, System] = {
    key: each for key, each in SYSTEMS.items() if each.of_fide and each.kind is SystemKind.SWISS and key != OF_TEAMS
}


@dataclass(frozen=True)
class SystemAnswer:
    """The answer of a system to a position: a plan, or the reasons why there is none."""

    system: System
    plan: RoundPlan | None
    refused: tuple[Reason, ...] = ()

    @cached_property
    def tables(self) -> Mapping[int, PlannedPairing]:
        """The table of each player who has one, by number."""
        pairings = self.plan.pairings if self.plan else ()
        return {number: each for each in pairings for number in (each.first, each.second)}

    @cached_property
    def free(self) -> frozenset[int]:
        """The players with the allocated bye."""
        byes = self.plan.byes if self.plan else ()
        return frozenset(each.player for each in byes if each.kind is ByeKind.ALLOCATED)

    def opponent(self, number: int) -> int | None:
        """Return the opponent of a player: 0 for the bye, None without a place."""
        if number in self.tables:
            table = self.tables[number]
            return table.second if table.first == number else table.first
        return 0 if number in self.free else None

    def only_here(self, other: SystemAnswer) -> tuple[PlannedPairing, ...]:
        """Return the tables whose players do not meet in another answer."""
        pairings = self.plan.pairings if self.plan else ()
        return tuple(each for each in pairings if other.opponent(each.first) != each.second)


def compare_systems(
    snapshot: Snapshot, own: Mapping[str, object], seed: str, systems: Iterable[str] = SWISS
) -> list[SystemAnswer]:
    """Return the answer of each system, with its `own` options if given, else its defaults."""
    return [_answer(SYSTEMS[key], snapshot, own.get(key) or SYSTEMS[key].options(), seed) for key in systems]


def _answer(system: System, snapshot: Snapshot, options: object, seed: str) -> SystemAnswer:
    try:
        return SystemAnswer(system, judged_plan(system.key, snapshot, options, seed))
    except CannotPair as error:
        return SystemAnswer(system, None, error.reasons)
    except BrokenPlan:
        logger.exception("A pairing was not compared.")
        return SystemAnswer(system, None, (Reason("broken-plan", {"round": snapshot.next_round}),))
