"""Who goes on: the first k of a table, and the ties that the rules leave.

Theory. The table is a sequence of groups of equal rank. A group inside the first k needs an order only for the seeds; a
group that spans place k decides who is in. Both are decided outside the table, by lot or by hand, and what was decided
is a full order of the group. The same orders applied to another table (after a correction) say who would be in then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from standings.core.rank import Row


@dataclass(frozen=True, slots=True)
class Tie:
    """Players of equal rank among whom the rules do not decide. `decisive`: not all of them are in."""

    first_place: int
    players: tuple[int, ...]
    decisive: bool


def able(rows: Sequence[Row], gone: Iterable[int]) -> tuple[Row, ...]:
    """The rows of those who can go on: without those who have left."""
    out = set(gone)
    return tuple(row for row in rows if row.player not in out)


def ties(rows: Sequence[Row], places: int) -> tuple[Tie, ...]:
    """The ties that touch the first `places`, from the top."""
    found, place = [], 1
    for _rank, group in groupby(rows, key=lambda row: row.rank):
        players = tuple(row.player for row in group)
        if place > places:
            break
        if len(players) > 1:
            found.append(Tie(place, players, place + len(players) - 1 > places))
        place += len(players)
    return tuple(found)


def in_order(rows: Sequence[Row], decided: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """All players of the table in order, tied ones as `decided`: each entry is an order of some who were tied.

    Players of one rank whom no entry orders keep the table's own sequence, behind those it does.
    """
    place = {player: at for order in decided for at, player in enumerate(order)}
    found: list[int] = []
    for _rank, group in groupby(rows, key=lambda row: row.rank):
        members = [row.player for row in group]
        found += sorted(members, key=lambda player: place.get(player, len(place)))
    return tuple(found)


def undecided(rows: Sequence[Row], places: int, decided: Iterable[Sequence[int]]) -> tuple[Tie, ...]:
    """The decisive ties that no earlier decision orders completely."""
    known = [set(order) for order in decided]
    return tuple(
        tie for tie in ties(rows, places) if tie.decisive and not any(set(tie.players) <= order for order in known)
    )
