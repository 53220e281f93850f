"""Frozen output: who meets whom, and the reason of each decision as data.

A reason is a code with its facts. It knows no language; `pairings.wording.sentences` words it for people.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from pairings.snapshot import Bye, ByeKind, Pairing, Result, Round

Fact: TypeAlias = "str | int | bool | tuple[Fact, ...] | Mapping[str, Fact] | None"


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason of a decision: `code` names the sentence, `facts` fill it, `article` cites the rule book.

    Facts are JSON values; a player is a fact named `player`, `first`, `second`, `opponent` ... and holds a number.
    """

    code: str
    facts: Mapping[str, Fact] = field(default_factory=lambda: MappingProxyType({}))
    article: str = ""


@dataclass(frozen=True, slots=True)
class PlannedPairing:
    """A pair at a table. `result` is set when it is known beforehand, as against a player who has withdrawn.

    `handicap` are the stones that the first player gets in Go. `others` are who sits third and fourth in a pod, or at
    a table of `partners`, as `Pairing` has them.
    """

    table: int
    first: int
    second: int
    reasons: tuple[Reason, ...] = ()
    result: Result | None = None
    handicap: int = 0
    others: tuple[int, ...] = ()
    partners: bool = False

    @property
    def players(self) -> tuple[int, ...]:
        """Everybody at the table, in the order of the sides."""
        return (self.first, self.second, *self.others)


@dataclass(frozen=True, slots=True)
class PlannedBye:
    player: int
    kind: ByeKind = ByeKind.ALLOCATED
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """A whole round: pairings in their order, byes in the order of the players' numbers. An engine calls the tables
    1, 2, 3 ...; in a plan made of a recorded round they have the numbers of the hall.

    Requested byes of the snapshot are repeated in `byes`, so that the plan says where every present player is.
    `first_colour` is the initial colour if the plan drew the lot for it, as Snapshot has it.
    `booster_pods` are the pods of a booster draft that begins with the round, as `snapshot.Round` has them.
    `reasons` speak of the round as a whole: warnings, lots drawn, rules that had to bend.
    """

    number: int
    pairings: tuple[PlannedPairing, ...]
    byes: tuple[PlannedBye, ...] = ()
    reasons: tuple[Reason, ...] = ()
    first_colour: str | None = None
    booster_pods: tuple[tuple[int, ...], ...] = ()


def as_recorded(plan: RoundPlan) -> Round:
    """The round as it will be recorded, with the results that are known beforehand."""
    return Round(
        plan.number,
        tuple(
            Pairing(p.table, p.first, p.second, p.result, handicap=p.handicap, others=p.others, partners=p.partners)
            for p in plan.pairings
        ),
        tuple(Bye(bye.player, bye.kind) for bye in plan.byes),
        booster_pods=plan.booster_pods,
    )


class CannotPair(Exception):
    """The round cannot be paired, and it is not our fault: shown to the organiser with its reason and article.

    `reasons` holds the reason and what explains it further, to be read one after the other.
    """

    def __init__(self, reason: Reason, *details: Reason) -> None:
        super().__init__(reason.code)
        self.reason = reason
        self.reasons = (reason, *details)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self.reasons


class NoLegalPairing(CannotPair):
    """Every way to pair the round breaks an absolute rule; the reason names what blocks."""


class BrokenPlan(Exception):
    """An engine answered with a plan that breaks its own promises: a bug of ours, never the organiser's fault."""
