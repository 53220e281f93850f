"""Whose token a program comes with: asked before every one of its calls, so in one statement that is written once, and
remembered for a moment.
"""

from __future__ import annotations

from copy import copy
from datetime import datetime
from threading import Lock

from cachetools import TTLCache
from django.db import transaction
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


#: Seconds for which a process may still take a token that another process has ended.
MOMENT = 1

_known: TTLCache[str, ApiToken] = TTLCache(1000, MOMENT)
_lock = Lock()


def token_with(value: str) -> ApiToken | None:
    """The token whose secret this is, with its maker, whether or not it still works. Both are the caller's own."""
    hashed = secret_hash(value)
    with _lock:
        found = _known.get(hashed)
    if found is None:
        found = _TOKEN.first(hashed)
        if found is None:
            return None
        with _lock:
            _known[hashed] = found
    own = copy(found)
    own.created_by = copy(found.created_by)
    return own


def forget() -> None:
    """Ask anew about every token: now, and once more when what is being written stands."""
    _clear()
    transaction.on_commit(_clear)


def used(token: ApiToken, at: datetime) -> None:
    """Note when a token was used last, where it is remembered."""
    with _lock:
        found = _known.get(token.secret_hash)
        if found is not None:
            found.last_used_at = at


def _clear() -> None:
    with _lock:
        _known.clear()


def _asked(hashed: str) -> QuerySet[ApiToken]:
    there = ApiToken.objects.select_related("created_by").filter(secret_hash=hashed).order_by()
    return there.only(*OF_TOKEN, *(f"created_by__{name}" for name in OF_MAKER))


_TOKEN = Written(_asked, "a hash")
