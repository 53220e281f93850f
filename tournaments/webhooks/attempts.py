"""An attempt to reach a receiver: its answer, and the time of the next attempt."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from random import Random

#: The seconds within which a receiver must answer.
SECONDS = 15
#: The first wait, which doubles after each attempt, the longest, and the random part of a wait. So receivers that
#: return do not get everything at the same moment.
FIRST, LONGEST = timedelta(seconds=5), timedelta(hours=6)
JITTER = 0.25


@dataclass(frozen=True, slots=True)
class AttemptResult:
    """The outcome of an attempt: a status and the beginning of the answer, or why there is none; and milliseconds."""

    status: int | None
    fault: str
    beginning: str
    took: int

    @property
    def is_taken(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


def wait(attempts: int, rng: Random) -> timedelta:
    """Return the time to wait after that many failed attempts."""
    doubled: timedelta = min(FIRST * 2 ** min(attempts - 1, 20), LONGEST)
    return doubled * (1 + JITTER * (2 * rng.random() - 1))


def keys_of(kind: str, batches: Collection[str]) -> list[int]:
    """Return the row keys of a kind's batches."""
    return [int(key.removeprefix(kind)) for key in batches if key.startswith(kind)]
