"""The players who advance: the first k of a table, and the ties that the rules leave.

Theory. The table is a sequence of groups of equal rank. A group inside the first k needs an order only for the seeds; a
group that spans place k decides who advances. Both are decided outside the table, by lot or manually, and the decision
is a full order of the group. The same orders applied to another table (after a correction) show who would advance then.

From groups the first players of each advance, and if places are left, the best of the next place. If there are places
for everyone, everyone advances. Players of one place form a tier. In a tier players of different groups are compared,
and tied players are a tie there too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from standings.core.rank import Row, Standings


@dataclass(frozen=True, slots=True)
class Tie:
    """Players of equal rank among whom the rules do not decide. `decisive`: only some of them advance."""

    first_place: int
    players: tuple[int, ...]
    decisive: bool


@dataclass(frozen=True, slots=True)
class FromGroups:
    """The players who advance from groups.

    `tiers` are the firsts, the seconds and so on, each in order; the last tier may be only the best of its place.
    `ties` are ties inside groups, and those across groups for the last places. `seeding` are the ties across groups
    that only decide the higher seed.
    """

    tiers: tuple[tuple[int, ...], ...]
    ties: tuple[Tie, ...]
    seeding: tuple[Tie, ...]

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(player for tier in self.tiers for player in tier)


def from_groups(
    table: Standings, places: int, withdrawn: Iterable[int] = (), decided: Iterable[Sequence[int]] = ()
) -> FromGroups:
    """Return the first `places` of a table of groups, with ties as `decided`; others keep the table's sequence."""
    out, orders = set(withdrawn), [*decided]
    through, best = divmod(places, len(table.groups))
    able_rows = [able([row for row in group.rows if row.struck is None], out) for group in table.groups]
    if places >= sum(map(len, able_rows)):
        through, best = max(map(len, able_rows)), 0
    depth = through + bool(best)
    lists, open_ties = [], []
    for rows in able_rows:
        lists.append(in_order(rows, orders))
        open_ties += [_tie_in_group(tie, through, depth) for tie in ties(rows, depth)]
    tiers: list[tuple[int, ...]] = []
    seeding: list[Tie] = []
    for place in range(depth):
        tier: list[int] = []
        for level in table.level_across_groups([found[place] for found in lists if place < len(found)]):
            spans = place == through and len(tier) < best < len(tier) + len(level)
            if len(level) > 1 and (place < through or len(tier) < best):
                (open_ties if spans else seeding).append(Tie(len(tier) + 1, level, spans))
            tier += _as_decided(level, orders)
        tiers.append(tuple(tier[:best] if place == through else tier))
    return FromGroups(tuple(tiers), tuple(open_ties), tuple(seeding))


def _tie_in_group(tie: Tie, through: int, depth: int) -> Tie:
    last = tie.first_place + len(tie.players) - 1
    return Tie(tie.first_place, tie.players, any(tie.first_place <= place < last for place in (through, depth)))


def _as_decided(level: Sequence[int], decided: Iterable[Sequence[int]]) -> list[int]:
    place = {player: at for order in decided if set(level) <= set(order) for at, player in enumerate(order)}
    return sorted(level, key=lambda player: place.get(player, len(place)))


def able(rows: Sequence[Row], withdrawn: Iterable[int]) -> tuple[Row, ...]:
    """Return the rows of the players who can advance, without those who have left."""
    out = set(withdrawn)
    return tuple(row for row in rows if row.player not in out)


def ties(rows: Sequence[Row], places: int) -> tuple[Tie, ...]:
    """Return the ties that include any of the first `places`, from the top."""
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
    """Return all players of the table in order, with ties as `decided`. Each entry orders some tied players.

    Tied players whom no entry orders keep the table's sequence, after those whom an entry orders.
    """
    place = {player: at for order in decided for at, player in enumerate(order)}
    found: list[int] = []
    for _rank, group in groupby(rows, key=lambda row: row.rank):
        members = [row.player for row in group]
        found += sorted(members, key=lambda player: place.get(player, len(place)))
    return tuple(found)


def undecided_ties(rows: Sequence[Row], places: int, decided: Iterable[Sequence[int]]) -> tuple[Tie, ...]:
    """Return the decisive ties that no earlier decision orders completely."""
    orders = [set(order) for order in decided]
    return tuple(
        tie for tie in ties(rows, places) if tie.decisive and not any(set(tie.players) <= order for order in orders)
    )
