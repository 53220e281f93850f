"""The brackets of a round, from the top scoregroup down (C.04.3 art. 1.9 and 3)."""

from __future__ import annotations

from dataclasses import dataclass

from pairings.systems.dutch.rules.field import Field
from pairings.systems.dutch.solve.completion import Completion
from pairings.systems.dutch.solve.exact import Outcome
from pairings.systems.dutch.solve.quick import QuickBracket


@dataclass(slots=True)
class PairedBracket:
    """A bracket as it was paired. `moved` are its moved-down players."""

    number: int
    score: int
    moved: list[int]
    residents: int
    outcome: Outcome


def pair_brackets(field: Field, completion: Completion) -> tuple[list[PairedBracket], int | None]:
    """Every bracket in turn, and the player left over for the bye (None when there is none)."""
    done: list[PairedBracket] = []
    moved: list[int] = []
    for group, score in enumerate(field.scores):
        outcome = QuickBracket(field, completion, moved, group).pair()
        done.append(PairedBracket(group + 1, score, moved, field.groups[score], outcome))
        moved = sorted(outcome.floaters)
    return done, moved[0] if moved else None
