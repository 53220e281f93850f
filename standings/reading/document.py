"""What reading a file gives, and what it says of a file that it cannot read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pairings.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Document:
    """What a file says: a snapshot, and how the file calls the players, by their numbers.

    `round_robin` is None where the file does not say which system it was.
    """

    snapshot: Snapshot
    labels: Mapping[int, str]
    round_robin: bool | None = None


class BrokenFile(ValueError):
    """The file is not what it should be; the text is one line for the user."""
