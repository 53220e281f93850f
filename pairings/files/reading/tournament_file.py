"""Tournament files, "kierros-tournament": rows linked by numbers, combined into the form of a snapshot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pairings.files.reading.recorded import BrokenDocument

FORMAT = "kierros-tournament"
VERSION = 1

Json = dict[str, Any]
_FIRST, _SECOND = 1, 2
_OF_PODS = 3, 4


def as_snapshot(file: Mapping[str, object]) -> Json:
    """Return the snapshot in a file. Raises BrokenDocument with the missing part."""
    if file.get("version") != VERSION:
        raise BrokenDocument(f"This is a tournament file of version {file.get('version')}; known is {VERSION}.")
    try:
        return _snapshot(file)
    except KeyError as error:
        raise BrokenDocument(f"{error} is missing or refers to nothing.") from error
    except (TypeError, AttributeError, IndexError) as error:
        raise BrokenDocument(f"A value has the wrong type ({error}).") from error


def _snapshot(file: Mapping[str, Any]) -> Json:
    tournament = file["tournament"]
    names = {row["id"]: row["public_id"] for row in file["players"]}
    return {
        "tournament": {**tournament, "points": _points(tournament)},
        "players": [{**row, "id": row["public_id"]} for row in file["players"]],
        "stages": [_stage(stage, file, names) for stage in file["stages"]],
        "rounds": list(_rounds(file, names)),
        "requested_byes": [
            {"player": names[bye["player"]], "round": bye["round_number"], "kind": bye["kind"]}
            for bye in file["requested_byes"]
        ],
        "fixed_pairs": [
            {"round": pair["round_number"], "first": names[pair["first"]], "second": names[pair["second"]]}
            for pair in file["fixed_pairs"]
        ],
        "forbidden_pairs": [
            {**pair, "first": names[pair["one"]], "second": names[pair["other"]]} for pair in file["forbidden_pairs"]
        ],
    }


def _points(row: Json) -> Json:
    """Return the points by name, as in the snapshot."""
    columns = {column.removeprefix("points_"): value for column, value in row.items() if column.startswith("points_")}
    return {name: {"exact": value} for name, value in columns.items()}


def _stage(stage: Json, file: Mapping[str, Any], names: Mapping[object, str]) -> Json:
    """Return a stage with its seats; before the first one starts, players follow in the order of entry."""
    seats = {seat["player"]: seat["number"] for seat in file["seats"] if seat["stage"] == stage["id"]}
    begun = stage["started_at"] is not None
    if stage["number"] == 1 and not begun:
        last = max(seats.values(), default=0)
        waiting = [row["id"] for row in file["players"] if row["id"] not in seats]
        seats.update((key, number) for number, key in enumerate(waiting, start=last + 1))
    checks = file["tournament"]["uses_check_in"] and not begun
    return {
        **stage,
        "seats": [{"seat": number, "player": names[key]} for key, number in seats.items()],
        "not_here": [row["public_id"] for row in file["players"] if checks and not row["checked_in"]],
    }


def _rounds(file: Mapping[str, Any], names: Mapping[object, str]) -> Iterator[Json]:
    tables = _rows_by_key(file["pairings"], "round")
    places = _rows_by_key(file["appearances"], "round")
    results = {row["pairing"]: row for row in file["results"]}
    for row in file["rounds"]:
        sides = {(place["pairing"], place["side"]): names[place["player"]] for place in places.get(row["id"], ())}
        ordered = sorted(tables.get(row["id"], ()), key=lambda table: (table["order"], table["table"]))
        yield {
            "number": row["number"],
            "status": row["status"],
            "pairings": [
                {
                    "table": table["table"],
                    "first": sides[table["id"], _FIRST],
                    "second": sides[table["id"], _SECOND],
                    "others": [sides[table["id"], side] for side in _OF_PODS if (table["id"], side) in sides],
                    "result": _result(results.get(table["id"])),
                    "handicap": table.get("handicap"),
                }
                for table in ordered
            ],
            "booster_pods": [[names[key] for key in pod] for pod in row.get("booster_pods", ())],
            "byes": [
                {"player": names[place["player"]], "kind": place["bye"]}
                for place in places.get(row["id"], ())
                if place["pairing"] is None
            ],
        }


def _result(row: Json | None) -> Json | None:
    if row is None:
        return None
    games = [row["games_first"], row["games_second"], row["games_drawn"]]
    score = [row["score_first"], row["score_second"]]
    counted = {"games": None if None in games else games, "score": None if None in score else score}
    return {**row, **counted, "others": row.get("others", "").split()}


def _rows_by_key(rows: Iterable[Json], key: str) -> dict[object, list[Json]]:
    found: dict[Any, list[Json]] = {}
    for row in rows:
        found.setdefault(row[key], []).append(row)
    return found
