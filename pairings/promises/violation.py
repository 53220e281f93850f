"""A broken rule."""

from __future__ import annotations

from dataclasses import dataclass

from pairings.plan import Reason


@dataclass(frozen=True, slots=True)
class Violation:
    """`reason` says which rule is broken, with its facts; `impossible` marks what the database would refuse."""

    reason: Reason
    impossible: bool = False
