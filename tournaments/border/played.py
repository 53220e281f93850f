"""What was played: appearances as the tables and byes of rounds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

from django.db.models import FilteredRelation, Q, QuerySet

from pairings import snapshot as facts
from pairings.systems import SYSTEMS
from tournaments.models import Appearance, Result, Stage
from tournaments.words.boards import points_of_boards

#: A result's columns as an appearance reaches them.
_RESULT = tuple(f"pairing__result__{column}" for column in Result.COLUMNS)


def played_in(
    places: QuerySet[Appearance], numbers: Mapping[int, int], stage: Stage
) -> dict[int, tuple[tuple[facts.Pairing, ...], tuple[facts.Bye, ...]]]:
    """Tables in the order in which they were paired, and byes in that of the players' rows, by the tournament's number
    of the round. Of teams results have their boards.
    """
    others = _third_and_fourth(places, numbers) if SYSTEMS[stage.system].pods else {}
    of_teams = stage.tournament.of_teams
    tables: dict[int, list[facts.Pairing]] = defaultdict(list)
    byes: dict[int, list[facts.Bye]] = defaultdict(list)
    second = Q(pairing__appearances__side=Appearance.Side.SECOND)
    for number, key, table, player, opponent, bye, goes_on, handicap, *columns in (
        places.exclude(side__gt=Appearance.Side.FIRST)
        .annotate(opposite=FilteredRelation("pairing__appearances", condition=second))
        .order_by("pairing__order", "pairing__table", "player_id")
        .values_list(
            "round__number",
            "pairing_id",
            "pairing__table",
            "player_id",
            "opposite__player_id",
            "bye",
            "pairing__advance__side",
            "pairing__handicap",
            *_RESULT,
            *(("pairing__sheet__boards",) if of_teams else ()),
        )
    ):
        if table is None:
            byes[number].append(facts.Bye(numbers[player], facts.ByeKind(bye)))
        else:
            result = None if columns[0] is None else Result.fact_of(*columns[: len(_RESULT)])
            if of_teams and result is not None:
                result = replace(result, boards=points_of_boards(columns[-1] or ()))
            sides = numbers[player], numbers[opponent]
            beside = others.get(key, ())
            tables[number].append(facts.Pairing(table, *sides, result, goes_on, handicap or 0, beside))
    return {number: (tuple(tables[number]), tuple(byes[number])) for number in tables.keys() | byes.keys()}


def _third_and_fourth(places: QuerySet[Appearance], numbers: Mapping[int, int]) -> dict[int | None, tuple[int, ...]]:
    """Who sits third and fourth at each table, by the pairing's key."""
    found: dict[int | None, tuple[int, ...]] = {}
    rows = places.filter(side__gt=Appearance.Side.SECOND).order_by("side").values_list("pairing_id", "player_id")
    for pairing, player in rows:
        found[pairing] = (*found.get(pairing, ()), numbers[player])
    return found
