"""Many new rows of a model in one COPY: a fifth of what an INSERT costs, which has each value quoted twice."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

from django.db import connection, models

from tournaments.models.columns import Column, columns_of, key_of

#: Fewer rows are inserted in one statement, with their keys in its answer: COPY has to ask for keys first.
MANY = 200

#: How COPY's text form spells what is not there, and what would end a value or a row.
_NOTHING = r"\N"
_ESCAPES = (("\\", r"\\"), ("\t", r"\t"), ("\n", r"\n"), ("\r", r"\r"))

#: What is spelled in COPY as `str` does it.
_PLAIN = (
    models.BooleanField,
    models.CharField,
    models.DateField,
    models.DecimalField,
    models.TextField,
    models.UUIDField,
)


def insert(model: type[models.Model], rows: Sequence[models.Model], at_once: int) -> None:
    """Write new rows, which get their keys in the order given; if they are not many, so many `at_once`."""
    if len(rows) < MANY:
        model._default_manager.bulk_create(rows, batch_size=at_once)  # noqa: SLF001 Django's own name
        return
    columns = columns_of(model)
    _name_parents(columns, rows)
    unnamed = [row for row in rows if row.pk is None]
    for row, key in zip(unnamed, _keys(model, len(unnamed)) if unnamed else (), strict=True):
        row.pk = key
    text = "\n".join(map("\t".join, zip(*(_column(each, rows) for each in columns), strict=True)))
    quote = connection.ops.quote_name
    names = ", ".join(quote(each.db_column or each.get_attname()) for each in columns)
    statement = f"COPY {quote(model._meta.db_table)} ({names}) FROM STDIN"  # noqa: SLF001 Django's public name for it
    with connection.cursor() as cursor, connection.wrap_database_errors, cursor.copy(statement) as copy:
        copy.write(text.encode() + b"\n")
    for row in rows:
        row._state.adding, row._state.db = False, connection.alias  # noqa: SLF001 as bulk_create leaves them


def _name_parents(columns: Sequence[Column], rows: Sequence[models.Model]) -> None:
    """Rows that name others get the keys which those were given since."""
    for each in columns:
        if isinstance(each, models.ForeignKey):
            for row in rows:
                parent = each.get_cached_value(row, default=None)
                if parent is not None:
                    setattr(row, each.attname, getattr(parent, key_of(each).attname))


def _keys(model: type[models.Model], count: int) -> list[int]:
    """The next keys of a model's table, whose sequence is looked up once."""
    table, column = model._meta.db_table, model._meta.pk.column  # noqa: SLF001 Django's public names
    with connection.cursor() as cursor:
        cursor.execute(
            "WITH named AS MATERIALIZED (SELECT pg_get_serial_sequence(%s, %s)::regclass AS sequence)"
            " SELECT nextval(sequence) FROM named, generate_series(1, %s)",
            [connection.ops.quote_name(table), column, count],
        )
        return [key for (key,) in cursor.fetchall()]


def _column(column: Column, rows: Sequence[models.Model]) -> list[str]:
    """A column of new rows as COPY reads it."""
    spell = _spelling(column)
    if type(column).pre_save is models.Field.pre_save:
        values = list(map(attrgetter(column.attname), rows))
    else:
        values = [column.pre_save(row, add=True) for row in rows]
    return [_NOTHING if value is None else spell(value) for value in values]


def _spelling(column: Column) -> Callable[[Any], str]:
    """How a value of a column is written. Raises TypeError for a kind of column that none of ours was yet."""
    kind = key_of(column)
    if isinstance(kind, models.IntegerField):
        return str
    if isinstance(kind, models.JSONField):
        encode = (kind.encoder or json.JSONEncoder)().encode
        return lambda value: encode(value).replace(*_ESCAPES[0])  # of the others JSON has none
    if not isinstance(kind, _PLAIN):
        raise TypeError(f"{column.model.__name__}.{column.name}: nobody has said how COPY reads it.")
    return lambda value: _escaped(str(column.get_db_prep_save(value, connection)))


def _escaped(text: str) -> str:
    for character, spelled in _ESCAPES:
        text = text.replace(character, spelled)
    return text
