"""Baku acceleration (C.04.7): virtual points for the upper half of the field in the first half of the rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pairings.snapshot import Bye, ByeKind, Snapshot


def baku_points(snapshot: Snapshot) -> Mapping[int, tuple[Fraction, ...]]:
    """Return virtual points of each player of group A, round by round; needs `planned_rounds`.

    Group A is the first half of the players who are to be paired in round 1, rounded up to an even number. Any player
    ranked above its last player belongs to it too. Players with a requested bye in round 1 and later entries are not
    counted.
    """
    if snapshot.planned_rounds is None:
        raise ValueError("Baku acceleration needs the number of planned rounds")
    absent = {bye.player for bye in _byes_of_round_1(snapshot) if bye.kind is not ByeKind.ALLOCATED}
    starters = sorted(
        p.number for p in snapshot.players if p.entered <= 1 and p.withdrawn != 0 and p.number not in absent
    )
    if not starters:
        return {}
    # Group A is twice a quarter of the field, with the quarter rounded up. A late entry above its last player joins it,
    # so the limit is the number of that player and not a count.
    last = starters[2 * -(-len(starters) // 4) - 1 if len(starters) > 1 else 0]
    points = baku_rounds(snapshot.planned_rounds, snapshot.scoring.win, snapshot.scoring.draw)
    return {player.number: points for player in snapshot.players if player.number <= last}


def _byes_of_round_1(snapshot: Snapshot) -> Sequence[Bye]:
    return snapshot.rounds[0].byes if snapshot.rounds else snapshot.byes


def baku_rounds(planned: int, win: Fraction, draw: Fraction) -> tuple[Fraction, ...]:
    """Return virtual points of group A: half of the rounds are accelerated, the first half of those by a win."""
    # Both halves are rounded up: of nine rounds five are accelerated, three of them by a win and two by a draw.
    accelerated = -(-planned // 2)
    by_win = -(-accelerated // 2)
    return (win,) * by_win + (draw,) * (accelerated - by_win)
