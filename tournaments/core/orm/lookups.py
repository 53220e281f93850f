"""`__in` with a long list sends one array.

Django writes one parameter for each value: a list of 5,000 keys is a statement of 5,000 places. Django's documentation
of custom lookups names `process_rhs` and `get_rhs_op`. It does not document that an `In` spells its values `(%s, %s)`,
so any other text is left as Django wrote it.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Field, ForeignObject, lookups
from django.db.models.fields.related_lookups import RelatedIn

#: From this many values on a list is sent as an array; shorter ones are as quick either way.
MANY = 30

_ARRAY = "ANY(%s)"


class _AsArray:
    """A lookup with `IN` whose values are plain values."""

    def process_rhs(self, compiler: object, connection: object) -> tuple[str, Any]:
        sql, params = super().process_rhs(compiler, connection)  # type: ignore[misc]
        if len(params) >= MANY and sql == f"({', '.join(['%s'] * len(params))})":
            return _ARRAY, [list(params)]
        return sql, params

    def get_rhs_op(self, connection: object, rhs: str) -> str:
        return f"= {rhs}" if rhs == _ARRAY else super().get_rhs_op(connection, rhs)  # type: ignore[misc]


class In(_AsArray, lookups.In):
    """A column among values."""


class InRelated(_AsArray, RelatedIn):
    """A reference among values."""


def register() -> None:
    """From now on `__in` means these."""
    Field.register_lookup(In)
    ForeignObject.register_lookup(InRelated)
