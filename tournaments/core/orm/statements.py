"""Queries that every request asks, compiled once.

Django compiles a query again for each request. The compiler, its `select`, `klass_info`
and `get_related_populators` are private to Django: `tests/tournaments/core/test_written.py` compares every query that
is kept this way with what Django answers, and fails when a version of Django changes them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import connection, models
from django.db.models.query import get_related_populators

Row = TypeVar("Row", bound=models.Model)


class _Statement(NamedTuple):
    """`places` say about each parameter which value is there, None for one that is always the same."""

    compiler: Any
    sql: str
    parameters: tuple[Any, ...]
    places: tuple[int | None, ...]
    converters: Any
    columns: slice
    names: list[str]
    related: list[Any]


class ReusedQuery(Generic[Row]):
    """A query for rows by some values. `query` makes it of values that look `like` them, which are in it as they are
    and nowhere else.
    """

    def __init__(self, query: Callable[..., models.QuerySet[Row]], *like: object) -> None:
        self.query = query
        self.like = like

    def rows(self, *values: Any) -> list[Row]:
        """The rows for these values, in the order of the query."""
        asked = self._statement
        given = [
            fixed if place is None else values[place]
            for fixed, place in zip(asked.parameters, asked.places, strict=True)
        ]
        with connection.cursor() as cursor:
            cursor.execute(asked.sql, given)
            found: Sequence[Any] = cursor.fetchall()
        if asked.converters:
            found = list(asked.compiler.apply_converters(found, asked.converters))
        return [self._row(asked, row) for row in found]

    def first(self, *values: object) -> Row | None:
        found = self.rows(*values)
        return found[0] if found else None

    def _row(self, asked: _Statement, values: Sequence[object]) -> Row:
        row: Row = self._model.from_db(connection.alias, asked.names, values[asked.columns])
        for each in asked.related:
            each.populate(values, row)
        return row

    @cached_property
    def _model(self) -> type[Row]:
        return self.query(*self.like).model

    @cached_property
    def _statement(self) -> _Statement:
        compiler = self.query(*self.like).query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        known = list(self.like)
        places = tuple(known.index(each) if each in known else None for each in parameters)
        if set(places) - {None} != set(range(len(known))):
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
