"""The content of a file, and the error for a file that cannot be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pairings.snapshot import Snapshot


@dataclass(frozen=True)
class SnapshotFile:
    """The content of a file: a snapshot, and the file's labels of the players, by number.

    `round_robin` is None if the file does not name its system.
    """

    snapshot: Snapshot
    labels: Mapping[int, str]
    round_robin: bool | None = None

    def name(self, number: int) -> str:
        """Return a player's name, or the number in the file if there is no name."""
        return self._names[number]

    def side(self, number: int) -> dict[str, str]:
        """Return a player as JSON."""
        return {"id": self.labels[number], "name": self._names[number]}

    @cached_property
    def _names(self) -> dict[int, str]:
        return {player.number: player.name or self.labels[player.number] for player in self.snapshot.players}


class BrokenFile(ValueError):
    """An invalid file; the text is one line for the user."""
