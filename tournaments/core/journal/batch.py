"""Write batches of rows for a verb, and convert rows to journal notes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import Any

from django.apps import apps
from django.db import DatabaseError, models

from tournaments.core.orm.columns import Column, Derived, column, columns_of, key_of, name_of, related_model, rows_of
from tournaments.core.orm.copying import insert, insert_columns, next_keys
from tournaments.models import JournalEntry, Player, Tournament
from tournaments.models.fields import Change, Json, ManyMade, public_id, public_ids

#: The largest number of rows in one statement. The cost of a statement grows with the square of their number.
AT_ONCE = 1000

#: A column left out of the notes for rows created by columns, because it would be most of them. The row has it until it
#: changes, and then the note of that change has it.
OMITTED_COLUMN = "reasons"


@dataclass(frozen=True)
class Creation:
    """New rows by columns: all rows have the values of `same`; each column of `each` lists one value for each row."""

    model: type[models.Model]
    keys: Sequence[Any]
    same: dict[str, object]
    each: dict[str, Sequence[Any]]

    @classmethod
    def of(
        cls, model: type[models.Model], same: Mapping[str, object], each: Mapping[str, Sequence[object]]
    ) -> Creation:
        """Return a creation with the model's defaults in all other columns, and with new keys."""
        count = len(next(iter(each.values())))
        creation = cls(model, (), dict(same), dict(each))
        own = None
        for found in columns_of(model):
            if found.primary_key:
                own = found
            elif found.name not in same and found.name not in each:
                if found.default is public_id:
                    creation.each[found.name] = public_ids(count)
                elif callable(found.default):
                    creation.each[found.name] = [found.get_default() for _row in range(count)]
                else:
                    creation.same[found.name] = found.get_default()
        keys = each[own.name] if own is not None and own.is_relation else next_keys(model, count)
        return replace(creation, keys=keys)

    def write(self) -> None:
        """Insert the rows. New rows that `same` refers to must have their keys by now."""
        for name, value in self.same.items():
            if isinstance(value, models.Model):
                self.same[name] = value.pk
        insert_columns(self.model, self.keys, self.same, self.each)

    def note(self, note: ManyMade) -> None:
        for name, value in self.same.items():
            if name != OMITTED_COLUMN:
                note["same"][name] = _column_to_json(column(self.model, name), value)
        for name, values in self.each.items():
            if name != OMITTED_COLUMN:
                found = column(self.model, name)
                note["each"][name] = _new_column_to_json(found, values)


@dataclass
class Batch:
    """Rows of a tournament to be written together, by object identity, as new rows have no key yet."""

    tournament: Tournament
    created: dict[int, tuple[models.Model, Change, Json]] = field(default_factory=dict)
    updated: dict[int, tuple[models.Model, set[str]]] = field(default_factory=dict)
    deleted: list[models.Model] = field(default_factory=list)
    made: list[tuple[Creation, ManyMade]] = field(default_factory=list)

    def create(self, row: models.Model, note: Change, after: Json) -> None:
        """Add a new row. Writing it fills `note` and `after`, a part of the note, with its key, its time, and the keys
        of new rows it refers to.
        """
        self.created[id(row)] = (row, note, after)

    def make(self, creation: Creation) -> ManyMade:
        """Add rows created by columns. Return their note, which is filled when they are written."""
        note = ManyMade(model=name_of(creation.model), keys=list(creation.keys), same={}, each={})
        self.made.append((creation, note))
        return note

    def update(self, row: models.Model, names: Iterable[str]) -> None:
        if id(row) not in self.created:
            self.updated.setdefault(id(row), (row, set()))[1].update(names)

    def delete(self, row: models.Model) -> None:
        self.updated.pop(id(row), None)
        if self.created.pop(id(row), None) is None:
            self.deleted.append(row)

    def write(self) -> None:
        """Write one statement for each model and set of fields, or for each AT_ONCE rows of it. Rows created by columns
        come last, in the order of the calls.
        """
        for row, changed in self.updated.values():
            changed.update(self._derived_columns(row, changed))
        for row, _note, _after in self.created.values():
            self._derived_columns(row, None)
        for model, names, rows in _by_fields(self.updated.values()):
            _update(model, names, rows)
        for model, rows in reversed(_by_depth(self.deleted)):
            rows_of(model).filter(pk__in=[row.pk for row in rows]).delete()
        for model, rows in _by_depth(row for row, _note, _after in self.created.values()):
            insert(model, rows, AT_ONCE)
        for row, note, after in self.created.values():
            note["pk"] = row.pk
            after |= {name: plain(row, name) for name in _columns_set_by_database(type(row))}
        for creation, many in self.made:
            creation.write()
            creation.note(many)

    def _derived_columns(self, row: models.Model, names: Collection[str] | None) -> Collection[str]:
        """Fill and return the columns that depend on changed ones; with None the row is new."""
        if isinstance(row, Player) and row.tournament_id == self.tournament.pk:
            row.tournament = self.tournament
        return row.derive(names) if isinstance(row, Player | Tournament) else ()


def _update(model: type[models.Model], names: list[str], rows: list[models.Model]) -> None:
    if len(rows) == 1:
        rows[0].save(update_fields=names)
        return
    columns = [column(model, name) for name in names]
    first = {each.attname: getattr(rows[0], each.attname) for each in columns}
    table_rows = rows_of(model)
    if any(isinstance(each, models.JSONField) for each in columns) or any(
        getattr(row, name) != value for row in rows for name, value in first.items()
    ):
        written = table_rows.bulk_update(rows, names, batch_size=AT_ONCE)
    else:  # all become alike, as versions do: a tenth of the work
        keys = [row.pk for row in rows]
        parts = (keys[start : start + AT_ONCE] for start in range(0, len(keys), AT_ONCE))
        written = sum(table_rows.filter(pk__in=part).update(**first) for part in parts)
    if written != len(rows):
        raise DatabaseError(f"{model.__name__}: rows that were to be changed are gone")


@cache
def _columns_set_by_database(model: type[models.Model]) -> list[str]:
    columns = [f for f in columns_of(model) if f.is_relation or getattr(f, "auto_now_add", False)]
    return [f.name for f in columns]


def _by_fields(
    updated: Iterable[tuple[models.Model, set[str]]],
) -> Iterator[tuple[type[models.Model], list[str], list[models.Model]]]:
    groups: dict[tuple[type[models.Model], tuple[str, ...]], list[models.Model]] = {}
    for row, names in updated:
        groups.setdefault((type(row), tuple(sorted(names))), []).append(row)
    for (model, fields), rows in groups.items():
        yield model, list(fields), rows


def _by_depth(rows: Iterable[models.Model]) -> list[tuple[type[models.Model], list[models.Model]]]:
    """Return rows by model, each model after those that it depends on."""
    groups: dict[type[models.Model], list[models.Model]] = {}
    for row in rows:
        groups.setdefault(type(row), []).append(row)
    return sorted(groups.items(), key=lambda group: _depth(group[0]))


@cache
def _depth(model: type[models.Model]) -> int:
    above = {related for f in columns_of(model) if (related := related_model(f)) not in (None, model)}
    return 1 + max(map(_depth, above), default=0)


def plain(row: models.Model, name: str) -> object:
    """Return the value of a field as the journal stores it."""
    return value_to_json(column(type(row), name), row)


def state(row: models.Model) -> Json:
    """Return all fields of a row except its key."""
    return {f.name: value_to_json(f, row) for f in _noted_columns(type(row))}


@cache
def _noted_columns(model: type[models.Model]) -> list[Column]:
    return [f for f in columns_of(model) if (not f.primary_key or f.is_relation) and not isinstance(f, Derived)]


def value_to_json(found: Column, row: models.Model) -> object:
    """Return the value of a row's column as the journal stores it."""
    return _column_to_json(found, getattr(row, found.attname))


#: Column types whose values the journal stores as the database returns them.
_UNCONVERTED_FIELDS = (models.BooleanField, models.CharField, models.IntegerField, models.JSONField)


def column_to_json(found: Column, values: Sequence[object]) -> Sequence[object]:
    """Return many values of a column, read from the database, as the journal stores them."""
    if isinstance(key_of(found), _UNCONVERTED_FIELDS):
        return values
    return [_column_to_json(found, value) for value in values]


def _column_to_json(found: Column, value: object) -> object:
    kind = type(value)
    if value is None or kind is int or kind is bool or isinstance(found, models.JSONField):
        return value
    if kind is str and isinstance(found, models.CharField):
        return value
    if isinstance(found, models.DecimalField):
        return f"{found.to_python(value):.{found.decimal_places}f}"
    return value if isinstance(value, bool | int) else str(found.get_prep_value(value))


#: Types of values that the journal stores unchanged in any column.
_WHOLE = frozenset({int, bool, type(None)})


def _new_column_to_json(found: Column, values: Sequence[object]) -> list[object]:
    """Return many values of a column, given for new rows, as the journal stores them."""
    if _WHOLE.issuperset(map(type, values)):
        return list(values)
    return [_column_to_json(found, value) for value in values]


#: Former column names, by version and model, as they changed from the version before; None: the column was removed.
FORMER_COLUMNS: Mapping[int, Mapping[str, Mapping[str, str | None]]] = MappingProxyType({})


def version_now() -> int:
    """Return the version in which changes are noted now. Entries without a version count as the first."""
    return max(FORMER_COLUMNS, default=1)


def with_present_names(changes: Iterable[Change | ManyMade], version: int) -> list[Change]:
    """Return changes noted in an older version, one for each row, with the present column names."""
    if version >= max(FORMER_COLUMNS, default=0):
        return list(one_by_one(changes))
    return [
        Change(
            model=change["model"],
            pk=change["pk"],
            before=_rename(change["model"], change["before"], version),
            after=_rename(change["model"], change["after"], version),
        )
        for change in one_by_one(changes)
    ]


def present_column_names(changes: Iterable[Change | ManyMade], version: int) -> Iterable[Change | ManyMade]:
    """Return changes with the present column names. Rows noted by columns stay so if no column was renamed since."""
    return changes if version >= max(FORMER_COLUMNS, default=0) else with_present_names(changes, version)


def stored_order(names: Iterable[str]) -> list[str]:
    """Return column names in the order that the database gives to JSON keys."""
    return sorted(names, key=lambda name: (len(name), name))


def one_by_one(changes: Iterable[Change | ManyMade]) -> Iterator[Change]:
    """Yield rows that were noted by columns one by one, as if each had been noted alone."""
    for noted in changes:
        if "keys" not in noted:
            yield noted
            continue
        names = stored_order((*noted["same"], *noted["each"]))
        for key, *values in zip(noted["keys"], *noted["each"].values(), strict=True):
            row = {**noted["same"], **dict(zip(noted["each"], values, strict=True))}
            yield Change(model=noted["model"], pk=key, before=None, after={name: row[name] for name in names})


def _rename(model: str, row: Mapping[str, object] | None, version: int) -> dict[str, object] | None:
    if row is None:
        return None
    pairs = ((name_now(model, name, version), value) for name, value in row.items())
    return {name: value for name, value in pairs if name is not None}


def name_now(model: str, name: str, version: int) -> str | None:
    """Return the present name of a column of an earlier version; None if it no longer exists."""
    found: str | None = name
    for step in sorted(FORMER_COLUMNS):
        if step > version and found is not None:
            found = FORMER_COLUMNS[step].get(model, {}).get(found, found)
    return found


#: Columns with the number of a row's latest change. Undo increases it like any other change.
MOVING = frozenset({"version"})


def stands(entry: JournalEntry) -> bool:
    """Return whether everything that an entry wrote is still unchanged."""
    if JournalEntry.objects.filter(undoes=entry).exists():
        return False
    values_by_model: dict[str, dict[Any, dict[str, Any] | None]] = defaultdict(dict)
    for change in with_present_names(entry.changes, entry.version):
        of_model, after = values_by_model[change["model"]], change["after"]
        of_model[change["pk"]] = None if after is None else {**(of_model.get(change["pk"]) or {}), **after}
    for model, rows in values_by_model.items():
        present_rows = rows_of(apps.get_model("tournaments", model)).in_bulk(list(rows))
        if any(not has_values(present_rows.get(pk), after) for pk, after in rows.items()):
            return False
    return True


def has_values(row: models.Model | None, after: dict[str, object] | None) -> bool:
    if row is None or after is None:
        return row is None and after is None
    return all(plain(row, name) == value for name, value in after.items() if name not in MOVING)
