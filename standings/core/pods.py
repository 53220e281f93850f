"""Pods and partners in a table: a round there is for each player one against all others, or against the other side."""

from __future__ import annotations

from collections.abc import Iterator

from pairings.snapshot import Pairing, Result


def of_pod(pairing: Pairing) -> Iterator[tuple[int, tuple[int, ...], Result | None]]:
    """(player, opponents, what it was from the player's side) of everybody at a pod or a table of partners."""
    players, result = pairing.players, pairing.result
    for side, player in enumerate(players, start=1):
        if pairing.partners:
            own = result.turned if result and side % 2 == 0 else result
            yield player, players[side % 2 :: 2], own
        else:
            others = tuple(each for each in players if each != player)
            yield player, others, result.alone(side) if result else None
