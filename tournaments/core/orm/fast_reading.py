"""Read rows fast: create them without signals, compile queries once, and send `__in` as one array.

`Model.from_db` is documented as the place where a model defines how its rows are loaded. What it must set, `_state` and
the values in `__dict__`, follows Django's own method: review it with each version of Django.

Django compiles a query again for each request. The compiler, its `select`, `klass_info` and `get_related_populators`
are private to Django. `tests/tournaments/core/test_compiled_statements.py` compares every query that is kept this way
with Django's result, and fails when a version of Django changes them.

Django writes one parameter for each value: a list of 5,000 keys is a statement with 5,000 placeholders. Django's
documentation of custom lookups names `process_rhs` and `get_rhs_op`. It does not document that an `In` writes its
values as `(%s, %s)`, so any other text is left as Django wrote it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import Any, Generic, NamedTuple, Self, TypeVar

from django.db import connection, models
from django.db.models import Field, ForeignObject, lookups
from django.db.models.base import ModelState
from django.db.models.fields.related_lookups import RelatedIn
from django.db.models.query import get_related_populators

Row = TypeVar("Row", bound=models.Model)


class _Statement(NamedTuple):
    """A compiled query. `places` has the index of the value for each parameter, None for a constant one."""

    compiler: Any
    sql: str
    parameters: tuple[Any, ...]
    places: tuple[int | None, ...]
    converters: Any
    columns: slice
    names: list[str]
    related: list[Any]


class ReusedQuery(Generic[Row]):
    """A query for rows by several values. `query` builds it from the sample values `like`, which must appear in it
    unchanged and nowhere else.
    """

    def __init__(self, query: Callable[..., models.QuerySet[Row]], *like: object) -> None:
        self.query = query
        self.like = like

    def rows(self, *values: Any) -> list[Row]:
        """Return the rows for these values, in the order of the query."""
        statement = self._statement
        parameters = [
            fixed if place is None else values[place]
            for fixed, place in zip(statement.parameters, statement.places, strict=True)
        ]
        with connection.cursor() as cursor:
            cursor.execute(statement.sql, parameters)
            found: Sequence[Any] = cursor.fetchall()
        if statement.converters:
            found = list(statement.compiler.apply_converters(found, statement.converters))
        return [self._row(statement, row) for row in found]

    def first(self, *values: object) -> Row | None:
        found = self.rows(*values)
        return found[0] if found else None

    def _row(self, statement: _Statement, values: Sequence[object]) -> Row:
        row: Row = self._model.from_db(connection.alias, statement.names, values[statement.columns])
        for each in statement.related:
            each.populate(values, row)
        return row

    @cached_property
    def _model(self) -> type[Row]:
        return self.query(*self.like).model

    @cached_property
    def _statement(self) -> _Statement:
        compiler = self.query(*self.like).query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        placeholders = list(self.like)
        places = tuple(placeholders.index(each) if each in placeholders else None for each in parameters)
        if set(places) - {None} != set(range(len(placeholders))):
            raise ValueError(f"not all of these values are in the query as they are: {self.like}")
        select, about = compiler.select, compiler.klass_info
        own = about["select_fields"]
        return _Statement(
            compiler,
            sql,
            tuple(parameters),
            places,
            compiler.get_converters([each[0] for each in select]),
            slice(own[0], own[-1] + 1),
            [select[place][0].target.attname for place in own],
            get_related_populators(about, select, connection.alias),  # type: ignore[call-arg] # stubs of a later Django
        )


class QuickRows(models.Model):
    """A model whose rows are created without asking each column for its type, in a fifth of the time."""

    class Meta:
        abstract = True

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[object], **_more: object) -> Self:
        """Create a row as Django does, but without signals. A column that was not read is read when needed."""
        row = cls.__new__(cls)
        row.__dict__.update(zip(field_names, values, strict=True))
        row._state = state = ModelState()
        state.adding, state.db = False, db
        return row


#: A list with at least this many values is sent as an array; shorter lists gain no speed.
MANY = 30

_ARRAY = "ANY(%s)"


class _AsArray:
    """An `IN` lookup with plain values."""

    def process_rhs(self, compiler: object, connection: object) -> tuple[str, Any]:
        sql, params = super().process_rhs(compiler, connection)  # type: ignore[misc]
        if len(params) >= MANY and sql == f"({', '.join(['%s'] * len(params))})":
            return _ARRAY, [list(params)]
        return sql, params

    def get_rhs_op(self, connection: object, rhs: str) -> str:
        return f"= {rhs}" if rhs == _ARRAY else super().get_rhs_op(connection, rhs)  # type: ignore[misc]


class In(_AsArray, lookups.In):
    """Whether a column is among values."""


class InRelated(_AsArray, RelatedIn):
    """Whether a foreign key is among values."""


def register_lookups() -> None:
    """Register the lookups, so that `__in` sends one array in every query."""
    Field.register_lookup(In)
    ForeignObject.register_lookup(InRelated)
