"""The position of the bar: start scores, the number of players who can win, and the recommended number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from pairings.snapshot import Player, Snapshot
from pairings.systems.mcmahon.options import Options
from pairings.systems.mcmahon.start import is_at_bar, rank_of, rating_of, start_of

#: The players who should start at the bar, by rounds (British Go Association, organiser's handbook).
_FITTING = {3: (4, 8), 4: (5, 10), 5: (6, 12), 6: (7, 15), 7: (8, 18), 8: (9, 22), 9: (10, 26)}
#: The fewest players of the lowest group, so that they meet their equals.
SMALLEST_LOWEST = 4


@dataclass(frozen=True, slots=True)
class McMahonGroup:
    """Players with one start score, the strongest first, and whether they can win."""

    score: int
    players: tuple[Player, ...]
    at_bar: bool


def groups(
    players: Iterable[Player], options: Options, starts: Mapping[int, tuple[Fraction, ...]] = MappingProxyType({})
) -> tuple[McMahonGroup, ...]:
    """Return the starting groups, the highest first; `starts` are set starts by number that no rank explains."""
    found: dict[int, list[Player]] = {}
    snapshot = Snapshot(tuple(players), virtual_points=starts)
    for player in sorted(snapshot.players, key=_strength):
        found.setdefault(int(start_of(snapshot, player, options) // 1), []).append(player)
    return tuple(
        McMahonGroup(score, tuple(row), any(is_at_bar(player, options) for player in row))
        for score, row in sorted(found.items(), reverse=True)
    )


def fitting(rounds: int | None) -> tuple[int, int] | None:
    """Return the fewest and the most players recommended at the bar; None if the number of rounds is unknown."""
    return None if rounds is None else _FITTING[max(3, min(9, rounds))]


def proposed_bar(players: Sequence[Player], rounds: int | None) -> int | None:
    """Return the rank of the highest bar that nearly the recommended number reach; None without ranks or rounds."""
    bounds = fitting(rounds)
    ranks = [rank for player in players if (rank := rank_of(player)) is not None]
    if bounds is None or not ranks:
        return None
    low, high = bounds

    def away(bar: int) -> int:
        count = sum(rank >= bar for rank in ranks)
        return max(low - count, count - high, 0)

    return min(sorted(set(ranks), reverse=True), key=away)


def _strength(player: Player) -> tuple[int, int, int]:
    rank = rank_of(player)
    return (1, 0, player.number) if rank is None else (0, -rating_of(player, rank), player.number)
