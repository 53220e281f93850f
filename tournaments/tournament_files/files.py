"""Write a whole tournament as JSON, with its journal, and translate keys when such a file is read.

Keys of the database mean nothing elsewhere, so rows have their own numbers in a file. Each kind of row counts 1, 2, 3
... in the order of creation, including deleted rows that the journal knows. `move_keys` translates them, in rows and in
the journal's changes.

A file does not contain what belongs to this server and its people: staff, invitations, tokens and keys of requests. It
contains no badges either: their secrets link phones here, and a reader of the file could try them out. Data that
depends on badges is missing too: reports that are not results yet, and calls. So are sign-ups that are not confirmed:
those people gave their data to this server only. Operations of programs are included: their ids are valid as long as
the tournament, on any server. A section of an event is exported alone, under its full name. The journal has the names
of the people who acted.
"""

from __future__ import annotations

from base64 import b64encode
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import chain, repeat
from types import MappingProxyType
from typing import Any

from django.apps import apps
from django.db import models, transaction

from tournaments.core.journal.batch import (
    column_to_json,
    one_by_one,
    plain,
    present_column_names,
    stored_order,
    value_to_json,
)
from tournaments.core.orm.columns import Column, columns_of, name_of, related_model, rows_of
from tournaments.core.orm.copying import json_text
from tournaments.models import JournalEntry, Operation, Tournament, TournamentImage
from tournaments.models.fields import ALPHABET, Change, ManyMade

FORMAT = "kierros-tournament"
VERSION = 1

Json = dict[str, Any]
Move = Callable[[str, Any], Any]
#: The values of rows of a kind by the names of their columns, and the numbers of keys in a file by kind.
Columns = Mapping[str, Sequence[object]]
Numbers = Mapping[str, Mapping[object, int | None]]

#: The kinds of rows, each after those to which it refers, with the lookup path to the tournament.
KINDS: Mapping[str, str] = {
    "stage": "tournament",
    "player": "tournament",
    "seat": "stage__tournament",
    "requestedbye": "player__tournament",
    "forbiddenpair": "tournament",
    "fixedpair": "tournament",
    "round": "tournament",
    "pairing": "round__tournament",
    "appearance": "round__tournament",
    "result": "pairing__round__tournament",
    "teammember": "team__tournament",
    "matchsheet": "pairing__round__tournament",
}
#: The names of the lists in a file.
LISTS: Mapping[str, str] = {
    "stage": "stages",
    "player": "players",
    "seat": "seats",
    "requestedbye": "requested_byes",
    "forbiddenpair": "forbidden_pairs",
    "fixedpair": "fixed_pairs",
    "round": "rounds",
    "pairing": "pairings",
    "appearance": "appearances",
    "result": "results",
    "teammember": "members",
    "matchsheet": "match_sheets",
}
#: Kinds of rows that have the key of their pairing.
OF_PAIRINGS = frozenset({"result", "matchsheet"})
#: Kinds of rows that refer to others inside a column, too.
KEYS_INSIDE = frozenset({"stage", "round"})
#: Lists that older files do not have.
OPTIONAL_LISTS = frozenset({"teammember", "matchsheet"})
#: Fields that mean nothing on another server.
OMITTED_FIELDS = frozenset(
    {
        *(("tournament", name) for name in ("id", "sheet", "trial_of", "event", "section", "place")),
        ("result", "entered_by"),
        ("player", "name_key"),
        ("tournament", "search_words"),
    }
)
ENTRY = ("sequence", "at", "agent", "verb", "facts", "changes", "reason")

OPERATION = ("operation", "of", "version", "made")


def model_of(kind: str) -> type[models.Model]:
    found: type[models.Model] = apps.get_model("tournaments", kind)
    return found


@cache
def fields_of(kind: str) -> Mapping[str, Column]:
    """Return the fields of a kind of row in a file, by name; the file itself gives the tournament."""
    return MappingProxyType(
        {
            f.name: f
            for f in columns_of(model_of(kind))
            if (kind, f.name) not in OMITTED_FIELDS and f.name != "tournament" and (not f.primary_key or f.is_relation)
        }
    )


def kind_named_by(field: Column) -> str | None:
    """Return the kind of row to which a field refers by its key; None if it does not."""
    model = related_model(field)
    return None if model is None else name_of(model)


@cache
def naming(kind: str) -> tuple[tuple[str, str], ...]:
    """Return the fields of a kind of row that refer to rows by their keys, with the kinds of those rows."""
    named = ((name, kind_named_by(field)) for name, field in fields_of(kind).items())
    return tuple((name, of) for name, of in named if of is not None)


def write(tournament: Tournament) -> bytes:
    """Return the tournament's file. It has the same bytes while nothing changes, and after an import elsewhere."""
    with transaction.atomic():  # every verb waits for this row, so all is of one moment
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        found = as_json(locked)
    return _in_lines(found).encode()


def _in_lines(found: Json) -> str:
    """Return a file with a line for each row, so that two files can be compared."""
    parts = (
        f"{json_text(name)}: "
        + ("[\n" + ",\n".join(map(json_text, value)) + "\n]" if isinstance(value, list) else json_text(value))
        for name, value in found.items()
    )
    return "{\n" + ",\n".join(parts) + "\n}\n"


def as_json(tournament: Tournament) -> Json:
    tables = {kind: _read_columns(kind, tournament) for kind in KINDS}
    entries = list(JournalEntry.objects.filter(tournament=tournament).select_related("actor").order_by("sequence"))
    noted = [_changes_in_file(entry) for entry in entries]
    numbers = _numbers(tables, chain.from_iterable(noted))
    sequences = {row.pk: row.sequence for row in entries}
    return {
        "format": FORMAT,
        "version": VERSION,
        "tournament": {name: value_to_json(field, tournament) for name, field in fields_of("tournament").items()},
        **{LISTS[kind]: _rows(kind, columns, numbers) for kind, columns in tables.items()},
        "journal": [_entry(entry, changes, numbers, sequences) for entry, changes in zip(entries, noted, strict=True)],
        "operations": [_operation(row) for row in tournament.operations.order_by("operation")],
        "images": [_image(row) for row in tournament.images.order_by("key")],
    }


def _read_columns(kind: str, tournament: Tournament) -> Columns:
    """Return the rows of a kind by columns, in the order of a file. No objects are created, since there are
    thousands.
    """
    fields = fields_of(kind)
    rows = rows_of(model_of(kind)).filter(**{KINDS[kind]: tournament}).order_by("pk").defer(None)
    read = rows.values_list("pk", *(field.attname for field in fields.values()))
    keys, *values = zip(*read, strict=True) if read else repeat((), 1 + len(fields))
    columns = {name: column_to_json(field, each) for (name, field), each in zip(fields.items(), values, strict=True)}
    return columns if kind in OF_PAIRINGS else {"id": keys, **columns}


def _rows(kind: str, columns: Columns, numbers: Numbers) -> list[Json]:
    """Return rows of a kind, with the keys in their columns translated."""
    moved: dict[str, Iterable[object]] = dict(columns)
    for name, named in (("id", _kind_of_key(kind)), *naming(kind)):
        if name in columns:
            moved[name] = map(numbers[named].__getitem__, columns[name])
    rows = [dict(zip(moved, values, strict=True)) for values in zip(*moved.values(), strict=True)]
    return [_move_inside(kind, row, _number_mapping(numbers)) for row in rows] if kind in KEYS_INSIDE else rows


def _number_mapping(numbers: Numbers) -> Move:
    return lambda kind, key: numbers[kind][key]


def _image(row: TournamentImage) -> Json:
    return {"key": row.key, "data": b64encode(row.data).decode()}


def _operation(row: Operation) -> Json:
    return {name: plain(row, name) for name in OPERATION}


def _entry(
    entry: JournalEntry, noted: Iterable[Change | ManyMade], numbers: Numbers, sequences: Mapping[int, int]
) -> Json:
    changes = [moved for change in noted for moved in _changes(change, numbers)]
    columns = {name: plain(entry, name) for name in ENTRY}
    return {**columns, "actor": entry.by, "changes": changes, "undoes": sequences.get(entry.undoes_id or 0)}


def _changes_in_file(entry: JournalEntry) -> list[Change | ManyMade]:
    """Return the changes of an entry that a file contains; rows with keys inside columns are listed one by one."""
    noted = present_column_names(entry.changes, entry.version)
    known = [change for change in noted if change["model"] in (*KINDS, "tournament")]
    return [each for change in known for each in (one_by_one([change]) if change["model"] in KEYS_INSIDE else [change])]


def _changes(change: Change | ManyMade, numbers: Numbers) -> list[Json]:
    """Return a change, or many of created rows, as a file has them."""
    kind = change["model"]
    if "keys" not in change:
        return [_move_change(_change(change), _number_mapping(numbers))]
    keys = map(numbers[_kind_of_key(kind)].__getitem__, change["keys"])
    rows = _rows(kind, _columns_of_rows(change), numbers)
    return [{"model": kind, "id": key, "before": None, "after": row} for key, row in zip(keys, rows, strict=True)]


def _columns_of_rows(made: ManyMade) -> Columns:
    """Return rows that are stored by columns, in the column order of a single row."""
    known, count = fields_of(made["model"]), len(made["keys"])
    columns = {**{name: [value] * count for name, value in made["same"].items()}, **made["each"]}
    return {name: columns[name] for name in stored_order(columns) if name in known}


def _change(change: Change) -> Json:
    kind = change["model"]
    known = fields_of(kind)
    sides = {
        side: None if row is None else {name: value for name, value in row.items() if name in known}
        for side, row in (("before", change["before"]), ("after", change["after"]))
    }
    return {"model": kind, "id": None if kind == "tournament" else change["pk"], **sides}


def _numbers(tables: Mapping[str, Columns], noted: Iterable[Change | ManyMade]) -> Numbers:
    """Return the number in the file of each key in rows and changes, by kind."""
    found: dict[str, set[Any]] = defaultdict(set)

    def note(kind: str, key: object) -> object:
        found[kind].add(key)
        return key

    def note_columns(kind: str, columns: Columns) -> None:
        for name, named in (("id", _kind_of_key(kind)), *naming(kind)):
            found[named].update(columns.get(name, ()))

    for kind, columns in tables.items():
        note_columns(kind, columns)
        if kind in KEYS_INSIDE:
            for values in zip(*columns.values(), strict=True):
                _move_inside(kind, dict(zip(columns, values, strict=True)), note)
    for change in noted:
        if "keys" in change:
            note_columns(change["model"], {"id": change["keys"], **_columns_of_rows(change)})
        else:
            _move_change(_change(change), note)
    for keys in found.values():
        keys.discard(None)
    return {
        kind: {None: None, **{key: n for n, key in enumerate(sorted(keys), start=1)}} for kind, keys in found.items()
    }


def move_entry(entry: Json, move: Move) -> Json:
    """Return a journal entry with the keys in its changes translated."""
    return {**entry, "changes": [_move_change(change, move) for change in entry["changes"]]}


def _move_change(change: Json, move: Move) -> Json:
    kind = change["model"]
    sides = {s: None if change[s] is None else move_keys(kind, change[s], move) for s in ("before", "after")}
    key = None if kind == "tournament" else move(_kind_of_key(kind), change["id"])
    return {"model": kind, "id": key, **sides}


def move_keys(kind: str, row: Json, move: Move) -> Json:
    """Return a row, or a part of one, with all its keys translated; `move` gets the kind of row of each key."""
    moved = dict(row)
    if "id" in row:
        moved["id"] = move(_kind_of_key(kind), row["id"])
    for name, named in naming(kind):
        if row.get(name) is not None:
            moved[name] = move(named, row[name])
    return _move_inside(kind, moved, move) if kind in KEYS_INSIDE else moved


def _move_inside(kind: str, row: Json, move: Move) -> Json:
    """Return a row with the keys translated that are inside its columns."""
    moved = dict(row)
    if kind == "round" and "seats" in row:
        moved["seats"] = {number: move("player", key) for number, key in row["seats"].items()}
    if kind == "round" and row.get("booster_pods"):
        moved["booster_pods"] = [[move("player", key) for key in pod] for pod in row["booster_pods"]]
    if kind == "stage" and row.get("drawn"):
        moved["drawn"] = {**row["drawn"], "players": [move("player", key) for key in row["drawn"]["players"]]}
    return moved


def _kind_of_key(kind: str) -> str:
    """Return the kind whose keys a kind uses: a result and a match sheet have the key of their pairing."""
    return "pairing" if kind in OF_PAIRINGS else kind


def move_ids(kind: str, row: Json, new: Mapping[str, str]) -> Json:
    """Return a row, or a part of one, with public ids replaced that are in use here."""
    moved = dict(row)
    if row.get("public_id"):
        moved["public_id"] = new.get(row["public_id"], row["public_id"])
    if kind == "stage" and row.get("virtual_points"):
        moved["virtual_points"] = {new.get(key, key): points for key, points in row["virtual_points"].items()}
    if kind == "stage" and row.get("qualification"):
        ties = [{**tie, "order": [new.get(key, key) for key in tie["order"]]} for tie in row["qualification"]["ties"]]
        moved["qualification"] = {**row["qualification"], "ties": ties}
    if kind == "round":
        moved |= _round_with(row, new)
    if kind == "player" and row.get("penalties"):
        moved["penalties"] = [
            {**each, "member": new.get(each["member"], each["member"])} if "member" in each else each
            for each in row["penalties"]
        ]
    if kind == "matchsheet":
        for side in ("first", "second"):
            if row.get(side):
                moved[side] = [None if key is None else new.get(key, key) for key in row[side]]
    if kind == "tournament" and row.get("courts"):
        moved["courts"] = _courts_with_new_ids(row["courts"], new)
    return moved


def _round_with(row: Json, new: Mapping[str, str]) -> Json:
    """Return the parts of a round that contain public ids, with those replaced."""
    moved: Json = {}
    if row.get("by_hand") and row["by_hand"]["engine"]:
        games = [[None if key is None else new.get(key, key) for key in game] for game in row["by_hand"]["engine"]]
        moved["by_hand"] = {**row["by_hand"], "engine": games}
    if row.get("not_paired"):
        moved["not_paired"] = [new.get(key, key) for key in row["not_paired"]]
    return moved


def _courts_with_new_ids(courts: Json, new: Mapping[str, str]) -> Json:
    """Return the courts of a tournament, with the public ids of planned referees replaced."""
    if "plans" not in courts:
        return courts
    plans = {
        section: {**plan, "assigned": [[new.get(key, key) for key in slot] for slot in plan["assigned"]]}
        if "assigned" in plan
        else plan
        for section, plan in courts["plans"].items()
    }
    return {**courts, "plans": plans}


def move_facts(facts: object, new: Mapping[str, str]) -> Any:
    """Return the facts of an entry, or a part of them, with public ids replaced that are in use here."""
    if isinstance(facts, list):
        return [move_facts(each, new) for each in facts]
    if not isinstance(facts, dict):
        return facts
    moved = {name: move_facts(fact, new) for name, fact in facts.items()}
    for name, fact in facts.get("ids", {}).items():
        ids = [new.get(key, key) for key in fact] if isinstance(fact, list) else new.get(fact, fact)
        moved["ids"] = {**moved["ids"], name: ids}
    if "pairing" in facts:
        moved["pairing"] = new.get(facts["pairing"], facts["pairing"])
    return moved


def public_ids(read: Json) -> dict[str, list[str]]:
    """Return the public ids in a file, by kind, each once: of its rows, and of those that only its journal knows."""
    found: dict[str, dict[str, None]] = {kind: {} for kind in KINDS if "public_id" in fields_of(kind)}
    rows = ((kind, row) for kind in found for row in read[LISTS[kind]])
    noted = (
        (change["model"], side)
        for entry in read["journal"]
        for change in entry["changes"]
        for side in (change["before"], change["after"])
        if side and change["model"] in found
    )
    for kind, row in chain(rows, noted):
        if row.get("public_id"):
            found[kind][row["public_id"]] = None
    return {kind: list(ids) for kind, ids in found.items()}


def is_public_id(value: object) -> bool:
    return isinstance(value, str) and len(value) == 8 and set(value) <= set(ALPHABET)
