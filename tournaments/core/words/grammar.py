"""Define the notation of results at a kind of table: the record that keyboard, API and files share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pairings.snapshot import Result, Scoring


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """The notation of results at a kind of table.

    `keys` has the results that a single key enters, `read` the meaning of a text, and `explained` an explanation for
    invalid texts. `fault` is why a result is impossible. `one_tells`: a player can report the result from the own side
    alone.
    """

    keys: Callable[[Scoring], Sequence[str]]
    read: Callable[[str, Scoring], Result | None]
    explained: Callable[[Scoring], str]
    examples: Callable[[Scoring], str]
    fault: Callable[[Result, Scoring], str | None]
    one_tells: bool
