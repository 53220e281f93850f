"""Assign tables of a tournament's hall to pairs of players, by the rules of `pairings.seating.hall`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, Min, QuerySet
from django.utils.translation import gettext as _

from pairings.seating.hall import GamePlace, Hall, TableAssignment, seat, waits
from tournaments.core.orm.fast_reading import ReusedQuery
from tournaments.core.snapshot import still_played
from tournaments.models import Appearance, Pairing, Player, Round, Stage, Tournament


def fixed_tables(tournament: Tournament) -> dict[int, int]:
    """Return the fixed tables of active players, by player key."""
    players = _WITH_TABLES.rows(tournament.pk)
    return {player.pk: player.fixed_table for player in players if player.fixed_table is not None}


def _with_tables(tournament: int) -> QuerySet[Player]:
    players = Player.objects.filter(tournament=tournament, fixed_table__isnull=False, withdrawn_after__isnull=True)
    return players.only("fixed_table")


_WITH_TABLES = ReusedQuery(_with_tables, -1)


def seat_players(
    tournament: Tournament,
    pairs: Sequence[tuple[int, ...]],
    used_tables: Collection[int] = (),
    *,
    stage: Stage | None = None,
) -> TableAssignment:
    """Return tables for pairs or pods, given as player keys, in the order of the pairings. The tables exclude those of
    other sections and of earlier rounds that overlap. `stage` is the present stage, if it has been read already.
    """
    hall = layout_of(tournament)
    wait_counts = count_waits(tournament) if hall.step else {}
    return seat(pairs, hall, fixed_tables(tournament), {*used_tables, *_in_use(tournament, hall, stage)}, wait_counts)


def count_waits(tournament: Tournament, number: int | None = None) -> dict[int, int]:
    """Return how many waves each player has waited, by key, in the published rounds, or in those before a round."""
    appearances = Appearance.objects.filter(round__tournament=tournament.pk, pairing__isnull=False, side__isnull=False)
    published = appearances.exclude(round__status=Round.Status.DRAFT)
    before = published if number is None else published.filter(round__number__lt=number)
    games = (((player,), table) for player, table in before.values_list("player", "pairing__table"))
    return waits(tournament.layout, games, {})


def _in_use(tournament: Tournament, hall: Hall, stage: Stage | None = None) -> set[int]:
    """Return the tables of this hall that the next round cannot use."""
    return {game.table for game in still_played(tournament, stage=stage)} | occupied_tables(tournament, hall)


def layout_of(tournament: Tournament) -> Hall:
    """Return the hall for the next rounds. A section without a first table of its own continues after the sections
    before it until its first round is published. From then on it starts where that round started.
    """
    hall = tournament.layout
    if tournament.event_id is None or not _continues_numbering(hall):
        return hall
    before = list(Tournament.objects.filter(event=tournament.event_id, place__lt=tournament.place).order_by("place"))
    if not before:
        return hall
    if began := _began(tournament):
        return replace(hall, first=began)
    end = 0
    for section in before:
        laid = section.layout
        if _continues_numbering(laid):
            laid = replace(laid, first=(_began(section) if end else None) or end + 1)
        tables = seat(_placeholder_pairings(_most_pairings(section)), laid, fixed_tables(section)).tables
        places = map(laid.place_of, tables)
        end = max([end, *(place.table for place in places if not place.room)])
    return replace(hall, first=end + 1)


def _continues_numbering(hall: Hall) -> bool:
    """Return whether a section's hall leaves the number of its first table open."""
    return hall.first is None and not hall.rooms


def _began(section: Tournament) -> int | None:
    """Return the lowest table in a section's published rounds that is no player's fixed table; None if there is
    none.
    """
    own = Player.objects.filter(tournament=section.pk, fixed_table__isnull=False).values("fixed_table")
    pairings = Pairing.objects.filter(round__tournament=section.pk).exclude(round__status=Round.Status.DRAFT)
    lowest: int | None = pairings.exclude(table__in=own).aggregate(lowest=Min("table"))["lowest"]
    return lowest


def _most_pairings(section: Tournament) -> int:
    """Return the number of pairings for the present players, or of the largest round if that is more. Withdrawals do
    not reduce it.
    """
    pairings = Pairing.objects.filter(round__tournament=section.pk).values("round").annotate(size=Count("pk"))
    largest = pairings.order_by("-size").values_list("size", flat=True).first() or 0
    return max(largest, _tables_for(section))


def _tables_for(tournament: Tournament) -> int:
    """Return the number of tables for the active players."""
    players = tournament.players.filter(withdrawn_after__isnull=True).count()
    return tournament.table_kind.tables(players)


def _placeholder_pairings(pairings: int) -> list[tuple[int, int]]:
    """Return this many placeholder pairs, with keys that no player has."""
    return [(-2 * n, -2 * n - 1) for n in range(1, pairings + 1)]


@dataclass(frozen=True, slots=True)
class Clash:
    """Tables that an open round shares with an open round of another section in the same room."""

    other: Tournament
    tables: tuple[int, ...]


def clashes(sections: Collection[Tournament]) -> dict[int, list[Clash]]:
    """Return the tables that two of these sections use at the same time, by section key.

    Only drafts and running rounds count. A table is the same if its number and its room are the same. Sections without
    rooms share one room.
    """
    if len(sections) < 2:
        return {}
    open_rounds = (Round.Status.DRAFT, Round.Status.PUBLISHED)
    used = _used_tables(Pairing.objects.filter(round__tournament__in=sections, round__status__in=open_rounds))
    by_key = {row.pk: row for row in sections}
    found: dict[int, list[Clash]] = {}
    for key, own_tables in used.items():
        for other, other_tables in used.items():
            shared = (
                _shared_tables(by_key[key].layout, own_tables, by_key[other].layout, other_tables)
                if other != key
                else ()
            )
            if shared:
                found.setdefault(key, []).append(Clash(by_key[other], shared))
    return found


def table_conflicts(round_: Round) -> list[Clash]:
    """Return the tables of a round that running rounds of other sections also use."""
    tournament = round_.tournament
    if tournament.event_id is None:
        return []
    own_tables, layout = set(round_.pairings.values_list("table", flat=True)), tournament.layout
    found = (
        Clash(other, _shared_tables(layout, own_tables, other.layout, other_tables))
        for other, other_tables in _running(tournament)
    )
    return [each for each in found if each.tables]


def occupied_tables(tournament: Tournament, hall: Hall) -> set[int]:
    """Return the tables of this hall that running rounds of other sections of the event use."""
    if tournament.event_id is None:
        return set()
    return {
        table
        for other, other_tables in _running(tournament)
        for table in _shared_tables(hall, other_tables, other.layout, other_tables)
    }


def _running(tournament: Tournament) -> list[tuple[Tournament, set[int]]]:
    """Return the other sections of the event that have running rounds, in order, each with its tables."""
    pairings = Pairing.objects.filter(
        round__tournament__event=tournament.event_id, round__status=Round.Status.PUBLISHED
    ).exclude(round__tournament=tournament.pk)
    used = _used_tables(pairings)
    return [(other, used[other.pk]) for other in Tournament.objects.filter(pk__in=used).order_by("place")]


def _used_tables(pairings: QuerySet[Pairing]) -> dict[int, set[int]]:
    """Return the tables of pairings, by tournament key."""
    used: dict[int, set[int]] = {}
    for key, table in pairings.order_by().values_list("round__tournament", "table").distinct():
        used.setdefault(key, set()).add(table)
    return used


def _shared_tables(one: Hall, own_tables: set[int], other: Hall, other_tables: set[int]) -> tuple[int, ...]:
    """Return the tables that both halls use in the same room."""
    return tuple(table for table in sorted(own_tables & other_tables) if one.room_of(table) == other.room_of(table))


def next_round(tournament: Tournament) -> TableAssignment:
    """Return the tables of a next round in which all players play."""
    return seat_players(tournament, _placeholder_pairings(_tables_for(tournament)))


def present_tables(tournament: Tournament) -> set[int]:
    """Return the tables of drafts and running rounds."""
    open_rounds = (Round.Status.DRAFT, Round.Status.PUBLISHED)
    pairings = Pairing.objects.filter(round__tournament=tournament, round__status__in=open_rounds)
    return set(pairings.values_list("table", flat=True))


def pairs_of(round_: Round) -> list[tuple[int, tuple[int, ...], int]]:
    """Return the pairings of a round as paired: the key, the players' keys in the order of the sides, and the table."""
    sides: dict[int, dict[int, tuple[int, int]]] = {}
    places = Appearance.objects.filter(round=round_, pairing__isnull=False, side__isnull=False)
    for key, side, player, table in places.order_by("pairing__order", "pairing__table").values_list(
        "pairing", "side", "player", "pairing__table"
    ):
        sides.setdefault(key, {})[side or 0] = (player, table)
    first = Appearance.Side.FIRST
    return [(key, tuple(at[side][0] for side in sorted(at)), at[first][1]) for key, at in sides.items()]


def reseat(round_: Round) -> dict[int, int]:
    """Return the tables that the hall gives a round now, by pairing key, where they differ from the present ones."""
    paired = pairs_of(round_)
    seated = hall_notices(round_, [pair for _key, pair, _table in paired], [table for _key, _pair, table in paired])
    return {key: table for (key, _pair, now), table in zip(paired, seated.tables, strict=True) if table != now}


def hall_notices(round_: Round, pairs: Sequence[tuple[int, ...]], tables: Sequence[int]) -> TableAssignment:
    """Return the tables of a round with these pairs of player keys, and the requirements that cannot be met.

    `tables` are the present tables of the pairs.
    """
    fixed = fixed_tables(round_.tournament)
    hall = layout_of(round_.tournament)
    used_tables = _in_use(round_.tournament, hall)
    if round_.tournament.hall is None and not fixed and not used_tables & {*tables} and _counts(round_, tables, hall):
        return TableAssignment(tuple(tables), ())
    wait_counts = count_waits(round_.tournament, round_.number) if hall.step else {}
    return seat(pairs, hall, fixed, used_tables, wait_counts)


def place_text(place: GamePlace) -> str:
    """Return the place of a game apart from its number: the room, and the table in a later wave."""
    if place.wave == 1:
        return place.room
    text = _("wave {wave}, table {table}").format(wave=place.wave, table=place.table)
    return f"{place.room} · {text}" if place.room else text


def heading(place: GamePlace, tournament: Tournament) -> str:
    """Return the heading for games in a room and a wave."""
    if place.wave == 1:
        return place.room
    hall = tournament.layout
    table = hall.first or next((room.first for room in hall.rooms), 1)
    text = _("Wave {wave}: {number} is table {table}")
    text = text.format(wave=place.wave, number=hall.step * place.wave + table, table=table)
    return f"{place.room} · {text}" if place.room else text


def _counts(round_: Round, tables: Sequence[int], hall: Hall) -> bool:
    """Return whether these tables are as in a round without a hall; removed pairings leave gaps."""
    first = hall.first or 1
    most = first + round_.stage.seats.count() // 2
    return list(tables) == sorted(tables) and all(first <= table < most for table in tables)
