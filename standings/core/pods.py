"""Pods and partners in a table. A round is one player against all others, or against the other side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pairings.snapshot import Pairing, Result


def of_pod(pairing: Pairing) -> Iterator[tuple[int, tuple[int, ...], Result | None]]:
    """Yield (player, opponents, result for the player) of everyone at a pod or a table of partners."""
    players, result = pairing.players, pairing.result
    for side, player in enumerate(players, start=1):
        if pairing.partners:
            own = result.mirror if result and side % 2 == 0 else result
            yield player, players[side % 2 :: 2], own
        else:
            others = tuple(each for each in players if each != player)
            yield player, others, result.alone(side) if result else None


def at_seats(pairing: Pairing, results: Sequence[Result]) -> Iterator[tuple[int, int, Result, bool]]:
    """Yield (player, opponent, result, whether the player is its first) of everyone at a table of any size.

    There is one result of the whole table for each seat, because a bound may let each seat win.
    """
    first, second = pairing.first, pairing.second
    if not pairing.others:
        yield first, second, results[0], True
        yield second, first, results[1], False
        return
    for seat, (player, result) in enumerate(zip(pairing.players, results, strict=True), start=1):
        if pairing.partners:
            yield player, second if seat % 2 else first, result if seat % 2 else result.mirror, True
        else:
            yield player, second if seat == 1 else first, result.alone(seat), True
