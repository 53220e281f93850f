"""How results at a kind of table are written: the record that keyboard, API and files share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pairings.snapshot import Result, Scoring


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """How results at a kind of table are written: what one `keys` press enters, what a text `read` means, and what is
    `explained` to who has written something else. `fault` is what makes a result impossible; `one_tells`: one of those
    there can tell the result from the own side alone.
    """

    keys: Callable[[Scoring], Sequence[str]]
    read: Callable[[str, Scoring], Result | None]
    explained: Callable[[Scoring], str]
    examples: Callable[[Scoring], str]
    fault: Callable[[Result, Scoring], str | None]
    one_tells: bool
