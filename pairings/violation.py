"""A broken rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pairings.plan import Reason, RoundPlan
from pairings.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Violation:
    """`reason` says which rule is broken, with its facts; `impossible` marks what the database would refuse."""

    reason: Reason
    impossible: bool = False


#: What a system promises of a round beyond the general rules: the snapshot before it, the round, the system's options.
Promises = Callable[[Snapshot, RoundPlan, Any], Iterator[Violation]]
