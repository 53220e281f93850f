"""Whose token a program comes with: asked before every one of its calls, so in one statement that is written once."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, TypeVar

from django.db import connection, models

from tournaments.models import ApiToken, User
from tournaments.models.ids import secret_hash

Row = TypeVar("Row", bound=models.Model)


def token_with(value: str) -> ApiToken | None:
    """The token whose secret this is, with its maker, whether or not it still works."""
    with connection.cursor() as cursor:
        cursor.execute(_statement(), [secret_hash(value)])
        row = cursor.fetchone()
    if row is None:
        return None
    own = _columns(ApiToken)
    token = _row(ApiToken, row[: len(own)])
    token.created_by = _row(User, row[len(own) :])
    return token


@cache
def _statement() -> str:
    """What Django asks for a token with its maker: the compiler takes longer than the database."""
    asked = ApiToken.objects.select_related("created_by").filter(secret_hash="").order_by()
    return str(asked.query.sql_with_params()[0])


@cache
def _columns(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    return list(model._meta.concrete_fields)  # noqa: SLF001 Django's own name


def _row(model: type[Row], values: tuple[Any, ...]) -> Row:
    columns = _columns(model)
    read = [
        json.loads(value) if isinstance(column, models.JSONField) else value
        for column, value in zip(columns, values, strict=True)
    ]
    return model.from_db(connection.alias, [column.attname for column in columns], read)
