"""Add the state of rounds, results and players after an act to its facts: only for followers of events.

The state is read from the rows that the act wrote, so every verb and its undo have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from django.db.models import Model

from tournaments.core.orm.columns import name_of
from tournaments.core.words import notation
from tournaments.models import Appearance, Pairing, Player, Result, Round, Tournament

Json = dict[str, Any]


class Done(Protocol):
    """The parts of an act that payloads need (`tournaments.core.journal.acts.Act`): its verb, facts and written rows.

    `written` are rows as they are now, with their columns before and after; `changes` are the notes for undo.
    """

    @property
    def tournament(self) -> Tournament: ...
    @property
    def verb(self) -> str: ...
    @property
    def facts(self) -> Mapping[str, Any]: ...
    @property
    def changes(self) -> Sequence[Any]: ...
    @property
    def written(self) -> Sequence[tuple[Model, Json | None, Json | None]]: ...


#: The state of a round that no longer exists.
DELETED_STATE = "gone"
#: Long columns of a round, which would otherwise be read again with each table.
_LONG = ("round__reasons", "round__seats", "round__by_hand", "round__not_paired", "round__booster_pods")


def changes_for_followers(doing: Done) -> Json:
    """Return `rounds` by number with their former and present states, `results`, and `players`. The results are as in
    events, with `is_draft` if only the staff can see the round. `players` have changed, and `gone` no longer exist.
    Empty keys are left out.
    """
    rounds = _rounds(doing)
    found = {"rounds": rounds, "results": _results(doing, rounds), **_players(doing)}
    return {name: value for name, value in found.items() if value}


def lines_in(facts: Mapping[str, Any]) -> list[Json]:
    """Return the facts of an entry about tables, one dictionary for each table."""
    if "results" in facts:
        return list(facts["results"])
    return [dict(facts)] if {"table", "now"} <= facts.keys() else []


def ids_in(facts: Mapping[str, Any]) -> list[str]:
    """Return the public ids of the people in an entry's facts; entries of earlier versions have none."""
    found: list[str] = []
    for ids in facts.get("ids", {}).values():
        found += ids if isinstance(ids, list) else [ids]
    return found


def _rounds(doing: Done) -> list[list[Any]]:
    """Return the rounds by number, with their former and present states. A draft that replaces another counts as the
    same round. Results of the old one are listed individually: a program that reads results before rounds would
    otherwise lose the new ones.
    """
    found: dict[int, list[Any]] = {}
    for row, before, after in doing.written:
        if isinstance(row, Round) and (before is None or after is None or "status" in after):
            now = DELETED_STATE if after is None else after["status"]
            found.setdefault(row.pk, [row.number, before and before["status"], now])[2] = now
    by_number: dict[int, list[Any]] = {}
    for number, was, now in found.values():
        if (was, now) != (None, DELETED_STATE):
            states = by_number.setdefault(number, [number, was, now])
            states[1] = was if states[1] is None else states[1]
            states[2] = now if states[2] == DELETED_STATE else states[2]
    return [each for each in by_number.values() if each[1] != each[2]]


def _players(doing: Done) -> Json:
    presence: dict[str, bool] = {}
    for row, _before, after in doing.written:
        if isinstance(row, Player) and (after is None or after.keys() != {"version"}):
            presence[row.public_id] = after is not None and row.tournament_id == doing.tournament.pk
    player_ids = set(ids_in(doing.facts))
    return {
        "players": [key for key, is_there in presence.items() if is_there and key not in player_ids],
        "gone": [key for key, is_there in presence.items() if not is_there],
    }


def _results(doing: Done, rounds: Iterable[list[Any]]) -> list[Json]:
    """Return the changed results that are in no fact, and those of rounds that become public now."""
    keys = _pairings_with_results(doing)
    shown = [number for number, was, now in rounds if was in {None, "draft"} and now not in {"draft", DELETED_STATE}]
    if shown:
        results = Result.objects.filter(pairing__round__tournament=doing.tournament, pairing__round__number__in=shown)
        keys |= set(results.values_list("pk", flat=True))
    if not keys:
        return []
    tables = Pairing.objects.filter(pk__in=keys).select_related("round", "result").defer("reasons", *_LONG)
    rows = list(tables.order_by("round__number", "table"))
    sides: dict[int, dict[int, str]] = {key: {} for key in keys}
    places = Appearance.objects.filter(pairing__in=keys).values_list("pairing", "side", "player__public_id")
    for pairing, side, player in places:
        sides[pairing or 0][side or 0] = player
    return [
        {
            "round": row.round.number,
            "table": row.table,
            "pairing": row.public_id,
            "first": sides[row.pk].get(Appearance.Side.FIRST),
            "second": sides[row.pk].get(Appearance.Side.SECOND),
            **_third_and_fourth(sides[row.pk]),
            "notation": notation.write(row.result.fact) if hasattr(row, "result") else None,
            **({"is_draft": True} if row.round.is_draft else {}),
        }
        for row in rows
    ] + _results_of_deleted_tables(
        doing, keys - {row.pk for row in rows}, {number for number, _was, now in rounds if now == DELETED_STATE}
    )


def _third_and_fourth(sides: Mapping[int, str]) -> Json:
    """Return the third and fourth players of a pod; {} without them."""
    others = [sides[side] for side in sorted(sides) if side > Appearance.Side.SECOND]
    return {"others": others} if others else {}


def _pairings_with_results(doing: Done) -> set[int]:
    """Return the pairings whose results were written, except those whose result is in the facts."""
    undone = doing.verb == "undo"
    results = {line.get("pairing"): line["was"] if undone else line["now"] for line in lines_in(doing.facts)}
    last = {row.pairing_id: (row, after) for row, _before, after in doing.written if isinstance(row, Result)}
    found = {
        key
        for change in doing.changes
        if "keys" in change and change["model"] == name_of(Result)
        for key in change["keys"]
    }
    for key, (row, after) in last.items():
        is_read = Result.pairing.is_cached(row)
        result = results.get(row.pairing.public_id) if is_read else None
        if result is None or result != (notation.write(row.fact) if after is not None else ""):
            found.add(key)
    return found


def _results_of_deleted_tables(doing: Done, keys: set[int], rounds: set[int]) -> list[Json]:
    """Return results of tables that no longer exist, in rounds that still do."""
    written = {row.pk: row for row, _before, _after in doing.written if isinstance(row, Round)}
    numbers = {key: row.number for key, row in written.items()}
    drafts = {key for key, row in written.items() if row.is_draft}
    rows = {row.pk: row for row, _before, after in doing.written if isinstance(row, Pairing) and after is None}
    unknown = {row.round_id for key, row in rows.items() if key in keys} - numbers.keys()
    if unknown:
        others = Round.objects.filter(pk__in=unknown).only("number", "status")
        numbers |= {row.pk: row.number for row in others}
        drafts |= {row.pk for row in others if row.is_draft}
    deleted_pairings = [rows[key] for key in keys if key in rows and numbers[rows[key].round_id] not in rounds]
    nobody = {"first": None, "second": None, "notation": None}
    return [
        {
            "round": numbers[row.round_id],
            "table": row.table,
            "pairing": row.public_id,
            **nobody,
            **({"is_draft": True} if row.round_id in drafts else {}),
        }
        for row in sorted(deleted_pairings, key=lambda row: (numbers[row.round_id], row.table))
    ]
