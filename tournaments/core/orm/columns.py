"""Read a model's columns, its table and its rows from Django.

Django documents `_meta`, `_state` and `_default_manager`, but other packages may not use names with an underscore. Here
each has one reader, so a new version of Django needs a change in one place.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import orjson
from django.contrib.postgres.search import SearchQuery, SearchVectorField
from django.core.exceptions import FieldDoesNotExist
from django.db import connection, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import F, Func, Value
from psycopg.types.json import Jsonb

Column: TypeAlias = "models.Field[Any, Any]"
Row = TypeVar("Row", bound=models.Model)


if TYPE_CHECKING:
    _Text = models.CharField[str, str]
    _Json = models.JSONField[Any, Any]
else:
    _Text = models.CharField
    _Json = models.JSONField


class _PlainInMigrations(_Text):
    """A text column that migrations write as a CharField without a callable default, as they import no application
    code.

    The column is the same: PostgreSQL never sees such a default.
    """

    def deconstruct(self) -> tuple[str, str, Sequence[object], dict[str, object]]:
        name, _path, args, options = super().deconstruct()
        if callable(options.get("default")):
            del options["default"]
        return name, "django.db.models.CharField", args, options


class Drawn(_PlainInMigrations):
    """A text that a function generates for each new row: its `default`."""


class Derived(_PlainInMigrations):
    """A column computed from others: `journal.batch` fills it with the model's `derive`, and the journal does not note
    it.
    """


class JsonList(_Json):
    """A list that is empty in most rows: empty lists are read without the decoder. Migrations write a JSONField, and
    the column is one.
    """

    def deconstruct(self) -> tuple[str, str, Sequence[object], dict[str, object]]:
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.JSONField", args, options

    def from_db_value(
        self, value: str | None, expression: models.Expression, connection: BaseDatabaseWrapper
    ) -> object:
        return [] if value == "[]" else super().from_db_value(value, expression, connection)


class LargeJson(_Json):
    """A JSON column for thousands of values, written in a third of the time. Migrations write a JSONField.

    Values that only the column's own `encoder` can write, such as dates, are left to it.
    """

    def deconstruct(self) -> tuple[str, str, Sequence[object], dict[str, object]]:
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.JSONField", args, options

    def get_db_prep_value(self, value: object, connection: BaseDatabaseWrapper, prepared: bool = False) -> object:
        value = value if prepared else self.get_prep_value(value)
        return Jsonb(value, dumps=partial(large_json, encoder=self.encoder))


#: orjson does not write values that `json` refuses or that only an encoder can write.
_AS_JSON_DOES = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME


def large_json(value: object, encoder: type[json.JSONEncoder] | None = None) -> bytes:
    """Return a value as JSON. Raise TypeError if the encoder cannot write it."""
    try:
        return orjson.dumps(value, option=_AS_JSON_DOES)
    except TypeError:
        return json.dumps(value, cls=encoder).encode()


def name_of(model: type[models.Model]) -> str:
    """Return a model's name as Django and the journal write it."""
    return model.__name__.lower()


def rows_of(model: type[Row]) -> models.Manager[Row]:
    """Return all rows of a model."""
    return model._default_manager


def table_of(model: type[models.Model]) -> str:
    """Return the name of a model's table."""
    return model._meta.db_table


def key_column(model: type[models.Model]) -> Column:
    """Return the primary key column of a model."""
    return model._meta.pk


def is_stored(row: models.Model) -> bool:
    """Return whether a row was read from the database or written to it."""
    return not row._state.adding


def mark_stored(rows: Iterable[models.Model]) -> None:
    """Mark new rows as stored, as `bulk_create` does."""
    for row in rows:
        row._state.adding, row._state.db = False, connection.alias


def references_to(model: type[models.Model]) -> list[tuple[type[models.Model], str]]:
    """Return the models whose rows refer to rows of this model, each with the name of the column."""
    return [(each.related_model, each.field.name) for each in model._meta.related_objects]


def columns_of(model: type[models.Model]) -> list[Column]:
    """Return all columns of a model's table, in their order."""
    return list(model._meta.concrete_fields)


@cache
def column(model: type[models.Model], name: str) -> Column:
    """Return the column with this name. Raise FieldDoesNotExist, also for relations that other tables define."""
    found = model._meta.get_field(name)
    if not isinstance(found, models.Field):
        raise FieldDoesNotExist(f"{model.__name__} has no column named {name!r}")
    return found


def related_model(found: Column) -> type[models.Model] | None:
    """Return the model that a column refers to; None if it is not a foreign key."""
    if isinstance(found, models.ForeignKey):
        related: type[models.Model] = found.related_model
        return related
    return None


def key_of(found: Column) -> Column:
    """Return the column that defines a column's values: itself, or the key that it refers to."""
    return found.target_field if isinstance(found, models.ForeignKey) else found


def word_vector(column: str) -> Func:
    """Return the words of a column, separated by spaces, as an index stores them.

    They are used as PostgreSQL lexemes without a parser or dictionary, so they do not depend on the server's locale.
    """
    words = Func(F(column), Value(" "), function="string_to_array")
    return Func(words, function="array_to_tsvector", output_field=SearchVectorField())


class BeginsWith(SearchQuery):
    """A search query for a vector that contains a word with this prefix. The prefix has only letters and digits."""

    template = "(%(expressions)s)::tsquery"

    def __init__(self, word: str) -> None:
        super().__init__(f"'{word}':*", search_type="raw")
