"""Import a tournament from its file: every row and every journal entry, with keys of this database."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import DatabaseError, connection, models, transaction
from django.utils.translation import gettext as _

from tournaments.core.journal.batch import version_now
from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.orm.columns import column, rows_of
from tournaments.core.orm.copying import next_keys
from tournaments.core.rights import Who
from tournaments.models import JournalEntry, Operation, Player, Tournament, TournamentImage
from tournaments.models.fields import Change, public_id
from tournaments.setup.lifecycle import MadeAlready, new_tournament
from tournaments.tournament_files import checking, files
from tournaments.tournament_files.files import KINDS, LISTS, Json, fields_of, model_of

AT_ONCE = 2000


def import_file(who: Who, data: bytes, *, sheet: UUID | None = None) -> Tournament:
    """Return the tournament of a file, with the importing user as its organiser. Raise Refused; then nothing is stored.

    It keeps its slug if that is free, and the public ids of its players and tables if all of them are free; a copy
    beside its original gets new ones. The journal is imported unchanged without a new entry: a file exported from here
    is the same. With a `sheet` that created a tournament before, return that one.
    """
    if who.user is None and not who.agent.startswith("command: "):
        raise NotAllowed(_("Sign in to create a tournament."), code="not-allowed")
    read = checking.read(data)
    try:
        with transaction.atomic(durable=True):
            tournament = _store(who, read, sheet)
            with connection.cursor() as cursor:
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")
    except MadeAlready as made:
        return made.tournament
    except DatabaseError as error:
        text = _("Nothing was saved: the rows of this tournament file contradict each other. {why}")
        raise Refused(text.format(why=_reason(error)), code="broken-file", field="file") from error
    return tournament


def _reason(error: DatabaseError) -> str:
    """Return the name of the database constraint that a row breaks, or otherwise the database's message."""
    diagnosis = getattr(error.__cause__, "diag", None)
    return str(getattr(diagnosis, "constraint_name", None) or getattr(diagnosis, "message_primary", None) or error)


def _store(who: Who, read: Json, sheet: UUID | None) -> Tournament:
    moved = _MovedRow(read)
    values = _python("tournament", moved.ids("tournament", read["tournament"]))
    created_at = values.pop("created_at")
    tournament = new_tournament(who, sheet=sheet, **values)
    Tournament.objects.filter(pk=tournament.pk).update(created_at=created_at)
    for kind in KINDS:
        rows = [moved.row(kind, row, tournament) for row in read[LISTS[kind]]]
        for row in rows:
            if isinstance(row, Player):
                row.derive(None)
        rows_of(model_of(kind)).bulk_create(rows, batch_size=AT_ONCE)
    _journal(read["journal"], moved, tournament)
    operations = [moved.operation(row, tournament) for row in read["operations"]]
    images = [TournamentImage(tournament=tournament, **row) for row in read["images"]]
    TournamentImage.objects.bulk_create(images)
    Operation.objects.bulk_create(operations, batch_size=AT_ONCE)
    tournament.refresh_from_db()
    return tournament


def _journal(entries: list[Json], moved: _MovedRow, tournament: Tournament) -> None:
    keys = [None, *next_keys(JournalEntry, len(entries))]
    rows = []
    for entry, key in zip(entries, keys[1:], strict=True):
        changes = [moved.change(change, tournament) for change in entry["changes"]]
        values = {name: entry[name] for name in ("sequence", "agent", "verb", "reason")}
        at = column(JournalEntry, "at").to_python(entry["at"])
        undoes = keys[entry["undoes"] or 0]
        rows.append(
            JournalEntry(
                pk=key,
                tournament=tournament,
                at=at,
                actor_name=entry["actor"],
                facts=moved.facts(entry["facts"]),
                changes=changes,
                version=version_now(),
                undoes_id=undoes,
                **values,
            )
        )
    JournalEntry.objects.bulk_create(rows, batch_size=AT_ONCE)


class _MovedRow:
    """The new keys of a file's rows, in their order, and the public ids of a copy."""

    def __init__(self, read: Json) -> None:
        numbers: dict[str, set[int]] = {kind: set() for kind in KINDS}

        def note(kind: str, key: Any) -> object:
            numbers[kind].add(key)
            return key

        for kind in KINDS:
            for row in read[LISTS[kind]]:
                files.move_keys(kind, row, note)
        for entry in read["journal"]:
            files.move_entry(entry, note)
        self._keys: dict[str, Mapping[int, int]] = {
            kind: dict(zip(sorted(old_keys), next_keys(model_of(kind), len(old_keys)), strict=True))
            for kind, old_keys in numbers.items()
            if kind not in files.OF_PAIRINGS
        }
        ids_by_kind = files.public_ids(read)
        is_used = any(rows_of(model_of(kind)).filter(public_id__in=ids).exists() for kind, ids in ids_by_kind.items())
        self._ids = {each: public_id() for ids in ids_by_kind.values() for each in ids} if is_used else {}

    def _key(self, kind: str, number: Any) -> int:
        return self._keys[kind][number]

    def row(self, kind: str, row: Json, tournament: Tournament) -> models.Model:
        moved_row = self.ids(kind, files.move_keys(kind, row, self._key))
        values = _python(kind, {name: value for name, value in moved_row.items() if name != "id"})
        if "id" in moved_row:
            values["id"] = moved_row["id"]
        return model_of(kind)(**values, **_belongs(kind, tournament))

    def ids(self, kind: str, row: Json) -> Json:
        """Return a row with the public ids of the copy."""
        return files.move_ids(kind, row, self._ids)

    def operation(self, row: Json, tournament: Tournament) -> Operation:
        return Operation(tournament=tournament, **{**row, "made": self._ids.get(row["made"], row["made"])})

    def facts(self, facts: Json) -> Json:
        found: Json = files.move_facts(facts, self._ids)
        return found

    def change(self, change: Json, tournament: Tournament) -> Change:
        """Return a change as the journal stores it: rows that were created or deleted refer to their tournament."""
        kind = change["model"]
        moved = files.move_entry({"changes": [change]}, self._key)["changes"][0]
        whole = {name: row.pk for name, row in _belongs(kind, tournament).items()}
        if None not in (change["before"], change["after"]):
            whole = {}

        def whole_row(row: Json | None) -> Json | None:
            return None if row is None else {**self.ids(kind, row), **whole}

        return {
            "model": kind,
            "pk": tournament.pk if kind == "tournament" else moved["id"],
            "before": whole_row(moved["before"]),
            "after": whole_row(moved["after"]),
        }


def _belongs(kind: str, tournament: Tournament) -> dict[str, Tournament]:
    return {"tournament": tournament} if KINDS.get(kind) == "tournament" else {}


def _python(kind: str, row: Json) -> dict[str, Any]:
    """Return values for the model's constructor; referenced rows are given by their column."""
    fields = fields_of(kind)
    return {
        fields[name].attname: value
        if value is None or fields[name].is_relation or isinstance(fields[name], models.JSONField)
        else fields[name].to_python(value)
        for name, value in row.items()
    }
