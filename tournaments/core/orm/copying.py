"""Write many new rows by COPY.

`bulk_create` sends each value as a parameter of an INSERT; a round of 5,000 players has 7,500 rows. Django has no COPY,
so values are written here in its text form. A column's own `pre_save` and `get_db_prep_save` return the value to store,
as in an INSERT. `connection.wrap_database_errors` and `row._state` are what `bulk_create` uses itself; neither is
documented.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter

import orjson
from django.db import connection, models

from tournaments.core.orm.columns import Column, columns_of, key_column, key_of, mark_stored, rows_of, table_of

#: Fewer rows than this are inserted in one statement that returns their keys: COPY must reserve keys first.
MANY = 200

#: COPY's text form of NULL, and the escapes for characters that would end a value or a row.
_NOTHING = r"\N"
_ESCAPES = (("\\", r"\\"), ("\t", r"\t"), ("\n", r"\n"), ("\r", r"\r"))

#: Types that COPY writes like `str`.
_PLAIN = (
    models.BooleanField,
    models.CharField,
    models.DateField,
    models.DecimalField,
    models.TextField,
    models.UUIDField,
)


def insert(model: type[models.Model], rows: Sequence[models.Model], at_once: int) -> None:
    """Write new rows, which get their keys in the order given; a small number of rows in batches of `at_once`."""
    if len(rows) < MANY:
        rows_of(model).bulk_create(rows, batch_size=at_once)
        return
    columns = columns_of(model)
    _name_parents(columns, rows)
    unnamed = [row for row in rows if row.pk is None]
    for row, key in zip(unnamed, next_keys(model, len(unnamed)) if unnamed else (), strict=True):
        row.pk = key
    _copy(model, columns, map("\t".join, zip(*(_column(each, rows) for each in columns), strict=True)))
    mark_stored(rows)


def insert_columns(
    model: type[models.Model], keys: Sequence[object], same: Mapping[str, object], each: Mapping[str, Sequence[object]]
) -> None:
    """Write new rows with these keys: `same` has the columns with one value for all, `each` those with a value for each
    row.
    """
    by_name = {column.name: column for column in columns_of(model)}
    varied = [(by_name[name], values) for name, values in {key_column(model).name: keys, **each}.items()]
    fixed = [(by_name[name], _spell_column(by_name[name], [value])[0]) for name, value in same.items()]
    columns = [column for column, _values in (*varied, *fixed)]
    end = "".join(f"\t{text}" for _column, text in fixed)
    lines = map("\t".join, zip(*(_spell_column(column, values) for column, values in varied), strict=True))
    _copy(model, columns, lines, end)


def _copy(model: type[models.Model], columns: Sequence[Column], lines: Iterable[str], end: str = "") -> None:
    """Send rows to COPY; `end` follows each."""
    quote = connection.ops.quote_name
    names = ", ".join(quote(each.db_column or each.get_attname()) for each in columns)
    statement = f"COPY {quote(table_of(model))} ({names}) FROM STDIN"
    text = f"{end}\n".join(lines)
    with connection.cursor() as cursor, connection.wrap_database_errors, cursor.copy(statement) as copy:
        copy.write(f"{text}{end}\n".encode())


def _name_parents(columns: Sequence[Column], rows: Sequence[models.Model]) -> None:
    """Copy the keys of new parent rows into the rows that refer to them."""
    for each in columns:
        if isinstance(each, models.ForeignKey):
            for row in rows:
                parent = each.get_cached_value(row, default=None)
                if parent is not None:
                    setattr(row, each.attname, getattr(parent, key_of(each).attname))


def next_keys(model: type[models.Model], count: int) -> list[int]:
    """Reserve the next keys of a model's table, in ascending order. The name of the sequence is looked up once."""
    with connection.cursor() as cursor:
        cursor.execute(
            "WITH named AS MATERIALIZED (SELECT pg_get_serial_sequence(%s, %s)::regclass AS sequence)"
            " SELECT array_agg(nextval(sequence)) FROM named, generate_series(1, %s)",
            [connection.ops.quote_name(table_of(model)), key_column(model).column, count],
        )
        keys: list[int] | None = cursor.fetchone()[0]
        return keys or []


def _column(column: Column, rows: Sequence[models.Model]) -> list[str]:
    """Return a column of new rows in COPY's text form."""
    if type(column).pre_save is models.Field.pre_save:
        return _spell_column(column, list(map(attrgetter(column.attname), rows)))
    return _spell_column(column, [column.pre_save(row, add=True) for row in rows])


def _spell_column(column: Column, values: Sequence[object]) -> list[str]:
    spell = _spelling(column)
    if spell is str and None not in values:
        return list(map(str, values))
    return [_NOTHING if value is None else spell(value) for value in values]


def _spelling(column: Column) -> Callable[[object], str]:
    """Return the function that writes a column's values. Raise TypeError for an unsupported kind of column."""
    kind = key_of(column)
    if isinstance(kind, models.IntegerField):
        return str
    if isinstance(kind, models.JSONField):
        encode = kind.encoder().encode if kind.encoder else json_text
        return lambda value: encode(value).replace(*_ESCAPES[0])  # of the others JSON has none
    if not isinstance(kind, _PLAIN):
        raise TypeError(f"{column.model.__name__}.{column.name}: nobody has said how COPY reads it.")
    if type(kind).get_prep_value is models.CharField.get_prep_value:  # it leaves a text as it is
        return lambda value: _escape(value if type(value) is str else str(column.get_db_prep_save(value, connection)))
    return lambda value: _escape(str(column.get_db_prep_save(value, connection)))


def _escape(text: str) -> str:
    if text.isalnum():
        return text
    for character, spelled in _ESCAPES:
        text = text.replace(character, spelled)
    return text


def json_text(value: object) -> str:
    """Return a value as JSON. Raise TypeError for a value that JSON cannot contain."""
    try:
        return orjson.dumps(value).decode()
    except TypeError:  # it knows no numbers of more than 64 bits
        return json.dumps(value)
