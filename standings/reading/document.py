"""What reading a file gives, and what it says about a file that it cannot read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pairings.snapshot import Snapshot


@dataclass(frozen=True)
class Document:
    """What a file says: a snapshot, and how the file calls the players, by their numbers.

    `round_robin` is None where the file does not say which system it was.
    """

    snapshot: Snapshot
    labels: Mapping[int, str]
    round_robin: bool | None = None

    def name(self, number: int) -> str:
        """A player's name; where the file has none, what it calls him."""
        return self._names[number]

    def side(self, number: int) -> dict[str, str]:
        """A player as JSON has one."""
        return {"id": self.labels[number], "name": self._names[number]}

    @cached_property
    def _names(self) -> dict[int, str]:
        return {player.number: player.name or self.labels[player.number] for player in self.snapshot.players}


class BrokenFile(ValueError):
    """The file is not what it should be; the text is one line for the user."""
