"""The columns of rows, as Django knows them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self, TypeAlias, TypeVar

from django.core.exceptions import FieldDoesNotExist
from django.db import connection, models
from django.db.models import Field, ForeignObject, lookups
from django.db.models.base import ModelState
from django.db.models.fields.related_lookups import RelatedIn
from django.db.models.query import get_related_populators

Column: TypeAlias = "models.Field[Any, Any]"


if TYPE_CHECKING:
    _Text = models.CharField[str, str]
else:
    _Text = models.CharField


class _PlainInMigrations(_Text):
    """Migrations write it as a CharField without a function as default, because they import nothing of the application.

    The column is the same: PostgreSQL never sees such a default.
    """

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        name, _path, args, options = super().deconstruct()
        if callable(options.get("default")):
            del options["default"]
        return name, "django.db.models.CharField", args, options


class Drawn(_PlainInMigrations):
    """A text that a function draws for each new row: its `default`."""


class Derived(_PlainInMigrations):
    """A column that follows from others: `journal.batch` fills it by the model's `derive`, and no journal notes it."""


def name_of(model: type[models.Model]) -> str:
    """A model's name as Django and the journal write it."""
    return model.__name__.lower()


def columns_of(model: type[models.Model]) -> list[Column]:
    """All columns of a model's table, in their order."""
    return list(model._meta.concrete_fields)  # noqa: SLF001 Django's public name for it


@cache
def column(model: type[models.Model], name: str) -> Column:
    """The column of a name. Raises FieldDoesNotExist, also for what other tables say of this one."""
    found = model._meta.get_field(name)  # noqa: SLF001 Django's public name for it
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
    """The column that says what values a column takes: its own, or the key of the rows that it names."""
    return found.target_field if isinstance(found, models.ForeignKey) else found


#: From so many values on a list is an array; shorter ones are as quick either way.
MANY = 30

_ARRAY = "ANY(%s)"


class _AsArray:
    """For an `IN` whose values are just values."""

    def process_rhs(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        sql, params = super().process_rhs(compiler, connection)  # type: ignore[misc]
        if len(params) >= MANY and sql == f"({', '.join(['%s'] * len(params))})":
            return _ARRAY, [list(params)]
        return sql, params

    def get_rhs_op(self, connection: Any, rhs: str) -> str:
        return f"= {rhs}" if rhs == _ARRAY else super().get_rhs_op(connection, rhs)  # type: ignore[misc]


class In(_AsArray, lookups.In):
    """A column among values."""


class InRelated(_AsArray, RelatedIn):
    """A reference among values."""


def register() -> None:
    """From now on `__in` means these."""
    Field.register_lookup(In)
    ForeignObject.register_lookup(InRelated)


class QuickRows(models.Model):
    """A model whose rows come from the database without asking each column what it is: a fifth of the time."""

    class Meta:
        abstract = True

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **_more: Any) -> Self:
        """As Django does it, but that nobody hears of it by signals. A column that was not read is read when needed."""
        row = cls.__new__(cls)
        row.__dict__.update(zip(field_names, values, strict=True))
        row._state = state = ModelState()  # noqa: SLF001 as Django's own from_db does
        state.adding, state.db = False, db
        return row


Row = TypeVar("Row", bound=models.Model)


class _Statement(NamedTuple):
    """`places` say of each parameter which value stands there, None for one that is always the same."""

    compiler: Any
    sql: str
    parameters: tuple[Any, ...]
    places: tuple[int | None, ...]
    converters: Any
    columns: slice
    names: list[str]
    related: list[Any]


class Written(Generic[Row]):
    """A query for rows by some values. `query` makes it of values that look `like` them, which are in it as they are
    and nowhere else.
    """

    def __init__(self, query: Callable[..., models.QuerySet[Row]], *like: Any) -> None:
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

    def first(self, *values: Any) -> Row | None:
        found = self.rows(*values)
        return found[0] if found else None

    def _row(self, asked: _Statement, values: Sequence[Any]) -> Row:
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
