"""How results at a kind of table are written: the record that keyboard, API and files share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pairings.snapshot import Result, Scoring


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """The notation of results at a kind of table.

    It has the results that a single key enters (`keys`), the meaning of a text (`read`), and an explanation for invalid
    texts (`explained`). `fault` is why a result is impossible. `one_tells`: a player can report the result from their
    own side alone.
    """

    keys: Callable[[Scoring], Sequence[str]]
    read: Callable[[str, Scoring], Result | None]
    explained: Callable[[Scoring], str]
    examples: Callable[[Scoring], str]
    fault: Callable[[Result, Scoring], str | None]
    one_tells: bool
