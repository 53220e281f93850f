"""Whose token a program comes with: asked before every one of its calls, so in one statement that is written once."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments.models import ApiToken
from tournaments.models.ids import secret_hash
from tournaments.models.written import Written

#: What a call of a program looks at; the rest of both rows is read when somebody asks for it.
OF_TOKEN = (
    *("id", "tournament", "name", "secret_hash", "scopes"),
    *("expires_at", "created_by", "last_used_at", "revoked_at", "made_with"),
)
OF_MAKER = ("id", "username", "first_name", "is_active", "is_superuser", "is_guest")


def token_with(value: str) -> ApiToken | None:
    """The token whose secret this is, with its maker, whether or not it still works."""
    return _TOKEN.first(secret_hash(value))


def _asked(hashed: str) -> QuerySet[ApiToken]:
    there = ApiToken.objects.select_related("created_by").filter(secret_hash=hashed).order_by()
    return there.only(*OF_TOKEN, *(f"created_by__{name}" for name in OF_MAKER))


_TOKEN = Written(_asked, "a hash")
