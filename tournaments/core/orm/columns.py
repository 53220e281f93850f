"""A model's columns, its table and its rows, as Django knows them.

Django documents `_meta`, `_state` and `_default_manager`, but under names that no other package may use: here each of
them has one reader, so one place changes with a version of Django.
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
    """Migrations write it as a CharField without a function as default, because they import nothing of the application.

    The column is the same: PostgreSQL never sees such a default.
    """

    def deconstruct(self) -> tuple[str, str, Sequence[object], dict[str, object]]:
        name, _path, args, options = super().deconstruct()
        if callable(options.get("default")):
            del options["default"]
        return name, "django.db.models.CharField", args, options


class Drawn(_PlainInMigrations):
    """A text that a function draws for each new row: its `default`."""


class Derived(_PlainInMigrations):
    """A column that follows from others: `journal.batch` fills it by the model's `derive`, and no journal notes it."""


class JsonList(_Json):
    """A list that is empty in most rows: of thousands read at once the empty ones take no decoder. Migrations write a
    JSONField, and the column is one.
    """

    def deconstruct(self) -> tuple[str, str, Sequence[object], dict[str, object]]:
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.JSONField", args, options

    def from_db_value(
        self, value: str | None, expression: models.Expression, connection: BaseDatabaseWrapper
    ) -> object:
        return [] if value == "[]" else super().from_db_value(value, expression, connection)


class LargeJson(_Json):
    """JSON of thousands of values, written in a third of the time. Migrations write a JSONField.

    What only the column's own `encoder` can spell, as dates, is left to it.
    """

    def deconstruct(self) -> tuple[str, str, Sequence[object], dict[str, object]]:
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.JSONField", args, options

    def get_db_prep_value(self, value: object, connection: BaseDatabaseWrapper, prepared: bool = False) -> object:
        value = value if prepared else self.get_prep_value(value)
        return Jsonb(value, dumps=partial(large_json, encoder=self.encoder))


#: Values that `json` refuses or an encoder writes are not left to orjson.
_AS_JSON_DOES = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME


def large_json(value: object, encoder: type[json.JSONEncoder] | None = None) -> bytes:
    """A value as JSON. Raises TypeError for what the encoder cannot spell."""
    try:
        return orjson.dumps(value, option=_AS_JSON_DOES)
    except TypeError:
        return json.dumps(value, cls=encoder).encode()


def name_of(model: type[models.Model]) -> str:
    """A model's name as Django and the journal write it."""
    return model.__name__.lower()


def rows_of(model: type[Row]) -> models.Manager[Row]:
    """All rows of a model, whichever it is."""
    return model._default_manager


def table_of(model: type[models.Model]) -> str:
    """The name of a model's table."""
    return model._meta.db_table


def key_column(model: type[models.Model]) -> Column:
    """The column that holds the key of a model's rows."""
    return model._meta.pk


def is_stored(row: models.Model) -> bool:
    """Return whether a row was read from the database or written to it."""
    return not row._state.adding


def mark_stored(rows: Iterable[models.Model]) -> None:
    """Leave new rows as `bulk_create` leaves them."""
    for row in rows:
        row._state.adding, row._state.db = False, connection.alias


def references_to(model: type[models.Model]) -> list[tuple[type[models.Model], str]]:
    """The models whose rows name rows of this one, each with the name of the column."""
    return [(each.related_model, each.field.name) for each in model._meta.related_objects]


def columns_of(model: type[models.Model]) -> list[Column]:
    """All columns of a model's table, in their order."""
    return list(model._meta.concrete_fields)


@cache
def column(model: type[models.Model], name: str) -> Column:
    """The column of a name. Raises FieldDoesNotExist, also for what other tables say about this one."""
    found = model._meta.get_field(name)
    if not isinstance(found, models.Field):
        raise FieldDoesNotExist(f"{model.__name__} has no column named {name!r}")
    return found


def related_model(found: Column) -> type[models.Model] | None:
    """The model whose rows a column names by their keys, if it does."""
    if isinstance(found, models.ForeignKey):
        related: type[models.Model] = found.related_model
        return related
    return None


def key_of(found: Column) -> Column:
    """The column that defines a column's values: itself, or the key that it refers to."""
    return found.target_field if isinstance(found, models.ForeignKey) else found


def word_vector(column: str) -> Func:
    """Return the words of a column, apart by blanks, as an index holds them.

    They are PostgreSQL's lexemes as they are: no parser and no dictionary changes them, in any locale of the server.
    """
    words = Func(F(column), Value(" "), function="string_to_array")
    return Func(words, function="array_to_tsvector", output_field=SearchVectorField())


class BeginsWith(SearchQuery):
    """The query for a vector with a word that begins as this one, which is of letters and digits alone."""

    template = "(%(expressions)s)::tsquery"

    def __init__(self, word: str) -> None:
        super().__init__(f"'{word}':*", search_type="raw")
