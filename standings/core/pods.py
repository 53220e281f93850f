"""Pods in a table: a round at a pod is for each of its players one against all others there."""

from __future__ import annotations

from collections.abc import Iterator

from pairings.snapshot import Pairing, Result


def of_pod(pairing: Pairing) -> Iterator[tuple[int, tuple[int, ...], Result | None]]:
    """(player, opponents, what it was against the table) of everybody at a pod."""
    for side, player in enumerate(pairing.players, start=1):
        others = tuple(each for each in pairing.players if each != player)
        yield player, others, pairing.result.alone(side) if pairing.result else None
