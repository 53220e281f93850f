"""The hall of a tournament: at which tables pairs of players sit, by the rules of `pairings.hall`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pairings.hall import Seated, seat
from tournaments.models import Appearance, Pairing, Player, Round, Tournament


def fixed_tables(tournament: Tournament) -> dict[int, int]:
    """The fixed tables of players who are in, by their keys."""
    there = Player.objects.filter(
        tournament_id=tournament.pk, fixed_table__isnull=False, withdrawn_after__isnull=True
    ).values_list("pk", "fixed_table")
    return {key: table for key, table in there if table is not None}


def seat_players(tournament: Tournament, pairs: Sequence[tuple[int, int]], taken: Collection[int] = ()) -> Seated:
    """Tables for pairs of players, by their keys, in the order of the pairings."""
    return seat(pairs, tournament.layout, fixed_tables(tournament), taken)


@dataclass(frozen=True, slots=True)
class Clash:
    """Tables that an unclosed round shares with one of another section, because both are in one room."""

    other: Tournament
    tables: tuple[int, ...]


def clashes(sections: Collection[Tournament]) -> dict[int, list[Clash]]:
    """The tables, by the key of a section, at which somebody of another one of these sections sits too.

    It is about rounds that are drafts or running. A table is the same where its number and its room are; where neither
    section says rooms, all is one room.
    """
    if len(sections) < 2:
        return {}
    open_rounds = (Round.Status.DRAFT, Round.Status.PUBLISHED)
    rows = Pairing.objects.filter(round__tournament__in=sections, round__status__in=open_rounds)
    used: dict[int, set[int]] = {}
    for key, table in rows.order_by().values_list("round__tournament", "table").distinct():
        used.setdefault(key, set()).add(table)
    places = {
        row.pk: {(row.layout.room_of(table), table) for table in used[row.pk]} for row in sections if row.pk in used
    }
    by_key = {row.pk: row for row in sections}
    found: dict[int, list[Clash]] = {}
    for key, mine in places.items():
        for other, theirs in places.items():
            if other != key and mine & theirs:
                tables = tuple(sorted(table for _room, table in mine & theirs))
                found.setdefault(key, []).append(Clash(by_key[other], tables))
    return found


def next_tables(tournament: Tournament) -> set[int]:
    """The tables at which so many pairings would sit as there are players for."""
    pairings = tournament.players.filter(withdrawn_after__isnull=True).count() // 2
    somebody = [(-2 * n, -2 * n - 1) for n in range(1, pairings + 1)]  # no player has such a key
    return set(seat_players(tournament, somebody).tables)


def present_tables(tournament: Tournament) -> set[int]:
    """The tables of rounds that are drafts or running."""
    open_rounds = (Round.Status.DRAFT, Round.Status.PUBLISHED)
    there = Pairing.objects.filter(round__tournament=tournament, round__status__in=open_rounds)
    return set(there.values_list("table", flat=True))


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
