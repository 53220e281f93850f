"""A stage from a document, with the same interface as a report file (`pairings.files.trf.replay`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pairings.files.trf.replay import Replay
from pairings.snapshot import Bye, ByeKind, Player, Round, Snapshot


class BrokenDocument(ValueError):
    """A document is malformed; the text is one line for the user."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """`before` is the stage before its next round; `ids` are the document's ids of players, by number.

    `requested_byes` and `fixed` are the byes and pairs already known for each future round. `seed` is the source of the
    stage's lots, if the document has it. `report` is the report file it was read from, if it was one.
    """

    before: Snapshot
    ids: Mapping[int, str]
    system: str
    options: Mapping[str, Any]
    requested_byes: Mapping[int, tuple[Bye, ...]]
    fixed: Mapping[int, tuple[tuple[int, int], ...]]
    seed: str = ""
    report: Replay | None = None

    @property
    def played(self) -> int:
        return len(self.before.rounds)

    @property
    def rounds(self) -> tuple[Round, ...]:
        return self.before.rounds

    @property
    def names(self) -> dict[int, str]:
        """The players' names, by number."""
        return {player.number: player.name for player in self.before.players}

    def seed_of(self, round_number: int) -> str | None:
        """Return the seed of the lots of a round, as on the server; None if the document has none."""
        return f"{self.seed}/round/{round_number}" if self.seed else None

    def colour_known(self, round_number: int, number: int) -> bool:
        """Return True: a document has the first player of every pairing."""
        return True

    def snapshot(self, round_number: int) -> Snapshot:
        """Return the stage before a round is paired. Raises ValueError for a round that is out of range."""
        if not 1 <= round_number <= self.played + 1:
            raise ValueError(f"Give a round from 1 to {self.played + 1}.")
        return replace(
            self.before,
            players=tuple(_player_before(player, round_number) for player in self.before.players),
            rounds=self.rounds[: round_number - 1],
            next_round=round_number,
            byes=self._absences(round_number),
            fixed=self.fixed.get(round_number, ()) if round_number > self.played else (),
        )

    def _absences(self, round_number: int) -> tuple[Bye, ...]:
        """Return all unpaired players for a recorded round, and requested byes for a later one."""
        if round_number > self.played:
            return self.requested_byes.get(round_number, ())
        round_ = self.rounds[round_number - 1]
        byes = {bye.player: bye for bye in round_.byes if bye.kind is not ByeKind.ALLOCATED}
        recorded = {number for pairing in round_.pairings for number in pairing.players}
        recorded.update(bye.player for bye in round_.byes)
        byes.update({p.number: Bye(p.number, ByeKind.ZERO) for p in self.before.players if p.number not in recorded})
        return tuple(byes[number] for number in sorted(byes))


def _player_before(player: Player, round_number: int) -> Player:
    """Return a player as known before a round: one who left later was still in."""
    had_left = player.withdrawn is not None and player.withdrawn < round_number
    return player if had_left or player.withdrawn is None else replace(player, withdrawn=None)
