"""How far a long piece of work has come: what is being done and how much of it, for anyone who waits.

Who works knows no clock and no listener; who listens knows the clock, and ends the work by raising from the call.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """`done` of `of` things. `message` says which: a marked message with places for both."""

    message: str
    done: int
    of: int


class Work:
    """The receiver of an engine's progress. This plain one ignores it."""

    def __init__(self, listen: Callable[[Progress], None] | None = None) -> None:
        self._listen = listen

    def at(self, message: str, done: int, of: int) -> None:
        """Called at each step. Whatever the listener raises ends the work; no engine catches it."""
        if self._listen is not None:
            self._listen(Progress(message, done, of))


UNHEARD = Work()
