"""Frozen output: the pairs of a round, and the reason for each decision as data.

A reason is a code with its facts, independent of any language; `pairings.wording.sentences` writes its sentence.
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
    """The reason for a decision: `code` names the sentence, `facts` fill it, `article` cites the rule book.

    Facts are JSON values; a player is a fact named `player`, `first`, `second`, `opponent` ... and holds a number.
    """

    code: str
    facts: Mapping[str, Fact] = field(default_factory=lambda: MappingProxyType({}))
    article: str = ""


@dataclass(frozen=True, slots=True)
class PlannedPairing:
    """A pair at a table. `result` is set if it is known beforehand, for example against a withdrawn player.

    `handicap` is the number of stones that the first player gets in Go. `others` are the third and fourth players in a
    pod, or at a table of `partners`, as in `Pairing`.
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
        """All players at the table, in the order of the sides."""
        return (self.first, self.second, *self.others)


@dataclass(frozen=True, slots=True)
class PlannedBye:
    player: int
    kind: ByeKind = ByeKind.ALLOCATED
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """A whole round: pairings in their order, byes in the order of the players' numbers.

    An engine numbers the tables 1, 2, 3 ...; a plan made from a recorded round has the table numbers of the hall.

    Requested byes of the snapshot are repeated in `byes`, so that the plan places every present player. `first_colour`
    is the initial colour if the plan drew it by lot, as in Snapshot. `booster_pods` are the pods of a booster draft
    that begins with the round, as in `snapshot.Round`. `reasons` are about the round as a whole: warnings, lots drawn,
    rules that were relaxed.
    """

    number: int
    pairings: tuple[PlannedPairing, ...]
    byes: tuple[PlannedBye, ...] = ()
    reasons: tuple[Reason, ...] = ()
    first_colour: str | None = None
    booster_pods: tuple[tuple[int, ...], ...] = ()


def as_recorded(plan: RoundPlan) -> Round:
    """Return the round as it will be recorded, with the results that are known beforehand."""
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
    """The round cannot be paired, for a reason outside the program: shown to the organiser with its article.

    `reasons` holds the reason and its further explanations, to be read in order.
    """

    def __init__(self, reason: Reason, *details: Reason) -> None:
        super().__init__(reason.code)
        self.reason = reason
        self.reasons = (reason, *details)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self.reasons


class NoLegalPairing(CannotPair):
    """Every pairing of the round breaks an absolute rule; the reason names the obstacle."""


class BrokenPlan(Exception):
    """An engine's plan breaks its own promises: a bug in the program, never the organiser's fault."""
