"""Tournament files: everything of one tournament as JSON, its journal included, and the check of such a file.

Keys of the database mean nothing elsewhere, so rows have their own numbers in a file: per kind of row 1, 2, 3 ... in
the order in which they were made, those included that the journal knows and that are gone. `keys_moved` translates
them, in rows and in what the journal notes of them. What belongs to this server and its people is not in a file:
staff, invitations, tokens, keys of requests, and badges, whose secrets open telephones here: who gets the file could
try them out. What depends on badges is not either: reports that are no results yet, and calls; nor are people who have
signed up and are not confirmed, who gave their words to this server alone. Operations of programs are: their ids are
good as long as the tournament, wherever it is. A section of an event leaves alone, under its whole name. Who did what
is in the journal by name.
"""

from __future__ import annotations

from base64 import b64encode
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import chain
from types import MappingProxyType
from typing import Any

from django.apps import apps
from django.db import models, transaction

from tournaments.core.journal.batch import as_called_now, plain, value_to_json
from tournaments.core.orm.columns import Column, columns_of, name_of, related_model, rows_of
from tournaments.core.orm.copying import json_text
from tournaments.models import JournalEntry, Operation, Tournament, TournamentImage
from tournaments.models.fields import ALPHABET, Change

FORMAT = "kierros-tournament"
VERSION = 1

Json = dict[str, Any]
Move = Callable[[str, Any], Any]

#: The kinds of rows, each after those that it names, with the way to the tournament.
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
#: How the lists of a file are called.
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
#: Kinds of rows that have their pairing's key.
OF_PAIRINGS = frozenset({"result", "matchsheet"})
#: Lists that files of earlier times have not.
LATER = frozenset({"teammember", "matchsheet"})
#: Fields that mean nothing in another place.
LEFT_OUT = frozenset(
    {
        *(("tournament", name) for name in ("id", "sheet", "trial_of", "event", "section", "place")),
        ("result", "entered_by"),
        ("player", "name_key"),
    }
)
ENTRY = ("sequence", "at", "agent", "verb", "facts", "changes", "reason")

OPERATION = ("operation", "of", "version", "made")


def model_of(kind: str) -> type[models.Model]:
    found: type[models.Model] = apps.get_model("tournaments", kind)
    return found


@cache
def fields_of(kind: str) -> Mapping[str, Column]:
    """The fields of a kind of row that a file has, by name; rows name their tournament by being in its file."""
    return MappingProxyType(
        {
            f.name: f
            for f in columns_of(model_of(kind))
            if (kind, f.name) not in LEFT_OUT and f.name != "tournament" and (not f.primary_key or f.is_relation)
        }
    )


def kind_named_by(field: Column) -> str | None:
    """The kind of row that a field names by its key, if it does."""
    model = related_model(field)
    return None if model is None else name_of(model)


@cache
def naming(kind: str) -> tuple[tuple[str, str], ...]:
    """The fields of a kind of row that name rows by their keys, with the kinds of these."""
    named = ((name, kind_named_by(field)) for name, field in fields_of(kind).items())
    return tuple((name, of) for name, of in named if of is not None)


def write(tournament: Tournament) -> bytes:
    """The tournament's file. The same bytes as long as nothing changes, and again after it was read elsewhere."""
    with transaction.atomic():  # every verb waits for this row, so all is of one moment
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        found = as_json(locked)
    return _in_lines(found).encode()


def _in_lines(found: Json) -> str:
    """A file with a line for each row, so that two of them can be laid side by side."""
    parts = (
        f"{json_text(name)}: "
        + ("[\n" + ",\n".join(map(json_text, value)) + "\n]" if isinstance(value, list) else json_text(value))
        for name, value in found.items()
    )
    return "{\n" + ",\n".join(parts) + "\n}\n"


def as_json(tournament: Tournament) -> Json:
    rows = {
        kind: list(rows_of(model_of(kind)).filter(**{way: tournament}).order_by("pk").defer(None))
        for kind, way in KINDS.items()
    }
    entries = list(JournalEntry.objects.filter(tournament=tournament).select_related("actor").order_by("sequence"))
    lists: dict[str, list[Json]] = {
        kind: [_plain(kind, row) if kind in OF_PAIRINGS else {"id": row.pk, **_plain(kind, row)} for row in found]
        for kind, found in rows.items()
    }
    journal = [_entry(entry, {row.pk: row.sequence for row in entries}) for entry in entries]
    known = _keys(lists, journal)
    numbers = {kind: {key: n for n, key in enumerate(sorted(keys), start=1)} for kind, keys in known.items()}

    def move(kind: str, key: object) -> Any:
        return numbers[kind][key]

    return {
        "format": FORMAT,
        "version": VERSION,
        "tournament": _plain("tournament", tournament),
        **{LISTS[kind]: [move_keys(kind, row, move) for row in found] for kind, found in lists.items()},
        "journal": [move_entry(entry, move) for entry in journal],
        "operations": [_operation(row) for row in tournament.operations.order_by("operation")],
        "images": [_image(row) for row in tournament.images.order_by("key")],
    }


def _plain(kind: str, row: models.Model) -> Json:
    return {name: value_to_json(field, row) for name, field in fields_of(kind).items()}


def _image(row: TournamentImage) -> Json:
    return {"key": row.key, "data": b64encode(row.data).decode()}


def _operation(row: Operation) -> Json:
    return {name: plain(row, name) for name in OPERATION}


def _entry(entry: JournalEntry, sequences: Mapping[int, int]) -> Json:
    noted = as_called_now(entry.changes, entry.version)
    changes = [_change(change) for change in noted if change["model"] in (*KINDS, "tournament")]
    columns = {name: plain(entry, name) for name in ENTRY}
    return {**columns, "actor": entry.by, "changes": changes, "undoes": sequences.get(entry.undoes_id or 0)}


def _change(change: Change) -> Json:
    kind = change["model"]
    known = fields_of(kind)
    sides = {
        side: None if row is None else {name: value for name, value in row.items() if name in known}
        for side, row in (("before", change["before"]), ("after", change["after"]))
    }
    return {"model": kind, "id": None if kind == "tournament" else change["pk"], **sides}


def _keys(lists: Mapping[str, list[Json]], entries: Iterable[Json]) -> dict[str, set[Any]]:
    """Every key by kind that a file of these rows and entries has to name."""
    found: dict[str, set[Any]] = defaultdict(set)

    def note(kind: str, key: object) -> object:
        found[kind].add(key)
        return key

    for kind, rows in lists.items():
        for row in rows:
            move_keys(kind, row, note)
    for entry in entries:
        move_entry(entry, note)
    return found


def move_entry(entry: Json, move: Move) -> Json:
    """A journal's entry with the keys in its changes moved."""
    changes = []
    for change in entry["changes"]:
        kind = change["model"]
        sides = {s: None if change[s] is None else move_keys(kind, change[s], move) for s in ("before", "after")}
        key = None if kind == "tournament" else move(_space(kind), change["id"])
        changes.append({"model": kind, "id": key, **sides})
    return {**entry, "changes": changes}


def move_keys(kind: str, row: Json, move: Move) -> Json:
    """A row, or a part of one, with every key that it holds moved; `move` gets the kind of row that it names."""
    moved = dict(row)
    if "id" in row:
        moved["id"] = move(_space(kind), row["id"])
    for name, named in naming(kind):
        if row.get(name) is not None:
            moved[name] = move(named, row[name])
    if kind == "round" and "seats" in row:
        moved["seats"] = {number: move("player", key) for number, key in row["seats"].items()}
    if kind == "round" and row.get("booster_pods"):
        moved["booster_pods"] = [[move("player", key) for key in pod] for pod in row["booster_pods"]]
    if kind == "stage" and row.get("drawn"):
        moved["drawn"] = {**row["drawn"], "players": [move("player", key) for key in row["drawn"]["players"]]}
    return moved


def _space(kind: str) -> str:
    """A result has its pairing's key, and so has a match sheet."""
    return "pairing" if kind in OF_PAIRINGS else kind


def move_ids(kind: str, row: Json, new: Mapping[str, str]) -> Json:
    """A row, or a part of one, with public ids that are taken here replaced, wherever it names them."""
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
        moved["courts"] = _courts_with(row["courts"], new)
    return moved


def _round_with(row: Json, new: Mapping[str, str]) -> Json:
    """The parts of a round that name public ids, with those replaced."""
    moved: Json = {}
    if row.get("by_hand") and row["by_hand"]["engine"]:
        games = [[None if key is None else new.get(key, key) for key in game] for game in row["by_hand"]["engine"]]
        moved["by_hand"] = {**row["by_hand"], "engine": games}
    if row.get("not_paired"):
        moved["not_paired"] = [new.get(key, key) for key in row["not_paired"]]
    return moved


def _courts_with(courts: Json, new: Mapping[str, str]) -> Json:
    """The courts of a tournament with the public ids of planned referees replaced."""
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
    """The facts of an entry, or a part of them, with the public ids that are taken here replaced."""
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
    """The public ids that a file names, by kind, each once: of its rows, and of those that only its journal knows."""
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
