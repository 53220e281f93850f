"""The hall of a tournament: at which tables pairs of players sit, by the rules of `pairings.hall`."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pairings.hall import Seated, seat
from tournaments.models import Appearance, Player, Round, Tournament


def fixed_tables(tournament: Tournament) -> dict[int, int]:
    """The fixed tables of players who are in, by their keys."""
    there = Player.objects.filter(
        tournament_id=tournament.pk, fixed_table__isnull=False, withdrawn_after__isnull=True
    ).values_list("pk", "fixed_table")
    return {key: table for key, table in there if table is not None}


def seat_players(tournament: Tournament, pairs: Sequence[tuple[int, int]], taken: Collection[int] = ()) -> Seated:
    """Tables for pairs of players, by their keys, in the order of the pairings."""
    return seat(pairs, tournament.layout, fixed_tables(tournament), taken)


def pairs_of(round_: Round) -> list[tuple[int, tuple[int, int], int]]:
    """The pairings of a round as it was paired: the key, the players' keys, and the table."""
    sides: dict[int, dict[int, tuple[int, int]]] = {}
    places = Appearance.objects.filter(round=round_, pairing__isnull=False, side__isnull=False)
    for key, side, player, table in places.order_by("pairing__order", "pairing__table").values_list(
        "pairing", "side", "player", "pairing__table"
    ):
        sides.setdefault(key, {})[side or 0] = (player, table)
    first, second = Appearance.Side.FIRST, Appearance.Side.SECOND
    return [(key, (two[first][0], two[second][0]), two[first][1]) for key, two in sides.items()]


def reseat(round_: Round) -> dict[int, int]:
    """The tables that the hall gives a round as it is, where they are others, by the pairings' keys."""
    paired = pairs_of(round_)
    seated = told_of(round_, [pair for _key, pair, _table in paired], [table for _key, _pair, table in paired])
    return {key: table for (key, _pair, now), table in zip(paired, seated.tables, strict=True) if table != now}


def told_of(round_: Round, pairs: Sequence[tuple[int, int]], tables: Sequence[int]) -> Seated:
    """What the hall has to say to a round with these pairs, by the players' keys, at these tables: where they would
    sit, and what cannot be met.
    """
    fixed = fixed_tables(round_.tournament)
    if round_.tournament.hall is None and not fixed and _counts_from_one(round_, tables):
        return Seated(tuple(tables), ())
    return seat(pairs, round_.tournament.layout, fixed)


def _counts_from_one(round_: Round, tables: Sequence[int]) -> bool:
    """Whether these are tables as they are without a hall; where pairings were taken out, there are gaps."""
    return list(tables) == sorted(tables) and max(tables, default=0) <= round_.stage.seats.count() // 2
