"""Whose token a program comes with: asked before every one of its calls, so in one statement that is written once."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, TypeVar

from django.db import connection, models

from tournaments.models import ApiToken, User
from tournaments.models.ids import secret_hash

Row = TypeVar("Row", bound=models.Model)


#: What a call of a program looks at; the rest of both rows is read when somebody asks for it.
OF_TOKEN = frozenset(
    (
        *("id", "tournament", "name", "secret_hash", "scopes"),
        *("expires_at", "created_by", "last_used_at", "revoked_at", "made_with"),
    )
)
OF_MAKER = frozenset(("id", "username", "first_name", "is_active", "is_superuser", "is_guest"))


def token_with(value: str) -> ApiToken | None:
    """The token whose secret this is, with its maker, whether or not it still works."""
    with connection.cursor() as cursor:
        cursor.execute(_statement(), [secret_hash(value)])
        row = cursor.fetchone()
    if row is None:
        return None
    own = len(OF_TOKEN)
    token = _row(ApiToken, OF_TOKEN, row[:own])
    token.created_by = _row(User, OF_MAKER, row[own:])
    return token


@cache
def _statement() -> str:
    """What Django asks for a token with its maker: the compiler takes longer than the database."""
    asked = ApiToken.objects.select_related("created_by").filter(secret_hash="").order_by()
    few = asked.only(*sorted(OF_TOKEN), *(f"created_by__{name}" for name in sorted(OF_MAKER)))
    return str(few.query.sql_with_params()[0])


@cache
def _columns(model: type[models.Model], names: frozenset[str]) -> list[models.Field[Any, Any]]:
    """In the order in which Django asks for them."""
    return [column for column in model._meta.concrete_fields if column.name in names]  # noqa: SLF001 Django's own name


def _row(model: type[Row], names: frozenset[str], values: tuple[Any, ...]) -> Row:
    columns = _columns(model, names)
    read = [
        json.loads(value) if isinstance(column, models.JSONField) else value
        for column, value in zip(columns, values, strict=True)
    ]
    return model.from_db(connection.alias, [column.attname for column in columns], read)
