"""Progress of a long piece of work: the current step and how much of it is done.

The worker knows no clock and no listener. The listener knows the clock, and stops the work by raising from the call.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress: `done` of `of` things. `message` is a marked message with placeholders for both."""

    message: str
    done: int
    of: int


class Work:
    """The receiver of an engine's progress. This plain one ignores it."""

    def __init__(self, listen: Callable[[Progress], None] | None = None) -> None:
        self._listen = listen

    def at(self, message: str, done: int, of: int) -> None:
        """Report each step to the listener. An exception of the listener stops the work; no engine catches it."""
        if self._listen is not None:
            self._listen(Progress(message, done, of))


NO_PROGRESS = Work()
