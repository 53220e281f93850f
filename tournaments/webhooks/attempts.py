"""An attempt to reach a receiver: what it answers, and when the next one is made."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from random import Random

#: Within which a receiver answers.
SECONDS = 15
#: The first wait, which is doubled after each attempt, the longest, and how much one differs by lot, so that receivers
#: that come back do not get everything in one moment.
FIRST, LONGEST = timedelta(seconds=5), timedelta(hours=6)
JITTER = 0.25


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of an attempt: a status and how the answer began, or why there is none; and milliseconds."""

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


def keys_of(kind: str, errands: Collection[str]) -> list[int]:
    """The rows of the errands of a kind."""
    return [int(key.removeprefix(kind)) for key in errands if key.startswith(kind)]
