"""Players who left a round robin too early for their games to count.

A player who leaves with fewer than half of the games played is struck. The results stay in the cross table, but neither
the player's points nor those made against the player count in the standings. A player who has played half or more keeps
them. The remaining games are forfeits, recorded like any other result (FIDE General Regulations for Competitions,
withdrawal from a round robin).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from pairings.snapshot import Snapshot
from pairings.wording.mark import gettext_noop as _
from standings.core.exact import total

SOURCE = _("FIDE General Regulations for Competitions, withdrawal from a round robin")


@dataclass(frozen=True, slots=True)
class Strike:
    """A player whose results do not count: `played` games of `due`, and the `points` made in them."""

    player: int
    played: int
    due: int
    points: Fraction


NOBODY: Mapping[int, Strike] = MappingProxyType({})


def strikes(snapshot: Snapshot, through_round: int, groups: Sequence[Sequence[int]] = ()) -> Mapping[int, Strike]:
    """Return the players who left by the end of this round with fewer than half of their games played, by number.

    A forfeit is not a played game. Games played before their round count. `groups` are the groups in which all players
    meet each other, if there are any.
    """
    withdrawn = {p.number for p in snapshot.players if p.withdrawn is not None and p.withdrawn <= through_round}
    if not withdrawn:
        return NOBODY
    points_by_player = _points_of_played_games(snapshot, withdrawn)
    due = _due_in_groups(snapshot, groups) if groups else dict.fromkeys(points_by_player, games_due(snapshot))
    return MappingProxyType(
        {
            number: Strike(number, len(points), due[number], total(points))
            for number, points in points_by_player.items()
            if 2 * len(points) < due[number]
        }
    )


def _due_in_groups(snapshot: Snapshot, groups: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return the number of games of each player: one against every other player of the group, as often as the rounds
    allow in the largest group.
    """
    largest = max(map(len, groups))
    cycles = max(1, (snapshot.planned_rounds or 0) // max(1, largest - 1 + largest % 2))
    return {number: (len(members) - 1) * cycles for members in groups for number in members}


def games_due(snapshot: Snapshot) -> int:
    """Return the number of games in the schedule of each player: one a round, minus the free rounds of an odd field."""
    rounds = snapshot.planned_rounds or (snapshot.rounds[-1].number if snapshot.rounds else 0)
    players = len(snapshot.players)
    return rounds - (-(-rounds // players) if players % 2 else 0)


def _points_of_played_games(snapshot: Snapshot, players: set[int]) -> dict[int, list[Fraction]]:
    points_by_player: dict[int, list[Fraction]] = {number: [] for number in sorted(players)}
    for _round, pairing in snapshot.recorded_pairings():
        result = pairing.result
        if result is not None and result.played:
            for number, gained in zip((pairing.first, pairing.second), snapshot.scoring.sides(result), strict=True):
                if number in points_by_player:
                    points_by_player[number].append(gained)
    return points_by_player
