"""Which rights an operation of the API needs: said once, above its method. The check and the document read it there."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, TypeVar

from django.utils.translation import gettext as _

from tournaments.rights.permissions import Right, scopes_for
from tournaments.rights.who import Who
from tournaments.web.api.problems import Problem

Method = TypeVar("Method", bound=Callable[..., Any])

_NAME = "needs_rights"


def needs(*rights: Right) -> Callable[[Method], Method]:
    """Says of a view's method that whoever calls it must have all these rights over the tournament."""

    def decorate(method: Method) -> Method:
        setattr(method, _NAME, frozenset(rights))
        return method

    return decorate


def needed_by(view: object, method: str | None) -> frozenset[Right]:
    """The rights that a view's method needs beside seeing the tournament; none for a method that it has not."""
    found: frozenset[Right] = getattr(getattr(view, (method or "").lower(), None), _NAME, frozenset())
    return found


def missing(who: Who, rights: Collection[Right]) -> Problem:
    """The answer to whoever lacks one of these rights: 401 without a token, else 403 with the scopes that grant them.

    The header is that of RFC 6750, section 3.
    """
    if who.user is None and who.badge is None:
        text = _("Send a token in the header Authorization: Bearer, or sign in.")
        return Problem(401, "token-missing", text, headers={"WWW-Authenticate": "Bearer"})
    scopes = scopes_for(rights)
    if who.token is None or not scopes or set(scopes) & set(who.token.scopes):
        return Problem(403, "not-allowed", _("The right to do this is missing."))
    text = _("This token needs another scope for this: {scopes}.").format(scopes=", ".join(scopes))
    header = f'Bearer error="insufficient_scope", scope="{scopes[0]}"'
    return Problem(403, "not-allowed", text, headers={"WWW-Authenticate": header}, scopes=scopes)
