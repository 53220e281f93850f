"""A match that is on a court, waits for one, or was on one lately."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pairings.snapshot import Decision
from tournaments.models import CourtCall, MatchSheet, Pairing, Player, Result, Round, Tournament


@dataclass(frozen=True, slots=True)
class CourtMatch:
    """A match of a running round, or of one that ended lately. `court` is where it is now, 0 where it is not on one;
    `since` is when it was called there, `again` when it was called once more. `ended` is when it first had its result;
    `sheet` has the line-ups of a match of teams.
    """

    key: int
    section: Tournament
    round: Round
    pairing: Pairing
    players: tuple[Player, ...]
    call: CourtCall | None
    ended: datetime | None
    sheet: MatchSheet | None = None
    court: int = 0

    @property
    def sides(self) -> list[tuple[Player, ...]]:
        """The sides of the match: partners are first and third, second and fourth."""
        if self.section.table_kind.has_partners:
            return [self.players[::2], self.players[1::2]]
        return [(player,) for player in self.players]

    @property
    def was_played(self) -> bool:
        """Return whether the match kept its players busy, unlike a forfeit."""
        result: Result | None = getattr(self.pairing, "result", None)
        return result is not None and result.decision != Decision.FORFEIT.value

    @property
    def since(self) -> datetime | None:
        return self.call.called_at if self.call is not None and self.court else None

    @property
    def referee(self) -> Player | None:
        """The player who referees it on its court; None if that player has withdrawn."""
        found = self.call.referee if self.call is not None and self.court else None
        return found if found is not None and found.is_in else None

    @property
    def again(self) -> datetime | None:
        return self.call.again_at if self.call is not None and self.court else None

    @property
    def absent(self) -> list[Player]:
        """The players who have withdrawn: then the match is not called, and needs a walkover."""
        return [player for player in self.players if not player.is_in]

    @property
    def is_called_back(self) -> bool:
        return self.call is not None and self.call.court is None
